/* Draft depth: speed with acceptance, and whether quality moved. */
#include <math.h>

#include "chart/chart.h"
#include "kit/json.h"
#include "page/figure.h"
#include "page/name.h"
#include "page/section.h"

static void
say_claim(struct doc *d, const json_t *c)
{
	struct text *t = doc_para(d);
	struct buf b = BUF_INIT;

	text_addf(t, "\xe2\x80\x9c%s\xe2\x80\x9d (%s) ", json_str(c, "claim", "?"),
		name_knob(json_str(c, "over", "?")));
	text_strong(t, json_flag(c, "holds", 0) ? "holds" : "does not hold");
	text_addf(t, " over %.0f gaps", json_num(c, "n", 0));
	figure_points(&b, json_num(c, "worst", NAN));
	text_addf(t, ": the largest delta is %s points", b.s);
	buf_clear(&b);
	figure_point_interval(&b, json_num(c, "widest.lo", NAN), json_num(c, "widest.hi", NAN));
	if (b.len > 0)
		text_addf(t, ", the widest interval %s", b.s);
	buf_clear(&b);
	figure_mde(&b, json_num(c, "largest_mde", NAN));
	text_addf(t, ", the largest MDE %s points. This is evidence, not proof.", b.s);
	buf_free(&b);
}

void
section_draft(struct doc *d, const struct report *r)
{
	chart_add(d, r, "draft");

	for (size_t i = 0; i < report_count(r, KIND_CLAIM); i++)
		say_claim(d, report_at(r, KIND_CLAIM, i));
	contrast_table(d, r, "draft-gaps", "draft");
}
