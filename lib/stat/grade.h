/*
 * What may be said of a gap. A star is a Holm-adjusted p below .05, found in the run compared; it
 * is graded on fresh replicates of both sides, since regrading the run that was selected for its
 * size flatters it.
 */
#ifndef TIERBENCH_STAT_GRADE_H
#define TIERBENCH_STAT_GRADE_H

#include "stat/stat.h"

enum grade { GRADE_UNGRADED, GRADE_STANDS, GRADE_INSIDE_NOISE, GRADE_UNRESOLVED, GRADE_NO_DEFICIT };

struct grade_input {
	bool starred;
	double first; /* the estimate of the selecting run; its sign is what must be found again */
	double diff;  /* the estimate on fresh replicates, or the only one */
	double se;    /* of the estimate that is graded */
	double floor; /* the contrast's; NaN where either side has fewer than three fresh replicates
		       */
	struct interval ninety_five, ninety; /* of diff; NaN where undefined */
	double margin;			     /* declared beforehand; NaN or 0 where none was */
};

/* "stands", "inside-noise", "unresolved", "no-deficit", "ungraded" */
const char *grade_name(enum grade g);
/*
 * Starred: stands where the fresh estimate exceeds the floor on the side of the first, inside-noise
 * where it doesn't, ungraded without a floor. Not starred: no-deficit where non-inferior by the
 * margin, else unresolved. A standard error of 0 or none never earns a grade: ungraded.
 */
enum grade grade_gap(const struct grade_input *in);
/* The lower 95 % limit lies above −margin. False where either is undefined. */
bool is_noninferior(struct interval ninety_five, double margin);
/* Two one-sided tests at 5 % (Schuirmann 1987): the 90 % interval lies inside ±margin. */
bool is_equivalent(struct interval ninety, double margin);

#endif
