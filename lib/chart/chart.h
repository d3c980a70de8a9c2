/*
 * Charts: a file a chart, a row in the table of lib/chart/charts.c. A chart is a Vega-Lite 5
 * specification built from the records, with its data in it. Colours stand in it by name ("@accent",
 * "@ink" …); chart_colours() puts in what a page or a picture needs.
 *
 * Each datum holds "tip", an object of what a reader is told of it, in words: the page shows it where
 * the pointer rests, and as the table behind the chart. Its first member names the datum.
 */
#ifndef TIERBENCH_CHART_CHART_H
#define TIERBENCH_CHART_CHART_H

#include <jansson.h>

#include "kit/buf.h"
#include "page/doc.h"
#include "page/report.h"

struct chart {
	const char *name, *about;
	/*
	 * The specification, the caller's; NULL where the records hold nothing for it. The title, by a
	 * rule that stands in the chart's file, is appended to title.
	 */
	json_t *(*spec)(const struct report *r, struct buf *title);
};

extern const struct chart charts[]; /* ends with a row whose name is NULL */

json_t *chart_frontier(const struct report *r, struct buf *title);
json_t *chart_quant(const struct report *r, struct buf *title);
json_t *chart_gaps(const struct report *r, struct buf *title);
json_t *chart_kv(const struct report *r, struct buf *title);
json_t *chart_draft(const struct report *r, struct buf *title);
json_t *chart_throughput(const struct report *r, struct buf *title);

const struct chart *chart_named(const char *name);
/* Adds the chart and the table behind it to a section; false where there is nothing to show. */
bool chart_add(struct doc *d, const struct report *r, const char *name);

/* For the charts' files: a specification from its text, which must be right (else EXIT_BUG). */
json_t *chart_parse(const char *text);
/* Sets its data; takes values, an array. */
void chart_data(json_t *spec, json_t *values);
/* Adds a line to the tip of a datum. */
void chart_tip(json_t *datum, const char *name, const char *text);
/* As chart_tip, with the text that write appends for x; left out where x isn't finite. */
void chart_tip_number(
	json_t *datum, const char *name, double x, void (*write)(struct buf *, double));

/*
 * Sizes in MiB, "size" and "estimate" of the data, become GiB where the largest is 2 GiB or more; "@unit"
 * in the specification becomes the unit.
 */
void chart_size_unit(json_t *spec, json_t *values);

enum chart_theme { THEME_PAGE, THEME_LIGHT, THEME_DARK };
/* As a picture is drawn: a width of its own, the title in it, one font, light. The caller's. */
json_t *chart_picture(const json_t *spec, const char *title);
/* A copy with each colour's name replaced: by a CSS variable for the page, by its value else. */
json_t *chart_colours(const json_t *spec, enum chart_theme theme);

/* A specification as C text: quotes stay quotes. */
#define CHART_SPEC(...) #__VA_ARGS__

#endif
