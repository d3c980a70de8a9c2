/*
 * Sentences: in order, inside the text, none of a blank one; and parts of it, between blanks, break as
 * they do alone. The first two bytes say where the part is. Without the language data nothing is done.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "language/nlp.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static void
check_part(const struct data *d, struct arena *a, struct ustr s, size_t from, size_t to)
{
	struct nlp_breaks whole = nlp_breaks(d, a, s), alone, shared;

	while (to < s.n && !uc_space(s.s[to]))
		to++;
	while (from > 0 && !uc_space(s.s[from - 1]))
		from--;
	while (from < to && uc_space(s.s[from]))
		from++;
	while (from < to && uc_space(s.s[to - 1]))
		to--;
	if (from >= to)
		return;
	alone = nlp_breaks(d, a, ustr_slice(s, from, to));
	shared = nlp_breaks_part(d, a, s, &whole, from, to);
	if (alone.n != shared.n || memcmp(alone.at, shared.at, alone.n * sizeof *alone.at) != 0)
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	const struct data *d = language_data();
	struct arena a = ARENA_INIT;
	struct ulist sentences;
	const uint32_t *at;
	struct ustr s;

	if (!d || len < 2)
		return 0;
	s = ustr_decode(&a, (const char *)data + 2, len - 2);
	sentences = nlp_sentences(d, &a, s);
	at = s.s;
	for (size_t i = 0; i < sentences.n; at = sentences.at[i].s + sentences.at[i].n, i++)
		if (sentences.at[i].s < at || sentences.at[i].s + sentences.at[i].n > s.s + s.n)
			abort();
	if (ustr_blank(s) != (sentences.n == 0))
		abort();
	if (s.n) {
		size_t from = data[0] % s.n, to = from + data[1] % (s.n - from) + 1;

		check_part(d, &a, s, from, to);
		check_part(d, &a, s, from, s.n);
		check_part(d, &a, s, 0, to);
	}
	arena_release(&a);
	return 0;
}
