#include "chart/chart.h"
#include "page/section.h"

void
section_checkpoints(struct doc *d, const struct report *r)
{
	chart_add(d, r, "frontier");
}
