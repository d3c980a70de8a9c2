/* format of IFBench. */
#include <string.h>

#include "language/nlp.h"
#include "scorer/instructions/instructions.h"

/* Brackets of three kinds, closed in order, five deep; a wrong closing one starts anew. */
enum outcome
check_parentheses(const struct constraint *c, struct text *t)
{
	unsigned char *open = arena_alloc(t->scratch, t->s.n, 1);
	size_t depth = 0, deepest = 0;

	(void)c;
	for (size_t i = 0; i < t->s.n; i++) {
		uint32_t ch = t->s.s[i];
		bool pair;

		if (ch == '(' || ch == '[' || ch == '{') {
			open[depth++] = (unsigned char)(ch == '(' ? ')' : ch + 2);
			if (depth > deepest)
				deepest = depth;
		} else if (ch == ')' || ch == ']' || ch == '}') {
			pair = depth && open[depth - 1] == ch;
			if (pair && deepest >= 5)
				return FOLLOWED;
			depth = pair ? depth - 1 : 0;
			if (!pair)
				deepest = 0;
		}
	}
	return NOT_FOLLOWED;
}

/*
 * " and ' by turns: one equal to the last open closes it, so those open alternate and their number and
 * the last say all. Followed once three of the deepest nesting are closed.
 */
enum outcome
check_quotes(const struct constraint *c, struct text *t)
{
	size_t depth = 0, deepest = 0;
	uint32_t last = 0;

	(void)c;
	for (size_t i = 0; i < t->s.n; i++) {
		uint32_t ch = t->s.s[i];

		if (ch != '"' && ch != '\'')
			continue;
		if (depth && ch == last) {
			last = ch == '"' ? '\'' : '"';
			if (deepest - --depth >= 3)
				return FOLLOWED;
		} else {
			last = ch;
			if (++depth > deepest)
				deepest = depth;
		}
	}
	return NOT_FOLLOWED;
}

/* \W*[aA]\W*[bB]\W*[cC] at the start: letters to choose from, which must be copied exactly. */
static bool
names_letters(struct ustr options)
{
	size_t i = 0;

	for (uint32_t letter = 'a'; letter <= 'c'; letter++) {
		while (i < options.n && !uc_word(options.s[i]))
			i++;
		if (i >= options.n || (options.s[i] | 0x20) != letter)
			return false;
		i++;
	}
	return true;
}

/* Options between / or "or" or commas, whichever of these is there first in this order. */
char *
prepare_options(struct constraint *c)
{
	struct ustr all = c->arg[0].text;
	const char *sep = ustr_has_char(all, '/')		      ? "/"
			  : ustr_find_ascii(all, "or", 0) != SIZE_MAX ? "or"
								      : ",";
	struct ulist *out = &c->arg[0].texts;
	bool exact = names_letters(all), last = false;

	out->at = arena_alloc(&c->arena, all.n + 1, sizeof *out->at);
	for (size_t from = 0; !last;) {
		size_t to = ustr_find_ascii(all, sep, from);
		struct ustr option;

		last = to == SIZE_MAX;
		option = ustr_strip(ustr_slice(all, from, last ? all.n : to));
		out->at[out->n++] = exact ? option
					  : ustr_lower(&c->arena, ustr_strip_punct(option));
		from = to + strlen(sep);
	}
	c->arg[0].num = exact;
	return NULL;
}

enum outcome
check_options(const struct constraint *c, struct text *t)
{
	struct ustr s = t->s;

	if (!c->arg[0].num)
		s = ustr_lower(t->scratch, ustr_strip_punct(s));
	for (size_t i = 0; i < c->arg[0].texts.n; i++)
		if (ustr_eq(s, c->arg[0].texts.at[i]))
			return FOLLOWED;
	return NOT_FOLLOWED;
}

/* As many lines that aren't empty as words, punctuation taken out. */
enum outcome
check_newline(const struct constraint *c, struct text *t)
{
	struct ustr s = ustr_strip(ustr_drop_punct(t->scratch, t->s)), part;
	size_t lines = 0, words = 0, at;

	(void)c;
	for (at = 0; ustr_next_line(s, &at, &part);)
		lines += part.n > 0;
	for (at = 0; ustr_next_word(s, &at, &part);)
		words++;
	return lines == words;
}

/* The sentence without punctuation and outer blanks. */
static struct ustr
bare(struct text *t, struct ustr sentence)
{
	return ustr_strip(ustr_drop_punct(t->scratch, sentence));
}

/*
 * Each sentence ends in an emoji, or the next starts with one. An emoji is one code point here, the
 * last or, for those that end in a variation selector, the one before it.
 */
enum outcome
check_emoji(const struct constraint *c, struct text *t)
{
	const struct data *d = language_data();
	struct ulist s = text_sentences(t);

	(void)c;
	for (size_t i = 0; i < s.n; i++) {
		struct ustr w = bare(t, s.at[i]);

		if (!w.n)
			return NOT_FOLLOWED;
		if (data_emoji(d, w.s[w.n - 1]) || (w.n > 1 && data_emoji(d, w.s[w.n - 2])))
			continue;
		if (i + 1 == s.n)
			return NOT_FOLLOWED;
		w = bare(t, s.at[i + 1]);
		if (!w.n || !data_emoji(d, w.s[0]))
			return NOT_FOLLOWED;
	}
	return FOLLOWED;
}

static size_t
indent(struct ustr line)
{
	size_t n = 0;

	while (n < line.n && line.s[n] == ' ')
		n++;
	return n;
}

/*
 * Which lines stay. The references take blank lines out of the list that they walk, so the line behind
 * one is passed over unseen; and what goes is the first line equal to it, which may be one that was
 * passed over before. Equal blank lines are queued by next[], so that this is linear.
 */
static void
mark_as_reference(struct arena *a, struct ulist lines, bool *stays)
{
	struct umap heads = UMAP(a), tails = UMAP(a);
	uint32_t *next = arena_alloc(a, lines.n + 1, sizeof *next); /* lines from 1; 0 is none */
	bool seen = true;

	for (size_t i = 0; i < lines.n; i++) {
		uint32_t *head, *tail;

		stays[i] = true;
		if (!ustr_blank(lines.at[i])) {
			seen = true;
			continue;
		}
		head = umap_at(&heads, lines.at[i]);
		tail = umap_at(&tails, lines.at[i]);
		next[i + 1] = 0;
		if (*head)
			next[*tail] = (uint32_t)i + 1;
		else
			*head = (uint32_t)i + 1;
		*tail = (uint32_t)i + 1;
		if (seen) { /* one goes, and the next line isn't seen */
			stays[*head - 1] = false;
			*head = next[*head];
		}
		seen = !seen;
	}
}

enum outcome
check_line_indent(const struct constraint *c, struct text *t)
{
	struct ulist lines = ustr_split_char(t->scratch, t->s, '\n');
	bool *stays = arena_alloc(t->scratch, lines.n, sizeof *stays), any = false;
	size_t before = 0;

	if (c->reading == READ_COMPATIBLE)
		mark_as_reference(t->scratch, lines, stays);
	else
		for (size_t i = 0; i < lines.n; i++)
			stays[i] = !ustr_blank(lines.at[i]);
	for (size_t i = 0; i < lines.n; i++) {
		size_t n = indent(lines.at[i]);

		if (!stays[i])
			continue;
		if (any && n <= before)
			return NOT_FOLLOWED;
		before = n;
		any = true;
	}
	return FOLLOWED;
}

/* Blanks and '"' in single quotes left out, no two " side by side, and something behind the last. */
enum outcome
check_quote_unquote(const struct constraint *c, struct text *t)
{
	uint32_t *s = arena_alloc(t->scratch, t->s.n, sizeof *s);
	size_t n = 0;

	(void)c;
	for (size_t i = 0; i < t->s.n; i++) {
		if (ustr_starts_ascii(ustr_slice(t->s, i, t->s.n), "'\"'"))
			i += 2;
		else if (!uc_space(t->s.s[i]))
			s[n++] = t->s.s[i];
	}
	for (size_t i = 0; i + 1 < n; i++)
		if (s[i] == '"' && s[i + 1] == '"')
			return NOT_FOLLOWED;
	while (n && s[n - 1] != '"' &&
		(uc_punctuation(s[n - 1]) || (s[n - 1] >= '0' && s[n - 1] <= '9')))
		n--;
	return !(n && s[n - 1] == '"');
}

enum outcome
check_list(const struct constraint *c, struct text *t)
{
	size_t at = ustr_find(t->s, c->arg[0].text, 0);

	return at != SIZE_MAX && ustr_find(t->s, c->arg[0].text, at + c->arg[0].text.n) != SIZE_MAX;
}

/* Where the first of the two is, else the second; SIZE_MAX where neither is. */
static size_t
find_either(struct ustr s, const char *first, const char *second, size_t from, size_t *len)
{
	size_t at = ustr_find_ascii(s, first, from);

	*len = strlen(first);
	if (at == SIZE_MAX) {
		at = ustr_find_ascii(s, second, from);
		*len = strlen(second);
	}
	return at;
}

/* The references cut tags off as if all were <i>, which leaves a '>' of <em> as thesis. */
enum outcome
check_thesis(const struct constraint *c, struct text *t)
{
	bool corrected = c->reading == READ_CORRECTED;
	size_t open, close, from = find_either(t->s, "<i>", "<em>", 0, &open), to;
	struct ustr thesis, rest;

	if (from == SIZE_MAX)
		return NOT_FOLLOWED;
	to = find_either(t->s, "</i>", "</em>", from, &close);
	if (to == SIZE_MAX)
		return NOT_FOLLOWED;
	thesis = ustr_slice(t->s, from + (corrected ? open : 3), to);
	rest = ustr_slice(t->s, to + (corrected ? close : 4), t->s.n);
	return !ustr_blank(thesis) && !ustr_blank(rest);
}

/* A '-' between each '*' and the next; corrected, both start lines and there is a bullet at all. */
static enum outcome
sub_bullets_corrected(struct text *t)
{
	bool any = false, sub = true;
	struct ustr line;

	for (size_t at = 0; ustr_next_line(t->s, &at, &line);) {
		line = ustr_lstrip(line);
		if (line.n && line.s[0] == '*') {
			if (!sub)
				return NOT_FOLLOWED;
			any = true;
			sub = false;
		} else if (line.n && line.s[0] == '-') {
			sub = true;
		}
	}
	return any && sub;
}

enum outcome
check_sub_bullets(const struct constraint *c, struct text *t)
{
	bool sub = true;

	if (c->reading == READ_CORRECTED)
		return sub_bullets_corrected(t);
	for (size_t i = 0; i < t->s.n; i++) {
		if (t->s.s[i] == '*' && !sub)
			return NOT_FOLLOWED;
		if (t->s.s[i] == '*')
			sub = false;
		else if (t->s.s[i] == '-')
			sub = true;
	}
	return sub;
}

/*
 * Two sentences, then two lines that start with *, and nothing else. In the references a blank line
 * ends the sentences as a bullet does; not so when corrected.
 */
enum outcome
check_bullets_after_sentences(const struct constraint *c, struct text *t)
{
	size_t sentences = 0, bullets = 0;
	bool before = true;
	struct ustr line;

	for (size_t at = 0; ustr_next_line(t->s, &at, &line);) {
		line = ustr_strip(line);
		if (!line.n && c->reading == READ_CORRECTED)
			continue;
		if (line.n && line.s[0] == '*') {
			if (sentences < 2)
				return NOT_FOLLOWED;
			before = false;
			bullets++;
		} else if (before) {
			size_t n = nlp_sentences(language_data(), t->scratch, line).n;

			sentences += n;
			before = n > 0;
		} else {
			return NOT_FOLLOWED;
		}
	}
	return bullets >= 2;
}

/* Capitals only: a shout. Up to four letters it may be an acronym. */
static bool
is_shouted(struct ustr word)
{
	return word.n > 1 && ustr_isupper(word);
}

static bool
in_title_case(struct ustr w)
{
	struct ustr rest = ustr_slice(w, 1, w.n);

	if (w.n == 1)
		return !uc_is(w.s[0], UC_LOWER);
	return !(uc_is(w.s[0], UC_LOWER) && (ustr_isupper(rest) || ustr_islower(rest)));
}

/* The words of a text so far: in capitals, in more of them than an acronym has, others. */
struct cases {
	size_t shouts, long_shouts, others;
};

/* Counts the token; false where it is a word that isn't in title case. */
static bool
add_case(struct cases *seen, struct ustr w)
{
	enum { ACRONYM_MAX = 4 };

	if (!uc_is(w.s[0], UC_ALPHA))
		return true;
	if (is_shouted(w)) {
		seen->shouts++;
		seen->long_shouts += w.n > ACRONYM_MAX;
	} else {
		seen->others += w.n > 1;
	}
	return in_title_case(w);
}

/*
 * No word starts with a small letter. The references let words in capitals pass; corrected, one of five
 * letters and more isn't in title case, nor is a text of nothing else.
 */
enum outcome
check_title_case(const struct constraint *c, struct text *t)
{
	const struct tokens *w = text_tokens(t);
	struct cases seen = {0, 0, 0};

	for (size_t k = 0; k < w->sentences; k++)
		for (size_t i = 0; i < w->of[k].n; i++)
			if (!add_case(&seen, w->of[k].at[i]))
				return NOT_FOLLOWED;
	if (c->reading == READ_COMPATIBLE)
		return FOLLOWED;
	return seen.long_shouts == 0 && (seen.shouts < 2 || seen.others > 0);
}

enum outcome
check_output_template(const struct constraint *c, struct text *t)
{
	(void)c;
	return ustr_find_ascii(t->s, "My Answer:", 0) != SIZE_MAX &&
	       ustr_find_ascii(t->s, "My Conclusion:", 0) != SIZE_MAX &&
	       ustr_find_ascii(t->s, "Future Outlook:", 0) != SIZE_MAX;
}

enum outcome
check_no_whitespace(const struct constraint *c, struct text *t)
{
	(void)c;
	for (size_t i = 0; i < t->s.n; i++)
		if (uc_space(t->s.s[i]))
			return NOT_FOLLOWED;
	return FOLLOWED;
}
