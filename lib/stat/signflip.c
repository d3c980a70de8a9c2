#include "stat/signflip.h"

#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdlib.h>

#include "kit/mem.h"
#include "stat/sum.h"

enum { ENUMERATE_MAX = 20 };
/* the widest range of sums, and units × range, that a convolution may take */
#define RANGE_MAX 4e6
#define WORK_MAX  2e8

/* Sums that differ by rounding alone are ties. */
static double
tie(double total)
{
	return 1e-12 * total;
}

/* The larger half of all sign patterns, walked in Gray order: one sign changes a step. */
static double
enumerate(const double *w, size_t m, double seen, double total)
{
	uint64_t patterns = UINT64_C(1) << m, extreme = 0, state = 0;
	double sum = -total;

	for (uint64_t i = 0;;) {
		int bit;

		extreme += fabs(sum) >= seen - tie(total);
		if (++i == patterns)
			break;
		bit = __builtin_ctzll(i);
		state ^= UINT64_C(1) << bit;
		sum += (state >> bit & 1) ? 2 * w[bit] : -2 * w[bit];
	}
	return (double)extreme / (double)patterns;
}

/* The largest step that all w are multiples of, by Euclid's algorithm; 0 where there is none to
 * speak of. */
static double
common_step(const double *w, size_t m)
{
	double step = 0, most = 0;

	for (size_t i = 0; i < m; i++)
		most = fmax(most, w[i]);
	for (size_t i = 0; i < m; i++) {
		double a = w[i], b = step;

		while (b > most * 1e-9) {
			double rest = fmod(a, b);

			a = b;
			b = b - rest < most * 1e-9 ? 0 : rest;
		}
		step = a;
		if (step < most * 1e-6)
			return 0;
	}
	return step;
}

/* The distribution of the sum in steps, a unit at a time; p[s + range] is the probability of s. */
static double
convolve(const long *k, size_t m, long range, long seen)
{
	double *p = xcalloc((size_t)(2 * range + 1), sizeof *p);
	double *next = xcalloc((size_t)(2 * range + 1), sizeof *next), tail = 0;
	long reach = 0;

	p[range] = 1;
	for (size_t i = 0; i < m; i++) {
		double *swap = p;

		for (long s = -reach - k[i]; s <= reach + k[i]; s++)
			next[s + range] = 0;
		for (long s = -reach; s <= reach; s++) {
			next[s + range - k[i]] += p[s + range] / 2;
			next[s + range + k[i]] += p[s + range] / 2;
		}
		reach += k[i];
		p = next;
		next = swap;
	}
	for (long s = range; s >= seen && s > 0; s--)
		tail += p[range + s];
	free(p);
	free(next);
	return seen == 0 ? 1 : fmin(1, 2 * tail);
}

/* NaN where the weights have no common step, or the work is too much. */
static double
exact_by_steps(const double *w, size_t m, double seen, double total)
{
	double step = common_step(w, m), p;
	long range = 0, *k;

	if (!(step > 0) || total / step > RANGE_MAX || total / step * (double)m > WORK_MAX)
		return NAN;
	k = xcalloc(m, sizeof *k);
	for (size_t i = 0; i < m; i++) {
		k[i] = lround(w[i] / step);
		if (fabs(w[i] - (double)k[i] * step) > 1e-6 * step) {
			free(k);
			return NAN;
		}
		range += k[i];
	}
	p = convolve(k, m, range, lround(seen / step));
	free(k);
	return p;
}

static double
draw(const double *w, size_t m, double seen, double total, size_t resamples, uint64_t seed)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	size_t extreme = 0;

	gsl_rng_set(rng, (unsigned long)(seed & UINT32_MAX));
	for (size_t b = 0; b < resamples; b++) {
		double sum = -total;
		uint32_t bits = 0;

		for (size_t i = 0; i < m; i++) {
			if (i % 32 == 0)
				bits = (uint32_t)gsl_rng_get(rng);
			sum += (bits & 1) ? 2 * w[i] : 0;
			bits >>= 1;
		}
		extreme += fabs(sum) >= seen - tie(total);
	}
	gsl_rng_free(rng);
	return ((double)extreme + 1) / ((double)resamples + 1);
}

struct signflip
signflip_test(const double *w, size_t n, size_t resamples, uint64_t seed)
{
	double *size = xcalloc(n + 1, sizeof *size);
	struct exact_sum sum = {0}, sizes = {0};
	struct signflip r = {1, true, 0};
	double seen, total;
	size_t m = 0;

	for (size_t i = 0; i < n; i++) {
		sum_add(&sum, w[i]);
		if (w[i] == 0)
			continue;
		size[m++] = fabs(w[i]);
		sum_add(&sizes, fabs(w[i]));
	}
	seen = fabs(sum_value(&sum));
	total = sum_value(&sizes);
	if (m > 0) {
		r.p = exact_by_steps(size, m, seen, total);
		if (isnan(r.p) && m <= ENUMERATE_MAX)
			r.p = enumerate(size, m, seen, total);
		if (isnan(r.p)) {
			r.exact = false;
			r.resamples = resamples;
			r.p = draw(size, m, seen, total, resamples, seed);
		}
	}
	free(size);
	return r;
}
