/* How much of a plan is done, and how long the rest will take by what was measured so far. */
#ifndef TIERBENCH_PLAN_FORECAST_H
#define TIERBENCH_PLAN_FORECAST_H

#include <stdio.h>

#include "plan/tier.h"

struct forecast {
	size_t cells, done, part, impossible;
	size_t items, items_done; /* of cells that can be measured */
	double left_s; /* seconds for the rest; negative where nothing was measured yet */
	double left_lo_s, left_hi_s; /* by the quickest and the slowest cell measured */
	double measured_bytes;	     /* on disk, of the done cells */
	double largest_mib;	     /* estimated memory of the largest cell, 0 where unknown */
};

void forecast(const struct plan *p, const char *out, const char *tier, struct forecast *f);
/* A few lines for people. */
void forecast_print(const struct forecast *f, const char *campaign, FILE *to);

#endif
