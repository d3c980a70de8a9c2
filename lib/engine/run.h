/*
 * One cell with its server up: locks, start, readiness, the command, the end, the records. What
 * launch(1) does for each cell.
 */
#ifndef TIERBENCH_ENGINE_RUN_H
#define TIERBENCH_ENGINE_RUN_H

#include <stdbool.h>
#include <stdio.h>

#include "kit/rec.h"

struct lock;

struct run_options {
	const char *engines;	/* folder of engine files */
	const char *dir;	/* the cell's folder, NULL: none (log in a temporary file) */
	char *const *command;	/* ends with NULL */
	bool wait;		/* for the device's lock */
	bool check_identity;	/* the engine must be the one that the cell names */
	double start_s, idle_s; /* time-outs of the start; negative: the engine file's, or ours */
	double run_s;		/* of the command; 0: none */
	double grace_s;		/* between TERM and KILL */
	const char *hashes;	/* file of known hashes; NULL: the cell's files aren't compared */
	const char *advice;	/* said where the cell isn't finished, NULL: nothing */
	struct lock *cell_lock; /* held by the caller, NULL: none */
	int signals;		/* a signalfd of CHLD, TERM, INT, HUP, all blocked */
};

struct run_result {
	int status; /* of launch: EXIT_DONE, 124 to 127, the command's, EXIT_CONFIG, EXIT_TRY_AGAIN
		     */
	bool finished; /* the stream of this cell is whole */
	int signal;    /* the one that ended us, 0: none */
};

/*
 * Runs the command with the cell's server up and writes the cell's stream to out. What the command
 * prints goes to out's descriptor directly.
 */
struct run_result run_cell(struct rec *cell, const struct run_options *o, FILE *out);
/* The engine file of this name in the folder, the caller's to free; NULL with *why. */
char *engine_file(const char *folder, const char *name, char **why);

#endif
