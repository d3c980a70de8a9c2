/*
 * A mathematical answer. Rules: gsm8k-strict and gsm8k-flexible are lm-eval's (math/gsm8k.h); value
 * reads the final answer (math/read.h) and compares what it means (math/equal.h).
 */
#include <stdlib.h>
#include <string.h>

#include "scorer/math/gsm8k.h"
#include "scorer/math/value.h"
#include "scorer/scorer.h"
#include "scorer/text.h"

static void
judge(const struct score_input *in, struct verdict *v)
{
	struct span text = {in->text, in->len}, gold, rule, read;

	if (!scoring_string(in, "gold", &gold, v) || !scoring_string(in, "rule", &rule, v))
		return;
	if (verdict_no_answer(in, v))
		return;
	if (span_equal(rule, SPAN("gsm8k-strict"))) {
		read = gsm8k_strict(text);
		verdict_compare(v, gsm8k_match(read, gold), read, gold);
	} else if (span_equal(rule, SPAN("gsm8k-flexible"))) {
		read = gsm8k_flexible(text);
		verdict_compare(v, gsm8k_match(read, gold), read, gold);
	} else if (span_equal(rule, SPAN("value"))) {
		math_value_judge(text, gold, v);
	} else {
		verdict_set(v, PASS_NULL, "not-judged: math has no rule '%.*s'",
			(int)(rule.len < 40 ? rule.len : 40), rule.s);
	}
}

const struct scorer scorer_math = {
	.name = "math",
	.version = "1",
	.help = "a mathematical answer: by value, or as lm-eval reads GSM8K",
	.judge = judge,
	.reads_text = true,
};
