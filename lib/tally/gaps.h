/* Noise and gap records of a campaign: what ci writes. */
#ifndef TIERBENCH_TALLY_GAPS_H
#define TIERBENCH_TALLY_GAPS_H

#include "tally/campaign.h"

/* A record handed to a sink is borrowed for the call. */
/* Which interval and test; what METHOD_AUTO takes stands at estimate_pair(). */
enum gap_method { METHOD_AUTO, METHOD_T, METHOD_BCA, METHOD_SIGNFLIP, METHOD_MID_P };

struct gap_options {
	size_t resamples; /* B, of bootstrap and sign flips */
	uint64_t seed;
	double alpha; /* of stars, .05 */
	double power; /* of the MDE, .8 */
	enum gap_method method;
};

/* A record for each configuration with two replicates or more × task (and the mean), sorted. */
void noise_each(
	const struct campaign *c, void (*sink)(json_t *record, void *context), void *context);
/* Gaps of every contrast × task (scores, then their mean, then speeds and memory), sorted by name.
 */
void gaps_each(const struct campaign *c, const struct gap_options *o,
	void (*sink)(json_t *record, void *context), void *context);
/*
 * How one gap's grade came about, in words. False where there is no such contrast or task.
 */
bool gaps_why(const struct campaign *c, const struct gap_options *o, const char *contrast,
	const char *task, FILE *out);

#endif
