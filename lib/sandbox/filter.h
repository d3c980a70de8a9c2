/* The seccomp filters of the sandbox, as programs for the kernel. */
#ifndef TIERBENCH_SANDBOX_FILTER_H
#define TIERBENCH_SANDBOX_FILTER_H

#include <stdbool.h>

/*
 * Both return a descriptor of an anonymous file with the filter's program, at its start,
 * close-on-exec, or -1 with errno set. The first is for the server, which makes namespaces; the
 * second for programs: calls on a list, the dangerous ones reported by SIGSYS, the rest as if the
 * kernel hadn't them.
 */
int filter_for_server(void);
int filter_for_programs(void);

/* A system call's name; the caller frees it; NULL where unknown. */
char *filter_call_name(int number);

#endif
