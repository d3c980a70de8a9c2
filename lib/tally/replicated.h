/* Replicates of a configuration beside the one that is compared. */
#ifndef TIERBENCH_TALLY_REPLICATED_H
#define TIERBENCH_TALLY_REPLICATED_H

#include "tally/estimate.h"

/* Fewer give no floor. */
enum { FRESH_MIN = 3 };

/* The replicates of s but s itself, into out (room for s->replicates); how many. */
size_t fresh_replicates(const struct side *s, struct side **out);

/* The noise of the unweighted mean over tasks. */
struct mean_noise {
	double s_m, tau2; /* tau2: of whole runs, beyond what items alone would give */
	bool identical;
};
/* False where some task lacks a replicate. */
bool run_means_of_mean(struct side *const *side, size_t n, const char *const *task, size_t tasks,
	struct mean_noise *out);

#endif
