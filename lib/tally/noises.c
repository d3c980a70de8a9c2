/* The noise records: a configuration's run-to-run floor. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/json.h"
#include "kit/mem.h"
#include "tally/gaps.h"
#include "tally/replicated.h"

size_t
fresh_replicates(const struct side *s, struct side **out)
{
	size_t n = 0;

	for (size_t i = 0; i < s->replicates; i++)
		if (s->replicate[i] != s)
			out[n++] = s->replicate[i];
	return n;
}

/* Without its replicate a cell goes by its replicate 0: the first of the group. */
static size_t
noise_replicates(const struct side *first, struct side **out)
{
	size_t n = fresh_replicates(first, out);

	if (n >= FRESH_MIN)
		return n;
	memcpy(out, first->replicate, first->replicates * sizeof(struct side *));
	return first->replicates;
}

bool
run_means_of_mean(struct side *const *side, size_t n, const char *const *task, size_t tasks,
	struct mean_noise *out)
{
	double *y = xcalloc(n + 1, sizeof *y), within = 0;
	struct mean_estimate m;
	bool defined = tasks > 0;

	out->identical = true;
	for (size_t t = 0; t < tasks && defined; t++) {
		struct grid g;
		struct noise o;

		grid_scores(side, n, NULL, 0, task[t], &g);
		o = noise_parts(g.y_a, g.n, g.r_a);
		defined = g.r_a == n && g.n > 0;
		for (size_t r = 0; r < n && defined; r++) {
			double sum = 0;

			for (size_t i = 0; i < g.n; i++)
				sum += g.y_a[i * n + r];
			y[r] += sum / (double)g.n / (double)tasks;
		}
		within += o.sigma_w2 / (double)(g.n ? g.n : 1);
		out->identical = out->identical && o.identical;
		grid_free(&g);
	}
	m = mean_of(y, n);
	out->s_m = out->identical ? 0 : m.se * sqrt((double)n);
	within /= (double)(tasks * tasks);
	out->tau2 = fmax(0, out->s_m * out->s_m - within);
	free(y);
	return defined && n >= 2;
}

static void
put_common(json_t *v, const struct side *s, const char *task, size_t runs)
{
	static const char *const own[] = {"checkpoint", "family", "knobs"};

	json_object_set_new(v, "kind", json_string("noise"));
	json_object_set_new(v, "cell", json_string(s->key));
	for (int i = 0; i < 3; i++) {
		json_t *x = json_object_get(s->cell->record, own[i]);

		if (x)
			json_object_set(v, own[i], x);
	}
	json_object_set_new(v, "task", json_string(task));
	json_object_set_new(v, "metric", json_string("score"));
	json_object_set_new(v, "R", json_integer((json_int_t)runs));
}

static void
put_floor(json_t *v, double s_m, size_t runs)
{
	double r = (double)runs, floor = noise_floor(s_m, runs, r, r);

	json_set_num(v, "floor", floor);
	json_set_num(v, "floor_upper", floor * sd_upper_factor(runs));
}

static void
task_noise(const struct side *s, struct side *const *runs, size_t n, const char *task,
	void (*sink)(json_t *record, void *context), void *context)
{
	json_t *v = json_object();
	struct grid g;
	struct noise o;

	grid_scores(runs, n, NULL, 0, task, &g);
	o = noise_parts(g.y_a, g.n, g.r_a);
	if (g.n > 0 && g.r_a >= 2) {
		put_common(v, s, task, g.r_a);
		json_object_set_new(v, "n", json_integer((json_int_t)g.n));
		json_set_num(v, "mean", o.mean);
		json_set_num(v, "s_m", o.s_m);
		json_set_num(v, "sigma_w2", o.sigma_w2);
		json_set_num(v, "tau2", o.tau2);
		json_set_num(v, "F", o.f);
		json_set_num(v, "p", o.f_p);
		put_floor(v, o.s_m, g.r_a);
		json_set_num(v, "flip_rate", o.flip_rate);
		json_object_set_new(v, "identical", json_boolean(o.identical));
		json_set_num(v, "flip_upper", o.flip_upper);
		sink(v, context);
	}
	json_decref(v);
	grid_free(&g);
}

static void
side_noise(const struct side *s, struct side **runs, void (*sink)(json_t *record, void *context),
	void *context)
{
	const char **task = xcalloc(s->n + 1, sizeof(char *));
	size_t n = noise_replicates(s, runs), tasks = 0;
	struct mean_noise mean;

	for (size_t t = 0; t < s->n; t++) {
		task_noise(s, runs, n, s->sample[t].task, sink, context);
		if (s->sample[t].in_mean)
			task[tasks++] = s->sample[t].task;
	}
	if (run_means_of_mean(runs, n, task, tasks, &mean)) {
		json_t *v = json_object();

		put_common(v, s, "mean", n);
		json_set_num(v, "s_m", mean.s_m);
		json_set_num(v, "tau2", mean.tau2);
		put_floor(v, mean.s_m, n);
		json_object_set_new(v, "identical", json_boolean(mean.identical));
		sink(v, context);
		json_decref(v);
	}
	free(task);
}

static int
by_key(const void *a, const void *b)
{
	return strcmp((*(struct side *const *)a)->key, (*(struct side *const *)b)->key);
}

void
noise_each(const struct campaign *c, void (*sink)(json_t *record, void *context), void *context)
{
	struct side **first = xcalloc(c->cells.n + 1, sizeof(struct side *));
	struct side **runs = xcalloc(c->cells.n + 1, sizeof(struct side *));
	size_t n = 0;

	for (size_t i = 0; i < c->cells.n; i++)
		if (c->side[i]->replicates >= 2 && c->side[i]->replicate[0] == c->side[i])
			first[n++] = c->side[i];
	qsort(first, n, sizeof *first, by_key);
	for (size_t i = 0; i < n; i++)
		side_noise(first[i], runs, sink, context);
	free(first);
	free(runs);
}
