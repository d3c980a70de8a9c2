/*
 * Resampled sums of values of which there are few, as the differences of 0/1 scores are: −1, 0, 1. What a
 * resample of n units sums to depends on how many of each value it draws, and these counts are
 * multinomial; drawing them takes one number a resample in place of n, of the same distribution.
 */
#ifndef TIERBENCH_STAT_FEW_H
#define TIERBENCH_STAT_FEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * False, with nothing drawn, where y has more than three values or n is too large for a table of its
 * counts. GSL's mt19937 and its table of discrete distributions (Walker 1977), seeded with seed.
 */
bool few_sums(const double *y, size_t n, size_t times, uint64_t seed, double *sum);

#endif
