#include "stat/resample.h"

#include <gsl/gsl_rng.h>
#include <stdlib.h>
#include <string.h>

#include "kit/mem.h"

/* Units must fit 16 bits, and a plan this many bytes; beyond, they are drawn anew each time. */
enum { KEPT_MAX = 65536, PLAN_MAX = 128 << 20 };

struct drawer {
	gsl_rng *rng;
	uint32_t n, product, least; /* product: n to the power of per_draw */
	int per_draw;
};

static struct drawer
drawer_new(size_t n, uint64_t seed)
{
	struct drawer d = {gsl_rng_alloc(gsl_rng_mt19937), (uint32_t)n, (uint32_t)n, 0, 1};

	gsl_rng_set(d.rng, (unsigned long)(seed & UINT32_MAX));
	while ((uint64_t)d.product * n <= UINT32_MAX && d.per_draw < 8) {
		d.product *= (uint32_t)n;
		d.per_draw++;
	}
	d.least = -d.product % d.product;
	return d;
}

/* per_draw units below n. The low half that is left at the end must not be of the surplus. */
static void
draw(struct drawer *d, uint32_t *unit)
{
	uint64_t left;

	do {
		left = gsl_rng_get(d->rng);
		for (int k = 0; k < d->per_draw; k++) {
			left *= d->n;
			unit[k] = (uint32_t)(left >> 32);
			left &= UINT32_MAX;
		}
	} while (left < d->least);
}

struct resamples *
resamples_new(size_t n, size_t times, uint64_t seed)
{
	struct resamples *r = xcalloc(1, sizeof *r);
	size_t all = n * times;
	struct drawer d;
	uint32_t unit[8];

	*r = (struct resamples){n, times, seed, NULL};
	if (n > KEPT_MAX || all > PLAN_MAX / sizeof *r->unit)
		return r;
	r->unit = xreallocarray(NULL, all + 8, sizeof *r->unit);
	d = drawer_new(n, seed);
	for (size_t i = 0; i < all; i += (size_t)d.per_draw) {
		draw(&d, unit);
		for (int k = 0; k < d.per_draw; k++)
			r->unit[i + (size_t)k] = (uint16_t)unit[k];
	}
	gsl_rng_free(d.rng);
	return r;
}

void
resamples_free(struct resamples *r)
{
	if (r)
		free(r->unit);
	free(r);
}

/* Four units to a load. */
static double
sum_of(const double *y, const uint16_t *unit, size_t n)
{
	double a = 0, b = 0, c = 0, d = 0;
	size_t i = 0;

	for (; i + 8 <= n; i += 8) {
		uint64_t w[2];

		memcpy(w, unit + i, sizeof w);
		a += y[w[0] & 0xffff] + y[w[1] & 0xffff];
		b += y[w[0] >> 16 & 0xffff] + y[w[1] >> 16 & 0xffff];
		c += y[w[0] >> 32 & 0xffff] + y[w[1] >> 32 & 0xffff];
		d += y[w[0] >> 48] + y[w[1] >> 48];
	}
	for (; i < n; i++)
		a += y[unit[i]];
	return (a + b) + (c + d);
}

/* The same units as a kept plan would hold, drawn on the way. */
static void
sums_drawn(
	const struct resamples *r, const double *y, const double *x, double *sum_y, double *sum_x)
{
	struct drawer d = drawer_new(r->n, r->seed);
	uint32_t unit[8];
	int at = d.per_draw;

	for (size_t b = 0; b < r->times; b++) {
		double sy = 0, sx = 0;

		for (size_t i = 0; i < r->n; i++) {
			if (at == d.per_draw) {
				draw(&d, unit);
				at = 0;
			}
			sy += y[unit[at]];
			sx += x ? x[unit[at]] : 0;
			at++;
		}
		sum_y[b] = sy;
		if (x)
			sum_x[b] = sx;
	}
	gsl_rng_free(d.rng);
}

void
resample_sums(
	const struct resamples *r, const double *y, const double *x, double *sum_y, double *sum_x)
{
	if (r->unit == NULL) {
		sums_drawn(r, y, x, sum_y, sum_x);
		return;
	}
	for (size_t b = 0; b < r->times; b++) {
		const uint16_t *unit = r->unit + b * r->n;

		sum_y[b] = sum_of(y, unit, r->n);
		if (x)
			sum_x[b] = sum_of(x, unit, r->n);
	}
}

const struct resamples *
resamples_for(struct resample_cache *c, size_t n)
{
	for (size_t i = 0; i < c->n; i++)
		if (c->kept[i]->n == n)
			return c->kept[i];
	GROW(c->kept, c->n, c->cap);
	c->kept[c->n] = resamples_new(n, c->times, c->seed);
	return c->kept[c->n++];
}

void
resample_cache_free(struct resample_cache *c)
{
	for (size_t i = 0; i < c->n; i++)
		resamples_free(c->kept[i]);
	free(c->kept);
	c->kept = NULL;
	c->n = c->cap = 0;
}
