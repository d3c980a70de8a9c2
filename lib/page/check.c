#include "page/check.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/json.h"
#include "kit/mem.h"
#include "page/ref.h"

/* A number as a text writes it. */
struct written {
	double x;
	int decimals;
	char unit[16];
	bool word; /* by a word: a count or a truth */
	bool over; /* ">100": more than that */
};

static const struct {
	const char *word;
	double x;
} words[] = {
	{"none", 0},
	{"one", 1},
	{"two", 2},
	{"three", 3},
	{"four", 4},
	{"five", 5},
	{"six", 6},
	{"seven", 7},
	{"eight", 8},
	{"nine", 9},
	{"ten", 10},
	{"eleven", 11},
	{"twelve", 12},
	{"every", 1},
	{"all", 1},
	{"both", 1},
	{"half", .5},
	{"twice", 2},
};

static bool
is_letter(char c)
{
	return isalpha((unsigned char)c) || (c & 0x80) != 0;
}

/* The length of the word at s that stands for a number, 0 where none does; at a word's start. */
static size_t
number_word(const char *s, size_t len, size_t *which)
{
	size_t n = 0;

	while (n < len && isalpha((unsigned char)s[n]))
		n++;
	if (n < len && (is_letter(s[n]) || isdigit((unsigned char)s[n])))
		return 0;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strlen(words[i].word) == n && strncasecmp(words[i].word, s, n) == 0) {
			*which = i;
			return n;
		}
	return 0;
}

static bool
starts(const char *s, size_t len, const char *what)
{
	return len >= strlen(what) && memcmp(s, what, strlen(what)) == 0;
}

/* Digits with commas between thousands, a point and decimals. Returns the bytes read. */
static size_t
read_digits(const char *s, size_t len, struct written *w)
{
	char plain[64];
	size_t n = 0, i = 0;
	bool point = false;

	w->decimals = 0;
	for (; i < len && n < sizeof plain - 1; i++) {
		bool next = i + 1 < len && isdigit((unsigned char)s[i + 1]);

		if (isdigit((unsigned char)s[i])) {
			plain[n++] = s[i];
			w->decimals += point;
		} else if (s[i] == '.' && next && !point) {
			plain[n++] = '.';
			point = true;
		} else if (s[i] != ',' || !next || point || i == 0) {
			break;
		}
	}
	plain[n] = '\0';
	w->x = strtod(plain, NULL);
	return i;
}

static size_t
read_unit(const char *s, size_t len, struct written *w)
{
	static const char *const units[] = {"%", "points", "point", "GiB", "MiB", "ms", "min", "s"};
	size_t blank = 0;

	while (blank < len && strchr(")] ", s[blank]) != NULL)
		blank++;
	if (starts(s + blank, len - blank, "\xc2\xa0"))
		blank += 2;
	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
		size_t n = strlen(units[i]);

		if (!starts(s + blank, len - blank, units[i]) ||
			(n < len - blank && isalpha((unsigned char)s[blank + n])))
			continue;
		snprintf(w->unit, sizeof w->unit, "%s", units[i]);
		return blank + n;
	}
	return 0;
}

/*
 * The next number in s[*at..len): true with *at behind it, false where there is none left. start is
 * where it begins.
 */
static bool
next_number(const char *s, size_t len, size_t *at, size_t *start, struct written *w)
{
	for (; *at < len; (*at)++) {
		const char *p = s + *at;
		bool inside = *at > 0 && (is_letter(p[-1]) || isdigit((unsigned char)p[-1]));
		size_t which, n;

		*start = *at;
		memset(w, 0, sizeof *w);
		if (isdigit((unsigned char)*p)) {
			*at += read_digits(p, len - *at, w);
			*at += read_unit(s + *at, len - *at, w);
			w->over = *start >= 1 && s[*start - 1] == '>';
			if (*start >= 3 && memcmp(s + *start - 3, "\xe2\x88\x92", 3) == 0)
				w->x = -w->x;
			else if (*start >= 1 && s[*start - 1] == '-' &&
				 (*start < 2 || !is_letter(s[*start - 2])))
				w->x = -w->x;
			return true;
		}
		if (inside || (n = number_word(p, len - *at, &which)) == 0)
			continue;
		w->x = words[which].x;
		w->word = true;
		*at += n;
		return true;
	}
	return false;
}

/* The value as it would be written with that unit. */
static double
in_unit(double v, const char *path, const char *unit)
{
	size_t n = strlen(path);
	bool ms = n > 3 && strcmp(path + n - 3, "_ms") == 0;

	ms = ms || strncmp(path, "speed.ttft_ms", 13) == 0 ||
	     strncmp(path, "speed.itl_ms", 12) == 0;
	if (strcmp(unit, "%") == 0 || strncmp(unit, "point", 5) == 0)
		return 100 * v;
	if (strcmp(unit, "GiB") == 0)
		return v / 1024;
	if (strcmp(unit, "s") == 0 && ms)
		return v / 1000;
	if (strcmp(unit, "ms") == 0 && !ms)
		return v * 1000;
	if (strcmp(unit, "min") == 0)
		return ms ? v / 60000 : v / 60;
	return v;
}

static bool
agrees(const struct written *w, double v, const char *path)
{
	double shown = in_unit(v, path, w->unit), half = .5 * pow(10, -w->decimals);

	if (w->word)
		return fabs(v - w->x) < 1e-9;
	if (w->over)
		return shown > w->x;
	return fabs(shown - w->x) <= half * (1 + 1e-6) + 1e-12;
}

struct checker {
	const struct report *r;
	struct buf *problems;
	json_t *names; /* every word of the records that a code span may hold */
	struct check_result result;
	size_t at, lines; /* lines ended before at */
};

/* The line of a place in md; counted on from the last one asked for, since they come in order. */
static size_t
line_of(struct checker *c, const char *md, size_t at)
{
	if (at < c->at)
		c->at = c->lines = 0;
	for (; c->at < at; c->at++)
		c->lines += md[c->at] == '\n';
	return c->lines + 1;
}

static void
problem(struct checker *c, size_t line, const char *what, size_t len, const char *why,
	const char *more)
{
	buf_printf(c->problems, "%zu: '%.*s': %s%s\n", line, (int)(len > 120 ? 120 : len), what,
		why, more);
	c->result.wrong++;
}

enum { NUMBERS = REF_VALUES };

/* The numbers of a link's text; those without a unit take the one of the next. */
static int
numbers_of(const char *s, size_t len, struct written w[NUMBERS])
{
	size_t at = 0, start;
	int n = 0;

	while (n < NUMBERS && next_number(s, len, &at, &start, &w[n]))
		n++;
	for (int i = n - 2; i >= 0; i--)
		if (*w[i].unit == '\0' && !w[i].word)
			memcpy(w[i].unit, w[i + 1].unit, sizeof w[i].unit);
	return n;
}

static void
describe(struct buf *b, const struct ref_values *v, const struct written w[NUMBERS], int n)
{
	for (int i = 0; i < v->n; i++) {
		const char *unit = i < n ? w[i].unit : "";

		buf_printf(b, "%s%.6g%s%s", i > 0 ? ", " : "", in_unit(v->v[i], v->path[i], unit),
			*unit != '\0' ? " " : "", unit);
	}
}

static void
check_figure(struct checker *c, size_t line, const char *text, size_t len, const char *ref)
{
	struct written w[NUMBERS];
	struct ref_values v;
	struct buf why = BUF_INIT;
	int n = numbers_of(text, len, w);
	bool same;

	c->result.figures++;
	if (!ref_eval(c->r, ref, &v, &why)) {
		buf_puts(&why, "");
		problem(c, line, text, len, "its source can't be told: ", why.s);
		buf_free(&why);
		return;
	}
	/* A truth may be told in words that aren't numbers ("No detectable difference"). */
	if (n == 0 && v.n == 1)
		same = v.v[0] == 1;
	else
		same = n == v.n;
	for (int i = 0; same && i < n; i++)
		same = agrees(&w[i], v.v[i], v.path[i]);
	if (!same) {
		describe(&why, &v, w, n);
		buf_puts(&why, "");
		problem(c, line, text, len, "the records say ", why.s);
	}
	buf_free(&why);
}

static void
check_plain(struct checker *c, const char *md, size_t from, size_t to)
{
	size_t at = from, start;
	struct written w;

	while (next_number(md, to, &at, &start, &w)) {
		if (start < from)
			continue;
		/* "1." at the start of a line numbers a list. */
		if (!w.word && md[at] == '.' && at + 1 < to && md[at + 1] == ' ' &&
			(start == 0 || md[start - 1] == '\n'))
			continue;
		problem(c, line_of(c, md, start), md + start, at - start,
			"a figure without a source", "");
	}
}

static void
add_names(json_t *names, const json_t *v)
{
	const char *key, *s = json_string_value(v);
	json_t *member;
	size_t i;

	if (s != NULL && strlen(s) < 400) {
		struct buf word = BUF_INIT;

		for (;; s++) {
			if (*s != '\0' && *s != ' ') {
				buf_putc(&word, *s);
				continue;
			}
			if (word.len > 0)
				json_object_set_new(names, word.s, json_true());
			buf_clear(&word);
			if (*s == '\0')
				break;
		}
		buf_free(&word);
	}
	if (json_is_integer(v)) {
		char number[32];

		snprintf(number, sizeof number, "%lld", (long long)json_integer_value(v));
		json_object_set_new(names, number, json_true());
	}
	if (json_is_object(v))
		json_object_foreach((json_t *)v, key, member) add_names(names, member);
	json_array_foreach((json_t *)v, i, member) add_names(names, member);
}

/* Names come from what is planned, not from what was measured: a score is no name. */
static json_t *
names_of(const struct report *r)
{
	static const enum kind kinds[] = {KIND_CHECKPOINT, KIND_CELL, KIND_CONTRAST};
	json_t *names = json_object();

	for (size_t i = 0; i < 3; i++)
		add_names(names, r->list[kinds[i]]);
	add_names(names, r->tasks);
	return names;
}

/* Each word of a code span that holds digits must be a name, commas and the like aside. */
static void
check_code(struct checker *c, const char *md, size_t from, size_t to)
{
	while (from < to) {
		size_t n = 0;
		bool digits = false;
		char *word;

		while (from < to && strchr(" ,;:()", md[from]) != NULL)
			from++;
		while (from + n < to && strchr(" ,;()", md[from + n]) == NULL) {
			digits = digits || isdigit((unsigned char)md[from + n]);
			n++;
		}
		word = xstrndup(md + from, n);
		if (digits && json_object_get(c->names, word) == NULL)
			problem(c, line_of(c, md, from), word, n, "no name in the records", "");
		free(word);
		from += n;
	}
}

/* The end of the code span that starts at at: its closing run; len where it has none. */
static size_t
code_end(const char *md, size_t len, size_t at, size_t run)
{
	for (size_t i = at + run; i < len; i++) {
		size_t n = 0;

		while (i + n < len && md[i + n] == '`')
			n++;
		if (n == run)
			return i;
		i += n;
	}
	return len;
}

struct link {
	size_t text_from, text_to, target_from, target_to, end;
};

/* A link "[text](target)" or "[text](<target>)" at md[at]. */
static bool
read_link(const char *md, size_t len, size_t at, struct link *l)
{
	size_t i = at + 1, depth = 1;
	bool angle;

	for (; i < len && depth > 0; i++) {
		if (md[i] == '\\')
			i++;
		else if (md[i] == '[')
			depth++;
		else if (md[i] == ']')
			depth--;
		else if (md[i] == '\n' && i + 1 < len && md[i + 1] == '\n')
			return false;
	}
	if (depth > 0 || i >= len || md[i] != '(')
		return false;
	l->text_from = at + 1;
	l->text_to = i - 1;
	angle = i + 1 < len && md[i + 1] == '<';
	l->target_from = i + 1 + angle;
	for (i = l->target_from; i < len && md[i] != (angle ? '>' : ')') && md[i] != '\n'; i++)
		;
	if (i >= len || md[i] == '\n')
		return false;
	l->target_to = i;
	l->end = i + 1 + angle;
	return l->end <= len && md[l->end - 1] == ')';
}

static size_t
take_link(struct checker *c, const char *md, const struct link *l)
{
	char *target = xstrndup(md + l->target_from, l->target_to - l->target_from);

	if (ref_is(target))
		check_figure(c, line_of(c, md, l->text_from), md + l->text_from,
			l->text_to - l->text_from, target);
	else
		check_plain(c, md, l->text_from, l->text_to);
	free(target);
	return l->end;
}

struct check_result
check_brief(const struct report *r, const char *md, size_t len, struct buf *problems)
{
	struct checker c = {.r = r, .problems = problems, .names = names_of(r)};
	size_t from = 0, at = 0;
	struct link l;

	while (at < len) {
		if (md[at] == '`') {
			size_t run = 0, end;

			while (at + run < len && md[at + run] == '`')
				run++;
			end = code_end(md, len, at, run);
			check_plain(&c, md, from, at);
			check_code(&c, md, at + run < end ? at + run : end, end);
			from = at = end == len ? len : end + run;
		} else if (md[at] == '[' && read_link(md, len, at, &l)) {
			check_plain(&c, md, from, at);
			from = at = take_link(&c, md, &l);
		} else {
			at += md[at] == '\\' && at + 1 < len ? 2 : 1;
		}
	}
	check_plain(&c, md, from, len);
	json_decref(c.names);
	return c.result;
}
