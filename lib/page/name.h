/* What cells and gaps are called, from their knobs. Each appends to b. */
#ifndef TIERBENCH_PAGE_NAME_H
#define TIERBENCH_PAGE_NAME_H

#include <jansson.h>

#include "kit/buf.h"
#include "page/report.h"

/* "kv q8_0, draft 2, np 4": what is set away from one request at a time on an f16 cache; may be empty. */
void name_settings(struct buf *b, const json_t *cell);
/* The checkpoint and its settings: "Cedar-8B-Q8_0, kv q4_0". */
void name_cell(struct buf *b, const json_t *cell);
/* A knob's level in a cell: "Q8_0", "q4_0", "off", "2", "vllm 0.27.1". */
void name_level(struct buf *b, const json_t *cell, const char *knob);
/* What a contrast changes: "Q8_0 → Q4_0". */
void name_change(struct buf *b, const struct report *r, const json_t *contrast);
/* What stays the same: the family for quant, the checkpoint (with its settings) else. */
void name_subject(struct buf *b, const struct report *r, const json_t *contrast);
/* "KV cache", "draft depth" … */
const char *name_knob(const char *knob);
/* How a grade is written; "refused" where the gap was refused. */
const char *name_grade(const json_t *gap);
/* Its class in html and colour on a terminal. */
const char *grade_class(const json_t *gap);
/* The id of a gap's row in the report. */
void name_gap_id(struct buf *b, const json_t *gap);

#endif
