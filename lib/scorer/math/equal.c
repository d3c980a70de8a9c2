/* What two answers mean, compared. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/mem.h"
#include "scorer/math/expr.h"

/* Values */

static bool
same_text(const struct node *x, const struct node *y)
{
	char *a = expr_canonical(x), *b = expr_canonical(y);
	bool same = strcmp(a, b) == 0;

	free(a);
	free(b);
	return same;
}

enum outcome { UNKNOWN, DIFFERENT, SAME };

static enum outcome
compare_exact(const struct node *x, const struct node *y, int point)
{
	enum outcome out = UNKNOWN;
	mpq_t a, b;

	mpq_init(a);
	mpq_init(b);
	if (expr_exact(x, point, a) && expr_exact(y, point, b))
		out = mpq_equal(a, b) ? SAME : DIFFERENT;
	mpq_clear(a);
	mpq_clear(b);
	return out;
}

static enum outcome
compare_numeric(const struct node *x, const struct node *y, int point, long double tolerance)
{
	struct complex_value a, b;
	long double s, t;

	if (!expr_numeric(x, point, &a, &s) || !expr_numeric(y, point, &b, &t))
		return UNKNOWN;
	return hypotl(a.re - b.re, a.im - b.im) <= tolerance * fmaxl(s, t) ? SAME : DIFFERENT;
}

/* Of numbers that agree in long double: whether they agree to 250 digits. */
static enum outcome
compare_precise(const struct node *x, const struct node *y)
{
	enum outcome out = UNKNOWN;
	mpf_t a, b;

	mpf_init2(a, EXPR_BITS);
	mpf_init2(b, EXPR_BITS);
	if (expr_precise(x, a) && expr_precise(y, b)) {
		mpf_sub(b, a, b);
		mpf_abs(b, b);
		mpf_abs(a, a);
		mpf_add_ui(a, a, 1);
		mpf_div_2exp(a, a, 850);
		out = mpf_cmp(b, a) <= 0 ? SAME : DIFFERENT;
	}
	mpf_clear(a);
	mpf_clear(b);
	return out;
}

static bool
equal_constants(const struct node *x, const struct node *y)
{
	enum outcome out = compare_exact(x, y, -1);

	if (out == UNKNOWN) {
		out = compare_numeric(x, y, -1, 1e-16L);
		if (out == SAME) {
			enum outcome precise = compare_precise(x, y);

			if (precise != UNKNOWN)
				out = precise;
		}
	}
	return out == UNKNOWN ? same_text(x, y) : out == SAME;
}

/*
 * Expressions in symbols are compared at fixed points: exactly, in rational numbers, where they can
 * be evaluated so (two different rational functions of this size agree at four such points only by
 * an accident that nobody arranges), else in floating point at complex points.
 */
static bool
equal_functions(const struct node *x, const struct node *y)
{
	int same = 0;

	for (int point = 0; point < 6; point++) {
		enum outcome out = compare_exact(x, y, point);

		if (out == DIFFERENT)
			return false;
		same += out == SAME;
	}
	if (same >= 4)
		return true;
	same = 0;
	for (int point = 0; point < 8; point++) {
		enum outcome out = compare_numeric(x, y, point, 1e-14L);

		if (out == DIFFERENT)
			return false;
		same += out == SAME;
	}
	return same >= 3 || same_text(x, y);
}

static bool
equal_scalars(struct arena *a, const struct node *x, const struct node *y)
{
	if (++a->compared > EXPR_COMPARED)
		return false;
	if (expr_has_symbols(x) || expr_has_symbols(y))
		return equal_functions(x, y);
	return equal_constants(x, y);
}

/* Both are equations: left minus right is the same up to a constant factor. */
static bool
equal_equations(const struct node *f, const struct node *g)
{
	mpq_t a, b, ratio;
	bool same = true;
	int points = 0;

	mpq_init(a);
	mpq_init(b);
	mpq_init(ratio);
	for (int point = 0; same && point < 6; point++) {
		if (!expr_exact(f, point, a) || !expr_exact(g, point, b) || mpq_sgn(a) == 0 ||
			mpq_sgn(b) == 0)
			continue;
		mpq_div(a, a, b);
		if (points++ == 0)
			mpq_set(ratio, a);
		else
			same = mpq_equal(a, ratio);
	}
	mpq_clear(a);
	mpq_clear(b);
	mpq_clear(ratio);
	return same && points >= 4;
}

/* Plus-minus signs: all upper signs, or all lower ones. */

static bool
has_plus_minus(const struct node *x)
{
	if (x->kind == NODE_PLUSMINUS)
		return true;
	for (size_t i = 0; i < x->n; i++)
		if (has_plus_minus(x->kids[i]))
			return true;
	return false;
}

/* A copy of x with its signs chosen; NULL where the arena is full. */
static struct node *
with_sign(struct arena *a, struct node *x, bool upper)
{
	struct node *z;

	if (!has_plus_minus(x))
		return x;
	if (a->nodes >= 2 * EXPR_NODES)
		return NULL;
	if (x->kind == NODE_PLUSMINUS) {
		struct node *kid = with_sign(a, x->kids[0], upper);

		if (!kid)
			return NULL;
		return (x->op == '+') == upper ? kid : node_negated(a, kid);
	}
	z = node_new(a, x->kind);
	z->op = x->op;
	z->open = x->open;
	z->close = x->close;
	z->name = x->name;
	z->rows = x->rows;
	if (x->ops) {
		z->ops = xcalloc(32, 1);
		memcpy(z->ops, x->ops, 32);
	}
	for (size_t i = 0; i < x->n; i++) {
		struct node *kid = with_sign(a, x->kids[i], upper);

		if (!kid)
			return NULL;
		node_add(z, kid);
	}
	return z;
}

static bool
is_collection(const struct node *x)
{
	return x->kind == NODE_LIST || x->kind == NODE_SET;
}

static bool
add_both_signs(struct arena *a, struct node *out, struct node *x)
{
	struct node *upper = with_sign(a, x, true), *lower = with_sign(a, x, false);

	if (!upper || !lower)
		return false;
	node_add(out, upper);
	if (lower != upper)
		node_add(out, lower);
	return true;
}

/* x with its plus-minus signs spelt out as members of a list; NULL where it grew too large. */
static struct node *
spelt_out(struct arena *a, struct node *x)
{
	struct node *out;

	if (!has_plus_minus(x))
		return x;
	out = node_new(a, x->kind == NODE_SET ? NODE_SET : NODE_LIST);
	if (!is_collection(x))
		return add_both_signs(a, out, x) ? out : NULL;
	for (size_t i = 0; i < x->n; i++)
		if (!add_both_signs(a, out, x->kids[i]))
			return NULL;
	return out;
}

/* Relations */

static bool
is_name(const struct node *x)
{
	switch (x->kind) {
	case NODE_SYMBOL:
	case NODE_WORDS: return true;
	case NODE_FUNCTION:
		return x->n > 0 &&
		       (x->name.len == 0 || !isalpha((unsigned char)x->name.s[0]) ||
			       span_equal(x->name, SPAN("prime")) ||
			       span_equal(x->name, SPAN("vec"))) &&
		       is_name(x->kids[0]);
	case NODE_PRODUCT: /* f(x), AB */
	case NODE_TUPLE:
	case NODE_POWER: /* f^{-1}(x) */
		for (size_t i = 0; i < x->n; i++)
			if (!is_name(x->kids[i]) && !(x->kind == NODE_POWER && i == 1 &&
							    x->kids[i]->kind == NODE_NUMBER))
				return false;
		return x->kind != NODE_POWER || x->kids[0]->kind == NODE_SYMBOL;
	default: return false;
	}
}

static bool
only_equalities(const struct node *x)
{
	for (size_t i = 1; i < x->n; i++)
		if (x->ops[i] != REL_EQ)
			return false;
	return true;
}

static bool
is_below(unsigned char op)
{
	return op == REL_LT || op == REL_LE;
}

static bool
is_above(unsigned char op)
{
	return op == REL_GT || op == REL_GE;
}

static struct node *
interval(struct arena *a, struct node *low, bool low_in, struct node *high, bool high_in)
{
	struct node *x = node_new(a, NODE_TUPLE);

	x->open = low_in ? '[' : '(';
	x->close = high_in ? ']' : ')';
	node_add(x, low ? low : node_negated(a, node_new(a, NODE_INFINITY)));
	node_add(x, high ? high : node_new(a, NODE_INFINITY));
	return x;
}

/* The interval that an inequality in one name says, and the name; NULL where it says none. */
static struct node *
inequality(struct arena *a, const struct node *x, struct node **name)
{
	struct node **k = x->kids;
	unsigned char *op = x->ops;

	if (x->n == 2 && is_name(k[0]) && !is_name(k[1])) {
		*name = k[0];
		if (is_below(op[1]))
			return interval(a, NULL, false, k[1], op[1] == REL_LE);
		if (is_above(op[1]))
			return interval(a, k[1], op[1] == REL_GE, NULL, false);
	} else if (x->n == 2 && is_name(k[1]) && !is_name(k[0])) {
		*name = k[1];
		if (is_below(op[1]))
			return interval(a, k[0], op[1] == REL_LE, NULL, false);
		if (is_above(op[1]))
			return interval(a, NULL, false, k[0], op[1] == REL_GE);
	} else if (x->n == 3 && is_name(k[1])) {
		*name = k[1];
		if (is_below(op[1]) && is_below(op[2]))
			return interval(a, k[0], op[1] == REL_LE, k[2], op[2] == REL_LE);
		if (is_above(op[1]) && is_above(op[2]))
			return interval(a, k[2], op[2] == REL_GE, k[0], op[1] == REL_GE);
	}
	*name = NULL;
	return NULL;
}

/* The value that an answer states, and the name it gives it: x = 5 states 5. */
static struct node *
stated(struct arena *a, struct node *x, struct node **name)
{
	struct node *range;

	*name = NULL;
	if (x->kind != NODE_RELATION)
		return x;
	if (x->n == 2 && x->ops[1] == REL_IN) {
		*name = x->kids[0];
		return x->kids[1];
	}
	if (only_equalities(x)) {
		if (is_name(x->kids[0])) {
			*name = x->kids[0];
			return x->kids[x->n - 1];
		}
		if (is_name(x->kids[x->n - 1])) {
			*name = x->kids[x->n - 1];
			return x->kids[0];
		}
		/* A sum and its result: 5! = 120. */
		return expr_has_symbols(x) ? x : x->kids[x->n - 1];
	}
	range = inequality(a, x, name);
	return range ? range : x;
}

/* Words */

static char
next_letter(struct span *t)
{
	while (t->len > 0) {
		char c = t->s[0];

		*t = span_from(*t, 1);
		if (isalnum((unsigned char)c) || (c & 0x80))
			return (char)tolower((unsigned char)c);
	}
	return '\0';
}

/* Equal in letters and digits, whatever the case. */
static bool
same_words(struct span x, struct span y)
{
	char a, b;

	do {
		a = next_letter(&x);
		b = next_letter(&y);
		if (a != b)
			return false;
	} while (a);
	return true;
}

/* Structures */

static bool equal(struct arena *a, struct node *x, struct node *y);

static bool
has_member(struct arena *a, struct node *set, struct node *x)
{
	for (size_t i = 0; i < set->n; i++)
		if (equal(a, set->kids[i], x))
			return true;
	return false;
}

/* Each is a member of the other, whatever the order. */
static bool
equal_members(struct arena *a, struct node *x, struct node *y)
{
	for (size_t i = 0; i < x->n; i++)
		if (!has_member(a, y, x->kids[i]))
			return false;
	for (size_t i = 0; i < y->n; i++)
		if (!has_member(a, x, y->kids[i]))
			return false;
	return true;
}

static bool
equal_in_order(struct arena *a, struct node *x, struct node *y)
{
	if (x->n != y->n)
		return false;
	for (size_t i = 0; i < x->n; i++)
		if (!equal(a, x->kids[i], y->kids[i]))
			return false;
	return true;
}

static bool
is_scalar(const struct node *x)
{
	switch (x->kind) {
	case NODE_NUMBER:
	case NODE_SYMBOL:
	case NODE_SUM:
	case NODE_PRODUCT:
	case NODE_POWER:
	case NODE_FUNCTION:
	case NODE_INFINITY: return true;
	default: return false;
	}
}

/* A number with its base stands in x. */
static bool
has_based(const struct node *x)
{
	if (x->kind == NODE_BASED)
		return true;
	for (size_t i = 0; i < x->n; i++)
		if (has_based(x->kids[i]))
			return true;
	return false;
}

/* The base belongs to the answer: 11_2 is neither 3 nor 11, nor 10_3. */
static bool
equal_based(const struct node *x, const struct node *y)
{
	return mpq_equal(x->kids[0]->value, y->kids[0]->value) && span_equal(x->name, y->name);
}

static bool
equal_values(struct arena *a, struct node *x, struct node *y)
{
	if (is_collection(x) && is_collection(y))
		return equal_members(a, x, y);
	if (is_scalar(x) && is_scalar(y))
		return equal_scalars(a, x, y);
	if (x->kind == NODE_BASED ? is_scalar(y) && has_based(y)
				  : y->kind == NODE_BASED && is_scalar(x) && has_based(x))
		return equal_scalars(a, x, y);
	if (x->kind != y->kind)
		return false;
	switch (x->kind) {
	case NODE_WORDS: return same_words(x->name, y->name);
	case NODE_TUPLE:
		return x->open == y->open && x->close == y->close && equal_in_order(a, x, y);
	case NODE_MATRIX: return x->rows == y->rows && equal_in_order(a, x, y);
	case NODE_UNION:
		if (x->op != y->op)
			return false;
		return x->op == '\\' ? equal_in_order(a, x, y) : equal_members(a, x, y);
	case NODE_BASED: return equal_based(x, y);
	default: return same_text(x, y);
	}
}

static bool
is_equation(const struct node *x)
{
	return x->kind == NODE_RELATION && x->n == 2 && x->ops[1] == REL_EQ;
}

static struct node *
difference(struct arena *a, struct node *equation)
{
	return node_two(a, NODE_SUM, equation->kids[0], node_negated(a, equation->kids[1]));
}

static bool
equal(struct arena *a, struct node *x, struct node *y)
{
	struct node *x_name, *y_name;

	if (a->compared > EXPR_COMPARED || a->nodes > 4 * EXPR_NODES)
		return false;
	x = spelt_out(a, x);
	y = spelt_out(a, y);
	if (!x || !y)
		return false;
	if (is_equation(x) && is_equation(y) && equal_equations(difference(a, x), difference(a, y)))
		return true;
	x = stated(a, x, &x_name);
	y = stated(a, y, &y_name);
	if (x_name && y_name && x_name->kind != NODE_WORDS && y_name->kind != NODE_WORDS &&
		!same_text(x_name, y_name))
		return false;
	if (has_plus_minus(x) || has_plus_minus(y)) {
		x = spelt_out(a, x);
		y = spelt_out(a, y);
	}
	return x && y && equal_values(a, x, y);
}

bool
expr_equal(struct arena *a, struct node *x, struct node *y)
{
	return equal(a, x, y);
}
