/* Exact evaluation: rational numbers, and real algebraic ones with π to many digits. */
#include <stdlib.h>
#include <string.h>

#include "scorer/math/expr.h"

enum {
	EXACT_BITS = 1 << 14, /* of a numerator or denominator */
	EXACT_WORK = 1 << 20, /* limbs touched in one evaluation, about */
	FACTORIAL_MOST = 1000,
};

struct work {
	int point;
	long left;
};

static bool evaluate(const struct node *x, struct work *w, mpq_t out);

static size_t
bits_of(const mpq_t x)
{
	size_t a = mpz_sizeinbase(mpq_numref(x), 2), b = mpz_sizeinbase(mpq_denref(x), 2);

	return a > b ? a : b;
}

/* Counts the work of one operation; false where there was too much. */
static bool
spend(struct work *w, const mpq_t x)
{
	size_t bits = bits_of(x);

	w->left -= (long)(bits / 64 + 1);
	return bits <= EXACT_BITS && w->left > 0;
}

/* What a symbol stands for at a point: small rationals of both signs, by a hash of its name. */
static bool
symbol_value(const struct node *x, int point, mpq_t out)
{
	char *name;
	uint64_t h = 14695981039346656037u + (uint64_t)point * 0x9E3779B97F4A7C15u;

	if (point < 0)
		return false;
	name = expr_canonical(x);
	for (const char *s = name; *s; s++)
		h = (h ^ (unsigned char)*s) * 1099511628211u;
	free(name);
	h ^= h >> 29;
	h *= 0xBF58476D1CE4E5B9u;
	h ^= h >> 32;
	mpq_set_si(out, (long)(h % 991) + 2, (unsigned long)((h >> 20) % 97 + 2));
	mpq_canonicalize(out);
	if (point == 3 || (point % 2 && (h >> 40) % 2))
		mpq_neg(out, out);
	return true;
}

/* x^e for a whole e. */
static bool
whole_power(const mpq_t x, long e, mpq_t out)
{
	unsigned long n = (unsigned long)labs(e);

	if (mpq_sgn(x) == 0) {
		if (e <= 0)
			return false;
		mpq_set_ui(out, 0, 1);
		return true;
	}
	if (bits_of(x) * n > EXACT_BITS && mpz_cmpabs_ui(mpq_numref(x), 1) != 0)
		return false;
	if (bits_of(x) * n > EXACT_BITS && mpz_cmp_ui(mpq_denref(x), 1) != 0)
		return false;
	if (mpz_cmpabs_ui(mpq_numref(x), 1) == 0 && mpz_cmp_ui(mpq_denref(x), 1) == 0) {
		mpq_set_si(out, mpq_sgn(x) < 0 && n % 2 ? -1 : 1, 1);
		return true;
	}
	mpz_pow_ui(mpq_numref(out), mpq_numref(x), n);
	mpz_pow_ui(mpq_denref(out), mpq_denref(x), n);
	if (e < 0)
		mpq_inv(out, out);
	return true;
}

/* The q-th root of x where it is rational. The odd root of a negative number is the real one. */
static bool
exact_root(mpq_t x, unsigned long q)
{
	bool negative = mpq_sgn(x) < 0, ok;

	if (negative && q % 2 == 0)
		return false;
	mpq_abs(x, x);
	ok = mpz_root(mpq_numref(x), mpq_numref(x), q) && mpz_root(mpq_denref(x), mpq_denref(x), q);
	if (negative)
		mpq_neg(x, x);
	return ok;
}

static bool
power(const struct node *x, struct work *w, mpq_t out)
{
	mpq_t base, exponent;
	bool ok = false;

	mpq_init(base);
	mpq_init(exponent);
	if (evaluate(x->kids[0], w, base) && evaluate(x->kids[1], w, exponent) &&
		mpz_fits_slong_p(mpq_numref(exponent)) &&
		mpz_cmp_ui(mpq_denref(exponent), 64) <= 0) {
		unsigned long q = mpz_get_ui(mpq_denref(exponent));
		long p = mpz_get_si(mpq_numref(exponent));

		ok = p > -EXACT_BITS * 4 && p < EXACT_BITS * 4 && (q == 1 || exact_root(base, q)) &&
		     whole_power(base, p, out);
	}
	mpq_clear(base);
	mpq_clear(exponent);
	return ok;
}

static bool
is_whole(const mpq_t x)
{
	return mpz_cmp_ui(mpq_denref(x), 1) == 0;
}

static bool
binomial(const mpq_t n, const mpq_t k, mpq_t out)
{
	if (!is_whole(n) || !is_whole(k) || mpz_cmp_ui(mpq_numref(n), FACTORIAL_MOST) > 0 ||
		mpq_sgn(n) < 0 || mpq_sgn(k) < 0 || mpz_cmp(mpq_numref(k), mpq_numref(n)) > 0)
		return false;
	mpz_bin_ui(mpq_numref(out), mpq_numref(n), mpz_get_ui(mpq_numref(k)));
	mpz_set_ui(mpq_denref(out), 1);
	return true;
}

static bool
factorial(const mpq_t n, mpq_t out)
{
	if (!is_whole(n) || mpq_sgn(n) < 0 || mpz_cmp_ui(mpq_numref(n), FACTORIAL_MOST) > 0)
		return false;
	mpz_fac_ui(mpq_numref(out), mpz_get_ui(mpq_numref(n)));
	mpz_set_ui(mpq_denref(out), 1);
	return true;
}

/* gcd, lcm, max, min of a with b. */
static bool
fold(struct span name, mpq_t a, const mpq_t b)
{
	if (span_equal(name, SPAN("max")) || span_equal(name, SPAN("min"))) {
		int order = mpq_cmp(a, b);

		if (span_equal(name, SPAN("max")) ? order < 0 : order > 0)
			mpq_set(a, b);
		return true;
	}
	if (!is_whole(a) || !is_whole(b))
		return false;
	if (span_equal(name, SPAN("gcd")))
		mpz_gcd(mpq_numref(a), mpq_numref(a), mpq_numref(b));
	else if (span_equal(name, SPAN("lcm")))
		mpz_lcm(mpq_numref(a), mpq_numref(a), mpq_numref(b));
	else
		return false;
	return true;
}

static bool
function_of_many(const struct node *x, struct work *w, mpq_t out)
{
	const struct node *list = x->kids[0];
	bool ok = list->n > 0;
	mpq_t y;

	mpq_init(y);
	for (size_t i = 0; ok && i < list->n; i++) {
		ok = evaluate(list->kids[i], w, i ? y : out) && (i == 0 || fold(x->name, out, y)) &&
		     spend(w, out);
	}
	mpq_clear(y);
	return ok;
}

static bool
is_opaque(const struct node *x)
{
	static const char *const names[] = {
		"", "prime", "star", "vec", "hat", "overline", "underline"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (span_equal(x->name, span_of(names[i])))
			return true;
	return false;
}

static bool
function(const struct node *x, struct work *w, mpq_t out)
{
	mpq_t a, b;
	bool ok = false;

	if (is_opaque(x))
		return symbol_value(x, w->point, out);
	if (x->kids[0]->kind == NODE_TUPLE || x->kids[0]->kind == NODE_LIST)
		return function_of_many(x, w, out);
	mpq_init(a);
	mpq_init(b);
	if (!evaluate(x->kids[0], w, a)) {
		ok = false;
	} else if (span_equal(x->name, SPAN("abs"))) {
		mpq_abs(out, a);
		ok = true;
	} else if (span_equal(x->name, SPAN("!"))) {
		ok = factorial(a, out);
	} else if (span_equal(x->name, SPAN("floor")) || span_equal(x->name, SPAN("ceil"))) {
		mpz_set_ui(mpq_denref(out), 1);
		if (span_equal(x->name, SPAN("floor")))
			mpz_fdiv_q(mpq_numref(out), mpq_numref(a), mpq_denref(a));
		else
			mpz_cdiv_q(mpq_numref(out), mpq_numref(a), mpq_denref(a));
		ok = true;
	} else if (span_equal(x->name, SPAN("binom")) && x->n == 2) {
		ok = evaluate(x->kids[1], w, b) && binomial(a, b, out);
	}
	mpq_clear(a);
	mpq_clear(b);
	return ok;
}

static bool
based(const struct node *x, mpq_t out)
{
	long base = mpz_get_si(mpq_numref(x->kids[0]->value));

	mpq_set_ui(out, 0, 1);
	for (size_t i = 0; i < x->name.len; i++) {
		long digit = x->name.s[i] - '0';

		if (digit < 0 || digit > 9 || digit >= base)
			return false;
		mpz_mul_si(mpq_numref(out), mpq_numref(out), base);
		mpz_add_ui(mpq_numref(out), mpq_numref(out), (unsigned long)digit);
	}
	return true;
}

static bool
combined(const struct node *x, struct work *w, mpq_t out)
{
	mpq_t kid;
	bool ok = true;

	mpq_init(kid);
	mpq_set_ui(out, x->kind == NODE_PRODUCT, 1);
	for (size_t i = 0; ok && i < x->n; i++) {
		ok = evaluate(x->kids[i], w, kid);
		if (ok && x->kind == NODE_SUM)
			mpq_add(out, out, kid);
		else if (ok)
			mpq_mul(out, out, kid);
		ok = ok && spend(w, out);
	}
	mpq_clear(kid);
	return ok;
}

static bool
evaluate(const struct node *x, struct work *w, mpq_t out)
{
	switch (x->kind) {
	case NODE_NUMBER: mpq_set(out, x->value); return spend(w, out);
	case NODE_SYMBOL: return expr_has_symbols(x) && symbol_value(x, w->point, out);
	case NODE_SUM:
	case NODE_PRODUCT: return combined(x, w, out);
	case NODE_POWER: return power(x, w, out) && spend(w, out);
	case NODE_FUNCTION: return function(x, w, out) && spend(w, out);
	case NODE_BASED: return based(x, out) && spend(w, out);
	default: return false;
	}
}

bool
expr_exact(const struct node *x, int point, mpq_t out)
{
	struct work w = {.point = point, .left = EXACT_WORK};

	return evaluate(x, &w, out);
}

/* arctan(1/n) · 2^bits, by its series (Gregory 1671). */
static void
arctan_inverse(mpz_t out, unsigned long n, unsigned bits)
{
	mpz_t power, term;

	mpz_init(power);
	mpz_init(term);
	mpz_ui_pow_ui(power, 2, bits);
	mpz_fdiv_q_ui(power, power, n);
	mpz_set(out, power);
	for (unsigned long k = 3; mpz_sgn(power) != 0; k += 2) {
		mpz_fdiv_q_ui(power, power, n * n);
		mpz_fdiv_q_ui(term, power, k);
		if (k % 4 == 3)
			mpz_sub(out, out, term);
		else
			mpz_add(out, out, term);
	}
	mpz_clear(power);
	mpz_clear(term);
}

/* π = 16 arctan(1/5) − 4 arctan(1/239) (Machin 1706). */
static void
set_pi(mpf_t out)
{
	enum { BITS = EXPR_BITS + 64 };
	mpz_t a, b;

	mpz_init(a);
	mpz_init(b);
	arctan_inverse(a, 5, BITS);
	arctan_inverse(b, 239, BITS);
	mpz_mul_ui(a, a, 16);
	mpz_submul_ui(a, b, 4);
	mpf_set_z(out, a);
	mpf_div_2exp(out, out, BITS);
	mpz_clear(a);
	mpz_clear(b);
}

/* The q-th root of x > 0 in place. */
static bool
precise_root(mpf_t x, unsigned long q)
{
	mpz_t n;

	if (q == 2) {
		mpf_sqrt(x, x);
		return true;
	}
	if (q > 16)
		return false;
	mpf_mul_2exp(x, x, q * EXPR_BITS);
	mpz_init(n);
	mpz_set_f(n, x);
	mpz_root(n, n, q);
	mpf_set_z(x, n);
	mpf_div_2exp(x, x, EXPR_BITS);
	mpz_clear(n);
	return true;
}

static bool
precise_power(const struct node *x, mpf_t out)
{
	mpq_t exponent;
	mpf_t base;
	bool ok = false;

	mpq_init(exponent);
	mpf_init2(base, EXPR_BITS);
	if (expr_exact(x->kids[1], -1, exponent) && expr_precise(x->kids[0], base) &&
		mpz_cmp_ui(mpq_denref(exponent), 16) <= 0 &&
		mpz_cmpabs_ui(mpq_numref(exponent), 1000) <= 0) {
		unsigned long q = mpz_get_ui(mpq_denref(exponent));
		long p = mpz_get_si(mpq_numref(exponent));
		bool negative = mpf_sgn(base) < 0;

		if (q > 1 && negative && q % 2)
			mpf_neg(base, base);
		ok = (mpf_sgn(base) > 0 || q == 1) && !(mpf_sgn(base) == 0 && p <= 0) &&
		     (q == 1 || precise_root(base, q));
		if (ok) {
			if (q > 1 && negative)
				mpf_neg(base, base);
			mpf_pow_ui(out, base, (unsigned long)labs(p));
			if (p < 0)
				mpf_ui_div(out, 1, out);
		}
	}
	mpq_clear(exponent);
	mpf_clear(base);
	return ok;
}

static bool
precise_combined(const struct node *x, mpf_t out)
{
	mpf_t kid;
	bool ok = true;

	mpf_init2(kid, EXPR_BITS);
	mpf_set_ui(out, x->kind == NODE_PRODUCT);
	for (size_t i = 0; ok && i < x->n; i++) {
		ok = expr_precise(x->kids[i], kid);
		if (ok && x->kind == NODE_SUM)
			mpf_add(out, out, kid);
		else if (ok)
			mpf_mul(out, out, kid);
	}
	mpf_clear(kid);
	return ok;
}

bool
expr_precise(const struct node *x, mpf_t out)
{
	mpq_t value;
	bool ok;

	switch (x->kind) {
	case NODE_SUM:
	case NODE_PRODUCT: return precise_combined(x, out);
	case NODE_POWER: return precise_power(x, out);
	case NODE_SYMBOL:
		if (!span_equal(x->name, SPAN("pi")))
			return false;
		set_pi(out);
		return true;
	case NODE_FUNCTION:
		if (span_equal(x->name, SPAN("abs")) && x->n == 1) {
			ok = expr_precise(x->kids[0], out);
			mpf_abs(out, out);
			return ok;
		}
		/* fall through */
	default:
		mpq_init(value);
		ok = expr_exact(x, -1, value);
		if (ok)
			mpf_set_q(out, value);
		mpq_clear(value);
		return ok;
	}
}
