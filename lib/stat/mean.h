/*
 * Means of scores and of paired differences, with items, or clusters of items, as the units (Miller
 * 2024, arXiv 2411.00640).
 */
#ifndef TIERBENCH_STAT_MEAN_H
#define TIERBENCH_STAT_MEAN_H

#include "stat/stat.h"

struct mean_estimate {
	size_t n;
	double mean, se, df; /* se and df are NaN where undefined */
};

/* SE = √(Σ(x−x̄)²/(n−1)/n), n−1 degrees of freedom. */
struct mean_estimate mean_of(const double *x, size_t n);
/*
 * SE = (1/n)√(Σ_c(Σ_{i∈c}(x_i−x̄))²) · √(C/(C−1)), C−1 degrees of freedom; undefined for C < 2.
 * cluster[i] < clusters names the cluster of x[i]; empty clusters don't count.
 */
struct mean_estimate clustered_mean(
	const double *x, const size_t *cluster, size_t n, size_t clusters, bool corrected);
/* Student's interval; NaN where se is undefined or 0 (no spread is no evidence of none). */
struct interval t_interval(double mean, double se, double df, double level);
/* The two-sided p of mean = 0; NaN as above. */
double t_p(double mean, double se, double df);
/* The unweighted mean of T independent means: SE = √(Σ SE_t²)/T, df by Welch–Satterthwaite. */
struct mean_estimate mean_of_means(const struct mean_estimate *m, size_t tasks);
/* (Σ v_j)²/Σ(v_j²/df_j) of variances v_j; terms with v_j = 0 don't count; NaN where all are 0. */
double welch_satterthwaite(const double *variance, const double *df, size_t n);

/*
 * pass@k of n samples with c right (Chen et al. 2021, eq. 1): 1 − ∏_{i=n−c+1..n}(1−k/i).
 * NaN for n < k.
 */
double pass_at_k(size_t n, size_t c, size_t k);

#endif
