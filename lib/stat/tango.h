/*
 * Tango's score interval for the difference of two paired proportions (Tango 1998, Statistics in
 * Medicine 17:891, eq. 5 and 8). Unlike Wald's it has a width where nothing is discordant.
 */
#ifndef TIERBENCH_STAT_TANGO_H
#define TIERBENCH_STAT_TANGO_H

#include "stat/stat.h"

/* The interval of (plus − minus)/n; plus + minus ≤ n. */
struct interval tango_interval(size_t plus, size_t minus, size_t n, double level);
/* √(((b+c)−(b−c)²/n)/(n(n−1))), the standard error of the difference; NaN for n < 2. */
double paired_proportion_se(size_t plus, size_t minus, size_t n);

#endif
