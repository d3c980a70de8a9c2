#include "stat/mde.h"

#include <math.h>

double
mde_factor(double alpha, double power)
{
	return normal_quantile(1 - alpha / 2) + normal_quantile(power);
}

double
mde(double se, double alpha, double power, size_t m)
{
	return mde_factor(alpha / (double)(m ? m : 1), power) * se;
}

double
mde_discordant(double p_d, size_t n, double alpha, double power, size_t m)
{
	return n ? mde(sqrt(p_d / (double)n), alpha, power, m) : NAN;
}

double
paired_variance(double omega2, double sigma2_a, double sigma2_b, double k_a, double k_b, double n)
{
	return (omega2 + sigma2_a / k_a + sigma2_b / k_b) / n;
}

double
items_needed(double omega2, double sigma2_a, double sigma2_b, double k_a, double k_b, double delta,
	double alpha, double power, size_t m)
{
	double f = mde_factor(alpha / (double)(m ? m : 1), power);

	return ceil(
		f * f * paired_variance(omega2, sigma2_a, sigma2_b, k_a, k_b, 1) / (delta * delta));
}
