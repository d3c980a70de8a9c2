/* Choices: where the letter is read, and its nearest fail. */
#include "judging.h"

static struct verdict
choose(const char *text, const char *gold, int options)
{
	return judged(&scorer_choice, text,
		json_pack("{s:s, s:i}", "gold", gold, "options", options), NULL);
}

static void
letters(void **state)
{
	static const struct {
		const char *text, *gold;
		enum pass pass;
	} rows[] = {
		{"The answer is (B).", "B", PASS_TRUE},
		{"The answer is (B).", "C", PASS_FALSE},
		{"the answer is B", "B", PASS_TRUE},
		{"The answer is: B", "B", PASS_TRUE},
		{"The answer is (A). No, the answer is (B).", "A", PASS_TRUE},
		{"answer is (K), or answer is C", "C", PASS_TRUE},
		{"answer is (K), answer is J", "J", PASS_TRUE},
		{"answer is (k)", "K", PASS_FALSE},
		{"Answer: D", "D", PASS_TRUE},
		{"answer: D answer: E", "E", PASS_TRUE},
		{"answer: D\nanswer: E", "D", PASS_TRUE},
		{"answer: \n\n D", "D", PASS_TRUE},
		{"answer:\xC2\xA0\x44", "D", PASS_TRUE},
		{"ANSWER: D then F", "F", PASS_TRUE},
		{"nswer: D", "D", PASS_TRUE},
		{"Answer: (D) not E", "E", PASS_TRUE},
		{"A, B or C", "C", PASS_TRUE},
		{"A, B or C", "A", PASS_FALSE},
		{"(C)", "C", PASS_TRUE},
		{"ABC", "C", PASS_FALSE},
		{"C_1", "C", PASS_FALSE},
		{"C\xC3\xA9", "C", PASS_FALSE},
		{"\xCE\x94G is C\xE2\x80\x99s", "C", PASS_TRUE},
		{"**C**", "C", PASS_TRUE},
		{"none of these", "A", PASS_FALSE},
		{"", "A", PASS_FALSE},
		{"<think>answer is A", "A", PASS_FALSE},
		{"A", "AB", PASS_NULL},
		{"A", "a", PASS_NULL},
	};

	(void)state;
	for (size_t i = 0; i < ROWS(rows); i++)
		expect(choose(rows[i].text, rows[i].gold, 10), rows[i].pass, rows[i].text,
			rows[i].gold);
}

static void
more_than_ten_options(void **state)
{
	(void)state;
	expect(choose("The answer is (L).", "L", 12), PASS_TRUE, "L", "L");
	expect(choose("The answer is (L).", "L", 4), PASS_FALSE, "L", "L");
}

static void
both_readings(void **state)
{
	struct verdict v = choose("so it is C", "C", 4);

	(void)state;
	assert_int_equal(v.pass, PASS_TRUE);
	assert_string_equal(v.extracted, "C");
	assert_int_equal(variant(&v, "strict"), 0);
	assert_int_equal(variant(&v, "lenient"), 1);
	verdict_release(&v);
	v = choose("the answer is C", "C", 4);
	assert_int_equal(variant(&v, "strict"), 1);
	verdict_release(&v);
}

/* The reference is quadratic in a line's length. */
static void
long_lines_take_linear_time(void **state)
{
	size_t n = 4000000;
	char *text = malloc(n + 1);

	(void)state;
	for (size_t i = 0; i < n; i++)
		text[i] = "answer: x "[i % 10];
	text[n] = '\0';
	expect(choose(text, "A", 10), PASS_FALSE, "a long line", "A");
	free(text);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(letters),
		cmocka_unit_test(more_than_ten_options),
		cmocka_unit_test(both_readings),
		cmocka_unit_test(long_lines_take_linear_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
