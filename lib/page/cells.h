/*
 * What the page tells of each cell when it is opened: its settings, how it was started, its memory, its
 * rows. All of it is words already, as the tables write them.
 */
#ifndef TIERBENCH_PAGE_CELLS_H
#define TIERBENCH_PAGE_CELLS_H

#include <jansson.h>

#include "page/report.h"

/*
 * {key: {name, checkpoint, state, why, facts: [[name, value]…], argv, rows: [[task, score, interval …]…],
 * log: [[means, line]…], contrasts: [name…]}}, the caller's.
 */
json_t *cells_json(const struct report *r);
/* {name: {knob, of, change, a, b, gaps: {task: words}}}, the caller's. */
json_t *contrasts_json(const struct report *r);
/* The heads of a cell's rows. */
json_t *cells_heads(void);

#endif
