/* What each knob costs: a row a contrast, its mean gap, and the tasks that were starred. */
#include <math.h>
#include <string.h>

#include "kit/json.h"
#include "page/figure.h"
#include "page/name.h"
#include "page/section.h"

static const char STAR[] = "\xe2\x98\x85";

struct tally {
	json_t *mean;
	size_t tasks, starred, refused, resolved;
	double mde;
	const char *refusal;
};

static bool
is_quality(const json_t *gap)
{
	return strcmp(json_str(gap, "metric", "score"), "score") == 0;
}

static struct tally
tally_of(const struct report *r, const char *contrast)
{
	struct tally y = {.mde = NAN};

	for (size_t i = 0; i < report_count(r, KIND_GAP); i++) {
		json_t *g = report_at(r, KIND_GAP, i);
		double mde = json_num(g, "mde", NAN);

		if (strcmp(json_str(g, "contrast", ""), contrast) != 0 || !is_quality(g))
			continue;
		if (strcmp(json_str(g, "task", ""), "mean") == 0) {
			y.mean = g;
			continue;
		}
		y.tasks++;
		if (json_object_get(g, "refused") != NULL) {
			y.refused++;
			y.refusal = json_str(g, "refused", "");
			continue;
		}
		y.starred += json_flag(g, "starred", 0) != 0;
		y.resolved += strcmp(json_str(g, "grade", ""), "no-deficit") == 0;
		if (isfinite(mde) && !(y.mde >= mde))
			y.mde = mde;
	}
	return y;
}

/* "ifeval −4.1 stands, gsm8k −1.4 inside noise", linked. */
static void
entry_stars(struct table *t, const struct report *r, const char *contrast, const struct tally *y)
{
	struct text *text = table_number(t, (double)y->starred, "");
	bool first = true;

	if (y->refused > 0) {
		text_addf(text, "refused: %s", y->refusal);
		table_class(t, "dim");
		return;
	}
	for (size_t i = 0; i < report_count(r, KIND_GAP); i++) {
		json_t *g = report_at(r, KIND_GAP, i);
		struct buf id = BUF_INIT, s = BUF_INIT;

		if (strcmp(json_str(g, "contrast", ""), contrast) != 0 || !is_quality(g) ||
			!json_flag(g, "starred", 0))
			continue;
		name_gap_id(&id, g);
		buf_printf(&s, "%s %s ", STAR, json_str(g, "task", "?"));
		figure_points(&s, json_num(g, "diff", NAN));
		if (!first)
			text_add(text, ", ");
		text_link(text, id.s, s.s);
		text_addf(text, " %s", name_grade(g));
		first = false;
		buf_free(&id);
		buf_free(&s);
	}
	if (first)
		text_add(text, "none");
}

static void
entry_mean(struct table *t, const json_t *mean)
{
	struct text *text;
	struct buf b = BUF_INIT;
	double diff = json_num(mean, "diff", NAN);

	figure_points(&b, diff);
	text = table_number(t, diff, b.s);
	if (isfinite(diff)) {
		buf_clear(&b);
		buf_putc(&b, ' ');
		figure_point_interval(&b, json_num(mean, "lo", NAN), json_num(mean, "hi", NAN));
		text_quiet(text, b.s);
	}
	buf_free(&b);
}

static void
contrast_row(struct table *t, const struct report *r, const json_t *contrast, bool with_knob)
{
	const char *name = json_str(contrast, "contrast", "");
	struct tally y = tally_of(r, name);
	struct buf b = BUF_INIT;

	if (y.tasks == 0 && y.mean == NULL)
		return;
	table_row(t, NULL);
	if (with_knob)
		table_text(t, name_knob(json_str(contrast, "knob", "?")));
	name_subject(&b, r, contrast);
	table_text(t, b.s);
	buf_clear(&b);
	name_change(&b, r, contrast);
	table_text(t, b.s);
	entry_mean(t, y.mean);
	buf_clear(&b);
	figure_mde(&b, y.mde);
	table_number(t, y.mde, b.s);
	entry_stars(t, r, name, &y);
	buf_free(&b);
}

struct table *
contrast_table(struct doc *d, const struct report *r, const char *id, const char *knob)
{
	struct table *t = doc_table(d, id, NULL);

	if (knob == NULL)
		table_column(t, COLUMN_TEXT, 0, "Knob", NULL);
	table_column(t, COLUMN_TEXT, 0, "Of", NULL);
	table_column(t, COLUMN_TEXT, 0, "Change", NULL);
	table_column(t, COLUMN_NUMBER, 0, "Mean gap [95%]", NULL);
	table_column(t, COLUMN_NUMBER, 5, "Largest MDE", NULL);
	table_column(t, COLUMN_TEXT, 0, "Starred", NULL);
	for (size_t i = 0; i < report_count(r, KIND_CONTRAST); i++) {
		json_t *c = report_at(r, KIND_CONTRAST, i);

		if (knob == NULL || strcmp(json_str(c, "knob", ""), knob) == 0)
			contrast_row(t, r, c, knob == NULL);
	}
	if (t->nrows > 0)
		return t;
	doc_drop_last(d);
	return NULL;
}

void
section_contrasts(struct doc *d, const struct report *r)
{
	struct text *t = doc_para(d);

	text_add(t,
		"Paired differences on the same items, in points; a minus is a loss. The interval "
		"is "
		"95%, not adjusted. A star is a task whose Holm-adjusted p is under .05; its grade "
		"says whether it stands against the run-to-run noise. The MDE is the smallest "
		"difference that the widest task would have shown.");
	if (contrast_table(d, r, "contrasts-table", NULL) == NULL)
		doc_drop_last(d);
}
