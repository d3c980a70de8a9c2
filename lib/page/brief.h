/*
 * The brief: what to decide, what each knob costs and buys, what is unresolved. Sentences by rules (each
 * stands at its function), each figure with the reference of its record. The report's first section and
 * `render --brief` are the same sentences.
 */
#ifndef TIERBENCH_PAGE_BRIEF_H
#define TIERBENCH_PAGE_BRIEF_H

#include "page/doc.h"
#include "page/report.h"

/* What is decided: checkpoints' ids or cells' keys; NULL for what the contrasts say. */
struct brief_choice {
	const char *incumbent, *candidate;
};

/* The whole brief, with its headings, as a document of its own. */
void brief_write(struct doc *d, const struct report *r, const struct brief_choice *choice);
/* One item a knob: what it costs in quality, and what it buys. */
void brief_knobs(struct doc *d, const struct report *r);

#endif
