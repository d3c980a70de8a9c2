/* Throughput by np, and quality under load against alone. */
#include <math.h>
#include <string.h>

#include "chart/chart.h"
#include "chart/series.h"
#include "kit/json.h"
#include "page/name.h"
#include "page/section.h"

static void
load_row(struct table *t, const struct report *r, const json_t *cell)
{
	json_t *row = report_main_row(r, cell_key(cell));

	table_row(t, NULL);
	table_text(t, json_str(cell, "checkpoint", "?"));
	entry_int(t, knob_np(cell));
	entry_int(t, knob_load(cell));
	entry_rate(t, row_speed(row, "output_tps"));
	entry_rate(t, row_speed(row, "decode_tps"));
	entry_ms(t, json_num(row, "speed.ttft_ms.p50", NAN));
	entry_ms(t, json_num(row, "speed.ttft_ms.p90", NAN));
	entry_ms(t, json_num(row, "speed.itl_ms.p50", NAN));
	entry_ms(t, json_num(row, "speed.itl_ms.p99", NAN));
	entry_rate(t, json_num(row, "speed.in_flight", NAN));
	entry_mib(t, row == NULL ? NAN : row_peak_mib(row));
}

static void
load_columns(struct table *t)
{
	static const struct {
		const char *head, *unit;
	} columns[] = {
		{"np", NULL},
		{"Load", NULL},
		{"Output", "t/s"},
		{"A request", "t/s"},
		{"First token", NULL},
		{"p90", NULL},
		{"Between tokens", NULL},
		{"p99", NULL},
		{"In flight", NULL},
		{"Peak", NULL},
	};

	table_column(t, COLUMN_TEXT, 0, "Checkpoint", NULL);
	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
		table_column(t, COLUMN_NUMBER, 0, columns[i].head, columns[i].unit);
}

static bool
is_of_series(const struct report *r, const json_t *cell)
{
	json_t *base = report_base(r, json_str(cell, "checkpoint", ""));

	return base != NULL && (base == cell || series_differs(base, cell, "np")) &&
	       report_main_row(r, cell_key(cell)) != NULL;
}

/* A checkpoint that was asked at one np alone makes no series. */
static size_t
length_of_series(const struct report *r, const json_t *cell)
{
	size_t n = 0;

	for (size_t i = 0; i < report_count(r, KIND_CELL); i++) {
		json_t *other = report_at(r, KIND_CELL, i);

		n += strcmp(json_str(other, "checkpoint", ""), json_str(cell, "checkpoint", "")) ==
			     0 &&
		     is_of_series(r, other);
	}
	return n;
}

void
section_load(struct doc *d, const struct report *r)
{
	struct table *t;

	if (chart_add(d, r, "throughput")) {
		doc_drop_last(d); /* the table below has more */
		t = doc_table(d, "load-table", NULL);
		load_columns(t);
		for (size_t i = 0; i < report_count(r, KIND_CELL); i++) {
			json_t *cell = report_at(r, KIND_CELL, i);

			if (is_of_series(r, cell) && length_of_series(r, cell) > 1)
				load_row(t, r, cell);
		}
	}
	doc_head(d, 3, "under-load", "Quality under load against alone");
	if (contrast_table(d, r, "load-gaps", "load") == NULL)
		doc_drop_last(d);
}
