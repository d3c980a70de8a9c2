#include "stat/adjust.h"

#include <math.h>
#include <stdlib.h>

#include "kit/mem.h"

struct ranked {
	double p;
	size_t at;
};

static int
by_p(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (x->p != y->p)
		return x->p < y->p ? -1 : 1;
	return (x->at > y->at) - (x->at < y->at);
}

static struct ranked *
rank(const double *p, size_t n)
{
	struct ranked *r = xcalloc(n + 1, sizeof *r);

	for (size_t i = 0; i < n; i++)
		r[i] = (struct ranked){p[i], i};
	qsort(r, n, sizeof *r, by_p);
	return r;
}

void
holm(const double *p, size_t n, size_t m, double *adjusted)
{
	struct ranked *r = rank(p, n);
	double most = 0;

	for (size_t i = 0; i < n; i++) {
		most = fmax(most, fmin(1, (double)(m - i) * r[i].p));
		adjusted[r[i].at] = most;
	}
	free(r);
}

void
benjamini_hochberg(const double *p, size_t n, size_t m, double *adjusted)
{
	struct ranked *r = rank(p, n);
	double least = 1;

	for (size_t i = n; i-- > 0;) {
		least = fmin(least, (double)m * r[i].p / (double)(i + 1));
		adjusted[r[i].at] = least;
	}
	free(r);
}
