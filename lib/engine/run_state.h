/* What the parts of run.c share: one cell under way. Of no use outside. */
#ifndef TIERBENCH_ENGINE_RUN_STATE_H
#define TIERBENCH_ENGINE_RUN_STATE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

#include "engine/argv.h"
#include "engine/conditions.h"
#include "engine/engine.h"
#include "engine/findings.h"
#include "engine/lock.h"
#include "engine/memory.h"
#include "engine/run.h"
#include "engine/server.h"

enum { SAMPLE_MS = 50 };

struct run {
	const struct run_options *o;
	FILE *out;
	struct engine *engine;
	json_t *cell, *vars, *override, *checkpoint, *machine;
	struct lock_set device_locks;
	struct server server;
	struct memory *memory;
	struct conditions *conditions;
	struct findings findings;
	size_t findings_written;
	struct argv argv, env;
	char *program, *url, *version, *api_key;
	char *log_path; /* of server.log */
	int log_fd;
	size_t log_from; /* where this attempt's text begins */
	int port, attempt, status;
	bool foreign; /* somebody else answers on our port */
	int signal;
	const char *outcome;
	char *why; /* of an outcome that isn't served */
	double started_s, load_s, moved_s, deadline_s, command_s;
	double start_limit_s, idle_limit_s;
	off_t log_seen;
	double memory_seen;
	int exit_status; /* of the server, -1 unknown */
	int command_status;
	pid_t command;
};

/* run.c: signals and children. */
/* Takes in pending signals; a child's death only wakes us. */
void run_take_signals(struct run *r);
/* Waits for a signal, for the guard's word, or ms. */
void run_pause(struct run *r, int ms);
/* For waits on a lock: false to give up. context is the run. */
bool run_nap(void *context);

/* run_prepare.c: before the start. False with r->status set. */
bool run_prepare(struct run *r);
bool run_take_locks(struct run *r);
/* Says why (steals it), sets EXIT_CONFIG, returns false. */
bool run_config_fault(struct run *r, char *why);

/* run_start.c: one attempt to bring the server up, and its end. */
void run_open_log(struct run *r);
/* True: it is ready. False: it is not; r->outcome, r->why and r->status say what is known. */
bool run_bring_up(struct run *r);
void run_take_down(struct run *r);
/* "the server ended by signal SEGV WHEN". Caller frees. */
char *run_how_it_ended(const struct run *r, const char *when);

/* run_command.c */
bool run_start_command(struct run *r);
/* Until the command ends, by itself or because it must. */
void run_watch_command(struct run *r);

/* run_records.c: what goes into the stream and into launch.part. */
/* The records of earlier attempts, and how many there were. */
void run_put_earlier(struct run *r);
/* phase is "up" or "down"; findings stand in it, settled. */
void run_put_launch(struct run *r, const char *phase);
/* The findings since the last call, a record each. */
void run_put_findings(struct run *r);

#endif
