/*
 * Reads verdicts and the stream around them, writes rows, one a cell and task. Slurps: rows come at
 * the end. What it passes on goes out as it comes.
 */
#include <getopt.h>
#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/err.h"
#include "kit/file.h"
#include "kit/json.h"
#include "kit/mem.h"
#include "kit/opts.h"
#include "kit/rec.h"
#include "tally/rows.h"
#include "tally/sheet.h"

enum { OPT_KEEP_GOING = 256, OPT_BY };

static const struct opt options[] = {
	{'f', "format", "FORMAT", "json (records, the default), text, csv or md (the rows alone)"},
	{'o', "output", "FILE", "write there, whole or not at all"},
	{OPT_BY, "by", "FIELDS", "pool cells by fields of theirs, such as knobs.kv,task"},
	{OPT_KEEP_GOING, "keep-going", NULL, "turn bad lines into error records and go on"},
	{0, NULL, NULL, NULL},
};

static const struct opt_table table = {
	.tool = "aggregate",
	.summary = "reads verdicts, writes one row a cell and task: quality, speed, memory",
	.operands = "[FILE ...]",
	.example = "echo '{\"kind\":\"verdict\",\"task\":\"t\",\"id\":\"1\",\"verdict\":"
		   "{\"pass\":true,\"score\":1}}' | aggregate",
	.opts = options,
};

/* The columns of both tables. */
#define MEASURED                                                                                   \
	{"n", "n", SHEET_PLAIN}, {"score", "score", SHEET_SHARE}, {"lo", "lo", SHEET_SHARE},       \
		{"hi", "hi", SHEET_SHARE}, {"no answer", "counts.no_answer", SHEET_PLAIN},         \
		{"not judged", "counts.not_judged", SHEET_PLAIN},                                  \
		{"errors", "counts.errors", SHEET_PLAIN}, {"cut", "counts.cut", SHEET_PLAIN},      \
		{"decode tok/s", "speed.decode_tps.p50", SHEET_TENTH},                             \
		{"TTFT ms", "speed.ttft_ms.p50", SHEET_TENTH},                                     \
		{"out tok/s", "speed.output_tps.mean", SHEET_TENTH},                               \
		{"acceptance", "acceptance", SHEET_SHARE},                                         \
	{                                                                                          \
		"peak MiB", "memory.peak_mib", SHEET_TENTH                                         \
	}

static const struct sheet_column columns[] = {
	{"cell", "cell", SHEET_PLAIN},
	{"checkpoint", "checkpoint", SHEET_PLAIN},
	{"run", "replicate", SHEET_PLAIN},
	{"task", "task", SHEET_PLAIN},
	MEASURED,
	{NULL, NULL, SHEET_PLAIN},
};

static const struct sheet_column pooled_columns[] = {
	{"by", "by", SHEET_PLAIN},
	{"cells", "cells", SHEET_PLAIN},
	{"task", "task", SHEET_PLAIN},
	MEASURED,
	{NULL, NULL, SHEET_PLAIN},
};

static void
write_json(const json_t *row, void *unused)
{
	(void)unused;
	json_write_line(row, stdout);
}

static void
add_row(const json_t *row, void *t)
{
	sheet_add(t, row);
}

static void
take_all(struct rec_reader *in, struct rows *rows, enum sheet_format format)
{
	const char *why;
	struct rec *r;

	while (rec_next(in, &r)) {
		bool taken = rows_take(rows, r, &why);

		if (why)
			rec_bad(in, 1, "%s", why);
		else if (!taken && format == SHEET_JSON)
			rec_write(r, stdout);
	}
}

/* --by's fields. */
struct paths {
	char *text; /* cut into paths in place */
	const char **path;
	size_t n;
};

static void
split(struct paths *p, const char *text)
{
	char *at = p->text = xstrdup(text);

	p->path = xcalloc(strlen(text) + 1, sizeof *p->path);
	for (char *one; (one = strsep(&at, ",")) != NULL;) {
		if (*one == '\0')
			opt_usage(&table, "'--by %s': want fields separated by commas", text);
		p->path[p->n++] = one;
	}
}

static void
each_row(struct rows *rows, const struct paths *by, void (*each)(const json_t *row, void *context),
	void *context)
{
	if (by->n)
		rows_by_each(rows, by->path, by->n, each, context);
	else
		rows_each(rows, each, context);
}

static void
write_rows(struct rows *rows, const struct paths *by, enum sheet_format format)
{
	struct sheet *t;

	if (format == SHEET_JSON) {
		each_row(rows, by, write_json, NULL);
		return;
	}
	t = sheet_new(by->n ? pooled_columns : columns);
	each_row(rows, by, add_row, t);
	sheet_write(t, format, stdout);
	sheet_free(t);
}

int
main(int argc, char **argv)
{
	enum sheet_format format = SHEET_JSON;
	struct rec_reader in;
	struct rows *rows;
	struct atomic_file out;
	struct paths by = {0};
	const char *output = NULL;
	bool keep_going = false;
	int ch, status;

	gsl_set_error_handler_off(); /* a quantile without an answer is NaN, not our end */
	while ((ch = opt_next(&table, argc, argv)) != -1) {
		if (ch == OPT_KEEP_GOING)
			keep_going = true;
		else if (ch == 'o')
			output = optarg;
		else if (ch == OPT_BY && by.n == 0)
			split(&by, optarg);
		else if (ch == OPT_BY)
			opt_usage(&table, "'--by' is given twice: separate fields by commas");
		else if (!sheet_format_named(optarg, &format))
			opt_usage(&table, "'-f %s': want json, text, csv or md", optarg);
	}
	stdout_to(&out, output);
	rec_reader_init(&in, argv + optind, argc - optind);
	in.keep_going = keep_going;
	rows = rows_new();
	take_all(&in, rows, format);
	write_rows(rows, &by, format);
	rows_free(rows);
	free(by.text);
	free(by.path);
	status = rec_reader_finish(&in);
	return stdout_done(&out, status);
}
