#include "chart/label.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/json.h"
#include "kit/mem.h"

struct box {
	double x0, y0, x1, y1;
};

/* Pixels of a character of 11.5 px text, on average, and half a line and half a dot. */
static const double CHARACTER = 6.8, HALF_LINE = 7, HALF_DOT = 6;

static bool
overlap(struct box a, struct box b)
{
	return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}

struct scale {
	double x0, x1, y0, y1;
};

static double
x_of(const json_t *v, const struct label_space *space)
{
	double x = json_num(v, space->x, NAN);

	return space->log_x ? log(x) : x;
}

static struct scale
scale_of(const json_t *values, const struct label_space *space)
{
	struct scale s = {INFINITY, -INFINITY, INFINITY, -INFINITY};
	json_t *v;
	size_t i;

	json_array_foreach((json_t *)values, i, v)
	{
		s.x0 = fmin(s.x0, x_of(v, space));
		s.x1 = fmax(s.x1, x_of(v, space));
		s.y0 = fmin(s.y0, json_num(v, space->y, NAN));
		s.y1 = fmax(s.y1, json_num(v, space->y, NAN));
	}
	return s;
}

static struct box
dot_of(const json_t *v, const struct scale *s, const struct label_space *space)
{
	double w = s->x1 > s->x0 ? s->x1 - s->x0 : 1, h = s->y1 > s->y0 ? s->y1 - s->y0 : 1;
	double x = (x_of(v, space) - s->x0) / w * space->width;
	double y = (s->y1 - json_num(v, space->y, NAN)) / h * space->height;

	return (struct box){x - HALF_DOT, y - HALF_DOT, x + HALF_DOT, y + HALF_DOT};
}

static struct box
text_at(struct box dot, int place, double width)
{
	double x = (dot.x0 + dot.x1) / 2, y = (dot.y0 + dot.y1) / 2;

	switch (place) {
	case 0: return (struct box){dot.x1, y - HALF_LINE, dot.x1 + width, y + HALF_LINE};
	case 1: return (struct box){dot.x0 - width, y - HALF_LINE, dot.x0, y + HALF_LINE};
	case 2: return (struct box){x - width / 2, y - 22, x + width / 2, y - 22 + 2 * HALF_LINE};
	default: return (struct box){x - width / 2, y + 8, x + width / 2, y + 8 + 2 * HALF_LINE};
	}
}

/* In order of preference. */
static const struct {
	const char *name, *align;
	int dx, dy;
} places[4] = {{"right", "left", 8, 0}, {"left", "right", -8, 0}, {"above", "center", 0, -14},
	{"below", "center", 0, 15}};

static bool
is_free(struct box b, const struct box *taken, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (overlap(b, taken[i]))
			return false;
	return true;
}

static void
place_one(json_t *v, const char *field, struct box dot, struct box *taken, size_t *n)
{
	double width = CHARACTER * (double)strlen(json_str(v, field, ""));

	for (int p = 0; p < 4; p++) {
		struct box b = text_at(dot, p, width);

		if (!is_free(b, taken, *n))
			continue;
		json_object_set_new(v, "place", json_string(places[p].name));
		taken[(*n)++] = b;
		return;
	}
}

void
label_place(json_t *values, const char *field, const struct label_space *space)
{
	size_t count = json_array_size(values), n = 0, i;
	struct box *taken = xreallocarray(NULL, 2 * count + 1, sizeof *taken);
	struct scale s = scale_of(values, space);
	json_t *v;

	json_array_foreach(values, i, v) taken[n++] = dot_of(v, &s, space);
	for (int front = 1; front >= 0; front--)
		json_array_foreach(
			values, i, v) if ((json_flag(v, "front", 0) != 0) == (front == 1) &&
					  json_object_get(v, field) != NULL)
			place_one(v, field, dot_of(v, &s, space), taken, &n);
	free(taken);
}

static bool
is_used(const json_t *values, const char *place)
{
	json_t *v;
	size_t i;

	json_array_foreach((json_t *)values, i,
		v) if (strcmp(json_str(v, "place", ""), place) == 0) return true;
	return false;
}

/* A layer without data would have no scale, which Vega warns of. */
void
label_layers(json_t *spec, const json_t *values, const char *field, const char *y)
{
	for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
		char filter[64];

		if (!is_used(values, places[p].name))
			continue;
		snprintf(filter, sizeof filter, "datum.place == '%s'", places[p].name);
		json_array_append_new(json_object_get(spec, "layer"),
			json_pack("{s:[{s:s}], s:{s:s,s:s,s:i,s:i,s:b}, "
				  "s:{s:{s:s,s:s}, s:{s:{s:s,s:s},s:s}, s:{s:s}, s:n}}",
				"transform", "filter", filter, "mark", "type", "text", "align",
				places[p].align, "dx", places[p].dx, "dy", places[p].dy, "aria", 0,
				"encoding", "y", "field", y, "type", "quantitative", "text",
				"condition", "test", "width > 480", "field", field, "value", "",
				"color", "value", "@ink", "shape"));
	}
}
