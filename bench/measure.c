/*
 * Runs a command and says what it cost on one line of standard error's stead, the file OUT:
 * processor seconds, wall seconds, peak resident KiB, clock at the start in nanoseconds, exit status.
 *
 *	measure OUT COMMAND…
 */
#include <inttypes.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kit/clock.h"
#include "kit/err.h"
#include "kit/proc.h"

int
main(int argc, char **argv)
{
	struct rusage use;
	int64_t start;
	int status;
	pid_t pid;
	FILE *out;

	if (argc < 3)
		die(EXIT_USAGE, "usage: measure OUT COMMAND…");
	start = clock_ns();
	pid = fork();
	if (pid < 0)
		die_errno(EXIT_OS, "fork");
	if (pid == 0) {
		execvp(argv[2], argv + 2);
		die_errno(EXIT_NOT_FOUND, "%s", argv[2]);
	}
	if (wait4(pid, &status, 0, &use) < 0)
		die_errno(EXIT_OS, "wait");
	out = fopen(argv[1], "we");
	if (!out)
		die_errno(EXIT_IO, "%s", argv[1]);
	fprintf(out, "%.6f %.6f %ld %" PRId64 " %d\n",
		(double)use.ru_utime.tv_sec + (double)use.ru_stime.tv_sec +
			(double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e6,
		(double)(clock_ns() - start) / 1e9, use.ru_maxrss, start, proc_status(status));
	return fclose(out) != 0 ? EXIT_IO : proc_status(status);
}
