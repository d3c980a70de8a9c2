/* Engines: parity of identical weights apart from rows that change the format, too. */
#include <string.h>

#include "kit/json.h"
#include "page/name.h"
#include "page/section.h"

/* Whether the checkpoint has measured cells on two engines at least. */
static bool
on_both(const struct report *r, const char *checkpoint)
{
	const char *first = NULL;

	for (size_t i = 0; i < report_count(r, KIND_CELL); i++) {
		json_t *cell = report_at(r, KIND_CELL, i);

		if (strcmp(json_str(cell, "checkpoint", ""), checkpoint) != 0 ||
			report_main_row(r, cell_key(cell)) == NULL)
			continue;
		if (first == NULL)
			first = cell_engine(cell);
		else if (strcmp(first, cell_engine(cell)) != 0)
			return true;
	}
	return false;
}

static void
say_twins(struct doc *d, const struct report *r)
{
	size_t twins = 0, fit = 0;

	for (size_t i = 0; i < report_count(r, KIND_CHECKPOINT); i++) {
		json_t *c = report_at(r, KIND_CHECKPOINT, i);

		if (json_path(c, "twin.id") == NULL)
			continue;
		twins++;
		fit += json_is_true(json_path(c, "twin.same_weights")) &&
		       on_both(r, json_str(c, "id", ""));
	}
	if (twins > 0)
		text_addf(doc_para(d), "%zu of %zu twins fit identical weights on both stacks.",
			fit, twins);
}

/* "stack" alone is parity; "stack and format", "version" are something else. */
static void
what_changed(struct table *t, const json_t *contrast)
{
	json_t *changed = json_object_get(contrast, "changed"), *v;
	struct buf b = BUF_INIT;
	size_t i;

	json_array_foreach(changed, i, v)
		buf_printf(&b, "%s%s", i > 0 ? " and " : "", json_string_value(v));
	buf_puts(&b, "");
	table_text(t, b.s);
	buf_free(&b);
}

static size_t
count_engine(const struct report *r, struct table *t)
{
	size_t n = 0;

	for (size_t i = 0; i < report_count(r, KIND_CONTRAST); i++) {
		json_t *c = report_at(r, KIND_CONTRAST, i);
		struct buf b = BUF_INIT;

		if (strcmp(json_str(c, "knob", ""), "engine") != 0)
			continue;
		n++;
		if (t == NULL)
			continue;
		table_row(t, NULL);
		name_subject(&b, r, c);
		table_text(t, b.s);
		buf_clear(&b);
		name_change(&b, r, c);
		table_text(t, b.s);
		what_changed(t, c);
		buf_free(&b);
	}
	return n;
}

void
section_engines(struct doc *d, const struct report *r)
{
	struct table *t;

	if (count_engine(r, NULL) == 0)
		return;
	say_twins(d, r);
	t = doc_table(d, "engines-table", NULL);
	table_column(t, COLUMN_TEXT, 0, "Of", NULL);
	table_column(t, COLUMN_TEXT, 0, "Change", NULL);
	table_column(t, COLUMN_TEXT, 0, "What changed with it", NULL);
	count_engine(r, t);
	text_add(doc_caveat(d),
		"Only where the stack alone changed do both engines hold identical weights; "
		"else the honest comparison is of stack and format together.");
	if (json_array_size(r->held) > 0)
		text_add(doc_para(d),
			"The gaps are held back until the fix-up pass has checked them.");
	else
		contrast_table(d, r, "engine-gaps", "engine");
}
