/*
 * Answers, kept apart from the rest of a report: many and long, looked at one by one. A shard holds
 * those of one cell and task, sorted by item, as JSON text that was copied from the records and never
 * parsed: {"id", "messages" or "prompt", "answer", "verdict"}; of the answer all but its arrivals.
 *
 * A shard becomes a file that the page loads when it is asked for: a page of its own, whose one script
 * hands the JSON to the report as text. What a model wrote is never code, in neither of them.
 */
#ifndef TIERBENCH_PAGE_ANSWERS_H
#define TIERBENCH_PAGE_ANSWERS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "kit/buf.h"
#include "kit/rec.h"

struct answers;

struct answers *answers_new(void);
void answers_free(struct answers *a);
/* Takes in a verdict, or an answer that was never judged. The last one of an item counts. */
void answers_add(struct answers *a, struct rec *r);
size_t answers_count(const struct answers *a);
/* Sorts: once, after the last. */
void answers_finish(struct answers *a);

/* {cell: {task: {n, src}}}, the caller's: src is the file's name, none where they are bundled. */
json_t *answers_index(const struct answers *a, bool bundled);
/* Every shard as a data block of the page. */
void answers_put_blocks(const struct answers *a, struct buf *out);
/* Every shard as a file in folder, which is made anew whole: false with errno set where that fails. */
bool answers_write(const struct answers *a, const char *folder);

#endif
