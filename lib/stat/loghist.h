/*
 * Percentiles of a stream of values ≥ 0: exact up to LOGHIST_EXACT values, then from buckets that
 * grow by 2 % (Masson et al. 2019, DDSketch), so within 1 % of the value, in memory that does not
 * grow with n. Merging parts equals adding all values to one.
 */
#ifndef TIERBENCH_STAT_LOGHIST_H
#define TIERBENCH_STAT_LOGHIST_H

#include "stat/sum.h"

#include <stdbool.h>
#include <stdint.h>

enum { LOGHIST_EXACT = 10000 };

/* Starts as zeroed memory. */
struct loghist {
	size_t n;
	struct exact_sum sum;
	double *values; /* while exact; NULL afterwards */
	size_t cap;
	uint64_t *count; /* count[i] is of bucket first + i */
	int first, buckets;
	uint64_t zeros;
	double least, most;
};

/* x must be finite and ≥ 0; others are left out and counted nowhere. */
void loghist_add(struct loghist *h, double x);
void loghist_merge(struct loghist *h, const struct loghist *other);
/* p in 0…1: linear between neighbours while exact (type 7); NaN without values. */
double loghist_percentile(struct loghist *h, double p);
double loghist_mean(const struct loghist *h);
void loghist_free(struct loghist *h);

#endif
