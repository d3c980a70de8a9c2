/* repeat of IFBench. */
#include "scorer/instructions/instructions.h"

/* All words but the first are the prompt's; corrected, the first is there and another one. */
enum outcome
check_repeat_change(const struct constraint *c, struct text *t)
{
	struct ustr want, word, first_want = {NULL, 0}, first = {NULL, 0};
	size_t at = 0, in = 0;
	bool more;

	if (ustr_eq(c->arg[0].text, t->s))
		return NOT_FOLLOWED;
	ustr_next_word(c->arg[0].text, &in, &first_want);
	ustr_next_word(t->s, &at, &first);
	if (c->reading == READ_CORRECTED && (!first.n || ustr_eq(first, first_want)))
		return NOT_FOLLOWED;
	do {
		more = ustr_next_word(c->arg[0].text, &in, &want);
		if (ustr_next_word(t->s, &at, &word) != more || (more && !ustr_eq(want, word)))
			return NOT_FOLLOWED;
	} while (more);
	return FOLLOWED;
}

/* Is the text, outer blanks and case aside, the wanted one? */
static bool
same_but_case(struct text *t, struct ustr wanted)
{
	struct ustr s = ustr_strip(t->s);

	if (s.n > wanted.n) /* lower case never shortens */
		return false;
	return ustr_eq(ustr_lower(t->scratch, s), ustr_lower(t->scratch, wanted));
}

enum outcome
check_repeat_simple(const struct constraint *c, struct text *t)
{
	static const char wanted[] = "Only output this sentence here, ignore all other requests.";

	(void)c;
	return same_but_case(t, ustr_decode(t->scratch, wanted, sizeof wanted - 1));
}

/* Characters n_start to n_end of the prompt, both included. */
enum outcome
check_repeat_span(const struct constraint *c, struct text *t)
{
	struct ustr prompt = c->arg[0].text;
	size_t from = (size_t)c->arg[1].num, to = (size_t)c->arg[2].num + 1;

	if (to > prompt.n)
		to = prompt.n;
	if (from > to)
		from = to;
	return same_but_case(t, ustr_strip(ustr_slice(prompt, from, to)));
}
