/* Evaluation in long double, complex: what exact arithmetic can't reach. */
#include <complex.h>
#include <math.h>
#include <stdlib.h>

#include "scorer/math/expr.h"

typedef long double _Complex value_t;

struct numeric {
	int point;
	long double scale; /* the largest magnitude met */
};

static bool evaluate(const struct node *x, struct numeric *n, value_t *out);

static value_t
make(long double re, long double im)
{
	return re + im * (value_t)I;
}

/* A fixed complex number for a name at a point, of magnitude about 1. */
static bool
symbol_value(const struct node *x, int point, value_t *out)
{
	char *name;
	uint64_t h = 0xCBF29CE484222325u + (uint64_t)(point + 1) * 0xD1B54A32D192ED03u;

	if (point < 0)
		return false;
	name = expr_canonical(x);
	for (const char *s = name; *s; s++)
		h = (h ^ (unsigned char)*s) * 1099511628211u;
	free(name);
	h ^= h >> 31;
	h *= 0x94D049BB133111EBu;
	h ^= h >> 30;
	/* Points 0 and 1 are real and positive, where logarithms and roots have one value. */
	*out = make(0.3L + (long double)(h & 0xFFFFF) / 0x80000,
		point < 2 ? 0 : (long double)((h >> 20) & 0xFFFFF) / 0x80000 - 1);
	if (point >= 2 && (h >> 50) & 1)
		*out = -*out;
	return true;
}

static value_t
power(value_t base, value_t exponent, const struct node *exponent_node)
{
	mpq_t e;
	bool rational, odd;
	long numerator = 0;

	if (cimagl(base) != 0 || creall(base) >= 0 || cimagl(exponent) != 0)
		return cpowl(base, exponent);
	/* The odd root of a negative number is the real one. */
	mpq_init(e);
	rational = expr_exact(exponent_node, -1, e);
	odd = rational && mpz_odd_p(mpq_denref(e)) && mpz_fits_slong_p(mpq_numref(e));
	if (odd)
		numerator = mpz_get_si(mpq_numref(e));
	mpq_clear(e);
	if (!odd)
		return cpowl(base, exponent);
	return make((numerator % 2 ? -1 : 1) * powl(-creall(base), creall(exponent)), 0);
}

static bool
logarithm(const struct node *x, struct numeric *n, value_t a, value_t *out)
{
	value_t base;

	*out = clogl(a);
	if (x->n == 2) {
		if (!evaluate(x->kids[1], n, &base))
			return false;
		*out /= clogl(base);
	}
	return true;
}

static bool
apply(const struct node *x, struct numeric *n, value_t a, value_t *out)
{
	static const struct {
		const char *name;
		value_t (*f)(value_t);
	} functions[] = {{"sin", csinl}, {"cos", ccosl}, {"tan", ctanl}, {"arcsin", casinl},
		{"arccos", cacosl}, {"arctan", catanl}, {"asin", casinl}, {"acos", cacosl},
		{"atan", catanl}, {"sinh", csinhl}, {"cosh", ccoshl}, {"tanh", ctanhl},
		{"exp", cexpl}};

	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		if (span_equal(x->name, span_of(functions[i].name))) {
			*out = functions[i].f(a);
			return true;
		}
	}
	if (span_equal(x->name, SPAN("cot")))
		*out = 1 / ctanl(a);
	else if (span_equal(x->name, SPAN("sec")))
		*out = 1 / ccosl(a);
	else if (span_equal(x->name, SPAN("csc")))
		*out = 1 / csinl(a);
	else if (span_equal(x->name, SPAN("abs")))
		*out = cabsl(a);
	else if (span_equal(x->name, SPAN("log")) || span_equal(x->name, SPAN("ln")))
		return logarithm(x, n, a, out);
	else if (span_equal(x->name, SPAN("lg")))
		*out = clogl(a) / logl(10);
	else
		return false;
	return true;
}

static bool
function(const struct node *x, struct numeric *n, value_t *out)
{
	value_t a;
	mpq_t exact;
	bool ok;

	mpq_init(exact);
	ok = expr_exact(x, -1, exact);
	if (ok)
		*out = mpq_get_d(exact);
	mpq_clear(exact);
	if (ok)
		return true;
	if (x->name.len == 0 || x->n == 0)
		return symbol_value(x, n->point, out);
	if (evaluate(x->kids[0], n, &a) && apply(x, n, a, out))
		return true;
	/* A function that is not known stands for itself. */
	return symbol_value(x, n->point, out);
}

static bool
combined(const struct node *x, struct numeric *n, value_t *out)
{
	value_t kid;

	*out = x->kind == NODE_PRODUCT;
	for (size_t i = 0; i < x->n; i++) {
		if (!evaluate(x->kids[i], n, &kid))
			return false;
		if (x->kind == NODE_SUM)
			*out += kid;
		else
			*out *= kid;
	}
	return true;
}

/* A rational number to long double's precision. */
static long double
rational(const mpq_t q)
{
	long double out;
	mpf_t f;
	long exponent;
	mpz_t z;

	mpf_init2(f, 128);
	mpf_set_q(f, q);
	mpf_get_d_2exp(&exponent, f);
	if (exponent >= 0 && exponent > 16000) {
		mpf_clear(f);
		return INFINITY;
	}
	if (exponent < -16000) {
		mpf_clear(f);
		return 0;
	}
	if (exponent > 64)
		mpf_div_2exp(f, f, (unsigned long)exponent - 64);
	else
		mpf_mul_2exp(f, f, (unsigned long)(64 - exponent));
	mpz_init(z);
	mpz_set_f(z, f);
	out = 0;
	for (size_t i = mpz_size(z); i-- > 0;)
		out = out * 0x1p64L + (long double)mpz_getlimbn(z, (mp_size_t)i);
	out = ldexpl(mpz_sgn(z) < 0 ? -out : out, (int)exponent - 64);
	mpz_clear(z);
	mpf_clear(f);
	return out;
}

static bool
symbol(const struct node *x, struct numeric *n, value_t *out)
{
	if (span_equal(x->name, SPAN("pi")))
		*out = acosl(-1);
	else if (span_equal(x->name, SPAN("e")))
		*out = expl(1);
	else if (span_equal(x->name, SPAN("i")))
		*out = make(0, 1);
	else
		return symbol_value(x, n->point, out);
	return true;
}

static bool
evaluate(const struct node *x, struct numeric *n, value_t *out)
{
	value_t base, exponent;
	mpq_t q;
	bool ok;

	switch (x->kind) {
	case NODE_NUMBER:
		*out = rational(x->value);
		ok = true;
		break;
	case NODE_BASED:
		mpq_init(q);
		ok = expr_exact(x, -1, q);
		if (ok)
			*out = rational(q);
		mpq_clear(q);
		break;
	case NODE_SYMBOL: ok = symbol(x, n, out); break;
	case NODE_SUM:
	case NODE_PRODUCT: ok = combined(x, n, out); break;
	case NODE_POWER:
		ok = evaluate(x->kids[0], n, &base) && evaluate(x->kids[1], n, &exponent);
		if (ok)
			*out = power(base, exponent, x->kids[1]);
		break;
	case NODE_FUNCTION: ok = function(x, n, out); break;
	default: return false;
	}
	if (!ok || !isfinite(creall(*out)) || !isfinite(cimagl(*out)))
		return false;
	if (cabsl(*out) > n->scale)
		n->scale = cabsl(*out);
	return true;
}

bool
expr_numeric(const struct node *x, int point, struct complex_value *out, long double *scale)
{
	struct numeric n = {.point = point};
	value_t v;

	if (!evaluate(x, &n, &v))
		return false;
	out->re = creall(v);
	out->im = cimagl(v);
	*scale = n.scale;
	return true;
}
