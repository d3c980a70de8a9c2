/*
 * Reads records of any kind, all of them before it writes, and writes the report: text for a terminal,
 * Markdown, CSV, or one HTML file.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "chart/chart.h"
#include "kit/err.h"
#include "kit/file.h"
#include "kit/json.h"
#include "kit/mem.h"
#include "kit/num.h"
#include "kit/opts.h"
#include "kit/rec.h"
#include "page/answers.h"
#include "page/brief.h"
#include "page/check.h"
#include "page/picture.h"
#include "page/report.h"
#include "page/section.h"
#include "page/write.h"

enum { OPT_BRIEF = 256, OPT_CHECK, OPT_INCUMBENT, OPT_CANDIDATE };

static const struct opt opts[] = {
	{'f', "format", "FORMAT", "text, md, html, csv, svg, or vl (Vega-Lite) (default: text)"},
	{'c', "chart", "NAME", "of svg and vl: which chart; 'list' tells them"},
	{'o', "output", "FILE", "write to FILE, whole or not at all"},
	{'s', "sections", "NAMES", "only these, separated by commas; 'list' tells them"},
	{OPT_BRIEF, "brief", NULL, "write the brief (Markdown), each figure with its record"},
	{OPT_CHECK, "check", "FILE",
		"recompute each figure of a brief; exit 1 naming those that differ"},
	{OPT_INCUMBENT, "incumbent", "NAME",
		"what the brief decides about: a checkpoint or a cell"},
	{OPT_CANDIDATE, "candidate", "NAME", "what might replace it"},
	{'w', "width", "COLUMNS",
		"width of text, 0 for no limit (default: the terminal's, else 100)"},
	{'b', "bundle", NULL, "put the answers into the HTML, not into a folder beside it"},
	{'B', "bundle-js", "FILE", "the charts' JavaScript (default: what 'make deps' made)"},
	{'k', "keep-going", NULL, "skip bad lines, and exit 65 at the end"},
	{0, NULL, NULL, NULL},
};

static const struct opt_table table = {
	.tool = "render",
	.summary = "read rows, gaps and other records, write the report",
	.operands = "[FILE ...]",
	.example = "query items.jsonl | score | aggregate | render",
	.opts = opts,
};

struct choice {
	enum format format;
	const char *output, *sections, *bundle_js, *check, *chart;
	struct brief_choice brief;
	int64_t width;
	bool keep_going, bundle, is_brief;
};

static enum format
format_named(const char *name)
{
	static const struct {
		const char *name;
		enum format format;
	} all[] = {{"text", FORMAT_TEXT}, {"md", FORMAT_MD}, {"html", FORMAT_HTML},
		{"csv", FORMAT_CSV}, {"svg", FORMAT_SVG}, {"vl", FORMAT_VL}};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (strcmp(all[i].name, name) == 0)
			return all[i].format;
	opt_usage(&table, "-f '%s': want text, md, html, csv, svg or vl", name);
}

/* The terminal's width; COLUMNS where it is set; 100 else. */
static size_t
text_width(int64_t asked)
{
	struct winsize w;
	const char *columns = getenv("COLUMNS");
	int64_t n;

	if (asked >= 0)
		return (size_t)asked;
	if (columns != NULL && num_parse_int(columns, 20, 10000, &n))
		return (size_t)n;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col >= 20)
		return w.ws_col;
	return 100;
}

static bool
wants_colour(const struct choice *c)
{
	const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

	return c->output == NULL && isatty(STDOUT_FILENO) && (no == NULL || *no == '\0') &&
	       (term == NULL || strcmp(term, "dumb") != 0);
}

static void
list_sections(void)
{
	for (const struct section *s = sections; s->id != NULL; s++)
		printf("%-12s %s\n", s->id, s->title);
	exit(close_stdout());
}

static void
list_charts(void)
{
	for (const struct chart *c = charts; c->name != NULL; c++)
		printf("%-12s %s\n", c->name, c->about);
	exit(close_stdout());
}

static bool
wants_chart(const struct choice *c)
{
	return c->format == FORMAT_SVG || c->format == FORMAT_VL;
}

static struct choice
parse(int argc, char **argv)
{
	struct choice c = {.format = FORMAT_TEXT, .width = -1};
	int ch;

	while ((ch = opt_next(&table, argc, argv)) != -1) {
		switch (ch) {
		case 'f': c.format = format_named(optarg); break;
		case 'o': c.output = strcmp(optarg, "-") == 0 ? NULL : optarg; break;
		case 's': c.sections = optarg; break;
		case 'w': c.width = opt_int(&table, 'w', 0, 10000); break;
		case OPT_BRIEF: c.is_brief = true; break;
		case OPT_CHECK: c.check = optarg; break;
		case OPT_INCUMBENT: c.brief.incumbent = optarg; break;
		case OPT_CANDIDATE: c.brief.candidate = optarg; break;
		case 'c': c.chart = optarg; break;
		case 'b': c.bundle = true; break;
		case 'B': c.bundle_js = optarg; break;
		case 'k': c.keep_going = true; break;
		default: break;
		}
	}
	if (c.is_brief)
		c.format = FORMAT_MD;
	if (c.chart != NULL && strcmp(c.chart, "list") == 0)
		list_charts();
	if (wants_chart(&c) != (c.chart != NULL))
		opt_usage(&table, "-c NAME goes with -f svg or vl, and these with it");
	if (c.chart != NULL && chart_named(c.chart) == NULL)
		opt_usage(&table, "-c '%s': no such chart", c.chart);
	if (c.sections != NULL && strcmp(c.sections, "list") == 0)
		list_sections();
	return c;
}

/* HTML alone shows them, in itself or in a folder beside it. */
static bool
keeps_answers(const struct choice *c)
{
	return c->format == FORMAT_HTML && (c->bundle || c->output != NULL);
}

static int
read_records(struct report *r, struct answers *answers, const struct choice *c, char **files, int n)
{
	struct rec_reader in;
	struct rec *rec;

	rec_reader_init(&in, files, n);
	in.keep_going = c->keep_going;
	in.errors_to = stderr;
	while (rec_next(&in, &rec)) {
		if (rec_is(rec, "verdict") || rec_is(rec, "answer")) {
			if (keeps_answers(c))
				answers_add(answers, rec);
		} else {
			report_add(r, rec);
		}
	}
	return rec_reader_finish(&in);
}

/*
 * A file of the source tree that this program was built in: it lies in bin/, or deeper where it was
 * built for a test. The nearest folder above it that has the file; else as if in the folder at hand.
 */
static char *
beside(const char *name)
{
	char self[4096];
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
	char *slash, *path;

	self[n > 0 ? n : 0] = '\0';
	while ((slash = strrchr(self, '/')) != NULL) {
		*slash = '\0';
		path = xasprintf("%s/%s", self, name);
		if (file_exists(path))
			return path;
		free(path);
	}
	return xstrdup(name);
}

static char *
bundle_path(const struct choice *c)
{
	const char *env = getenv("TIERBENCH_BUNDLE");

	if (c->bundle_js != NULL || env != NULL)
		return xstrdup(c->bundle_js != NULL ? c->bundle_js : env);
	return beside(".deps/share/vega-bundle.js");
}

static void
write_chart(struct buf *out, const struct report *r, const struct choice *c)
{
	struct buf title = BUF_INIT;
	json_t *spec = chart_named(c->chart)->spec(r, &title), *picture;
	char *python = beside(".deps/venv/bin/python"), *script = beside("lib/page/picture.py");

	if (spec == NULL)
		die(EXIT_ANSWER_NO, "the records hold nothing for the chart '%s'", c->chart);
	picture = chart_picture(spec, title.s);
	if (c->format == FORMAT_VL) {
		json_put(out, picture);
		buf_putc(out, '\n');
	} else if (!picture_svg(out, picture, python, script)) {
		die(EXIT_CONFIG, "%s %s failed: run 'make deps'", python, script);
	}
	json_decref(picture);
	json_decref(spec);
	buf_free(&title);
	free(python);
	free(script);
}

static void
write_page(struct buf *out, const struct doc *d, const struct report *r, const struct answers *a,
	const struct choice *c)
{
	char *path = bundle_path(c), *title;
	struct buf bundle = BUF_INIT;
	struct html_page page;

	if (!read_file(path, &bundle) || bundle.len == 0)
		die(EXIT_CONFIG,
			"the charts' JavaScript is not at %s: run 'make deps', or name it with "
			"-B",
			path);
	title = d->n > 0 && d->blocks[0]->kind == BLOCK_HEAD && d->blocks[0]->level == 1
			? text_plain(&d->blocks[0]->text)
			: xstrdup("Report");
	page = (struct html_page){
		title, bundle.s, bundle.len, r, answers_count(a) > 0 ? a : NULL, c->bundle};
	write_html(out, d, &page);
	buf_free(&bundle);
	free(title);
	free(path);
}

static void
write_doc(struct buf *out, const struct doc *d, const struct report *r, const struct answers *a,
	const struct choice *c)
{
	struct text_style style;

	switch (c->format) {
	case FORMAT_TEXT:
		style = (struct text_style){text_width(c->width), wants_colour(c)};
		write_text(out, d, &style);
		break;
	case FORMAT_MD: write_md(out, d, c->is_brief); break;
	case FORMAT_CSV: write_csv(out, d); break;
	case FORMAT_SVG:
	case FORMAT_VL: write_chart(out, r, c); break;
	case FORMAT_HTML: write_page(out, d, r, a, c); break;
	}
}

/* Into the folder "answers" beside the page, before the page that asks for them. */
static void
write_answers(const struct answers *a, const struct choice *c)
{
	const char *slash;
	char *folder;

	if (answers_count(a) == 0 || c->bundle || c->output == NULL)
		return;
	slash = strrchr(c->output, '/');
	folder = slash == NULL ? xstrdup("answers")
			       : xasprintf("%.*s/answers", (int)(slash - c->output), c->output);
	if (!answers_write(a, folder))
		die_errno(EXIT_IO, "%s", folder);
	free(folder);
}

static int
write_out(const struct buf *out, const struct choice *c)
{
	struct atomic_file a;

	atomic_open(&a, c->output);
	if (out->len > 0)
		fwrite(out->s, 1, out->len, a.f);
	return atomic_commit(&a);
}

/* EXIT_DONE, or EXIT_ANSWER_NO where a figure differs or has no source. */
static int
check(const struct report *r, const char *path)
{
	struct buf md = BUF_INIT, problems = BUF_INIT;
	struct check_result result;

	if (strcmp(path, "-") == 0)
		path = "/dev/stdin";
	if (!read_file(path, &md))
		die_errno(EXIT_NO_INPUT, "%s", path);
	buf_puts(&md, "");
	result = check_brief(r, md.s, md.len, &problems);
	for (char *line = problems.s, *end; line != NULL && *line != '\0'; line = end + 1) {
		end = strchr(line, '\n');
		*end = '\0';
		warn("%s:%s", path, line);
	}
	if (result.wrong == 0)
		printf("%zu figures, each as its record has it\n", result.figures);
	buf_free(&md);
	buf_free(&problems);
	return result.wrong > 0 ? EXIT_ANSWER_NO : EXIT_DONE;
}

static void
write_sections(struct doc *d, const struct report *r, const struct choice *c)
{
	char *unknown = sections_write(d, r, c->format, c->sections);

	if (unknown != NULL)
		opt_usage(&table, "-s '%s': no such section", unknown);
}

/* Builds and writes what was asked for. */
static int
write_report(const struct report *r, const struct answers *answers, const struct choice *c)
{
	struct buf out = BUF_INIT;
	struct doc d = {0};
	int status;

	if (c->is_brief)
		brief_write(&d, r, &c->brief);
	else if (!wants_chart(c))
		write_sections(&d, r, c);
	write_doc(&out, &d, r, answers, c);
	write_answers(answers, c);
	status = write_out(&out, c);
	buf_free(&out);
	doc_free(&d);
	return status;
}

int
main(int argc, char **argv)
{
	struct choice c = parse(argc, argv);
	struct answers *answers = answers_new();
	struct report r;
	int status, written;

	report_init(&r);
	status = read_records(&r, answers, &c, argv + optind, argc - optind);
	report_finish(&r);
	answers_finish(answers);
	written = c.check != NULL ? check(&r, c.check) : write_report(&r, answers, &c);
	answers_free(answers);
	report_free(&r);
	if (written != EXIT_DONE)
		return written;
	return status != EXIT_DONE ? status : close_stdout();
}
