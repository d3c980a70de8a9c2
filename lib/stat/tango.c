#include "stat/tango.h"

#include <math.h>

/*
 * The score statistic at difference d, which falls as d grows. q is the restricted
 * maximum-likelihood estimate of the probability of a "minus", taken from whichever form of the
 * root doesn't cancel.
 */
static double
score_at(double plus, double minus, double n, double d)
{
	double a = 2 * n, b = (2 * n - plus + minus) * d - plus - minus, c = -minus * d * (1 - d);
	double root = b * b - 4 * a * c, q, variance;

	root = sqrt(root > 0 ? root : 0);
	q = b > 0 ? -2 * c / (b + root) : (root - b) / (2 * a);
	variance = n * (2 * q + d * (1 - d));
	if (!(variance > 0))
		return plus - minus - n * d >= 0 ? INFINITY : -INFINITY;
	return (plus - minus - n * d) / sqrt(variance);
}

/* Where score_at crosses z between lo and hi, by bisection down to neighbouring doubles. */
static double
crossing(double plus, double minus, double n, double z, double lo, double hi)
{
	for (int i = 0; i < 1100; i++) {
		double mid = lo + (hi - lo) / 2;

		if (mid == lo || mid == hi)
			break;
		if (score_at(plus, minus, n, mid) > z)
			lo = mid;
		else
			hi = mid;
	}
	return lo + (hi - lo) / 2;
}

struct interval
tango_interval(size_t plus, size_t minus, size_t n, double level)
{
	double z = normal_quantile(1 - (1 - level) / 2);
	double b = (double)plus, c = (double)minus, m = (double)n, d;
	struct interval r = {NAN, NAN};

	if (n == 0 || plus + minus > n)
		return r;
	d = (b - c) / m;
	if (plus == 0 && minus == 0)
		return (struct interval){-z * z / (m + z * z), z * z / (m + z * z)};
	/* mirrored calls give mirrored bytes: both limits by the same search, from d outwards */
	r.lo = minus == n ? -1 : -crossing(c, b, m, -z, -d, 1);
	r.hi = plus == n ? 1 : crossing(b, c, m, -z, d, 1);
	return r;
}

double
paired_proportion_se(size_t plus, size_t minus, size_t n)
{
	double b = (double)plus, c = (double)minus, m = (double)n;
	double v;

	if (n < 2)
		return NAN;
	v = ((b + c) * m - (b - c) * (b - c)) / m / (m * (m - 1));
	return v > 0 ? sqrt(v) : 0;
}
