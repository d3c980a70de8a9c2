/*
 * Quality against memory within each family: a line a family, a dot a quantization.
 *
 * Title: from the gaps of knob quant, how many of the families have a starred deficit.
 */
#include <math.h>
#include <string.h>

#include "chart/chart.h"
#include "chart/label.h"
#include "kit/json.h"
#include "page/figure.h"

/* clang-format off */
static const char spec_text[] = CHART_SPEC({
	"width": "container", "height": 380,
	"encoding": {
		"x": {"field": "size", "type": "quantitative", "scale": {"zero": false, "padding": 24},
			"axis": {"title": "Peak memory, @unit", "grid": true}}
	},
	"layer": [
		{"mark": {"type": "line", "color": "@dim", "strokeWidth": 1.5, "aria": false},
			"encoding": {"y": {"field": "y", "type": "quantitative"}, "detail": {"field": "family"},
				"order": {"field": "size"}}},
		{"mark": {"type": "rule", "color": "@accent", "strokeWidth": 1.5, "opacity": 0.5, "aria": false},
			"encoding": {"y": {"field": "lo", "type": "quantitative", "scale": {"zero": false, "padding": 14},
				"axis": {"title": "Mean quality, %"}}, "y2": {"field": "hi"}}},
		{"mark": {"type": "point", "filled": true, "color": "@accent", "size": 80, "opacity": 1,
			"tooltip": {"content": "data"}},
			"encoding": {"y": {"field": "y", "type": "quantitative"}, "description": {"field": "said"}}}
	]
});
/* clang-format on */

static size_t
members(const struct report *r, const char *family)
{
	json_t *cell;
	size_t n = 0, i;

	json_array_foreach(r->list[KIND_CELL], i, cell)
		n += strcmp(json_str(cell, "family", ""), family) == 0 &&
		     report_base(r, json_str(cell, "checkpoint", "")) == cell;
	return n;
}

static json_t *
datum(const json_t *cell, const json_t *row)
{
	double mib = row_peak_mib(row), y = json_num(row, "score", NAN);
	struct buf b = BUF_INIT;
	json_t *v;

	if (!isfinite(mib) || !isfinite(y))
		return NULL;
	v = json_object();
	json_object_set_new(v, "family", json_string(json_str(cell, "family", "")));
	json_object_set_new(v, "quant", json_string(knob_quant(cell)));
	json_set_num(v, "size", mib);
	json_set_num(v, "y", 100 * y);
	json_set_num(v, "lo", 100 * json_num(row, "lo", y));
	json_set_num(v, "hi", 100 * json_num(row, "hi", y));
	chart_tip(v, "Family", json_str(cell, "family", ""));
	chart_tip(v, "Quantization", knob_quant(cell));
	chart_tip_number(v, "Peak memory", mib, figure_mib);
	figure_percent(&b, y);
	buf_putc(&b, ' ');
	figure_interval(&b, json_num(row, "lo", NAN), json_num(row, "hi", NAN));
	chart_tip(v, "Mean quality [95%]", b.s);
	buf_clear(&b);
	buf_printf(&b, "%s %s: %s, quality %s", json_str(v, "family", ""), json_str(v, "quant", ""),
		json_str(v, "tip.Peak memory", ""), json_str(v, "tip.Mean quality [95%]", ""));
	json_object_set_new(v, "said", json_string(b.s));
	buf_free(&b);
	return v;
}

/* The dot of a family with the most memory carries the family's name, too. */
static void
name_dots(json_t *values)
{
	json_t *v, *w;
	size_t i, k;

	json_array_foreach(values, i, v)
	{
		bool last = true;

		json_array_foreach(values, k,
			w) if (strcmp(json_str(v, "family", ""), json_str(w, "family", "")) == 0 &&
			       json_num(w, "size", 0) > json_num(v, "size", 0)) last = false;
		json_object_set_new(v, "front", json_boolean(last));
		json_object_set_new(v, "label",
			last ? json_sprintf(
				       "%s %s", json_str(v, "family", ""), json_str(v, "quant", ""))
			     : json_string(json_str(v, "quant", "")));
	}
	label_place(values, "label", &(struct label_space){"size", "y", false, 760, 270});
}

static void
write_title(struct buf *title, const struct report *r)
{
	size_t gaps = 0, starred = 0, i;
	json_t *g;

	json_array_foreach(r->list[KIND_GAP], i, g)
	{
		if (strcmp(json_str(g, "knob", ""), "quant") != 0 ||
			strcmp(json_str(g, "task", ""), "mean") == 0 ||
			strcmp(json_str(g, "metric", "score"), "score") != 0 ||
			json_object_get(g, "diff") == NULL)
			continue;
		gaps++;
		starred += json_flag(g, "starred", 0) != 0;
	}
	if (gaps == 0) {
		buf_puts(title, "Quality and memory within each family");
		return;
	}
	buf_puts(title, "Bit-width alone: ");
	figure_word(title, starred);
	buf_puts(title, " of ");
	figure_count(title, (double)gaps);
	buf_puts(title, " gaps starred");
}

json_t *
chart_quant(const struct report *r, struct buf *title)
{
	json_t *values = json_array(), *spec, *cell, *v;
	size_t i;

	json_array_foreach(r->list[KIND_CELL], i,
		cell) if (report_base(r, json_str(cell, "checkpoint", "")) == cell &&
			  members(r, json_str(cell, "family", "")) > 1 &&
			  (v = datum(cell, report_main_row(r, cell_key(cell)))) != NULL)
		json_array_append_new(values, v);
	if (json_array_size(values) == 0) {
		json_decref(values);
		return NULL;
	}
	name_dots(values);
	write_title(title, r);
	spec = chart_parse(spec_text);
	chart_size_unit(spec, values);
	label_layers(spec, values, "label", "y");
	chart_data(spec, values);
	return spec;
}
