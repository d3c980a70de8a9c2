/*
 * Output of all slots together by np, a line a checkpoint.
 *
 * Title: the largest factor over one slot, and at which np.
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
		"x": {"field": "np", "type": "quantitative", "scale": {"type": "log", "base": 2, "nice": false, "padding": 30},
			"axis": {"title": "Slots and requests at a time (np)", "values": [1, 2, 4, 8, 16, 32], "grid": false}},
		"y": {"field": "tps", "type": "quantitative", "scale": {"zero": true},
			"axis": {"title": "Output of all slots, tokens/s"}},
		"color": {"field": "name", "type": "nominal", "sort": null,
			"legend": {"columns": {"expr": "width < 480 ? 1 : 3"}},
			"scale": {"range": ["@accent", "@second", "@third", "@fourth", "@fifth"]}}
	},
	"layer": [
		{"mark": {"type": "line", "strokeWidth": 1.5, "aria": false}},
		{"mark": {"type": "point", "filled": true, "size": 80, "opacity": 1, "tooltip": {"content": "data"}},
			"encoding": {"shape": {"field": "name", "type": "nominal", "sort": null, "legend": null},
				"description": {"field": "said"}}}
	]
});
/* clang-format on */

static json_t *
datum(const struct report *r, const json_t *cell)
{
	json_t *row = report_main_row(r, cell_key(cell)), *v;
	double tps = row_speed(row, "output_tps");
	struct buf b = BUF_INIT;

	if (!isfinite(tps))
		return NULL;
	v = json_object();
	json_object_set_new(v, "name", json_string(json_str(cell, "checkpoint", "")));
	json_object_set_new(v, "np", json_integer(knob_np(cell)));
	json_set_num(v, "tps", tps);
	chart_tip(v, "Checkpoint", json_str(cell, "checkpoint", ""));
	chart_tip_number(v, "np", knob_np(cell), figure_count);
	chart_tip_number(v, "Output, t/s", tps, figure_rate);
	chart_tip_number(v, "A request, t/s", row_speed(row, "decode_tps"), figure_rate);
	chart_tip_number(v, "First token", row_speed(row, "ttft_ms"), figure_ms);
	chart_tip_number(v, "Peak memory", row_peak_mib(row), figure_mib);
	buf_printf(&b, "%s, np %d: %s tokens a second", json_str(v, "name", ""), knob_np(cell),
		json_str(v, "tip.Output, t/s", ""));
	json_object_set_new(v, "said", json_string(b.s));
	buf_free(&b);
	return v;
}

static void
write_title(struct buf *title, const json_t *values)
{
	const json_t *first = NULL, *winner = NULL;
	double most = 1;
	json_t *v;
	size_t i;

	json_array_foreach(values, i, v)
	{
		double factor;

		if (first == NULL ||
			strcmp(json_str(first, "name", ""), json_str(v, "name", "")) != 0) {
			first = v;
			continue;
		}
		factor = json_num(v, "tps", 0) / json_num(first, "tps", 1);
		if (factor > most) {
			most = factor;
			winner = v;
		}
	}
	if (winner == NULL)
		buf_puts(title, "More slots gave no more output");
	else
		buf_printf(title, "Slots give at most %.1f times the output of one: %s at np %d",
			most, json_str(winner, "name", ""), (int)json_int(winner, "np", 0));
}

json_t *
chart_throughput(const struct report *r, struct buf *title)
{
	json_t *values = series_collect(r, "np", datum), *spec;

	if (json_array_size(values) == 0) {
		json_decref(values);
		return NULL;
	}
	write_title(title, values);
	spec = chart_parse(spec_text);
	chart_data(spec, values);
	return spec;
}
