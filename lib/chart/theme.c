/*
 * The colours of charts, and of the page round them (report.css holds the same values). Categories
 * differ in lightness as well as hue, so that they part in grey and for colour-blind readers.
 */
#include <stdlib.h>
#include <string.h>

#include "chart/chart.h"
#include "kit/err.h"
#include "kit/json.h"

static const struct {
	const char *name, *light, *dark;
} colours[] = {
	{"@ink", "#1d2126", "#e4e6e9"},
	{"@muted", "#5b636d", "#9aa3ad"},
	{"@grid", "#e3e6ea", "#2c323a"},
	{"@paper", "#ffffff", "#14171b"},
	{"@accent", "#1f5fae", "#7db1f0"},
	{"@second", "#b3591a", "#e09a5c"},
	{"@third", "#3f7d58", "#7cbf97"},
	{"@fourth", "#7a5aa6", "#b79be0"},
	{"@fifth", "#6b6f76", "#a9afb7"},
	{"@bad", "#b3261e", "#f2867e"},
	{"@unsure", "#946200", "#e0b050"},
	{"@good", "#2f7d4f", "#74c094"},
	{"@dim", "#8a929c", "#727b86"},
};

static json_t *
colour(const char *name, enum chart_theme theme)
{
	for (size_t i = 0; i < sizeof colours / sizeof *colours; i++) {
		if (strcmp(colours[i].name, name) != 0)
			continue;
		if (theme == THEME_PAGE)
			return json_sprintf("var(--%s)", name + 1);
		return json_string(theme == THEME_LIGHT ? colours[i].light : colours[i].dark);
	}
	return NULL;
}

/* Data are records' words: an "@" in them is no colour. */
static json_t *
replaced(const json_t *v, enum chart_theme theme)
{
	json_t *copy, *member;
	const char *key;
	size_t i;

	if (json_is_object(v)) {
		copy = json_object();
		json_object_foreach((json_t *)v, key, member) json_object_set_new(copy, key,
			strcmp(key, "values") == 0 ? json_incref(member) : replaced(member, theme));
		return copy;
	}
	if (json_is_array(v)) {
		copy = json_array();
		json_array_foreach(v, i, member)
			json_array_append_new(copy, replaced(member, theme));
		return copy;
	}
	copy = json_is_string(v) ? colour(json_string_value(v), theme) : NULL;
	return copy != NULL ? copy : json_incref((json_t *)v);
}

/* clang-format off */
static const char common[] = CHART_SPEC({
	"background": null,
	"font": "system-ui, -apple-system, Segoe UI, Roboto, Helvetica Neue, Arial, sans-serif",
	"padding": 4,
	"view": {"stroke": null},
	"axis": {"domainColor": "@grid", "tickColor": "@grid", "gridColor": "@grid", "labelColor": "@muted",
		"titleColor": "@muted", "labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal",
		"labelLimit": 220, "titlePadding": 8},
	"legend": {"labelColor": "@ink", "titleColor": "@muted", "labelFontSize": 12, "titleFontSize": 12,
		"titleFontWeight": "normal", "orient": "top", "title": null, "symbolOpacity": 1, "symbolStrokeWidth": 2, "labelLimit": 320},
	"header": {"labelColor": "@ink", "titleColor": "@muted", "labelFontSize": 12, "labelFontWeight": 600},
	"text": {"color": "@ink", "fontSize": 11.5},
	"title": {"color": "@ink"}
});
/* clang-format on */

json_t *
chart_colours(const json_t *spec, enum chart_theme theme)
{
	json_t *c = json_loads(common, 0, NULL), *copy = replaced(spec, theme);

	if (c == NULL)
		die(EXIT_BUG, "chart: the common configuration is no JSON");
	json_object_set_new(copy, "config", replaced(c, theme));
	json_decref(c);
	return copy;
}

json_t *
chart_picture(const json_t *spec, const char *title)
{
	json_t *copy = chart_colours(spec, THEME_LIGHT), *config = json_object_get(copy, "config");

	json_object_set_new(config, "font", json_string("DejaVu Sans"));
	json_object_set_new(config, "background", json_string("#ffffff"));
	json_object_set_new(copy, "width", json_integer(760));
	json_object_set_new(copy, "title",
		json_pack("{s:s,s:s,s:i,s:i}", "text", title, "anchor", "start", "fontSize", 14,
			"offset", 12));
	return copy;
}
