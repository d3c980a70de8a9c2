/*
 * Inside of query: one run, its slots, what it says of itself. Nothing here is for other rooms.
 */
#ifndef TIERBENCH_HTTP_RUN_H
#define TIERBENCH_HTTP_RUN_H

#include "http/answer.h"
#include "http/client.h"
#include "http/host.h"
#include "http/journal.h"
#include "http/query.h"
#include "http/sse.h"

enum slot_state { IDLE, OUT, COUNTING, WAITING };

struct slot {
	struct run *run;
	struct transfer *transfer;
	enum slot_state state;
	struct answer answer;
	struct sse sse;
	struct buf body, reply;
	struct rec *item;
	const char **stops;
	size_t seq;
	int tries; /* in this run */
	double retry_at_s, free_s, now_s, timeout_s;
};

/* Why a run ends before its items do. */
enum ending { GOES_ON, REFUSED, GONE, SIGNALLED, BAD_ADDRESS };

struct run {
	const struct query_conf *conf;
	struct request_conf request;
	struct items *items;
	struct journal *journal;
	struct client *client;
	struct slot **slots;
	size_t nslots, slots_cap;
	struct slot **idle;
	size_t nidle, idle_cap, nwaiting;
	size_t next, end; /* of seq */
	bool warming;
	struct meter meter;
	struct progress attempt;
	struct host_sample host_from;
	int64_t drafted_from, accepted_from; /* the server's counters at the start; -1: unknown */
	double journal_s;		     /* when progress was journalled */
	bool heard;			     /* the server has answered something */
	size_t refused, good;		     /* answers that were refused; that were not */
	enum ending ending;
	int64_t origin_ns;
	char *model;
	struct buf line;
	/* of the request answered last */
	json_t *sampling;
	int64_t seed, max_tokens;
};

/* Seconds since the run's start. */
double run_now_s(const struct run *run);
/* The first reason counts. */
void run_stop(struct run *run, enum ending why);
/* Standard output can't be written: ends as SIGPIPE does where its reader went away, else with EXIT_IO. */
_Noreturn void output_failed(void);

/* A slot, still idle and not among run->idle. */
struct slot *slot_new(struct run *run);
void slot_free(struct slot *s);
/* Asks item seq, which was due at due_s; the slot puts itself among run->idle when it is done with it. */
void slot_begin(struct slot *s, size_t seq, double due_s);
/* Asks again, a slot that waits. */
void slot_send(struct slot *s);

/* Takes stock of this attempt: times, and with_host what others used of the machine. */
void run_measure(struct run *run, bool with_host);
/* The server's own counts of drafted and accepted tokens, before and after. */
void run_drafts_before(struct run *run);
void run_drafts_after(struct run *run);
/* Writes findings where the server sampled otherwise than it was asked to. */
void run_check_sampling(struct run *run);
/* Writes the run record, over this attempt and those before. */
void run_write(struct run *run);

#endif
