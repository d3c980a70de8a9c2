/*
 * Scorers: a file a scorer, a row in the table. A scorer sees one answer's text (thinking taken
 * off) and the item's `scoring` object, and says whether it is right, and why. It keeps nothing
 * between calls.
 */
#ifndef TIERBENCH_SCORER_H
#define TIERBENCH_SCORER_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "kit/scan.h"

struct sandbox;
struct kept;
struct raw_object;

struct score_input {
	const char *text; /* the answer without its thinking; terminated, no NUL inside */
	size_t len;
	/*
	 * The whole answer object, for tool_calls and the like, and the item's scoring object: as
	 * JSON text, checked (scorer/raw.h), and as values, which are NULL for a scorer that
	 * reads_text. Either may be absent, the texts' object is then empty.
	 */
	const struct raw_object *answer_text, *scoring_text;
	const json_t *answer, *scoring;
	struct sandbox *sandbox; /* where generated code runs; NULL: code makes one for this call */
	struct kept **kept;	 /* texts that live as long as this does; kept_free() */
};

enum pass { PASS_NULL = -1, PASS_FALSE = 0, PASS_TRUE = 1 };

struct verdict {
	enum pass pass;
	double score;	 /* 0…1; 0 where pass is null */
	char *extracted; /* what was read out of the answer; owned, NULL where nothing was */
	char *why;	 /* owned; "not-judged: …" exactly where pass is null */
	json_t *extra;	 /* owned: fields put beside (variants, strict, loose, limits), or NULL */
};

struct scorer {
	const char *name;
	const char *version; /* raised when a verdict can change */
	const char *help;    /* one line for score --list */
	/* Fills *out, which comes zeroed with pass null. Never exits, never crashes on any input.
	 */
	void (*judge)(const struct score_input *in, struct verdict *out);
	/*
	 * Before a campaign's first request: NULL where everything the scorer needs for this
	 * scoring object is there, else what is missing and what brings it (the caller frees it).
	 * May be NULL.
	 */
	char *(*missing)(const json_t *scoring);
	/*
	 * An answer without text and calls is `no-answer` before a scorer sees it, but goes to one
	 * that sets this: asking for no call can be right.
	 */
	bool takes_empty;
	/* Wants no values of answer and scoring: making them costs more than most verdicts. */
	bool reads_text;
	/* Runs what was generated: score looks for a sandbox, and takes the device's lock. */
	bool runs_code;
};

extern const struct scorer scorer_code, scorer_instructions, scorer_math, scorer_choice,
	scorer_calls, scorer_exact;

/* The table, in the order of score --list; ends with NULL. */
extern const struct scorer *const scorers[];
const struct scorer *scorer_find(const char *name);

void verdict_set(struct verdict *v, enum pass pass, const char *why_fmt, ...)
	__attribute__((format(printf, 3, 4)));
void verdict_release(struct verdict *v);

/* The text of a JSON string, terminated and kept with in; its s is NULL where v is no string. */
struct span input_text(const struct score_input *in, struct span v);
void kept_free(struct kept **kept);

/*
 * Where the answer proper starts: behind the first closed <think>…</think> at the start of the
 * text; all of it where there is none. *unclosed: thinking was begun and never closed, so there is
 * no answer. Borrowed from text.
 */
const char *answer_without_thinking(const char *text, size_t len, size_t *rest, bool *unclosed);

#endif
