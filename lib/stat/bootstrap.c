#include "stat/bootstrap.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdlib.h>

#include "kit/mem.h"
#include "stat/sort.h"
#include "stat/sum.h"

/* With so few different values a resample is a draw of their counts, the same distribution for
 * less. */
enum { FEW_VALUES = 8 };

/* An index below n, without bias: 32 random bits times n, the low half refused where it is too low.
 */
static size_t
below(gsl_rng *rng, uint32_t n)
{
	uint64_t wide = (uint64_t)gsl_rng_get(rng) * n;

	if ((uint32_t)wide < n) {
		uint32_t least = -n % n;

		while ((uint32_t)wide < least)
			wide = (uint64_t)gsl_rng_get(rng) * n;
	}
	return wide >> 32;
}

static double
ratio(double y, double x)
{
	return x != 0 ? y / x : NAN;
}

/* How many different values y has, at most FEW_VALUES of them kept with their shares; 0 where more.
 */
static size_t
few_values(const double *y, size_t n, double *value, double *share)
{
	size_t k = 0;

	for (size_t i = 0; i < n; i++) {
		size_t j = 0;

		while (j < k && value[j] != y[i])
			j++;
		if (j == FEW_VALUES)
			return 0;
		if (j == k) {
			value[k] = y[i];
			share[k++] = 0;
		}
		share[j]++;
	}
	return k;
}

static void
resample_counts(gsl_rng *rng, const double *value, const double *share, size_t k, size_t n,
	double *theta, size_t resamples)
{
	for (size_t b = 0; b < resamples; b++) {
		unsigned left = (unsigned)n;
		double weight = (double)n, sum = 0;

		for (size_t j = 0; j + 1 < k; j++) {
			unsigned got = left ? gsl_ran_binomial(rng, share[j] / weight, left) : 0;

			sum += got * value[j];
			left -= got;
			weight -= share[j];
		}
		theta[b] = (sum + left * value[k - 1]) / (double)n;
	}
}

static void
resample_units(
	gsl_rng *rng, const double *y, const double *x, size_t n, double *theta, size_t resamples)
{
	for (size_t b = 0; b < resamples; b++) {
		double sum_y = 0, sum_x = 0;

		for (size_t i = 0; i < n; i++) {
			size_t at = below(rng, (uint32_t)n);

			sum_y += y[at];
			sum_x += x ? x[at] : 1;
		}
		theta[b] = ratio(sum_y, sum_x);
	}
}

/* a = Σu³/(6(Σu²)^1.5), u = mean(θ(.)) − θ(i) over the jackknife; NaN where Σu² = 0. */
static double
acceleration(const double *y, const double *x, size_t n, double total_y, double total_x)
{
	double *u = xcalloc(n, sizeof *u), s2 = 0, s3 = 0;
	struct exact_sum sum = {0};
	double mean;

	for (size_t i = 0; i < n; i++) {
		u[i] = ratio(total_y - y[i], total_x - (x ? x[i] : 1));
		if (isnan(u[i])) {
			free(u);
			return NAN;
		}
		sum_add(&sum, u[i]);
	}
	mean = sum_value(&sum) / (double)n;
	for (size_t i = 0; i < n; i++) {
		double d = mean - u[i];

		s2 += d * d;
		s3 += d * d * d;
	}
	free(u);
	/* rounding alone leaves no more than this */
	if (!(s2 > (double)n * 1e-30 * (1 + mean * mean)))
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

static void
bca_limits(struct bca *r, double *theta, size_t resamples, double level)
{
	size_t below_it = 0, at_most = 0;
	double share;

	for (size_t b = 0; b < resamples; b++) {
		if (isnan(theta[b])) {
			r->degenerate = "a resample without a value";
			return;
		}
		below_it += theta[b] < r->estimate;
		at_most += theta[b] <= r->estimate;
	}
	share = (double)(below_it + at_most) / (2 * (double)resamples);
	if (share <= 0 || share >= 1) {
		r->degenerate = "every resample lies on one side of the estimate";
		return;
	}
	r->z0 = normal_quantile(share);
	sort_doubles(theta, resamples);
	r->lo = quantile_sorted(theta, resamples, bca_point(r, (1 - level) / 2));
	r->hi = quantile_sorted(theta, resamples, bca_point(r, 1 - (1 - level) / 2));
}

struct bca
bca_ratio(const double *y, const double *x, size_t n, double level, size_t resamples, uint64_t seed)
{
	struct bca r = {NAN, NAN, NAN, NAN, NAN, NULL};
	struct exact_sum sum_y = {0}, sum_x = {0};
	double value[FEW_VALUES], share[FEW_VALUES], *theta;
	size_t few;
	gsl_rng *rng;

	for (size_t i = 0; i < n; i++) {
		sum_add(&sum_y, y[i]);
		sum_add(&sum_x, x ? x[i] : 1);
	}
	r.estimate = ratio(sum_value(&sum_y), sum_value(&sum_x));
	if (n < 2 || n > UINT32_MAX || isnan(r.estimate)) {
		r.degenerate = "fewer than two units";
		return r;
	}
	r.a = acceleration(y, x, n, sum_value(&sum_y), sum_value(&sum_x));
	if (isnan(r.a)) {
		r.degenerate = "no unit changes the estimate";
		return r;
	}
	rng = gsl_rng_alloc(gsl_rng_mt19937);
	gsl_rng_set(rng, (unsigned long)(seed & UINT32_MAX));
	theta = xcalloc(resamples + 1, sizeof *theta);
	few = x ? 0 : few_values(y, n, value, share);
	if (few)
		resample_counts(rng, value, share, few, n, theta, resamples);
	else
		resample_units(rng, y, x, n, theta, resamples);
	bca_limits(&r, theta, resamples, level);
	free(theta);
	gsl_rng_free(rng);
	return r;
}
