/* Findings, in the engine's own words. */
#include "kit/json.h"
#include "page/name.h"
#include "page/section.h"

void
section_findings(struct doc *d, const struct report *r)
{
	for (size_t i = 0; i < report_count(r, KIND_FINDING); i++) {
		json_t *f = report_at(r, KIND_FINDING, i), *cell = report_cell(r, cell_key(f));
		struct buf b = BUF_INIT;
		struct text *t = doc_para(d);

		if (cell != NULL)
			name_cell(&b, cell);
		else
			buf_puts(&b, cell_key(f));
		text_strong(t, b.s);
		if (cell != NULL && *cell_engine(cell) != '\0')
			text_addf(t, ", %s %s", cell_engine(cell),
				json_str(
					f, "engine_version", json_str(cell, "engine.version", "")));
		text_addf(t, ": %s", json_str(f, "means", json_str(f, "id", "?")));
		if (*json_str(f, "did", "") != '\0')
			text_addf(t, " %s", json_str(f, "did", ""));
		if (*json_str(f, "seen.line", "") != '\0')
			text_add(doc_log(d), json_str(f, "seen.line", ""));
		buf_free(&b);
	}
}
