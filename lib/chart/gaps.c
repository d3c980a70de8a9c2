/*
 * Every gap as a dot with its 95% interval, sorted within its knob, coloured by grade.
 *
 * Title: how many gaps there are, how many are starred, and how many stand.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chart/chart.h"
#include "kit/json.h"
#include "kit/mem.h"
#include "page/figure.h"
#include "page/name.h"

/* clang-format off */
static const char spec_text[] = CHART_SPEC({
	"width": "container",
	"encoding": {
		"y": {"field": "slot", "type": "quantitative", "axis": null,
			"scale": {"reverse": true, "zero": false, "nice": false, "padding": 6}},
		"color": {"field": "grade", "type": "nominal",
			"legend": {"columns": {"expr": "width < 480 ? 3 : 0"}}, "scale": {
			"domain": ["stands", "inside noise", "ungraded", "unresolved", "no deficit"],
			"range": ["@bad", "@unsure", "@fourth", "@dim", "@accent"]}}
	},
	"layer": [
		{"mark": {"type": "rule", "color": "@muted", "strokeWidth": 1, "aria": false},
			"encoding": {"x": {"datum": 0}, "y": null, "color": null}},
		{"transform": [{"filter": "isValid(datum.diff)"}],
			"mark": {"type": "rule", "strokeWidth": 1.2, "opacity": 0.45, "aria": false},
			"encoding": {"x": {"field": "lo", "type": "quantitative",
				"axis": {"title": "Difference, points (95% interval); left is a loss"}},
				"x2": {"field": "hi"}}},
		{"transform": [{"filter": "isValid(datum.diff)"}],
			"mark": {"type": "point", "filled": true, "opacity": 1, "tooltip": {"content": "data"}},
			"encoding": {"x": {"field": "diff", "type": "quantitative"},
				"shape": {"condition": {"test": "datum.starred", "value": "diamond"}, "value": "circle"},
				"size": {"condition": {"test": "datum.starred", "value": 90}, "value": 30},
				"description": {"field": "said"}}},
		{"transform": [{"filter": "!isValid(datum.diff)"}],
			"mark": {"type": "text", "align": "left", "fontWeight": 600, "fontSize": 12, "aria": false},
			"encoding": {"x": {"value": 0}, "text": {"field": "head"}, "color": {"value": "@ink"}}}
	]
});
/* clang-format on */

static void
add_tip(json_t *v, const struct report *r, const json_t *g)
{
	json_t *c = report_contrast(r, json_str(g, "contrast", ""));
	struct buf b = BUF_INIT;

	if (c != NULL) {
		name_subject(&b, r, c);
		chart_tip(v, "Of", b.s);
		buf_clear(&b);
		name_change(&b, r, c);
		chart_tip(v, "Change", b.s);
		buf_clear(&b);
	} else {
		chart_tip(v, "Of", json_str(g, "contrast", "?"));
	}
	chart_tip(v, "Task", json_str(g, "task", "?"));
	figure_points(&b, json_num(g, "diff", NAN));
	buf_putc(&b, ' ');
	figure_point_interval(&b, json_num(g, "lo", NAN), json_num(g, "hi", NAN));
	chart_tip(v, "Difference, points [95%]", b.s);
	chart_tip_number(v, "MDE, points", json_num(g, "mde", NAN), figure_mde);
	chart_tip_number(v, "n", json_num(g, "n", NAN), figure_count);
	buf_clear(&b);
	buf_printf(&b, "%.0f lost, %.0f won", json_num(g, "flips.b", 0), json_num(g, "flips.c", 0));
	chart_tip(v, "Flips", b.s);
	chart_tip(v, "Grade", name_grade(g));
	buf_clear(&b);
	buf_printf(&b, "%s, %s: %s points, %s", json_str(v, "tip.Of", ""), json_str(g, "task", "?"),
		json_string_value(
			json_object_get(json_object_get(v, "tip"), "Difference, points [95%]")),
		name_grade(g));
	json_object_set_new(v, "said", json_string(b.s));
	buf_free(&b);
}

static json_t *
datum(const struct report *r, const json_t *g)
{
	double diff = json_num(g, "diff", NAN);
	struct buf id = BUF_INIT;
	json_t *v;

	if (!isfinite(diff) || json_object_get(g, "refused") != NULL ||
		strcmp(json_str(g, "task", ""), "mean") == 0 ||
		strcmp(json_str(g, "metric", "score"), "score") != 0)
		return NULL;
	v = json_object();
	json_object_set_new(v, "knob", json_string(name_knob(json_str(g, "knob", "?"))));
	json_object_set_new(v, "rank", json_integer(knob_rank(json_str(g, "knob", "?"))));
	json_set_num(v, "diff", 100 * diff);
	json_set_num(v, "lo", 100 * json_num(g, "lo", diff));
	json_set_num(v, "hi", 100 * json_num(g, "hi", diff));
	json_object_set_new(v, "grade", json_string(name_grade(g)));
	json_object_set_new(v, "starred", json_boolean(json_flag(g, "starred", 0)));
	json_object_set_new(v, "contrast", json_string(json_str(g, "contrast", "")));
	json_object_set_new(v, "task", json_string(json_str(g, "task", "")));
	name_gap_id(&id, g);
	json_object_set_new(v, "href", json_string(id.s));
	buf_free(&id);
	add_tip(v, r, g);
	return v;
}

static int
by_knob_and_size(const void *x, const void *y)
{
	const json_t *a = *(json_t *const *)x, *b = *(json_t *const *)y;
	int c = (int)(json_int(a, "rank", 0) - json_int(b, "rank", 0));
	double d = json_num(a, "diff", 0) - json_num(b, "diff", 0);

	if (c != 0)
		return c;
	if (d < 0 || d > 0)
		return d < 0 ? -1 : 1;
	return strcmp(json_str(a, "href", ""), json_str(b, "href", ""));
}

enum { SLOTS_BETWEEN = 3, HEAD_SLOTS = 3, PIXELS_A_SLOT = 5 };

static json_t *
heading(const char *knob, int slot)
{
	json_t *v = json_object();

	json_object_set_new(v, "head", json_string(knob));
	json_object_set_new(v, "slot", json_integer(slot));
	return v;
}

/* Puts each dot in a slot of its own, from the top, each knob under its name. */
static json_t *
ranked(json_t **all, size_t n, int *slots)
{
	json_t *values = json_array();
	const char *knob = NULL;
	int slot = 0;

	qsort(all, n, sizeof *all, by_knob_and_size);
	for (size_t i = 0; i < n; i++) {
		if (knob == NULL || strcmp(json_str(all[i], "knob", ""), knob) != 0) {
			slot += knob == NULL ? 0 : SLOTS_BETWEEN;
			knob = json_str(all[i], "knob", "");
			json_array_append_new(values, heading(knob, slot));
			slot += HEAD_SLOTS;
		}
		json_object_set_new(all[i], "slot", json_integer(slot++));
		json_array_append_new(values, all[i]);
	}
	*slots = slot;
	return values;
}

static void
write_title(struct buf *title, const json_t *values)
{
	size_t starred = 0, stands = 0, n = 0, i;
	json_t *v;

	json_array_foreach(values, i, v)
	{
		n += json_object_get(v, "diff") != NULL;
		starred += json_flag(v, "starred", 0) != 0;
		stands += strcmp(json_str(v, "grade", ""), "stands") == 0;
	}
	figure_count(title, (double)n);
	buf_puts(title, n == 1 ? " gap, " : " gaps, ");
	figure_word(title, starred);
	buf_puts(title, " starred");
	if (starred > 0) {
		buf_puts(title, ", ");
		figure_word(title, stands);
		buf_puts(title, stands == 1 ? " stands against noise" : " stand against noise");
	}
}

json_t *
chart_gaps(const struct report *r, struct buf *title)
{
	size_t n = 0, i;
	int slots = 0;
	json_t **all = xreallocarray(NULL, report_count(r, KIND_GAP) + 1, sizeof *all), *g, *values,
	       *spec;

	json_array_foreach(r->list[KIND_GAP], i, g)
	{
		json_t *v = datum(r, g);

		if (v != NULL)
			all[n++] = v;
	}
	values = ranked(all, n, &slots);
	free(all);
	if (n == 0) {
		json_decref(values);
		return NULL;
	}
	write_title(title, values);
	spec = chart_parse(spec_text);
	json_object_set_new(spec, "height", json_integer(slots * PIXELS_A_SLOT + 20));
	chart_data(spec, values);
	return spec;
}
