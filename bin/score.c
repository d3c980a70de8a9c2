/*
 * score: answers in, verdicts out. Streams; memory doesn't grow with the input. Generated code, and
 * with -j all answers, go to workers (lib/scorer/pool.h), so that a scorer that breaks costs the
 * answer it was at. Without -j what runs no generated code is judged here, since the way to a worker
 * costs more than the verdict; after a scorer broke here, workers do the rest.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/engine.h"
#include "engine/lock.h"
#include "kit/err.h"
#include "kit/file.h"
#include "kit/json.h"
#include "kit/mem.h"
#include "kit/opts.h"
#include "kit/rec.h"
#include "sandbox/sandbox.h"
#include "scorer/pool.h"
#include "scorer/scorer.h"
#include "scorer/verdict.h"

enum {
	OPT_KEEP_GOING = 256,
	OPT_LIST,
	OPT_CHECK,
	OPT_CHECK_SANDBOX,
	OPT_EXPLAIN,
	OPT_LOCK,
};

static const struct opt opts[] = {
	{'j', "jobs", "N", "scorers at work at once (1)"},
	{'o', "output", "FILE", "write there, whole or not at all, instead of standard output"},
	{OPT_LOCK, "lock", "FILE", "hold this lock while generated code runs (the device's)"},
	{OPT_KEEP_GOING, "keep-going", NULL, "a bad line becomes an error record"},
	{OPT_EXPLAIN, "explain", NULL, "say in words what was read and why it passed or failed"},
	{OPT_LIST, "list", NULL, "the scorers, their versions, what they judge"},
	{OPT_CHECK, "check", NULL, "say what the items need and is missing; judge nothing"},
	{OPT_CHECK_SANDBOX, "check-sandbox", NULL, "say whether generated code can be run here"},
	{0},
};

static const struct opt_table table = {
	.tool = "score",
	.summary = "Judges answers: right or wrong, and why. Other records pass as they are.",
	.operands = "[FILE ...]",
	.example = "query -u http://127.0.0.1:8080 items.jsonl | score | aggregate",
	.opts = opts,
};

struct settings {
	int jobs;
	const char *output, *lock;
	bool keep_going, explain, list, check, check_sandbox;
};

/* The pool under way: what came before a bad line is still put out. */
static struct pool *under_way;

static void
finish_under_way(void)
{
	struct pool *pool = under_way;

	under_way = NULL;
	if (pool && !ferror(stdout)) {
		pool_drain(pool);
		fflush(stdout);
	}
}

static void
read_options(struct settings *s, int argc, char **argv)
{
	int ch;

	while ((ch = opt_next(&table, argc, argv)) != -1) {
		switch (ch) {
		case 'j': s->jobs = (int)opt_int(&table, ch, 1, POOL_WORKERS_MAX); break;
		case 'o': s->output = optarg; break;
		case OPT_LOCK: s->lock = optarg; break;
		case OPT_KEEP_GOING: s->keep_going = true; break;
		case OPT_EXPLAIN: s->explain = true; break;
		case OPT_LIST: s->list = true; break;
		case OPT_CHECK: s->check = true; break;
		case OPT_CHECK_SANDBOX: s->check_sandbox = true; break;
		}
	}
	if (s->list + s->check + s->check_sandbox + s->explain > 1)
		opt_usage(&table,
			"--list, --check, --check-sandbox and --explain exclude each other");
}

static int
list(void)
{
	for (const struct scorer *const *s = scorers; *s; s++)
		printf("%-14s %-8s %s\n", (*s)->name, (*s)->version, (*s)->help);
	return close_stdout();
}

static int
check_sandbox(void)
{
	char *why = sandbox_missing();

	if (why)
		warn("%s", why);
	else
		puts("generated code can be run here");
	int status = why ? EXIT_CONFIG : EXIT_DONE;
	free(why);
	int closed = close_stdout();
	return status ? status : closed;
}

/* What is missing for one item, NULL where nothing is. */
static char *
missing_of(struct rec *r)
{
	const json_t *scoring = rec_get(r, "scoring");
	const char *name = json_str(scoring, "scorer", NULL);
	const struct scorer *scorer = name ? scorer_find(name) : NULL;

	if (!name)
		return xstrdup("the item names no scorer");
	if (!scorer)
		return xasprintf("no scorer '%s'", name);
	return scorer->missing ? scorer->missing(scoring) : NULL;
}

/* Said already; each scorer looks at each item, but the same lack is told once. */
static bool
is_new(json_t *said, const char *name, const char *why)
{
	char *key = xasprintf("%s: %s", name, why);
	bool is = !json_object_get(said, key);

	json_object_set_new(said, key, json_true());
	free(key);
	return is;
}

static int
check(struct rec_reader *in)
{
	json_t *said = json_object();
	uint64_t items = 0, short_of = 0;
	bool runs_code = false;
	struct rec *r;

	while (rec_next(in, &r)) {
		if (!rec_get(r, "scoring"))
			continue;
		items++;
		runs_code = runs_code || record_runs_code(r);
		char *why = missing_of(r);
		const char *name = json_str(rec_get(r, "scoring"), "scorer", "?");
		if (why && is_new(said, name, why))
			warn("%s:%" PRIu64 ": %s/%s: %s: %s", in->name, in->line,
				rec_str(r, "task", "?"), rec_str(r, "id", "?"), name, why);
		short_of += why != NULL;
		free(why);
	}
	json_decref(said);
	if (short_of)
		warn("%" PRIu64 " of %" PRIu64 " items can't be judged here", short_of, items);
	char *why = runs_code ? sandbox_missing() : NULL;
	if (why)
		warn("%s", why);
	bool lacking = short_of || why;
	free(why);
	int bad = rec_reader_finish(in);
	return lacking ? EXIT_CONFIG : bad;
}

struct held {
	struct lock named;
	struct lock_set device;
};

/*
 * Without a GPU the processor is the device that measurements share. With a pipe as input the lock is
 * taken only when asked for: a launch at its other end would wait for us to read, and we for its lock.
 */
static void
take_lock(struct held *held, const char *path, int input)
{
	char *who = xasprintf("score, pid %d", (int)getpid());
	char *device = path ? NULL : device_name();
	enum lock_outcome got = LOCK_TAKEN;
	struct stat st;

	if (path) {
		got = lock_wait(&held->named, path, who, NULL, NULL);
		if (got == LOCK_FAILED)
			warn_errno("%s", path);
	} else if (strcmp(device, "cpu") == 0 && fstat(input, &st) == 0 && S_ISREG(st.st_mode)) {
		got = lock_device(&held->device, device, who, true, NULL, NULL);
	}
	free(device);
	free(who);
	if (got == LOCK_FAILED)
		exit(EXIT_CONFIG);
}

static void *
start_worker(void)
{
	return sandbox_new();
}

static void
end_worker(void *state)
{
	sandbox_free(state);
}

static void
judge_line(void *state, const char *line, size_t len, struct buf *out)
{
	struct rec *r = rec_parse(line, len, NULL, NULL);

	record_judge(r, state);
	rec_put(r, out);
	rec_free(r);
}

static void
explain_line(void *state, const char *line, size_t len, struct buf *out)
{
	struct rec *r = rec_parse(line, len, NULL, NULL);

	record_explain(r, state, out);
	rec_free(r);
}

static void
lose_line(const char *line, size_t len, const char *why, struct buf *out)
{
	struct rec *r = rec_parse(line, len, NULL, NULL);

	record_not_judged(r, why);
	rec_put(r, out);
	rec_free(r);
}

/* Where a scorer that breaks in our own process goes back to, while one is at work. */
static sigjmp_buf way_back;
static volatile sig_atomic_t at_work;

static void
scorer_broke(int number)
{
	if (at_work) {
		at_work = 0;
		siglongjmp(way_back, 1);
	}
	signal(number, SIG_DFL);
	raise(number);
}

/* Stack overflow is met on a stack of its own. Nothing is caught outside of judge_here(). */
static void *
catch_breaks(void)
{
	static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
	enum { SIZE = 64 << 10 };
	struct sigaction act = {.sa_handler = scorer_broke, .sa_flags = SA_ONSTACK | SA_NODEFER};
	stack_t stack = {.ss_sp = xmalloc(SIZE), .ss_size = SIZE};

	if (sigaltstack(&stack, NULL) < 0)
		die_errno(EXIT_OS, "sigaltstack");
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		sigaction(numbers[i], &act, NULL);
	return stack.ss_sp;
}

static void
release_breaks(void *stack)
{
	stack_t none = {.ss_flags = SS_DISABLE};

	sigaltstack(&none, NULL);
	free(stack);
}

/* False where the scorer broke: then the record is as it was. */
static bool
judge_here(struct rec *r, bool explain, struct buf *out)
{
	if (sigsetjmp(way_back, 0))
		return false;
	at_work = 1;
	if (explain)
		record_explain(r, NULL, out);
	else
		record_judge(r, NULL);
	at_work = 0;
	if (!explain)
		rec_put(r, out);
	return true;
}

static bool
has_line(const struct rec_reader *in)
{
	return in->fd < 0 ||
	       (in->to > in->from && memchr(in->text + in->from, '\n', in->to - in->from));
}

/* Error records that the reader made take their turn between the verdicts. */
struct errors {
	char *text;
	size_t len;
	FILE *f;
};

static void
pass_errors(struct errors *e, struct pool *p)
{
	fflush(e->f);
	if (e->len)
		pool_pass(p, e->text, e->len);
	rewind(e->f);
	e->len = 0;
}

static int
stream(struct rec_reader *in, const struct settings *s, FILE *out)
{
	static const struct pool_job judging = {start_worker, end_worker, judge_line, lose_line};
	static const struct pool_job explaining = {
		start_worker, end_worker, explain_line, lose_line};
	struct pool *pool = pool_new(s->jobs, s->explain ? &explaining : &judging, out);
	struct errors errors = {0};
	struct buf line = BUF_INIT;
	struct held held = {.named = {.fd = -1}};
	bool asked = false, here = s->jobs == 1;
	void *stack = catch_breaks();
	struct rec *r;

	errors.f = open_memstream(&errors.text, &errors.len);
	if (!errors.f)
		die_errno(EXIT_OS, "open_memstream");
	in->errors_to = errors.f;
	under_way = pool;
	for (;;) {
		if (!has_line(in))
			pool_wait(pool, in->fd);
		uint64_t bad = in->bad;
		bool more = rec_next(in, &r);
		if (in->bad != bad)
			pass_errors(&errors, pool);
		if (!more)
			break;
		bool judged = record_is_judged(r), code = judged && record_runs_code(r);
		buf_clear(&line);
		if (judged && !code && here && (here = judge_here(r, s->explain, &line))) {
			pool_pass(pool, line.s, line.len);
			continue;
		}
		buf_clear(&line);
		rec_put(r, &line);
		if (!judged) {
			if (!s->explain)
				pool_pass(pool, line.s, line.len);
			continue;
		}
		if (!asked && code) {
			take_lock(&held, s->lock, in->fd);
			asked = true;
		}
		pool_work(pool, line.s, line.len - 1); /* without its LF */
	}
	pool_drain(pool);
	under_way = NULL;
	pool_free(pool);
	lock_release(&held.named);
	lock_set_release(&held.device);
	buf_free(&line);
	release_breaks(stack);
	fclose(errors.f);
	free(errors.text);
	return rec_reader_finish(in);
}

int
main(int argc, char **argv)
{
	struct settings s = {.jobs = 1};
	struct atomic_file out;
	struct rec_reader in;

	read_options(&s, argc, argv);
	if (s.list)
		return list();
	if (s.check_sandbox)
		return check_sandbox();
	rec_reader_init(&in, argv + optind, argc - optind);
	in.keep_going = s.keep_going;
	if (s.check) {
		int status = check(&in);
		int closed = close_stdout();
		return status ? status : closed;
	}
	if (!s.output) {
		atexit(finish_under_way);
		int status = stream(&in, &s, stdout);
		int closed = close_stdout();
		return closed ? closed : status;
	}
	atomic_open(&out, s.output);
	int status = stream(&in, &s, out.f);
	int closed = atomic_commit(&out);
	return closed ? closed : status;
}
