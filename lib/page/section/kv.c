/* KV cache: measured peak memory, what it saves, the estimate beside it, and quality beside that. */
#include <math.h>
#include <string.h>

#include "chart/chart.h"
#include "chart/series.h"
#include "kit/json.h"
#include "page/name.h"
#include "page/section.h"

static void
kv_row(struct table *t, const struct report *r, const json_t *base, const json_t *cell)
{
	json_t *row = report_main_row(r, cell_key(cell));
	json_t *base_row = report_main_row(r, cell_key(base));
	double peak = row == NULL ? NAN : row_peak_mib(row);
	struct buf b = BUF_INIT;

	table_row(t, NULL);
	table_text(t, json_str(cell, "checkpoint", "?"));
	name_level(&b, cell, "kv");
	table_text(t, b.s);
	buf_free(&b);
	entry_mib(t, peak);
	entry_mib_change(t, cell == base ? NAN : peak - row_peak_mib(base_row));
	entry_mib(t, json_num(cell, "estimate_mib", NAN));
	table_text(t, json_str(row, "memory.source", ""));
	entry_score(t, row);
	entry_rate(t, row_speed(row, "decode_tps"));
}

static void
kv_rows(struct table *t, const struct report *r, const json_t *base)
{
	bool any = false;

	for (size_t i = 0; i < report_count(r, KIND_CELL); i++) {
		json_t *cell = report_at(r, KIND_CELL, i);

		if (!series_differs(base, cell, "kv") || report_main_row(r, cell_key(cell)) == NULL)
			continue;
		if (!any)
			kv_row(t, r, base, base);
		any = true;
		kv_row(t, r, base, cell);
	}
}

void
section_kv(struct doc *d, const struct report *r)
{
	struct table *t;

	if (!chart_add(d, r, "kv"))
		return;
	doc_drop_last(d); /* the table below has more */
	text_add(doc_caveat(d),
		"A dot is the peak that was measured, a tick the estimate made before the "
		"start.");
	t = doc_table(d, "kv-table", NULL);
	table_column(t, COLUMN_TEXT, 0, "Checkpoint", NULL);
	table_column(t, COLUMN_TEXT, 0, "KV", NULL);
	table_column(t, COLUMN_NUMBER, 0, "Peak", NULL);
	table_column(t, COLUMN_NUMBER, 0, "Change", NULL);
	table_column(t, COLUMN_NUMBER, 0, "Estimate", NULL);
	table_column(t, COLUMN_TEXT, 0, "Measured by", NULL);
	table_column(t, COLUMN_NUMBER, 0, "Quality [95%]", NULL);
	table_column(t, COLUMN_NUMBER, 0, "Decode", "t/s");
	for (size_t i = 0; i < report_count(r, KIND_CELL); i++) {
		json_t *cell = report_at(r, KIND_CELL, i);

		if (report_base(r, json_str(cell, "checkpoint", "")) == cell)
			kv_rows(t, r, cell);
	}
	contrast_table(d, r, "kv-gaps", "kv");
}
