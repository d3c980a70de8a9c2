/* Children: started with their errors known, ended with all that they started. */
#ifndef TIERBENCH_KIT_PROC_H
#define TIERBENCH_KIT_PROC_H

#include <stdbool.h>
#include <sys/types.h>

struct proc_spec {
	char *const *argv;
	char *const *env_add;  /* "NAME=VALUE" … NULL, on top of our own environment */
	int in, out, err;      /* descriptors for the child's 0, 1, 2; -1 means /dev/null */
	const char *directory; /* NULL: ours */
	bool own_group;
};

/*
 * fork and exec. The child has SIGPIPE at its default, no signal blocked, PDEATHSIG SIGKILL (its
 * parent rechecked). Returns the pid, or -1 with errno of the failed fork or exec.
 */
pid_t proc_start(const struct proc_spec *spec);
/* waitpid without EINTR; the wait status. */
int proc_wait(pid_t pid);
/* A wait status as an exit status: the child's own, or 128 + signal. */
int proc_status(int wait_status);
/*
 * Makes this process a subreaper, so that what leaves its group stays ours to reap.
 */
void proc_become_subreaper(void);
/*
 * Ends the whole tree below pid, also what left the group: TERM, after grace_s KILL, all reaped.
 * False where something is left after a further grace_s.
 */
bool proc_end_tree(pid_t pid, double grace_s);

#endif
