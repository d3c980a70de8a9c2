/* The suite: each task with its items, how far scores went, and what difference it could show. */
#include <math.h>
#include <string.h>

#include "kit/json.h"
#include "page/figure.h"
#include "page/section.h"

struct span_of {
	double lo, hi;
};

static void
widen(struct span_of *s, double x)
{
	if (!isfinite(x))
		return;
	s->lo = fmin(s->lo, x);
	s->hi = fmax(s->hi, x);
}

static void
entry_span(struct table *t, struct span_of s, void (*write)(struct buf *, double))
{
	struct buf b = BUF_INIT;

	if (!isfinite(s.lo)) {
		table_text(t, "");
		return;
	}
	write(&b, s.lo);
	if (s.hi > s.lo) {
		buf_puts(&b, " to ");
		write(&b, s.hi);
	}
	table_number(t, s.hi, b.s);
	buf_free(&b);
}

static void
task_row(struct table *t, const struct report *r, const char *task)
{
	struct span_of n = {INFINITY, -INFINITY}, score = n, mde = n, tokens = n;
	bool in_mean = true;
	json_t *v;
	size_t i;

	json_array_foreach(r->list[KIND_ROW], i, v)
	{
		if (strcmp(json_str(v, "task", ""), task) != 0)
			continue;
		widen(&n, json_num(v, "n", NAN));
		widen(&score, json_num(v, "score", NAN));
		widen(&tokens, json_num(v, "tokens.completion", NAN) / json_num(v, "n", NAN));
		in_mean = in_mean && json_flag(v, "in_mean", 1);
	}
	json_array_foreach(
		r->list[KIND_GAP], i, v) if (strcmp(json_str(v, "task", ""), task) == 0 &&
					     strcmp(json_str(v, "metric", "score"), "score") == 0)
		widen(&mde, json_num(v, "mde", NAN));
	table_row(t, NULL);
	table_text(t, task);
	entry_span(t, n, figure_count);
	entry_span(t, score, figure_percent);
	entry_span(t, mde, figure_mde);
	entry_span(t, tokens, figure_count);
	table_text(t, in_mean ? "yes" : "no, speed alone");
}

void
section_suite(struct doc *d, const struct report *r)
{
	struct table *t;

	if (json_array_size(r->tasks) == 0)
		return;
	text_add(doc_para(d),
		"The tasks were frozen before the run: a suite that shifts can't carry paired "
		"comparisons. How many items a task has sets how small a difference it can "
		"show.");
	t = doc_table(d, "suite-table", NULL);
	table_column(t, COLUMN_TEXT, 0, "Task", NULL);
	table_column(t, COLUMN_NUMBER, 0, "Items", NULL);
	table_column(t, COLUMN_NUMBER, 0, "Scores", NULL);
	table_column(t, COLUMN_NUMBER, 0, "MDE", "points");
	table_column(t, COLUMN_NUMBER, 0, "Tokens", "an answer");
	table_column(t, COLUMN_TEXT, 0, "In the mean", NULL);
	for (size_t i = 0; i < json_array_size(r->tasks); i++)
		task_row(t, r, json_string_value(json_array_get(r->tasks, i)));
}
