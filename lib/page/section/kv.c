#include "chart/chart.h"
#include "page/section.h"

void
section_kv(struct doc *d, const struct report *r)
{
	chart_add(d, r, "kv");
}
