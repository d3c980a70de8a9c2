/* What was not measured, and why: cells without rows, gaps refused, contrasts without gaps. */
#include <string.h>

#include "kit/json.h"
#include "page/name.h"
#include "page/section.h"
#include "page/status.h"

static void
add_row(struct table *t, const char *what, const char *state, const char *why)
{
	table_row(t, NULL);
	table_text(t, what);
	table_text(t, state);
	table_text(t, why);
}

static void
missing_cells(struct table *t, const struct report *r)
{
	for (size_t i = 0; i < report_count(r, KIND_CELL); i++) {
		json_t *cell = report_at(r, KIND_CELL, i);
		struct status s = cell_status(r, cell);
		struct buf b = BUF_INIT;

		if (s.state == STATE_MEASURED)
			continue;
		name_cell(&b, cell);
		if (*cell_engine(cell) != '\0')
			buf_printf(&b, ", %s", cell_engine(cell));
		add_row(t, b.s, state_name(s.state), s.why);
		buf_free(&b);
	}
}

static const char *
refusal_in_words(const char *refused)
{
	static const struct {
		const char *refused, *words;
	} all[] = {
		{"incomplete", "more than 2% of the items lack a verdict on one side"},
		{"load", "the server was not kept under the load that the cell names"},
		{"items", "the two cells were not asked the same items"},
	};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (strcmp(all[i].refused, refused) == 0)
			return all[i].words;
	return refused;
}

/* One line for each contrast and reason, its tasks named. */
static void
refused_gaps(struct table *t, const struct report *r)
{
	for (size_t i = 0; i < report_count(r, KIND_GAP); i++) {
		json_t *g = report_at(r, KIND_GAP, i), *c, *next;
		const char *contrast = json_str(g, "contrast", ""),
			   *why = json_str(g, "refused", "");
		struct buf b = BUF_INIT, tasks = BUF_INIT;

		if (json_object_get(g, "refused") == NULL ||
			strcmp(json_str(g, "metric", "score"), "score") != 0)
			continue;
		c = report_contrast(r, contrast);
		buf_printf(&b, "%s gap: ", name_knob(json_str(g, "knob", "?")));
		if (c != NULL) {
			name_subject(&b, r, c);
			buf_puts(&b, ", ");
			name_change(&b, r, c);
		} else {
			buf_puts(&b, contrast);
		}
		buf_printf(&tasks, "%s: %s", refusal_in_words(why), json_str(g, "task", "?"));
		while ((next = report_at(r, KIND_GAP, i + 1)) != NULL &&
			strcmp(json_str(next, "contrast", ""), contrast) == 0 &&
			strcmp(json_str(next, "refused", ""), why) == 0) {
			buf_printf(&tasks, ", %s", json_str(next, "task", "?"));
			i++;
		}
		add_row(t, b.s, "refused", tasks.s);
		buf_free(&b);
		buf_free(&tasks);
	}
}

static void
missing_contrasts(struct table *t, const struct report *r)
{
	for (size_t i = 0; i < report_count(r, KIND_CONTRAST); i++) {
		json_t *c = report_at(r, KIND_CONTRAST, i);
		struct buf b = BUF_INIT;
		bool any = false;

		for (size_t k = 0; !any && k < report_count(r, KIND_GAP); k++)
			any = strcmp(json_str(report_at(r, KIND_GAP, k), "contrast", ""),
				      json_str(c, "contrast", "")) == 0;
		if (any)
			continue;
		buf_printf(&b, "%s gap: ", name_knob(json_str(c, "knob", "?")));
		name_subject(&b, r, c);
		buf_puts(&b, ", ");
		name_change(&b, r, c);
		if (strcmp(json_str(c, "knob", ""), "engine") == 0 && json_array_size(r->held) > 0)
			add_row(t, b.s, "held back", "until the fix-up pass has checked it");
		else
			add_row(t, b.s, "no gap", "one of its cells has no verdicts here");
		buf_free(&b);
	}
}

void
section_missing(struct doc *d, const struct report *r)
{
	struct table *t;

	if (report_count(r, KIND_CELL) == 0 && report_count(r, KIND_GAP) == 0)
		return;
	t = doc_table(d, "missing-table", NULL);
	table_column(t, COLUMN_TEXT, 0, "What", NULL);
	table_column(t, COLUMN_TEXT, 0, "State", NULL);
	table_column(t, COLUMN_TEXT, 0, "Why", NULL);
	missing_cells(t, r);
	refused_gaps(t, r);
	missing_contrasts(t, r);
	if (t->nrows == 0) {
		doc_drop_last(d);
		text_add(doc_para(d), "Everything planned was measured, and no gap was refused.");
	}
}
