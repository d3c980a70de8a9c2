/* What a suite can resolve, before the run: the MDE of each task from its items. */
#ifndef TIERBENCH_TALLY_DESIGN_H
#define TIERBENCH_TALLY_DESIGN_H

#include "kit/rec.h"
#include "tally/gaps.h"

struct design;

struct design *design_new(void);
void design_free(struct design *d);
/*
 * Counts an item (or an answer, or a verdict). *why is set (static) where it has no task. A record without
 * kind that has `tasks`, an object of task: number of items, is a suite by itself.
 */
void design_take(struct design *d, struct rec *r, const char **why);
/*
 * A record a task and one for `mean`, of 0/1 scores that flip with the probability discordance; m
 * comparisons, 0 for as many as there are tasks. Records are borrowed by the sink.
 */
void design_each(const struct design *d, double discordance, size_t m, const struct gap_options *o,
	void (*sink)(json_t *record, void *context), void *context);
/* One of those records as a sentence. */
void design_say(const json_t *record, FILE *out);

#endif
