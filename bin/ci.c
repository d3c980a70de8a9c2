/*
 * Reads the verdicts of many cells and the contrasts between them, writes noise floors, gaps and claims.
 * Slurps: all of it stands at the end. What it passes on goes out as it comes.
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
#include "tally/claim.h"
#include "tally/design.h"
#include "tally/gaps.h"
#include "tally/sheet.h"
#include "tally/summary.h"

enum {
	OPT_CONTRASTS = 256,
	OPT_SEED,
	OPT_KEEP_GOING,
	OPT_CLAIM,
	OPT_OVER,
	OPT_WHY,
	OPT_MDE,
	OPT_DISCORDANCE,
	OPT_METHOD,
	OPT_ALPHA,
	OPT_POWER,
};

static const struct opt options[] = {
	{OPT_CONTRASTS, "contrasts", "FILE", "contrast records; they may also stand in the input"},
	{'o', "output", "FILE", "write there, whole or not at all"},
	{'f', "format", "FORMAT", "json (records, the default), text, csv or md (the gaps alone)"},
	{OPT_CLAIM, "claim", "CLAIM", "a claim record, such as 'abs(diff)<=.01'; may be repeated"},
	{OPT_OVER, "over", "SET", "the gaps of the claim before it, such as knob=draft"},
	{OPT_WHY, "why", "GAP", "how the gap CONTRAST/TASK got its grade, in words"},
	{OPT_MDE, "mde", "ITEMS", "what a suite of these items can resolve, before any run"},
	{OPT_DISCORDANCE, "discordance", "P", "of --mde: the share of items that flip (.1)"},
	{'m', "comparisons", "N", "of --mde: how many there are (the number of tasks)"},
	{OPT_METHOD, "method", "NAME", "auto (the default), t, bca, signflip or mid-p"},
	{OPT_ALPHA, "alpha", "P", "of stars and of the MDE (.05)"},
	{OPT_POWER, "power", "P", "of the MDE (.8)"},
	{'B', "resamples", "N", "bootstrap and sign-flip resamples (10000)"},
	{OPT_SEED, "seed", "N", "seed of the resamples (1)"},
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
	{"diff", "diff", SHEET_POINTS},
	{"lo", "lo", SHEET_POINTS},
	{"hi", "hi", SHEET_POINTS},
	{"n", "n", SHEET_PLAIN},
	{"MDE", "mde", SHEET_SIZE},
	{"flips", "flips.rate", SHEET_SIZE},
	{"floor", "floor", SHEET_SIZE},
	{"p Holm", "p_holm", SHEET_P},
	{"", "starred", SHEET_STAR},
	{"grade", "grade", SHEET_PLAIN},
	{"refused", "refused", SHEET_PLAIN},
	{NULL, NULL, SHEET_PLAIN},
};

struct options {
	struct gap_options gap;
	enum sheet_format format;
	bool format_given, keep_going;
	char *contrasts, *output, *why, *mde;
	double discordance;
	size_t comparisons;
	const char **claim, **over; /* NULL in over: any */
	size_t claims, cap;
};

/* Where records go: out as lines, into the table, past the claims. */
struct sinks {
	const struct options *o;
	struct claim **claim;
	struct sheet *sheet;
	struct summary summary;
};

static enum gap_method
method_named(const char *name)
{
	static const char *const names[] = {"auto", "t", "bca", "signflip", "mid-p"};

	for (int i = 0; i < 5; i++)
		if (strcmp(name, names[i]) == 0)
			return (enum gap_method)i;
	opt_usage(&table, "'--method %s': want auto, t, bca, signflip or mid-p", name);
}

static void
add_claim(struct options *o, int ch)
{
	if (ch == OPT_OVER) {
		if (o->claims == 0)
			opt_usage(&table, "'--over %s': want --claim before it", optarg);
		o->over[o->claims - 1] = optarg;
		return;
	}
	o->claim = xreallocarray(o->claim, o->claims + 1, sizeof *o->claim);
	o->over = xreallocarray(o->over, o->claims + 1, sizeof *o->over);
	o->claim[o->claims] = optarg;
	o->over[o->claims++] = NULL;
}

static void
take_option(struct options *o, int ch)
{
	switch (ch) {
	case OPT_CONTRASTS: o->contrasts = optarg; break;
	case 'o': o->output = optarg; break;
	case 'f':
		if (!sheet_format_named(optarg, &o->format))
			opt_usage(&table, "'-f %s': want json, text, csv or md", optarg);
		o->format_given = true;
		break;
	case OPT_CLAIM:
	case OPT_OVER: add_claim(o, ch); break;
	case OPT_WHY: o->why = optarg; break;
	case OPT_MDE: o->mde = optarg; break;
	case OPT_DISCORDANCE: o->discordance = opt_real(&table, ch, 1e-6, 1); break;
	case 'm': o->comparisons = (size_t)opt_int(&table, ch, 1, 1000000); break;
	case OPT_METHOD: o->gap.method = method_named(optarg); break;
	case OPT_ALPHA: o->gap.alpha = opt_real(&table, ch, 1e-9, .5); break;
	case OPT_POWER: o->gap.power = opt_real(&table, ch, .01, .9999); break;
	case 'B': o->gap.resamples = (size_t)opt_int(&table, ch, 100, 10000000); break;
	case OPT_SEED: o->gap.seed = (uint64_t)opt_int(&table, ch, 0, UINT32_MAX); break;
	case OPT_KEEP_GOING: o->keep_going = true; break;
	}
}

static int
take_files(struct campaign *c, char **files, int n, const struct options *o)
{
	struct rec_reader in;
	const char *why;
	struct rec *r;

	rec_reader_init(&in, files, n);
	in.keep_going = o->keep_going;
	while (rec_next(&in, &r)) {
		bool taken = campaign_take(c, r, &why);

		if (why)
			rec_bad(&in, 1, "%s", why);
		else if (!taken && o->format == SHEET_JSON && o->why == NULL)
			rec_write(r, stdout);
	}
	return rec_reader_finish(&in);
}

static void
see(json_t *record, void *context)
{
	struct sinks *s = context;

	for (size_t i = 0; i < s->o->claims; i++)
		claim_see(s->claim[i], record);
	summary_see(&s->summary, record);
	if (s->sheet == NULL)
		json_write_line(record, stdout);
	else if (strcmp(json_str(record, "metric", ""), "score") == 0)
		sheet_add(s->sheet, record);
}

static void
free_claims(struct claim **claim, size_t n)
{
	for (size_t i = 0; i < n; i++)
		claim_free(claim[i]);
	free(claim);
}

static struct claim **
read_claims(const struct options *o)
{
	struct claim **claim = xcalloc(o->claims + 1, sizeof(struct claim *));
	const char *why;

	for (size_t i = 0; i < o->claims; i++) {
		claim[i] = claim_new(o->claim[i], o->over[i], &why);
		if (claim[i] == NULL) {
			free_claims(claim, i);
			opt_usage(&table, "'--claim %s%s%s': %s", o->claim[i],
				o->over[i] ? " --over " : "", o->over[i] ? o->over[i] : "", why);
		}
	}
	return claim;
}

static void
say_claim(const json_t *v)
{
	const char *over = json_str(v, "over", "");

	printf("%s%s%s: %s for %" JSON_INTEGER_FORMAT " gaps (worst %.3g, largest MDE %.3g); %s.\n",
		json_str(v, "claim", ""), *over ? " over " : "", over,
		json_flag(v, "holds", 0) ? "holds" : "does not hold", json_int(v, "n", 0),
		json_num(v, "worst", 0), json_num(v, "largest_mde", 0), json_str(v, "caveat", ""));
}

static void
write_claims(const struct sinks *s)
{
	for (size_t i = 0; i < s->o->claims; i++) {
		json_t *v = claim_record(s->claim[i]);

		if (s->sheet == NULL)
			json_write_line(v, stdout);
		else if (s->o->format == SHEET_TEXT)
			say_claim(v);
		json_decref(v);
	}
}

static void
write_gaps(const struct campaign *c, const struct options *o, struct claim **claim)
{
	struct sinks s = {.o = o, .claim = claim};

	if (o->format == SHEET_JSON)
		noise_each(c, see, &s);
	else
		s.sheet = sheet_new(columns);
	gaps_each(c, &o->gap, see, &s);
	if (s.sheet)
		sheet_write(s.sheet, o->format, stdout);
	if (o->format == SHEET_TEXT) {
		putchar('\n');
		summary_say(&s.summary, stdout);
	}
	write_claims(&s);
	if (s.sheet)
		sheet_free(s.sheet);
}

static int
write_why(const struct campaign *c, const struct options *o)
{
	const char *slash = strrchr(o->why, '/');
	char *contrast = slash ? xstrndup(o->why, (size_t)(slash - o->why)) : xstrdup(o->why);
	bool found = gaps_why(c, &o->gap, contrast, slash ? slash + 1 : "mean", stdout);

	if (!found)
		warn("--why %s: no such contrast and task in the input", o->why);
	free(contrast);
	return found ? EXIT_DONE : EXIT_ANSWER_NO;
}

static void
mde_line(json_t *record, void *context)
{
	struct sinks *s = context;

	if (s->sheet)
		sheet_add(s->sheet, record);
	else if (s->o->format == SHEET_TEXT)
		design_say(record, stdout);
	else
		json_write_line(record, stdout);
}

static int
write_mde(struct options *o)
{
	static const struct sheet_column all[] = {{"task", "task", SHEET_PLAIN},
		{"n", "n", SHEET_PLAIN}, {"discordance", "discordance", SHEET_SHARE},
		{"m", "m", SHEET_PLAIN}, {"MDE", "mde", SHEET_SIZE},
		{"alone", "mde_unadjusted", SHEET_SIZE}, {NULL, NULL, SHEET_PLAIN}};
	struct design *d = design_new();
	struct sinks s = {.o = o};
	struct rec_reader in;
	const char *why;
	struct rec *r;

	rec_reader_init(&in, &o->mde, 1);
	in.keep_going = o->keep_going;
	in.errors_to = stderr;
	while (rec_next(&in, &r)) {
		design_take(d, r, &why);
		if (why)
			rec_bad(&in, 1, "%s", why);
	}
	if (!o->format_given)
		o->format = SHEET_TEXT;
	if (o->format == SHEET_CSV || o->format == SHEET_MD)
		s.sheet = sheet_new(all);
	design_each(d, o->discordance, o->comparisons, &o->gap, mde_line, &s);
	if (s.sheet) {
		sheet_write(s.sheet, o->format, stdout);
		sheet_free(s.sheet);
	}
	design_free(d);
	return rec_reader_finish(&in);
}

static int
compare(char **files, int n, const struct options *o, struct claim **claim)
{
	struct campaign *c = campaign_new();
	char *contrasts = o->contrasts;
	int status = 0, more;

	if (contrasts)
		status = take_files(c, &contrasts, 1, o);
	more = take_files(c, files, n, o);
	campaign_close(c);
	if (o->why)
		more = more ? more : write_why(c, o);
	else
		write_gaps(c, o, claim);
	campaign_free(c);
	return status ? status : more;
}

int
main(int argc, char **argv)
{
	struct options o = {
		.gap = {10000, 1, .05, .8, METHOD_AUTO}, .format = SHEET_JSON, .discordance = .1};
	struct atomic_file out;
	struct claim **claim;
	int ch, status;

	gsl_set_error_handler_off(); /* a quantile without an answer is NaN, not our end */
	while ((ch = opt_next(&table, argc, argv)) != -1)
		take_option(&o, ch);
	claim = read_claims(&o);
	stdout_to(&out, o.output);
	status = o.mde ? write_mde(&o) : compare(argv + optind, argc - optind, &o, claim);
	free_claims(claim, o.claims);
	free(o.claim);
	free(o.over);
	return stdout_done(&out, status);
}
