#include "http/host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static bool
read_text(const char *path, char *to, size_t size)
{
	FILE *f = fopen(path, "re");
	size_t n;

	if (!f)
		return false;
	n = fread(to, 1, size - 1, f);
	fclose(f);
	to[n] = '\0';
	return n > 0;
}

/* User and system time of a process, its reaped children's too; in ticks. */
static double
process_ticks(pid_t pid)
{
	char path[64], text[1024], *at;
	double sum = 0;

	snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
	if (!read_text(path, text, sizeof text) || !(at = strrchr(text, ')')))
		return 0;
	at += 2; /* field 3; utime, stime, cutime, cstime are 14 to 17 (proc_pid_stat(5)) */
	for (int field = 3; field <= 17; field++) {
		char *end;

		if (field >= 14)
			sum += strtod(at, &end);
		at = strchr(at, ' ');
		if (!at)
			return 0;
		at++;
	}
	return sum;
}

static double
tree_ticks(pid_t pid, int depth)
{
	char path[64], text[8192], *save;
	double sum = process_ticks(pid);

	snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", (long)pid, (long)pid);
	if (depth > 16 || !read_text(path, text, sizeof text))
		return sum;
	for (char *child = strtok_r(text, " ", &save); child; child = strtok_r(NULL, " ", &save)) {
		long n = strtol(child, NULL, 10);

		if (n > 0 && n != getpid())
			sum += tree_ticks((pid_t)n, depth + 1);
	}
	return sum;
}

struct host_sample
host_sample(pid_t server_pid)
{
	struct host_sample s = {0};
	char text[512];
	double hertz = (double)sysconf(_SC_CLK_TCK);
	unsigned long long t[8] = {0};
	struct timespec own;

	if (server_pid <= 0 || !read_text("/proc/stat", text, sizeof text) ||
		sscanf(text, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &t[0], &t[1], &t[2],
			&t[3], &t[4], &t[5], &t[6], &t[7]) < 8)
		return s;
	for (int i = 0; i < 8; i++) {
		s.total_s += (double)t[i] / hertz;
		s.busy_s += i == 3 || i == 4 ? 0 : (double)t[i] / hertz; /* not idle, not iowait */
	}
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own);
	s.ours_s = (double)own.tv_sec + (double)own.tv_nsec / 1e9 +
		   tree_ticks(server_pid, 0) / hertz;
	s.known = true;
	return s;
}

double
host_share_of_others(const struct host_sample *from, const struct host_sample *to)
{
	double total = to->total_s - from->total_s, others;

	if (!from->known || !to->known || total <= 0)
		return -1;
	others = (to->busy_s - from->busy_s - (to->ours_s - from->ours_s)) / total;
	return others < 0 ? 0 : others > 1 ? 1 : others;
}
