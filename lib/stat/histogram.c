#include "stat/histogram.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/mem.h"
#include "stat/sort.h"

/* A double's exponent and the first six bits of its mantissa: 64 buckets to each doubling. */
enum { BUCKET_SHIFT = 52 - 6 };

static int
bucket_of(double x)
{
	uint64_t bits;

	memcpy(&bits, &x, sizeof bits);
	return (int)(bits >> BUCKET_SHIFT);
}

static double
bucket_value(int i)
{
	uint64_t bits = (uint64_t)i << BUCKET_SHIFT | UINT64_C(1) << (BUCKET_SHIFT - 1);
	double x;

	memcpy(&x, &bits, sizeof x);
	return x;
}

static void
make_room(struct histogram *h, int bucket)
{
	int first = bucket, last = bucket;
	uint64_t *wider;

	if (h->buckets) {
		if (bucket >= h->first && bucket < h->first + h->buckets)
			return;
		/* some slack on the side that grows, so that rooms are made rarely */
		first = bucket < h->first ? bucket - 32 : h->first;
		last = bucket < h->first ? h->first + h->buckets - 1 : bucket + 32;
	}
	wider = xcalloc((size_t)(last - first + 1), sizeof *wider);
	if (h->buckets)
		memcpy(wider + (h->first - first), h->count, (size_t)h->buckets * sizeof *wider);
	free(h->count);
	h->count = wider;
	h->first = first;
	h->buckets = last - first + 1;
}

static void
count_value(struct histogram *h, double x, uint64_t times)
{
	int bucket;

	if (x == 0) {
		h->zeros += times;
		return;
	}
	bucket = bucket_of(x);
	if (bucket < h->first || bucket >= h->first + h->buckets)
		make_room(h, bucket);
	h->count[bucket - h->first] += times;
}

static void
leave_exact(struct histogram *h)
{
	for (size_t i = 0; i < h->n; i++)
		count_value(h, h->values[i], 1);
	free(h->values);
	h->values = NULL;
	h->cap = 0;
}

static bool
is_exact(const struct histogram *h)
{
	return h->n == 0 || h->values;
}

static void
keep_value(struct histogram *h, double x)
{
	if (is_exact(h) && h->n == HISTOGRAM_EXACT)
		leave_exact(h);
	if (is_exact(h)) {
		GROW(h->values, h->n, h->cap);
		h->values[h->n] = x;
		h->sorted = false;
	} else {
		count_value(h, x, 1);
	}
	h->n++;
}

void
histogram_count(struct histogram *h, double x, uint64_t times)
{
	if (!isfinite(x) || x < 0)
		return;
	if (h->n == 0)
		h->least = h->most = x;
	h->least = x < h->least ? x : h->least;
	h->most = x > h->most ? x : h->most;
	for (uint64_t i = 0; i < times; i++)
		keep_value(h, x);
}

void
histogram_add_sum(struct histogram *h, double sum)
{
	if (isfinite(sum))
		sum_add(&h->sum, sum);
}

void
histogram_add(struct histogram *h, double x)
{
	if (!isfinite(x) || x < 0)
		return;
	sum_add(&h->sum, x);
	histogram_count(h, x, 1);
}

void
histogram_merge(struct histogram *h, const struct histogram *other)
{
	if (other->values) {
		for (size_t i = 0; i < other->n; i++)
			histogram_add(h, other->values[i]);
		return;
	}
	if (other->n == 0)
		return;
	if (h->values)
		leave_exact(h);
	h->least = h->n ? fmin(h->least, other->least) : other->least;
	h->most = h->n ? fmax(h->most, other->most) : other->most;
	h->n += other->n;
	h->zeros += other->zeros;
	sum_merge(&h->sum, &other->sum);
	for (int i = 0; i < other->buckets; i++) {
		if (!other->count[i])
			continue;
		make_room(h, other->first + i);
		h->count[other->first + i - h->first] += other->count[i];
	}
}

double
histogram_percentile(struct histogram *h, double p)
{
	double at = p * (double)(h->n - 1), low = floor(at);
	uint64_t seen = h->zeros;

	if (h->n == 0)
		return NAN;
	if (h->values) {
		size_t i = (size_t)low;

		if (!h->sorted)
			sort_doubles(h->values, h->n);
		h->sorted = true;
		if (i + 1 >= h->n)
			return h->values[h->n - 1];
		return h->values[i] + (at - low) * (h->values[i + 1] - h->values[i]);
	}
	if (low < (double)seen)
		return 0;
	for (int i = 0; i < h->buckets; i++) {
		seen += h->count[i];
		if (low < (double)seen)
			return fmin(h->most, fmax(h->least, bucket_value(h->first + i)));
	}
	return h->most;
}

double
histogram_mean(const struct histogram *h)
{
	return h->n ? sum_value(&h->sum) / (double)h->n : NAN;
}

void
histogram_free(struct histogram *h)
{
	free(h->values);
	free(h->count);
	memset(h, 0, sizeof *h);
}
