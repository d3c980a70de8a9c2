/*
 * A report as blocks, before anybody decides how it looks: headings, paragraphs, tables, charts. The
 * sections write blocks; a writer (text, md, html, csv) prints them. Whatever a section puts in is plain
 * text: the writers escape it, each for its own format and in one place.
 *
 * A block belongs to its doc; strings are copied. A table handed out stays valid until
 * doc_free(), an entry's text until the next entry of its table.
 */
#ifndef TIERBENCH_PAGE_DOC_H
#define TIERBENCH_PAGE_DOC_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum span_kind {
	SPAN_PLAIN,
	SPAN_CODE, /* a name or what a machine said, shown as it is */
	SPAN_STRONG,
	SPAN_QUIET, /* beside a figure: its interval, its unit */
	SPAN_LINK,  /* target: the id of a block or row in this report */
	SPAN_NAME,  /* as SPAN_CODE, linked to target */
	SPAN_FIGURE, /* target: the reference of the record that the figure comes from (page/ref.h) */
};

struct span {
	enum span_kind kind;
	char *text, *target;
};

/* A line of running text. */
struct text {
	struct span *spans;
	size_t n, cap;
};

void text_add(struct text *t, const char *s);
void text_addf(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void text_code(struct text *t, const char *s);
void text_strong(struct text *t, const char *s);
void text_quiet(struct text *t, const char *s);
void text_link(struct text *t, const char *target, const char *s);
void text_name(struct text *t, const char *target, const char *s);
void text_figure(struct text *t, const char *ref, const char *s);
/* Its characters without marks; the caller frees it. */
char *text_plain(const struct text *t);
void text_release(struct text *t);

enum column_kind { COLUMN_TEXT, COLUMN_NUMBER };

struct column {
	char *head, *unit; /* unit may be NULL */
	enum column_kind kind;
	int keep; /* narrow terminals leave out the columns of the smallest keep first; 0 stays */
};

struct entry {
	struct text text;
	double sort;	   /* numbers sort by it; NaN sorts last */
	const char *class; /* static, how html marks it; NULL */
};

struct table {
	char *id, *caption;
	struct column *columns;
	size_t ncolumns, columns_cap;
	struct entry *entries; /* row by row */
	size_t nentries, entries_cap;
	char **row_ids;	 /* an id a row, NULL where it has none */
	char **row_data; /* "name=value" pairs for filters, separated by LF; NULL */
	size_t nrows, rows_cap;
	bool behind; /* the figures behind a chart: html folds it, text leaves it out */
	bool filter; /* html puts a filter field over it */
};

enum block_kind {
	BLOCK_HEAD,
	BLOCK_PARA,
	BLOCK_CAVEAT,
	BLOCK_ITEM,
	BLOCK_TABLE,
	BLOCK_CHART,
	BLOCK_LOG,
	BLOCK_HTML
};

struct block {
	enum block_kind kind;
	int level;	  /* of a heading, from 1 */
	char *id;	  /* of a heading or a chart */
	struct text text; /* heading, paragraph, item, a chart's title, a log's lines */
	struct table table;
	json_t *spec; /* a chart's Vega-Lite specification, colours by name (chart/theme.h) */
};

struct doc {
	struct block **blocks;
	size_t n, cap;
};

void doc_free(struct doc *d);
/* Takes back the block added last. */
void doc_drop_last(struct doc *d);
struct text *doc_head(struct doc *d, int level, const char *id, const char *title);
struct text *doc_para(struct doc *d);
/* A paragraph that says what a figure does not show. */
struct text *doc_caveat(struct doc *d);
/* An item of a list; items in a row make one list. */
struct text *doc_item(struct doc *d);
struct text *doc_log(struct doc *d);
struct table *doc_table(struct doc *d, const char *id, const char *caption);
/* Takes spec; the table that comes next, if behind is set, holds the same figures. */
struct text *doc_chart(struct doc *d, const char *id, json_t *spec);
/* Markup of our own for the html writer alone (never anything from a record). */
void doc_html(struct doc *d, const char *markup);

void table_column(
	struct table *t, enum column_kind kind, int keep, const char *head, const char *unit);
/* Starts a row; id may be NULL. */
void table_row(struct table *t, const char *id);
/* "name=value", for the filters of the report. */
void table_row_data(struct table *t, const char *name, const char *value);
/* The next entry of the row. The text returned may be added to. */
struct text *table_text(struct table *t, const char *s);
/* As table_text, sorted as a number. */
struct text *table_number(struct table *t, double sort, const char *s);
void table_class(struct table *t, const char *class);
struct entry *table_entry(const struct table *t, size_t row, size_t column);

#endif
