/* Mathematics: each kind of answer that passes, and its nearest fail. */
#include "judging.h"

struct row {
	const char *gold, *text;
	bool pass;
};

static void
check_rule(const char *rule, const struct row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		json_t *scoring = json_pack(
			"{s:s, s:s, s:s}", "scorer", "math", "gold", rows[i].gold, "rule", rule);

		assert_non_null(scoring);
		expect(judged(&scorer_math, rows[i].text, scoring, NULL),
			rows[i].pass ? PASS_TRUE : PASS_FALSE, rows[i].text, rows[i].gold);
	}
}

#define CHECK(rule, ...)                                                                           \
	do {                                                                                       \
		static const struct row rows[] = {__VA_ARGS__};                                    \
		check_rule(rule, rows, ROWS(rows));                                                \
	} while (0)

/* The compatible rules keep the reference's quirks: first marker, "$2.50" as it stands, ".." a number. */
static void
gsm8k_strict(void **state)
{
	(void)state;
	CHECK("gsm8k-strict", {"18", "#### 18", true}, {"18", "#### 18.", true},
		{"18", "#### 19", false}, {"18", "#### 4\n#### 18", false},
		{"4", "#### 4\n#### 18", true}, {"18", "#### $18", false}, {"18", "####18", false},
		{"1800", "#### 1,800", true}, {"-3", "#### -3", true}, {"18", "#### 18.0", false},
		{"9 eggs\n#### 18", "#### 18", true}, {"18", "The answer is 18", false},
		{"18", "#### none\n#### 18", true}, {"18", "#### 18..", false});
}

static void
gsm8k_flexible(void **state)
{
	(void)state;
	CHECK("gsm8k-flexible", {"18", "so 18", true}, {"18", "so 18 of 20", false},
		{"18", "so it is $18.", true}, {"18", "so it is 18...", false}, {"18", "18,", true},
		{"18", "18 or -18", false}, {"-18", "it is -18", true}, {"8", "a 8", true},
		{"8", "8 ..", false}, {"1800", "$1,800", true}, {"18", "no number", false},
		{"18", "18.0", false});
}

static void
where_the_answer_stands(void **state)
{
	(void)state;
	CHECK("value", {"18", "The answer is 18...", true}, {"18", "Answer: 18, as shown.", true},
		{"18", "So it costs $18.00", true}, {"18", "So it costs $18.01", false},
		{"18", "#### 4\nNo:\n#### 18", true}, {"4", "#### 4\nNo:\n#### 18", false},
		{"18", "#### $18", true}, {"18", "#### **18**", true},
		{"18", "**Answer: \\$18 per day.**", true},
		{"42", "Thus \\[ \\boxed{42} \\]", true}, {"42", "boxed 42, \\boxed{43}", false},
		{"42", "\\boxed{41} and later #### 42", true},
		{"42", "#### 41, no, \\boxed{42}", true}, {"10000", "$10,000$", true},
		{"8", "We get $x=2$ so the cost is $8$.", true},
		{"2", "We get $x=2$ so the cost is $8$.", false},
		{"3", "She sells 5 for $3.", true}, {"5", "She sells 5 for $3.", false},
		{"8", "It costs $5 and sells for $8", true},
		{"0.75", "**Final Answer**\n\n$$\\frac{3}{4}$$", true},
		{"0.75", "Final answer:\n\\[\n\\frac{3}{4}\n\\]", true},
		{"12", "The answer is 12 and not 13", true},
		{"6", "There are 6 apples left.", true}, {"540", "180*3=<<180*3=540>>540", true},
		{"-3", "The answer is -3.", true}, {"3", "The answer is -3.", false},
		{"7", "Answer: seven (7)", true}, {"\\text{Evelyn}", "The answer is Evelyn.", true},
		{"\\text{Evelyn}", "The answer is Evan.", false}, {"18", "no idea", false},
		{"1,2,3", "\\boxed{1}, \\boxed{2} and \\boxed{3}", true},
		{"1,2,3", "\\boxed{1} but then \\boxed{2} and \\boxed{3}", false},
		{"She has <<9*2=18>>18.\n#### 18", "It is 18.", true},
		{"We have $x^2$, thus $\\boxed{7}$.", "7", true});
}

static void
thinking_is_no_answer(void **state)
{
	(void)state;
	CHECK("value", {"12", "<think>maybe 12, or #### 12? hmm", false},
		{"5", "<think>a</think>The tag </think> closes it. #### 5", true},
		{"12", "<think>#### 12</think>#### 5", false}, {"12", "<think>12</think>", false},
		{"12", "", false}, {"12", " \n", false});
}

static void
numbers(void **state)
{
	(void)state;
	CHECK("value", {"\\frac{1}{2}", "\\boxed{0.5}", true},
		{"\\frac{1}{2}", "\\boxed{0.50}", true}, {"\\frac13", "\\boxed{0.333333}", false},
		{"\\frac13", "\\boxed{0.\\overline{3}}", true},
		{"\\frac16", "\\boxed{0.1\\overline{6}}", true},
		{"\\frac{13}{15}", "\\boxed{0.87}", false},
		{"14/3", "\\boxed{4\\frac{2}{3}}", true}, {"14/3", "4 2/3", true},
		{"27", "\\boxed{27\\frac{0}{1}}", false},
		{"\\frac{16}{5}", "\\boxed{\\frac165}", false},
		{"\\frac{12}{13}", "\\boxed{-\\frac{12}{-13}}", true},
		{"1,234,567", "It is 1234567 in all.", true}, {"6,732", "\\boxed{6{,}732}", true},
		{"10,\\!080", "\\boxed{10080}", true}, {"1,22", "\\boxed{1.22}", false},
		{"1000.99", "1000,99", false}, {"2^{64}", "\\boxed{18446744073709551616}", true},
		{"2^{64}", "\\boxed{18446744073709551617}", false},
		{"1000000", "\\boxed{10^6}", true}, {"120", "$5! = 120$", true},
		{"\\binom{5}{2}", "\\boxed{10}", true}, {"-41", "\\boxed{--41}", false},
		{"12", "\\boxed{\\lfloor 12.7 \\rfloor}", true}, {"027", "27", true},
		{"4e+1", "\\boxed{1+4e}", true}, {"1e6", "1000000", true});
}

static void
units_and_percent(void **state)
{
	(void)state;
	CHECK("value", {"50\\%", "\\boxed{0.5}", true}, {"50\\%", "\\boxed{50}", true},
		{"50", "50%", true}, {"50\\%", "\\boxed{0.05}", false},
		{"0.05", "\\boxed{5}", false},
		{"11\\text{ cm}", "The length is $11$ centimeters.", true},
		{"15\\mbox{ cm}^2", "\\boxed{15}", true}, {"90^\\circ", "\\boxed{90}", true},
		{"90^\\circ", "\\boxed{-90^\\circ}", false}, {"\\$18.90", "18.9 dollars", true},
		{"\\$18.90", "-\\$18.90", false}, {"1920\\text{ ways.}", "\\boxed{1920}", true},
		{"\\sin 30^\\circ", "\\boxed{\\frac12}", true},
		{"\\sin 30", "\\boxed{\\frac12}", false}, {"C Cecile", "C", false});
}

static void
surds(void **state)
{
	(void)state;
	CHECK("value", {"\\sqrt{8}", "\\boxed{2\\sqrt{2}}", true},
		{"\\sqrt{8}", "\\boxed{2.8284271247461900976}", false},
		{"\\frac{1}{\\sqrt{2}}", "\\boxed{\\frac{\\sqrt2}{2}}", true},
		{"\\sqrt{2}+\\sqrt{3}", "\\boxed{\\sqrt{5+2\\sqrt{6}}}", true},
		{"10^{20}", "\\boxed{\\sqrt{10^{40}}}", true},
		{"10^{20}", "\\boxed{\\sqrt{10^{40}+1}}", false},
		{"10^{20}", "\\boxed{10^{20}+\\pi-\\pi}", true},
		{"10^{20}", "\\boxed{10^{20}+\\pi-3}", false},
		{"\\sqrt[3]{-8}", "\\boxed{-2}", true}, {"-5", "\\boxed{\\sqrt{25}}", false},
		{"12\\pi", "\\boxed{37.69911184307752}", false}, {"12\\pi", "12 pi", true},
		{"8\\sqrt{3}", "8sqrt(3)", true}, {"6-5i", "\\boxed{-5i+6}", true},
		{"-i", "\\boxed{\\frac{1}{i}}", true}, {"\\log_2 8", "\\boxed{3}", true});
}

static void
towers_end_at_once(void **state)
{
	(void)state;
	CHECK("value", {"2003^{2002^{2001}}", "\\boxed{2003^{2002^{2001}}}", true},
		{"2003^{2002^{2001}}", "\\boxed{2003^{2002^{2002}}}", false},
		{"7", "\\boxed{9^{9^{9^{9^{9}}}}}", false},
		{"2^{10000000}", "\\boxed{2^{10000001}}", false},
		{"1", "\\boxed{1^{10^{100}}}", true}, {"2", "\\boxed{2^{10^{100}}}", false},
		{"5", "\\boxed{(10^{9})!}", false}, {"5", "\\boxed{((3!)!)!}", false});
}

static void
functions(void **state)
{
	(void)state;
	CHECK("value", {"(x+1)^2", "\\boxed{x^2+2x+1}", true},
		{"(x+1)^2", "\\boxed{x^2+2x+2}", false}, {"x^2", "\\boxed{y^2}", false},
		{"\\sin^2 x + \\cos^2 x", "\\boxed{1}", true},
		{"\\sin^2 x - \\cos^2 x", "\\boxed{1}", false},
		{"x", "\\boxed{\\sqrt{x^2}}", false}, {"(x+1)^{50}-(x+1)^{50}", "\\boxed{0}", true},
		{"2k+2", "\\boxed{2(k+1)}", true}, {"\\frac{11+9a}{20}", "\\boxed{.55+.45a}", true},
		{"\\cot x", "\\boxed{\\cot y}", false},
		{"x^3+3x-6", "\\boxed{x^3+3x-6+10^{-30}}", false},
		{"a_1+a_2", "\\boxed{a_{2}+a_{1}}", true}, {"a_1", "\\boxed{a_2}", false},
		{"9\\pi", "\\boxed{9\\PI}", false}, {"11\\sqrt2", "\\boxed{11\\SQRT2}", false});
}

static void
equations(void **state)
{
	(void)state;
	CHECK("value", {"5", "\\boxed{x = 5}", true}, {"x = 5", "\\boxed{5}", true},
		{"x = 5", "\\boxed{y = 5}", false}, {"y = 2x + 3", "\\boxed{2x - y + 3 = 0}", true},
		{"y = 2x + 3", "\\boxed{2y = 4x + 6}", true},
		{"y = 2x + 3", "\\boxed{y = 2x}", false},
		{"x=1 \\text{ or } x=2", "\\boxed{x=2, x=1}", true},
		{"1,-2", "\\boxed{x=1,-2}", true}, {"1,-3", "\\boxed{-1,-3}", false},
		{"x^2+y^2=13", "\\boxed{x^2+y^2=12}", false});
}

static void
collections(void **state)
{
	(void)state;
	CHECK("value", {"\\{1,2,3\\}", "\\boxed{3,2,1}", true},
		{"\\{1,2,3\\}", "\\boxed{1,2}", false}, {"(1,2)", "\\boxed{(2,1)}", false},
		{"(3,1)", "\\boxed{\\{1,3\\}}", false}, {"(1,\\frac{9}{2})", "$(1,4.5)$", true},
		{"2 \\pm \\sqrt{3}", "\\boxed{2+\\sqrt3, 2-\\sqrt3}", true},
		{"2 \\pm \\sqrt{3}", "\\boxed{2+\\sqrt3}", false},
		{"\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}",
			"\\boxed{\\begin{bmatrix}1&2\\\\3&4\\end{bmatrix}}", true},
		{"\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}",
			"\\boxed{\\begin{bmatrix}1&3\\\\2&4\\end{bmatrix}}", false},
		{"\\begin{pmatrix} 1 \\\\ 2 \\end{pmatrix}",
			"\\boxed{\\begin{pmatrix} 1 & 2 \\end{pmatrix}}", false},
		{"3:1", "\\boxed{3:1}", true}, {"12:00", "\\boxed{1:00}", false},
		{"(15,-29)", "\\boxed{-(15,-29)}", false});
}

static void
intervals(void **state)
{
	(void)state;
	CHECK("value", {"[2,5)", "\\boxed{[2,5)}", true}, {"[2,5)", "\\boxed{[2,5]}", false},
		{"x \\ge 5", "\\boxed{[5,\\infty)}", true},
		{"x > 5", "\\boxed{[5,\\infty)}", false},
		{"-2 \\le x \\le 7", "\\boxed{x \\in [-2,7]}", true},
		{"x \\in [-2,7]", "\\boxed{y \\in [-2,7]}", false},
		{"(-\\infty,2)\\cup(3,\\infty)", "\\boxed{(3,\\infty)\\cup(-\\infty,2)}", true},
		{"(-\\infty,2)\\cup(3,\\infty)", "\\boxed{(-\\infty,2)\\cap(3,\\infty)}", false},
		{"(3,4]", "3 and 4", false});
}

static void
bases(void **state)
{
	(void)state;
	CHECK("value", {"2516_8", "\\boxed{2516_{8}}", true}, {"2516_8", "\\boxed{2516_9}", false},
		{"2516_8", "\\boxed{2516}", false}, {"8_9", "\\boxed{-8_9}", false},
		{"11_2", "\\boxed{(11_{\\text{two}})}", true});
}

static void
hostile_input_is_read_in_bounds(void **state)
{
	static const char *const pieces[] = {"(", "{", "\\frac{", "\\sqrt{", "-", "x^", "|",
		"\\left(", "1,", "\\boxed{", "$", "\\text{1", "\\sin", "\\begin{pmatrix}", "1\\pm",
		"((x+1)^9)^9*", "\\overline{", "#### ", "answer is ", "9!", "\\\\"};
	char *text = malloc(400001);

	(void)state;
	for (size_t i = 0; i < ROWS(pieces); i++) {
		size_t n = strlen(pieces[i]), len = 0;

		while (len + n <= 400000) {
			memcpy(text + len, pieces[i], n);
			len += n;
		}
		text[len] = '\0';
		expect(judged(&scorer_math, text,
			       json_pack("{s:s, s:s}", "gold", "7.25", "rule", "value"), NULL),
			PASS_FALSE, pieces[i], "7.25");
		text[7000] = '\0';
		expect(judged(&scorer_math, text,
			       json_pack("{s:s, s:s}", "gold", text, "rule", "value"), NULL),
			PASS_TRUE, pieces[i], "itself");
	}
	free(text);
}

static void
what_cannot_be_judged(void **state)
{
	(void)state;
	expect(judged(&scorer_math, "18", json_pack("{s:s}", "rule", "value"), NULL), PASS_NULL,
		"18", "none");
	expect(judged(&scorer_math, "18", json_pack("{s:s, s:s}", "gold", "18", "rule", "v"), NULL),
		PASS_NULL, "18", "rule v");
	expect(judged(&scorer_math, "18", json_pack("{s:i, s:s}", "gold", 18, "rule", "value"),
		       NULL),
		PASS_NULL, "18", "a number");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gsm8k_strict),
		cmocka_unit_test(gsm8k_flexible),
		cmocka_unit_test(where_the_answer_stands),
		cmocka_unit_test(thinking_is_no_answer),
		cmocka_unit_test(numbers),
		cmocka_unit_test(units_and_percent),
		cmocka_unit_test(surds),
		cmocka_unit_test(towers_end_at_once),
		cmocka_unit_test(functions),
		cmocka_unit_test(equations),
		cmocka_unit_test(collections),
		cmocka_unit_test(intervals),
		cmocka_unit_test(bases),
		cmocka_unit_test(hostile_input_is_read_in_bounds),
		cmocka_unit_test(what_cannot_be_judged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
