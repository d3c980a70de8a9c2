/* Gaps of speeds and memory: differences and ratios, without stars or grades. */
#ifndef TIERBENCH_TALLY_SPEEDS_H
#define TIERBENCH_TALLY_SPEEDS_H

#include "tally/campaign.h"
#include "tally/gaps.h"

/* decode_tps and ttft_ms of one task, paired by item, and with their bootstrap intervals. */
void speed_gaps_of_task(const json_t *contrast, const struct side *a, const struct side *b,
	const char *task, const struct gap_options *o, void (*sink)(json_t *record, void *context),
	void *context);
/*
 * Of whole runs, as task `mean`: decode_tps and ttft_ms over all items, output_tps, memory_mib. The
 * latter two are one number a run: replicates give them an interval (Welch's t), one run has none.
 */
void speed_gaps_of_run(const json_t *contrast, const struct side *a, const struct side *b,
	const struct gap_options *o, void (*sink)(json_t *record, void *context), void *context);

#endif
