#include "page/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/json.h"
#include "kit/mem.h"

/* The fields that make two records of a kind the same one; none means each line stands for itself. */
static const struct {
	const char *name;
	const char *identity[4];
} kinds[KIND_COUNT] = {
	[KIND_CHECKPOINT] = {"checkpoint", {"id"}},
	[KIND_CELL] = {"cell", {"cell"}},
	[KIND_CONTRAST] = {"contrast", {"contrast"}},
	[KIND_LAUNCH] = {"launch", {"cell", "attempt", "phase"}},
	[KIND_FINDING] = {"finding", {"cell", "id"}},
	[KIND_ROW] = {"row", {"cell", "task"}},
	[KIND_NOISE] = {"noise", {"cell", "task", "metric"}},
	[KIND_GAP] = {"gap", {"contrast", "task", "metric"}},
	[KIND_CLAIM] = {"claim", {"claim", "over"}},
	[KIND_LEDGER] = {"ledger", {"seq"}},
	[KIND_MACHINE] = {"machine", {"cpu", "os", "gpu"}},
	[KIND_RUN] = {"run", {"cell"}},
	[KIND_ERROR] = {"error", {NULL}},
};

void
report_init(struct report *r)
{
	for (int k = 0; k < KIND_COUNT; k++) {
		r->list[k] = json_array();
		r->seen[k] = json_object();
	}
	r->cell_index = json_object();
	r->row_index = json_object();
	r->contrast_index = json_object();
	r->tasks = json_array();
	r->held = json_array();
	r->unknown = json_object();
}

void
report_free(struct report *r)
{
	for (int k = 0; k < KIND_COUNT; k++) {
		json_decref(r->list[k]);
		json_decref(r->seen[k]);
	}
	json_decref(r->cell_index);
	json_decref(r->row_index);
	json_decref(r->contrast_index);
	json_decref(r->tasks);
	json_decref(r->held);
	json_decref(r->unknown);
}

/* Ad-hoc records have no cell of their own: what came from another model or server isn't the same. */
static bool
is_adhoc(const json_t *v)
{
	return strcmp(json_str(v, "cell", ""), "adhoc") == 0;
}

static char *
identity_of(const json_t *v, enum kind k)
{
	struct buf b = BUF_INIT;

	for (int i = 0; i < 4 && kinds[k].identity[i] != NULL; i++) {
		json_t *field = json_object_get(v, kinds[k].identity[i]);

		if (field != NULL)
			json_put(&b, field);
		buf_putc(&b, '\n');
	}
	if (b.len > 0 && k == KIND_ROW && is_adhoc(v)) {
		json_t *checkpoint = json_object_get(v, "checkpoint");
		json_t *knobs = json_object_get(v, "knobs");

		if (checkpoint != NULL)
			json_put(&b, checkpoint);
		if (knobs != NULL)
			json_put(&b, knobs);
	}
	return buf_steal(&b);
}

static void
add_value(struct report *r, enum kind k, json_t *v)
{
	char *id = identity_of(v, k);
	json_t *at = *id == '\0' ? NULL : json_object_get(r->seen[k], id);

	if (at != NULL) {
		json_array_set(r->list[k], (size_t)json_integer_value(at), v);
	} else {
		json_object_set_new(
			r->seen[k], id, json_integer((json_int_t)json_array_size(r->list[k])));
		json_array_append(r->list[k], v);
	}
	free(id);
}

/* Findings stand in launch records, too. */
static void
add_findings(struct report *r, const json_t *launch)
{
	json_t *all = json_object_get(launch, "findings"), *f;
	size_t i;

	json_array_foreach(all, i, f)
	{
		if (!json_is_object(f))
			continue;
		if (json_object_get(f, "cell") == NULL)
			json_object_set(f, "cell", json_object_get(launch, "cell"));
		add_value(r, KIND_FINDING, f);
	}
}

void
report_add(struct report *r, struct rec *rec)
{
	const char *kind = rec_kind(rec);
	json_t *v;
	int k;

	for (k = 0; k < KIND_COUNT && strcmp(kinds[k].name, kind) != 0; k++)
		;
	if (k == KIND_COUNT) {
		json_int_t n = json_integer_value(json_object_get(r->unknown, kind));

		json_object_set_new(r->unknown, kind, json_integer(n + 1));
		return;
	}
	v = rec_value(rec);
	add_value(r, (enum kind)k, v);
	if (k == KIND_LAUNCH)
		add_findings(r, v);
	json_decref(v);
}

typedef int compare_records(const void *, const void *, void *);

static int
compare_str(const json_t *a, const json_t *b, const char *path)
{
	return strcmp(json_str(a, path, ""), json_str(b, path, ""));
}

static int
compare_num(const json_t *a, const json_t *b, const char *path)
{
	double x = json_num(a, path, -INFINITY), y = json_num(b, path, -INFINITY);

	return x < y ? -1 : x > y;
}

/* Cache types from the widest down, so that tables read from the control to the smallest. */
static int
kv_rank(const char *kv)
{
	static const char *const order[] = {"", "f32", "auto", "f16", "bf16", "fp8", "q8_0", "q5_1",
		"q5_0", "q4_1", "q4_0", "iq4_nl"};
	size_t i;

	for (i = 0; i < sizeof order / sizeof *order && strcmp(order[i], kv) != 0; i++)
		;
	return (int)i;
}

static int
compare_cells(const json_t *a, const json_t *b)
{
	static const char *const strings[] = {
		"family", "checkpoint", "engine.name", "engine.version"};
	static const char *const numbers[] = {
		"knobs.draft.depth", "knobs.np", "knobs.load", "replicate"};
	int c = 0;

	for (size_t i = 0; c == 0 && i < sizeof strings / sizeof *strings; i++)
		c = compare_str(a, b, strings[i]);
	if (c == 0)
		c = kv_rank(knob_kv(a)) - kv_rank(knob_kv(b));
	if (c == 0)
		c = strcmp(knob_kv(a), knob_kv(b));
	for (size_t i = 0; c == 0 && i < sizeof numbers / sizeof *numbers; i++)
		c = compare_num(a, b, numbers[i]);
	return c != 0 ? c : strcmp(cell_key(a), cell_key(b));
}

static int
by_cell(const void *x, const void *y, void *report)
{
	const json_t *a = *(json_t *const *)x, *b = *(json_t *const *)y;
	int c = compare_cells(a, b);
	(void)report;

	if (c == 0)
		c = compare_str(a, b, "task");
	if (c == 0)
		c = compare_num(a, b, "attempt");
	return c;
}

int
knob_rank(const char *knob)
{
	static const char *const order[] = {"quant", "kv", "draft", "throughput", "np", "load",
		"engine", "watermark", "replicate"};
	size_t i;

	for (i = 0; i < sizeof order / sizeof *order && strcmp(order[i], knob) != 0; i++)
		;
	return (int)i;
}

static int
by_contrast(const void *x, const void *y, void *report)
{
	const json_t *a = *(json_t *const *)x, *b = *(json_t *const *)y;
	int c = knob_rank(json_str(a, "knob", "")) - knob_rank(json_str(b, "knob", ""));

	for (int side = 0; c == 0 && side < 2; side++) {
		const char *path = side == 0 ? "a" : "b";
		json_t *p = report_cell(report, json_str(a, path, ""));
		json_t *q = report_cell(report, json_str(b, path, ""));

		if (p != NULL && q != NULL)
			c = compare_cells(p, q);
	}
	return c != 0 ? c : compare_str(a, b, "contrast");
}

/* The place of a gap's contrast among the contrasts; -1 where its line isn't here. */
static int
contrast_rank(const struct report *r, const json_t *gap)
{
	json_t *c = json_object_get(r->contrast_index, json_str(gap, "contrast", ""));

	return (int)json_int(c, "at", -1);
}

/* Gaps follow their contrasts; the mean comes before the tasks. */
static int
by_gap(const void *x, const void *y, void *report)
{
	const json_t *a = *(json_t *const *)x, *b = *(json_t *const *)y;
	int c = knob_rank(json_str(a, "knob", "")) - knob_rank(json_str(b, "knob", ""));

	if (c == 0)
		c = contrast_rank(report, a) - contrast_rank(report, b);
	if (c == 0)
		c = compare_str(a, b, "contrast");
	if (c == 0)
		c = compare_str(a, b, "metric");
	if (c == 0)
		c = (strcmp(json_str(b, "task", ""), "mean") == 0) -
		    (strcmp(json_str(a, "task", ""), "mean") == 0);
	return c != 0 ? c : compare_str(a, b, "task");
}

static int
by_text(const void *x, const void *y, void *report)
{
	const json_t *a = *(json_t *const *)x, *b = *(json_t *const *)y;
	char *s = json_text(a), *t = json_text(b);
	int c = strcmp(s, t);
	(void)report;

	free(s);
	free(t);
	return c;
}

static int
by_seq(const void *x, const void *y, void *report)
{
	const json_t *a = *(json_t *const *)x, *b = *(json_t *const *)y;
	(void)report;

	return compare_num(a, b, "seq");
}

static void
sort_list(struct report *r, enum kind k, compare_records *compare)
{
	json_t **list = &r->list[k];
	size_t n = json_array_size(*list);
	json_t **v = xreallocarray(NULL, n + 1, sizeof *v), *sorted = json_array();

	for (size_t i = 0; i < n; i++)
		v[i] = json_array_get(*list, i);
	qsort_r(v, n, sizeof *v, compare, r);
	for (size_t i = 0; i < n; i++)
		json_array_append(sorted, v[i]);
	json_decref(*list);
	*list = sorted;
	free(v);
}

static int
by_name(const void *x, const void *y)
{
	return strcmp(*(const char *const *)x, *(const char *const *)y);
}

static void
collect_tasks(struct report *r, json_t *set)
{
	size_t n = 0;
	const char **names = xreallocarray(NULL, json_object_size(set) + 1, sizeof *names), *task;
	json_t *v;

	json_object_foreach(set, task, v) names[n++] = task;
	qsort(names, n, sizeof *names, by_name);
	for (size_t i = 0; i < n; i++)
		json_array_append_new(r->tasks, json_string(names[i]));
	free(names);
}

/* Rows alone, without their cells' lines, say enough of a cell for the tables. */
static void
cells_from_rows(struct report *r)
{
	static const char *const fields[] = {
		"cell", "checkpoint", "family", "arch", "engine", "knobs", "replicate"};
	json_t *row;
	size_t i;

	json_array_foreach(r->list[KIND_ROW], i, row)
	{
		json_t *cell;

		if (is_adhoc(row) || report_cell(r, cell_key(row)) != NULL)
			continue;
		cell = json_object();
		for (size_t k = 0; k < sizeof fields / sizeof *fields; k++)
			if (json_object_get(row, fields[k]) != NULL)
				json_object_set(cell, fields[k], json_object_get(row, fields[k]));
		json_array_append(r->list[KIND_CELL], cell);
		json_object_set_new(r->cell_index, cell_key(row), cell);
	}
}

static void
index_rows(struct report *r)
{
	json_t *row, *set = json_object();
	size_t i;

	json_array_foreach(r->list[KIND_ROW], i, row)
	{
		const char *key = cell_key(row), *task = json_str(row, "task", "");
		json_t *of_cell = json_object_get(r->row_index, key);

		if (of_cell == NULL) {
			of_cell = json_object();
			json_object_set_new(r->row_index, key, of_cell);
		}
		json_object_set(of_cell, task, row);
		if (strcmp(task, "mean") != 0)
			json_object_set_new(set, task, json_true());
	}
	collect_tasks(r, set);
	json_decref(set);
}

bool
report_fixed_up(const struct report *r)
{
	json_t *entry;
	size_t i;

	json_array_foreach(r->list[KIND_LEDGER], i,
		entry) if (strncmp(json_str(entry, "what", ""), "fixup", 5) == 0) return true;
	return false;
}

static void
hold_parity(struct report *r)
{
	json_t *shown = json_array(), *g;
	size_t i;

	json_array_foreach(r->list[KIND_GAP], i, g) json_array_append(
		strcmp(json_str(g, "knob", ""), "engine") == 0 ? r->held : shown, g);
	json_decref(r->list[KIND_GAP]);
	r->list[KIND_GAP] = shown;
}

void
report_finish(struct report *r)
{
	static const enum kind rest[] = {KIND_CHECKPOINT, KIND_FINDING, KIND_NOISE, KIND_CLAIM,
		KIND_MACHINE, KIND_RUN, KIND_ERROR};
	json_t *cell, *contrast;
	size_t i;

	json_array_foreach(r->list[KIND_CELL], i, cell)
		json_object_set(r->cell_index, cell_key(cell), cell);
	cells_from_rows(r);
	sort_list(r, KIND_CELL, by_cell);
	sort_list(r, KIND_CONTRAST, by_contrast);
	json_array_foreach(r->list[KIND_CONTRAST], i, contrast)
		json_object_set_new(r->contrast_index, json_str(contrast, "contrast", ""),
			json_pack("{s:O,s:I}", "contrast", contrast, "at", (json_int_t)i));
	sort_list(r, KIND_GAP, by_gap);
	sort_list(r, KIND_ROW, by_cell);
	sort_list(r, KIND_LAUNCH, by_cell);
	sort_list(r, KIND_LEDGER, by_seq);
	for (size_t k = 0; k < sizeof rest / sizeof *rest; k++)
		sort_list(r, rest[k], by_text);
	index_rows(r);
	if (!report_fixed_up(r))
		hold_parity(r);
}

size_t
report_count(const struct report *r, enum kind k)
{
	return json_array_size(r->list[k]);
}

json_t *
report_at(const struct report *r, enum kind k, size_t i)
{
	return json_array_get(r->list[k], i);
}

json_t *
report_cell(const struct report *r, const char *key)
{
	return json_object_get(r->cell_index, key);
}

json_t *
report_row(const struct report *r, const char *cell, const char *task)
{
	return json_object_get(json_object_get(r->row_index, cell), task);
}

static json_t *
find_by(const struct report *r, enum kind k, const char *field, const char *value)
{
	json_t *v;
	size_t i;

	json_array_foreach(
		r->list[k], i, v) if (strcmp(json_str(v, field, ""), value) == 0) return v;
	return NULL;
}

json_t *
report_contrast(const struct report *r, const char *name)
{
	return json_object_get(json_object_get(r->contrast_index, name), "contrast");
}

json_t *
report_checkpoint(const struct report *r, const char *id)
{
	return find_by(r, KIND_CHECKPOINT, "id", id);
}

json_t *
report_launch(const struct report *r, const char *cell, const char *phase)
{
	json_t *v, *last = NULL;
	size_t i;

	json_array_foreach(r->list[KIND_LAUNCH], i,
		v) if (strcmp(cell_key(v), cell) == 0 &&
		       strcmp(json_str(v, "phase", ""), phase) == 0) last = v;
	return last;
}

json_t *
report_main_row(const struct report *r, const char *cell)
{
	json_t *of_cell = json_object_get(r->row_index, cell), *mean, *row;
	const char *task;

	mean = json_object_get(of_cell, "mean");
	if (mean != NULL)
		return mean;
	if (json_object_size(of_cell) == 1)
		json_object_foreach(of_cell, task, row) return row;
	return NULL;
}

/* How many contrasts start from the cell: the campaign's own word for what its baseline is. */
static int
baseline_of(const struct report *r, const char *cell)
{
	json_t *v;
	size_t i;
	int n = 0;

	json_array_foreach(r->list[KIND_CONTRAST], i, v)
		n += strcmp(json_str(v, "a", ""), cell) == 0;
	return n;
}

json_t *
report_base(const struct report *r, const char *checkpoint)
{
	json_t *v, *best = NULL;
	size_t i;
	int most = -1;

	json_array_foreach(r->list[KIND_CELL], i, v)
	{
		int n;

		if (strcmp(json_str(v, "checkpoint", ""), checkpoint) != 0 || knob_depth(v) > 0 ||
			knob_load(v) > 1 || knob_replicate(v) > 0 ||
			report_main_row(r, cell_key(v)) == NULL)
			continue;
		n = baseline_of(r, cell_key(v)) + (knob_np(v) == 1 ? 1 : 0);
		if (n > most) {
			most = n;
			best = v;
		}
	}
	return best;
}

const char *
knob_quant(const json_t *cell)
{
	return json_str(cell, "knobs.quant", "");
}

const char *
knob_kv(const json_t *cell)
{
	return json_str(cell, "knobs.kv", "");
}

int
knob_depth(const json_t *cell)
{
	return (int)json_int(cell, "knobs.draft.depth", 0);
}

int
knob_np(const json_t *cell)
{
	return (int)json_int(cell, "knobs.np", 1);
}

int
knob_load(const json_t *cell)
{
	return (int)json_int(cell, "knobs.load", 1);
}

int
knob_replicate(const json_t *cell)
{
	return (int)json_int(cell, "replicate", 0);
}

const char *
cell_engine(const json_t *cell)
{
	return json_str(cell, "engine.name", "");
}

const char *
cell_key(const json_t *cell)
{
	return json_str(cell, "cell", "");
}

double
row_peak_mib(const json_t *row)
{
	return json_num(row, "memory.peak_mib", NAN);
}

double
row_speed(const json_t *row, const char *name)
{
	json_t *of = json_object_get(json_object_get(row, "speed"), name);

	/* Output is tokens over time: its mean is the whole run's. */
	if (strcmp(name, "output_tps") == 0)
		return json_num(of, "mean", NAN);
	return json_num(of, "p50", json_num(of, "mean", NAN));
}
