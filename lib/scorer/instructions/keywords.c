/* keywords: existence, frequency, forbidden_words, letter_frequency. */
#include "kit/mem.h"
#include "scorer/instructions/instructions.h"

static char *
add_all(struct constraint *c, unsigned flags)
{
	char *why = NULL;

	for (size_t i = 0; i < c->arg[0].texts.n && !why; i++)
		why = pattern_add(c, c->arg[0].texts.at[i], flags);
	return why;
}

char *
prepare_keywords(struct constraint *c)
{
	return add_all(c, PATTERN_IGNORE_CASE);
}

char *
prepare_forbidden(struct constraint *c)
{
	return add_all(c, PATTERN_IGNORE_CASE | PATTERN_WORD);
}

char *
prepare_keyword(struct constraint *c)
{
	struct ustr word = ustr_strip(c->arg[0].text);

	if (!word.n)
		return xasprintf("%s: the keyword is blank", c->type->id);
	return pattern_add(c, word, PATTERN_IGNORE_CASE);
}

enum outcome
check_keywords(const struct constraint *c, struct text *t)
{
	enum outcome o = FOLLOWED;

	for (size_t i = 0; i < c->npatterns && o == FOLLOWED; i++)
		o = pattern_search(c->patterns[i], t);
	return o;
}

enum outcome
check_forbidden(const struct constraint *c, struct text *t)
{
	for (size_t i = 0; i < c->npatterns; i++) {
		enum outcome o = pattern_search(c->patterns[i], t);

		if (o != NOT_FOLLOWED)
			return o == FOLLOWED ? NOT_FOLLOWED : o;
	}
	return FOLLOWED;
}

enum outcome
check_frequency(const struct constraint *c, struct text *t)
{
	long n = pattern_count(c->patterns[0], t, NULL);

	return n < 0 ? OUTCOME_ERROR : compare_count(c, (size_t)n, 1, 2);
}

/*
 * One character. The references draw a letter at random where it isn't one of a to z; ours counts
 * the character that the prompt names.
 */
char *
prepare_letter(struct constraint *c)
{
	struct ustr letter = ustr_strip(c->arg[0].text);

	if (letter.n != 1)
		return xasprintf("%s: argument letter: want one character", c->type->id);
	c->arg[0].text = ustr_lower(&c->arena, letter);
	return NULL;
}

enum outcome
check_letter_frequency(const struct constraint *c, struct text *t)
{
	uint32_t letter = c->arg[0].text.s[0];
	size_t n = 0;

	for (size_t i = 0; i < t->s.n; i++) {
		uint32_t ch = t->s.s[i];

		n += (ch == 0x130 ? 'i' : uc_lower(ch)) == letter;
	}
	return compare_count(c, n, 1, 2);
}
