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

static void
put_bootstrap(json_t *v, const struct speed_pair *p, const struct gap_options *o)
{
	double *d = xcalloc(p->n + 1, sizeof *d);
	struct bca diff, ratio;

	for (size_t i = 0; i < p->n; i++)
		d[i] = p->b[i] - p->a[i];
	diff = bca_ratio(d, NULL, p->n, .95, o->resamples, o->seed);
	ratio = bca_ratio(p->b, p->a, p->n, .95, o->resamples, o->seed);
	json_set_num(v, "a", mean_of(p->a, p->n).mean);
	json_set_num(v, "b", mean_of(p->b, p->n).mean);
	json_set_num(v, "diff", diff.estimate);
	json_set_num(v, "se", mean_of(d, p->n).se);
	json_set_num(v, "lo", diff.lo);
	json_set_num(v, "hi", diff.hi);
	json_object_set_new(v, "method", json_string("bca"));
	json_set_num(v, "ratio", ratio.estimate);
	json_set_num(v, "ratio_lo", ratio.lo);
	json_set_num(v, "ratio_hi", ratio.hi);
	json_object_set_new(v, "B", json_integer((json_int_t)o->resamples));
	json_object_set_new(v, "seed", json_integer((json_int_t)o->seed));
	if (diff.degenerate)
		json_object_set_new(v, "no_interval", json_string(diff.degenerate));
	free(d);
}

static void
emit_pair(const json_t *contrast, const char *task, const char *metric, const struct side *a,
	const struct side *b, const struct speed_pair *p, const struct gap_options *o,
	void (*sink)(json_t *record, void *context), void *context)
{
	json_t *v;

	if (p->n == 0)
		return;
	v = speed_start(contrast, task, metric, p->n);
	put_bootstrap(v, p, o);
	put_marks(v, a, b);
	sink(v, context);
	json_decref(v);
}

void
speed_gaps_of_task(const json_t *contrast, const struct side *a, const struct side *b,
	const char *task, const struct gap_options *o, void (*sink)(json_t *record, void *context),
	void *context)
{
	for (int i = 0; i < BY_ITEM; i++) {
		struct speed_pair p;

		pair_speeds(side_sample(a, task), side_sample(b, task), by_item[i].field, &p);
		emit_pair(contrast, task, by_item[i].name, a, b, &p, o, sink, context);
		speed_pair_free(&p);
	}
}

/* All items of all tasks, one after the other. */
static void
all_speeds(const struct side *a, const struct side *b, size_t field, struct speed_pair *out)
{
	memset(out, 0, sizeof *out);
	for (size_t t = 0; t < a->n; t++) {
		struct speed_pair p;

		pair_speeds(&a->sample[t], side_sample(b, a->sample[t].task), field, &p);
		if (p.n) {
			out->a = xreallocarray(out->a, out->n + p.n, sizeof *out->a);
			out->b = xreallocarray(out->b, out->n + p.n, sizeof *out->b);
			memcpy(out->a + out->n, p.a, p.n * sizeof *p.a);
			memcpy(out->b + out->n, p.b, p.n * sizeof *p.b);
			out->n += p.n;
		}
		speed_pair_free(&p);
	}
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
emit_run(const json_t *contrast, const char *metric, const struct side *a, const struct side *b,
	double (*value)(const struct side *s), void (*sink)(json_t *record, void *context),
	void *context)
{
	struct mean_estimate x = over_replicates(a, value), y = over_replicates(b, value);
	double variance[2] = {x.se * x.se, y.se * y.se}, df[2] = {x.df, y.df}, se, f;
	struct interval in = {NAN, NAN};
	json_t *v;

	if (isnan(x.mean) || isnan(y.mean))
		return;
	se = sqrt(variance[0] + variance[1]);
	f = welch_satterthwaite(variance, df, 2);
	if (se > 0)
		in = t_interval(y.mean - x.mean, se, f, .95);
	v = speed_start(contrast, "mean", metric, x.n < y.n ? x.n : y.n);
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
	put_marks(v, a, b);
	sink(v, context);
	json_decref(v);
}

void
speed_gaps_of_run(const json_t *contrast, const struct side *a, const struct side *b,
	const struct gap_options *o, void (*sink)(json_t *record, void *context), void *context)
{
	for (int i = 0; i < BY_ITEM; i++) {
		struct speed_pair p;

		all_speeds(a, b, by_item[i].field, &p);
		emit_pair(contrast, "mean", by_item[i].name, a, b, &p, o, sink, context);
		speed_pair_free(&p);
	}
	emit_run(contrast, "output_tps", a, b, output_tps, sink, context);
	emit_run(contrast, "memory_mib", a, b, peak_mib, sink, context);
}
