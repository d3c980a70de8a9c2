/* References and the check of a brief, on records made here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "kit/rec.h"
#include "page/check.h"
#include "page/ref.h"

static const char *const lines[] = {
	"{\"kind\":\"cell\",\"cell\":\"aa\",\"checkpoint\":\"M-7B\",\"knobs\":{\"kv\":\"f16\","
	"\"np\":4}}",
	"{\"kind\":\"cell\",\"cell\":\"bb\",\"checkpoint\":\"M-7B\",\"knobs\":{\"kv\":\"q8_0\","
	"\"np\":4}}",
	"{\"kind\":\"row\",\"cell\":\"aa\",\"task\":\"t\",\"score\":0.8234,\"memory\":{\"peak_"
	"mib\":4096},"
	"\"speed\":{\"ttft_ms\":{\"p50\":1240}}}",
	"{\"kind\":\"row\",\"cell\":\"bb\",\"task\":\"t\",\"score\":0.8,\"memory\":{\"peak_mib\":"
	"3072}}",
	"{\"kind\":\"gap\",\"contrast\":\"c\",\"knob\":\"kv\",\"task\":\"t\",\"metric\":\"score\","
	"\"diff\":-0.041,\"lo\":-0.07,\"hi\":-0.012,\"mde\":0.049,\"starred\":true}",
	"{\"kind\":\"gap\",\"contrast\":\"c\",\"knob\":\"kv\",\"task\":\"u\",\"metric\":\"score\","
	"\"diff\":0.002,\"lo\":-0.01,\"hi\":0.01,\"mde\":2.5,\"starred\":false}",
	"{\"kind\":\"gap\",\"contrast\":\"c\",\"knob\":\"kv\",\"task\":\"v\",\"metric\":\"score\","
	"\"refused\":\"incomplete\"}",
};

static int
setup(void **state)
{
	static struct report r;

	report_init(&r);
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		size_t column;
		const char *why;
		struct rec *rec = rec_parse(lines[i], strlen(lines[i]), &column, &why);

		assert_non_null(rec);
		report_add(&r, rec);
		rec_free(rec);
	}
	report_finish(&r);
	*state = &r;
	return 0;
}

static int
teardown(void **state)
{
	report_free(*state);
	return 0;
}

static void
values(void **state)
{
	static const struct {
		const char *ref;
		double x;
	} cases[] = {
		{"gap?contrast=c&task=t#diff", -.041},
		{"max:gap?knob=kv#mde", 2.5},
		{"min:gap?knob=kv#mde", .049},
		{"count:gap?", 3},
		{"count:gap?refused=", 2},
		{"count:gap?refused!=", 1},
		{"count:gap?starred=true", 1},
		{"distinct:gap?#contrast", 1},
		{"every:gap?#knob=kv", 1},
		{"every:gap?#starred=false", 0},
		{"none:gap?#knob=quant", 1},
		{"sub:row?cell=aa#memory.peak_mib|row?cell=bb#memory.peak_mib", 1024},
		{"div:row?cell=aa#memory.peak_mib|row?cell=bb#memory.peak_mib", 4. / 3},
		{"gain:row?cell=bb#score|row?cell=aa#score", .8 / .8234 - 1},
		{"count:cell?knobs.np=4", 2},
		{"count:cell?checkpoint=M%2D7B", 2},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct ref_values v;
		struct buf why = BUF_INIT;

		if (!ref_eval(*state, cases[i].ref, &v, &why))
			fail_msg("%s: %s", cases[i].ref, why.s);
		assert_int_equal(v.n, 1);
		assert_float_equal(v.v[0], cases[i].x, 1e-12);
		buf_free(&why);
	}
}

static void
refusals(void **state)
{
	static const char *const refs[] = {
		"gap?contrast=c#diff",
		"gap?contrast=x#diff",
		"gap?contrast=c&task=t#knob",
		"gap?contrast=c&task=t#nope",
		"max:gap?knob=x#mde",
		"nokind?x=y#z",
		"div:row?cell=aa#score",
		"gap?contrast=c&task=t",
	};

	for (size_t i = 0; i < sizeof refs / sizeof *refs; i++) {
		struct ref_values v;
		struct buf why = BUF_INIT;

		if (ref_eval(*state, refs[i], &v, &why))
			fail_msg("%s was told", refs[i]);
		assert_true(why.len > 0 || v.n == 0);
		buf_free(&why);
	}
}

static void
briefs(void **state)
{
	static const struct {
		const char *md;
		size_t figures, wrong;
	} cases[] = {
		{"[\xe2\x88\x92"
		 "4.1 points](<gap?contrast=c&task=t#diff>)",
			1, 0},
		{"[-4.1 points](gap?contrast=c&task=t#diff)", 1, 0},
		{"[-4 points](gap?contrast=c&task=t#diff)", 1, 0},
		{"[4.1 points](gap?contrast=c&task=t#diff)", 1, 1},
		{"[-4.2 points](gap?contrast=c&task=t#diff)", 1, 1},
		{"[-4.1 (-7.0 to -1.2) points](gap?contrast=c&task=t#diff,lo,hi)", 1, 0},
		{"[-4.1 (-7.0 to -1.3) points](gap?contrast=c&task=t#diff,lo,hi)", 1, 1},
		{"[-4.1 points](gap?contrast=c&task=t#diff,lo,hi)", 1, 1},
		{"[82.3%](row?cell=aa&task=t#score)", 1, 0},
		{"[1 GiB](sub:row?cell=aa#memory.peak_mib|row?cell=bb#memory.peak_mib)", 1, 0},
		{"[1.24 s](row?cell=aa&task=t#speed.ttft_ms.p50)", 1, 0},
		{"[1,240 ms](row?cell=aa&task=t#speed.ttft_ms.p50)", 1, 0},
		{"[>100 points](max:gap?#mde)", 1, 0},
		{"[three](count:gap?) gaps", 1, 0},
		{"[two](count:gap?) gaps", 1, 1},
		{"[Every](every:gap?#knob=kv) gap", 1, 0},
		{"[Every](every:gap?#starred=true) gap", 1, 1},
		{"[No](none:gap?#starred=true) star", 1, 1},
		{"[None](count:gap?knob=quant) of them", 1, 0},
		{"[4.1](gap?nothing=c#diff)", 1, 1},
		{"Three gaps, 4 tasks, every star.", 0, 3},
		{"Someone, everyone and a bone: no figures.", 0, 0},
		{"1. A list\n2. of items", 0, 0},
		{"`M-7B` with `q8_0`, `np 4`", 0, 0},
		{"`M-8B`", 0, 1},
		{"`82.3`", 0, 1},
		{"[a page of 3](page.html)", 0, 1},
		{"[unclosed 4", 0, 1},
		{"`unclosed 4", 0, 0},
		{"", 0, 0},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct buf problems = BUF_INIT;
		struct check_result got = check_brief(
			*state, cases[i].md, strlen(cases[i].md), &problems);

		if (got.figures != cases[i].figures || got.wrong != cases[i].wrong)
			fail_msg("%s: %zu figures, %zu wrong\n%s", cases[i].md, got.figures,
				got.wrong, problems.len > 0 ? problems.s : "");
		buf_free(&problems);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values),
		cmocka_unit_test(refusals),
		cmocka_unit_test(briefs),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
