/*
 * What all statistics share. Pure mathematics: no records, no messages, no global state. Scores are
 * proportions 0…1, levels are 0 < level < 1 (.95). What is undefined is NaN, never a guess; the
 * tool leaves such a field out and says why. n = 0 is allowed everywhere and gives NaN.
 */
#ifndef TIERBENCH_STAT_H
#define TIERBENCH_STAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct interval {
	double lo, hi;
};

/* Cut to the range that a score (0…1) or a difference of scores (−1…1) can have; NaN stays. */
struct interval interval_within(struct interval i, double lo, double hi);

/* Quantiles and tails (GSL). p in (0, 1); df > 0, fractions allowed, infinity means normal. */
double normal_quantile(double p);
double normal_cdf(double z);
double t_quantile(double p, double df);
/* P(|T| ≥ |t|). */
double t_two_sided(double t, double df);
double chi2_quantile(double p, double df);

#endif
