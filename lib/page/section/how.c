/* How it was measured: the machine, the engines, the suite, the runs, the ledger. */
#include <math.h>
#include <string.h>

#include "kit/json.h"
#include "page/figure.h"
#include "page/name.h"
#include "page/section.h"

static void
fact(struct table *t, const char *name, const char *text)
{
	if (*text == '\0')
		return;
	table_row(t, NULL);
	table_text(t, name);
	table_text(t, text);
}

static void
machine_facts(struct table *t, const json_t *m)
{
	struct buf b = BUF_INIT;
	json_t *gpu;
	size_t i;

	if (json_path(m, "cores") != NULL)
		buf_printf(
			&b, "%s, %d cores", json_str(m, "cpu", "?"), (int)json_int(m, "cores", 0));
	buf_puts(&b, "");
	fact(t, "Processor", b.s);
	buf_clear(&b);
	if (json_path(m, "memory_mib") != NULL)
		figure_mib(&b, json_num(m, "memory_mib", NAN));
	buf_puts(&b, "");
	fact(t, "Memory", b.s);
	json_array_foreach(json_object_get(m, "gpu"), i, gpu)
	{
		buf_clear(&b);
		buf_printf(&b, "%s, ", json_str(gpu, "name", "?"));
		figure_mib(&b, json_num(gpu, "memory_mib", NAN));
		if (json_path(gpu, "driver") != NULL)
			buf_printf(&b, ", driver %s", json_str(gpu, "driver", ""));
		if (json_path(gpu, "compute_capability") != NULL)
			buf_printf(&b, ", compute capability %s",
				json_str(gpu, "compute_capability", ""));
		fact(t, "GPU", b.s);
	}
	fact(t, "Toolkit", json_str(m, "toolkit", ""));
	fact(t, "System", json_str(m, "os", ""));
	fact(t, "Governor", json_str(m, "governor", ""));
	buf_free(&b);
}

/* Each value that a path has among the cells, once, separated by commas. */
static void
distinct(struct table *t, const struct report *r, const char *name, const char *path,
	const char *more)
{
	json_t *seen = json_object(), *cell;
	struct buf b = BUF_INIT, one = BUF_INIT;
	size_t i;

	buf_puts(&b, "");
	json_array_foreach(r->list[KIND_CELL], i, cell)
	{
		buf_clear(&one);
		buf_puts(&one, json_str(cell, path, ""));
		if (one.len == 0)
			continue;
		if (more != NULL && *json_str(cell, more, "") != '\0')
			buf_printf(&one, " %s", json_str(cell, more, ""));
		if (json_object_get(seen, one.s) != NULL)
			continue;
		json_object_set_new(seen, one.s, json_true());
		buf_printf(&b, "%s%s", b.len > 0 ? ", " : "", one.s);
	}
	fact(t, name, b.s);
	json_decref(seen);
	buf_free(&b);
	buf_free(&one);
}

static void
cell_facts(struct table *t, const struct report *r)
{
	struct buf b = BUF_INIT;
	size_t measured = 0;

	for (size_t i = 0; i < report_count(r, KIND_CELL); i++)
		measured += json_object_get(r->row_index, cell_key(report_at(r, KIND_CELL, i))) !=
			    NULL;
	distinct(t, r, "Engines", "engine.name", "engine.version");
	distinct(t, r, "Device", "device", NULL);
	distinct(t, r, "Suite", "suite", NULL);
	if (report_count(r, KIND_CELL) > 0) {
		buf_printf(&b, "%zu of %zu measured", measured, report_count(r, KIND_CELL));
		fact(t, "Cells", b.s);
	}
	buf_clear(&b);
	for (size_t i = 0; i < json_array_size(r->tasks); i++)
		buf_printf(&b, "%s%s", i > 0 ? ", " : "",
			json_string_value(json_array_get(r->tasks, i)));
	buf_puts(&b, "");
	fact(t, "Tasks", b.s);
	buf_free(&b);
}

static void
write_ledger(struct doc *d, const struct report *r)
{
	struct table *t;

	if (report_count(r, KIND_LEDGER) == 0)
		return;
	doc_head(d, 3, "ledger", "Ledger");
	t = doc_table(d, "ledger-table", NULL);
	table_column(t, COLUMN_NUMBER, 0, "No.", NULL);
	table_column(t, COLUMN_TEXT, 0, "At", NULL);
	table_column(t, COLUMN_TEXT, 0, "What", NULL);
	for (size_t i = 0; i < report_count(r, KIND_LEDGER); i++) {
		json_t *l = report_at(r, KIND_LEDGER, i);

		table_row(t, NULL);
		entry_count(t, json_num(l, "seq", NAN));
		table_text(t, json_str(l, "at", ""));
		table_text(t, json_str(l, "what", ""));
	}
}

void
section_how(struct doc *d, const struct report *r)
{
	struct table *t;

	if (report_count(r, KIND_CELL) == 0 && report_count(r, KIND_MACHINE) == 0)
		return;
	text_add(doc_para(d),
		"Every answer was scored by program: code was run against tests, "
		"constraints were checked, a final answer was compared. No model judged "
		"another. A gap compares two cells that differ in one knob and answered "
		"the same items.");
	t = doc_table(d, "how-table", NULL);
	table_column(t, COLUMN_TEXT, 0, "What", NULL);
	table_column(t, COLUMN_TEXT, 0, "Which", NULL);
	for (size_t i = 0; i < report_count(r, KIND_MACHINE); i++)
		machine_facts(t, report_at(r, KIND_MACHINE, i));
	cell_facts(t, r);
	write_ledger(d, r);
}
