/* The words of a sentence: one pass against all of the rules, each word with something in it. */
#include <stdint.h>
#include <stdlib.h>

#include "language/nlp.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct arena a = ARENA_INIT;
	struct ustr s = ustr_decode(&a, (const char *)data, len);
	struct ulist words = nlp_words(&a, s), rules = nlp_words_by_rules(&a, s);

	if (words.n != rules.n)
		abort();
	for (size_t i = 0; i < words.n; i++)
		if (!words.at[i].n || !ustr_eq(words.at[i], rules.at[i]))
			abort();
	arena_release(&a);
	return 0;
}
