/* A fixed string: the first byte chooses the rule, the first line is the gold string. */
#include "judging.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct fuzz_case c = fuzz_split(data, len);

	fuzz_judge(&scorer_exact, c.text,
		json_pack("{s:s, s:s}", "rule", c.choice % 2 ? "cot" : "strip", "gold", c.head),
		NULL);
	fuzz_free(&c);
	return 0;
}
