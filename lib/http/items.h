/*
 * The items of a run and the order they are asked in. All input is read once before the first
 * request, so that a bad line stops a run before it costs anything; of each item only its place is
 * kept, some 24 bytes, and its line is read again when its turn comes. What can't be read twice (a
 * pipe) is copied to a temporary file that has no name.
 */
#ifndef TIERBENCH_HTTP_ITEMS_H
#define TIERBENCH_HTTP_ITEMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "kit/buf.h"
#include "kit/rec.h"

struct items_conf {
	char **files;
	int nfiles;
	bool keep_going;
	bool interleave; /* round-robin over tasks, in the order in which they first appear */
	const char *ids; /* "a,b,c", or "@FILE" with one a line; NULL: all */
	int64_t sample;	 /* so many, drawn by seed, in input order; 0: all */
	uint64_t seed;
	int64_t limit;	 /* the first so many of the order; 0: all */
	FILE *others_to; /* records of other kinds are written here as they come; NULL: kept for
			    items_others() */
	const char *(*fault)(struct rec *item); /* why an item can't be asked, NULL where it can */
};

struct items;

/* Reads all input; bad input exits as rec_next() says. */
struct items *items_read(const struct items_conf *conf);
void items_free(struct items *it);
size_t items_count(const struct items *it);
/* The item that is asked as number seq, into line; a new record, or NULL where its file has
 * changed. */
struct rec *items_get(struct items *it, size_t seq);
/* Writes the records of other kinds that were kept, in their order. */
void items_others(struct items *it, FILE *f);
/* EXIT_DONE, or EXIT_BAD_INPUT where keep_going met bad lines. */
int items_status(const struct items *it);

#endif
