/* change_case and language of IFEval. */
#include <string.h>

#include "language/data.h"
#include "scorer/instructions/instructions.h"

/*
 * The references take a text without anything that a language could be told by as followed. It isn't
 * in the language asked for, so the corrected reading doesn't.
 */
static enum outcome
in_language(const struct constraint *c, struct text *t, const char *language)
{
	const char *found = text_language(t);

	if (!found)
		return c->reading == READ_COMPATIBLE;
	return strcmp(found, language) == 0;
}

enum outcome
check_language(const struct constraint *c, struct text *t)
{
	return in_language(c, t, ustr_encode(t->scratch, c->arg[0].text, NULL));
}

enum outcome
check_english_capital(const struct constraint *c, struct text *t)
{
	return ustr_isupper(t->s) ? in_language(c, t, "en") : NOT_FOLLOWED;
}

enum outcome
check_english_lowercase(const struct constraint *c, struct text *t)
{
	return ustr_islower(t->s) ? in_language(c, t, "en") : NOT_FOLLOWED;
}

enum outcome
check_capital_words(const struct constraint *c, struct text *t)
{
	const struct tokens *w = text_tokens(t);
	size_t n = 0;

	for (size_t k = 0; k < w->sentences; k++)
		for (size_t i = 0; i < w->of[k].n; i++)
			n += ustr_isupper(w->of[k].at[i]);
	return compare_count(c, n, 0, 1);
}
