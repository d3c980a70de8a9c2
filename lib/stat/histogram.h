/*
 * Percentiles of a stream of values ≥ 0: exact up to HISTOGRAM_EXACT values, then from buckets that
 * grow by 2 % (Masson et al. 2019, DDSketch), so within 1 % of the value, in memory that does not
 * grow with n. Merging parts equals adding all values to one.
 */
#ifndef TIERBENCH_STAT_HISTOGRAM_H
#define TIERBENCH_STAT_HISTOGRAM_H

#include "stat/sum.h"

#include <stdbool.h>
#include <stdint.h>

enum { HISTOGRAM_EXACT = 10000 };

/* Starts as zeroed memory. */
struct histogram {
	size_t n;
	struct exact_sum sum;
	double *values; /* while exact; NULL afterwards */
	size_t cap;
	bool sorted;
	uint64_t *count; /* count[i] is of bucket first + i */
	int first, buckets;
	uint64_t zeros;
	double least, most;
};

/* x must be finite and ≥ 0; others are left out and counted nowhere. */
void histogram_add(struct histogram *h, double x);
/*
 * Many at once: the same value so many times, but for their sum, which the caller adds for several calls
 * together.
 */
void histogram_count(struct histogram *h, double x, uint64_t times);
void histogram_add_sum(struct histogram *h, double sum);
void histogram_merge(struct histogram *h, const struct histogram *other);
/* p in 0…1: linear between neighbours while exact (type 7); NaN without values. */
double histogram_percentile(struct histogram *h, double p);
double histogram_mean(const struct histogram *h);
void histogram_free(struct histogram *h);

#endif
