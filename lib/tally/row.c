/* The record a group becomes, and the row `mean` of a cell's groups. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/json.h"
#include "kit/mem.h"
#include "stat/mean.h"
#include "stat/wilson.h"
#include "tally/group.h"

#define LEVEL .95

static const char *const speed_names[SPEEDS] = {
	[DECODE] = "decode_tps",
	[PREFILL] = "prefill_tps",
	[TTFT] = "ttft_ms",
	[ITL] = "itl_ms",
	[E2E] = "e2e_s",
};

/* A score with its error, interval and how that came about. */
struct scored {
	struct mean_estimate mean;
	struct interval interval;
	const char *method, *why; /* why: what an absent interval lacks, NULL */
};

static void
clustered(const struct group *g, struct scored *s)
{
	struct exact_sum squares = {0};
	double c = (double)g->clusters.n;

	for (size_t i = 0; i < g->clusters.n; i++)
		sum_add_square(&squares,
			sum_value(&g->cluster[i].sum) - (double)g->cluster[i].n * s->mean.mean);
	s->method = "clustered-t";
	if (c < 2) {
		s->mean.se = s->mean.df = NAN;
		s->why = "fewer than two clusters";
		return;
	}
	s->mean.se = sqrt(sum_value(&squares) * c / (c - 1)) / (double)g->score.n;
	s->mean.df = c - 1;
	if (s->mean.se < 1e-15)
		s->mean.se = 0;
	s->interval = interval_within(
		t_interval(s->mean.mean, s->mean.se, s->mean.df, LEVEL), 0, 1);
}

static struct scored
score_of(const struct group *g)
{
	size_t n = g->score.n;
	struct scored s = {
		{n, moments_mean(&g->score), moments_se(&g->score), n < 2 ? NAN : (double)n - 1},
		{NAN, NAN}, "t", NULL};

	if (n == 0)
		return s;
	if (g->clusters.n && g->unclustered == 0) {
		clustered(g, &s);
	} else if (!g->graded) {
		s.method = "wilson";
		s.interval = wilson_interval(g->ones, n, LEVEL);
	} else {
		s.interval = interval_within(
			t_interval(s.mean.mean, s.mean.se, s.mean.df, LEVEL), 0, 1);
		if (n < 2)
			s.why = "fewer than two items";
	}
	if (isnan(s.interval.lo) && s.why == NULL)
		s.why = "no spread";
	if (g->cell->cells > 1) {
		s.mean.se = s.mean.df = s.interval.lo = s.interval.hi = NAN;
		s.method = "pooled";
		s.why = "pooled over cells that share items";
	}
	return s;
}

/*
 * The unweighted mean of the tasks' means. Its interval puts the tasks' own together (Zou & Donner
 * 2008, MOVER): lo = m − √Σ(m_t − lo_t)²/T, so that it keeps a width where Wilson's do.
 */
static struct scored
score_of_mean(const struct scored *task, size_t tasks)
{
	struct mean_estimate *m = xcalloc(tasks + 1, sizeof *m);
	struct scored s = {.method = "mover"};
	double lo = 0, hi = 0, count = (double)tasks;

	for (size_t i = 0; i < tasks; i++) {
		m[i] = task[i].mean;
		lo += pow(task[i].mean.mean - task[i].interval.lo, 2);
		hi += pow(task[i].interval.hi - task[i].mean.mean, 2);
	}
	s.mean = mean_of_means(m, tasks);
	if (isnan(s.mean.mean)) {
		struct exact_sum sum = {0};

		for (size_t i = 0; i < tasks; i++)
			sum_add(&sum, m[i].mean);
		s.mean.mean = sum_value(&sum) / count;
	}
	s.interval.lo = s.mean.mean - sqrt(lo) / count;
	s.interval.hi = s.mean.mean + sqrt(hi) / count;
	if (isnan(s.interval.lo))
		s.why = "a task without an interval";
	free(m);
	return s;
}

static void
put_score(json_t *row, size_t n, const struct scored *s)
{
	json_object_set_new(row, "n", json_integer((json_int_t)n));
	if (n == 0)
		return;
	json_set_num(row, "score", s->mean.mean);
	json_set_num(row, "se", s->mean.se);
	json_set_num(row, "lo", s->interval.lo);
	json_set_num(row, "hi", s->interval.hi);
	json_object_set_new(row, "method", json_string(s->method));
	if (s->why)
		json_object_set_new(row, "no_interval", json_string(s->why));
}

/* Who it was: from the cell's own record where one came. */
static json_t *
row_start(const struct group *g, const char *task)
{
	static const char *const own[] = {
		"campaign", "tier", "checkpoint", "family", "arch", "engine", "knobs"};
	json_t *row = json_object(), *v;

	json_object_set_new(row, "kind", json_string("row"));
	if (g->cell->by) {
		json_object_set(row, "by", g->cell->by);
		json_object_set_new(row, "cells", json_integer((json_int_t)g->cell->cells));
		json_object_set_new(row, "task", json_string(task));
		return row;
	}
	json_object_set_new(row, "cell", json_string(g->cell->key));
	for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
		v = json_object_get(g->cell->record, own[i]);
		if (v)
			json_object_set(row, own[i], v);
	}
	v = json_object_get(g->cell->record, "replicate");
	if (v)
		json_object_set(row, "replicate", v);
	else
		json_object_set_new(row, "replicate", json_integer(g->replicate));
	json_object_set_new(row, "task", json_string(task));
	return row;
}

static void
add_to(json_t *object, const char *key, size_t n)
{
	json_object_set_new(object, key,
		json_integer(json_integer_value(json_object_get(object, key)) + (json_int_t)n));
}

static int
by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static json_t *
counts_of(struct group *const *g, size_t n)
{
	json_t *counts = json_object(), *errors = json_object();

	for (size_t i = 0; i < n; i++) {
		char **kind = xcalloc(g[i]->error_kinds.n + 1, sizeof(char *));
		size_t kinds = g[i]->error_kinds.n;

		add_to(counts, "passed", g[i]->passed);
		add_to(counts, "failed", g[i]->failed);
		add_to(counts, "no_answer", g[i]->no_answer);
		add_to(counts, "not_judged", g[i]->not_judged);
		add_to(counts, "cut", g[i]->cut);
		if (kinds)
			memcpy(kind, g[i]->error_kinds.key, kinds * sizeof *kind);
		qsort(kind, kinds, sizeof *kind, by_text);
		for (size_t k = 0; k < kinds; k++)
			add_to(errors, kind[k],
				g[i]->errors[map_find(
					&g[i]->error_kinds, kind[k], strlen(kind[k]))]);
		free(kind);
	}
	json_object_set_new(counts, "errors", errors);
	return counts;
}

static json_t *
spread_of(struct histogram *h)
{
	json_t *v;

	if (h->n == 0)
		return NULL;
	v = json_object();
	json_set_num(v, "p50", histogram_percentile(h, .5));
	json_set_num(v, "p90", histogram_percentile(h, .9));
	json_set_num(v, "p99", histogram_percentile(h, .99));
	json_set_num(v, "mean", histogram_mean(h));
	json_object_set_new(v, "n", json_integer((json_int_t)h->n));
	return v;
}

static void
put_throughput(json_t *speed, const struct tally_cell *c)
{
	struct histogram seconds = {0};
	double from, to, rate = tally_cell_output_tps(c, &from, &to);
	json_t *v;

	if (isnan(rate))
		return;
	timeline_rates(&c->timeline, from, to, &seconds);
	v = spread_of(&seconds);
	if (v == NULL) {
		v = json_object();
		json_object_set_new(v, "n", json_integer(0));
	}
	json_set_num(v, "mean", rate);
	json_object_set_new(speed, "output_tps", v);
	histogram_free(&seconds);
}

static json_t *
marks_of(struct group *const *g, size_t n)
{
	static const char cached[] = "cached prompt tokens";
	json_t *marks = tally_cell_marks(g[0]->cell), *v;
	uint64_t tokens = 0;
	bool told = false;
	size_t k;

	for (size_t i = 0; i < n; i++)
		tokens += g[i]->cached;
	json_array_foreach(marks, k, v) told = told || strcmp(json_string_value(v), cached) == 0;
	if (tokens && !told)
		json_array_append_new(marks, json_string(cached));
	return marks;
}

static json_t *
speed_of(struct group *const *g, size_t n)
{
	const struct tally_cell *c = g[0]->cell;
	json_t *speed = json_object(), *marks = marks_of(g, n), *in_flight;

	for (int k = 0; k < SPEEDS; k++) {
		struct histogram all = {0};
		json_t *v;

		for (size_t i = 0; i < n; i++)
			histogram_merge(&all, &g[i]->speed[k]);
		v = spread_of(&all);
		if (v)
			json_object_set_new(speed, speed_names[k], v);
		histogram_free(&all);
	}
	put_throughput(speed, c);
	json_set_num(speed, "requests_s", tally_cell_requests_s(c));
	json_set_num(speed, "goodput", tally_cell_goodput(c));
	if (c->queued)
		json_set_num(speed, "queue_ms", sum_value(&c->queue_ms) / (double)c->queued);
	in_flight = json_path(c->run, "in_flight");
	if (json_is_number(in_flight))
		json_object_set(speed, "in_flight", in_flight);
	else if (c->finished && c->last_token > c->first_sent)
		json_set_num(speed, "in_flight",
			sum_value(&c->in_flight_s) / (c->last_token - c->first_sent));
	if (c->completion)
		json_set_num(speed, "joules_per_token", c->energy_j / (double)c->completion);
	if (json_array_size(marks) && json_object_size(speed))
		json_object_set_new(speed, "marked", marks);
	else
		json_decref(marks);
	return speed;
}

static void
put_rest(json_t *row, struct group *const *g, size_t n)
{
	json_t *tokens = json_object();
	uint64_t prompt = 0, completion = 0, drafted = 0, accepted = 0;

	for (size_t i = 0; i < n; i++) {
		prompt += g[i]->prompt;
		completion += g[i]->completion;
		drafted += g[i]->drafted;
		accepted += g[i]->accepted;
	}
	json_object_set_new(row, "counts", counts_of(g, n));
	json_object_set_new(tokens, "prompt", json_integer((json_int_t)prompt));
	json_object_set_new(tokens, "completion", json_integer((json_int_t)completion));
	json_object_set_new(row, "tokens", tokens);
	json_object_set_new(row, "speed", speed_of(g, n));
	if (drafted == 0) {
		/* vLLM counts over the whole run only */
		drafted = (uint64_t)json_int(g[0]->cell->run, "drafted", 0);
		accepted = (uint64_t)json_int(g[0]->cell->run, "accepted", 0);
	}
	if (drafted)
		json_set_num(row, "acceptance", (double)accepted / (double)drafted);
	if (g[0]->cell->memory)
		json_object_set(row, "memory", g[0]->cell->memory);
}

json_t *
group_row(struct group *g)
{
	json_t *row = row_start(g, g->task);
	struct scored s = score_of(g);

	put_score(row, g->score.n, &s);
	if (!g->in_mean)
		json_object_set_new(row, "in_mean", json_false());
	put_rest(row, &g, 1);
	return row;
}

json_t *
mean_row(struct group *const *g, size_t n)
{
	struct group **counted = xcalloc(n + 1, sizeof(struct group *));
	struct scored *task = xcalloc(n + 1, sizeof *task), s;
	json_t *row = NULL, *over = json_array();
	size_t tasks = 0, items = 0;

	for (size_t i = 0; i < n; i++) {
		if (!g[i]->in_mean || g[i]->score.n == 0)
			continue;
		task[tasks] = score_of(g[i]);
		counted[tasks++] = g[i];
		items += g[i]->score.n;
		json_array_append_new(over, json_string(g[i]->task));
	}
	if (tasks) {
		row = row_start(counted[0], "mean");
		json_object_set(row, "over", over);
		s = score_of_mean(task, tasks);
		put_score(row, items, &s);
		put_rest(row, counted, tasks);
	}
	json_decref(over);
	free(task);
	free(counted);
	return row;
}
