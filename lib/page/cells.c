#include "page/cells.h"

#include <math.h>
#include <string.h>

#include "kit/json.h"
#include "page/figure.h"
#include "page/name.h"
#include "page/status.h"

static void
add_pair(json_t *list, const char *name, const char *value)
{
	if (*value != '\0')
		json_array_append_new(list, json_pack("[s,s]", name, value));
}

static void
add_number(json_t *list, const char *name, double x, void (*write)(struct buf *, double))
{
	struct buf b = BUF_INIT;

	if (!isfinite(x))
		return;
	write(&b, x);
	add_pair(list, name, b.s);
	buf_free(&b);
}

/* Settings are data of the engine's file: shown as they stand. */
static void
add_settings(json_t *list, const json_t *settings)
{
	const char *name;
	json_t *v;

	json_object_foreach((json_t *)settings, name, v)
	{
		struct buf b = BUF_INIT;

		if (json_is_null(v))
			continue;
		if (json_is_string(v))
			buf_puts(&b, json_string_value(v));
		else
			json_put(&b, v);
		add_pair(list, name, b.s);
		buf_free(&b);
	}
}

static json_t *
facts_of(const struct report *r, const json_t *cell)
{
	static const char *const knobs[] = {"quant", "kv", "draft", "np", "load"};
	json_t *list = json_array(), *up = report_launch(r, cell_key(cell), "up");
	json_t *down = report_launch(r, cell_key(cell), "down");
	struct buf b = BUF_INIT;

	add_pair(list, "Key", cell_key(cell));
	name_level(&b, cell, "engine");
	add_pair(list, "Engine", b.s);
	for (size_t i = 0; i < sizeof knobs / sizeof *knobs; i++) {
		buf_clear(&b);
		name_level(&b, cell, knobs[i]);
		buf_puts(&b, "");
		add_pair(list, name_knob(knobs[i]), b.s);
	}
	buf_free(&b);
	add_number(list, "Replicate", knob_replicate(cell), figure_count);
	add_pair(list, "Device", json_str(cell, "device", ""));
	add_pair(list, "Suite", json_str(cell, "suite", ""));
	add_settings(list, json_object_get(cell, "settings"));
	add_number(list, "Load time", json_num(up, "load_s", NAN), figure_seconds);
	add_number(list, "Memory at rest", json_num(up, "memory.rest_mib", NAN), figure_mib);
	add_number(list, "Memory loaded", json_num(up, "memory.loaded_mib", NAN), figure_mib);
	add_number(list, "Memory at its peak", json_num(down, "memory.peak_mib", NAN), figure_mib);
	add_pair(list, "Memory by", json_str(down, "memory.source", ""));
	add_number(list, "Memory estimated", json_num(cell, "estimate_mib", NAN), figure_mib);
	return list;
}

json_t *
cells_heads(void)
{
	return json_pack("[s,s,s,s,s,s,s,s,s]", "Task", "Score", "[95%]", "n", "No answer", "Cut",
		"Decode t/s", "First token", "Accepted");
}

static void
add_figure(json_t *list, double x, void (*write)(struct buf *, double))
{
	struct buf b = BUF_INIT;

	if (isfinite(x))
		write(&b, x);
	buf_puts(&b, "");
	json_array_append_new(list, json_string(b.s));
	buf_free(&b);
}

static json_t *
row_words(const json_t *row)
{
	json_t *list = json_array();
	struct buf b = BUF_INIT;

	json_array_append_new(list, json_string(json_str(row, "task", "?")));
	add_figure(list, json_num(row, "score", NAN), figure_percent);
	figure_interval(&b, json_num(row, "lo", NAN), json_num(row, "hi", NAN));
	buf_puts(&b, "");
	json_array_append_new(list, json_string(b.s));
	add_figure(list, json_num(row, "n", NAN), figure_count);
	add_figure(list, json_num(row, "counts.no_answer", NAN), figure_count);
	add_figure(list, json_num(row, "counts.cut", NAN), figure_count);
	add_figure(list, row_speed(row, "decode_tps"), figure_rate);
	add_figure(list, row_speed(row, "ttft_ms"), figure_ms);
	add_figure(list, json_num(row, "acceptance", NAN), figure_percent);
	buf_free(&b);
	return list;
}

static json_t *
rows_of(const struct report *r, const char *key)
{
	json_t *list = json_array(), *row, *of_cell = json_object_get(r->row_index, key);
	const char *task;

	json_object_foreach(of_cell, task, row) json_array_append_new(list, row_words(row));
	return list;
}

static json_t *
log_of(const struct report *r, const char *key)
{
	json_t *list = json_array();

	for (size_t i = 0; i < report_count(r, KIND_FINDING); i++) {
		json_t *f = report_at(r, KIND_FINDING, i);

		if (strcmp(cell_key(f), key) == 0)
			json_array_append_new(list, json_pack("[s,s]", json_str(f, "means", ""),
							    json_str(f, "seen.line", "")));
	}
	return list;
}

/* As one would type it: quoted where the shell would split it. */
static json_t *
command_of(const json_t *launch)
{
	json_t *argv = json_object_get(launch, "argv"), *v, *text;
	struct buf b = BUF_INIT;
	size_t i;

	buf_puts(&b, "");
	json_array_foreach(argv, i, v)
	{
		const char *s = json_string_value(v);

		if (s == NULL)
			continue;
		buf_puts(&b, i > 0 ? " " : "");
		if (*s == '\0' || strpbrk(s, " \t\n'\"\\$`*?[]{}()<>|&;#~!") != NULL) {
			buf_putc(&b, '\'');
			for (; *s != '\0'; s++)
				if (*s == '\'')
					buf_puts(&b, "'\\''");
				else
					buf_putc(&b, *s);
			buf_putc(&b, '\'');
		} else {
			buf_puts(&b, s);
		}
	}
	text = json_string(b.s);
	buf_free(&b);
	return text;
}

static json_t *
contrasts_of(const struct report *r, const char *key)
{
	json_t *list = json_array();

	for (size_t i = 0; i < report_count(r, KIND_CONTRAST); i++) {
		json_t *c = report_at(r, KIND_CONTRAST, i);

		if (strcmp(json_str(c, "a", ""), key) == 0 ||
			strcmp(json_str(c, "b", ""), key) == 0)
			json_array_append_new(list, json_string(json_str(c, "contrast", "")));
	}
	return list;
}

static json_t *
cell_json(const struct report *r, const json_t *cell)
{
	const char *key = cell_key(cell);
	struct status s = cell_status(r, cell);
	struct buf b = BUF_INIT;
	json_t *v = json_object();

	name_cell(&b, cell);
	json_object_set_new(v, "name", json_string(b.s));
	json_object_set_new(v, "state", json_string(state_name(s.state)));
	json_object_set_new(v, "why", json_string(s.why));
	json_object_set_new(v, "facts", facts_of(r, cell));
	json_object_set_new(v, "argv", command_of(report_launch(r, key, "up")));
	json_object_set_new(v, "rows", rows_of(r, key));
	json_object_set_new(v, "log", log_of(r, key));
	json_object_set_new(v, "contrasts", contrasts_of(r, key));
	buf_free(&b);
	return v;
}

json_t *
cells_json(const struct report *r)
{
	json_t *all = json_object();

	for (size_t i = 0; i < report_count(r, KIND_CELL); i++) {
		json_t *cell = report_at(r, KIND_CELL, i);

		json_object_set_new(all, cell_key(cell), cell_json(r, cell));
	}
	return all;
}

static json_t *
gap_words(const json_t *g)
{
	struct buf b = BUF_INIT;
	json_t *words;

	if (json_object_get(g, "diff") == NULL) {
		words = json_sprintf("refused: %s", json_str(g, "refused", "?"));
		return words;
	}
	figure_points(&b, json_num(g, "diff", NAN));
	buf_puts(&b, " points ");
	figure_point_interval(&b, json_num(g, "lo", NAN), json_num(g, "hi", NAN));
	buf_printf(&b, ", %s%s", json_flag(g, "starred", 0) ? "starred, " : "", name_grade(g));
	words = json_string(b.s);
	buf_free(&b);
	return words;
}

static json_t *
contrast_json(const struct report *r, const json_t *c)
{
	struct buf b = BUF_INIT;
	json_t *v = json_object();

	json_object_set_new(v, "knob", json_string(name_knob(json_str(c, "knob", ""))));
	name_subject(&b, r, c);
	json_object_set_new(v, "of", json_string(b.s));
	buf_clear(&b);
	name_change(&b, r, c);
	json_object_set_new(v, "change", json_string(b.s));
	json_object_set_new(v, "a", json_string(json_str(c, "a", "")));
	json_object_set_new(v, "b", json_string(json_str(c, "b", "")));
	json_object_set_new(v, "gaps", json_object());
	buf_free(&b);
	return v;
}

json_t *
contrasts_json(const struct report *r)
{
	json_t *all = json_object();

	for (size_t i = 0; i < report_count(r, KIND_CONTRAST); i++) {
		json_t *c = report_at(r, KIND_CONTRAST, i);

		json_object_set_new(all, json_str(c, "contrast", ""), contrast_json(r, c));
	}
	for (size_t i = 0; i < report_count(r, KIND_GAP); i++) {
		json_t *g = report_at(r, KIND_GAP, i);
		json_t *c = json_object_get(all, json_str(g, "contrast", ""));

		if (c != NULL && strcmp(json_str(g, "metric", "score"), "score") == 0)
			json_object_set_new(
				json_object_get(c, "gaps"), json_str(g, "task", ""), gap_words(g));
	}
	return all;
}
