/* Engine files: places, templates, what is impossible, the memory estimate against measured peaks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/argv.h"
#include "engine/engine.h"
#include "engine/enginefile.h"
#include "engine/findings.h"
#include "kit/json.h"
#include "kit/mem.h"

#define ENGINE "pipelines/engines/llama.cpp.json"

static json_t *
parse(const char *text)
{
	json_t *v = json_loads(text, JSON_DECODE_ANY, NULL);

	assert_non_null(v);
	return v;
}

static void
places(void **state)
{
	static const char text[] = "{\n \"a\": [1, {\"b\": \"é\", \"c\": true}],\n \"d\": null\n}";
	static const struct {
		const char *path;
		size_t line, column;
	} cases[] = {{"", 1, 1}, {"a", 2, 7}, {"a/0", 2, 8}, {"a/1", 2, 11}, {"a/1/b", 2, 17},
		{"a/1/c", 2, 27}, {"d", 3, 7}, {"a/1/nope", 2, 11}, {"nope", 1, 1}, {"a/9", 2, 7}};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		size_t line, column;

		json_locate(text, cases[i].path, &line, &column);
		assert_int_equal(line, cases[i].line);
		assert_int_equal(column, cases[i].column);
	}
}

static void
templates(void **state)
{
	json_t *vars = parse("{\"port\": 80, \"model\": \"m\", \"draft\": null}");
	json_t *template = parse(
		"[\"-p\", \"{port}\", [\"-md\", \"{draft}\"], [\"-a\", \"{model}\"], "
		"\"{{{model}}}\"]");
	struct argv a = {0};
	char *why = NULL;

	(void)state;
	assert_true(argv_expand(&a, template, vars, &why));
	assert_int_equal(a.n, 5);
	assert_string_equal(a.v[1], "80");
	assert_string_equal(a.v[3], "m");
	assert_string_equal(a.v[4], "{m}");
	assert_null(a.v[5]);
	assert_null(template_expand("{draft}", vars, &why));
	assert_non_null(strstr(why, "{draft} has no value"));
	free(why);
	argv_free(&a);
	json_decref(template);
	json_decref(vars);
}

static json_t *
checkpoint(double weights_mib, int kv_elements, const char *mtp)
{
	char *text = xasprintf(
		"{\"files\":[{\"role\":\"weights\",\"format\":\"gguf\",\"bytes\":%.0f}],"
		"\"context\":131072,\"mtp\":%s,\"geometry\":{\"kv_elements\":%d}}",
		weights_mib * 1048576, mtp, kv_elements);
	json_t *v = parse(text);

	free(text);
	return v;
}

static void
impossible_is(
	const struct engine *e, const char *knobs_text, const char *settings_text, const char *want)
{
	json_t *c = checkpoint(1000, 65536, "false"), *knobs = parse(knobs_text);
	json_t *settings = parse(settings_text);
	char *why = engine_impossible(e, c, knobs, settings);

	if (want == NULL)
		assert_null(why);
	else
		assert_string_equal(why, want);
	free(why);
	json_decref(settings);
	json_decref(knobs);
	json_decref(c);
}

static void
impossible(void **state)
{
	struct engine *e = engine_load(ENGINE);
	json_t *hf = parse("{\"files\":[{\"role\":\"weights\",\"format\":\"hf\"}]}"),
	       *none = json_object();
	char *why;

	(void)state;
	impossible_is(e, "{\"kv\":\"q4_0\"}", "{\"fa\":\"on\"}", NULL);
	impossible_is(e, "{\"kv\":\"q4_0\"}", "{\"fa\":\"off\"}",
		"a quantized V cache needs flash attention");
	impossible_is(e, "{\"kv\":\"f16\"}", "{\"fa\":\"off\"}", NULL);
	impossible_is(e, "{\"kv\":\"fp8\"}", "{}",
		"KV fp8: llama.cpp has f32, f16, bf16, q8_0, q5_1, q5_0, q4_1, q4_0, iq4_nl");
	impossible_is(e, "{\"draft\":{\"how\":\"draft-mtp\",\"depth\":2}}", "{}", "no MTP head");
	impossible_is(e, "{\"draft\":{\"how\":\"draft-mtp\",\"depth\":0}}", "{}", NULL);
	impossible_is(e, "{\"np\":2,\"load\":4}", "{}", "load 4 is more than np 2");
	impossible_is(e, "{\"np\":0}", "{}", "np 0: llama.cpp has 1..256");
	impossible_is(e, "{}", "{\"ctx_per_slot\":262144}",
		"a context of 262144 a slot is more than the checkpoint's 131072");
	why = engine_impossible(e, hf, none, none);
	assert_string_equal(why, "llama.cpp doesn't read hf files");
	free(why);
	json_decref(none);
	json_decref(hf);
	engine_free(e);
}

/* Peaks by process on one H200 (weights on the device, those on the host, layers × KV heads × 256). */
static void
estimates(void **state)
{
	static const struct {
		double weights_mib;
		int kv_elements;
		const char *knobs;
		int context;
		double peak_mib;
	} runs[] = {
		{7481, 65536, "{\"kv\":\"f16\",\"np\":1}", 32768, 12122},
		{7481, 65536, "{\"kv\":\"q8_0\",\"np\":1}", 32768, 10254},
		{7481, 65536, "{\"kv\":\"q4_0\",\"np\":1}", 32768, 9230},
		{7481, 65536, "{\"kv\":\"f16\",\"np\":8}", 8192, 16194},
		{7481, 65536, "{\"kv\":\"q4_0\",\"np\":8}", 8192, 10486},
		{14018, 253952, "{\"kv\":\"f16\",\"np\":1}", 32768, 30564},
		{14018, 253952, "{\"kv\":\"q4_0\",\"np\":1}", 32768, 19294},
	};
	struct engine *e = engine_load(ENGINE);
	double cpu = json_num(engine_root(e), "memory.overhead_mib.cpu", 0);
	double gpu = json_num(engine_root(e), "memory.overhead_mib.gpu", 0);
	char *device = device_name();
	bool on_cpu = strcmp(device, "cpu") == 0;

	(void)state;
	free(device);
	for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
		json_t *c = checkpoint(runs[i].weights_mib, runs[i].kv_elements, "false");
		json_t *knobs = parse(runs[i].knobs);
		json_t *settings = json_pack("{s:i}", "ctx_per_slot", runs[i].context);
		double mib = engine_estimate_mib(e, c, knobs, settings) + (on_cpu ? gpu - cpu : 0);
		char *large = engine_too_large(e, c, knobs, settings, 1000);

		assert_in_range(
			(int)mib, (int)(runs[i].peak_mib * .98), (int)(runs[i].peak_mib * 1.02));
		assert_non_null(large);
		assert_non_null(strstr(large, "does not fit: "));
		free(large);
		assert_null(engine_too_large(e, c, knobs, settings, 1e6));
		json_decref(settings);
		json_decref(knobs);
		json_decref(c);
	}
	engine_free(e);
}

static void
conditions_of_rules(void **state)
{
	json_t *knobs = parse("{\"kv\":null,\"draft\":{\"how\":\"x\",\"depth\":2}}");
	json_t *settings = parse("{\"fa\":\"off\",\"prefix_cache\":false}");
	json_t *c = parse("{\"pinned\":{\"kv\":\"fp8\"}}");
	static const struct {
		const char *when;
		bool holds;
	} cases[] = {{"{}", true}, {"{\"kv\":[null,\"auto\"]}", true},
		{"{\"kv\":[\"f16\"]}", false},
		{"{\"draft.how\":[\"x\"],\"fa\":[\"off\",\"auto\"]}", true},
		{"{\"draft.depth\":[1]}", false}, {"{\"pinned.kv\":[\"fp8\"]}", true},
		{"{\"absent\":[null]}", true}, {"{\"absent\":[1]}", false},
		{"{\"prefix_cache\":[false]}", true}};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		json_t *when = parse(cases[i].when);

		assert_int_equal(when_holds(when, knobs, settings, c), cases[i].holds);
		json_decref(when);
	}
	json_decref(c);
	json_decref(settings);
	json_decref(knobs);
}

static void
arguments(void **state)
{
	struct engine *e = engine_load(ENGINE);
	json_t *cell = parse(
		"{\"checkpoint\":\"c\",\"paths\":{\"weights\":\"/w/a.gguf\"},\"knobs\":{\"quant\":"
		"\"F16\",\"kv\":\"q8_0\",\"draft\":{\"how\":\"none\",\"depth\":0},\"np\":4,"
		"\"load\":4,\"watermark\":null},\"settings\":{\"ctx_per_slot\":2048,\"fa\":"
		"\"on\",\"prefix_cache\":false,\"gpu_layers\":null,\"threads\":2,\"extra_argv\":"
		"[\"--x\"],\"env\":{}}}");
	json_t *vars = engine_vars(e, cell);
	struct argv a = {0};
	char *why, *all = xstrdup("");

	(void)state;
	json_object_set_new(vars, "program", json_string("/p"));
	json_object_set_new(vars, "host", json_string("h"));
	json_object_set_new(vars, "port", json_integer(1));
	assert_true(engine_argv(e, cell, vars, NULL, &a, &why));
	for (size_t i = 0; i < a.n; i++) {
		char *more = xasprintf("%s%s ", all, a.v[i]);

		free(all);
		all = more;
	}
	assert_non_null(strstr(all, "-c 8192 ")); /* the total over slots */
	assert_non_null(strstr(all, "-ctk q8_0 -ctv q8_0 -np 4 --x "));
	assert_non_null(strstr(all, "-fit off "));
	assert_non_null(strstr(all, "--cache-ram 0 "));
	assert_null(strstr(all, "-ngl"));
	assert_null(strstr(all, "spec"));
	free(all);
	argv_free(&a);
	json_decref(vars);
	json_decref(cell);
	engine_free(e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(places), cmocka_unit_test(templates),
		cmocka_unit_test(impossible), cmocka_unit_test(estimates),
		cmocka_unit_test(conditions_of_rules), cmocka_unit_test(arguments)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
