/* Starting the server of a sandbox: bubblewrap, in it the interpreter, in it the guard. */
#ifndef TIERBENCH_SANDBOX_START_H
#define TIERBENCH_SANDBOX_START_H

#include <sys/types.h>

#include "sandbox/cgroup.h"

struct server {
	pid_t pid;   /* bubblewrap, our child; 0: none */
	int channel; /* see protocol.h; close-on-exec */
	int errors;  /* what bubblewrap and the interpreter say; close-on-exec, doesn't block */
	struct cgroup group;
};

/*
 * Starts it and waits for its hello. Returns NULL, or what went wrong and what to do about it (the
 * caller frees it); then nothing is left running.
 */
char *fork_server_start(struct server *s);
/* Ends it and all in it, reaped. */
void fork_server_end(struct server *s);

#endif
