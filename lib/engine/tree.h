/* Process trees by /proc. */
#ifndef TIERBENCH_ENGINE_TREE_H
#define TIERBENCH_ENGINE_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct pid_list {
	pid_t *v;
	size_t n, cap;
};

void pid_list_free(struct pid_list *l);
bool pid_list_has(const struct pid_list *l, pid_t pid);
/*
 * All processes below root (root itself is not among them), zombies left out, into *l, which is
 * emptied first. Reads all of /proc once: some milliseconds.
 */
void tree_below(pid_t root, struct pid_list *l);
/*
 * Whether a process of the list listens on this TCP port of this machine: 1 yes, 0 somebody else
 * does, -1 nobody does.
 */
int tree_listens(const struct pid_list *l, int port);

#endif
