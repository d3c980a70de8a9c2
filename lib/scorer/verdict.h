/* From an answer record to its verdict: what all scorers have in common. */
#ifndef TIERBENCH_SCORER_VERDICT_H
#define TIERBENCH_SCORER_VERDICT_H

#include <stdbool.h>

#include "kit/buf.h"
#include "kit/rec.h"

struct sandbox;

/* An answer or a verdict, with an answer object. */
bool record_is_judged(struct rec *r);
/* Its scorer runs what was generated. */
bool record_runs_code(struct rec *r);
/*
 * Judges the record: sets `verdict` (replacing an older one) and the kind. Nothing else is touched.
 * box may be NULL, see scorer.h.
 */
void record_judge(struct rec *r, struct sandbox *box);
/* As record_judge(), where the scorer itself broke: pass is null, why says "not-judged: WHY". */
void record_not_judged(struct rec *r, const char *why);
/* Judges, and appends in words what was read out of the answer, from where, and why it passed or
 * not. */
void record_explain(struct rec *r, struct sandbox *box, struct buf *out);

#endif
