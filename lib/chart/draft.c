/*
 * Decode speed by draft depth, a line a checkpoint, the accepted share beside each dot.
 *
 * Title: the largest gain and at which depth, or that no depth gained anything.
 */
#include <math.h>
#include <string.h>

#include "chart/chart.h"
#include "chart/series.h"
#include "kit/json.h"
#include "page/figure.h"

/* clang-format off */
static const char spec_text[] = CHART_SPEC({
	"width": "container", "height": 320,
	"encoding": {
		"x": {"field": "depth", "type": "quantitative", "scale": {"nice": false, "padding": 40},
			"axis": {"title": "Draft depth", "tickMinStep": 1, "format": "d", "grid": false}},
		"y": {"field": "tps", "type": "quantitative", "scale": {"zero": true},
			"axis": {"title": "Decode speed, tokens/s"}},
		"color": {"field": "name", "type": "nominal", "sort": null,
			"legend": {"columns": {"expr": "width < 480 ? 1 : 3"}},
			"scale": {"range": ["@accent", "@second", "@third", "@fourth", "@fifth"]}}
	},
	"layer": [
		{"mark": {"type": "line", "strokeWidth": 1.5, "aria": false}},
		{"mark": {"type": "point", "filled": true, "size": 80, "opacity": 1, "tooltip": {"content": "data"}},
			"encoding": {"shape": {"field": "name", "type": "nominal", "sort": null, "legend": null},
				"description": {"field": "said"}}},
		{"transform": [{"filter": "isValid(datum.label)"}],
			"mark": {"type": "text", "align": "left", "dx": 9, "dy": -8, "aria": false},
			"encoding": {"text": {"field": "label"}, "color": {"value": "@muted"}}}
	]
});
/* clang-format on */

static json_t *
datum(const struct report *r, const json_t *cell)
{
	json_t *row = report_main_row(r, cell_key(cell)), *v;
	double tps = row_speed(row, "decode_tps");
	double accepted = json_num(row, "acceptance", NAN);
	struct buf b = BUF_INIT;

	if (!isfinite(tps))
		return NULL;
	v = json_object();
	json_object_set_new(v, "name", json_string(json_str(cell, "checkpoint", "")));
	json_object_set_new(v, "depth", json_integer(knob_depth(cell)));
	json_set_num(v, "tps", tps);
	chart_tip(v, "Checkpoint", json_str(cell, "checkpoint", ""));
	chart_tip_number(v, "Depth", knob_depth(cell), figure_count);
	chart_tip_number(v, "Decode, t/s", tps, figure_rate);
	chart_tip_number(v, "Accepted", accepted, figure_percent);
	if (isfinite(accepted) && knob_depth(cell) > 0) {
		figure_percent(&b, accepted);
		buf_puts(&b, " accepted");
		json_object_set_new(v, "label", json_string(b.s));
	}
	buf_clear(&b);
	buf_printf(&b, "%s, depth %d: %s tokens a second%s%s", json_str(v, "name", ""),
		knob_depth(cell), json_str(v, "tip.Decode, t/s", ""),
		isfinite(accepted) ? ", " : "", json_str(v, "label", ""));
	json_object_set_new(v, "said", json_string(b.s));
	buf_free(&b);
	return v;
}

static void
write_title(struct buf *title, const json_t *values)
{
	const json_t *first = NULL, *winner = NULL;
	double most = 0;
	json_t *v;
	size_t i;

	json_array_foreach(values, i, v)
	{
		double gain;

		if (json_int(v, "depth", 0) == 0) {
			first = v;
			continue;
		}
		if (first == NULL ||
			strcmp(json_str(first, "name", ""), json_str(v, "name", "")) != 0)
			continue;
		gain = json_num(v, "tps", 0) / json_num(first, "tps", 1) - 1;
		if (gain > most) {
			most = gain;
			winner = v;
		}
	}
	if (winner == NULL) {
		buf_puts(title, "No draft depth was faster than none");
		return;
	}
	buf_printf(title, "Drafting gains at most %.0f%%: %s at depth %d", 100 * most,
		json_str(winner, "name", ""), (int)json_int(winner, "depth", 0));
}

json_t *
chart_draft(const struct report *r, struct buf *title)
{
	json_t *values = series_collect(r, "draft", datum), *spec;

	if (json_array_size(values) == 0) {
		json_decref(values);
		return NULL;
	}
	write_title(title, values);
	spec = chart_parse(spec_text);
	chart_data(spec, values);
	return spec;
}
