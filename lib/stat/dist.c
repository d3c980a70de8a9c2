#include "stat/stat.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

struct interval
interval_within(struct interval i, double lo, double hi)
{
	if (i.lo < lo)
		i.lo = lo;
	if (i.hi > hi)
		i.hi = hi;
	return i;
}

double
normal_quantile(double p)
{
	return gsl_cdf_ugaussian_Pinv(p);
}

double
normal_cdf(double z)
{
	return gsl_cdf_ugaussian_P(z);
}

/*
 * GSL's inverse is good to some 1e-8 for small df: Newton's steps on its own cdf bring it to the
 * precision of the cdf.
 */
double
t_quantile(double p, double df)
{
	double t;

	if (!(df > 0) || !(p > 0 && p < 1))
		return NAN;
	if (isinf(df) || df > 1e12)
		return normal_quantile(p);
	t = gsl_cdf_tdist_Pinv(p, df);
	for (int i = 0; i < 4; i++) {
		double log_density = lgamma((df + 1) / 2) - lgamma(df / 2) - .5 * log(df * M_PI) -
				     (df + 1) / 2 * log1p(t * t / df);
		double off = t > 0 ? (1 - p) - gsl_cdf_tdist_Q(t, df) : gsl_cdf_tdist_P(t, df) - p;

		t -= off / exp(log_density);
	}
	return t;
}

double
t_two_sided(double t, double df)
{
	if (!(df > 0) || isnan(t))
		return NAN;
	if (isinf(t))
		return 0;
	if (isinf(df) || df > 1e12)
		return 2 * gsl_cdf_ugaussian_Q(fabs(t));
	return 2 * gsl_cdf_tdist_Q(fabs(t), df);
}

double
chi2_quantile(double p, double df)
{
	if (!(df > 0) || !(p > 0 && p < 1))
		return NAN;
	return gsl_cdf_chisq_Pinv(p, df);
}
