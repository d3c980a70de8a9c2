/* sentence of IFBench. */
#include "language/nlp.h"
#include "scorer/instructions/instructions.h"

/* How many words of a sentence in lower case stand in runs that start with the same character. */
static size_t
alliteration(struct ustr low)
{
	size_t n = 0;
	uint32_t before = 0;
	bool inside = false, any = false;
	struct ustr word;

	for (size_t at = 0; ustr_next_word(low, &at, &word);) {
		word = ustr_lstrip_punct(word);
		if (!word.n)
			continue;
		if (any && word.s[0] == before) {
			n += inside ? 1 : 2;
			inside = true;
		} else {
			inside = false;
		}
		before = word.s[0];
		any = true;
	}
	return n;
}

enum outcome
check_alliteration(const struct constraint *c, struct text *t)
{
	struct ulist s = text_sentences(t);
	size_t before = 0;

	(void)c;
	for (size_t i = 0; i < s.n; i++) {
		size_t n = alliteration(ustr_lower(t->scratch, s.at[i]));

		if (i > 0 && n <= before)
			return NOT_FOLLOWED;
		before = n;
	}
	return FOLLOWED;
}

char *
prepare_sentence_keyword(struct constraint *c)
{
	return pattern_add(c, c->arg[0].text, PATTERN_IGNORE_CASE | PATTERN_WORD | PATTERN_LITERAL);
}

/* Sentence 0 is the last one, as in the references; corrected, there is none. */
enum outcome
check_sentence_keyword(const struct constraint *c, struct text *t)
{
	struct ulist s = text_sentences(t);
	double n = c->arg[1].num;

	if (!s.n || (double)s.n < n || (n < 1 && c->reading == READ_CORRECTED))
		return NOT_FOLLOWED;
	return pattern_found(
		c->patterns[0], s.at[n < 1 ? (n == 0 ? s.n - 1 : 0) : (size_t)(n - 1)]);
}

/* Words of a sentence once punctuation is taken out. */
static size_t
count_bare(struct ustr s)
{
	bool word = false;
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++) {
		if (uc_space(s.s[i])) {
			word = false;
		} else if (!word && !uc_punctuation(s.s[i])) {
			word = true;
			n++;
		}
	}
	return n;
}

enum outcome
check_increment(const struct constraint *c, struct text *t)
{
	struct ulist s = text_sentences(t);
	size_t before = 0;

	for (size_t i = 0; i < s.n; i++) {
		size_t n = count_bare(s.at[i]);

		if (i > 0 && (double)n != (double)before + c->arg[0].num)
			return NOT_FOLLOWED;
		before = n;
	}
	return s.n > 0;
}
