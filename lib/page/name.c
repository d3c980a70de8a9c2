#include "page/name.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "kit/json.h"

static void
setting(struct buf *b, size_t start, const char *what, const char *level)
{
	if (b->len > start)
		buf_puts(b, ", ");
	buf_puts(b, what);
	buf_puts(b, level);
}

static void
numbered(struct buf *b, size_t start, const char *what, int level)
{
	char s[24];

	snprintf(s, sizeof s, "%d", level);
	setting(b, start, what, s);
}

void
name_settings(struct buf *b, const json_t *cell)
{
	size_t start = b->len;
	double delta = json_num(
		cell, "knobs.watermark.delta", json_num(cell, "knobs.watermark", 0));

	if (*knob_kv(cell) != '\0' && strcmp(knob_kv(cell), "f16") != 0)
		setting(b, start, "kv ", knob_kv(cell));
	if (knob_depth(cell) > 0)
		numbered(b, start, "draft ", knob_depth(cell));
	if (knob_np(cell) > 1)
		numbered(b, start, "np ", knob_np(cell));
	if (knob_load(cell) > 1)
		numbered(b, start, "load ", knob_load(cell));
	if (delta > 0) {
		setting(b, start, "watermark \xce\xb4 ", "");
		buf_printf(b, "%g", delta);
	}
	if (knob_replicate(cell) > 0)
		numbered(b, start, "replicate ", knob_replicate(cell));
}

void
name_cell(struct buf *b, const json_t *cell)
{
	size_t at;

	buf_puts(b, json_str(cell, "checkpoint", cell_key(cell)));
	buf_puts(b, ", ");
	at = b->len;
	name_settings(b, cell);
	if (b->len == at) {
		b->len -= 2;
		b->s[b->len] = '\0';
	}
}

void
name_level(struct buf *b, const json_t *cell, const char *knob)
{
	if (cell == NULL)
		buf_puts(b, "?");
	else if (strcmp(knob, "quant") == 0)
		buf_puts(b, knob_quant(cell));
	else if (strcmp(knob, "kv") == 0)
		buf_puts(b, *knob_kv(cell) != '\0' ? knob_kv(cell) : "engine\xe2\x80\x99s own");
	else if (strcmp(knob, "draft") == 0 && knob_depth(cell) == 0)
		buf_puts(b, "off");
	else if (strcmp(knob, "draft") == 0)
		buf_printf(b, "%d", knob_depth(cell));
	else if (strcmp(knob, "np") == 0 || strcmp(knob, "throughput") == 0)
		buf_printf(b, "%d", knob_np(cell));
	else if (strcmp(knob, "load") == 0)
		buf_printf(b, "%d", knob_load(cell));
	else if (strcmp(knob, "replicate") == 0)
		buf_printf(b, "%d", knob_replicate(cell));
	else if (strcmp(knob, "engine") == 0)
		buf_printf(b, "%s %s", cell_engine(cell), json_str(cell, "engine.version", ""));
	else if (strcmp(knob, "watermark") == 0)
		buf_printf(b, "%g",
			json_num(cell, "knobs.watermark.delta",
				json_num(cell, "knobs.watermark", 0)));
	else
		buf_puts(b, "?");
}

void
name_change(struct buf *b, const struct report *r, const json_t *contrast)
{
	const char *knob = json_str(contrast, "knob", "");

	name_level(b, report_cell(r, json_str(contrast, "a", "")), knob);
	buf_puts(b, " \xe2\x86\x92 ");
	name_level(b, report_cell(r, json_str(contrast, "b", "")), knob);
}

/* The cell without the knob that the contrast changes. */
static json_t *
held(const json_t *cell, const char *knob)
{
	json_t *copy = json_deep_copy(cell), *knobs = json_object_get(copy, "knobs");

	if (strcmp(knob, "throughput") == 0) {
		json_object_del(knobs, "np");
		json_object_del(knobs, "load");
	} else {
		json_object_del(knobs, knob);
	}
	json_object_del(copy, "replicate");
	return copy;
}

void
name_subject(struct buf *b, const struct report *r, const json_t *contrast)
{
	const char *knob = json_str(contrast, "knob", "");
	json_t *a = report_cell(r, json_str(contrast, "a", "")), *copy;

	if (a == NULL) {
		buf_puts(b, json_str(contrast, "contrast", "?"));
		return;
	}
	copy = held(a, knob);
	if (strcmp(knob, "quant") == 0 && *json_str(a, "family", "") != '\0')
		json_object_set(copy, "checkpoint", json_object_get(a, "family"));
	name_cell(b, copy);
	json_decref(copy);
}

const char *
name_knob(const char *knob)
{
	static const struct {
		const char *knob, *name;
	} names[] = {
		{"quant", "Quantization"},
		{"kv", "KV cache"},
		{"draft", "Draft depth"},
		{"engine", "Engine"},
		{"np", "Slots"},
		{"throughput", "Throughput"},
		{"load", "Load"},
		{"replicate", "Replicate"},
		{"watermark", "Watermark"},
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(names[i].knob, knob) == 0)
			return names[i].name;
	return knob;
}

static const struct {
	const char *grade, *name, *class;
} grades[] = {
	{"stands", "stands", "bad"},
	{"inside-noise", "inside noise", "unsure"},
	{"ungraded", "ungraded", "unsure"},
	{"unresolved", "unresolved", "dim"},
	{"no-deficit", "no deficit", "good"},
};

const char *
name_grade(const json_t *gap)
{
	const char *grade = json_str(gap, "grade", "");

	if (json_object_get(gap, "refused") != NULL)
		return "refused";
	for (size_t i = 0; i < sizeof grades / sizeof *grades; i++)
		if (strcmp(grades[i].grade, grade) == 0)
			return grades[i].name;
	return *grade == '\0' ? "\xe2\x80\x93" : grade;
}

const char *
grade_class(const json_t *gap)
{
	const char *grade = json_str(gap, "grade", "");

	if (json_object_get(gap, "refused") != NULL)
		return "dim";
	for (size_t i = 0; i < sizeof grades / sizeof *grades; i++)
		if (strcmp(grades[i].grade, grade) == 0)
			return grades[i].class;
	return NULL;
}

/* Letters, digits, '-', '_' and '.' stay, others become '-': an id of html that a URL can hold. */
void
name_gap_id(struct buf *b, const json_t *gap)
{
	const char *parts[] = {"gap", json_str(gap, "contrast", ""), json_str(gap, "task", ""),
		json_str(gap, "metric", "score")};

	for (size_t i = 0; i < 4; i++) {
		if (i == 3 && strcmp(parts[i], "score") == 0)
			break;
		if (i > 0)
			buf_putc(b, '-');
		for (const char *s = parts[i]; *s != '\0'; s++)
			buf_putc(
				b, isalnum((unsigned char)*s) || *s == '_' || *s == '.' ? *s : '-');
	}
}
