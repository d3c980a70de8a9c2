#include "chart/chart.h"
#include "page/section.h"

void
section_quant(struct doc *d, const struct report *r)
{
	chart_add(d, r, "quant");
}
