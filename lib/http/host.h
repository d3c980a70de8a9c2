/*
 * How much of the machine's processors others used while a run went on: all busy time of /proc/stat
 * (stolen time too), less our own and that of the server's process and its descendants, over all
 * time there was.
 */
#ifndef TIERBENCH_HTTP_HOST_H
#define TIERBENCH_HTTP_HOST_H

#include <stdbool.h>
#include <sys/types.h>

struct host_sample {
	bool known;
	double busy_s, total_s; /* over all processors */
	double ours_s;		/* this process and the server's */
};

/* server_pid 0 or less: unknown, and so is the sample. */
struct host_sample host_sample(pid_t server_pid);
/* 0…1; negative where it can't be told. */
double host_share_of_others(const struct host_sample *from, const struct host_sample *to);

#endif
