/* Where a cell stands, from its records. */
#ifndef TIERBENCH_PAGE_STATUS_H
#define TIERBENCH_PAGE_STATUS_H

#include "page/report.h"

enum state {
	STATE_MEASURED,	  /* rows for all its tasks */
	STATE_QUEUED,	  /* planned, nothing of it here yet */
	STATE_RUNNING,	  /* its server came up, no rows yet */
	STATE_IMPOSSIBLE, /* the plan says why */
	STATE_UNSERVABLE,
	STATE_TOO_LARGE, /* does not fit */
	STATE_DIED,
	STATE_TIMED_OUT,
};

struct status {
	enum state state;
	const char *why; /* borrowed from a record, or static; "" where the state says it all */
};

struct status cell_status(const struct report *r, const json_t *cell);
/* "measured", "queued" … */
const char *state_name(enum state s);

#endif
