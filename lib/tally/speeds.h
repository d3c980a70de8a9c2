/* Gaps of speeds and memory: differences and ratios, without stars or grades. */
#ifndef TIERBENCH_TALLY_SPEEDS_H
#define TIERBENCH_TALLY_SPEEDS_H

#include "stat/resample.h"
#include "tally/campaign.h"
#include "tally/gaps.h"

/* Resamples of speeds: their intervals are narrow, and there are many. */
enum { SPEED_RESAMPLES = 2000 };

/*
 * decode_tps and ttft_ms of each task, paired by item, and over all items as task `mean` (resampled within
 * their tasks), with bootstrap intervals of the difference and of the ratio b/a; then output_tps and
 * memory_mib, one number a run: replicates give those an interval (Welch's t), one run has none. The cache
 * keeps resamples from contrast to contrast.
 */
void speed_gaps(const json_t *contrast, const struct side *a, const struct side *b,
	struct resample_cache *cache, void (*sink)(json_t *record, void *context), void *context);

#endif
