/* The explorer: every cell there is, with what the page needs to filter by. */
#include <math.h>

#include "kit/json.h"
#include "page/figure.h"
#include "page/name.h"
#include "page/section.h"
#include "page/status.h"

static const char *const knobs[] = {"quant", "kv", "draft", "np", "load", "engine"};
static const char *const heads[] = {"Quant", "KV", "Draft", "np", "Load", "Engine"};
enum { KNOBS = 6, FIRST_NUMBER = 2, LAST_NUMBER = 4 };

static double
level_number(const json_t *cell, int k)
{
	return k == 2 ? knob_depth(cell) : k == 3 ? knob_np(cell) : k == 4 ? knob_load(cell) : NAN;
}

static void
cell_row(struct table *t, const struct report *r, const json_t *cell)
{
	json_t *row = report_main_row(r, cell_key(cell));
	struct status s = cell_status(r, cell);
	const char *checkpoint = json_str(cell, "checkpoint", cell_key(cell));
	struct buf b = BUF_INIT;

	table_row(t, NULL);
	table_row_data(t, "checkpoint", checkpoint);
	buf_printf(&b, "cell/%s", cell_key(cell));
	text_link(table_text(t, ""), b.s, checkpoint);
	for (int k = 0; k < KNOBS; k++) {
		buf_clear(&b);
		name_level(&b, cell, knobs[k]);
		buf_puts(&b, "");
		table_row_data(t, knobs[k], b.s);
		table_number(t, level_number(cell, k), b.s);
	}
	entry_int(t, knob_replicate(cell));
	table_text(t, state_name(s.state));
	table_row_data(t, "state", state_name(s.state));
	if (s.state != STATE_MEASURED)
		table_class(t, "dim");
	entry_score(t, row);
	entry_rate(t, row_speed(row, "decode_tps"));
	entry_rate(t, row_speed(row, "output_tps"));
	entry_ms(t, row_speed(row, "ttft_ms"));
	entry_mib(t, row == NULL ? NAN : row_peak_mib(row));
	entry_percent(t, json_num(row, "acceptance", NAN));
	buf_free(&b);
}

void
section_explorer(struct doc *d, const struct report *r)
{
	struct table *t;

	if (report_count(r, KIND_CELL) == 0)
		return;
	text_add(doc_para(d),
		"Every cell: a server configuration, and what it was asked. Open one to see "
		"how it was started and each answer it gave.");
	t = doc_table(d, "explorer-table", NULL);
	t->filter = true;
	table_column(t, COLUMN_TEXT, 0, "Checkpoint", NULL);
	for (int k = 0; k < KNOBS; k++)
		table_column(t, k >= FIRST_NUMBER && k <= LAST_NUMBER ? COLUMN_NUMBER : COLUMN_TEXT,
			0, heads[k], NULL);
	table_column(t, COLUMN_NUMBER, 0, "Run", NULL);
	table_column(t, COLUMN_TEXT, 0, "State", NULL);
	table_column(t, COLUMN_NUMBER, 0, "Quality [95%]", NULL);
	table_column(t, COLUMN_NUMBER, 0, "Decode", "t/s");
	table_column(t, COLUMN_NUMBER, 0, "Output", "t/s");
	table_column(t, COLUMN_NUMBER, 0, "First token", NULL);
	table_column(t, COLUMN_NUMBER, 0, "Peak", NULL);
	table_column(t, COLUMN_NUMBER, 0, "Accepted", NULL);
	for (size_t i = 0; i < report_count(r, KIND_CELL); i++)
		cell_row(t, r, report_at(r, KIND_CELL, i));
}
