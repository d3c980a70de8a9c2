/* Noise and gap records of a campaign: what ci writes. */
#ifndef TIERBENCH_TALLY_GAPS_H
#define TIERBENCH_TALLY_GAPS_H

#include "tally/campaign.h"

/* A record handed to a sink is borrowed for the call. */
struct gap_options {
	size_t resamples; /* B, of bootstrap and sign flips */
	uint64_t seed;
	double alpha; /* of stars, .05 */
	double power; /* of the MDE, .8 */
};

/* A record for each configuration with two replicates or more × task (and the mean), sorted. */
void noise_each(
	const struct campaign *c, void (*sink)(json_t *record, void *context), void *context);
/* Gaps of every contrast × task (scores, then their mean, then speeds and memory), sorted by name.
 */
void gaps_each(const struct campaign *c, const struct gap_options *o,
	void (*sink)(json_t *record, void *context), void *context);

#endif
