/*
 * A mathematical answer: the first byte chooses the rule, the first line is the gold answer, the rest the
 * text. A verdict is always given, and an answer equal to its gold passes.
 */
#include "judging.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	static const char *const rules[] = {"value", "value", "gsm8k-strict", "gsm8k-flexible"};
	struct fuzz_case c = fuzz_split(data, len);
	json_t *scoring = json_pack("{s:s, s:s}", "rule", rules[c.choice % 4], "gold", c.head);

	fuzz_judge(&scorer_math, c.text, scoring, NULL);
	if (strpbrk(c.head, "0123456789xyz()\\") && !strstr(c.head, "<think>")) {
		scoring = json_pack("{s:s, s:s}", "rule", "value", "gold", c.head);
		if (scoring && fuzz_judge(&scorer_math, c.head, scoring, NULL) == PASS_FALSE)
			abort();
	}
	fuzz_free(&c);
	return 0;
}
