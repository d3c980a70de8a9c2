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
