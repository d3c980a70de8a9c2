/* The answer without its thinking is the end of the text, and starts with no further thinking. */
#include "judging.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct fuzz_case c = fuzz_split(data, len);
	size_t n = strlen(c.text), rest = 0;
	bool unclosed = false;
	const char *at = answer_without_thinking(c.text, n, &rest, &unclosed);

	if (at < c.text || at + rest != c.text + n || (unclosed && rest > 0))
		abort();
	if (!unclosed && strncmp(at, "<think>", 7) == 0)
		abort();
	fuzz_free(&c);
	return 0;
}
