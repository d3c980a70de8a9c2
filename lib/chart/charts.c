#include "chart/chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/err.h"
#include "kit/json.h"

const struct chart charts[] = {
	{"frontier", "decode speed against mean quality", chart_frontier},
	{"quant", "quality against memory by family", chart_quant},
	{"gaps", "every gap as a dot with its interval", chart_gaps},
	{"kv", "peak memory by KV type", chart_kv},
	{"draft", "speed by draft depth, with acceptance", chart_draft},
	{"throughput", "output of all slots together by np", chart_throughput},
	{NULL, NULL, NULL},
};

const struct chart *
chart_named(const char *name)
{
	for (const struct chart *c = charts; c->name != NULL; c++)
		if (strcmp(c->name, name) == 0)
			return c;
	return NULL;
}

json_t *
chart_parse(const char *text)
{
	json_error_t e;
	json_t *spec = json_loads(text, JSON_REJECT_DUPLICATES, &e);

	if (spec == NULL)
		die(EXIT_BUG, "chart, column %d: %s", e.column, e.text);
	if (strcmp(json_str(spec, "width", ""), "container") == 0)
		json_object_set_new(spec, "autosize",
			json_pack("{s:s,s:s}", "type", "fit-x", "contains", "padding"));
	json_object_set_new(
		spec, "$schema", json_string("https://vega.github.io/schema/vega-lite/v5.json"));
	return spec;
}

void
chart_data(json_t *spec, json_t *values)
{
	json_t *data = json_object();

	json_object_set_new(data, "values", values);
	json_object_set_new(spec, "data", data);
}

void
chart_tip(json_t *datum, const char *name, const char *text)
{
	json_t *tip = json_object_get(datum, "tip");

	if (tip == NULL) {
		tip = json_object();
		json_object_set_new(datum, "tip", tip);
	}
	json_object_set_new(tip, name, json_string(text));
}

void
chart_tip_number(json_t *datum, const char *name, double x, void (*write)(struct buf *, double))
{
	struct buf b = BUF_INIT;

	if (!isfinite(x))
		return;
	write(&b, x);
	chart_tip(datum, name, b.s);
	buf_free(&b);
}

static void
name_unit(json_t *v, const char *unit)
{
	const char *key, *at;
	json_t *member;
	size_t i;
	void *next;

	json_object_foreach_safe(v, next, key, member)
	{
		at = json_is_string(member) ? strstr(json_string_value(member), "@unit") : NULL;
		if (at != NULL)
			json_object_set_new(v, key,
				json_sprintf("%.*s%s%s", (int)(at - json_string_value(member)),
					json_string_value(member), unit, at + strlen("@unit")));
		else
			name_unit(member, unit);
	}
	json_array_foreach(v, i, member) name_unit(member, unit);
}

void
chart_size_unit(json_t *spec, json_t *values)
{
	double most = 0;
	json_t *v;
	size_t i;

	json_array_foreach(values, i, v) most = fmax(most, json_num(v, "size", 0));
	name_unit(spec, most >= 2048 ? "GiB" : "MiB");
	if (most < 2048)
		return;
	json_array_foreach(values, i, v)
	{
		json_set_num(v, "size", json_num(v, "size", NAN) / 1024);
		json_set_num(v, "estimate", json_num(v, "estimate", NAN) / 1024);
	}
}

/* Each tip's lines in the order in which they first appear. */
static json_t *
tip_names(const json_t *values)
{
	json_t *names = json_object(), *v, *text;
	const char *name;
	size_t i;

	json_array_foreach(values, i, v) json_object_foreach(json_object_get(v, "tip"), name, text)
		json_object_set_new(names, name, json_true());
	return names;
}

static void
table_behind(struct doc *d, const char *id, const json_t *values)
{
	struct buf name = BUF_INIT;
	json_t *names = tip_names(values), *v, *yes;
	struct table *t;
	const char *head;
	size_t i;

	buf_printf(&name, "%s-data", id);
	t = doc_table(d, name.s, NULL);
	t->behind = true;
	json_object_foreach(names, head, yes) table_column(t, COLUMN_TEXT, 0, head, NULL);
	json_array_foreach(values, i, v)
	{
		json_t *tip = json_object_get(v, "tip");

		if (tip == NULL)
			continue;
		table_row(t, NULL);
		json_object_foreach(names, head, yes) table_text(t, json_str(tip, head, ""));
	}
	json_decref(names);
	buf_free(&name);
}

bool
chart_add(struct doc *d, const struct report *r, const char *name)
{
	const struct chart *c = chart_named(name);
	struct buf title = BUF_INIT;
	json_t *spec = c->spec(r, &title);

	if (spec == NULL) {
		buf_free(&title);
		return false;
	}
	buf_puts(&title, "");
	text_add(doc_chart(d, name, spec), title.s);
	table_behind(d, name, json_path(spec, "data.values"));
	buf_free(&title);
	return true;
}
