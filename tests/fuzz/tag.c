/* The first tag: a name, or none of no word; and the syllables of each word, not below 0. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "language/nlp.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	const struct data *d = language_data();
	struct arena a = ARENA_INIT;
	struct ulist words;
	const char *tag;

	if (!d)
		return 0;
	words = nlp_words(&a, ustr_decode(&a, (const char *)data, len));
	tag = nlp_first_tag(d, &a, words);
	if ((*tag == '\0') != (words.n == 0) || strlen(tag) > 4)
		abort();
	for (size_t i = 0; i < words.n; i++)
		if (nlp_syllables(d, &a, words.at[i]) < 0)
			abort();
	arena_release(&a);
	return 0;
}
