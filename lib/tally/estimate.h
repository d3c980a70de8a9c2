/* The statistics of one pair of samples, and of their mean over tasks; which method and why. */
#ifndef TIERBENCH_TALLY_ESTIMATE_H
#define TIERBENCH_TALLY_ESTIMATE_H

#include "stat/mean.h"
#include "stat/noise.h"
#include "tally/pair.h"

struct estimate {
	size_t n;
	double a, b, diff, se, df, p; /* NaN where undefined */
	struct interval ninety_five, ninety;
	const char *method;  /* static */
	const char *refused; /* "fewer than two clusters", or NULL */
	double mde_se;	     /* the design's standard error, for the MDE */
};

/*
 * Items with clusters: clustered t. Else 0/1 scores: Tango's interval and McNemar's exact p. Else
 * Student's t.
 */
struct estimate estimate_pair(const struct pair *p);
/* Replicated, item-level means with the variance of whole runs: SE_tot, Student's t by
 * Welch–Satterthwaite. */
struct estimate estimate_grid(const struct grid *g, const struct noise *a, const struct noise *b);
/*
 * The unweighted mean of tasks: SE = √ΣSE_t²/T; the interval from the tasks' own (MOVER, Zou &
 * Donner 2008); p left to the caller.
 */
struct estimate estimate_mean(const struct estimate *task, size_t tasks);

#endif
