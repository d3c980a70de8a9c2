#include "stat/mcnemar.h"

#include <math.h>

/* Up to here 2^-n is a normal long double, and the sum runs over exact products. */
enum { DIRECT_MAX = 16000 };

/* Up from j = 0: each term is its neighbour's times a small fraction. */
static void
sum_from_below(size_t k, size_t n, long double *tail, long double *at)
{
	long double term = ldexpl(1, -(int)n), sum = term;

	for (size_t j = 1; j <= k; j++) {
		term = term * (long double)(n - j + 1) / (long double)j;
		sum += term;
	}
	*tail = sum;
	*at = term;
}

/* Down from j = k, whose probability is good to 1e-12 by its logarithm, until nothing is added. */
static void
sum_from_above(size_t k, size_t n, long double *tail, long double *at)
{
	long double m = (long double)n, x = (long double)k, term, sum = 0;

	term = expl(lgammal(m + 1) - lgammal(x + 1) - lgammal(m - x + 1) - m * logl(2));
	*at = term;
	for (size_t j = k; sum + term != sum; j--) {
		sum += term;
		term = term * (long double)j / (long double)(n - j + 1);
	}
	*tail = sum;
}

/* P(X ≤ k) and P(X = k) of X ~ Binomial(n, ½), k ≤ n/2. */
static void
half_binomial(size_t k, size_t n, double *tail, double *at)
{
	long double sum, last;

	if (n > DIRECT_MAX)
		sum_from_above(k, n, &sum, &last);
	else
		sum_from_below(k, n, &sum, &last);
	*tail = (double)sum;
	*at = (double)last;
}

double
mcnemar_exact(size_t b, size_t c)
{
	double tail, at;

	if (b == c)
		return 1;
	half_binomial(b < c ? b : c, b + c, &tail, &at);
	return fmin(1, 2 * tail);
}

double
mcnemar_mid_p(size_t b, size_t c)
{
	double tail, at;

	if (b + c == 0)
		return 1;
	half_binomial(b < c ? b : c, b + c, &tail, &at);
	return b == c ? 1 - at / 2 : 2 * tail - at;
}
