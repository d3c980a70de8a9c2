#include "page/ref.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/json.h"
#include "kit/mem.h"
#include "page/escape.h"

static const struct {
	const char *name;
	enum kind kind;
} kinds[] = {
	{"checkpoint", KIND_CHECKPOINT},
	{"cell", KIND_CELL},
	{"contrast", KIND_CONTRAST},
	{"launch", KIND_LAUNCH},
	{"finding", KIND_FINDING},
	{"row", KIND_ROW},
	{"noise", KIND_NOISE},
	{"gap", KIND_GAP},
	{"claim", KIND_CLAIM},
	{"ledger", KIND_LEDGER},
};

enum over {
	OVER_ONE,
	OVER_MAX,
	OVER_MIN,
	OVER_SUM,
	OVER_COUNT,
	OVER_DISTINCT,
	OVER_EVERY,
	OVER_NONE
};

static const char *const overs[] = {"", "max", "min", "sum", "count", "distinct", "every", "none"};
static const char *const pairs[] = {"div", "sub", "gain"};

static bool
starts_with_name(const char *s, const char *name, char end)
{
	size_t len = strlen(name);

	return strncmp(s, name, len) == 0 && s[len] == end;
}

static int
pair_named(const char *ref)
{
	for (int i = 0; i < 3; i++)
		if (starts_with_name(ref, pairs[i], ':'))
			return i;
	return -1;
}

static enum over
over_named(const char **ref)
{
	for (int i = 1; i < 8; i++)
		if (starts_with_name(*ref, overs[i], ':')) {
			*ref += strlen(overs[i]) + 1;
			return (enum over)i;
		}
	return OVER_ONE;
}

static bool
kind_named(const char *s, size_t len, enum kind *kind)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strlen(kinds[i].name) == len && strncmp(s, kinds[i].name, len) == 0) {
			*kind = kinds[i].kind;
			return true;
		}
	return false;
}

bool
ref_is(const char *text)
{
	enum kind kind;
	int pair = pair_named(text);

	if (pair >= 0)
		text += strlen(pairs[pair]) + 1;
	over_named(&text);
	return kind_named(text, strcspn(text, "?#"), &kind) && strpbrk(text, "?#") != NULL;
}

/* %XX decoded; the caller frees it. */
static char *
decoded(const char *s, size_t len)
{
	struct buf b = BUF_INIT;

	buf_puts(&b, "");
	for (size_t i = 0; i < len; i++) {
		char hex[3] = "";

		if (s[i] == '%' && i + 2 < len && isxdigit((unsigned char)s[i + 1]) &&
			isxdigit((unsigned char)s[i + 2])) {
			memcpy(hex, s + i + 1, 2);
			buf_putc(&b, (char)strtol(hex, NULL, 16));
			i += 2;
		} else {
			buf_putc(&b, s[i]);
		}
	}
	return buf_steal(&b);
}

/* Whether a field of v, as text, is value; an absent one is "". */
static bool
field_is(const json_t *v, const char *path, const char *value)
{
	json_t *field = json_path(v, path);
	char *text;
	bool same;

	if (field == NULL || json_is_null(field))
		return *value == '\0';
	if (json_is_string(field))
		return strcmp(json_string_value(field), value) == 0;
	text = json_text(field);
	same = strcmp(text, value) == 0;
	free(text);
	return same;
}

/* One condition "path=value" or "path!=value". */
static bool
condition_holds(const json_t *v, const char *s, size_t len)
{
	const char *equal = memchr(s, '=', len);
	size_t path_len;
	char *path, *value;
	bool not, same;

	if (equal == NULL)
		return false;
	not = equal > s && equal[-1] == '!';
	path_len = (size_t)(equal - s) - not ;
	path = decoded(s, path_len);
	value = decoded(equal + 1, len - (size_t)(equal + 1 - s));
	same = field_is(v, path, value);
	free(path);
	free(value);
	return same != not ;
}

static bool
matches(const json_t *v, const char *conditions, size_t len)
{
	while (len > 0) {
		const char *and = memchr(conditions, '&', len);
		size_t one = and == NULL ? len : (size_t)(and-conditions);

		if (!condition_holds(v, conditions, one))
			return false;
		conditions += one + (and != NULL);
		len -= one + (and != NULL);
	}
	return true;
}

struct query {
	enum over over;
	enum kind kind;
	const char *conditions, *fields;
	size_t conditions_len, fields_len;
};

static bool
parse_query(const char *s, size_t len, struct query *q, struct buf *why)
{
	const char *start = s, *hash;
	size_t kind_len;

	q->over = over_named(&s);
	len -= (size_t)(s - start);
	hash = memchr(s, '#', len);
	q->fields = hash == NULL ? s + len : hash + 1;
	q->fields_len = hash == NULL ? 0 : len - (size_t)(q->fields - s);
	if (hash != NULL)
		len = (size_t)(hash - s);
	for (kind_len = 0; kind_len < len && s[kind_len] != '?'; kind_len++)
		;
	if (!kind_named(s, kind_len, &q->kind)) {
		buf_printf(why, "no kind of record '%.*s'", (int)kind_len, s);
		return false;
	}
	q->conditions = s + kind_len + (kind_len < len);
	q->conditions_len = len - kind_len - (kind_len < len);
	return true;
}

static bool
number_at(const json_t *v, const char *path, double *x)
{
	json_t *field = json_path(v, path);

	if (json_is_boolean(field))
		*x = json_is_true(field);
	else if (json_is_number(field))
		*x = json_number_value(field);
	else
		return false;
	return true;
}

/* The fields of the one record, in their order. */
static bool
eval_one(const struct report *r, const struct query *q, struct ref_values *out, struct buf *why)
{
	json_t *found = NULL, *v;
	const char *s = q->fields;
	size_t i, left = q->fields_len, n = 0;

	json_array_foreach(r->list[q->kind], i, v) if (matches(v, q->conditions, q->conditions_len))
	{
		found = v;
		n++;
	}
	if (n != 1) {
		buf_printf(why, "%zu records match, want one", n);
		return false;
	}
	for (out->n = 0; left > 0 && out->n < REF_VALUES; out->n++) {
		const char *comma = memchr(s, ',', left);
		size_t len = comma == NULL ? left : (size_t)(comma - s);
		char *path = decoded(s, len);
		bool ok = number_at(found, path, &out->v[out->n]);

		snprintf(out->path[out->n], sizeof out->path[0], "%s", path);
		if (!ok)
			buf_printf(why, "the record has no number '%s'", path);
		free(path);
		if (!ok)
			return false;
		s += len + (comma != NULL);
		left -= len + (comma != NULL);
	}
	return out->n > 0;
}

static void
take(enum over over, double x, double *total)
{
	switch (over) {
	case OVER_MAX: *total = isnan(*total) ? x : fmax(*total, x); break;
	case OVER_MIN: *total = isnan(*total) ? x : fmin(*total, x); break;
	default: *total = (isnan(*total) ? 0 : *total) + x; break;
	}
}

static double
count_distinct(const struct report *r, const struct query *q, const char *path)
{
	json_t *seen = json_object(), *v, *field;
	double n;
	size_t i;

	json_array_foreach(r->list[q->kind], i, v)
	{
		if (!matches(v, q->conditions, q->conditions_len) ||
			(field = json_path(v, path)) == NULL)
			continue;
		if (json_is_string(field)) {
			json_object_set_new(seen, json_string_value(field), json_true());
		} else {
			char *text = json_text(field);

			json_object_set_new(seen, text, json_true());
			free(text);
		}
	}
	n = (double)json_object_size(seen);
	json_decref(seen);
	return n;
}

/* Over all that match; the field is one path, or one condition for every and none. */
static bool
eval_over(const struct report *r, const struct query *q, struct ref_values *out, struct buf *why)
{
	char *path = decoded(q->fields, q->fields_len);
	double total = NAN;
	size_t i, n = 0, holding = 0;
	json_t *v;

	json_array_foreach(r->list[q->kind], i, v)
	{
		double x;

		if (!matches(v, q->conditions, q->conditions_len))
			continue;
		n++;
		if (q->over == OVER_EVERY || q->over == OVER_NONE)
			holding += q->fields_len == 0 ||
				   condition_holds(v, q->fields, q->fields_len);
		else if (q->over < OVER_COUNT && number_at(v, path, &x))
			take(q->over, x, &total);
	}
	if (q->over == OVER_COUNT)
		total = (double)n;
	else if (q->over == OVER_DISTINCT)
		total = count_distinct(r, q, path);
	else if (q->over == OVER_EVERY)
		total = n > 0 && holding == n;
	else if (q->over == OVER_NONE)
		total = holding == 0;
	out->n = 1;
	out->v[0] = total;
	snprintf(out->path[0], sizeof out->path[0], "%s", q->over < OVER_COUNT ? path : "");
	free(path);
	if (isnan(total))
		buf_puts(why, "no record that matches has that number");
	return !isnan(total);
}

static bool
eval_single(
	const struct report *r, const char *s, size_t len, struct ref_values *out, struct buf *why)
{
	struct query q;

	if (!parse_query(s, len, &q, why))
		return false;
	return q.over == OVER_ONE ? eval_one(r, &q, out, why) : eval_over(r, &q, out, why);
}

static bool
eval_pair(
	const struct report *r, const char *ref, int pair, struct ref_values *out, struct buf *why)
{
	const char *s = ref + strlen(pairs[pair]) + 1, *bar = strchr(s, '|');
	struct ref_values a, b;

	if (bar == NULL) {
		buf_puts(why, "a pair needs two references with '|' between");
		return false;
	}
	if (!eval_single(r, s, (size_t)(bar - s), &a, why) ||
		!eval_single(r, bar + 1, strlen(bar + 1), &b, why))
		return false;
	out->n = 1;
	out->v[0] = pair == 0 ? a.v[0] / b.v[0] : pair == 1 ? a.v[0] - b.v[0] : a.v[0] / b.v[0] - 1;
	snprintf(out->path[0], sizeof out->path[0], "%s", pair == 1 ? a.path[0] : "");
	if (!isfinite(out->v[0]))
		buf_puts(why, "divided by zero");
	return isfinite(out->v[0]);
}

bool
ref_eval(const struct report *r, const char *ref, struct ref_values *out, struct buf *why)
{
	int pair = pair_named(ref);

	memset(out, 0, sizeof *out);
	return pair >= 0 ? eval_pair(r, ref, pair, out, why)
			 : eval_single(r, ref, strlen(ref), out, why);
}

static char *
build(const char *kind, const char *key, const char *value, const char *task, const char *more,
	const char *fields)
{
	struct buf b = BUF_INIT;

	buf_printf(&b, "%s?%s=", kind, key);
	escape_url(&b, value);
	buf_puts(&b, "&task=");
	escape_url(&b, task);
	buf_printf(&b, "%s#%s", more, fields);
	return buf_steal(&b);
}

char *
ref_gap(const char *contrast, const char *task, const char *fields)
{
	return build("gap", "contrast", contrast, task, "&metric=score", fields);
}

char *
ref_row(const char *cell, const char *task, const char *fields)
{
	return build("row", "cell", cell, task, "", fields);
}
