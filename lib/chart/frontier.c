/*
 * Decode speed (log) × mean quality, a dot a checkpoint at its default knobs, joined
 * by family; the wide grey line is the front, on which nobody is both faster and better.
 *
 * Title: "A leads quality, B leads speed", where A's interval lies above every other's; "Nobody leads
 * quality alone" where it doesn't; one name where the same leads both. Speed is led by the highest.
 */
#include <math.h>
#include <string.h>

#include "chart/chart.h"
#include "chart/label.h"
#include "kit/json.h"
#include "page/figure.h"

/* clang-format off */
static const char spec_text[] = CHART_SPEC({
	"width": "container", "height": 420,
	"encoding": {
		"x": {"field": "x", "type": "quantitative", "scale": {"type": "log", "nice": false, "padding": 24},
			"axis": {"title": "Decode speed, tokens/s (log scale)", "grid": true, "format": "~g",
				"values": [0.5, 1, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 40, 50, 60, 80, 100, 150,
				200, 300, 400, 500, 600, 800, 1000, 1500, 2000, 3000, 5000], "labelOverlap": "greedy"}},
		"color": {"field": "arch", "type": "nominal", "scale": {"domain": ["dense", "MoE"],
			"range": ["@accent", "@second"]}},
		"shape": {"field": "arch", "type": "nominal", "scale": {"domain": ["dense", "MoE"],
			"range": ["circle", "square"]}}
	},
	"layer": [
		{"mark": {"type": "line", "color": "@dim", "strokeWidth": 1, "strokeDash": [3, 3], "aria": false},
			"encoding": {"y": {"field": "y", "type": "quantitative"}, "color": null, "shape": null,
				"detail": {"field": "family"}, "order": {"field": "x"}}},
		{"transform": [{"filter": "datum.front"}],
			"mark": {"type": "line", "color": "@grid", "strokeWidth": 7, "strokeCap": "round", "aria": false},
			"encoding": {"y": {"field": "y", "type": "quantitative"}, "color": null, "shape": null,
				"order": {"field": "x"}}},
		{"mark": {"type": "rule", "strokeWidth": 1.5, "strokeOpacity": 0.5, "aria": false},
			"encoding": {"y": {"field": "lo", "type": "quantitative", "scale": {"zero": false, "padding": 14},
				"axis": {"title": "Mean quality, %"}}, "y2": {"field": "hi"}, "shape": null}},
		{"mark": {"type": "point", "filled": true, "size": 80, "opacity": 1, "tooltip": {"content": "data"}},
			"encoding": {"y": {"field": "y", "type": "quantitative"},
				"description": {"field": "said"}}}
	]
});
/* clang-format on */

struct leaders {
	json_t *best, *fastest;
	bool alone;
};

static struct leaders
leaders_of(const json_t *values)
{
	struct leaders l = {0};
	json_t *v;
	size_t i;

	json_array_foreach(values, i, v)
	{
		if (l.best == NULL || json_num(v, "y", 0) > json_num(l.best, "y", 0))
			l.best = v;
		if (l.fastest == NULL || json_num(v, "x", 0) > json_num(l.fastest, "x", 0))
			l.fastest = v;
	}
	l.alone = true;
	json_array_foreach(
		values, i, v) if (v != l.best && json_num(v, "hi", 0) >= json_num(l.best, "lo", 0))
		l.alone = false;
	return l;
}

/* On the front: nobody is both faster and better. */
static void
mark_front(json_t *values)
{
	json_t *v, *w;
	size_t i, k;

	json_array_foreach(values, i, v)
	{
		bool front = true;

		json_array_foreach(values, k, w) if (json_num(w, "x", 0) > json_num(v, "x", 0) &&
						     json_num(w, "y", 0) > json_num(v, "y", 0))
			front = false;
		json_object_set_new(v, "front", json_boolean(front));
	}
}

static void
write_title(struct buf *title, const json_t *values)
{
	struct leaders l = leaders_of(values);
	const char *fastest = json_str(l.fastest, "name", "");

	if (json_array_size(values) < 2)
		buf_puts(title, "Decode speed and mean quality");
	else if (!l.alone)
		buf_printf(title, "Nobody leads quality alone; %s leads speed", fastest);
	else if (l.best == l.fastest)
		buf_printf(title, "%s leads both quality and speed", fastest);
	else
		buf_printf(title, "%s leads quality, %s leads speed", json_str(l.best, "name", ""),
			fastest);
}

static void
add_tip(json_t *v, const json_t *cell, const json_t *row)
{
	struct buf b = BUF_INIT;

	chart_tip(v, "Checkpoint", json_str(cell, "checkpoint", ""));
	chart_tip(v, "Kind", json_str(v, "arch", ""));
	figure_percent(&b, json_num(row, "score", NAN));
	buf_putc(&b, ' ');
	figure_interval(&b, json_num(row, "lo", NAN), json_num(row, "hi", NAN));
	chart_tip(v, "Mean quality [95%]", b.s);
	buf_clear(&b);
	figure_rate(&b, row_speed(row, "decode_tps"));
	chart_tip(v, "Decode, t/s", b.s);
	chart_tip_number(v, "n", json_num(row, "n", NAN), figure_count);
	buf_clear(&b);
	buf_printf(&b, "%s: quality %s, decode %s tokens a second", json_str(v, "name", ""),
		json_str(v, "tip.Mean quality [95%]", ""), json_str(v, "tip.Decode, t/s", ""));
	json_object_set_new(v, "said", json_string(b.s));
	buf_free(&b);
}

static json_t *
datum(const json_t *cell, const json_t *row)
{
	double x = row_speed(row, "decode_tps"), y = json_num(row, "score", NAN);
	const char *name = json_str(cell, "checkpoint", "");
	json_t *v;

	if (!isfinite(x) || !isfinite(y) || x <= 0)
		return NULL;
	v = json_object();
	json_object_set_new(v, "name", json_string(name));
	json_object_set_new(v, "label", json_string(name));
	json_object_set_new(v, "family", json_string(json_str(cell, "family", name)));
	json_object_set_new(v, "arch",
		json_string(strcmp(json_str(cell, "arch", ""), "moe") == 0 ? "MoE" : "dense"));
	json_set_num(v, "x", x);
	json_set_num(v, "y", 100 * y);
	json_set_num(v, "lo", 100 * json_num(row, "lo", y));
	json_set_num(v, "hi", 100 * json_num(row, "hi", y));
	add_tip(v, cell, row);
	return v;
}

/* The legend tells of the kinds that are there. */
static void
only_kinds(json_t *spec, const json_t *values)
{
	static const char *const channels[] = {"color", "shape"};
	bool moe = false, dense = false;
	json_t *v;
	size_t i;

	json_array_foreach((json_t *)values, i, v)
	{
		moe = moe || strcmp(json_str(v, "arch", ""), "MoE") == 0;
		dense = dense || strcmp(json_str(v, "arch", ""), "MoE") != 0;
	}
	if (moe && dense)
		return;
	for (i = 0; i < 2; i++)
		json_object_set_new(json_object_get(json_object_get(spec, "encoding"), channels[i]),
			"legend", json_null());
}

json_t *
chart_frontier(const struct report *r, struct buf *title)
{
	json_t *values = json_array(), *spec, *cell;
	size_t i;

	json_array_foreach(r->list[KIND_CELL], i, cell)
	{
		json_t *v;

		if (report_base(r, json_str(cell, "checkpoint", "")) != cell)
			continue;
		v = datum(cell, report_main_row(r, cell_key(cell)));
		if (v != NULL)
			json_array_append_new(values, v);
	}
	if (json_array_size(values) == 0) {
		json_decref(values);
		return NULL;
	}
	write_title(title, values);
	mark_front(values);
	label_place(values, "label", &(struct label_space){"x", "y", true, 760, 300});
	spec = chart_parse(spec_text);
	only_kinds(spec, values);
	label_layers(spec, values, "label", "y");
	chart_data(spec, values);
	return spec;
}
