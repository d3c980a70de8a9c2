/*
 * What it says: one sentence a knob, by rules.
 *
 * Of a knob's gaps (a task each, refused ones and the mean aside): where none is starred, "no detectable
 * difference" with the largest MDE, since that is what could not be seen. Where some are, they are
 * named with their grades, and the rest is said as before.
 */
#include <math.h>
#include <string.h>

#include "chart/chart.h"
#include "kit/json.h"
#include "page/figure.h"
#include "page/name.h"
#include "page/section.h"
#include "page/status.h"

static const char *const knob_order[] = {"quant", "kv", "draft", "load", "engine"};

struct summary {
	size_t gaps, starred, pairs;
	double mde; /* the largest of those not starred */
};

static bool
counts(const json_t *g, const char *knob)
{
	return strcmp(json_str(g, "knob", ""), knob) == 0 &&
	       strcmp(json_str(g, "task", ""), "mean") != 0 &&
	       strcmp(json_str(g, "metric", "score"), "score") == 0 &&
	       json_object_get(g, "refused") == NULL && json_object_get(g, "diff") != NULL;
}

static struct summary
summary_of(const struct report *r, const char *knob)
{
	struct summary s = {.mde = NAN};
	const char *last = "";

	for (size_t i = 0; i < report_count(r, KIND_GAP); i++) {
		json_t *g = report_at(r, KIND_GAP, i);
		double mde = json_num(g, "mde", NAN);

		if (!counts(g, knob))
			continue;
		s.gaps++;
		s.pairs += strcmp(last, json_str(g, "contrast", "")) != 0;
		last = json_str(g, "contrast", "");
		if (json_flag(g, "starred", 0))
			s.starred++;
		else if (isfinite(mde) && !(s.mde >= mde))
			s.mde = mde;
	}
	return s;
}

static void
say_star(struct text *t, const struct report *r, const json_t *g)
{
	json_t *c = report_contrast(r, json_str(g, "contrast", ""));
	struct buf b = BUF_INIT, id = BUF_INIT;

	if (c != NULL) {
		name_subject(&b, r, c);
		buf_putc(&b, ' ');
		name_change(&b, r, c);
		buf_putc(&b, ' ');
	}
	buf_printf(&b, "on %s ", json_str(g, "task", "?"));
	figure_points(&b, json_num(g, "diff", NAN));
	name_gap_id(&id, g);
	text_link(t, id.s, b.s);
	text_addf(t, " (%s)", name_grade(g));
	buf_free(&b);
	buf_free(&id);
}

static void
say_knob(struct doc *d, const struct report *r, const char *knob)
{
	struct summary s = summary_of(r, knob);
	struct buf b = BUF_INIT;
	struct text *t;
	bool first = true;

	if (s.gaps == 0)
		return;
	t = doc_item(d);
	text_strong(t, name_knob(knob));
	figure_width(&b, s.mde);
	if (s.starred == 0) {
		text_addf(t, ": no detectable difference in %zu gaps of %zu pairs; the largest MDE was "
			     "%s points.", s.gaps, s.pairs, b.s);
		buf_free(&b);
		return;
	}
	text_addf(t, ": %zu of %zu gaps starred: ", s.starred, s.gaps);
	for (size_t i = 0; i < report_count(r, KIND_GAP); i++) {
		json_t *g = report_at(r, KIND_GAP, i);

		if (!counts(g, knob) || !json_flag(g, "starred", 0))
			continue;
		text_add(t, first ? "" : ", ");
		say_star(t, r, g);
		first = false;
	}
	if (isfinite(s.mde))
		text_addf(t, ". No other difference is detectable; the largest MDE was %s points", b.s);
	text_add(t, ".");
	buf_free(&b);
}

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

static void
say_progress(struct doc *d, const struct report *r)
{
	size_t all = report_count(r, KIND_CELL), done = 0;

	for (size_t i = 0; i < all; i++)
		done += cell_status(r, report_at(r, KIND_CELL, i)).state == STATE_MEASURED;
	if (all > done)
		text_link(doc_item(d), "missing", "Some cells were not measured; the reasons stand "
						  "at the end");
}

void
section_says(struct doc *d, const struct report *r)
{
	say_title(d, r, "frontier", "Checkpoints");
	for (size_t i = 0; i < sizeof knob_order / sizeof *knob_order; i++)
		say_knob(d, r, knob_order[i]);
	say_title(d, r, "kv", "Memory");
	say_title(d, r, "draft", "Speed");
	say_title(d, r, "throughput", "Throughput");
	if (report_count(r, KIND_CELL) > 0)
		say_progress(d, r);
}
