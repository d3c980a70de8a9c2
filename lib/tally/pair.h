/* Two cells' answers to the same items, side by side. Differences are b − a. */
#ifndef TIERBENCH_TALLY_PAIR_H
#define TIERBENCH_TALLY_PAIR_H

#include "tally/campaign.h"

struct pair {
	size_t planned, n, missing; /* n judged on both sides; the others are missing from both */
	uint32_t *id;
	double *a, *b, *d;
	size_t *cluster, clusters; /* clusters 0: some item has none */
	bool binary;		   /* every score is 0 or 1 */
	size_t lost, gained;	   /* where binary: right in a alone, right in b alone */
	double worst_lo, worst_hi; /* the mean difference with all missing against either side */
	size_t texts, same_texts;  /* answered on both sides; the same text */
	double first_difference;   /* median place of the first differing token; NaN if not told */
	size_t prompts_differ;	   /* items whose prompt's token ids differ */
};

/* NULL, or why the two can't be paired: "different items", "duplicate items" (static). */
const char *pair_scores(const struct sample *a, const struct sample *b, struct pair *out);
void pair_free(struct pair *p);

/* A speed of each item that both sides tell; field is its offset in struct item. */
struct speed_pair {
	size_t n;
	double *a, *b;
};
void pair_speeds(
	const struct sample *a, const struct sample *b, size_t field, struct speed_pair *out);
void speed_pair_free(struct speed_pair *p);

/*
 * The scores of one task over R replicates of each side, item by item: y_a[i·r_a + r]. Items not
 * judged in all of them are missing. Replicates that planned other items are left out.
 */
struct grid {
	size_t n, planned, r_a, r_b;
	double *y_a, *y_b;
	size_t *cluster, clusters;
};
/* side_b may be NULL with n_b 0: one side's replicates alone. */
void grid_scores(struct side *const *side_a, size_t n_a, struct side *const *side_b, size_t n_b,
	const char *task, struct grid *out);
void grid_free(struct grid *g);

#endif
