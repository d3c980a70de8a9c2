/* Fixed strings: each rule's pass and its nearest fail. */
#include "judging.h"

static struct verdict
compare(const char *rule, const char *text, const char *gold)
{
	return judged(
		&scorer_exact, text, json_pack("{s:s, s:s}", "rule", rule, "gold", gold), NULL);
}

static void
strip(void **state)
{
	(void)state;
	expect(compare("strip", " True\n", "True"), PASS_TRUE, "True", "True");
	expect(compare("strip", "True.", "True"), PASS_FALSE, "True.", "True");
	expect(compare("strip", "true", "True"), PASS_FALSE, "true", "True");
	expect(compare("strip", "\xE2\x80\x83(A)\xC2\xA0", "(A)"), PASS_TRUE, "(A)", "(A)");
	expect(compare("strip", "a b", "a  b"), PASS_FALSE, "a b", "a  b");
	expect(compare("strip", "<think>x</think>True", "True"), PASS_TRUE, "True", "True");
	expect(compare("strip", "<think>True", "True"), PASS_FALSE, "no answer", "True");
	expect(compare("strip", " ", ""), PASS_FALSE, "no answer", "");
}

static void
cot(void **state)
{
	(void)state;
	expect(compare("cot", "So the answer is True.", "True"), PASS_TRUE, "True", "True");
	expect(compare("cot", "So the answer is True", "True"), PASS_FALSE, "Tru", "True");
	expect(compare("cot", "So the answer is \nthe answer is (B).", "(B)"), PASS_TRUE, "(B)",
		"(B)");
	expect(compare("cot", "the answer is (A). the answer is (B).", "(A)"), PASS_FALSE, "two",
		"(A)");
	expect(compare("cot", "the answer is (A).\nthe answer is (B).", "(A)"), PASS_TRUE, "two",
		"(A)");
	expect(compare("cot", "The Answer Is (A).", "(A)"), PASS_FALSE, "case", "(A)");
	expect(compare("cot", "the answer is \xC3\xA9\xC3\xA9", "\xC3\xA9"), PASS_TRUE, "é", "é");
}

/* The reference drops the last character whatever it is, and takes the first place. */
static void
both_readings(void **state)
{
	struct verdict v = compare("cot", "So the answer is **True**", "True");

	(void)state;
	assert_int_equal(v.pass, PASS_FALSE);
	assert_int_equal(variant(&v, "compatible"), 0);
	assert_int_equal(variant(&v, "corrected"), 1);
	verdict_release(&v);
	v = compare("cot", "the answer is 4.\nNo, the answer is 5.", "5");
	assert_int_equal(variant(&v, "compatible"), 0);
	assert_int_equal(variant(&v, "corrected"), 1);
	verdict_release(&v);
}

static void
what_cannot_be_judged(void **state)
{
	(void)state;
	expect(compare("loose", "True", "True"), PASS_NULL, "True", "True");
	expect(judged(&scorer_exact, "True", json_pack("{s:s}", "rule", "strip"), NULL), PASS_NULL,
		"True", "none");
	expect(judged(&scorer_exact, "True", NULL, NULL), PASS_NULL, "True", "none");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(strip),
		cmocka_unit_test(cot),
		cmocka_unit_test(both_readings),
		cmocka_unit_test(what_cannot_be_judged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
