/*
 * The bias-corrected and accelerated bootstrap (Efron 1987; Efron & Tibshirani 1993, section 14.3)
 * of a ratio of sums θ = Σy/Σx over resampled units. With x = 1 it is a mean of items; with y the
 * sum and x the size of a cluster, a mean of items with whole clusters resampled; with y and x the
 * two sides of a pair, a ratio of paired means.
 */
#ifndef TIERBENCH_STAT_BOOTSTRAP_H
#define TIERBENCH_STAT_BOOTSTRAP_H

#include "stat/stat.h"

struct bca {
	double estimate, lo, hi;
	double z0, a;		/* bias correction and acceleration */
	const char *degenerate; /* why there is no interval, NULL where there is one; static */
};

/*
 * x may be NULL (all 1). The generator is GSL's mt19937 seeded with seed, low 32 bits: the same
 * units in the same order with the same seed and B give the same bytes. Sort the units first.
 */
struct bca bca_ratio(
	const double *y, const double *x, size_t n, double level, size_t resamples, uint64_t seed);

#endif
