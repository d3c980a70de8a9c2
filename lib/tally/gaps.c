#include "tally/gaps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/json.h"
#include "kit/mem.h"
#include "stat/adjust.h"
#include "stat/grade.h"
#include "stat/mde.h"
#include "stat/signflip.h"
#include "tally/comparable.h"
#include "tally/replicated.h"
#include "tally/speeds.h"

/* More than this share missing, and no number is given. */
#define MISSING_MAX .02

/* The score of one task, or of the mean, under one contrast. */
struct gap {
	const char *task;
	bool in_mean;
	const char *refused; /* static */
	struct pair pair;
	struct estimate run;   /* of the run compared */
	struct estimate fresh; /* of fresh replicates, where they are enough */
	struct estimate items; /* as fresh, without the variance of whole runs */
	bool graded_fresh;
	size_t r_a, r_b; /* fresh replicates */
	struct noise noise_a, noise_b;
	double floor, p_holm;
	size_t m;
	bool exact;	  /* the mean's sign flips were all counted */
	size_t resamples; /* else so many were drawn */
};

/* One contrast at work. */
struct family {
	const struct campaign *c;
	const struct gap_options *o;
	json_t *contrast;
	const struct side *a, *b;
	struct side **fresh_a, **fresh_b;
	size_t n_a, n_b, m, n;
	struct gap *gap; /* by task, then the mean */
	double margin;
	void (*sink)(json_t *record, void *context);
	void *context;
};

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

	g->floor = g->p_holm = g->run.p = NAN;
	g->refused = pair_scores(a, b, &g->pair);
	if (g->refused)
		return;
	if (g->pair.n == 0 || (double)g->pair.missing > MISSING_MAX * (double)g->pair.planned) {
		g->refused = "incomplete";
		return;
	}
	g->run = estimate_pair(&g->pair);
	g->refused = g->run.refused;
	if (g->refused == NULL)
		grade_fresh(f, g);
}

/* Sign flips over the items of all tasks, each weighed as the mean weighs it. */
static void
mean_p(struct family *f, struct gap *mean, const struct gap *task, size_t n, size_t tasks)
{
	struct signflip s;
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
	s = signflip_test(w, k, f->o->resamples, f->o->seed);
	mean->run.p = mean->p_holm = s.p;
	mean->exact = s.exact;
	mean->resamples = s.resamples;
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
	mean->floor = contrast_floor(a.s_m, f->n_a, b.s_m, f->n_b);
	*e = estimate_mean(fresh, tasks);
	e->method = "replicated-t";
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

static void
put_flips(json_t *v, const struct gap *g)
{
	const struct pair *p = &g->pair;
	double rate, floor;
	json_t *flips;

	if (p->d == NULL || !p->binary)
		return;
	flips = json_object();
	rate = (double)(p->lost + p->gained) / (double)p->n;
	floor = (g->noise_a.flip_rate + g->noise_b.flip_rate) / 2;
	json_object_set_new(flips, "b", json_integer((json_int_t)p->lost));
	json_object_set_new(flips, "c", json_integer((json_int_t)p->gained));
	json_set_num(flips, "rate", rate);
	if (g->r_a >= 2 && g->r_b >= 2)
		json_set_num(flips, "excess", rate - floor);
	json_object_set_new(v, "flips", flips);
}

static void
put_texts(json_t *v, const struct pair *p)
{
	if (p->texts)
		json_set_num(v, "same_text", (double)p->same_texts / (double)p->texts);
	json_set_num(v, "first_difference", p->first_difference);
}

static void
put_estimate(json_t *v, const struct estimate *e)
{
	json_set_num(v, "a", e->a);
	json_set_num(v, "b", e->b);
	json_set_num(v, "diff", e->diff);
	json_set_num(v, "se", e->se);
	json_set_num(v, "df", e->df);
	json_set_num(v, "lo", e->ninety_five.lo);
	json_set_num(v, "hi", e->ninety_five.hi);
}

/* What would settle it, in words; NULL where nothing is open. The caller frees it. */
static char *
needs_of(const struct family *f, const struct gap *g, enum grade grade, double mde_now)
{
	double rate = g->pair.n ? (double)(g->pair.lost + g->pair.gained) / (double)g->pair.n : 0;

	if (grade == GRADE_UNGRADED && !(g->run.se > 0))
		return xstrdup("items that differ: the standard error is 0");
	if (grade == GRADE_UNGRADED)
		return xasprintf("%d fresh replicates of either side, there are %zu and %zu",
			FRESH_MIN, g->r_a, g->r_b);
	if (grade != GRADE_UNRESOLVED)
		return NULL;
	if (g->pair.d && g->pair.binary && !g->graded_fresh && mde_now > rate)
		return xstrdup("more items: the smallest effect this design detects is larger than "
			       "the share of items that flip at all");
	if (f->margin > 0 && mde_now > f->margin)
		return xasprintf("about %.0f times the items to resolve the margin",
			ceil(pow(mde_now / f->margin, 2)));
	return NULL;
}

static json_t *
gap_start(const struct family *f, const char *task, const char *metric)
{
	static const char *const from[] = {"knob", "a", "b"}, *const to[] = {
								      "knob", "cell_a", "cell_b"};
	json_t *v = json_object();

	json_object_set_new(v, "kind", json_string("gap"));
	json_object_set(v, "contrast", json_object_get(f->contrast, "contrast"));
	for (int i = 0; i < 3; i++)
		if (json_object_get(f->contrast, from[i]))
			json_object_set(v, to[i], json_object_get(f->contrast, from[i]));
	json_object_set_new(v, "task", json_string(task));
	json_object_set_new(v, "metric", json_string(metric));
	return v;
}

static void
put_mde(json_t *v, const struct family *f, const struct gap *g, const struct estimate *e)
{
	json_set_num(v, "mde", mde(e->mde_se, f->o->alpha, f->o->power, g->m));
	json_set_num(v, "mde_unadjusted", mde(e->mde_se, f->o->alpha, f->o->power, 1));
}

static void
put_grade(json_t *v, const struct family *f, const struct gap *g, const struct estimate *e)
{
	bool starred = g->p_holm < f->o->alpha;
	struct grade_input in = {starred, g->run.diff, e->diff, e->se, g->floor, e->ninety_five,
		e->ninety, f->margin};
	enum grade grade = grade_gap(&in);
	char *needs = needs_of(f, g, grade, mde(e->mde_se, f->o->alpha, f->o->power, g->m));

	if (f->margin > 0) {
		json_set_num(v, "margin", f->margin);
		json_object_set_new(
			v, "noninferior", json_boolean(is_noninferior(e->ninety_five, f->margin)));
		json_object_set_new(
			v, "equivalent", json_boolean(is_equivalent(e->ninety, f->margin)));
	}
	if (g->graded_fresh) {
		json_set_num(v, "first", g->run.diff);
		json_set_num(v, "p_fresh", g->fresh.p);
	}
	json_object_set_new(v, "r_a", json_integer((json_int_t)g->r_a));
	json_object_set_new(v, "r_b", json_integer((json_int_t)g->r_b));
	put_flips(v, g);
	json_set_num(v, "floor", g->floor);
	if (g->floor == 0)
		json_object_set_new(v, "identical", json_true());
	json_object_set_new(v, "starred", json_boolean(starred));
	json_object_set_new(v, "grade", json_string(grade_name(grade)));
	if (needs)
		json_object_set_new(v, "needs", json_string(needs));
	free(needs);
}

static void
put_over(json_t *v, const struct family *f)
{
	json_t *over = json_array();

	for (size_t i = 0; i < f->n; i++)
		if (f->gap[i].in_mean && !f->gap[i].refused)
			json_array_append_new(over, json_string(f->gap[i].task));
	json_object_set_new(v, "over", over);
}

static void
emit_gap(const struct family *f, const struct gap *g)
{
	json_t *v = gap_start(f, g->task, "score");
	const struct estimate *e = g->graded_fresh ? &g->fresh : &g->run;

	if (strcmp(g->task, "mean") == 0)
		put_over(v, f);
	if (g->refused) {
		if (g->pair.planned) {
			json_object_set_new(v, "n", json_integer((json_int_t)g->pair.n));
			json_object_set_new(
				v, "missing", json_integer((json_int_t)g->pair.missing));
		}
		json_object_set_new(v, "m", json_integer((json_int_t)g->m));
		json_object_set_new(v, "refused", json_string(g->refused));
	} else {
		json_object_set_new(v, "n", json_integer((json_int_t)e->n));
		json_object_set_new(v, "missing", json_integer((json_int_t)g->pair.missing));
		put_estimate(v, e);
		json_object_set_new(v, "method", json_string(e->method));
		json_set_num(v, "p", g->run.p);
		json_set_num(v, "p_holm", g->p_holm);
		json_object_set_new(v, "m", json_integer((json_int_t)g->m));
		if (g->resamples) {
			json_object_set_new(v, "B", json_integer((json_int_t)g->resamples));
			json_object_set_new(v, "seed", json_integer((json_int_t)f->o->seed));
		}
		put_mde(v, f, g, e);
		if (g->pair.missing) {
			json_t *worst = json_object();

			json_set_num(worst, "lo", g->pair.worst_lo);
			json_set_num(worst, "hi", g->pair.worst_hi);
			json_object_set_new(v, "worst", worst);
		}
		put_texts(v, &g->pair);
		put_grade(v, f, g, e);
		if (g->pair.prompts_differ) {
			json_t *marked = json_array();

			json_array_append_new(marked, json_string("prompts differ"));
			json_object_set_new(v, "marked", marked);
		}
	}
	f->sink(v, f->context);
	json_decref(v);
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

static void
emit_refused(const struct family *f, const char *why)
{
	json_t *v = gap_start(f, "mean", "score");

	json_object_set_new(v, "refused", json_string(why));
	f->sink(v, f->context);
	json_decref(v);
}

static void
emit_scores(struct family *f)
{
	for (size_t i = 0; i < f->n; i++)
		if (f->gap[i].in_mean)
			score_gap(f, &f->gap[i]);
	adjust(f);
	mean_gap(f);
	for (size_t i = 0; i < f->n; i++)
		if (f->gap[i].in_mean)
			emit_gap(f, &f->gap[i]);
	if (f->m)
		emit_gap(f, &f->gap[f->n]);
}

static void
one_contrast(struct family *f)
{
	const char *knob = json_str(f->contrast, "knob", "");
	char *why;

	f->a = campaign_side(f->c, json_str(f->contrast, "a", ""));
	f->b = campaign_side(f->c, json_str(f->contrast, "b", ""));
	f->margin = json_num(f->contrast, "margin", NAN);
	why = contrast_refused(f->contrast, f->a, f->b);
	if (why) {
		emit_refused(f, why);
		free(why);
		return;
	}
	f->fresh_a = xcalloc(f->a->replicates + 1, sizeof(struct side *));
	f->fresh_b = xcalloc(f->b->replicates + 1, sizeof(struct side *));
	/* a contrast of two replicates has no third kind of run to be graded on */
	if (f->a->replicate != f->b->replicate) {
		f->n_a = fresh_replicates(f->a, f->fresh_a);
		f->n_b = fresh_replicates(f->b, f->fresh_b);
	}
	list_tasks(f);
	if (strcmp(knob, "throughput") != 0)
		emit_scores(f);
	for (size_t i = 0; i < f->n; i++)
		speed_gaps_of_task(
			f->c, f->contrast, f->a, f->b, f->gap[i].task, f->o, f->sink, f->context);
	speed_gaps_of_run(f->c, f->contrast, f->a, f->b, f->o, f->sink, f->context);
	for (size_t i = 0; i < f->n; i++)
		pair_free(&f->gap[i].pair);
	free(f->gap);
	free(f->fresh_a);
	free(f->fresh_b);
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(json_str(*(json_t *const *)a, "contrast", ""),
		json_str(*(json_t *const *)b, "contrast", ""));
}

void
gaps_each(const struct campaign *c, const struct gap_options *o,
	void (*sink)(json_t *record, void *context), void *context)
{
	size_t n = c->contrasts.n;
	json_t **sorted = xcalloc(n + 1, sizeof(json_t *));

	if (n)
		memcpy(sorted, c->contrast, n * sizeof *sorted);
	qsort(sorted, n, sizeof *sorted, by_name);
	for (size_t i = 0; i < n; i++) {
		struct family f = {
			.c = c, .o = o, .contrast = sorted[i], .sink = sink, .context = context};

		one_contrast(&f);
	}
	free(sorted);
}
