/* length_constraints: words, paragraphs, the first word of a paragraph. */
#include "kit/mem.h"
#include "language/nlp.h"
#include "scorer/instructions/instructions.h"

enum outcome
check_number_words(const struct constraint *c, struct text *t)
{
	return compare_count(c, nlp_count_words(t->s), 0, 1);
}

enum outcome
check_number_sentences(const struct constraint *c, struct text *t)
{
	return compare_count(c, text_sentences(t).n, 0, 1);
}

/* Paragraphs are what \s?\*\*\*\s? separates; only the first and the last may be blank. */
enum outcome
check_paragraphs(const struct constraint *c, struct text *t)
{
	struct ustr s = t->s;
	size_t n = 0, from = 0;

	for (bool last = false; !last;) {
		size_t at = ustr_find_ascii(s, "***", from), end, next;

		last = at == SIZE_MAX;
		end = last ? s.n : at;
		next = end + 3 + (end + 3 < s.n && uc_space(s.s[end + 3]));
		if (!last && end > from && uc_space(s.s[end - 1]))
			end--;
		if (!ustr_blank(ustr_slice(s, from, end)))
			n++;
		else if (from > 0 && !last)
			return NOT_FOLLOWED;
		from = next;
	}
	return (double)n == c->arg[0].num;
}

char *
prepare_nth_paragraph(struct constraint *c)
{
	double num = c->arg[0].num, nth = c->arg[1].num;

	if (nth < 1 || nth > num || nth != (double)(size_t)nth)
		return xasprintf(
			"%s: argument nth_paragraph: want 1 to num_paragraphs", c->type->id);
	c->arg[2].text = ustr_lower(&c->arena, c->arg[2].text);
	return NULL;
}

/* The word up to .,?!'" in lower case, a character at a time; is it the wanted one? */
static bool
first_word_is(struct ustr word, struct ustr wanted)
{
	size_t n = 0;

	while (word.n && word.s[0] == '\'')
		word.s++, word.n--;
	while (word.n && word.s[0] == '"')
		word.s++, word.n--;
	for (size_t i = 0; i < word.n; i++) {
		uint32_t ch = word.s[i];

		if (ch == '.' || ch == ',' || ch == '?' || ch == '!' || ch == '\'' || ch == '"')
			break;
		if (n >= wanted.n || (ch == 0x130 ? 'i' : uc_lower(ch)) != wanted.s[n++])
			return false;
		if (ch == 0x130 && (n >= wanted.n || wanted.s[n++] != 0x307))
			return false;
	}
	return n == wanted.n;
}

/*
 * The nth of the pieces between blank lines, and their number. The references count blank pieces to
 * find the nth but not in their number; corrected, they count in neither.
 */
enum outcome
check_nth_paragraph(const struct constraint *c, struct text *t)
{
	size_t nth = (size_t)c->arg[1].num, filled = 0, pieces = 0, from = 0, at = 0;
	struct ustr wanted = {NULL, 0}, word;

	for (bool last = false; !last;) {
		size_t end = from;
		struct ustr piece;

		while (end + 1 < t->s.n && !(t->s.s[end] == '\n' && t->s.s[end + 1] == '\n'))
			end++;
		last = end + 1 >= t->s.n;
		piece = ustr_slice(t->s, from, last ? t->s.n : end);
		filled += !ustr_blank(piece);
		pieces += !ustr_blank(piece) || c->reading == READ_COMPATIBLE;
		if (pieces == nth && !wanted.s)
			wanted = piece;
		from = end + 2;
	}
	return nth <= filled && (double)filled == c->arg[0].num &&
	       ustr_next_word(wanted, &at, &word) && first_word_is(word, c->arg[2].text);
}
