#include "tally/claim.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "kit/json.h"
#include "kit/mem.h"
#include "kit/num.h"

struct claim {
	char *text, *over;
	char *field; /* of the gap */
	bool absolute, less, strict;
	double bound;
	size_t n, refused, broken, intervals_broken;
	double worst, largest_mde;
	double widest, lo, hi; /* of the widest interval */
};

/* Where a number is as it should be: the claim's own comparison. */
static bool
within(const struct claim *c, double x)
{
	if (x == c->bound)
		return !c->strict;
	return c->less ? x < c->bound : x > c->bound;
}

/* FIELD or abs(FIELD) up to the sign of comparison. */
static bool
read_field(struct claim *c, const char *text, size_t len)
{
	while (len && text[len - 1] == ' ')
		len--;
	while (len && *text == ' ') {
		text++;
		len--;
	}
	if (len > 5 && strncmp(text, "abs(", 4) == 0 && text[len - 1] == ')') {
		c->absolute = true;
		text += 4;
		len -= 5;
	}
	c->field = xstrndup(text, len);
	return len && strspn(c->field, "abcdefghijklmnopqrstuvwxyz0123456789_.") == len;
}

static bool
read_claim(struct claim *c)
{
	const char *sign = strpbrk(c->text, "<>"), *number;

	if (sign == NULL || !read_field(c, c->text, (size_t)(sign - c->text)))
		return false;
	c->less = *sign == '<';
	c->strict = sign[1] != '=';
	number = sign + (c->strict ? 1 : 2);
	number += strspn(number, " ");
	return num_parse_real(number, -1e300, 1e300, &c->bound);
}

static bool
conditions_ok(const char *over)
{
	for (const char *at = over; *at;) {
		size_t len = strcspn(at, ",");
		const char *equals = memchr(at, '=', len);

		if (equals == NULL || equals == at)
			return false;
		at += len;
		at += *at == ',';
	}
	return true;
}

struct claim *
claim_new(const char *text, const char *over, const char **why)
{
	struct claim *c = xcalloc(1, sizeof *c);

	c->text = xstrdup(text);
	c->over = xstrdup(over ? over : "");
	c->worst = c->largest_mde = c->widest = c->lo = c->hi = NAN;
	*why = NULL;
	if (!read_claim(c))
		*why = "want 'abs(FIELD) <= NUMBER', or without abs, or another comparison";
	else if (!conditions_ok(c->over))
		*why = "want KEY=VALUE, or several separated by commas";
	if (*why) {
		claim_free(c);
		return NULL;
	}
	return c;
}

void
claim_free(struct claim *c)
{
	free(c->text);
	free(c->over);
	free(c->field);
	free(c);
}

static bool
meets(const json_t *gap, const char *at, size_t len)
{
	const char *equals = memchr(at, '=', len);
	char *key = xstrndup(at, (size_t)(equals - at));
	char *want = xstrndup(equals + 1, len - (size_t)(equals + 1 - at));
	const json_t *v = json_path(gap, key);
	char *got = json_is_string(v) ? xstrdup(json_string_value(v)) : v ? json_text(v) : NULL;
	bool same = got && strcmp(got, want) == 0;

	free(key);
	free(want);
	free(got);
	return same;
}

static bool
names(const char *over, const char *key)
{
	size_t len = strlen(key);

	for (const char *at = over; at; at = strchr(at, ',')) {
		at += *at == ',';
		if (strncmp(at, key, len) == 0 && at[len] == '=')
			return true;
	}
	return false;
}

static bool
in_set(const struct claim *c, const json_t *gap)
{
	if (strcmp(json_str(gap, "kind", ""), "gap") != 0)
		return false;
	if (!names(c->over, "metric") && strcmp(json_str(gap, "metric", ""), "score") != 0)
		return false;
	/* a contrast refused as a whole stands under `mean` and must be seen */
	if (!names(c->over, "task") && strcmp(json_str(gap, "task", ""), "mean") == 0 &&
		json_object_get(gap, "refused") == NULL)
		return false;
	for (const char *at = c->over; *at;) {
		size_t len = strcspn(at, ",");

		if (!meets(gap, at, len))
			return false;
		at += len;
		at += *at == ',';
	}
	return true;
}

static double
value_of(const struct claim *c, double x)
{
	return c->absolute ? fabs(x) : x;
}

void
claim_see(struct claim *c, const json_t *gap)
{
	double x, lo, hi;

	if (!in_set(c, gap))
		return;
	x = value_of(c, json_num(gap, c->field, NAN));
	if (json_object_get(gap, "refused") || isnan(x)) {
		c->refused++;
		return;
	}
	lo = json_num(gap, "lo", NAN);
	hi = json_num(gap, "hi", NAN);
	c->n++;
	c->broken += !within(c, x);
	c->intervals_broken += isnan(lo) || !within(c, value_of(c, lo)) ||
			       !within(c, value_of(c, hi));
	if (isnan(c->worst) || (c->less ? x > c->worst : x < c->worst))
		c->worst = x;
	c->largest_mde = fmax(c->largest_mde, json_num(gap, "mde", NAN));
	if (isnan(c->widest) || hi - lo > c->widest) {
		c->widest = hi - lo;
		c->lo = lo;
		c->hi = hi;
	}
}

json_t *
claim_record(const struct claim *c)
{
	json_t *v = json_object(), *widest = json_object();

	json_object_set_new(v, "kind", json_string("claim"));
	json_object_set_new(v, "claim", json_string(c->text));
	json_object_set_new(v, "over", json_string(c->over));
	json_object_set_new(v, "holds", json_boolean(c->n > 0 && c->broken == 0));
	json_set_num(v, "worst", c->worst);
	json_set_num(widest, "lo", c->lo);
	json_set_num(widest, "hi", c->hi);
	json_object_set_new(v, "widest", widest);
	json_set_num(v, "largest_mde", c->largest_mde);
	json_object_set_new(v, "n", json_integer((json_int_t)c->n));
	json_object_set_new(v, "refused", json_integer((json_int_t)c->refused));
	json_object_set_new(v, "intervals_hold",
		json_boolean(
			c->n > 0 && strcmp(c->field, "diff") == 0 && c->intervals_broken == 0));
	json_object_set_new(v, "caveat",
		json_string("evidence, not proof: gaps below the MDE can't be told from none"));
	return v;
}
