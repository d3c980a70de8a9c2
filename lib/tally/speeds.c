#include "tally/speeds.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "kit/json.h"
#include "kit/mem.h"
#include "stat/bootstrap.h"
#include "stat/mean.h"
#include "tally/family.h"
#include "tally/pair.h"

struct metric {
	const char *name;
	size_t field;
};

static const struct metric by_item[] = {
	{"decode_tps", offsetof(struct item, decode_tps)},
	{"ttft_ms", offsetof(struct item, ttft_ms)},
};

enum { BY_ITEM = sizeof by_item / sizeof *by_item };

static json_t *
speed_start(const json_t *contrast, const char *task, const char *metric, size_t n)
{
	json_t *v = gap_start(contrast, task, metric);

	json_object_set_new(v, "n", json_integer((json_int_t)n));
	return v;
}

static void
put_marks(json_t *v, const struct side *a, const struct side *b)
{
	const struct side *side[] = {a, b};
	json_t *all = json_array();

	for (int i = 0; i < 2; i++) {
		json_t *marks = tally_cell_marks(side[i]->cell), *mark;
		size_t k;

		json_array_foreach(marks, k, mark)
		{
			char *text = xasprintf("%c: %s", "ab"[i], json_string_value(mark));

			json_array_append_new(all, json_string(text));
			free(text);
		}
		json_decref(marks);
	}
	if (json_array_size(all))
		json_object_set_new(v, "marked", all);
	else
		json_decref(all);
}

/* The values of one metric that both sides tell, in resamples too. */
struct speeds {
	struct speed_pair pair;
	double *sum_a, *sum_b; /* of each resample */
};

static void
speeds_free(struct speeds *s)
{
	speed_pair_free(&s->pair);
	free(s->sum_a);
	free(s->sum_b);
}

static void
resample(struct speeds *s, struct resample_cache *cache)
{
	s->sum_a = xcalloc(cache->times + 1, sizeof *s->sum_a);
	s->sum_b = xcalloc(cache->times + 1, sizeof *s->sum_b);
	if (s->pair.n)
		resample_sums(
			resamples_for(cache, s->pair.n), s->pair.a, s->pair.b, s->sum_a, s->sum_b);
}

/* Items of another task beside those that are there; their resamples stay within their tasks. */
static void
add_speeds(struct speeds *all, const struct speeds *s, size_t times)
{
	struct speed_pair *p = &all->pair;

	p->a = xreallocarray(p->a, p->n + s->pair.n + 1, sizeof *p->a);
	p->b = xreallocarray(p->b, p->n + s->pair.n + 1, sizeof *p->b);
	memcpy(p->a + p->n, s->pair.a, s->pair.n * sizeof *p->a);
	memcpy(p->b + p->n, s->pair.b, s->pair.n * sizeof *p->b);
	p->n += s->pair.n;
	for (size_t i = 0; i < times; i++) {
		all->sum_a[i] += s->sum_a[i];
		all->sum_b[i] += s->sum_b[i];
	}
}

static void
put_difference(json_t *v, const struct speeds *s, double *theta, size_t times)
{
	const struct speed_pair *p = &s->pair;
	double *d = xcalloc(p->n + 1, sizeof *d);
	struct mean_estimate m;
	struct bca r;

	for (size_t i = 0; i < p->n; i++)
		d[i] = p->b[i] - p->a[i];
	for (size_t i = 0; i < times; i++)
		theta[i] = (s->sum_b[i] - s->sum_a[i]) / (double)p->n;
	m = mean_of(d, p->n);
	r = bca_limits(m.mean, bca_acceleration(d, NULL, p->n), theta, times, .95);
	json_set_num(v, "diff", m.mean);
	json_set_num(v, "se", m.se);
	json_set_num(v, "lo", r.lo);
	json_set_num(v, "hi", r.hi);
	json_object_set_new(v, "method", json_string("bca"));
	if (r.degenerate)
		json_object_set_new(v, "no_interval", json_string(r.degenerate));
	free(d);
}

static void
put_ratio(json_t *v, const struct speeds *s, double *theta, size_t times)
{
	const struct speed_pair *p = &s->pair;
	double a = mean_of(p->a, p->n).mean, b = mean_of(p->b, p->n).mean;
	struct bca r;

	for (size_t i = 0; i < times; i++)
		theta[i] = s->sum_a[i] > 0 ? s->sum_b[i] / s->sum_a[i] : NAN;
	if (!(a > 0))
		return;
	r = bca_limits(b / a, bca_acceleration(p->b, p->a, p->n), theta, times, .95);
	json_set_num(v, "ratio", b / a);
	json_set_num(v, "ratio_lo", r.lo);
	json_set_num(v, "ratio_hi", r.hi);
}

/* A contrast, where its gaps go, and the resamples. */
struct speed_job {
	const json_t *contrast;
	const struct side *a, *b;
	struct resample_cache *cache;
	void (*sink)(json_t *record, void *context);
	void *context;
};

static void
emit_speeds(const struct speed_job *j, const char *task, const char *metric, const struct speeds *s)
{
	double *theta = xcalloc(j->cache->times + 1, sizeof *theta);
	json_t *v = speed_start(j->contrast, task, metric, s->pair.n);

	json_set_num(v, "a", mean_of(s->pair.a, s->pair.n).mean);
	json_set_num(v, "b", mean_of(s->pair.b, s->pair.n).mean);
	put_difference(v, s, theta, j->cache->times);
	put_ratio(v, s, theta, j->cache->times);
	json_object_set_new(v, "B", json_integer((json_int_t)j->cache->times));
	json_object_set_new(v, "seed", json_integer((json_int_t)j->cache->seed));
	put_marks(v, j->a, j->b);
	j->sink(v, j->context);
	json_decref(v);
	free(theta);
}

static void
metric_by_item(const struct speed_job *j, const struct metric *m)
{
	struct speeds all = {0};

	resample(&all, j->cache);
	for (size_t t = 0; t < j->a->n; t++) {
		const struct sample *x = &j->a->sample[t];
		struct speeds s = {0};

		pair_speeds(x, side_sample(j->b, x->task), m->field, &s.pair);
		resample(&s, j->cache);
		if (s.pair.n) {
			emit_speeds(j, x->task, m->name, &s);
			add_speeds(&all, &s, j->cache->times);
		}
		speeds_free(&s);
	}
	if (all.pair.n)
		emit_speeds(j, "mean", m->name, &all);
	speeds_free(&all);
}

static double
output_tps(const struct side *s)
{
	return tally_cell_output_tps(s->cell, NULL, NULL);
}

static double
peak_mib(const struct side *s)
{
	return json_num(s->cell->memory, "peak_mib", NAN);
}

static struct mean_estimate
over_replicates(const struct side *s, double (*value)(const struct side *s))
{
	double *x = xcalloc(s->replicates + 1, sizeof *x);
	struct mean_estimate m;
	size_t n = 0;

	for (size_t i = 0; i < s->replicates; i++)
		if (!isnan(value(s->replicate[i])))
			x[n++] = value(s->replicate[i]);
	m = mean_of(x, n);
	free(x);
	return m;
}

static void
emit_run(const struct speed_job *j, const char *metric, double (*value)(const struct side *s))
{
	struct mean_estimate x = over_replicates(j->a, value), y = over_replicates(j->b, value);
	double variance[2] = {x.se * x.se, y.se * y.se}, df[2] = {x.df, y.df}, se, f;
	struct interval in = {NAN, NAN};
	json_t *v;

	if (isnan(x.mean) || isnan(y.mean))
		return;
	se = sqrt(variance[0] + variance[1]);
	f = welch_satterthwaite(variance, df, 2);
	if (se > 0)
		in = t_interval(y.mean - x.mean, se, f, .95);
	v = speed_start(j->contrast, "mean", metric, x.n < y.n ? x.n : y.n);
	json_set_num(v, "a", x.mean);
	json_set_num(v, "b", y.mean);
	json_set_num(v, "diff", y.mean - x.mean);
	json_set_num(v, "se", se);
	json_set_num(v, "df", f);
	json_set_num(v, "lo", in.lo);
	json_set_num(v, "hi", in.hi);
	json_object_set_new(v, "method", json_string(isnan(in.lo) ? "one-run" : "welch-t"));
	json_set_num(v, "ratio", x.mean > 0 ? y.mean / x.mean : NAN);
	json_object_set_new(v, "r_a", json_integer((json_int_t)x.n));
	json_object_set_new(v, "r_b", json_integer((json_int_t)y.n));
	/* memory is what it is under load too */
	if (value == output_tps)
		put_marks(v, j->a, j->b);
	j->sink(v, j->context);
	json_decref(v);
}

void
speed_gaps(const json_t *contrast, const struct side *a, const struct side *b,
	struct resample_cache *cache, void (*sink)(json_t *record, void *context), void *context)
{
	const struct speed_job j = {contrast, a, b, cache, sink, context};

	for (int i = 0; i < BY_ITEM; i++)
		metric_by_item(&j, &by_item[i]);
	emit_run(&j, "output_tps", output_tps);
	emit_run(&j, "memory_mib", peak_mib);
}
