#include "tally/family.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/json.h"
#include "kit/mem.h"
#include "stat/adjust.h"
#include "tally/replicated.h"

/* More than this share missing, and no number is given. */
#define MISSING_MAX .02

static void
grade_fresh(struct family *f, struct gap *g)
{
	struct grid grid;

	grid_scores(f->fresh_a, f->n_a, f->fresh_b, f->n_b, g->task, &grid);
	g->r_a = grid.r_a;
	g->r_b = grid.r_b;
	g->noise_a = noise_parts(grid.y_a, grid.n, grid.r_a);
	g->noise_b = noise_parts(grid.y_b, grid.n, grid.r_b);
	if (grid.r_a >= FRESH_MIN && grid.r_b >= FRESH_MIN && grid.n > 0 &&
		grid.planned == g->pair.planned &&
		(double)(grid.planned - grid.n) <= MISSING_MAX * (double)grid.planned) {
		struct noise still_a = g->noise_a, still_b = g->noise_b;

		g->graded_fresh = true;
		still_a.tau2 = still_b.tau2 = 0;
		g->fresh = estimate_grid(&grid, &g->noise_a, &g->noise_b);
		g->items = estimate_grid(&grid, &still_a, &still_b);
		g->floor = contrast_floor(g->noise_a.s_m, grid.r_a, g->noise_b.s_m, grid.r_b);
	}
	grid_free(&grid);
}

static void
score_gap(struct family *f, struct gap *g)
{
	const struct sample *a = side_sample(f->a, g->task), *b = side_sample(f->b, g->task);

	g->floor = g->family_floor = g->p_holm = g->run.p = NAN;
	g->refused = pair_scores(a, b, &g->pair);
	if (g->refused)
		return;
	if (g->pair.n == 0 || (double)g->pair.missing > MISSING_MAX * (double)g->pair.planned) {
		g->refused = "incomplete";
		return;
	}
	g->run = estimate_pair(&g->pair, f->o);
	g->refused = g->run.refused;
	if (g->refused == NULL)
		grade_fresh(f, g);
}

/* Sign flips over the items of all tasks, each weighed as the mean weighs it. */
static void
mean_p(struct family *f, struct gap *mean, const struct gap *task, size_t n, size_t tasks)
{
	size_t items = 0, k = 0;
	double *w;

	for (size_t i = 0; i < n; i++)
		items += task[i].pair.n;
	w = xcalloc(items + 1, sizeof *w);
	for (size_t i = 0; i < n; i++) {
		const struct pair *p = &task[i].pair;

		if (task[i].refused || !task[i].in_mean)
			continue;
		for (size_t j = 0; j < p->n; j++) {
			double x = p->d[j] / (double)p->n / (double)tasks;

			/* a cluster flips as one */
			if (p->clusters)
				w[k + p->cluster[j]] += x;
			else
				w[k + j] = x;
		}
		k += p->clusters ? p->clusters : p->n;
	}
	estimate_flips(&mean->run, w, k, f->o);
	mean->p_holm = mean->run.p;
	free(w);
}

static void
mean_fresh(struct family *f, struct gap *mean, const struct estimate *fresh,
	const char *const *task, size_t tasks)
{
	struct mean_noise a, b;
	struct estimate *e = &mean->fresh;
	double df;

	if (f->n_a < FRESH_MIN || f->n_b < FRESH_MIN ||
		!run_means_of_mean(f->fresh_a, f->n_a, task, tasks, &a) ||
		!run_means_of_mean(f->fresh_b, f->n_b, task, tasks, &b))
		return;
	mean->graded_fresh = true;
	mean->floor = mean->family_floor = contrast_floor(a.s_m, f->n_a, b.s_m, f->n_b);
	*e = estimate_mean(fresh, tasks);
	e->method = "replicated-t";
	e->why = "mean of tasks over several replicates";
	/* the tasks' errors hold their own runs' variance; the mean's is what runs have in common
	 */
	e->se = total_se(e->se, e->df, a.tau2, f->n_a, b.tau2, f->n_b, &df);
	e->df = df;
	e->p = t_p(e->diff, e->se, e->df);
	e->ninety_five = t_interval(e->diff, e->se, e->df, .95);
	e->ninety = t_interval(e->diff, e->se, e->df, .9);
	e->mde_se = e->se;
}

static void
mean_gap(struct family *f)
{
	struct gap *mean = &f->gap[f->n];
	struct estimate *run = xcalloc(f->n + 1, sizeof *run);
	struct estimate *fresh = xcalloc(f->n + 1, sizeof *fresh);
	const char **task = xcalloc(f->n + 1, sizeof(char *));
	size_t tasks = 0;
	bool all_fresh = true;

	*mean = (struct gap){.task = "mean",
		.in_mean = true,
		.floor = NAN,
		.family_floor = NAN,
		.p_holm = NAN,
		.m = 1,
		.r_a = f->n_a,
		.r_b = f->n_b};
	for (size_t i = 0; i < f->n; i++) {
		const struct gap *g = &f->gap[i];

		if (g->refused || !g->in_mean)
			continue;
		run[tasks] = g->run;
		fresh[tasks] = g->items;
		all_fresh = all_fresh && g->graded_fresh;
		task[tasks++] = g->task;
		mean->pair.missing += g->pair.missing;
		mean->pair.planned += g->pair.planned;
		mean->pair.texts += g->pair.texts;
		mean->pair.same_texts += g->pair.same_texts;
		mean->pair.worst_lo += g->pair.worst_lo;
		mean->pair.worst_hi += g->pair.worst_hi;
		mean->pair.prompts_differ += g->pair.prompts_differ;
	}
	mean->refused = tasks ? NULL : "no task to take the mean of";
	if (tasks) {
		mean->pair.worst_lo /= (double)tasks;
		mean->pair.worst_hi /= (double)tasks;
		mean->pair.first_difference = NAN;
		mean->run = estimate_mean(run, tasks);
		mean_p(f, mean, f->gap, f->n, tasks);
		if (all_fresh)
			mean_fresh(f, mean, fresh, task, tasks);
	}
	free(run);
	free(fresh);
	free(task);
}

/* Holm over the family: the tasks that count for the mean, refused ones too. */
static void
adjust(struct family *f)
{
	double *p = xcalloc(f->n + 1, sizeof *p), *adjusted = xcalloc(f->n + 1, sizeof *adjusted);
	size_t k = 0;

	for (size_t i = 0; i < f->n; i++)
		f->m += f->gap[i].in_mean;
	for (size_t i = 0; i < f->n; i++) {
		f->gap[i].m = f->m;
		if (!f->gap[i].refused && f->gap[i].in_mean && !isnan(f->gap[i].run.p))
			p[k++] = f->gap[i].run.p;
	}
	holm(p, k, f->m, adjusted);
	k = 0;
	for (size_t i = 0; i < f->n; i++)
		if (!f->gap[i].refused && f->gap[i].in_mean && !isnan(f->gap[i].run.p))
			f->gap[i].p_holm = adjusted[k++];
	free(p);
	free(adjusted);
}

const struct estimate *
gap_estimate(const struct gap *g)
{
	return g->graded_fresh ? &g->fresh : &g->run;
}

bool
gap_starred(const struct family *f, const struct gap *g)
{
	return g->p_holm < f->o->alpha;
}

enum grade
gap_grade(const struct family *f, const struct gap *g)
{
	const struct estimate *e = gap_estimate(g);
	struct grade_input in = {gap_starred(f, g), g->run.diff, e->diff, e->se, g->family_floor,
		e->ninety_five, e->ninety, f->margin};

	return grade_gap(&in);
}

double
gap_flip_floor(const struct gap *g)
{
	if (g->r_a < 2 || g->r_b < 2)
		return NAN;
	return (g->noise_a.flip_rate + g->noise_b.flip_rate) / 2;
}

/* The tasks of both sides, once each, sorted. */
static void
list_tasks(struct family *f)
{
	size_t i = 0, k = 0;

	f->gap = xcalloc(f->a->n + f->b->n + 1, sizeof *f->gap);
	while (i < f->a->n || k < f->b->n) {
		const struct sample *x = i < f->a->n ? &f->a->sample[i] : NULL;
		const struct sample *y = k < f->b->n ? &f->b->sample[k] : NULL;
		int c = x && y ? strcmp(x->task, y->task) : x ? -1 : 1;
		const struct sample *s = c <= 0 ? x : y;

		i += c <= 0;
		k += c >= 0;
		f->gap[f->n++] = (struct gap){.task = s->task, .in_mean = s->in_mean};
	}
}

/* Stars are counted before any of them is graded. */
static void
raise_floors(struct family *f)
{
	size_t stars = 0;

	for (size_t i = 0; i < f->n; i++)
		stars += gap_starred(f, &f->gap[i]);
	for (size_t i = 0; i < f->n; i++) {
		struct gap *g = &f->gap[i];

		if (g->graded_fresh)
			g->family_floor = family_floor(
				g->noise_a.s_m, g->r_a, g->noise_b.s_m, g->r_b, stars);
	}
}

void
family_fill(struct family *f)
{
	list_tasks(f);
	for (size_t i = 0; i < f->n; i++)
		if (f->gap[i].in_mean)
			score_gap(f, &f->gap[i]);
	adjust(f);
	raise_floors(f);
	mean_gap(f);
}

void
family_release(struct family *f)
{
	for (size_t i = 0; i < f->n; i++)
		pair_free(&f->gap[i].pair);
	free(f->gap);
	free(f->fresh_a);
	free(f->fresh_b);
}
