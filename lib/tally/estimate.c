#include "tally/estimate.h"

#include <math.h>
#include <stdlib.h>

#include "kit/mem.h"
#include "stat/bootstrap.h"
#include "stat/mcnemar.h"
#include "stat/signflip.h"
#include "stat/sum.h"
#include "stat/tango.h"

static double
average(const double *x, size_t n)
{
	return mean_of(x, n).mean;
}

static void
by_student(struct estimate *e, const struct mean_estimate *m)
{
	e->se = m->se;
	e->df = m->df;
	e->ninety_five = interval_within(t_interval(m->mean, m->se, m->df, .95), -1, 1);
	e->ninety = interval_within(t_interval(m->mean, m->se, m->df, .9), -1, 1);
	e->p = t_p(m->mean, m->se, m->df);
	e->mde_se = m->se > 0 ? m->se : NAN;
}

/* With no item discordant, the discordance that n such items still allow at 95 %. */
static double
discordance(const struct pair *p)
{
	size_t flips = p->lost + p->gained;

	return flips ? (double)flips / (double)p->n : none_seen_upper(p->n);
}

static void
by_counts(struct estimate *e, const struct pair *p)
{
	e->method = "tango+mcnemar";
	e->why = "0/1 scores of one replicate";
	e->diff = ((double)p->gained - (double)p->lost) / (double)p->n;
	e->se = paired_proportion_se(p->gained, p->lost, p->n);
	e->df = NAN;
	e->ninety_five = tango_interval(p->gained, p->lost, p->n, .95);
	e->ninety = tango_interval(p->gained, p->lost, p->n, .9);
	e->p = mcnemar_exact(p->lost, p->gained);
	e->mde_se = sqrt(discordance(p) / (double)p->n);
}

static void
by_t(struct estimate *e, const struct pair *p)
{
	struct mean_estimate m = mean_of(p->d, p->n);

	e->method = "t";
	e->why = "graded scores of one replicate";
	if (p->clusters) {
		m = clustered_mean(p->d, p->cluster, p->n, p->clusters, true);
		e->method = "clustered-t";
		e->why = "items come in clusters";
		e->refused = p->clusters < 2 ? "fewer than two clusters" : NULL;
	}
	by_student(e, &m);
}

void
estimate_flips(struct estimate *e, const double *w, size_t n, const struct gap_options *o)
{
	struct signflip s = signflip_test(w, n, o->resamples, o->seed);

	e->p = s.p;
	if (!s.exact)
		e->resamples = s.resamples;
}

/* The units that are drawn or flipped: items, or clusters as sums with their sizes. Caller frees. */
static size_t
units(const struct pair *p, double **sum, double **size)
{
	size_t n = p->clusters ? p->clusters : p->n;

	*sum = xcalloc(n + 1, sizeof **sum);
	*size = xcalloc(n + 1, sizeof **size);
	for (size_t i = 0; i < p->n; i++) {
		size_t at = p->clusters ? p->cluster[i] : i;

		(*sum)[at] += p->d[i];
		(*size)[at]++;
	}
	return n;
}

static void
by_resampling(struct estimate *e, const struct pair *p, const struct gap_options *o)
{
	double *sum, *size;
	size_t n = units(p, &sum, &size);

	estimate_flips(e, sum, n, o);
	if (o->method == METHOD_BCA) {
		const double *x = p->clusters ? size : NULL;
		struct bca b95 = bca_ratio(sum, x, n, .95, o->resamples, o->seed);
		struct bca b90 = bca_ratio(sum, x, n, .9, o->resamples, o->seed);

		e->ninety_five = (struct interval){b95.lo, b95.hi};
		e->ninety = (struct interval){b90.lo, b90.hi};
		e->resamples = o->resamples;
		e->degenerate = b95.degenerate;
		e->method = "bca+signflip";
	} else {
		e->method = p->clusters ? "clustered-t+signflip"
			    : p->binary ? "tango+signflip"
					: "t+signflip";
	}
	free(sum);
	free(size);
}

struct estimate
estimate_pair(const struct pair *p, const struct gap_options *o)
{
	struct estimate e = {.n = p->n, .a = average(p->a, p->n), .b = average(p->b, p->n)};

	e.diff = mean_of(p->d, p->n).mean;
	if (p->binary && !p->clusters && o->method != METHOD_T)
		by_counts(&e, p);
	else
		by_t(&e, p);
	if (o->method == METHOD_BCA || o->method == METHOD_SIGNFLIP)
		by_resampling(&e, p, o);
	if (o->method == METHOD_MID_P && p->binary && !p->clusters) {
		e.method = "tango+mid-p";
		e.p = mcnemar_mid_p(p->lost, p->gained);
	}
	if (o->method != METHOD_AUTO)
		e.why = "asked for";
	return e;
}

static double
row_mean(const double *y, size_t runs)
{
	double sum = 0;

	for (size_t r = 0; r < runs; r++)
		sum += y[r];
	return sum / (double)runs;
}

/* Replicates that agree in every item are one replicate, whose scores are counts again. */
static bool
one_run(const struct grid *g, const struct noise *a, const struct noise *b, struct pair *p)
{
	*p = (struct pair){.n = g->n, .planned = g->planned};
	if (!a->identical || !b->identical || g->clusters)
		return false;
	for (size_t i = 0; i < g->n; i++) {
		double x = g->y_a[i * g->r_a], y = g->y_b[i * g->r_b];

		if ((x != 0 && x != 1) || (y != 0 && y != 1))
			return false;
		p->lost += x > y;
		p->gained += y > x;
	}
	return true;
}

struct estimate
estimate_grid(const struct grid *g, const struct noise *a, const struct noise *b)
{
	double *d = xcalloc(g->n + 1, sizeof *d);
	struct mean_estimate m;
	struct estimate e = {.n = g->n,
		.a = a->mean,
		.b = b->mean,
		.method = "replicated-t",
		.why = "item-level means of several replicates"};
	struct pair counts;

	for (size_t i = 0; i < g->n; i++)
		d[i] = row_mean(g->y_b + i * g->r_b, g->r_b) -
		       row_mean(g->y_a + i * g->r_a, g->r_a);
	m = mean_of(d, g->n);
	if (g->clusters) {
		m = clustered_mean(d, g->cluster, g->n, g->clusters, true);
		e.refused = g->clusters < 2 ? "fewer than two clusters" : NULL;
		e.method = "replicated-clustered-t";
	}
	free(d);
	e.diff = m.mean;
	if (one_run(g, a, b, &counts)) {
		by_counts(&e, &counts);
		e.why = "0/1 scores, the same in every replicate";
		return e;
	}
	m.se = total_se(m.se, m.df, a->tau2, g->r_a, b->tau2, g->r_b, &m.df);
	by_student(&e, &m);
	return e;
}

struct estimate
estimate_mean(const struct estimate *task, size_t tasks)
{
	struct mean_estimate *m = xcalloc(tasks + 1, sizeof *m), whole;
	struct estimate e = {
		.method = "mover+signflip", .why = "unweighted mean of tasks", .p = NAN};
	struct exact_sum a = {0}, b = {0}, d = {0};
	double lo = 0, hi = 0, lo90 = 0, hi90 = 0, mde = 0, n = (double)tasks;

	for (size_t i = 0; i < tasks; i++) {
		const struct estimate *t = &task[i];

		/* the difference's own df where the method has none: items */
		m[i] = (struct mean_estimate){
			t->n, t->diff, t->se, isnan(t->df) ? (double)t->n - 1 : t->df};
		e.n += t->n;
		sum_add(&a, t->a);
		sum_add(&b, t->b);
		sum_add(&d, t->diff);
		lo += pow(t->diff - t->ninety_five.lo, 2);
		hi += pow(t->ninety_five.hi - t->diff, 2);
		lo90 += pow(t->diff - t->ninety.lo, 2);
		hi90 += pow(t->ninety.hi - t->diff, 2);
		mde += t->mde_se * t->mde_se;
	}
	whole = mean_of_means(m, tasks);
	e.a = sum_value(&a) / n;
	e.b = sum_value(&b) / n;
	e.diff = sum_value(&d) / n;
	e.se = whole.se;
	e.df = whole.df;
	e.ninety_five = (struct interval){e.diff - sqrt(lo) / n, e.diff + sqrt(hi) / n};
	e.ninety = (struct interval){e.diff - sqrt(lo90) / n, e.diff + sqrt(hi90) / n};
	e.mde_se = sqrt(mde) / n;
	free(m);
	return e;
}
