/*
 * custom of IFBench: tables. Rows and fields are what Python's csv module reads: double quotes round a
 * field, doubled inside it; an empty line is a row without fields; a carriage return in the middle of a
 * row is an error, on which the references' whole run stops: here such a text doesn't follow.
 */
#include <string.h>

#include "scorer/instructions/instructions.h"

enum state { START_ROW, START_FIELD, IN_FIELD, IN_QUOTES, QUOTE_IN_QUOTES, ROW_ENDED };

/* The reader refuses longer fields. */
enum { FIELD_MAX = 131072 };

struct row {
	struct ulist fields;
	size_t cap;
};

struct csv {
	struct arena *a;
	struct ustr s;
	size_t i;
	uint32_t delimiter;
	uint32_t *field; /* the one being read, over the whole text's room */
	size_t n, at;	 /* its length and start */
	bool broken;
};

static void
csv_init(struct csv *r, struct arena *a, struct ustr s, uint32_t delimiter)
{
	*r = (struct csv){.a = a, .s = s, .delimiter = delimiter};
	r->field = arena_alloc(a, s.n, sizeof *r->field);
}

static void
save_field(struct csv *r, struct row *row)
{
	if (row->fields.n == row->cap) {
		size_t cap = row->cap ? row->cap * 2 : 16;
		struct ustr *at = arena_alloc(r->a, cap, sizeof *at);

		if (row->fields.n)
			memcpy(at, row->fields.at, row->fields.n * sizeof *at);
		row->fields.at = at;
		row->cap = cap;
	}
	row->fields.at[row->fields.n++] = (struct ustr){r->field + r->at, r->n};
	r->at += r->n;
	r->n = 0;
}

static void
add(struct csv *r, uint32_t c)
{
	r->field[r->at + r->n++] = c;
	r->broken |= r->n > FIELD_MAX;
}

static enum state
step_field(struct csv *r, struct row *row, enum state st, uint32_t c)
{
	if (c == r->delimiter) {
		save_field(r, row);
		return START_FIELD;
	}
	if (st != IN_FIELD && c == '"')
		return IN_QUOTES;
	add(r, c);
	return IN_FIELD;
}

static enum state
step_quotes(struct csv *r, struct row *row, enum state st, uint32_t c)
{
	if (st == IN_QUOTES && c == '"')
		return QUOTE_IN_QUOTES;
	if (st == QUOTE_IN_QUOTES && c == r->delimiter) {
		save_field(r, row);
		return START_FIELD;
	}
	add(r, c);
	return st == QUOTE_IN_QUOTES && c != '"' ? IN_FIELD : IN_QUOTES;
}

/* The next row; false at the end and where the text is broken. */
static bool
next_row(struct csv *r, struct row *row)
{
	enum state st = START_ROW;

	row->fields.n = 0;
	if (r->i >= r->s.n)
		return false;
	while (r->i < r->s.n) {
		uint32_t c = r->s.s[r->i++];
		bool end = c == '\n' || c == '\r';

		if (st == ROW_ENDED && !end)
			r->broken = true;
		if (r->broken)
			return false;
		if (st == IN_QUOTES || (st == QUOTE_IN_QUOTES && !end)) {
			st = step_quotes(r, row, st, c);
		} else if (!end) {
			st = step_field(r, row, st, c);
		} else {
			if (st != START_ROW && st != ROW_ENDED)
				save_field(r, row);
			st = ROW_ENDED;
			if (c == '\n')
				return true;
		}
	}
	if (st != ROW_ENDED && st != START_ROW)
		save_field(r, row);
	return !r->broken;
}

enum outcome
check_csv_city(const struct constraint *c, struct text *t)
{
	static const char *const header[] = {"ID", "Country", "City", "Year", "Count"};
	struct row row = {{NULL, 0}, 0};
	struct csv r;
	size_t rows = 0;
	bool good = true;

	(void)c;
	csv_init(&r, t->scratch, t->s, ',');
	for (; next_row(&r, &row); rows++) {
		good &= row.fields.n == 5;
		for (size_t i = 0; rows == 0 && good && i < 5; i++)
			good &= ustr_eq_ascii(row.fields.at[i], header[i]);
	}
	return good && !r.broken && rows == 8;
}

/* The names, each quoted or not, with blanks from `blanks` behind each separator `sep`. */
static bool
header_is(struct ustr s, const char *const *names, uint32_t sep, const char *blanks)
{
	size_t i = 0;

	for (int k = 0; k < 5; k++) {
		size_t len = strlen(names[k]);
		bool quoted = i < s.n && s.s[i] == '"';

		i += quoted;
		if (!ustr_starts_ascii(ustr_slice(s, i, s.n), names[k]))
			return false;
		i += len;
		if (quoted && (i >= s.n || s.s[i++] != '"'))
			return false;
		if (k == 4)
			return i == s.n;
		if (i >= s.n || s.s[i++] != sep)
			return false;
		while (i < s.n && s.s[i] < 0x80 && strchr(blanks, (int)s.s[i]))
			i++;
	}
	return false;
}

static struct ustr
first_line(struct ustr s)
{
	struct ustr line = {NULL, 0};
	size_t at = 0;

	ustr_next_line(s, &at, &line);
	return ustr_strip(line);
}

/* Each " three times: so quotes stay in the fields that they enclose. */
static struct ustr
triple_quotes(struct arena *a, struct ustr s)
{
	size_t quotes = 0, n = 0;
	uint32_t *out;

	for (size_t i = 0; i < s.n; i++)
		quotes += s.s[i] == '"';
	out = arena_alloc(a, s.n + 2 * quotes, sizeof *out);
	for (size_t i = 0; i < s.n; i++)
		for (int k = s.s[i] == '"' ? 3 : 1; k > 0; k--)
			out[n++] = s.s[i];
	return (struct ustr){out, n};
}

/* ".*[^\d\w\s].*" at the field's start, on its first line: a special character between two quotes. */
static bool
is_special_field(struct ustr f)
{
	bool special = false;

	if (!f.n || f.s[0] != '"')
		return false;
	for (size_t i = 1; i < f.n && f.s[i] != '\n'; i++) {
		if (special && f.s[i] == '"')
			return true;
		special |= !uc_word(f.s[i]) && !uc_space(f.s[i]);
	}
	return false;
}

enum outcome
check_csv_special(const struct constraint *c, struct text *t)
{
	static const char *const header[] = {"ProductID", "Category", "Brand", "Price", "Stock"};
	struct row row = {{NULL, 0}, 0};
	bool good = true, found = false;
	size_t rows = 0;
	struct csv r;

	(void)c;
	if (!header_is(first_line(t->s), header, ',', " \t"))
		return NOT_FOLLOWED;
	csv_init(&r, t->scratch, triple_quotes(t->scratch, t->s), ',');
	for (; next_row(&r, &row); rows++) {
		/* rows behind the special field aren't looked at */
		if (rows == 0 || found)
			continue;
		good &= row.fields.n == 5;
		for (size_t i = 0; good && i < 5; i++)
			found |= is_special_field(row.fields.at[i]);
	}
	return good && found && !r.broken && rows == 15;
}

enum outcome
check_csv_quotes(const struct constraint *c, struct text *t)
{
	static const char *const header[] = {"StudentID", "Subject", "Grade", "Semester", "Score"};
	struct row row = {{NULL, 0}, 0};
	bool good = true;
	size_t rows = 0;
	struct csv r;

	(void)c;
	if (!header_is(first_line(t->s), header, '\t', " "))
		return NOT_FOLLOWED;
	csv_init(&r, t->scratch, triple_quotes(t->scratch, t->s), '\t');
	for (; next_row(&r, &row); rows++) {
		good &= row.fields.n == 5;
		for (size_t i = 0; good && i < 5; i++) {
			struct ustr f = ustr_strip(row.fields.at[i]);

			good &= f.n && f.s[0] == '"' && f.s[f.n - 1] == '"';
		}
	}
	return good && !r.broken && rows == 4;
}
