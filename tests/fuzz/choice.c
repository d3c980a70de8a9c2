/* A choice: the first byte is how many options there are, the first line the gold letter. */
#include "judging.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct fuzz_case c = fuzz_split(data, len);

	fuzz_judge(&scorer_choice, c.text,
		json_pack("{s:s, s:i}", "gold", c.head, "options", c.choice % 30), NULL);
	fuzz_free(&c);
	return 0;
}
