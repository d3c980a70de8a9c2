#include "kit/opts.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/err.h"
#include "kit/mem.h"
#include "kit/num.h"
#include "kit/rec.h"

enum { OPT_HELP = 0x7f01, OPT_VERSION, OPT_MAX = 64 };

static void
print_help(const struct opt_table *t)
{
	printf("usage: %s [OPTION ...] %s\n%s\n\n", t->tool, t->operands, t->summary);
	for (const struct opt *o = t->opts; o->name; o++) {
		char left[64];
		int n = o->ch < 256 ? snprintf(left, sizeof left, "-%c, ", o->ch)
				    : snprintf(left, sizeof left, "    ");
		snprintf(left + n, sizeof left - (size_t)n, "--%s%s%s", o->name, o->arg ? " " : "",
			o->arg ? o->arg : "");
		printf("  %-26s %s\n", left, o->help);
	}
	printf("      --help                 this page\n"
	       "      --version              the version\n\n"
	       "example: %s\nSee %s(1), tierbench(5).\n",
		t->example, t->tool);
	exit(close_stdout());
}

static void
print_version(const struct opt_table *t)
{
	printf("%s (tierbench) %s\n", t->tool, TIERBENCH_VERSION);
	exit(close_stdout());
}

static int
fill(const struct opt_table *t, struct option *longs, char *shorts)
{
	int n = 0;

	if (t->stop_at_operand)
		*shorts++ = '+';
	*shorts++ = ':';
	for (const struct opt *o = t->opts; o->name; o++) {
		if (n == OPT_MAX)
			die(EXIT_BUG, "too many options");
		longs[n++] = (struct option){
			o->name, o->arg ? required_argument : no_argument, NULL, o->ch};
		if (o->ch < 256) {
			*shorts++ = (char)o->ch;
			if (o->arg)
				*shorts++ = ':';
		}
	}
	*shorts = '\0';
	longs[n++] = (struct option){"help", no_argument, NULL, OPT_HELP};
	longs[n++] = (struct option){"version", no_argument, NULL, OPT_VERSION};
	longs[n] = (struct option){0};
	return n;
}

int
opt_next(const struct opt_table *t, int argc, char **argv)
{
	struct option longs[OPT_MAX + 3];
	char shorts[2 * OPT_MAX + 4];

	fill(t, longs, shorts);
	opterr = 0;
	int at = optind;
	int ch = getopt_long(argc, argv, shorts, longs, NULL);
	if (ch == OPT_HELP)
		print_help(t);
	if (ch == OPT_VERSION)
		print_version(t);
	if (ch == ':')
		opt_usage(t, "'%s' wants an argument", argv[optind - 1]);
	if (ch == '?' && optopt && optopt < 256)
		opt_usage(t, "unknown option '-%c'", optopt);
	if (ch == '?')
		opt_usage(t, "wrong option '%s'", argv[optind > at ? optind - 1 : at]);
	return ch;
}

static const char *
shown(const struct opt_table *t, int ch)
{
	for (const struct opt *o = t->opts; o->name; o++)
		if (o->ch == ch)
			return o->name;
	return "?";
}

int64_t
opt_int(const struct opt_table *t, int ch, int64_t lo, int64_t hi)
{
	int64_t x;

	if (!num_parse_int(optarg, lo, hi, &x))
		opt_usage(t, "'--%s %s': want %" PRId64 "..%" PRId64, shown(t, ch), optarg, lo, hi);
	return x;
}

double
opt_real(const struct opt_table *t, int ch, double lo, double hi)
{
	double x;

	if (!num_parse_real(optarg, lo, hi, &x))
		opt_usage(t, "'--%s %s': want a number in %g..%g", shown(t, ch), optarg, lo, hi);
	return x;
}

void
opt_usage(const struct opt_table *t, const char *fmt, ...)
{
	va_list args;
	char *what = NULL;

	va_start(args, fmt);
	if (vasprintf(&what, fmt, args) < 0)
		die(EXIT_OS, "out of memory");
	va_end(args);
	die(EXIT_USAGE, "%s (try '%s --help')", what, t->tool);
}
