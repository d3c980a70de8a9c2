#include "scorer/math/read.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "kit/buf.h"
#include "kit/mem.h"
#include "scorer/math/expr.h"
#include "scorer/math/lex.h"

/* Signs of markup and money that may stand round an answer. */
static struct span
without_markup(struct span t)
{
	t = span_strip(t);
	while (t.len > 0 && strchr("*_`:", t.s[0]))
		t = span_strip(span_from(t, 1));
	while (t.len > 0 && strchr("*_`", t.s[t.len - 1])) {
		t.len--;
		t = span_strip(t);
	}
	return t;
}

static struct span
line_of(struct span t)
{
	const char *end = memchr(t.s, '\n', t.len);

	if (end)
		t.len = (size_t)(end - t.s);
	return t;
}

/* The group that opens at t.s[0] == '{', without its braces; false where it doesn't close soon. */
static bool
braced(struct span t, struct span *inside, size_t *total)
{
	size_t depth = 0;

	for (size_t i = 0; i < t.len && i < EXPR_BYTES; i++) {
		if (t.s[i] == '\\') {
			i++;
		} else if (t.s[i] == '{') {
			depth++;
		} else if (t.s[i] == '}' && --depth == 0) {
			*inside = span_cut(t, 1, i);
			*total = i + 1;
			return true;
		}
	}
	return false;
}

/* A text with more boxes than this that never close is none to read. */
enum { UNCLOSED_BOXES = 200 };

static const struct span box_names[] = {{"\\boxed", 6}, {"\\fbox", 5}};

static bool
starts_box(struct span t)
{
	return span_starts(t, box_names[0]) || span_starts(t, box_names[1]);
}

/* The box that starts at t.s[0]: \boxed{…}, \fbox{…}, or \boxed 5. */
static bool
box_at(struct span t, struct span *inside, size_t *total)
{
	size_t i = box_names[!span_starts(t, box_names[0])].len, n;
	struct span rest;

	while (i < t.len && t.s[i] == ' ')
		i++;
	rest = span_from(t, i);
	if (rest.len > 0 && rest.s[0] == '{') {
		if (!braced(rest, inside, &n))
			return false;
	} else {
		for (n = 0; n < rest.len && !isspace((unsigned char)rest.s[n]) && rest.s[n] != '$';)
			n++;
		*inside = span_cut(rest, 0, n);
	}
	*total = i + n;
	return n > 0;
}

/* Only what joins the members of a list stands in t. */
static bool
joins(struct span t)
{
	size_t i = 0;

	while (i < t.len) {
		if (strchr(" ,$\n\t()[]\\", t.s[i]) && t.s[i])
			i++;
		else if (span_starts(span_from(t, i), SPAN("and")))
			i += 3;
		else if (span_starts(span_from(t, i), SPAN("or")))
			i += 2;
		else
			return false;
	}
	return true;
}

/* The last box, with those before it that are joined to it. *end: where it ends in the text. */
static char *
read_boxes(struct span text, size_t *end)
{
	struct buf out = BUF_INIT;
	struct span inside;
	size_t total, last_end = 0, unclosed = 0;

	for (size_t i = 0; i < text.len && unclosed < UNCLOSED_BOXES; i++) {
		if (text.s[i] != '\\' || !starts_box(span_from(text, i)))
			continue;
		if (!box_at(span_from(text, i), &inside, &total)) {
			unclosed++;
			continue;
		}
		if (out.len > 0 && joins(span_cut(text, last_end, i)))
			buf_putc(&out, ',');
		else
			buf_clear(&out);
		buf_add(&out, inside.s, inside.len);
		last_end = i + total;
		i = last_end - 1;
	}
	*end = last_end;
	if (last_end == 0) {
		buf_free(&out);
		return NULL;
	}
	return buf_steal(&out);
}

/* What follows the last "####" that has something behind it on its line. */
static bool
read_hashes(struct span text, struct span *out, size_t *end)
{
	struct span head = text;
	ptrdiff_t at;

	while ((at = span_rfind(head, SPAN("####"))) >= 0) {
		*out = without_markup(line_of(span_from(text, (size_t)at + 4)));
		if (out->len > 0) {
			*end = (size_t)at + 4;
			return true;
		}
		head.len = (size_t)at;
	}
	return false;
}

/* Whether t is mathematics alone, units and joints of lists aside. */
static bool
is_pure(struct span t)
{
	struct arena a = {.pure = true};
	bool pure = expr_parse(&a, t) != NULL;

	arena_free(&a);
	return pure;
}

/* The next delimiter of mathematics at or behind i, and what closes it; false where there is none.
 */
static bool
next_delimiter(struct span t, size_t *i, struct span *open, struct span *close)
{
	static const struct span pairs[][2] = {{{"$$", 2}, {"$$", 2}}, {{"$", 1}, {"$", 1}},
		{{"\\(", 2}, {"\\)", 2}}, {{"\\[", 2}, {"\\]", 2}}};

	for (; *i < t.len; (*i)++) {
		if (t.s[*i] != '$' && t.s[*i] != '\\')
			continue;
		for (size_t k = 0; k < 4; k++) {
			if (span_starts(span_from(t, *i), pairs[k][0])) {
				*open = pairs[k][0];
				*close = pairs[k][1];
				return true;
			}
		}
		if (t.s[*i] == '\\')
			(*i)++;
	}
	return false;
}

/*
 * Where t's first unescaped close starts, dollars no further than a paragraph; -1 where there is none
 * before the next open.
 */
static ptrdiff_t
find_close(struct span t, struct span open, struct span close)
{
	for (size_t i = 0; i < t.len; i++) {
		if (span_starts(span_from(t, i), close))
			return (ptrdiff_t)i;
		if (span_starts(span_from(t, i), open))
			return -1;
		if (t.s[i] == '\\')
			i++;
		else if (close.s[0] == '$' && span_starts(span_from(t, i), SPAN("\n\n")))
			return -1;
	}
	return -1;
}

/* A dollar sign may be money: "$5 and sells for $8" holds no mathematics. */
static bool
is_between_dollars(struct span t)
{
	if (t.len == 0 || (strchr(" \n", t.s[t.len - 1]) && isdigit((unsigned char)t.s[0])))
		return false;
	return span_find(t, SPAN("\\")) >= 0 || is_pure(t);
}

/* The next piece of mathematics at or behind *i, which is moved behind it. */
static bool
next_piece(struct span t, size_t *i, struct span *piece)
{
	struct span open, close;

	while (next_delimiter(t, i, &open, &close)) {
		struct span rest = span_from(t, *i + open.len);
		ptrdiff_t end = find_close(rest, open, close);

		*i += open.len;
		if (end < 0)
			continue;
		*piece = span_strip(span_cut(rest, 0, (size_t)end));
		if (piece->len == 0 ||
			(open.len == 1 && !is_between_dollars(span_cut(rest, 0, (size_t)end))))
			continue;
		*i += (size_t)end + close.len;
		return true;
	}
	return false;
}

/* A number of prose at t.s[i]: sign, money, thousands, decimals, a quotient, percent. 0 where none.
 */
static size_t
number_at(struct span t, size_t i)
{
	size_t j = i;
	mpq_t value;
	bool whole;

	if (i > 0 && (isalnum((unsigned char)t.s[i - 1]) || strchr("_.^", t.s[i - 1])))
		return 0;
	if (j < t.len && t.s[j] == '-')
		j++;
	while (j < t.len && j < i + 4 && (t.s[j] == '$' || t.s[j] == '\\'))
		j++;
	if (j < t.len && t.s[j] == '-' && t.s[i] != '-')
		j++;
	if (j >= t.len ||
		!(isdigit((unsigned char)t.s[j]) ||
			(t.s[j] == '.' && j + 1 < t.len && isdigit((unsigned char)t.s[j + 1]))))
		return 0;
	mpq_init(value);
	j = lex_number(t, j, true, value, &whole);
	if (j + 1 < t.len && t.s[j] == '/' && isdigit((unsigned char)t.s[j + 1]))
		j = lex_number(t, j + 1, true, value, &whole);
	mpq_clear(value);
	if (j < t.len && t.s[j] == '%')
		j++;
	return j > i ? j - i : 0;
}

static bool
next_number(struct span t, size_t *i, struct span *number)
{
	for (; *i < t.len; (*i)++) {
		size_t n = strchr("-$.0123456789", t.s[*i]) && t.s[*i] ? number_at(t, *i) : 0;

		if (n > 0) {
			*number = span_cut(t, *i, *i + n);
			*i += n;
			return true;
		}
	}
	return false;
}

/* The last piece of mathematics or the last number, whichever ends later. */
static bool
read_last(struct span t, struct span *out, const char **where)
{
	struct span piece, number, tail;
	size_t i = 0, piece_end = 0;

	while (next_piece(t, &i, &piece)) {
		*out = piece;
		*where = "the last piece of mathematics";
		piece_end = i;
	}
	tail = span_from(t, piece_end);
	for (i = 0; next_number(tail, &i, &number);) {
		*out = number;
		*where = "the last number";
		piece_end = t.len;
	}
	return piece_end > 0;
}

/* Length of "answer is", "answers are:", "answer:" at t.s[0]; 0 where it is something else. */
static size_t
answer_phrase(struct span t)
{
	static const char *const verbs[] = {
		":", "is:", "is", "are:", "are", "=", "will be", "would be"};
	size_t i = 6;

	if (t.len < 6 || strncasecmp(t.s, "answer", 6) != 0)
		return 0;
	if (i < t.len && t.s[i] == 's')
		i++;
	while (i < t.len && strchr("*_ `", t.s[i]) && t.s[i])
		i++;
	for (size_t k = 0; k < sizeof verbs / sizeof *verbs; k++) {
		size_t n = strlen(verbs[k]);

		if (i + n <= t.len && strncasecmp(t.s + i, verbs[k], n) == 0 &&
			!(isalpha((unsigned char)verbs[k][n - 1]) && i + n < t.len &&
				isalpha((unsigned char)t.s[i + n])))
			return i + n;
	}
	return 0;
}

static struct span
first_sentence(struct span t)
{
	static const char *const ends[] = {". ", ", ", "; ", " (", " because", " since", " as "};

	for (size_t i = 0; i < t.len; i++)
		for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
			if (span_starts(span_from(t, i), span_of(ends[k])))
				return span_cut(t, 0, i);
	return t;
}

/* A bare letter in prose is a choice or a word, and no value. */
static bool
is_value(struct span t)
{
	return t.len > 1 || (t.len == 1 && isdigit((unsigned char)t.s[0]));
}

/* The answer in what follows the words that announce it. */
static bool
read_announced(struct span rest, struct span *out)
{
	struct span line, piece;
	size_t i = 0;

	rest = without_markup(rest);
	line = without_markup(line_of(rest));
	if (is_value(line) && is_pure(line)) {
		*out = line;
		return true;
	}
	if (next_piece(
		    span_starts(line, SPAN("$$")) || span_starts(line, SPAN("\\[")) ? rest : line,
		    &i, out))
		return true;
	piece = without_markup(first_sentence(line));
	if (is_value(piece) && is_pure(piece)) {
		*out = piece;
		return true;
	}
	i = 0;
	if (next_number(line, &i, out))
		return true;
	*out = piece;
	return is_value(piece) && piece.len <= 60;
}

static bool
read_phrase(struct span text, struct span *out)
{
	for (size_t i = text.len; i-- > 0;) {
		size_t n = (text.s[i] | 0x20) == 'a' ? answer_phrase(span_from(text, i)) : 0;

		if (n > 0)
			return read_announced(span_from(text, i + n), out);
	}
	return false;
}

/* The marked answer: a box or "####", whichever comes last. */
static char *
read_marked(struct span text, const char **where)
{
	size_t box_end = 0, hash_end = 0;
	struct span hashes;
	char *box = read_boxes(text, &box_end);

	if (read_hashes(text, &hashes, &hash_end) && hash_end > box_end) {
		free(box);
		*where = "behind the last '####'";
		return span_copy(hashes);
	}
	*where = "the last box";
	return box;
}

char *
math_read_final(struct span text, const char **where)
{
	char *marked = read_marked(text, where);
	struct span t = without_markup(text), out;

	if (marked)
		return marked;
	if (is_pure(t)) {
		*where = "the whole text";
		return span_copy(t);
	}
	if (read_phrase(text, &out)) {
		*where = "behind 'answer'";
		return span_copy(out);
	}
	if (read_last(text, &out, where))
		return span_copy(out);
	*where = "the whole text";
	return t.len > 0 && t.len <= 80 ? span_copy(t) : NULL;
}

char *
math_read_gold(struct span gold)
{
	const char *where;
	char *marked = read_marked(gold, &where);
	struct arena a = {0};
	struct span out = span_strip(gold);
	bool parsed;

	if (marked)
		return marked;
	parsed = expr_parse(&a, gold) != NULL;
	arena_free(&a);
	if (!parsed && span_find(gold, SPAN("$")) >= 0)
		read_last(gold, &out, &where);
	return span_copy(out);
}
