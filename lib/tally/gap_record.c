/* The record of a gap. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/json.h"
#include "kit/mem.h"
#include "stat/mde.h"
#include "tally/family.h"

static void
put_count(json_t *v, const char *key, size_t n)
{
	json_object_set_new(v, key, json_integer((json_int_t)n));
}

static void
put_flips(json_t *v, const struct gap *g)
{
	const struct pair *p = &g->pair;
	double rate;
	json_t *flips;

	if (p->d == NULL || !p->binary)
		return;
	flips = json_object();
	rate = (double)(p->lost + p->gained) / (double)p->n;
	put_count(flips, "b", p->lost);
	put_count(flips, "c", p->gained);
	json_set_num(flips, "rate", rate);
	json_set_num(flips, "excess", rate - gap_flip_floor(g));
	json_object_set_new(v, "flips", flips);
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
	json_object_set_new(v, "method", json_string(e->method));
	json_object_set_new(v, "method_why", json_string(e->why));
	if (isnan(e->ninety_five.lo))
		json_object_set_new(
			v, "no_interval", json_string(e->degenerate ? e->degenerate : "no spread"));
}

static void
put_test(json_t *v, const struct family *f, const struct gap *g)
{
	const struct estimate *e = gap_estimate(g);

	json_set_num(v, "p", g->run.p);
	json_set_num(v, "p_holm", g->p_holm);
	put_count(v, "m", g->m);
	if (f->o->alpha != .05)
		json_set_num(v, "alpha", f->o->alpha);
	if (g->run.resamples) {
		put_count(v, "B", g->run.resamples);
		put_count(v, "seed", f->o->seed);
	}
	json_set_num(v, "mde", mde(e->mde_se, f->o->alpha, f->o->power, g->m));
	json_set_num(v, "mde_unadjusted", mde(e->mde_se, f->o->alpha, f->o->power, 1));
}

static void
put_texts(json_t *v, const struct pair *p)
{
	if (p->missing) {
		json_t *worst = json_object();

		json_set_num(worst, "lo", p->worst_lo);
		json_set_num(worst, "hi", p->worst_hi);
		json_object_set_new(v, "worst", worst);
	}
	if (p->texts)
		json_set_num(v, "same_text", (double)p->same_texts / (double)p->texts);
	json_set_num(v, "first_difference", p->first_difference);
}

static void
put_grade(json_t *v, const struct family *f, const struct gap *g)
{
	const struct estimate *e = gap_estimate(g);
	char *needs = gap_needs(f, g);

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
	put_count(v, "r_a", g->r_a);
	put_count(v, "r_b", g->r_b);
	put_flips(v, g);
	json_set_num(v, "floor", g->floor);
	if (g->family_floor > g->floor)
		json_set_num(v, "family_floor", g->family_floor);
	if (g->floor == 0)
		json_object_set_new(
			v, "identical", json_boolean(g->noise_a.identical && g->noise_b.identical));
	json_object_set_new(v, "starred", json_boolean(gap_starred(f, g)));
	json_object_set_new(v, "grade", json_string(grade_name(gap_grade(f, g))));
	if (needs)
		json_object_set_new(v, "needs", json_string(needs));
	free(needs);
}

json_t *
gap_start(const json_t *contrast, const char *task, const char *metric)
{
	static const char *const from[] = {"contrast", "knob", "a", "b"}, *const to[] = {"contrast",
										  "knob", "cell_a",
										  "cell_b"};
	json_t *v = json_object();

	json_object_set_new(v, "kind", json_string("gap"));
	for (int i = 0; i < 4; i++)
		if (json_object_get(contrast, from[i]))
			json_object_set(v, to[i], json_object_get(contrast, from[i]));
	json_object_set_new(v, "task", json_string(task));
	json_object_set_new(v, "metric", json_string(metric));
	return v;
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
put_refusal(json_t *v, const struct gap *g)
{
	if (g->pair.planned) {
		put_count(v, "n", g->pair.n);
		put_count(v, "missing", g->pair.missing);
	}
	put_count(v, "m", g->m);
	json_object_set_new(v, "refused", json_string(g->refused));
}

static void
emit(const struct family *f, const struct gap *g)
{
	json_t *v = gap_start(f->contrast, g->task, "score");

	if (g == &f->gap[f->n])
		put_over(v, f);
	if (g->refused) {
		put_refusal(v, g);
	} else {
		put_count(v, "n", gap_estimate(g)->n);
		put_count(v, "missing", g->pair.missing);
		put_estimate(v, gap_estimate(g));
		put_test(v, f, g);
		put_texts(v, &g->pair);
		put_grade(v, f, g);
		if (g->pair.prompts_differ)
			json_object_set_new(v, "marked", json_pack("[s]", "prompts differ"));
	}
	f->sink(v, f->context);
	json_decref(v);
}

void
family_emit(const struct family *f)
{
	for (size_t i = 0; i < f->n; i++)
		if (f->gap[i].in_mean)
			emit(f, &f->gap[i]);
	if (f->m)
		emit(f, &f->gap[f->n]);
}
