/* Gaps in one sentence. */
#ifndef TIERBENCH_TALLY_SUMMARY_H
#define TIERBENCH_TALLY_SUMMARY_H

#include <jansson.h>
#include <stdio.h>

struct summary {
	size_t gaps, refused, starred, stands, inside_noise, ungraded_stars, no_deficit, unresolved,
		flat;
	double largest_mde; /* of the unresolved; 0 where there are none */
};

/* Starts zeroed. Counts a score gap of a task; other records, and the mean's, are let pass. */
void summary_see(struct summary *s, const json_t *gap);
void summary_say(const struct summary *s, FILE *out);

#endif
