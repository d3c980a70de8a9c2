/* Twins by value, on checkpoints that tests/plan/mkweights.py makes in both formats. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/registry.h"
#include "engine/twin.h"
#include "kit/json.h"
#include "kit/mem.h"

static char folder[] = "/tmp/tierbench-twin.XXXXXX";

static char *
in_folder(const char *name)
{
	return xasprintf("%s/%s", folder, name);
}

static void
make(const char *kind, const char *name, const char *options)
{
	char *command = xasprintf(
		"python3 tests/plan/mkweights.py %s %s/%s %s", kind, folder, name, options);

	assert_int_equal(system(command), 0);
	free(command);
}

static json_t *
verify(const char *a, const char *b, const char *cache)
{
	char *pa = in_folder(a), *pb = in_folder(b), *pc = cache ? in_folder(cache) : NULL, *why;
	json_t *v = twin_verify(pa, pb, pc, &why);

	if (v == NULL) {
		print_message("%s\n", why);
		free(why);
	}
	free(pc);
	free(pb);
	free(pa);
	return v;
}

static void
same(void **state)
{
	json_t *v;

	(void)state;
	make("gguf", "x.gguf", "");
	make("hf", "x-hf", "shards=2");
	v = verify("x.gguf", "x-hf", NULL);
	assert_true(json_is_true(json_object_get(v, "same_weights")));
	assert_int_equal(json_int(v, "tensors", 0), 20);
	assert_int_equal(json_int(v, "values", 0), 19104);
	json_decref(v);
	v = verify("x-hf", "x.gguf", NULL); /* either way round */
	assert_true(json_is_true(json_object_get(v, "same_weights")));
	json_decref(v);
}

static void
same_with_experts_and_shifted_norms(void **state)
{
	json_t *v;

	(void)state;
	make("gguf", "moe.gguf", "experts=4 used=2 split= plus=1");
	make("hf", "moe-hf", "experts=4 used=2");
	v = verify("moe.gguf", "moe-hf", NULL);
	/* 1 + a half needs no more bits than a float has, but the sum may round differently: F16 here. */
	assert_true(json_is_true(json_object_get(v, "same_weights")));
	json_decref(v);
}

static void
one_value(void **state)
{
	json_t *v;

	(void)state;
	make("gguf", "y.gguf", "");
	make("hf", "y-hf", "flip=model.layers.1.self_attn.k_proj.weight");
	v = verify("y.gguf", "y-hf", NULL);
	assert_true(json_is_false(json_object_get(v, "same_weights")));
	assert_string_equal(json_str(v, "first.a", ""), "blk.1.attn_k.weight");
	assert_string_equal(json_str(v, "first.b", ""), "model.layers.1.self_attn.k_proj.weight");
	assert_int_equal(json_int(v, "first.index", -1), 5);
	json_decref(v);
}

static void
not_the_same(void **state)
{
	json_t *v;

	(void)state;
	make("hf", "other-hf", "seed=2");
	v = verify("x.gguf", "other-hf", NULL);
	assert_true(json_is_false(json_object_get(v, "same_weights")));
	json_decref(v);
	make("hf", "deeper-hf", "layers=3");
	v = verify("x.gguf", "deeper-hf", NULL);
	assert_true(json_is_false(json_object_get(v, "same_weights")));
	assert_non_null(strstr(json_str(v, "why", ""), "has no counterpart"));
	json_decref(v);
}

static void
quantized(void **state)
{
	json_t *v;

	(void)state;
	make("gguf", "x8.gguf", "type=Q8_0");
	v = verify("x8.gguf", "x-hf", NULL);
	assert_true(json_is_null(json_object_get(v, "same_weights")));
	assert_non_null(strstr(json_str(v, "why", ""), "Q8_0"));
	json_decref(v);
	v = verify("x8.gguf", "x8.gguf", NULL);
	assert_true(json_is_true(json_object_get(v, "same_weights")));
	json_decref(v);
	make("gguf", "z8.gguf", "type=Q8_0 seed=2");
	v = verify("x8.gguf", "z8.gguf", NULL);
	assert_true(json_is_false(json_object_get(v, "same_weights")));
	json_decref(v);
}

/* The verdict stands in the registry from then on; a name decides nothing. */
static void
kept(void **state)
{
	char *paths[] = {in_folder("x.gguf"), in_folder("x-hf")}, *cache = in_folder("cache.json");
	json_t *all = registry_read(paths, 2, cache), *v;

	(void)state;
	assert_true(json_is_null(json_path(json_array_get(all, 0), "twin.same_weights")));
	json_decref(all);
	v = verify("x.gguf", "x-hf", "cache.json");
	json_decref(v);
	all = registry_read(paths, 2, cache);
	for (size_t i = 0; i < 2; i++)
		assert_true(json_is_true(json_path(json_array_get(all, i), "twin.same_weights")));
	json_decref(all);
	free(cache);
	free(paths[0]);
	free(paths[1]);
}

static void
unreadable(void **state)
{
	char *why = NULL;

	(void)state;
	assert_null(twin_verify("/nowhere.gguf", "/nowhere", NULL, &why));
	assert_non_null(strstr(why, "/nowhere.gguf: "));
	free(why);
}

static int
set_up(void **state)
{
	(void)state;
	return mkdtemp(folder) ? 0 : -1;
}

static int
tear_down(void **state)
{
	char *command = xasprintf("rm -rf %s", folder);
	int status = system(command);

	(void)state;
	free(command);
	return status;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(same),
		cmocka_unit_test(same_with_experts_and_shifted_norms), cmocka_unit_test(one_value),
		cmocka_unit_test(not_the_same), cmocka_unit_test(quantized), cmocka_unit_test(kept),
		cmocka_unit_test(unreadable)};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
