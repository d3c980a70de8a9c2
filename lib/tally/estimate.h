/* The statistics of one pair of samples, and of their mean over tasks; which method and why. */
#ifndef TIERBENCH_TALLY_ESTIMATE_H
#define TIERBENCH_TALLY_ESTIMATE_H

#include "stat/mean.h"
#include "stat/noise.h"
#include "tally/gaps.h"
#include "tally/pair.h"

struct estimate {
	size_t n;
	double a, b, diff, se, df, p; /* NaN where undefined */
	struct interval ninety_five, ninety;
	const char *method, *why; /* static: which, and why that one */
	size_t resamples;	  /* drawn, 0 where nothing was */
	const char *refused;	  /* "fewer than two clusters", or NULL */
	const char *degenerate;	  /* why a bootstrap gave no interval, or NULL; static */
	double mde_se;		  /* the design's standard error, for the MDE */
};

/*
 * Items with clusters: clustered t. Else 0/1 scores: Tango's interval and McNemar's exact p. Else
 * Student's t. Asked for: METHOD_T (clustered where items are), METHOD_BCA (its interval, with sign
 * flips for p), METHOD_SIGNFLIP and METHOD_MID_P (that p, the interval as it would be).
 */
struct estimate estimate_pair(const struct pair *p, const struct gap_options *o);
/* Sign flips of an item's differences, whole clusters at once; into p and resamples of e. */
void estimate_flips(struct estimate *e, const double *w, size_t n, const struct gap_options *o);
/* Replicated, item-level means with the variance of whole runs: SE_tot, Student's t by
 * Welch–Satterthwaite. */
struct estimate estimate_grid(const struct grid *g, const struct noise *a, const struct noise *b);
/*
 * The unweighted mean of tasks: SE = √ΣSE_t²/T; the interval from the tasks' own (MOVER, Zou &
 * Donner 2008); p left to the caller.
 */
struct estimate estimate_mean(const struct estimate *task, size_t tasks);

#endif
