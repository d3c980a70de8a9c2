/*
 * The bias-corrected and accelerated bootstrap (Efron 1987; Efron & Tibshirani 1993, section 14.3) of a
 * ratio of sums θ = Σy/Σx over resampled units. With x = 1 it is a mean of items; with y the sum and x
 * the size of a cluster, a mean of items with whole clusters resampled; with y and x the two sides of a
 * pair, a ratio of paired means.
 */
#ifndef TIERBENCH_STAT_BOOTSTRAP_H
#define TIERBENCH_STAT_BOOTSTRAP_H

#include "stat/resample.h"
#include "stat/stat.h"

struct bca {
	double estimate, lo, hi;
	double z0, a;		/* bias correction and acceleration */
	const char *degenerate; /* why there is no interval, NULL where there is one; static */
};

/* From resamples of n units. x may be NULL (all 1). */
struct bca bca_of(const struct resamples *r, const double *y, const double *x, double level);
/* As bca_of(), with resamples of its own. n = 0 is degenerate, as are n = 1 and no spread. */
struct bca bca_ratio(
	const double *y, const double *x, size_t n, double level, size_t times, uint64_t seed);
/*
 * From resampled values of θ, which are sorted on the way: NaN among them is degenerate. estimate is θ of
 * what was seen, a its acceleration (NaN: no unit changes the estimate).
 */
struct bca bca_limits(double estimate, double a, double *theta, size_t times, double level);
/* a = Σu³/(6(Σu²)^1.5), u = mean(θ(.)) − θ(i) over the jackknife; NaN where Σu² = 0 or n < 2. */
double bca_acceleration(const double *y, const double *x, size_t n);

#endif
