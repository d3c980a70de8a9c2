/*
 * A control group for a sandbox's server and all below it, where one can be made: as root, or under a
 * delegated subtree; version 2, or version 1 with its memory and pids controllers. It bounds what the
 * limits of single processes don't: their sum, with the pages of /tmp and of pipes. Without it the
 * sandbox holds all the same, since programs can't start processes.
 */
#ifndef TIERBENCH_SANDBOX_CGROUP_H
#define TIERBENCH_SANDBOX_CGROUP_H

#include <stdint.h>

enum { CGROUP_DIRS = 2 };

struct cgroup {
	char *dirs[CGROUP_DIRS]; /* owned; those that could be made, the rest NULL */
	uint64_t memory_bytes;	 /* as last set */
	uint64_t oom_kills;	 /* as last seen */
};

/* Makes what can be made, and removes what killed owners left behind. */
void cgroup_make(struct cgroup *g);
/* Puts the calling process in; for the child, between fork and exec. */
void cgroup_enter(const struct cgroup *g);
void cgroup_limit(struct cgroup *g, uint64_t memory_bytes, int processes);
/* How many processes the kernel ended for their memory since the last call. */
uint64_t cgroup_killed(struct cgroup *g);
/* When all processes are gone. */
void cgroup_remove(struct cgroup *g);

#endif
