/* What was measured: a row a cell, or, of ad-hoc answers, a row a task. */
#include <math.h>
#include <string.h>

#include "kit/json.h"
#include "page/figure.h"
#include "page/name.h"
#include "page/section.h"

static bool
is_adhoc(const json_t *row)
{
	return strcmp(cell_key(row), "adhoc") == 0;
}

static double
problems(const json_t *row)
{
	json_t *errors = json_path(row, "counts.errors"), *v;
	const char *kind;
	double n = 0;

	json_object_foreach(errors, kind, v) n += json_number_value(v);
	return n;
}

/* Answers that say nothing of quality: none given, not judged, failed requests. */
static void
entry_trouble(struct table *t, const json_t *row)
{
	static const struct {
		const char *path, *what;
	} counts[] = {{"counts.no_answer", "no answer"}, {"counts.not_judged", "not judged"},
		{"counts.cut", "cut"}};
	struct buf b = BUF_INIT;
	double n, total = 0;

	for (size_t i = 0; i < 3; i++) {
		n = json_num(row, counts[i].path, 0);
		if (n > 0)
			buf_printf(&b, "%s%.0f %s", b.len > 0 ? ", " : "", n, counts[i].what);
		total += n;
	}
	n = problems(row);
	if (n > 0)
		buf_printf(&b, "%s%.0f failed requests", b.len > 0 ? ", " : "", n);
	table_text(t, b.len > 0 ? b.s : "");
	buf_free(&b);
}

static void
write_tasks(struct doc *d, const struct report *r)
{
	struct table *t = doc_table(d, "tasks", NULL);

	table_column(t, COLUMN_TEXT, 0, "Task", NULL);
	table_column(t, COLUMN_NUMBER, 0, "n", NULL);
	table_column(t, COLUMN_NUMBER, 0, "Score [95%]", NULL);
	table_column(t, COLUMN_NUMBER, 5, "Decode", "t/s");
	table_column(t, COLUMN_NUMBER, 4, "First token", NULL);
	table_column(t, COLUMN_NUMBER, 1, "Prefill", "t/s");
	table_column(t, COLUMN_NUMBER, 2, "Tokens out", NULL);
	table_column(t, COLUMN_TEXT, 3, "Answers that fell out", NULL);
	for (size_t i = 0; i < report_count(r, KIND_ROW); i++) {
		json_t *row = report_at(r, KIND_ROW, i);

		if (!is_adhoc(row))
			continue;
		table_row(t, NULL);
		table_text(t, json_str(row, "task", "?"));
		entry_count(t, json_num(row, "n", NAN));
		entry_score(t, row);
		entry_rate(t, row_speed(row, "decode_tps"));
		entry_ms(t, row_speed(row, "ttft_ms"));
		entry_rate(t, row_speed(row, "prefill_tps"));
		entry_count(t, json_num(row, "tokens.completion", NAN));
		entry_trouble(t, row);
	}
}

/* Which columns of knobs have more than one level among the cells shown. */
enum knob_column { K_QUANT, K_KV, K_DRAFT, K_NP, K_LOAD, K_ENGINE, K_COUNT };

static const char *const knob_names[K_COUNT] = {"quant", "kv", "draft", "np", "load", "engine"};
static const char *const knob_heads[K_COUNT] = {"Quant", "KV", "Draft", "np", "Load", "Engine"};

static bool
is_shown(const struct report *r, const json_t *cell)
{
	return knob_replicate(cell) == 0 && report_main_row(r, cell_key(cell)) != NULL;
}

static void
find_varying(const struct report *r, bool varies[K_COUNT], char first[K_COUNT][64])
{
	bool any = false;

	for (size_t i = 0; i < report_count(r, KIND_CELL); i++) {
		json_t *cell = report_at(r, KIND_CELL, i);

		if (!is_shown(r, cell))
			continue;
		for (int k = 0; k < K_COUNT; k++) {
			struct buf b = BUF_INIT;

			name_level(&b, cell, knob_names[k]);
			buf_puts(&b, "");
			if (!any)
				snprintf(first[k], 64, "%s", b.s);
			else if (strncmp(first[k], b.s, 63) != 0)
				varies[k] = true;
			buf_free(&b);
		}
		any = true;
	}
}

static void
say_constant(struct doc *d, const bool varies[K_COUNT], char first[K_COUNT][64])
{
	struct text *t = NULL;

	for (int k = 0; k < K_COUNT; k++) {
		if (varies[k] || *first[k] == '\0')
			continue;
		if (t == NULL) {
			t = doc_para(d);
			text_add(t, "The same in every cell: ");
		} else {
			text_add(t, ", ");
		}
		text_addf(t, "%s %s", knob_names[k], first[k]);
	}
	if (t != NULL)
		text_add(t, ".");
}

static size_t
count_replicates(const struct report *r)
{
	size_t n = 0;

	for (size_t i = 0; i < report_count(r, KIND_CELL); i++) {
		json_t *cell = report_at(r, KIND_CELL, i);

		n += knob_replicate(cell) > 0 && report_main_row(r, cell_key(cell)) != NULL;
	}
	return n;
}

static void
cell_columns(struct table *t, const bool varies[K_COUNT])
{
	table_column(t, COLUMN_TEXT, 0, "Checkpoint", NULL);
	for (int k = 0; k < K_COUNT; k++)
		if (varies[k])
			table_column(t,
				k == K_QUANT || k == K_KV || k == K_ENGINE ? COLUMN_TEXT
									   : COLUMN_NUMBER,
				k == K_QUANT ? 2 : 9, knob_heads[k], NULL);
	table_column(t, COLUMN_NUMBER, 0, "Quality [95%]", NULL);
	table_column(t, COLUMN_NUMBER, 1, "n", NULL);
	table_column(t, COLUMN_NUMBER, 8, "Decode", "t/s");
	table_column(t, COLUMN_NUMBER, 5, "Output", "t/s");
	table_column(t, COLUMN_NUMBER, 4, "First token", NULL);
	table_column(t, COLUMN_NUMBER, 7, "Peak memory", NULL);
	table_column(t, COLUMN_NUMBER, 3, "Accepted", NULL);
}

static void
cell_row(struct table *t, const json_t *cell, const json_t *row, const bool varies[K_COUNT])
{
	table_row(t, NULL);
	table_text(t, json_str(cell, "checkpoint", cell_key(cell)));
	for (int k = 0; k < K_COUNT; k++) {
		struct buf b = BUF_INIT;

		if (!varies[k])
			continue;
		name_level(&b, cell, knob_names[k]);
		buf_puts(&b, "");
		if (k == K_DRAFT || k == K_NP || k == K_LOAD)
			table_number(t,
				k == K_DRAFT ? knob_depth(cell)
				: k == K_NP  ? knob_np(cell)
					     : knob_load(cell),
				b.s);
		else
			table_text(t, b.s);
		buf_free(&b);
	}
	entry_score(t, row);
	entry_count(t, json_num(row, "n", NAN));
	entry_rate(t, row_speed(row, "decode_tps"));
	entry_rate(t, row_speed(row, "output_tps"));
	entry_ms(t, row_speed(row, "ttft_ms"));
	entry_mib(t, row_peak_mib(row));
	entry_percent(t, json_num(row, "acceptance", NAN));
}

static void
write_cells(struct doc *d, const struct report *r)
{
	bool varies[K_COUNT] = {false};
	char first[K_COUNT][64] = {""};
	size_t replicates = count_replicates(r);
	struct table *t;

	find_varying(r, varies, first);
	t = doc_table(d, "cells", NULL);
	cell_columns(t, varies);
	for (size_t i = 0; i < report_count(r, KIND_CELL); i++) {
		json_t *cell = report_at(r, KIND_CELL, i);

		if (is_shown(r, cell))
			cell_row(t, cell, report_main_row(r, cell_key(cell)), varies);
	}
	say_constant(d, varies, first);
	if (replicates > 0)
		text_addf(doc_para(d), "%zu further cells are replicates of these.", replicates);
}

void
section_main(struct doc *d, const struct report *r)
{
	bool adhoc = false, cells = false;

	for (size_t i = 0; i < report_count(r, KIND_ROW); i++)
		adhoc = adhoc || is_adhoc(report_at(r, KIND_ROW, i));
	for (size_t i = 0; i < report_count(r, KIND_CELL); i++)
		cells = cells || is_shown(r, report_at(r, KIND_CELL, i));
	if (cells)
		write_cells(d, r);
	if (adhoc)
		write_tasks(d, r);
}
