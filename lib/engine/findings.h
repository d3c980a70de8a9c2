/*
 * Findings: what a line of a server's log, or a property of the checkpoint known before the start,
 * means, by the engine file's table. A finding says what was seen (file and line), what it means,
 * and what was done.
 */
#ifndef TIERBENCH_ENGINE_FINDINGS_H
#define TIERBENCH_ENGINE_FINDINGS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "engine/engine.h"

enum finding_do { DO_NOTE, DO_OVERRIDE, DO_UNSERVABLE, DO_DOES_NOT_FIT };

struct finding {
	const json_t *row; /* the engine file's, borrowed */
	enum finding_do what;
	char *where, *line; /* "server.log:12" and its text; the finding's own */
	const char *did;    /* static; NULL until something was done */
};

struct findings {
	struct finding *v;
	size_t n, cap;
};

void findings_free(struct findings *f);
/*
 * Appends what the log at path (called name in what is said) tells, from byte offset on, at most
 * one of each id (the first line that matches). during is "start" (it did not come up), "ready" (it
 * did) or "run" (the command is over): rows of another phase are left out. cell decides rows with
 * "when". False with errno where the log can't be read.
 */
bool findings_scan(struct findings *f, const struct engine *e, const json_t *cell, const char *path,
	const char *name, size_t offset, const char *during);
/*
 * Appends what is known before the start: rows with "before", whose every name is a property of the
 * checkpoint ("pinned.kv", see registry.h) that has one of the values listed.
 */
void findings_before(struct findings *f, const struct engine *e, const json_t *cell,
	const json_t *checkpoint, const char *where);
/* The gravest: unservable, does-not-fit, then an override, a note last; NULL where there is none.
 */
const struct finding *findings_gravest(const struct findings *f);
/*
 * Whether all conditions of a "when" hold: each names a knob ("kv", "draft.how"), a setting ("fa")
 * or a checkpoint's property ("mtp", "pinned.kv"), and lists the levels that fulfil it.
 */
bool when_holds(
	const json_t *when, const json_t *knobs, const json_t *settings, const json_t *checkpoint);
/* Notes what was done about the findings that nothing was done about yet (notes are noted). */
void findings_settle(struct findings *f, const char *did);
/* The finding's record, without engine_version and the machine's parts. A new object. */
json_t *finding_record(const struct finding *f, const json_t *cell);

#endif
