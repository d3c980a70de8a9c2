/*
 * Rows: what aggregate makes of the records of one or many cells. Memory is by group (cell ×
 * replicate × task) and cluster, not by item; the order of records and of files doesn't matter, but
 * that a cell's own record may come after its verdicts only where nothing is grouped by its fields.
 */
#ifndef TIERBENCH_TALLY_ROWS_H
#define TIERBENCH_TALLY_ROWS_H

#include "kit/rec.h"

struct rows;

struct rows *rows_new(void);
void rows_free(struct rows *t);
/*
 * Takes a record in. True where it was consumed; false where it is not for rows (or its outcome, an
 * unservable cell's launch, is a result by itself) and wants passing on. *why is set (static) where
 * it is one of ours but can't be used, else NULL.
 */
bool rows_take(struct rows *t, struct rec *r, const char **why);
/* Calls each with every row, sorted by cell, replicate, task, `mean` last; the value is borrowed.
 */
void rows_each(struct rows *t, void (*each)(const json_t *row, void *context), void *context);
/*
 * The same with cells put together by other fields: n paths into a cell's record, or `cell`, `task`,
 * `replicate`. Without `task` among them, the row of each is its `mean`. A score pooled over several cells
 * has no interval: they share items.
 */
void rows_by_each(struct rows *t, const char *const *path, size_t n,
	void (*each)(const json_t *row, void *context), void *context);

#endif
