/*
 * What it says: the brief's sentences on the knobs, after the titles of the charts of checkpoints, and
 * before what is missing.
 */
#include "chart/chart.h"
#include "kit/json.h"
#include "page/brief.h"
#include "page/section.h"
#include "page/status.h"

/* The computed title of a chart, as a sentence. */
static void
say_title(struct doc *d, const struct report *r, const char *chart, const char *what)
{
	struct buf title = BUF_INIT;
	json_t *spec = chart_named(chart)->spec(r, &title);
	struct text *t;

	if (spec != NULL && json_array_size(json_path(spec, "data.values")) > 1) {
		t = doc_item(d);
		text_strong(t, what);
		text_addf(t, ": %s.", title.s);
	}
	json_decref(spec);
	buf_free(&title);
}

void
section_says(struct doc *d, const struct report *r)
{
	size_t all = report_count(r, KIND_CELL), done = 0;
	struct text *t;

	say_title(d, r, "frontier", "Checkpoints");
	brief_knobs(d, r);
	for (size_t i = 0; i < all; i++)
		done += cell_status(r, report_at(r, KIND_CELL, i)).state == STATE_MEASURED;
	if (done == all)
		return;
	t = doc_item(d);
	text_strong(t, "Not measured");
	text_addf(t, ": %zu of %zu cells; ", all - done, all);
	text_link(t, "missing", "why");
	text_add(t, ".");
}
