/*
 * The minimum detectable effect of a design: (z₁₋α/₂ + z₁₋β)·√Var(d̄). From the design's variance,
 * never "observed power".
 */
#ifndef TIERBENCH_STAT_MDE_H
#define TIERBENCH_STAT_MDE_H

#include "stat/stat.h"

/* z₁₋α/₂ + z_power: 2.8016 at .05 and .80. */
double mde_factor(double alpha, double power);
/* Of a standard error, with alpha shared by m comparisons. */
double mde(double se, double alpha, double power, size_t m);
/* Of n items of 0/1 scores that are discordant with probability p_d: factor·√(p_d/n). */
double mde_discordant(double p_d, size_t n, double alpha, double power, size_t m);
/* Var(d̄) = (ω² + σ_A²/K_A + σ_B²/K_B)/n (Miller 2024, section 5). */
double paired_variance(
	double omega2, double sigma2_a, double sigma2_b, double k_a, double k_b, double n);
/* How many items it takes to resolve delta. */
double items_needed(double omega2, double sigma2_a, double sigma2_b, double k_a, double k_b,
	double delta, double alpha, double power, size_t m);

#endif
