/* Exit statuses, the same in every tool (sysexits names what we need). */
#ifndef TIERBENCH_KIT_EXITS_H
#define TIERBENCH_KIT_EXITS_H

enum exit_status {
	EXIT_DONE = 0,
	EXIT_ANSWER_NO = 1,  /* ran well, the answer is no */
	EXIT_USAGE = 64,     /* options or operands are off */
	EXIT_BAD_INPUT = 65, /* named by file, line and column */
	EXIT_NO_INPUT = 66,  /* cannot open */
	EXIT_NO_SERVER = 69, /* server unreachable */
	EXIT_BUG = 70,	     /* our fault */
	EXIT_OS = 71,	     /* system: no memory, no process */
	EXIT_IO = 74,	     /* input/output, standard output included */
	EXIT_TRY_AGAIN = 75, /* rerunning may help */
	EXIT_CONFIG = 78,    /* a pipeline file or the environment is wrong */
	/* launch's own, as timeout(1) has them */
	EXIT_TIMED_OUT = 124,
	EXIT_LAUNCH_FAILED = 125,
	EXIT_CANNOT_EXEC = 126,
	EXIT_NOT_FOUND = 127,
	EXIT_SIGNAL_BASE = 128, /* a command killed by signal n is 128 + n */
};

#endif
