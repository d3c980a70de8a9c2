#include "stat/mean.h"

#include <math.h>
#include <stdlib.h>

#include "kit/mem.h"
#include "stat/sum.h"

struct mean_estimate
mean_of(const double *x, size_t n)
{
	struct moments m = {0};

	for (size_t i = 0; i < n; i++)
		moments_add(&m, x[i]);
	return (struct mean_estimate){
		n, moments_mean(&m), moments_se(&m), n < 2 ? NAN : (double)n - 1};
}

struct mean_estimate
clustered_mean(const double *x, const size_t *cluster, size_t n, size_t clusters, bool corrected)
{
	struct mean_estimate r = mean_of(x, n);
	double *off = xcalloc(clusters + 1, sizeof *off), ss = 0, used = 0;
	bool *seen = xcalloc(clusters + 1, sizeof *seen);

	for (size_t i = 0; i < n; i++) {
		off[cluster[i]] += x[i] - r.mean;
		seen[cluster[i]] = true;
	}
	for (size_t c = 0; c < clusters; c++) {
		ss += off[c] * off[c];
		used += seen[c];
	}
	r.se = used < 2 ? NAN : sqrt(ss) / (double)n * (corrected ? sqrt(used / (used - 1)) : 1);
	r.df = used < 2 ? NAN : used - 1;
	/* what rounding leaves of deviations that cancel is no spread */
	if (r.se < 1e-15)
		r.se = 0;
	free(off);
	free(seen);
	return r;
}

struct interval
t_interval(double mean, double se, double df, double level)
{
	double half;

	if (!(se > 0) || !(df > 0))
		return (struct interval){NAN, NAN};
	half = t_quantile(1 - (1 - level) / 2, df) * se;
	return (struct interval){mean - half, mean + half};
}

double
t_p(double mean, double se, double df)
{
	return se > 0 && df > 0 ? t_two_sided(mean / se, df) : NAN;
}

double
welch_satterthwaite(const double *variance, const double *df, size_t n)
{
	double sum = 0, parts = 0;

	for (size_t i = 0; i < n; i++) {
		if (variance[i] == 0)
			continue;
		sum += variance[i];
		parts += variance[i] * variance[i] / df[i];
	}
	return sum > 0 ? sum * sum / parts : NAN;
}

struct mean_estimate
mean_of_means(const struct mean_estimate *m, size_t tasks)
{
	struct mean_estimate r = {0, NAN, NAN, NAN};
	double *v = xcalloc(tasks + 1, sizeof *v), *df = xcalloc(tasks + 1, sizeof *df);
	struct exact_sum mean = {0}, variance = {0};
	bool defined = tasks > 0;

	for (size_t i = 0; i < tasks; i++) {
		r.n += m[i].n;
		v[i] = m[i].se * m[i].se;
		df[i] = m[i].df;
		defined = defined && !isnan(m[i].mean) && !isnan(v[i]);
		if (defined) {
			sum_add(&mean, m[i].mean);
			sum_add(&variance, v[i]);
		}
	}
	if (defined) {
		r.mean = sum_value(&mean) / (double)tasks;
		r.se = sqrt(sum_value(&variance)) / (double)tasks;
		r.df = welch_satterthwaite(v, df, tasks);
	}
	free(v);
	free(df);
	return r;
}

double
pass_at_k(size_t n, size_t c, size_t k)
{
	double miss = 1;

	if (n < k || c > n)
		return NAN;
	if (n - c < k)
		return 1;
	for (size_t i = n - c + 1; i <= n; i++)
		miss *= 1 - (double)k / (double)i;
	return 1 - miss;
}
