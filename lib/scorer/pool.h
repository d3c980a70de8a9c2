/*
 * Lines worked on by processes of their own, put out in the order they came. A worker that dies
 * costs the line it was at and no other: a new one takes over the rest.
 */
#ifndef TIERBENCH_SCORER_POOL_H
#define TIERBENCH_SCORER_POOL_H

#include <stddef.h>
#include <stdio.h>

#include "kit/buf.h"

enum { POOL_WORKERS_MAX = 256 };

struct pool_job {
	/* In the worker: what it keeps between lines. */
	void *(*start)(void);
	void (*end)(void *state);
	/* In the worker: appends to out what line becomes. */
	void (*work)(void *state, const char *line, size_t len, struct buf *out);
	/* In our own process: appends what a line becomes whose worker died, why says how. */
	void (*lost)(const char *line, size_t len, const char *why, struct buf *out);
};

struct pool;

/* Borrows job and out; workers is 1…POOL_WORKERS_MAX. Workers start with the first line. */
struct pool *pool_new(int workers, const struct pool_job *job, FILE *out);
/* Ends the workers; what isn't drained is dropped. */
void pool_free(struct pool *p);
/* Hands a line to a worker; waits while too much is under way. line is copied. */
void pool_work(struct pool *p, const char *line, size_t len);
/* Puts text out as it is, in its turn. */
void pool_pass(struct pool *p, const char *text, size_t len);
/* Puts out what is done until fd (-1: none) can be read. */
void pool_wait(struct pool *p, int fd);
/* Until all is put out. */
void pool_drain(struct pool *p);

#endif
