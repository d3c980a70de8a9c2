#include <stdlib.h>
#include <string.h>

#include "kit/json.h"
#include "kit/mem.h"
#include "page/section.h"

enum { ALL = FORMAT_TEXT | FORMAT_MD | FORMAT_HTML, WRITTEN = FORMAT_MD | FORMAT_HTML };

const struct section sections[] = {
	{"says", "What it says", WRITTEN, section_says},
	{"main", "What was measured", FORMAT_TEXT | FORMAT_MD, section_main},
	{"checkpoints", "Checkpoints", FORMAT_HTML, section_checkpoints},
	{"registry", "Registry", WRITTEN, section_registry},
	{"quant", "Quantization", WRITTEN, section_quant},
	{"contrasts", "What each knob costs", FORMAT_TEXT | FORMAT_MD | FORMAT_HTML,
		section_contrasts},
	{"gaps", "Every gap", WRITTEN, section_gaps},
	{"kv", "KV cache", WRITTEN, section_kv},
	{"draft", "Draft depth", WRITTEN, section_draft},
	{"load", "Throughput and load", WRITTEN, section_load},
	{"replicates", "Replicates", WRITTEN, section_replicates},
	{"engines", "Engines", WRITTEN, section_engines},
	{"findings", "Findings", ALL, section_findings},
	{"explorer", "Explorer", FORMAT_HTML, section_explorer},
	{"missing", "Not measured, and why", ALL, section_missing},
	{"suite", "Suite", WRITTEN, section_suite},
	{"how", "How it was measured", WRITTEN, section_how},
	{NULL, NULL, 0, NULL},
};

/* The campaign's name, from any of its cells. */
static const char *
campaign_of(const struct report *r)
{
	for (size_t i = 0; i < report_count(r, KIND_CELL); i++) {
		const char *name = json_str(report_at(r, KIND_CELL, i), "campaign", "");

		if (*name != '\0')
			return name;
	}
	return NULL;
}

static bool
is_named(const char *only, const char *id)
{
	size_t len = strlen(id);

	for (const char *s = only; s != NULL; s = strchr(s, ',')) {
		s += *s == ',';
		if (strncmp(s, id, len) == 0 && (s[len] == ',' || s[len] == '\0'))
			return true;
	}
	return false;
}

/* The first name in only that is no section's; the caller frees it. */
static char *
unknown_name(const char *only)
{
	while (only != NULL && *only != '\0') {
		size_t len = strcspn(only, ",");
		char *name = xstrndup(only, len);
		bool known = false;

		for (const struct section *s = sections; s->id != NULL; s++)
			known = known || strcmp(s->id, name) == 0;
		if (!known)
			return name;
		free(name);
		only += len + (only[len] == ',');
	}
	return NULL;
}

static void
write_section(struct doc *d, const struct report *r, const struct section *s)
{
	size_t before;

	doc_head(d, 2, s->id, s->title);
	before = d->n;
	s->write(d, r);
	if (d->n == before)
		doc_drop_last(d);
}

char *
sections_write(struct doc *d, const struct report *r, enum format f, const char *only)
{
	const char *campaign = campaign_of(r);
	char *unknown = unknown_name(only);

	if (unknown != NULL)
		return unknown;
	if (campaign != NULL && only == NULL) {
		char *title = xasprintf("Campaign %s", campaign);

		doc_head(d, 1, "top", title);
		if (strstr(campaign, "synthetic") != NULL)
			text_add(doc_caveat(d),
				"Synthetic: made by a program to try the report. Nothing in "
				"this report was measured.");
		free(title);
	}
	for (const struct section *s = sections; s->id != NULL; s++)
		if (only != NULL ? is_named(only, s->id) : (s->formats & f) != 0)
			write_section(d, r, s);
	return NULL;
}
