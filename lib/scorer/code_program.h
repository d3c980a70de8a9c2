/* From a reply to the program that is run: the code scorer's work on text, without running
 * anything. */
#ifndef TIERBENCH_SCORER_CODE_PROGRAM_H
#define TIERBENCH_SCORER_CODE_PROGRAM_H

#include <jansson.h>
#include <stddef.h>

#include "kit/buf.h"

enum program_result {
	PROGRAM_READY,	  /* the program is in the buffer */
	PROGRAM_NO_CODE,  /* the reply holds none: wrong; why says more */
	PROGRAM_BAD_ITEM, /* the scoring object is off: not judged; why says what it lacks */
};

struct program {
	struct buf text;
	/* crux modes: the program with the bare expression of the reply (out of tags, fences, "f(…)
	 * =="); empty where that is the reply as it stands. */
	struct buf corrected;
	char *extracted; /* what was taken out of the reply; owned; NULL where that is the reply
			    itself */
	const char *why; /* static */
};

/* Builds the program of scoring's mode. The caller releases p in each case. */
enum program_result program_build(
	struct program *p, const json_t *scoring, const char *reply, size_t len);
void program_release(struct program *p);

/*
 * The code in a reply of a chat: of its fenced blocks the last one that defines entry_point, else
 * all that are Python, joined; where nothing is fenced, the lines from the first that is code to
 * the last. Where entry_point is given and the code doesn't define it but the prompt does, the
 * reply continues the prompt, which is put before it. Else the prompt's imports and helpers are put
 * before it. prompt and entry_point may be NULL. Appends to out; nothing where there is no code.
 */
void code_of_reply(struct buf *out, const char *reply, size_t len, const char *prompt,
	const char *entry_point);

#endif
