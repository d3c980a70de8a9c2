#include "stat/mcnemar.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <math.h>

/* Up to here 2^-n is a normal long double, and the sum runs over exact products. */
enum { DIRECT_MAX = 16000 };

/* P(X ≤ k) and P(X = k) of X ~ Binomial(n, ½). */
static void
half_binomial(size_t k, size_t n, double *tail, double *at)
{
	long double term = ldexpl(1, -(int)n), sum = term;

	if (n > DIRECT_MAX) {
		*tail = gsl_cdf_binomial_P((unsigned)k, .5, (unsigned)n);
		*at = gsl_ran_binomial_pdf((unsigned)k, .5, (unsigned)n);
		return;
	}
	for (size_t j = 1; j <= k; j++) {
		term = term * (long double)(n - j + 1) / (long double)j;
		sum += term;
	}
	*tail = (double)sum;
	*at = (double)term;
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
