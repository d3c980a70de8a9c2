#include "stat/grade.h"

#include <math.h>

static const char *const names[] = {
	[GRADE_UNGRADED] = "ungraded",
	[GRADE_STANDS] = "stands",
	[GRADE_INSIDE_NOISE] = "inside-noise",
	[GRADE_UNRESOLVED] = "unresolved",
	[GRADE_NO_DEFICIT] = "no-deficit",
};

const char *
grade_name(enum grade g)
{
	return names[g];
}

bool
is_noninferior(struct interval ninety_five, double margin)
{
	return margin > 0 && ninety_five.lo > -margin;
}

bool
is_equivalent(struct interval ninety, double margin)
{
	return margin > 0 && ninety.lo > -margin && ninety.hi < margin;
}

enum grade
grade_gap(const struct grade_input *in)
{
	if (!(in->se > 0))
		return GRADE_UNGRADED;
	if (in->starred) {
		if (isnan(in->floor))
			return GRADE_UNGRADED;
		if (fabs(in->diff) > in->floor && (in->diff > 0) == (in->first > 0))
			return GRADE_STANDS;
		return GRADE_INSIDE_NOISE;
	}
	return is_noninferior(in->ninety_five, in->margin) ? GRADE_NO_DEFICIT : GRADE_UNRESOLVED;
}
