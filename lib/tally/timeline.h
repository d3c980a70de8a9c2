/*
 * Output tokens by time, for the throughput of a run: counts in slices of equal width. A run that
 * grows longer doubles the width, so memory is bounded; counts are whole, so order doesn't matter.
 */
#ifndef TIERBENCH_TALLY_TIMELINE_H
#define TIERBENCH_TALLY_TIMELINE_H

#include "stat/histogram.h"

enum { TIMELINE_SLICES = 4096 };

/* Starts as zeroed memory. */
struct timeline {
	uint32_t *slice;
	double width; /* seconds, a power of two; 0 before the first token */
};

/* s ≥ 0: seconds since the run's start. */
void timeline_add(struct timeline *t, double s, unsigned tokens);
void timeline_merge(struct timeline *t, const struct timeline *other);
/* Tokens in from ≤ s < to, to the width of a slice. */
double timeline_tokens(const struct timeline *t, double from, double to);
/*
 * Adds the rates, tokens a second, of whole windows between from and to: of one second, or of a slice where
 * slices have grown wider.
 */
void timeline_rates(const struct timeline *t, double from, double to, struct histogram *rates);
void timeline_free(struct timeline *t);

#endif
