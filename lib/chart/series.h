/* Series of a knob: each checkpoint's default cell, and the cells that differ from it in that knob. */
#ifndef TIERBENCH_CHART_SERIES_H
#define TIERBENCH_CHART_SERIES_H

#include <jansson.h>
#include <stdbool.h>

#include "page/report.h"

/* A cell as a datum, the caller's; NULL where it has nothing to show. */
typedef json_t *series_datum(const struct report *r, const json_t *cell);

/* Whether b is a's neighbour in that knob ("kv", "draft", or "np" with load following it). */
bool series_differs(const json_t *a, const json_t *b, const char *knob);
/* The data of all series, default cell first. */
json_t *series_collect(const struct report *r, const char *knob, series_datum *datum);

#endif
