/*
 * The journal of a run: a header line, then every answer's record as it is finished, in completion
 * order, and now and then a progress line. Records are appended whole, each by one write; a torn
 *last line is what a kill can leave, and is dropped when the journal is opened again.
 *
 *	{"kind":"journal","version":1,"key":{…}}
 *	{"kind":"answer",…,"seq":0,"answer":{…}}
 *	{"kind":"progress","attempt":1,"started":…,"wall_s":…,"busy_s":…,…}
 *
 * The key names all that decides what is asked besides the items: a journal of another key is never
 * resumed. Of an item that was asked twice, the later record counts. Of each answer only its place
 *is kept, some 16 bytes, so that a million fit in little memory. One process at a time holds a
 *journal, by flock(2). What was written reaches the disk within a second, by a thread of its own:
 *fsync() would stop the clock of the answers in flight.
 */
#ifndef TIERBENCH_HTTP_JOURNAL_H
#define TIERBENCH_HTTP_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "http/answer.h"
#include "kit/rec.h"

/* What attempts of the same run have done so far; sums over them. */
struct progress {
	char started[32]; /* of the first */
	unsigned attempt;
	double wall_s, busy_s;	   /* busy: requests in flight, integrated over time */
	double late_ms;		   /* the worst of them */
	int64_t prompt, cached;	   /* tokens of prompts, and those that a cache held */
	int64_t drafted, accepted; /* by the server's own counters; 0 where it has none */
	double others_s, known_s;  /* share of the processor used by others × time, and time it is
				     known for */
};

struct journal;

/*
 * Opens or starts PATH. key is a JSON object's text. identity() tells what makes the item that is
 * asked as seq; a journal whose answers have other identities belongs to other items. n is how many
 * items there are. Exits, having said why: EXIT_IO where it can't be written, EXIT_TRY_AGAIN where
 * another process holds it, EXIT_CONFIG where its key or its items are others, EXIT_BAD_INPUT where
 * it is damaged before its end.
 */
struct journal *journal_open(const char *path, const char *key, size_t n,
	uint64_t (*identity)(void *ctx, size_t seq), void *ctx);
/* As journal_open(), but returns NULL, with *status and *why (for the caller to free), where that exits. */
struct journal *journal_try(const char *path, const char *key, size_t n,
	uint64_t (*identity)(void *ctx, size_t seq), void *ctx, int *status, char **why);
/* Syncs and closes. */
void journal_close(struct journal *j);

/* Whether seq has an answer that is kept. */
bool journal_has(const struct journal *j, size_t seq);
/* How often seq has been asked by former attempts. */
unsigned journal_attempts(const struct journal *j, size_t seq);
/* How many answers are kept, and how many of those are errors. */
size_t journal_kept(const struct journal *j);
size_t journal_errors(const struct journal *j);
/* Of former attempts, as the last progress lines say. */
const struct progress *journal_progress(const struct journal *j);

/* Appends the answer's line (with its LF); exits with EXIT_IO where it can't, the journal whole. */
void journal_add(
	struct journal *j, size_t seq, enum answer_error error, const char *line, size_t len);
void journal_add_progress(struct journal *j, const struct progress *p);
/* Writes all answers in the order of seq; exits with EXIT_IO where that fails. */
void journal_print(struct journal *j, FILE *f);

#endif
