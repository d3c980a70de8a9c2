#include "tally/design.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/json.h"
#include "kit/mem.h"
#include "stat/mde.h"

struct task {
	const char *name; /* borrowed from the map */
	size_t n;
	bool in_mean;
};

struct design {
	struct map names;
	struct task *task;
	size_t cap;
};

struct design *
design_new(void)
{
	return xcalloc(1, sizeof(struct design));
}

void
design_free(struct design *d)
{
	map_free(&d->names);
	free(d->task);
	free(d);
}

static void
count(struct design *d, const char *task, size_t n, bool in_mean)
{
	bool fresh;
	size_t at = map_put(&d->names, task, strlen(task), &fresh);

	if (fresh) {
		GROW(d->task, at, d->cap);
		d->task[at] = (struct task){d->names.key[at], 0, in_mean};
	}
	d->task[at].n += n;
}

void
design_take(struct design *d, struct rec *r, const char **why)
{
	json_t *tasks = rec_get(r, "tasks"), *n;
	const char *task;

	*why = NULL;
	if (*rec_kind(r) == '\0' && json_is_object(tasks)) {
		json_object_foreach(tasks, task, n)
			count(d, task, (size_t)json_integer_value(n), true);
		return;
	}
	if (!rec_is(r, "item") && !rec_is(r, "answer") && !rec_is(r, "verdict"))
		return;
	task = rec_str(r, "task", NULL);
	if (task == NULL)
		*why = "no string \"task\"";
	else
		count(d, task, 1, !json_is_false(rec_get(r, "in_mean")));
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(((const struct task *)a)->name, ((const struct task *)b)->name);
}

static void
emit(const char *task, size_t n, double discordance, double se, size_t m,
	const struct gap_options *o, void (*sink)(json_t *record, void *context), void *context)
{
	json_t *v = json_object();
	double adjusted = mde(se, o->alpha, o->power, m);

	json_object_set_new(v, "kind", json_string("mde"));
	json_object_set_new(v, "task", json_string(task));
	json_object_set_new(v, "n", json_integer((json_int_t)n));
	json_set_num(v, "discordance", discordance);
	json_object_set_new(v, "m", json_integer((json_int_t)m));
	json_set_num(v, "mde", adjusted);
	json_set_num(v, "mde_unadjusted", mde(se, o->alpha, o->power, 1));
	/* a difference can't be larger than the share of items that flip */
	json_object_set_new(v, "resolves", json_boolean(adjusted <= discordance));
	sink(v, context);
	json_decref(v);
}

void
design_each(const struct design *d, double discordance, size_t m, const struct gap_options *o,
	void (*sink)(json_t *record, void *context), void *context)
{
	struct task *sorted = xcalloc(d->names.n + 1, sizeof *sorted);
	size_t tasks = 0, items = 0;
	double variance = 0;

	for (size_t i = 0; i < d->names.n; i++)
		if (d->task[i].in_mean && d->task[i].n)
			sorted[tasks++] = d->task[i];
	qsort(sorted, tasks, sizeof *sorted, by_name);
	for (size_t i = 0; i < tasks; i++) {
		double v = discordance / (double)sorted[i].n;

		emit(sorted[i].name, sorted[i].n, discordance, sqrt(v), m ? m : tasks, o, sink,
			context);
		variance += v;
		items += sorted[i].n;
	}
	if (tasks)
		emit("mean", items, discordance, sqrt(variance) / (double)tasks, 1, o, sink,
			context);
	free(sorted);
}

void
design_say(const json_t *record, FILE *out)
{
	json_int_t m = json_int(record, "m", 1);

	fprintf(out, "%s: %" JSON_INTEGER_FORMAT " items at %g %% discordance ",
		json_str(record, "task", ""), json_int(record, "n", 0),
		100 * json_num(record, "discordance", NAN));
	if (!json_flag(record, "resolves", 1)) {
		fprintf(out, "resolve nothing: the MDE of %.1f points is more than can flip.\n",
			100 * json_num(record, "mde", NAN));
		return;
	}
	fprintf(out, "resolve %.1f points", 100 * json_num(record, "mde_unadjusted", NAN));
	if (m > 1)
		fprintf(out, ", %.1f among %" JSON_INTEGER_FORMAT " tasks",
			100 * json_num(record, "mde", NAN), m);
	fputs(".\n", out);
}
