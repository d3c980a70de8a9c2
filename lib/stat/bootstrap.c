#include "stat/bootstrap.h"

#include <math.h>
#include <stdlib.h>

#include "kit/mem.h"
#include "stat/few.h"
#include "stat/sort.h"
#include "stat/sum.h"

static double
ratio(double y, double x)
{
	return x != 0 ? y / x : NAN;
}

static double
total(const double *v, size_t n)
{
	struct exact_sum sum = {0};

	for (size_t i = 0; v && i < n; i++)
		sum_add(&sum, v[i]);
	return v ? sum_value(&sum) : (double)n;
}

double
bca_acceleration(const double *y, const double *x, size_t n)
{
	double total_y = total(y, n), total_x = total(x, n);
	double *u = xcalloc(n + 1, sizeof *u), s2 = 0, s3 = 0, mean;

	for (size_t i = 0; i < n; i++)
		u[i] = ratio(total_y - y[i], total_x - (x ? x[i] : 1));
	mean = 0;
	for (size_t i = 0; i < n; i++)
		mean += u[i] / (double)n;
	for (size_t i = 0; i < n; i++) {
		double d = mean - u[i];

		s2 += d * d;
		s3 += d * d * d;
	}
	free(u);
	/* rounding alone leaves no more than this; NaN comes out as NaN */
	if (n < 2 || !(s2 > (double)n * 1e-30 * (1 + mean * mean)))
		return NAN;
	return s3 / (6 * pow(s2, 1.5));
}

/* The quantile of sorted values, linear between neighbours (type 7 of Hyndman & Fan 1996). */
static double
quantile_sorted(const double *v, size_t n, double p)
{
	double at = p * (double)(n - 1), low = floor(at);
	size_t i = (size_t)low;

	return i + 1 < n ? v[i] + (at - low) * (v[i + 1] - v[i]) : v[n - 1];
}

static double
bca_point(const struct bca *r, double alpha)
{
	double z = r->z0 + normal_quantile(alpha);

	return normal_cdf(r->z0 + z / (1 - r->a * z));
}

struct bca
bca_limits(double estimate, double a, double *theta, size_t times, double level)
{
	struct bca r = {estimate, NAN, NAN, NAN, a, NULL};
	size_t below = 0, at_most = 0;
	double share;

	if (isnan(a)) {
		r.degenerate = "no unit changes the estimate";
		return r;
	}
	for (size_t b = 0; b < times; b++) {
		if (isnan(theta[b])) {
			r.degenerate = "a resample without a value";
			return r;
		}
		/* equal but for the rounding of sums in another order */
		at_most += theta[b] <= estimate + 1e-12 * fabs(estimate);
		below += theta[b] < estimate - 1e-12 * fabs(estimate);
	}
	share = (double)(below + at_most) / (2 * (double)times);
	if (!(share > 0 && share < 1)) {
		r.degenerate = "every resample lies on one side of the estimate";
		return r;
	}
	r.z0 = normal_quantile(share);
	sort_doubles(theta, times);
	r.lo = quantile_sorted(theta, times, bca_point(&r, (1 - level) / 2));
	r.hi = quantile_sorted(theta, times, bca_point(&r, 1 - (1 - level) / 2));
	return r;
}

struct bca
bca_of(const struct resamples *r, const double *y, const double *x, double level)
{
	double *sum_y = xcalloc(r->times + 1, sizeof *sum_y), *sum_x = NULL;
	double estimate = ratio(total(y, r->n), total(x, r->n));
	struct bca result;

	if (x)
		sum_x = xcalloc(r->times + 1, sizeof *sum_x);
	if (x || !few_sums(y, r->n, r->times, r->seed, sum_y))
		resample_sums(r, y, x, sum_y, sum_x);
	for (size_t b = 0; b < r->times; b++)
		sum_y[b] = ratio(sum_y[b], x ? sum_x[b] : (double)r->n);
	result = bca_limits(estimate, bca_acceleration(y, x, r->n), sum_y, r->times, level);
	free(sum_y);
	free(sum_x);
	return result;
}

struct bca
bca_ratio(const double *y, const double *x, size_t n, double level, size_t times, uint64_t seed)
{
	struct bca result = {NAN, NAN, NAN, NAN, NAN, "fewer than two units"};
	struct resamples *r;

	if (n < 2 || n > UINT32_MAX) {
		if (n == 1)
			result.estimate = ratio(y[0], x ? x[0] : 1);
		return result;
	}
	r = resamples_new(n, times, seed);
	result = bca_of(r, y, x, level);
	resamples_free(r);
	return result;
}
