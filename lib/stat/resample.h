/*
 * Resamples of n units with replacement, drawn once and used for everything that has n units: the same seed
 * draws the same units anyway. Units are drawn without bias, several to 32 random bits where they fit
 * (Brackett-Rozinsky & Lemire 2024, "Batched ranged random integer generation").
 */
#ifndef TIERBENCH_STAT_RESAMPLE_H
#define TIERBENCH_STAT_RESAMPLE_H

#include <stddef.h>
#include <stdint.h>

struct resamples {
	size_t n, times;
	uint64_t seed;
	uint16_t *unit; /* times rows of n units; NULL where n is too large to keep them */
};

/* n ≥ 1. GSL's mt19937, seeded with the low 32 bits of seed. */
struct resamples *resamples_new(size_t n, size_t times, uint64_t seed);
void resamples_free(struct resamples *r);
/* Of each resample the sum of y, and of x where x is not NULL: times values each. */
void resample_sums(
	const struct resamples *r, const double *y, const double *x, double *sum_y, double *sum_x);

/* Resamples by n that were asked for before: all of one number and seed. Starts zeroed but for these. */
struct resample_cache {
	size_t times;
	uint64_t seed;
	struct resamples **kept;
	size_t n, cap;
};
const struct resamples *resamples_for(struct resample_cache *c, size_t n);
void resample_cache_free(struct resample_cache *c);

#endif
