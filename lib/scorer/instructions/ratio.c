/* ratio of IFBench. */
#include <string.h>

#include "language/nlp.h"
#include "scorer/instructions/instructions.h"

/* The next run of \w as the tokenizer has it; false at the end. */
static bool
next_run(struct ustr s, size_t *at, struct ustr *run)
{
	size_t from = *at, to;

	while (from < s.n && !uc_is(s.s[from], UC_RWORD))
		from++;
	for (to = from; to < s.n && uc_is(s.s[to], UC_RWORD); to++)
		;
	*at = to;
	*run = ustr_slice(s, from, to);
	return to > from;
}

enum outcome
check_stop_words(const struct constraint *c, struct text *t)
{
	enum { LONGEST_STOP_WORD = 16 };
	const struct data *d = language_data();
	uint32_t buffer[LONGEST_STOP_WORD];
	size_t words = 0, stops = 0;
	struct ustr run;

	for (size_t at = 0; next_run(t->s, &at, &run); words++) {
		if (run.n > LONGEST_STOP_WORD)
			continue;
		for (size_t i = 0; i < run.n; i++)
			buffer[i] = uc_lower(run.s[i]);
		stops += nlp_stop_word(d, (struct ustr){buffer, run.n});
	}
	return words > 0 && (double)stops / (double)words * 100 <= c->arg[0].num;
}

static size_t
count_ending(struct ulist sentences, uint32_t mark)
{
	size_t n = 0;

	for (size_t i = 0; i < sentences.n; i++) {
		struct ustr s = sentences.at[i];

		n += s.n && s.s[s.n - 1] == mark;
	}
	return n;
}

/* 0 = 2 × 0 is no ratio: corrected, there is a question. */
enum outcome
check_sentence_type(const struct constraint *c, struct text *t)
{
	struct ulist sentences = text_sentences(t);
	size_t questions = count_ending(sentences, '?');

	if (c->reading == READ_CORRECTED && questions == 0)
		return NOT_FOLLOWED;
	return count_ending(sentences, '.') == 2 * questions;
}

enum outcome
check_sentence_balance(const struct constraint *c, struct text *t)
{
	struct ulist sentences = text_sentences(t);
	size_t questions = count_ending(sentences, '?');

	if (c->reading == READ_CORRECTED && questions == 0)
		return NOT_FOLLOWED;
	return count_ending(sentences, '.') == questions &&
	       count_ending(sentences, '!') == questions;
}

/* Trigrams: those of ASCII characters as bits, the others in a map. */
struct trigrams {
	unsigned char *ascii;
	struct umap others;
	size_t n;
};

static void
trigrams_init(struct trigrams *g, struct arena *a)
{
	enum { BYTES = 1 << 18 }; /* a bit for each three of 128 */

	g->ascii = arena_alloc(a, BYTES, 1);
	memset(g->ascii, 0, BYTES);
	g->others = UMAP(a);
	g->n = 0;
}

/* Is the trigram at s[i] in g? bits are its characters, 7 each, where all three are ASCII. */
static bool
trigram_known(struct trigrams *g, struct ustr s, size_t i, bool ascii, uint32_t bits)
{
	if (ascii)
		return g->ascii[bits / 8] >> bits % 8 & 1;
	return g->others.n && *umap_at(&g->others, ustr_slice(s, i, i + 3));
}

static void
trigram_add(struct trigrams *g, struct ustr s, size_t i, bool ascii, uint32_t bits)
{
	g->n++;
	if (ascii)
		g->ascii[bits / 8] |= (unsigned char)(1U << bits % 8);
	else
		*umap_at(&g->others, ustr_slice(s, i, i + 3)) = 1;
}

/* Adds those of s, and counts those new in g that `other`, where it isn't NULL, has too. */
static size_t
trigrams_of(struct trigrams *g, struct ustr s, struct trigrams *other)
{
	size_t shared = 0, ascii_from = 0;
	uint32_t bits = 0;

	for (size_t i = 0; i < s.n; i++) {
		bool ascii;

		if (s.s[i] >= 0x80)
			ascii_from = i + 1;
		bits = (bits << 7 | (s.s[i] & 0x7f)) & 0x1fffff;
		ascii = i >= ascii_from + 2;
		if (i < 2 || trigram_known(g, s, i - 2, ascii, bits))
			continue;
		trigram_add(g, s, i - 2, ascii, bits);
		shared += other && trigram_known(other, s, i - 2, ascii, bits);
	}
	return shared;
}

static bool
within(double percent, const struct constraint *c)
{
	return c->arg[1].num - 2 <= percent && percent <= c->arg[1].num + 2;
}

/* The share of the text's different trigrams of characters that the reference text has too. */
static enum outcome
overlap_of_characters(const struct constraint *c, struct text *t)
{
	struct trigrams ours, theirs;
	size_t shared;

	if (t->s.n < 3)
		return NOT_FOLLOWED;
	trigrams_init(&ours, t->scratch);
	trigrams_init(&theirs, t->scratch);
	trigrams_of(&theirs, c->arg[0].text, NULL);
	shared = trigrams_of(&ours, t->s, &theirs);
	return within((double)shared / (double)ours.n * 100, c);
}

/* Words in lower case, numbered by a map; trigrams are then three numbers. */
static size_t
number_words(struct arena *a, struct umap *ids, struct ustr s, uint32_t **out)
{
	struct ustr low = ustr_lower(a, s), word;
	size_t n = 0;

	*out = arena_alloc(a, s.n + 1, sizeof **out);
	for (size_t at = 0; next_run(low, &at, &word);) {
		uint32_t *id = umap_at(ids, word);

		if (!*id)
			*id = (uint32_t)ids->n;
		(*out)[n++] = *id;
	}
	return n;
}

/* Corrected: trigrams of words, as the term is used of a text. */
static enum outcome
overlap_of_words(const struct constraint *c, struct text *t)
{
	struct umap ids = UMAP(t->scratch), seen = UMAP(t->scratch), theirs = UMAP(t->scratch);
	uint32_t *ours, *reference;
	size_t n = number_words(t->scratch, &ids, t->s, &ours), shared = 0;
	size_t m = number_words(t->scratch, &ids, c->arg[0].text, &reference);

	for (size_t i = 0; i + 2 < m; i++)
		*umap_at(&theirs, (struct ustr){reference + i, 3}) = 1;
	for (size_t i = 0; i + 2 < n; i++) {
		struct ustr gram = {ours + i, 3};
		uint32_t *known = umap_at(&seen, gram);

		if (!*known && *umap_at(&theirs, gram))
			shared++;
		*known = 1;
	}
	return seen.n ? within((double)shared / (double)seen.n * 100, c) : NOT_FOLLOWED;
}

enum outcome
check_overlap(const struct constraint *c, struct text *t)
{
	return c->reading == READ_CORRECTED ? overlap_of_words(c, t) : overlap_of_characters(c, t);
}

/* No word stands in two of the sentences. */
static bool
all_different(struct arena *a, struct ulist sentences)
{
	struct umap seen = UMAP(a);

	for (size_t i = 0; i < sentences.n; i++) {
		struct ustr low = ustr_lower(a, sentences.at[i]), word;

		for (size_t at = 0; next_run(low, &at, &word);) {
			uint32_t *in = umap_at(&seen, word);

			if (*in && *in != i + 1)
				return false;
			*in = (uint32_t)i + 1;
		}
	}
	return true;
}

/* Three sentences of one length; the references don't look whether their words differ. */
enum outcome
check_sentence_words(const struct constraint *c, struct text *t)
{
	struct ulist s = text_sentences(t);
	size_t len;

	if (s.n != 3)
		return NOT_FOLLOWED;
	len = ustr_strip(s.at[0]).n;
	if (ustr_strip(s.at[1]).n != len || ustr_strip(s.at[2]).n != len)
		return NOT_FOLLOWED;
	return c->reading == READ_COMPATIBLE || all_different(t->scratch, s);
}
