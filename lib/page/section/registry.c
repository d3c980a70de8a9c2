/* The registry: what each checkpoint is, and what of it was measured, could be, or can't be. */
#include <math.h>
#include <string.h>

#include "kit/json.h"
#include "page/figure.h"
#include "page/name.h"
#include "page/section.h"
#include "page/status.h"

static double
weights_bytes(const json_t *checkpoint)
{
	json_t *file;
	double bytes = NAN;
	size_t i;

	json_array_foreach(json_object_get(checkpoint, "files"), i,
		file) if (strcmp(json_str(file, "role", ""), "weights") == 0)
		bytes = (isfinite(bytes) ? bytes : 0) + json_num(file, "bytes", 0);
	return bytes;
}

/* The KV types that have measured cells so far. */
static void
entry_kv(struct table *t, const struct report *r, const char *id)
{
	struct buf b = BUF_INIT;

	buf_puts(&b, "");
	for (size_t i = 0; i < report_count(r, KIND_CELL); i++) {
		json_t *cell = report_at(r, KIND_CELL, i);
		const char *kv = knob_kv(cell);

		if (strcmp(json_str(cell, "checkpoint", ""), id) != 0 || *kv == '\0' ||
			cell_status(r, cell).state != STATE_MEASURED || strstr(b.s, kv) != NULL)
			continue;
		buf_printf(&b, "%s%s", b.len > 0 ? ", " : "", kv);
	}
	table_text(t, b.s);
	buf_free(&b);
}

static const char *
draft_of(const struct report *r, const json_t *checkpoint)
{
	const char *id = json_str(checkpoint, "id", "");

	for (size_t i = 0; i < report_count(r, KIND_CELL); i++) {
		json_t *cell = report_at(r, KIND_CELL, i);

		if (strcmp(json_str(cell, "checkpoint", ""), id) == 0 && knob_depth(cell) > 0 &&
			cell_status(r, cell).state == STATE_MEASURED)
			return "measured";
	}
	return json_flag(checkpoint, "mtp", 0) ? "MTP head" : "";
}

static const char *
twin_of(const json_t *checkpoint)
{
	json_t *same = json_path(checkpoint, "twin.same_weights");

	if (json_path(checkpoint, "twin.id") == NULL)
		return "";
	return json_is_true(same)    ? "same weights"
	       : json_is_false(same) ? "other format"
				     : "unchecked";
}

static size_t
cells_of(const struct report *r, const char *id, bool measured)
{
	size_t n = 0;

	for (size_t i = 0; i < report_count(r, KIND_CELL); i++) {
		json_t *cell = report_at(r, KIND_CELL, i);

		n += strcmp(json_str(cell, "checkpoint", ""), id) == 0 &&
		     (!measured || cell_status(r, cell).state == STATE_MEASURED);
	}
	return n;
}

static void
checkpoint_row(struct table *t, const struct report *r, const json_t *c)
{
	const char *id = json_str(c, "id", "?");
	json_t *base = report_base(r, id), *row;
	double parameters = json_num(c, "parameters", NAN), bytes = weights_bytes(c);
	size_t all = cells_of(r, id, false), done = cells_of(r, id, true);
	struct buf b = BUF_INIT;

	row = base == NULL ? NULL : report_main_row(r, cell_key(base));
	table_row(t, NULL);
	table_text(t, id);
	table_text(
		t, strcmp(json_str(c, "arch", ""), "moe") == 0 ? "MoE" : json_str(c, "arch", ""));
	figure_parameters(&b, parameters);
	table_number(t, parameters, b.s);
	table_text(t, json_str(c, "quant", ""));
	buf_clear(&b);
	figure_bytes(&b, bytes);
	table_number(t, bytes, b.s);
	entry_score(t, row);
	entry_rate(t, row_speed(row, "decode_tps"));
	entry_mib(t, row == NULL ? NAN : row_peak_mib(row));
	entry_kv(t, r, id);
	table_text(t, draft_of(r, c));
	table_text(t, twin_of(c));
	buf_clear(&b);
	buf_printf(&b, "%zu of %zu", done, all);
	table_number(t, (double)done, b.s);
	buf_free(&b);
}

void
section_registry(struct doc *d, const struct report *r)
{
	struct table *t;

	if (report_count(r, KIND_CHECKPOINT) == 0)
		return;
	t = doc_table(d, "registry-table", NULL);
	table_column(t, COLUMN_TEXT, 0, "Checkpoint", NULL);
	table_column(t, COLUMN_TEXT, 4, "Kind", NULL);
	table_column(t, COLUMN_NUMBER, 4, "Size", NULL);
	table_column(t, COLUMN_TEXT, 4, "Quant", NULL);
	table_column(t, COLUMN_NUMBER, 4, "Weights", NULL);
	table_column(t, COLUMN_NUMBER, 9, "Quality [95%]", NULL);
	table_column(t, COLUMN_NUMBER, 8, "Decode", "t/s");
	table_column(t, COLUMN_NUMBER, 7, "Peak", NULL);
	table_column(t, COLUMN_TEXT, 5, "KV", NULL);
	table_column(t, COLUMN_TEXT, 3, "Draft", NULL);
	table_column(t, COLUMN_TEXT, 2, "Twin", NULL);
	table_column(t, COLUMN_NUMBER, 3, "Cells", NULL);
	for (size_t i = 0; i < report_count(r, KIND_CHECKPOINT); i++)
		checkpoint_row(t, r, report_at(r, KIND_CHECKPOINT, i));
}
