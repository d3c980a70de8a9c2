/* Every gap: as a dot, and in full. */
#include <math.h>
#include <string.h>

#include "chart/chart.h"
#include "kit/json.h"
#include "page/escape.h"
#include "page/figure.h"
#include "page/name.h"
#include "page/section.h"

static void
gap_columns(struct table *t)
{
	table_column(t, COLUMN_TEXT, 0, "Knob", NULL);
	table_column(t, COLUMN_TEXT, 0, "Of", NULL);
	table_column(t, COLUMN_TEXT, 0, "Change", NULL);
	table_column(t, COLUMN_TEXT, 0, "Task", NULL);
	table_column(t, COLUMN_NUMBER, 0, "Gap [95%]", NULL);
	table_column(t, COLUMN_TEXT, 0, "Grade", NULL);
	table_column(t, COLUMN_NUMBER, 3, "MDE", NULL);
	table_column(t, COLUMN_NUMBER, 3, "Floor", NULL);
	table_column(t, COLUMN_NUMBER, 2, "p Holm", NULL);
	table_column(t, COLUMN_NUMBER, 2, "n", NULL);
	table_column(t, COLUMN_NUMBER, 1, "Lost / won", NULL);
}

static void
entry_with(struct table *t, double x, void (*write)(struct buf *, double))
{
	struct buf b = BUF_INIT;

	write(&b, x);
	table_number(t, x, b.s);
	buf_free(&b);
}

static void
entry_gap(struct table *t, const json_t *g)
{
	double diff = json_num(g, "diff", NAN);
	struct text *text;
	struct buf b = BUF_INIT;

	figure_points(&b, diff);
	text = table_number(t, diff, b.s);
	if (isfinite(diff)) {
		buf_clear(&b);
		buf_putc(&b, ' ');
		figure_point_interval(&b, json_num(g, "lo", NAN), json_num(g, "hi", NAN));
		text_quiet(text, b.s);
	}
	buf_free(&b);
}

static void
entry_grade(struct table *t, const json_t *g)
{
	struct text *text = table_text(t, json_flag(g, "starred", 0) ? "\xe2\x98\x85 " : "");

	text_add(text, name_grade(g));
	table_class(t, grade_class(g));
}

/* Linked to the items that flipped. */
static void
entry_flips(struct table *t, const json_t *g, double lost, const char *words)
{
	struct buf target = BUF_INIT;

	if (*words == '\0' || json_object_get(g, "contrast") == NULL) {
		table_number(t, lost, words);
		return;
	}
	buf_puts(&target, "flips/");
	escape_url(&target, json_str(g, "contrast", ""));
	buf_putc(&target, '/');
	escape_url(&target, json_str(g, "task", ""));
	text_link(table_number(t, lost, ""), target.s, words);
	buf_free(&target);
}

static void
gap_row(struct table *t, const struct report *r, const json_t *g)
{
	json_t *c = report_contrast(r, json_str(g, "contrast", ""));
	double lost = json_num(g, "flips.b", NAN);
	struct buf b = BUF_INIT;

	name_gap_id(&b, g);
	table_row(t, b.s);
	table_row_data(t, "knob", name_knob(json_str(g, "knob", "?")));
	table_row_data(t, "task", json_str(g, "task", "?"));
	table_row_data(t, "grade", name_grade(g));
	table_text(t, name_knob(json_str(g, "knob", "?")));
	buf_clear(&b);
	if (c != NULL)
		name_subject(&b, r, c);
	else
		buf_puts(&b, json_str(g, "contrast", "?"));
	table_text(t, b.s);
	buf_clear(&b);
	if (c != NULL)
		name_change(&b, r, c);
	buf_puts(&b, "");
	table_text(t, b.s);
	table_text(t, json_str(g, "task", "?"));
	entry_gap(t, g);
	entry_grade(t, g);
	entry_with(t, json_num(g, "mde", NAN), figure_mde);
	entry_with(t, json_num(g, "floor", NAN), figure_width);
	entry_with(t, json_num(g, "p_holm", NAN), figure_p);
	entry_count(t, json_num(g, "n", NAN));
	buf_clear(&b);
	if (isfinite(lost))
		buf_printf(&b, "%.0f / %.0f", lost, json_num(g, "flips.c", 0));
	buf_puts(&b, "");
	entry_flips(t, g, lost, b.s);
	buf_free(&b);
}

void
section_gaps(struct doc *d, const struct report *r)
{
	struct table *t;

	if (report_count(r, KIND_GAP) == 0)
		return;
	if (chart_add(d, r, "gaps"))
		doc_drop_last(d); /* the table below has the figures of every dot */
	t = doc_table(d, "gaps-table", NULL);
	t->filter = true;
	gap_columns(t);
	for (size_t i = 0; i < report_count(r, KIND_GAP); i++)
		if (strcmp(json_str(report_at(r, KIND_GAP, i), "metric", "score"), "score") == 0)
			gap_row(t, r, report_at(r, KIND_GAP, i));
}
