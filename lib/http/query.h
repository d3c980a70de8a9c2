/*
 * A run of query: every item asked once, at most `load` at a time or at a constant rate, each
 * answer a record. query(1) says what is promised.
 */
#ifndef TIERBENCH_HTTP_QUERY_H
#define TIERBENCH_HTTP_QUERY_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "http/items.h"
#include "http/meter.h"
#include "http/request.h"

struct query_conf {
	struct items_conf items;
	const char *url, *model, *api_key; /* model and api_key may be NULL */
	enum dialect dialect;
	const char *journal; /* NULL: answers come on standard output as they finish */
	const char *cell;
	int64_t replicate, seed;
	int load;	   /* at most so many at a time */
	double rate;	   /* requests a second, from the clock; 0: as slots get free */
	double duration_s; /* no request is begun later; 0: no limit */
	int64_t warmup;	   /* so many requests before the clock starts, left out */
	double timeout_s;  /* of an item that has no limits.timeout_s */
	int retries;
	struct slo slo;
	bool prefix_cache, arrivals, ids, quiet, verbose, dry_run;
	pid_t server_pid;	       /* 0: unknown */
	volatile sig_atomic_t *caught; /* a signal that shall end the run, 0 while there is none */
	void (*input_read)(void);      /* called when all input is read: signals are to be caught */
};

/* Runs and writes to standard output, which the caller closes. The exit status. */
int query_run(const struct query_conf *conf);

#endif
