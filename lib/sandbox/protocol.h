/*
 * What the two halves of the sandbox say to each other over one stream socket, the guard's
 * descriptor 0: first a setup and a hello, then a request and a reply for each program. Both halves
 * are built together, so the structures go over as they lie in memory.
 */
#ifndef TIERBENCH_SANDBOX_PROTOCOL_H
#define TIERBENCH_SANDBOX_PROTOCOL_H

#include <stdint.h>

enum {
	GUARD_MAGIC = 0x7b5a0001,
	GUARD_PROGRAM_MAX = 64 << 20,
	GUARD_DETAIL_MAX = 1024,
	GUARD_FILTER_MAX = 64 << 10,
};

enum guard_outcome {
	GUARD_PASSED,	 /* the program ran to its end */
	GUARD_WRONG,	 /* it ended with the exception in the detail */
	GUARD_EXIT,	 /* SystemExit */
	GUARD_NO_MEMORY, /* MemoryError */
	GUARD_SYSCALL,	 /* number: what it asked for; -1 where it isn't known */
	GUARD_CPU,
	GUARD_WALL,
	GUARD_OUTPUT,
	GUARD_ENDED,   /* ended without a report; number: the wait status */
	GUARD_CHANNEL, /* something else wrote into the report's descriptor */
	GUARD_FAILED,  /* the guard itself could not; the detail says what */
};

/* Followed by filter_len bytes, the candidate's seccomp program. */
struct guard_setup {
	uint32_t magic, filter_len;
};

/* Followed by detail_len bytes. failed: the guard can't work, the detail says why. */
struct guard_hello {
	uint32_t magic, failed, detail_len;
};

/* Followed by len bytes of UTF-8 without NUL. */
struct guard_request {
	uint32_t magic, len;
	double cpu_s, wall_s;
	uint64_t memory_bytes, output_bytes, files_bytes;
	uint32_t threads, reserved;
};

/* Followed by detail_len bytes. */
struct guard_reply {
	uint32_t magic, outcome;
	int32_t number;
	uint32_t detail_len;
	double cpu_s, wall_s;
};

#endif
