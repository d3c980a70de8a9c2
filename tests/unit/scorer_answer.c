/* Thinking text is no answer. */
#include "judging.h"

static void
thinking_is_taken_off(void **state)
{
	static const struct {
		const char *text, *answer;
		bool unclosed;
	} rows[] = {
		{"plain", "plain", false},
		{"", "", false},
		{"<think>a</think>b", "b", false},
		{" \n<think>a</think>\n\nb ", "\n\nb ", false},
		{"<think></think>", "", false},
		{"<think>maybe 12, or #### 12? hmm", "", true},
		{"<think>a</think", "", true},
		{"<think>a</think>The tag </think> closes it. #### 5",
			"The tag </think> closes it. #### 5", false},
		{"The tag <think> opens it.", "The tag <think> opens it.", false},
		{"a</think>b", "a</think>b", false},
		{"<think>a</think><think>b</think>c", "c", false},
		{"<think>a</think> <think>b", "", true},
		{"<think>a<think>b</think>c</think>d", "c</think>d", false},
		{"<thinking>a</thinking>", "<thinking>a</thinking>", false},
	};

	(void)state;
	for (size_t i = 0; i < ROWS(rows); i++) {
		const char *text = rows[i].text;
		bool unclosed = !rows[i].unclosed;
		size_t rest = 999;
		const char *at = answer_without_thinking(text, strlen(text), &rest, &unclosed);

		assert_string_equal(at, rows[i].answer);
		assert_int_equal(rest, strlen(rows[i].answer));
		assert_int_equal(unclosed, rows[i].unclosed);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(thinking_is_taken_off)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
