/*
 * The sections of a report: a file a section under lib/page/section/, a row in the table of
 * lib/page/sections.c. A section writes its blocks from the records alone; one that has nothing to say
 * writes nothing, and its heading is left out, too.
 */
#ifndef TIERBENCH_PAGE_SECTION_H
#define TIERBENCH_PAGE_SECTION_H

#include "page/doc.h"
#include "page/report.h"

enum format {
	FORMAT_TEXT = 1,
	FORMAT_MD = 2,
	FORMAT_HTML = 4,
	FORMAT_CSV = 8,
	FORMAT_SVG = 16,
	FORMAT_VL = 32
};

struct section {
	const char *id, *title;
	unsigned formats; /* in which it stands unless asked for by name */
	void (*write)(struct doc *d, const struct report *r);
};

extern const struct section sections[]; /* ends with a row whose id is NULL */

void section_says(struct doc *d, const struct report *r);
void section_main(struct doc *d, const struct report *r);
void section_checkpoints(struct doc *d, const struct report *r);
void section_registry(struct doc *d, const struct report *r);
void section_quant(struct doc *d, const struct report *r);
void section_contrasts(struct doc *d, const struct report *r);
void section_gaps(struct doc *d, const struct report *r);
void section_kv(struct doc *d, const struct report *r);
void section_draft(struct doc *d, const struct report *r);
void section_load(struct doc *d, const struct report *r);
void section_replicates(struct doc *d, const struct report *r);
void section_engines(struct doc *d, const struct report *r);
void section_findings(struct doc *d, const struct report *r);
void section_explorer(struct doc *d, const struct report *r);
void section_missing(struct doc *d, const struct report *r);
void section_suite(struct doc *d, const struct report *r);
void section_how(struct doc *d, const struct report *r);

/*
 * The contrasts of a knob (NULL: of all) that have gaps of quality, as a table; NULL, and nothing added,
 * where there are none.
 */
struct table *contrast_table(
	struct doc *d, const struct report *r, const char *id, const char *knob);

/*
 * The whole report: its title, then the sections of that format, or only those named in only (ids
 * separated by commas; NULL for all). Returns NULL, or the name in only that no section has.
 */
char *sections_write(struct doc *d, const struct report *r, enum format f, const char *only);

/* Columns that several sections share; each adds one column or one entry. */
void entry_percent(struct table *t, double p);
void entry_score(struct table *t, const json_t *row);
void entry_rate(struct table *t, double x);
void entry_mib(struct table *t, double mib);
void entry_mib_change(struct table *t, double mib);
void entry_ms(struct table *t, double ms);
void entry_count(struct table *t, double n);
void entry_points(struct table *t, double d);
void entry_int(struct table *t, int n);

#endif
