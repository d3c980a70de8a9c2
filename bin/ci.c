/*
 * Reads the verdicts of many cells and the contrasts between them, writes noise floors and gaps.
 * Slurps: all of it stands at the end. What it passes on goes out as it comes.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/json.h"
#include "kit/file.h"
#include "kit/opts.h"
#include "kit/rec.h"
#include "tally/gaps.h"
#include "tally/sheet.h"

enum { OPT_CONTRASTS = 256, OPT_SEED, OPT_KEEP_GOING };

static const struct opt options[] = {
	{OPT_CONTRASTS, "contrasts", "FILE", "contrast records; they may also stand in the input"},
	{'f', "format", "FORMAT", "json (records, the default), text, csv or md (the gaps alone)"},
	{'B', "resamples", "N", "bootstrap and sign-flip resamples (10000)"},
	{OPT_SEED, "seed", "N", "seed of the resamples (1)"},
	{'o', "output", "FILE", "write there, whole or not at all"},
	{OPT_KEEP_GOING, "keep-going", NULL, "turn bad lines into error records and go on"},
	{0, NULL, NULL, NULL},
};

static const struct opt_table table = {
	.tool = "ci",
	.summary =
		"reads verdicts and contrasts, writes paired gaps with intervals, floors, grades",
	.operands = "[FILE ...]",
	.example = "ci --contrasts out/demo/contrasts.jsonl out/*/verdicts.jsonl | render -f text",
	.opts = options,
};

static const struct sheet_column columns[] = {
	{"contrast", "contrast", SHEET_PLAIN},
	{"task", "task", SHEET_PLAIN},
	{"metric", "metric", SHEET_PLAIN},
	{"diff", "diff", SHEET_POINTS},
	{"lo", "lo", SHEET_POINTS},
	{"hi", "hi", SHEET_POINTS},
	{"n", "n", SHEET_PLAIN},
	{"MDE", "mde", SHEET_POINTS},
	{"flips", "flips.rate", SHEET_SHARE},
	{"floor", "floor", SHEET_POINTS},
	{"p Holm", "p_holm", SHEET_P},
	{"", "starred", SHEET_STAR},
	{"grade", "grade", SHEET_PLAIN},
	{"refused", "refused", SHEET_PLAIN},
	{NULL, NULL, SHEET_PLAIN},
};

static void
take_all(struct rec_reader *in, struct campaign *c, enum sheet_format format)
{
	const char *why;
	struct rec *r;

	while (rec_next(in, &r)) {
		bool taken = campaign_take(c, r, &why);

		if (why)
			rec_bad(in, 1, "%s", why);
		else if (!taken && format == SHEET_JSON)
			rec_write(r, stdout);
	}
}

static void
write_json(json_t *record, void *unused)
{
	(void)unused;
	json_write_line(record, stdout);
}

static void
add_score(json_t *record, void *t)
{
	if (strcmp(json_str(record, "metric", ""), "score") == 0)
		sheet_add(t, record);
}

static void
write_all_records(const struct campaign *c, const struct gap_options *o, enum sheet_format format)
{
	struct sheet *t;

	if (format == SHEET_JSON) {
		noise_each(c, write_json, NULL);
		gaps_each(c, o, write_json, NULL);
		return;
	}
	t = sheet_new(columns);
	gaps_each(c, o, add_score, t);
	sheet_write(t, format, stdout);
	sheet_free(t);
}

int
main(int argc, char **argv)
{
	struct gap_options o = {10000, 1, .05, .8};
	enum sheet_format format = SHEET_JSON;
	struct rec_reader in;
	struct campaign *c = campaign_new();
	struct atomic_file out;
	char *contrasts = NULL, *output = NULL;
	bool keep_going = false;
	int ch, status = 0;

	while ((ch = opt_next(&table, argc, argv)) != -1) {
		if (ch == OPT_CONTRASTS)
			contrasts = optarg;
		else if (ch == OPT_KEEP_GOING)
			keep_going = true;
		else if (ch == 'o')
			output = optarg;
		else if (ch == 'B')
			o.resamples = (size_t)opt_int(&table, ch, 100, 10000000);
		else if (ch == OPT_SEED)
			o.seed = (uint64_t)opt_int(&table, ch, 0, UINT32_MAX);
		else if (!sheet_format_named(optarg, &format))
			opt_usage(&table, "'-f %s': want json, text, csv or md", optarg);
	}
	stdout_to(&out, output);
	if (contrasts) {
		rec_reader_init(&in, &contrasts, 1);
		in.keep_going = keep_going;
		take_all(&in, c, format);
		status = rec_reader_finish(&in);
	}
	rec_reader_init(&in, argv + optind, argc - optind);
	in.keep_going = keep_going;
	take_all(&in, c, format);
	ch = rec_reader_finish(&in);
	status = status ? status : ch;
	campaign_close(c);
	write_all_records(c, &o, format);
	campaign_free(c);
	return stdout_done(&out, status);
}
