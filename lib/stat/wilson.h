/*
 * Wilson's score interval for a proportion (Wilson 1927), which holds its level at small n, at 0
 * and at 1, where the normal interval doesn't (Bowyer et al. 2025).
 */
#ifndef TIERBENCH_STAT_WILSON_H
#define TIERBENCH_STAT_WILSON_H

#include "stat/stat.h"

/* passed ≤ n. lo is exactly 0 at passed = 0 and hi exactly 1 at passed = n. */
struct interval wilson_interval(size_t passed, size_t n, double level);

#endif
