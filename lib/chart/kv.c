/*
 * Peak memory by KV type: a line a checkpoint, a dot a type, the estimate as an open tick.
 *
 * Title: the range of what the smallest type saves against the widest ("q4_0 saves 1.0 to 5.9 GiB").
 */
#include <math.h>
#include <string.h>

#include "chart/chart.h"
#include "chart/series.h"
#include "kit/json.h"
#include "page/figure.h"
#include "page/name.h"

/* clang-format off */
static const char spec_text[] = CHART_SPEC({
	"width": "container", 
	"encoding": {"y": {"field": "name", "type": "nominal", "sort": null,
		"axis": {"title": null, "labelColor": "@ink", "grid": true, "domain": false, "ticks": false}}},
	"layer": [
		{"mark": {"type": "line", "color": "@dim", "strokeWidth": 1.5, "aria": false},
			"encoding": {"x": {"field": "size", "type": "quantitative", "scale": {"zero": false, "padding": 24},
				"axis": {"title": "Peak memory, @unit"}}, "detail": {"field": "name"}}},
		{"mark": {"type": "tick", "thickness": 1.5, "size": 16, "color": "@muted", "aria": false},
			"encoding": {"x": {"field": "estimate", "type": "quantitative", "scale": {"zero": false}}}},
		{"mark": {"type": "point", "filled": true, "size": 90, "opacity": 1, "tooltip": {"content": "data"}},
			"encoding": {"x": {"field": "size", "type": "quantitative"},
				"color": {"field": "kv", "type": "nominal", "sort": null,
					"scale": {"range": ["@accent", "@third", "@second", "@fourth", "@fifth"]}},
				"shape": {"field": "kv", "type": "nominal", "sort": null},
				"description": {"field": "said"}}}
	]
});
/* clang-format on */

static json_t *
datum(const struct report *r, const json_t *cell)
{
	json_t *row = report_main_row(r, cell_key(cell)), *v;
	double mib = row == NULL ? NAN : row_peak_mib(row), estimate;
	struct buf b = BUF_INIT;

	if (!isfinite(mib))
		return NULL;
	estimate = json_num(cell, "estimate_mib", NAN);
	v = json_object();
	name_level(&b, cell, "kv");
	json_object_set_new(v, "name", json_string(json_str(cell, "checkpoint", "")));
	json_object_set_new(v, "kv", json_string(b.s));
	json_set_num(v, "size", mib);
	json_set_num(v, "estimate", estimate);
	chart_tip(v, "Checkpoint", json_str(cell, "checkpoint", ""));
	chart_tip(v, "KV", b.s);
	chart_tip_number(v, "Peak memory", mib, figure_mib);
	chart_tip_number(v, "Estimated", estimate, figure_mib);
	chart_tip(v, "Source", json_str(row, "memory.source", ""));
	buf_clear(&b);
	buf_printf(&b, "%s, KV %s: %s", json_str(v, "name", ""), json_str(v, "kv", ""),
		json_str(v, "tip.Peak memory", ""));
	json_object_set_new(v, "said", json_string(b.s));
	buf_free(&b);
	return v;
}

/* Each checkpoint's widest less its smallest, over the checkpoints. */
static void
write_title(struct buf *title, const json_t *values)
{
	double least = INFINITY, most = -INFINITY;
	json_t *v, *w;
	size_t i, k;

	json_array_foreach(values, i, v)
	{
		double top = json_num(v, "size", 0), low = top;

		json_array_foreach(values, k, w)
		{
			if (strcmp(json_str(v, "name", ""), json_str(w, "name", "")) != 0)
				continue;
			top = fmax(top, json_num(w, "size", 0));
			low = fmin(low, json_num(w, "size", 0));
		}
		least = fmin(least, top - low);
		most = fmax(most, top - low);
	}
	buf_puts(title, "A smaller KV cache saves up to ");
	figure_mib(title, most);
	buf_puts(title, " of peak memory");
	if (most - least > .05 * most) {
		buf_puts(title, ", at least ");
		figure_mib(title, least);
	}
}

enum { PIXELS_A_LINE = 34 };

static int
lines(const json_t *values)
{
	const char *last = "";
	int n = 0;
	json_t *v;
	size_t i;

	json_array_foreach(values, i, v)
	{
		n += strcmp(last, json_str(v, "name", "")) != 0;
		last = json_str(v, "name", "");
	}
	return n;
}

json_t *
chart_kv(const struct report *r, struct buf *title)
{
	json_t *values = series_collect(r, "kv", datum), *spec;

	if (json_array_size(values) == 0) {
		json_decref(values);
		return NULL;
	}
	write_title(title, values);
	spec = chart_parse(spec_text);
	chart_size_unit(spec, values);
	json_object_set_new(spec, "height", json_integer(PIXELS_A_LINE * lines(values)));
	chart_data(spec, values);
	return spec;
}
