/* The writers: a doc as text, Markdown, CSV or HTML. Each appends to out. */
#ifndef TIERBENCH_PAGE_WRITE_H
#define TIERBENCH_PAGE_WRITE_H

#include <stdbool.h>
#include <stddef.h>

#include "kit/buf.h"
#include "page/answers.h"
#include "page/doc.h"
#include "page/report.h"

struct text_style {
	size_t width; /* of the terminal; 0 is as wide as it gets */
	bool colour;
};

void write_text(struct buf *out, const struct doc *d, const struct text_style *style);
/* With refs, each figure is a link to its record's reference. */
void write_md(struct buf *out, const struct doc *d, bool refs);
/* Every table, each under a line with its id. Where there is one table alone, without that line. */
void write_csv(struct buf *out, const struct doc *d);

struct html_page {
	const char *title;
	const char *bundle; /* the charts' JavaScript (make deps); borrowed */
	size_t bundle_len;
	const struct report *report;
	const struct answers *answers; /* NULL: the page goes without */
	bool bundled; /* answers stand in the page, not in the folder "answers" beside it */
};

void write_html(struct buf *out, const struct doc *d, const struct html_page *page);

#endif
