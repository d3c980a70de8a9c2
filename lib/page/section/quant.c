/* Quantization: quality against memory within each family, and its gaps. */
#include "chart/chart.h"
#include "page/section.h"

void
section_quant(struct doc *d, const struct report *r)
{
	if (chart_add(d, r, "quant"))
		text_add(doc_caveat(d),
			"The same family, only the bit-width differs. Intervals are of each "
			"cell alone; whether two differ is told by the gaps below, which "
			"pair the same items.");
	contrast_table(d, r, "quant-gaps", "quant");
}
