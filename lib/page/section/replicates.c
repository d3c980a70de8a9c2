/* Replicates: the run-to-run noise of each cell and task, and what each star became. */
#include <math.h>
#include <string.h>

#include "kit/json.h"
#include "page/figure.h"
#include "page/name.h"
#include "page/section.h"

static void
width_entry(struct table *t, double x)
{
	struct buf b = BUF_INIT;

	figure_width(&b, x);
	table_number(t, x, b.s);
	buf_free(&b);
}

static void
noise_table(struct doc *d, const struct report *r)
{
	struct table *t = doc_table(d, "noise-table", NULL);

	table_column(t, COLUMN_TEXT, 0, "Cell", NULL);
	table_column(t, COLUMN_TEXT, 0, "Task", NULL);
	table_column(t, COLUMN_NUMBER, 0, "Runs", NULL);
	table_column(t, COLUMN_NUMBER, 0, "Between runs", "s, points");
	table_column(t, COLUMN_NUMBER, 0, "Floor", "points");
	table_column(t, COLUMN_NUMBER, 0, "At most", "points");
	table_column(t, COLUMN_NUMBER, 0, "Flips", NULL);
	for (size_t i = 0; i < report_count(r, KIND_NOISE); i++) {
		json_t *n = report_at(r, KIND_NOISE, i), *cell = report_cell(r, cell_key(n));
		struct buf b = BUF_INIT;

		if (strcmp(json_str(n, "metric", "score"), "score") != 0)
			continue;
		table_row(t, NULL);
		if (cell != NULL)
			name_cell(&b, cell);
		else
			buf_puts(&b, cell_key(n));
		table_text(t, b.s);
		table_text(t, json_str(n, "task", "?"));
		entry_count(t, json_num(n, "R", NAN));
		if (json_flag(n, "identical", 0))
			table_number(t, 0, "identical");
		else
			width_entry(t, json_num(n, "s_m", NAN));
		width_entry(t, json_num(n, "floor", NAN));
		width_entry(t, json_num(n, "floor_upper", NAN));
		entry_percent(t, json_num(n, "flip_rate", NAN));
		buf_free(&b);
	}
}

static size_t
count_starred(const struct report *r)
{
	size_t n = 0;

	for (size_t i = 0; i < report_count(r, KIND_GAP); i++)
		n += json_flag(report_at(r, KIND_GAP, i), "starred", 0) != 0;
	return n;
}

static void
star_row(struct table *t, const struct report *r, const json_t *g)
{
	json_t *c = report_contrast(r, json_str(g, "contrast", ""));
	struct buf b = BUF_INIT, id = BUF_INIT;

	table_row(t, NULL);
	if (c != NULL) {
		name_subject(&b, r, c);
		buf_puts(&b, ": ");
		name_change(&b, r, c);
	} else {
		buf_puts(&b, json_str(g, "contrast", "?"));
	}
	table_text(t, b.s);
	name_gap_id(&id, g);
	text_link(table_text(t, ""), id.s, json_str(g, "task", "?"));
	entry_points(t, json_num(g, "first", NAN));
	entry_points(t, json_num(g, "diff", NAN));
	width_entry(t, json_num(g, "floor", NAN));
	buf_clear(&b);
	if (json_path(g, "r_a") != NULL)
		buf_printf(&b, "%d / %d", (int)json_int(g, "r_a", 0), (int)json_int(g, "r_b", 0));
	buf_puts(&b, "");
	table_number(t, json_num(g, "r_a", NAN), b.s);
	table_text(t, name_grade(g));
	table_class(t, grade_class(g));
	buf_free(&b);
	buf_free(&id);
}

static void
star_table(struct doc *d, const struct report *r)
{
	struct table *t;

	doc_head(d, 3, "stars", "What each star became");
	if (count_starred(r) == 0) {
		text_add(doc_para(d), "No gap is starred, so there was none to grade.");
		return;
	}
	t = doc_table(d, "stars-table", NULL);
	table_column(t, COLUMN_TEXT, 0, "Pair", NULL);
	table_column(t, COLUMN_TEXT, 0, "Task", NULL);
	table_column(t, COLUMN_NUMBER, 0, "First run", "points");
	table_column(t, COLUMN_NUMBER, 0, "Gap", "points");
	table_column(t, COLUMN_NUMBER, 0, "Floor", "points");
	table_column(t, COLUMN_NUMBER, 0, "Runs", "a / b");
	table_column(t, COLUMN_TEXT, 0, "Grade", NULL);
	for (size_t i = 0; i < report_count(r, KIND_GAP); i++)
		if (json_flag(report_at(r, KIND_GAP, i), "starred", 0))
			star_row(t, r, report_at(r, KIND_GAP, i));
}

void
section_replicates(struct doc *d, const struct report *r)
{
	if (report_count(r, KIND_NOISE) == 0)
		return;
	text_add(doc_para(d),
		"The same cell again, on a fresh server each time. A gap must exceed the "
		"floor of its two sides to stand; floors are kept by cell and task, never "
		"pooled.");
	noise_table(d, r);
	star_table(d, r);
}
