/* combination, startend, punctuation of IFEval: how a response is wrapped as a whole. */
#include "scorer/instructions/instructions.h"

/* Characters more than a prefix or suffix needs, so that a sigma at the cut sees its neighbours. */
enum { SIGMA_VIEW = 64 };

/* Two different responses between ******; only the first and the last piece may be blank. */
enum outcome
check_two_responses(const struct constraint *c, struct text *t)
{
	struct ustr found[2] = {{NULL, 0}, {NULL, 0}};
	size_t n = 0, from = 0;

	(void)c;
	for (bool last = false; !last;) {
		size_t at = ustr_find_ascii(t->s, "******", from);
		struct ustr piece;

		last = at == SIZE_MAX;
		piece = ustr_strip(ustr_slice(t->s, from, last ? t->s.n : at));
		if (!piece.n && from > 0 && !last)
			return NOT_FOLLOWED;
		if (piece.n && n++ < 2)
			found[n - 1] = piece;
		from = at + 6;
	}
	return n == 2 && !ustr_eq(found[0], found[1]);
}

enum outcome
check_repeat_prompt(const struct constraint *c, struct text *t)
{
	struct ustr prompt = ustr_lower(t->scratch, ustr_strip(c->arg[0].text)),
		    s = ustr_strip(t->s);

	if (s.n > prompt.n + SIGMA_VIEW) /* lower case never shortens */
		s.n = prompt.n + SIGMA_VIEW;
	return ustr_starts(ustr_lower(t->scratch, s), prompt);
}

enum outcome
check_end(const struct constraint *c, struct text *t)
{
	struct ustr end = ustr_lower(t->scratch, ustr_strip(c->arg[0].text)),
		    s = ustr_strip_char(ustr_strip(t->s), '"');

	if (s.n > end.n + SIGMA_VIEW)
		s = ustr_slice(s, s.n - end.n - SIGMA_VIEW, s.n);
	return ustr_ends(ustr_lower(t->scratch, s), end);
}

enum outcome
check_quotation(const struct constraint *c, struct text *t)
{
	struct ustr s = ustr_strip(t->s);

	(void)c;
	return s.n > 1 && s.s[0] == '"' && s.s[s.n - 1] == '"';
}

enum outcome
check_no_comma(const struct constraint *c, struct text *t)
{
	(void)c;
	return !ustr_has_char(t->s, ',');
}
