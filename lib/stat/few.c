#include "stat/few.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdlib.h>

#include "kit/mem.h"

enum { VALUES = 3, TABLE_MAX = 1 << 17 };

/* Counts so many standard deviations, and some, from their mean don't come (1e-12). */
#define REACH 7.5
#define SOME  8

struct few {
	double value[VALUES];
	size_t count[VALUES], n;
	int values;
};

/* The counts that a value may have in a resample. */
struct range {
	size_t lo, hi;
};

static bool
find_values(const double *y, size_t n, struct few *f)
{
	*f = (struct few){.n = n};
	for (size_t i = 0; i < n; i++) {
		int k = 0;

		while (k < f->values && f->value[k] != y[i])
			k++;
		if (k == VALUES)
			return false;
		if (k == f->values)
			f->value[f->values++] = y[i];
		f->count[k]++;
	}
	return f->values > 0;
}

static struct range
range_of(const struct few *f, int k)
{
	double n = (double)f->n, mean = (double)f->count[k];
	double reach = REACH * sqrt(mean * (1 - mean / n)) + SOME;
	struct range r = {mean > reach ? (size_t)(mean - reach) : 0, f->n};

	if (mean + reach < n)
		r.hi = (size_t)(mean + reach);
	return r;
}

/* The most frequent value last: it takes what the others leave, and they have few counts. */
static void
rare_first(struct few *f)
{
	for (int i = 0; i < VALUES - 1; i++) {
		if (f->count[i] > f->count[VALUES - 1]) {
			size_t count = f->count[i];
			double value = f->value[i];

			f->count[i] = f->count[VALUES - 1];
			f->value[i] = f->value[VALUES - 1];
			f->count[VALUES - 1] = count;
			f->value[VALUES - 1] = value;
		}
	}
}

/* log(p^k/k!) for k = 0 … n of one value's share p. */
static double *
log_terms(const struct few *f, int value)
{
	double *t = xcalloc(f->n + 1, sizeof *t);
	double p = log((double)f->count[value] / (double)f->n);

	for (size_t k = 1; k <= f->n; k++)
		t[k] = t[k - 1] + p - log((double)k);
	return t;
}

/* The table of weights of (i, j), i of the first value and j of the second; all but n! is in them. */
static double *
weights(const struct few *f, struct range a, struct range b)
{
	size_t wide = b.hi - b.lo + 1;
	double *p = xcalloc((a.hi - a.lo + 1) * wide, sizeof *p);
	double *x = log_terms(f, 0), *y = log_terms(f, 1), *z = log_terms(f, 2);
	double most = x[f->count[0]] + y[f->count[1]] + z[f->count[2]];

	for (size_t i = a.lo; i <= a.hi; i++)
		for (size_t j = b.lo; j <= b.hi && i + j <= f->n; j++)
			p[(i - a.lo) * wide + (j - b.lo)] = exp(
				x[i] + y[j] + z[f->n - i - j] - most);
	free(x);
	free(y);
	free(z);
	return p;
}

bool
few_sums(const double *y, size_t n, size_t times, uint64_t seed, double *sum)
{
	struct few f;
	struct range a, b;
	size_t wide, all;
	double *p;
	gsl_ran_discrete_t *table;
	gsl_rng *rng;

	if (!find_values(y, n, &f))
		return false;
	rare_first(&f);
	a = range_of(&f, 0);
	b = range_of(&f, 1);
	wide = b.hi - b.lo + 1;
	all = (a.hi - a.lo + 1) * wide;
	if (all > TABLE_MAX)
		return false;
	p = weights(&f, a, b);
	table = gsl_ran_discrete_preproc(all, p);
	rng = gsl_rng_alloc(gsl_rng_mt19937);
	gsl_rng_set(rng, (unsigned long)(seed & UINT32_MAX));
	for (size_t t = 0; t < times; t++) {
		size_t at = gsl_ran_discrete(rng, table), i = a.lo + at / wide,
		       j = b.lo + at % wide;

		sum[t] = (double)i * f.value[0] + (double)j * f.value[1] +
			 (double)(n - i - j) * f.value[2];
	}
	gsl_rng_free(rng);
	gsl_ran_discrete_free(table);
	free(p);
	return true;
}
