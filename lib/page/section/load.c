#include "chart/chart.h"
#include "page/section.h"

void
section_load(struct doc *d, const struct report *r)
{
	chart_add(d, r, "throughput");
}
