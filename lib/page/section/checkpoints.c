/* Checkpoints: decode speed against mean quality. */
#include "chart/chart.h"
#include "page/section.h"

void
section_checkpoints(struct doc *d, const struct report *r)
{
	if (!chart_add(d, r, "frontier"))
		return;
	text_add(doc_caveat(d),
		"Mean quality is the unweighted mean over the shared tasks. A family is joined "
		"by a dotted line; on the grey line nobody is both faster and better. This "
		"helps to pick from these checkpoints; it does not isolate architecture, "
		"training or scale as the cause.");
}
