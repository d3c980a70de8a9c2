/* Records as a table: for a terminal, as Markdown, as CSV. Columns are paths into the records. */
#ifndef TIERBENCH_TALLY_SHEET_H
#define TIERBENCH_TALLY_SHEET_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

enum sheet_format { SHEET_JSON, SHEET_TEXT, SHEET_CSV, SHEET_MD };

/* How a value is shown to people; CSV has it in full. */
enum sheet_style {
	SHEET_PLAIN,  /* as it is; objects as JSON */
	SHEET_SHARE,  /* a proportion, three digits: .567 */
	SHEET_POINTS, /* a difference of proportions in points with its sign: +1.4 */
	SHEET_SIZE,   /* a size of a difference, in points: 1.4 */
	SHEET_TENTH,  /* one digit behind the point */
	SHEET_SIGNED, /* three significant digits, with its sign */
	SHEET_P,      /* a p-value */
	SHEET_STAR,   /* true is '*' */
};

struct sheet_column {
	const char *title;
	const char *path;
	enum sheet_style style;
};

struct sheet;

/* "json", "text", "csv", "md"; false where name is none. */
bool sheet_format_named(const char *name, enum sheet_format *format);
/* columns ends with a row whose title is NULL, and is borrowed. */
struct sheet *sheet_new(const struct sheet_column *columns);
void sheet_free(struct sheet *t);
/* The record is read at once and not kept. */
void sheet_add(struct sheet *t, const json_t *record);
void sheet_write(const struct sheet *t, enum sheet_format format, FILE *f);
/* How many columns a text takes on a terminal, a character each. */
size_t sheet_width(const char *s);

#endif
