#include "tally/sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/json.h"
#include "kit/mem.h"
#include "kit/num.h"

struct sheet {
	const struct sheet_column *columns;
	size_t width;
	char **text, **full; /* row by row: for people, for CSV */
	bool *is_number;
	size_t n, cap;
};

bool
sheet_format_named(const char *name, enum sheet_format *format)
{
	static const char *const names[] = {"json", "text", "csv", "md"};

	for (int i = 0; i < 4; i++) {
		if (strcmp(name, names[i]) == 0) {
			*format = (enum sheet_format)i;
			return true;
		}
	}
	return false;
}

struct sheet *
sheet_new(const struct sheet_column *columns)
{
	struct sheet *t = xcalloc(1, sizeof *t);

	t->columns = columns;
	while (columns[t->width].title)
		t->width++;
	return t;
}

void
sheet_free(struct sheet *t)
{
	for (size_t i = 0; i < t->n * t->width; i++) {
		free(t->text[i]);
		free(t->full[i]);
	}
	free(t->text);
	free(t->full);
	free(t->is_number);
	free(t);
}

static char *
styled(double x, enum sheet_style style)
{
	char text[NUM_TEXT];

	switch (style) {
	case SHEET_SHARE: return xasprintf("%.3f", x);
	case SHEET_POINTS: return xasprintf("%+.1f", 100 * x);
	case SHEET_SIZE: return xasprintf("%.1f", 100 * x);
	case SHEET_TENTH: return xasprintf("%.1f", x);
	case SHEET_SIGNED: return xasprintf("%+.3g", x);
	case SHEET_P: return x < .0001 ? xstrdup("<.0001") : xasprintf("%.4f", x);
	case SHEET_PLAIN:
	case SHEET_STAR: break;
	}
	num_real(text, x);
	return xstrdup(text);
}

static char *
for_people(const json_t *v, enum sheet_style style)
{
	if (style == SHEET_STAR)
		return xstrdup(json_is_true(v) ? "*" : "");
	if (v == NULL)
		return xstrdup("-");
	if (json_is_string(v))
		return xstrdup(json_string_value(v));
	if (json_is_number(v) && (style != SHEET_PLAIN || json_is_real(v)))
		return styled(json_number_value(v), style);
	return json_text(v);
}

void
sheet_add(struct sheet *t, const json_t *record)
{
	if (t->n == t->cap) {
		t->cap = t->cap ? 2 * t->cap : 16;
		t->text = xreallocarray(t->text, t->cap * t->width, sizeof *t->text);
		t->full = xreallocarray(t->full, t->cap * t->width, sizeof *t->full);
		t->is_number = xreallocarray(t->is_number, t->cap * t->width, sizeof(bool));
	}
	for (size_t i = 0; i < t->width; i++) {
		const json_t *v = json_path(record, t->columns[i].path);
		size_t at = t->n * t->width + i;

		t->text[at] = for_people(v, t->columns[i].style);
		t->is_number[at] = v == NULL || json_is_number(v);
		t->full[at] = v == NULL		  ? xstrdup("")
			      : json_is_string(v) ? xstrdup(json_string_value(v))
						  : json_text(v);
	}
	t->n++;
}

size_t
sheet_width(const char *s)
{
	size_t n = 0;

	for (; *s; s++)
		n += (*s & 0xc0) != 0x80;
	return n;
}

static void
pad(FILE *f, size_t n)
{
	for (; n > 0; n--)
		putc(' ', f);
}

/* Control characters of names would move the terminal's cursor. */
static void
put_plain(FILE *f, const char *s, bool md)
{
	for (; *s; s++) {
		if (md && strchr("|\\`*_<>[]", *s))
			putc('\\', f);
		putc((unsigned char)*s < ' ' || *s == 0x7f ? '?' : *s, f);
	}
}

static void
write_text(const struct sheet *t, FILE *f)
{
	size_t *wide = xcalloc(t->width + 1, sizeof *wide);

	for (size_t i = 0; i < t->width; i++) {
		wide[i] = sheet_width(t->columns[i].title);
		for (size_t r = 0; r < t->n; r++) {
			size_t w = sheet_width(t->text[r * t->width + i]);

			wide[i] = w > wide[i] ? w : wide[i];
		}
	}
	for (size_t r = 0; r < t->n + 1; r++) {
		for (size_t i = 0; i < t->width; i++) {
			const char *s = r ? t->text[(r - 1) * t->width + i] : t->columns[i].title;
			bool right = t->n && t->is_number[(r ? r - 1 : 0) * t->width + i];
			size_t gap = wide[i] - sheet_width(s);

			if (right)
				pad(f, gap);
			put_plain(f, s, false);
			if (i + 1 == t->width)
				continue;
			pad(f, right ? 2 : gap + 2);
		}
		putc('\n', f);
	}
	free(wide);
}

static void
write_md(const struct sheet *t, FILE *f)
{
	for (size_t i = 0; i < t->width; i++)
		fprintf(f, "| %s ", t->columns[i].title);
	fputs("|\n", f);
	for (size_t i = 0; i < t->width; i++)
		fputs(t->n && t->is_number[i] ? "| ---: " : "| --- ", f);
	fputs("|\n", f);
	for (size_t r = 0; r < t->n; r++) {
		for (size_t i = 0; i < t->width; i++) {
			fputs("| ", f);
			put_plain(f, t->text[r * t->width + i], true);
			putc(' ', f);
		}
		fputs("|\n", f);
	}
}

static void
put_csv(FILE *f, const char *s)
{
	if (s[strcspn(s, ",\"\r\n")] == '\0') {
		fputs(s, f);
		return;
	}
	putc('"', f);
	for (; *s; s++) {
		if (*s == '"')
			putc('"', f);
		putc(*s, f);
	}
	putc('"', f);
}

static void
write_csv(const struct sheet *t, FILE *f)
{
	for (size_t i = 0; i < t->width; i++) {
		put_csv(f, t->columns[i].path);
		putc(i + 1 < t->width ? ',' : '\n', f);
	}
	for (size_t r = 0; r < t->n * t->width; r++) {
		put_csv(f, t->full[r]);
		putc((r + 1) % t->width ? ',' : '\n', f);
	}
}

void
sheet_write(const struct sheet *t, enum sheet_format format, FILE *f)
{
	if (format == SHEET_CSV)
		write_csv(t, f);
	else if (format == SHEET_MD)
		write_md(t, f);
	else
		write_text(t, f);
}
