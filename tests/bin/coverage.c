/*
 * How well the statistics keep what they promise, by exact enumeration where it can be, else by simulation
 * with a fixed seed. One JSON object a line: what was tried and what came out; tests/slow/statistics.t
 * holds them to their bars.
 *
 *	coverage wilson|tango|paired|mean|stars|grades|power
 */
#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/mem.h"
#include "kit/rec.h"
#include "stat/adjust.h"
#include "stat/grade.h"
#include "stat/mcnemar.h"
#include "stat/mde.h"
#include "stat/tango.h"
#include "stat/wilson.h"
#include "tally/estimate.h"

static gsl_rng *rng;

static const struct gap_options options = {2000, 1, .05, .8, METHOD_AUTO};

/* Exact: every count that can come out, weighed by its probability. */
static double
wilson_coverage(size_t n, double p)
{
	double covered = 0;

	for (size_t k = 0; k <= n; k++) {
		struct interval i = wilson_interval(k, n, .95);

		if (i.lo <= p && p <= i.hi)
			covered += gsl_ran_binomial_pdf((unsigned)k, p, (unsigned)n);
	}
	return covered;
}

static void
wilson(void)
{
	static const size_t ns[] = {50, 100, 164, 200, 500, 1000};

	for (int i = 0; i < 6; i++)
		for (int k = 0; k <= 93; k++) {
			double p = .05 + k * .01;

			printf("{\"what\":\"wilson\",\"n\":%zu,\"p\":%.2f,\"coverage\":%.6f}\n",
				ns[i], p, wilson_coverage(ns[i], p));
		}
}

/* Exact, over all (b, c) of weight. */
static void
tango_coverage(size_t n, double p12, double p21, double *tango, double *wald)
{
	double d = p12 - p21, rest = p21 / (1 - p12);

	*tango = *wald = 0;
	for (size_t b = 0; b <= n; b++) {
		double pb = gsl_ran_binomial_pdf((unsigned)b, p12, (unsigned)n);

		if (pb < 1e-9)
			continue;
		for (size_t c = 0; c <= n - b; c++) {
			double w = pb * gsl_ran_binomial_pdf((unsigned)c, rest, (unsigned)(n - b));
			double e = ((double)b - (double)c) / (double)n;
			struct interval i;

			if (w < 1e-9)
				continue;
			i = tango_interval(b, c, n, .95);
			if (i.lo <= d && d <= i.hi)
				*tango += w;
			if (fabs(e - d) <= 1.959964 * paired_proportion_se(b, c, n))
				*wald += w;
		}
	}
}

static void
tango(void)
{
	static const size_t ns[] = {50, 100, 200, 500};
	static const double discordances[] = {.01, .02, .05, .1, .2, .4};
	static const double shares[] = {.5, .6, .75, .9, 1};

	for (int i = 0; i < 4; i++)
		for (int k = 0; k < 6; k++)
			for (int s = 0; s < 5; s++) {
				double p = discordances[k], t, w;

				tango_coverage(ns[i], p * shares[s], p * (1 - shares[s]), &t, &w);
				printf("{\"what\":\"tango\",\"n\":%zu,\"discordance\":%g,"
				       "\"difference\":%g,\"coverage\":%.6f,\"wald\":%.6f}\n",
					ns[i], p, p * (2 * shares[s] - 1), t, w);
			}
}

/* A pair of samples of item-level scores with clusters of `size` items that share a shift. */
static void
draw_pair(struct pair *p, size_t n, size_t size, double effect, double spread, double shared)
{
	double shift = 0;

	memset(p, 0, sizeof *p);
	p->planned = p->n = n;
	p->a = xcalloc(n, sizeof *p->a);
	p->b = xcalloc(n, sizeof *p->b);
	p->d = xcalloc(n, sizeof *p->d);
	p->cluster = xcalloc(n, sizeof *p->cluster);
	p->clusters = size > 1 ? n / size : 0;
	for (size_t i = 0; i < n; i++) {
		if (i % size == 0)
			shift = gsl_ran_gaussian(rng, shared);
		p->d[i] = effect + shift + gsl_ran_gaussian(rng, spread);
		p->b[i] = p->d[i];
		p->cluster[i] = size > 1 ? i / size : 0;
	}
}

static void
release_pair(struct pair *p)
{
	free(p->a);
	free(p->b);
	free(p->d);
	free(p->cluster);
}

static void
paired_case(const char *name, size_t n, size_t size, enum gap_method method, int times)
{
	struct gap_options o = options;
	int covered = 0;

	o.method = method;
	for (int i = 0; i < times; i++) {
		struct pair p;
		struct estimate e;

		draw_pair(&p, n, size, .03, .1, size > 1 ? .08 : 0);
		e = estimate_pair(&p, &o);
		covered += e.ninety_five.lo <= .03 && .03 <= e.ninety_five.hi;
		release_pair(&p);
	}
	printf("{\"what\":\"paired\",\"method\":\"%s\",\"n\":%zu,\"cluster\":%zu,\"coverage\":%.4f}"
	       "\n",
		name, n, size, covered / (double)times);
}

static void
paired(void)
{
	static const size_t ns[] = {50, 200, 500, 1000};

	for (int i = 0; i < 4; i++) {
		paired_case("t", ns[i], 1, METHOD_AUTO, 5000);
		paired_case("clustered-t", ns[i], 5, METHOD_AUTO, 5000);
		paired_case("clustered-t", ns[i], 10, METHOD_AUTO, 5000);
	}
	paired_case("bca", 50, 1, METHOD_BCA, 3000);
	paired_case("bca", 200, 1, METHOD_BCA, 3000);
	paired_case("bca", 200, 5, METHOD_BCA, 3000);
}

/* The mean of eight tasks from Tango's intervals put together. */
static void
mean_of_tasks(void)
{
	static const double discordances[] = {.02, .1, .3};
	static const size_t ns[] = {50, 150, 500};

	for (int i = 0; i < 9; i++) {
		double p = discordances[i / 3], share = .6, d = p * (2 * share - 1);
		int covered = 0, times = 5000;

		for (int k = 0; k < times; k++) {
			struct estimate task[8], e;

			for (int t = 0; t < 8; t++) {
				struct pair q = {.n = ns[i % 3], .binary = true};
				unsigned flips = gsl_ran_binomial(rng, p, (unsigned)q.n);

				q.gained = gsl_ran_binomial(rng, share, flips);
				q.lost = flips - q.gained;
				q.a = q.b = q.d = xcalloc(q.n, sizeof(double));
				task[t] = estimate_pair(&q, &options);
				free(q.d);
			}
			e = estimate_mean(task, 8);
			covered += e.ninety_five.lo <= d && d <= e.ninety_five.hi;
		}
		printf("{\"what\":\"mean\",\"n\":%zu,\"discordance\":%g,\"coverage\":%.4f}\n",
			ns[i % 3], p, covered / (double)times);
	}
}

/* One family of eight tasks by McNemar and Holm; how many stars. */
static int
stars_of_family(size_t n, double p, double effect, int affected)
{
	double q[8], adjusted[8];
	int stars = 0;

	for (int t = 0; t < 8; t++) {
		double up = t < affected ? (p - effect) / 2 : p / 2;
		unsigned flips = gsl_ran_binomial(rng, p, (unsigned)n);
		unsigned gained = gsl_ran_binomial(rng, up / p, flips);

		q[t] = mcnemar_exact(flips - gained, gained);
	}
	holm(q, 8, 8, adjusted);
	for (int t = 0; t < (affected ? affected : 8); t++)
		stars += adjusted[t] < .05;
	return stars;
}

static void
stars(void)
{
	static const double discordances[] = {.02, .1, .3};
	static const size_t ns[] = {50, 200, 500};

	for (int i = 0; i < 9; i++) {
		int families = 0, times = 20000;

		for (int k = 0; k < times; k++)
			families += stars_of_family(ns[i % 3], discordances[i / 3], 0, 0) > 0;
		printf("{\"what\":\"stars\",\"n\":%zu,\"discordance\":%g,\"families\":%.5f}\n",
			ns[i % 3], discordances[i / 3], families / (double)times);
	}
}

/*
 * Scores of n items over runs: an item's log-odds, plus a shift of the whole run (tau) and the item's own
 * noise; y[i·runs + r].
 */
static void
draw_runs(double *y, const double *item, size_t n, size_t runs, double tau, double noise)
{
	for (size_t r = 0; r < runs; r++) {
		double shift = gsl_ran_gaussian(rng, tau);

		for (size_t i = 0; i < n; i++)
			y[i * runs + r] = item[i] + shift + gsl_ran_gaussian(rng, noise) > 0;
	}
}

/* One task of a contrast without a difference, run 0 and R fresh replicates of either side. */
static double
one_null_task(size_t n, size_t runs, double tau, struct grade_input *in, double *s_a, double *s_b)
{
	double *item = xcalloc(n, sizeof *item), *y_a = xcalloc(n * (runs + 1), sizeof *y_a);
	double *y_b = xcalloc(n * (runs + 1), sizeof *y_b);
	struct grid g = {.n = n, .planned = n, .r_a = runs, .r_b = runs};
	struct noise a, b;
	struct estimate e;
	size_t lost = 0, gained = 0;

	for (size_t i = 0; i < n; i++)
		item[i] = gsl_ran_gaussian(rng, 1);
	draw_runs(y_a, item, n, runs + 1, tau, .15);
	draw_runs(y_b, item, n, runs + 1, tau, .15);
	g.y_a = xcalloc(n * runs, sizeof(double));
	g.y_b = xcalloc(n * runs, sizeof(double));
	for (size_t i = 0; i < n; i++) {
		lost += y_a[i * (runs + 1)] > y_b[i * (runs + 1)];
		gained += y_a[i * (runs + 1)] < y_b[i * (runs + 1)];
		memcpy(g.y_a + i * runs, y_a + i * (runs + 1) + 1, runs * sizeof(double));
		memcpy(g.y_b + i * runs, y_b + i * (runs + 1) + 1, runs * sizeof(double));
	}
	a = noise_parts(g.y_a, n, runs);
	b = noise_parts(g.y_b, n, runs);
	e = estimate_grid(&g, &a, &b);
	*s_a = a.s_m;
	*s_b = b.s_m;
	*in = (struct grade_input){.first = (double)gained - (double)lost,
		.diff = e.diff,
		.se = e.se,
		.ninety_five = e.ninety_five,
		.ninety = e.ninety,
		.margin = NAN};
	free(item);
	free(y_a);
	free(y_b);
	free(g.y_a);
	free(g.y_b);
	return mcnemar_exact(lost, gained);
}

/* Families without a difference, with run-to-run shifts: how often a star stands. */
static void
grades(void)
{
	static const double taus[] = {0, .02, .05, .1, .3};

	for (int k = 0; k < 5; k++) {
		int starred = 0, stand = 0, times = 2000;

		for (int i = 0; i < times; i++) {
			struct grade_input in[8];
			double p[8], adjusted[8], s_a[8], s_b[8];
			size_t stars = 0;
			bool any_star = false, any_stand = false;

			for (int t = 0; t < 8; t++)
				p[t] = one_null_task(300, 3, taus[k], &in[t], &s_a[t], &s_b[t]);
			holm(p, 8, 8, adjusted);
			for (int t = 0; t < 8; t++)
				stars += adjusted[t] < .05;
			for (int t = 0; t < 8; t++) {
				in[t].floor = family_floor(s_a[t], 3, s_b[t], 3, stars);
				in[t].starred = adjusted[t] < .05;
				any_star = any_star || in[t].starred;
				any_stand = any_stand || grade_gap(&in[t]) == GRADE_STANDS;
			}
			starred += any_star;
			stand += any_stand;
		}
		printf("{\"what\":\"grades\",\"tau\":%g,\"starred\":%.5f,\"stand\":%.5f}\n",
			taus[k], starred / (double)times, stand / (double)times);
	}
}

/* The power of Holm's first step at the printed MDE and at twice that, by enumeration of (b, c). */
static double
power_at(size_t n, double p, double effect, double alpha)
{
	double up = (p - effect) / 2 / p, found = 0;

	for (size_t flips = 0; flips <= n; flips++) {
		double w = gsl_ran_binomial_pdf((unsigned)flips, p, (unsigned)n);

		if (w < 1e-12)
			continue;
		for (size_t gained = 0; gained <= flips; gained++)
			if (mcnemar_exact(flips - gained, gained) < alpha)
				found += w * gsl_ran_binomial_pdf(
						     (unsigned)gained, up, (unsigned)flips);
	}
	return found;
}

static void
power(void)
{
	static const double discordances[] = {.05, .1, .2, .4};
	static const size_t ns[] = {100, 200, 500, 1000, 1319};
	static const size_t ms[] = {1, 4, 8};

	for (int i = 0; i < 60; i++) {
		double p = discordances[i % 4], effect, twice;
		size_t n = ns[i / 4 % 5], m = ms[i / 20];

		if (p * (double)n < 20)
			continue;
		effect = mde_discordant(p, n, .05, .8, m);
		twice = 2 * effect <= p ? power_at(n, p, 2 * effect, .05 / (double)m) : NAN;
		if (effect > p)
			continue;
		printf("{\"what\":\"power\",\"n\":%zu,\"discordance\":%g,\"m\":%zu,\"mde\":%.5f,"
		       "\"power\":%.5f",
			n, p, m, effect, power_at(n, p, effect, .05 / (double)m));
		if (!isnan(twice))
			printf(",\"twice\":%.6f", twice);
		puts("}");
	}
}

int
main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*f)(void);
	} all[] = {{"wilson", wilson}, {"tango", tango}, {"paired", paired},
		{"mean", mean_of_tasks}, {"stars", stars}, {"grades", grades}, {"power", power}};
	int ran = 0;

	gsl_set_error_handler_off();
	rng = gsl_rng_alloc(gsl_rng_mt19937);
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		if (argc > 1 && strcmp(argv[1], all[i].name) != 0)
			continue;
		gsl_rng_set(rng, 20261201);
		all[i].f();
		ran++;
	}
	gsl_rng_free(rng);
	return ran ? close_stdout() : 64;
}
