/*
 * The sign-flip permutation test that Σw has its size by chance: under the null each unit's
 * difference is as likely with the other sign. A unit is an item, or a cluster's sum. For a mean
 * over tasks w = d/n_t, which keeps the flips within their task (stratified).
 */
#ifndef TIERBENCH_STAT_SIGNFLIP_H
#define TIERBENCH_STAT_SIGNFLIP_H

#include "stat/stat.h"

struct signflip {
	double p; /* two-sided; 1 where every w is 0 */
	bool exact;
	size_t resamples; /* of a drawn p = (1 + #{|S*| ≥ |S|})/(B + 1); 0 where exact */
};

/*
 * Exact where it can be had cheaply: by enumeration up to 20 units that aren't 0, by convolution
 * where all w are whole multiples of one step. Else drawn, with GSL's mt19937 seeded with seed.
 */
struct signflip signflip_test(const double *w, size_t n, size_t resamples, uint64_t seed);

#endif
