#include "stat/noise.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

#include "kit/mem.h"
#include "stat/mean.h"
#include "stat/sum.h"

double
none_seen_upper(size_t n)
{
	return n ? 1 - pow(.05, 1 / (double)n) : NAN;
}

static double
column_mean(const double *y, size_t n, size_t runs, size_t r)
{
	struct exact_sum s = {0};

	for (size_t i = 0; i < n; i++)
		sum_add(&s, y[i * runs + r]);
	return sum_value(&s) / (double)n;
}

static bool
all_equal(const double *y, size_t n, size_t runs)
{
	for (size_t i = 0; i < n; i++)
		for (size_t r = 1; r < runs; r++)
			if (y[i * runs + r] != y[i * runs])
				return false;
	return true;
}

/* Σ(Y − ȳ_i − m_r + ȳ)² */
static double
residual_ss(const double *y, size_t n, size_t runs, const double *m, double mean)
{
	struct exact_sum ss = {0};

	for (size_t i = 0; i < n; i++) {
		double row = 0;

		for (size_t r = 0; r < runs; r++)
			row += y[i * runs + r];
		row /= (double)runs;
		for (size_t r = 0; r < runs; r++)
			sum_add_square(&ss, y[i * runs + r] - row - m[r] + mean);
	}
	return sum_value(&ss);
}

struct noise
noise_parts(const double *y, size_t n, size_t runs)
{
	struct noise o = {.n = n,
		.runs = runs,
		.mean = NAN,
		.s_m = NAN,
		.ms_run = NAN,
		.ms_e = NAN,
		.sigma_w2 = NAN,
		.tau2 = NAN,
		.f = NAN,
		.f_p = NAN,
		.flip_rate = NAN,
		.flip_upper = NAN};
	struct moments means = {0};
	double *m, k = (double)runs, raw;

	if (n < 1 || runs < 2)
		return o;
	m = xcalloc(runs, sizeof *m);
	for (size_t r = 0; r < runs; r++)
		moments_add(&means, m[r] = column_mean(y, n, runs, r));
	o.mean = moments_mean(&means);
	o.identical = all_equal(y, n, runs);
	o.s_m = o.identical ? 0 : sqrt(moments_variance(&means));
	o.ms_run = (double)n * o.s_m * o.s_m;
	if (n > 1) {
		o.ms_e = o.identical
				 ? 0
				 : residual_ss(y, n, runs, m, o.mean) / ((double)(n - 1) * (k - 1));
		raw = (o.ms_run - o.ms_e) / (double)n;
		o.sigma_w2 = o.ms_e;
		o.tau2 = fmax(0, raw);
		o.flip_rate = 2 * (o.ms_e + raw);
		if (o.ms_e > 0) {
			o.f = o.ms_run / o.ms_e;
			o.f_p = gsl_cdf_fdist_Q(o.f, k - 1, (double)(n - 1) * (k - 1));
		}
	}
	if (o.identical)
		o.flip_upper = none_seen_upper(n);
	free(m);
	return o;
}

double
noise_floor(double s_m, size_t runs, double r_a, double r_b)
{
	return runs < 2 ? NAN : t_quantile(.975, (double)runs - 1) * s_m * sqrt(1 / r_a + 1 / r_b);
}

double
sd_upper_factor(size_t runs)
{
	return runs < 2 ? NAN : sqrt(((double)runs - 1) / chi2_quantile(.05, (double)runs - 1));
}

static double
floor_at(double level, double s_a, size_t r_a, double s_b, size_t r_b)
{
	double v[2], df[2];

	if (r_a < 3 || r_b < 3)
		return NAN;
	if (s_a == 0 && s_b == 0)
		return 0;
	v[0] = s_a * s_a / (double)r_a;
	v[1] = s_b * s_b / (double)r_b;
	df[0] = (double)r_a - 1;
	df[1] = (double)r_b - 1;
	return t_quantile(1 - (1 - level) / 2, welch_satterthwaite(v, df, 2)) * sqrt(v[0] + v[1]);
}

double
contrast_floor(double s_a, size_t r_a, double s_b, size_t r_b)
{
	return floor_at(.95, s_a, r_a, s_b, r_b);
}

double
family_floor(double s_a, size_t r_a, double s_b, size_t r_b, size_t stars)
{
	return floor_at(stars > 2 ? 1 - .1 / (double)stars : .95, s_a, r_a, s_b, r_b);
}

double
total_se(double se_paired, double df_paired, double tau2_a, size_t r_a, double tau2_b, size_t r_b,
	double *df)
{
	double v[3] = {se_paired * se_paired, tau2_a / (double)r_a, tau2_b / (double)r_b};
	double f[3] = {df_paired, (double)r_a - 1, (double)r_b - 1};

	*df = welch_satterthwaite(v, f, 3);
	return sqrt(v[0] + v[1] + v[2]);
}
