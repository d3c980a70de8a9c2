#include "tally/comparable.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/json.h"
#include "kit/mem.h"

/* A load cell that kept less than this share of its load in flight measured something else. */
#define LOAD_HELD .9

static const char *const knobs[] = {"quant", "kv", "draft", "np", "load", "watermark"};

enum { KNOBS = sizeof knobs / sizeof *knobs };

static bool
same_value(const json_t *x, const json_t *y)
{
	if (x == NULL || y == NULL)
		return (x == NULL || json_is_null(x)) && (y == NULL || json_is_null(y));
	return json_equal(x, y);
}

/* Knobs that a contrast of this name may change beside its own. */
static bool
goes_with(const char *contrast, const char *changed, const json_t *what)
{
	size_t i;
	json_t *v;

	if (strcmp(contrast, changed) == 0)
		return true;
	if (strcmp(contrast, "throughput") == 0)
		return strcmp(changed, "np") == 0 || strcmp(changed, "load") == 0;
	if (strcmp(contrast, "engine") == 0 && strcmp(changed, "quant") == 0) {
		json_array_foreach(
			what, i, v) if (json_is_string(v) &&
					strcmp(json_string_value(v), "format") == 0) return true;
	}
	return false;
}

static char *
other_knobs(const json_t *contrast, const struct side *a, const struct side *b)
{
	const char *knob = json_str(contrast, "knob", "");
	const json_t *x = json_path(a->cell->record, "knobs"),
		     *y = json_path(b->cell->record, "knobs");
	struct buf changed = BUF_INIT;
	bool stray = false;
	char *why = NULL;

	for (int i = 0; i < KNOBS; i++) {
		if (same_value(json_object_get(x, knobs[i]), json_object_get(y, knobs[i])))
			continue;
		buf_printf(&changed, "%s%s", changed.len ? ", " : "", knobs[i]);
		stray = stray || !goes_with(knob, knobs[i], json_path(contrast, "changed"));
	}
	if (stray)
		why = xasprintf("%s: %s",
			strchr(changed.s, ',') ? "two knobs changed" : "another knob changed",
			changed.s);
	buf_free(&changed);
	return why;
}

static char *
load_not_held(const char *name, const struct side *s)
{
	double load = json_num(s->cell->record, "knobs.load", json_num(s->cell->run, "load", 1));
	double in_flight = json_num(s->cell->run, "in_flight", NAN);

	if (load > 1 && in_flight < LOAD_HELD * load)
		return xasprintf("load not held: %s %.2g of %g", name, in_flight, load);
	return NULL;
}

char *
contrast_refused(const json_t *contrast, const struct side *a, const struct side *b)
{
	bool no_a = a == NULL || !a->measured, no_b = b == NULL || !b->measured;
	char *why = NULL;

	if (no_a || no_b)
		return xasprintf("not measured: %s", no_a && no_b ? "a, b" : no_a ? "a" : "b");
	if (a->cell->record && b->cell->record) {
		why = other_knobs(contrast, a, b);
		if (why == NULL && !same_value(json_object_get(a->cell->record, "seed"),
					   json_object_get(b->cell->record, "seed")))
			why = xstrdup("seeds differ");
	}
	if (why == NULL)
		why = load_not_held("a", a);
	if (why == NULL)
		why = load_not_held("b", b);
	return why;
}
