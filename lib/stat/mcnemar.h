/*
 * McNemar's exact test of b against c discordant pairs: p = min(1, 2·Σ_{j≤min(b,c)}
 * C(b+c,j)/2^(b+c)). For one replicate of 0/1 scores only.
 */
#ifndef TIERBENCH_STAT_MCNEMAR_H
#define TIERBENCH_STAT_MCNEMAR_H

#include <stddef.h>

/* 1 where b + c = 0. */
double mcnemar_exact(size_t b, size_t c);
/* Less half the probability of what was seen; for b = c it is 1 − ½·C(2b,b)/4^b. */
double mcnemar_mid_p(size_t b, size_t c);

#endif
