#include "tally/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/json.h"
#include "kit/mem.h"
#include "stat/mean.h"
#include "tally/group.h"
#include "tally/map.h"

struct rows {
	struct judged_reader reader;
	struct map cell_keys, group_keys;
	struct tally_cell **cells;
	struct group **groups;
	size_t cells_cap, groups_cap;
	struct buf key;
};

struct rows *
rows_new(void)
{
	return xcalloc(1, sizeof(struct rows));
}

void
rows_free(struct rows *t)
{
	for (size_t i = 0; i < t->group_keys.n; i++)
		group_free(t->groups[i]);
	for (size_t i = 0; i < t->cell_keys.n; i++)
		tally_cell_free(t->cells[i]);
	free(t->groups);
	free(t->cells);
	map_free(&t->cell_keys);
	map_free(&t->group_keys);
	judged_reader_free(&t->reader);
	buf_free(&t->key);
	free(t);
}

static struct tally_cell *
cell_of(struct rows *t, const char *key)
{
	bool fresh;
	size_t at = map_put(&t->cell_keys, key, strlen(key), &fresh);

	if (fresh) {
		GROW(t->cells, at, t->cells_cap);
		t->cells[at] = tally_cell_new(key);
	}
	return t->cells[at];
}

static struct group *
group_of(struct rows *t, const struct judged *v)
{
	bool fresh;
	size_t at;

	buf_clear(&t->key);
	buf_add(&t->key, v->cell, strlen(v->cell) + 1);
	buf_add(&t->key, &v->replicate, sizeof v->replicate);
	buf_puts(&t->key, v->task);
	at = map_put(&t->group_keys, t->key.s, t->key.len, &fresh);
	if (fresh) {
		GROW(t->groups, at, t->groups_cap);
		t->groups[at] = group_new(cell_of(t, v->cell), v->replicate, v->task, v->in_mean);
	}
	return t->groups[at];
}

static bool
take_verdict(struct rows *t, struct rec *r, const char **why)
{
	struct judged v;
	struct group *g;

	if (!judged_read(&t->reader, r, &v, why))
		return true;
	g = group_of(t, &v);
	group_add(g, &v);
	tally_cell_add(g->cell, &v);
	return true;
}

bool
rows_take(struct rows *t, struct rec *r, const char **why)
{
	const char *kind = rec_kind(r), *key;

	*why = NULL;
	if (strcmp(kind, "verdict") == 0 || strcmp(kind, "answer") == 0)
		return take_verdict(t, r, why);
	key = rec_str(r, "cell", "adhoc");
	if (strcmp(kind, "cell") == 0) {
		tally_cell_record(cell_of(t, key), rec_value(r));
		return true;
	}
	if (strcmp(kind, "run") == 0) {
		tally_cell_run(cell_of(t, key), rec_value(r));
		return true;
	}
	if (strcmp(kind, "launch") == 0) {
		const char *outcome = rec_str(r, "outcome", "served");

		tally_cell_launch(cell_of(t, key), rec_value(r));
		return strcmp(outcome, "served") == 0;
	}
	return false;
}

static int
by_place(const void *a, const void *b)
{
	const struct group *x = *(struct group *const *)a, *y = *(struct group *const *)b;
	int c = strcmp(x->cell->key, y->cell->key);

	if (c == 0)
		c = (x->replicate > y->replicate) - (x->replicate < y->replicate);
	return c ? c : strcmp(x->task, y->task);
}

void
rows_each(struct rows *t, void (*each)(const json_t *row, void *context), void *context)
{
	size_t n = t->group_keys.n, first = 0;
	struct group **sorted = xcalloc(n + 1, sizeof(struct group *));

	if (n)
		memcpy(sorted, t->groups, n * sizeof *sorted);
	qsort(sorted, n, sizeof *sorted, by_place);
	for (size_t i = 0; i < n; i++) {
		json_t *row = group_row(sorted[i]);

		each(row, context);
		json_decref(row);
		if (i + 1 == n || sorted[i + 1]->cell != sorted[i]->cell ||
			sorted[i + 1]->replicate != sorted[i]->replicate) {
			row = mean_row(sorted + first, i + 1 - first);
			if (row)
				each(row, context);
			json_decref(row);
			first = i + 1;
		}
	}
	free(sorted);
}

/* The values that a group is pooled by, a new reference; null where its cell doesn't say. */
static json_t *
values_at(const struct group *g, const char *const *path, size_t n)
{
	json_t *by = json_object();

	for (size_t i = 0; i < n; i++) {
		json_t *v = json_path(g->cell->record, path[i]);

		if (strcmp(path[i], "task") == 0)
			json_object_set_new(by, path[i], json_string(g->task));
		else if (strcmp(path[i], "cell") == 0)
			json_object_set_new(by, path[i], json_string(g->cell->key));
		else if (strcmp(path[i], "replicate") == 0 && v == NULL)
			json_object_set_new(by, path[i], json_integer(g->replicate));
		else
			json_object_set(by, path[i], v ? v : json_null());
	}
	return by;
}

/* Groups pooled so far: by the values and the task. */
struct pools {
	struct map values, groups;
	struct tally_cell **cell;
	struct group **group;
	const struct tally_cell **last; /* the cell that came to the pool last */
	size_t cell_cap, group_cap, last_cap;
};

static struct tally_cell *
pool_of(struct pools *p, const struct group *g, const char *const *path, size_t n)
{
	json_t *by = values_at(g, path, n);
	char *text = json_text(by);
	bool fresh;
	size_t at = map_put(&p->values, text, strlen(text), &fresh);

	free(text);
	if (fresh) {
		GROW(p->cell, at, p->cell_cap);
		GROW(p->last, at, p->last_cap);
		p->cell[at] = tally_pool_new(by);
		p->last[at] = NULL;
	} else {
		json_decref(by);
	}
	/* groups come sorted by cell */
	if (p->last[at] != g->cell)
		tally_pool_add(p->cell[at], g->cell);
	p->last[at] = g->cell;
	return p->cell[at];
}

static void
pool_group(struct pools *p, const struct group *g, const char *const *path, size_t n)
{
	struct tally_cell *cell = pool_of(p, g, path, n);
	struct buf key = BUF_INIT;
	bool fresh;
	size_t at;

	buf_add(&key, cell->key, strlen(cell->key) + 1);
	buf_puts(&key, g->task);
	at = map_put(&p->groups, key.s, key.len, &fresh);
	buf_free(&key);
	if (fresh) {
		GROW(p->group, at, p->group_cap);
		p->group[at] = group_new(cell, 0, g->task, g->in_mean);
	}
	group_merge(p->group[at], g);
}

static void
emit_pools(struct pools *p, bool by_task, void (*each)(const json_t *row, void *context),
	void *context)
{
	size_t n = p->groups.n, first = 0;

	if (n)
		qsort(p->group, n, sizeof *p->group, by_place);
	for (size_t i = 0; i < n; i++) {
		bool last = i + 1 == n || p->group[i + 1]->cell != p->group[i]->cell;
		json_t *row = NULL;

		if (by_task)
			row = group_row(p->group[i]);
		else if (last)
			row = mean_row(p->group + first, i + 1 - first);
		if (row)
			each(row, context);
		json_decref(row);
		first = last ? i + 1 : first;
	}
}

void
rows_by_each(struct rows *t, const char *const *path, size_t n,
	void (*each)(const json_t *row, void *context), void *context)
{
	size_t groups = t->group_keys.n;
	struct group **sorted = xcalloc(groups + 1, sizeof(struct group *));
	struct pools p = {0};
	bool by_task = false;

	for (size_t i = 0; i < n; i++)
		by_task = by_task || strcmp(path[i], "task") == 0;
	if (groups)
		memcpy(sorted, t->groups, groups * sizeof *sorted);
	qsort(sorted, groups, sizeof *sorted, by_place);
	for (size_t i = 0; i < groups; i++)
		pool_group(&p, sorted[i], path, n);
	emit_pools(&p, by_task, each, context);
	for (size_t i = 0; i < p.groups.n; i++)
		group_free(p.group[i]);
	for (size_t i = 0; i < p.values.n; i++)
		tally_cell_free(p.cell[i]);
	free(p.cell);
	free(p.group);
	free(p.last);
	map_free(&p.values);
	map_free(&p.groups);
	free(sorted);
}
