/*
 * The run-to-run noise floor: R full replicates of one configuration, a fresh server each. Two-way
 * parts of Y[item][run] without interaction (Searle, Casella & McCulloch 1992, chapter 4).
 */
#ifndef TIERBENCH_STAT_NOISE_H
#define TIERBENCH_STAT_NOISE_H

#include "stat/stat.h"

struct noise {
	size_t n, runs;
	double mean;
	double s_m; /* standard deviation of the run means */
	double ms_run, ms_e;
	double sigma_w2; /* within an item, between runs: MS_e */
	double tau2;	 /* of whole runs: max(0, (MS_run − MS_e)/n) */
	double f;	 /* MS_run/MS_e; NaN where MS_e is 0 */
	double f_p;	 /* its upper tail; NaN likewise */
	double flip_rate; /* f₀ = 2(σ_W² + τ²), τ² not truncated: mean squared difference of two
			     runs */
	bool identical;	   /* no item differs between any two runs */
	double flip_upper; /* where identical: the 95 % limit 1 − .05^(1/n); NaN where not */
};

/* y[i·runs + r]. NaN in all parts where n < 1 or runs < 2. */
struct noise noise_parts(const double *y, size_t n, size_t runs);
/* t_{.975,R−1}·s_m·√(1/r_a + 1/r_b), what two such means differ by in 95 % of repetitions. */
double noise_floor(double s_m, size_t runs, double r_a, double r_b);
/* The upper 95 % limit of a standard deviation from runs values, as its multiple: ×4.42 at 3. */
double sd_upper_factor(size_t runs);
/* The upper 95 % limit of a rate of which n items showed none. */
double none_seen_upper(size_t n);

/*
 * A contrast's floor t_{.975,ν}·√(s_A²/R_A + s_B²/R_B), ν by Welch–Satterthwaite; 0 where both are
 * 0; NaN where either side has fewer than three replicates.
 */
double contrast_floor(double s_a, size_t r_a, double s_b, size_t r_b);
/*
 * The same at another level: what `stands` asks for where `stars` tasks of one family are starred. A gap
 * stands on the side of its first estimate alone, at 2.5 in 100 without a difference; with more than two
 * stars the level is 1 − .1/stars, so that still at most 5 in 100 families hold one that stands falsely.
 */
double family_floor(double s_a, size_t r_a, double s_b, size_t r_b, size_t stars);
/* SE_tot² = SE_paired² + τ_A²/R_A + τ_B²/R_B, df by Welch–Satterthwaite. */
double total_se(double se_paired, double df_paired, double tau2_a, size_t r_a, double tau2_b,
	size_t r_b, double *df);

#endif
