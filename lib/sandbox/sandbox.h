/*
 * Runs Python programs that nobody has read, and says what became of each.
 *
 *	struct sandbox *box = sandbox_new();
 *	struct sandbox_result r;
 *	sandbox_run(box, text, len, &limits, &r);
 *	puts(sandbox_outcome_name(r.outcome));
 *	sandbox_result_release(&r);
 *	sandbox_free(box);
 *
 * What holds a program: bubblewrap (own user, pid, net, ipc, uts and cgroup namespaces; the
 * interpreter's own files read-only and nothing else of the system; no home, no /etc, no /proc,
 *none of our environment; a new session), in it for each program fresh pid and mount namespaces
 *with an empty /tmp of bounded size, no capabilities, a seccomp filter that refuses new processes,
 *programs and sockets, limits on processor time, address space, file size, threads and descriptors.
 *Run by root, everything happens under an unprivileged id. Where a cgroup can be made, it bounds
 *the whole.
 *
 * It fails closed: where any of that can't be had, nothing runs; the outcome is SANDBOX_NONE and
 *the detail says what is missing and what brings it.
 *
 * A sandbox is one interpreter that forks for each program (see guard/src/guard.c), started with
 *the first program. It ends with its owner, also when that is killed. One sandbox serves one
 *program at a time; use one a process.
 */
#ifndef TIERBENCH_SANDBOX_H
#define TIERBENCH_SANDBOX_H

#include <stddef.h>
#include <stdint.h>

enum sandbox_outcome {
	SANDBOX_PASSED,	   /* ran to its end */
	SANDBOX_WRONG,	   /* ended with an exception; detail: its last line */
	SANDBOX_CPU,	   /* used up its processor time */
	SANDBOX_WALL,	   /* stood still: the wide wall-clock limit */
	SANDBOX_MEMORY,	   /* asked for more memory than allowed; detail: the exception */
	SANDBOX_OUTPUT,	   /* flooded its output */
	SANDBOX_FORBIDDEN, /* asked the kernel for what it may not; detail: the call's name */
	SANDBOX_EARLY,	   /* ended itself before its last line; detail: how */
	SANDBOX_CHANNEL,   /* reached for the descriptor of the tests' result */
	SANDBOX_FAILED,	   /* could not be run, our fault or the system's; detail: why */
	SANDBOX_NONE,	   /* no isolation to be had, nothing ran; detail: what is missing */
};

struct sandbox_limits {
	double cpu_s;	    /* of the program with all its threads */
	double wall_s;	    /* the backstop */
	int64_t memory_mib; /* address space, the interpreter included */
	int64_t output_mib; /* written to standard output and error together */
	int64_t files_mib;  /* /tmp, and each file */
	int threads;
};

/* 3 s of processor time, 30 s by the clock, 1 GiB, 64 MiB of output, 64 MiB of files, 64 threads.
 */
extern const struct sandbox_limits sandbox_default_limits;

struct sandbox_result {
	enum sandbox_outcome outcome;
	char *detail;	      /* owned; NULL where there is nothing to say; UTF-8, one line */
	double cpu_s, wall_s; /* measured */
};

struct sandbox;

/*
 * The caller frees it with sandbox_free(). Nothing is started before the first program.
 */
struct sandbox *sandbox_new(void);
void sandbox_free(struct sandbox *box);

/*
 * Runs program[0..len), UTF-8; a NUL in it makes it wrong without a run. All that it started is
 * ended and reaped on return.
 */
void sandbox_run(struct sandbox *box, const char *program, size_t len,
	const struct sandbox_limits *limits, struct sandbox_result *r);
void sandbox_result_release(struct sandbox_result *r);

/* "passed", "wrong answer", "processor time", … */
const char *sandbox_outcome_name(enum sandbox_outcome outcome);

/* NULL where a program can be run, else what is missing and what brings it; the caller frees it. */
char *sandbox_missing(void);

#endif
