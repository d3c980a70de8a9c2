/*
 * Options of a tool from one table, which drives getopt_long(3), --help and the test that holds the
 * page to it. --help, --version, and "--" are understood everywhere.
 */
#ifndef TIERBENCH_KIT_OPTS_H
#define TIERBENCH_KIT_OPTS_H

#include <stdint.h>

#define TIERBENCH_VERSION "0.1.0"

struct opt {
	int ch; /* the short letter, or a value from 256 up for an option with a long name only */
	const char *name; /* the long name */
	const char *arg;  /* what its argument is called, NULL where it takes none */
	const char *help; /* one line, lower case */
};

struct opt_table {
	const char *tool;
	const char *summary;	/* one line: what it reads, what it writes */
	const char *operands;	/* "[FILE ...]" */
	const char *example;	/* one that works as pasted */
	const struct opt *opts; /* ends with a row whose name is NULL */
	int stop_at_operand;	/* a command follows: its options are not ours */
};

/*
 * As getopt_long(3): the next option's ch, or -1 at the end with optind at the first operand. A
 * wrong option says so and exits with EXIT_USAGE; --help prints and exits 0.
 */
int opt_next(const struct opt_table *t, int argc, char **argv);
/* optarg as an integer in lo..hi, else says "'-n 0': want 1..4096" and exits with EXIT_USAGE. */
int64_t opt_int(const struct opt_table *t, int ch, int64_t lo, int64_t hi);
double opt_real(const struct opt_table *t, int ch, double lo, double hi);
/* One line "TOOL: what (try 'TOOL --help')", EXIT_USAGE. */
_Noreturn void opt_usage(const struct opt_table *t, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif
