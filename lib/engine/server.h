/*
 * A server process and all that it starts. Between us and the server stands a guard: a process that
 * is a subreaper, so that whatever the server's children do, they stay below it. The guard ends the
 * whole tree when told, and also when we are gone, killed or not: it notices that its socket
 * closed. The server itself has PDEATHSIG SIGKILL, so that it goes even where the guard is killed;
 * what it leaves is then ours to reap and kill, since we are a subreaper too.
 *
 * The guard keeps our descriptors, locks among them: a device stays locked until the tree is gone.
 */
#ifndef TIERBENCH_ENGINE_SERVER_H
#define TIERBENCH_ENGINE_SERVER_H

#include <stdbool.h>
#include <sys/types.h>

#include "engine/tree.h"

struct server {
	pid_t guard, pid; /* pid 0: not running */
	int fd;		  /* to the guard; becomes readable when the server dies. -1: none */
	bool dead;	  /* the server ended by itself, with this wait status */
	int status;
	int start_errno; /* why it could not be started, 0 else */
};

/*
 * Starts argv with env ("NAME=VALUE", on top of ours), output appended to log_fd. False where it
 * can't be: start_errno says why. The caller must be a subreaper (proc_become_subreaper).
 */
bool server_start(struct server *s, char *const *argv, char *const *env, int log_fd);
/* Takes in what the guard has to say; returns whether the server still runs. Never blocks. */
bool server_alive(struct server *s);
/* The server's processes now. */
void server_tree(const struct server *s, struct pid_list *l);
/*
 * TERM to the server; what is left of the tree after grace_s gets KILL. Waits until all are gone
 * and reaped. False where something would not die within a further 30 s. *s is over afterwards.
 */
bool server_end(struct server *s, double grace_s);
/*
 * Kills and reaps all that is below this process (a command's stragglers, what a killed guard
 * left). False where something would not die within within_s.
 */
bool children_end(double within_s);
/* A TCP port of the loopback address that nobody listens on, or -1 with errno. */
int free_port(void);

#endif
