#include "http/query.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "http/probe.h"
#include "http/run.h"
#include "kit/clock.h"
#include "kit/err.h"
#include "kit/json.h"
#include "kit/mem.h"

_Noreturn void
output_failed(void)
{
	if (errno == EPIPE) {
		signal(SIGPIPE, SIG_DFL);
		raise(SIGPIPE);
	}
	die_errno(EXIT_IO, "standard output");
}

double
run_now_s(const struct run *run)
{
	return client_now_s(run->client);
}

void
run_stop(struct run *run, enum ending why)
{
	if (run->ending == GOES_ON)
		run->ending = why;
}

static struct slot *
free_slot(struct run *run)
{
	if (run->nidle)
		return run->idle[--run->nidle];
	return run->nslots < (size_t)run->conf->load ? slot_new(run) : NULL;
}

/* The next item that has no answer yet; false where there is none. */
static bool
next_item(struct run *run)
{
	while (run->next < run->end && !run->warming && run->journal &&
		journal_has(run->journal, run->next))
		run->next++;
	return run->next < run->end;
}

/* When the next item is due: by the clock with a rate, else at once. */
static double
due_s(const struct run *run)
{
	return run->conf->rate > 0 && !run->warming ? (double)run->meter.started / run->conf->rate
						    : 0;
}

static void
begin_due(struct run *run)
{
	const struct query_conf *conf = run->conf;
	struct slot *s;

	while (run->ending == GOES_ON && next_item(run)) {
		double now = run_now_s(run), due = due_s(run);

		if (conf->duration_s > 0 && !run->warming &&
			(now >= conf->duration_s || due >= conf->duration_s)) {
			run->end = run->next;
			return;
		}
		if (due > now || !(s = free_slot(run)))
			return;
		run->meter.started++;
		slot_begin(s, run->next++, conf->rate > 0 && !run->warming ? due : s->free_s);
	}
}

static void
resend_due(struct run *run)
{
	double now = run_now_s(run);

	for (size_t i = 0; run->nwaiting && i < run->nslots; i++) {
		struct slot *s = run->slots[i];

		if (s->state == WAITING && s->retry_at_s <= now) {
			run->nwaiting--;
			slot_send(s);
		}
	}
}

/* How long nothing but the server can have something for us to do. */
static double
wait_s(struct run *run, bool ticks)
{
	double wait = ticks ? .25 : 1, now = run_now_s(run);

	if (run->conf->rate > 0 && run->next < run->end && !run->warming &&
		(run->nidle || run->nslots < (size_t)run->conf->load)) {
		double due = due_s(run) - now;
		wait = due < wait ? due : wait;
	}
	for (size_t i = 0; run->nwaiting && i < run->nslots; i++)
		if (run->slots[i]->state == WAITING && run->slots[i]->retry_at_s - now < wait)
			wait = run->slots[i]->retry_at_s - now;
	return wait > 0 ? wait : 0;
}

/* Once a second, so that a kill loses little of what the run record sums up. */
static void
journal_now_and_then(struct run *run)
{
	double now = run_now_s(run);

	if (!run->journal || run->warming || now - run->journal_s < 1)
		return;
	run->journal_s = now;
	run_measure(run, true);
	journal_add_progress(run->journal, &run->attempt);
}

static void
ask(struct run *run)
{
	bool show = !run->conf->quiet && isatty(STDERR_FILENO);

	while (run->ending == GOES_ON) {
		if (*run->conf->caught) {
			run_stop(run, SIGNALLED);
			break;
		}
		begin_due(run);
		resend_due(run);
		if (!next_item(run) && run->nidle == run->nslots)
			break;
		client_step(run->client, wait_s(run, show));
		journal_now_and_then(run);
		if (show && !run->warming)
			meter_show(&run->meter, run_now_s(run));
	}
}

static void
warm_up(struct run *run)
{
	if (run->conf->warmup == 0 || !next_item(run))
		return;
	run->warming = true;
	run->next = 0;
	run->end = items_count(run->items);
	if ((size_t)run->conf->warmup < run->end)
		run->end = (size_t)run->conf->warmup;
	ask(run);
	run->warming = false;
	run->next = 0;
	run->end = items_count(run->items);
	run->refused = run->good = 0;
}

/* Time is counted from here. */
static void
start_clock(struct run *run)
{
	size_t total = items_count(run->items);

	run_drafts_before(run);
	run->origin_ns = clock_ns();
	client_set_origin(run->client, run->origin_ns);
	for (size_t i = 0; i < run->nslots; i++)
		run->slots[i]->free_s = 0;
	run->meter = (struct meter){.total = total};
	if (run->journal) {
		run->meter.before = run->meter.done = journal_kept(run->journal);
		run->meter.errors = journal_errors(run->journal);
		run->good = run->meter.done - run->meter.errors;
		run->attempt.attempt = journal_progress(run->journal)->attempt + 1;
	}
	clock_wall(run->attempt.started);
	run->host_from = host_sample(run->conf->server_pid);
}

static uint64_t
identity(void *ctx, size_t seq)
{
	struct run *run = ctx;
	struct rec *item = items_get(run->items, seq);
	uint64_t h = item ? request_identity(item) : 0;

	rec_free(item);
	return h;
}

/* All that decides what is asked, besides the items. A cell's key covers its model. */
static char *
journal_key(const struct run *run)
{
	const struct query_conf *conf = run->conf;
	bool cell = strcmp(conf->cell, "adhoc") != 0;
	json_t *key = json_pack("{ss sI sI ss sb}", "cell", conf->cell, "replicate",
		(json_int_t)conf->replicate, "seed", (json_int_t)conf->seed, "dialect",
		dialect_name(run->request.dialect), "prefix_cache", conf->prefix_cache);
	char *text;

	if (!cell && run->request.model)
		json_object_set_new(key, "model", json_string(run->request.model));
	text = json_text(key);
	json_decref(key);
	return text;
}

static void
open_journal(struct run *run)
{
	char *key = journal_key(run);

	run->journal = journal_open(
		run->conf->journal, key, items_count(run->items), identity, run);
	free(key);
}

static int
status_of(struct run *run)
{
	size_t left = run->meter.total - run->meter.done;

	switch (run->ending) {
	case REFUSED:
	case BAD_ADDRESS: return EXIT_CONFIG;
	case GONE:
		if (!run->heard && run->meter.done == run->meter.before)
			return EXIT_NO_SERVER;
		warn("the server is gone, %zu of %zu items are not answered%s", left,
			run->meter.total, run->journal ? "; run again to go on" : "");
		return EXIT_TRY_AGAIN;
	case SIGNALLED:
		warn("ended by signal %d, %zu of %zu items are not answered%s",
			(int)*run->conf->caught, left, run->meter.total,
			run->journal ? "; run again to go on" : "");
		return EXIT_SIGNAL_BASE + (int)*run->conf->caught;
	default: return items_status(run->items);
	}
}

/* Nothing but refusals: the items are not to blame. */
static bool
all_refused(const struct run *run)
{
	return run->refused > 0 && run->good == 0 &&
	       run->refused == run->meter.done - run->meter.before;
}

static int
finish(struct run *run)
{
	const struct query_conf *conf = run->conf;
	int status;

	run_measure(run, true);
	if (run->ending == GOES_ON)
		run_drafts_after(run);
	if (run->journal)
		journal_add_progress(run->journal, &run->attempt);
	meter_end(&run->meter, run_now_s(run),
		!conf->quiet && (conf->verbose || isatty(STDERR_FILENO)), &conf->slo);
	if (run->ending == GOES_ON && all_refused(run)) {
		warn("the server refuses every request");
		run->ending = REFUSED;
	}
	status = status_of(run);
	signal(SIGPIPE, SIG_DFL); /* the servers are done with; a reader that goes away ends us */
	if (run->ending == GOES_ON) {
		if (run->journal) {
			items_others(run->items, stdout);
			journal_print(run->journal, stdout);
		}
		run_check_sampling(run);
		run_write(run);
	}
	if (fflush(stdout) != 0)
		output_failed();
	return status;
}

static int
dry_run(struct run *run)
{
	struct buf b = BUF_INIT;
	const char *why;

	for (size_t seq = 0; seq < items_count(run->items); seq++) {
		struct rec *item = items_get(run->items, seq);

		buf_clear(&b);
		if (!item || !request_body(&run->request, item, seq, &b, &why))
			die(EXIT_IO, "an input file changed while it was read");
		buf_putc(&b, '\n');
		if (fwrite(b.s, 1, b.len, stdout) != b.len)
			output_failed();
		rec_free(item);
	}
	buf_free(&b);
	return items_status(run->items);
}

static void
run_release(struct run *run)
{
	for (size_t i = 0; i < run->nslots; i++)
		slot_free(run->slots[i]);
	free(run->slots);
	free(run->idle);
	client_free(run->client);
	journal_close(run->journal);
	items_free(run->items);
	buf_free(&run->line);
	json_decref(run->sampling);
	free(run->model);
}

/* What the server is, where neither option nor variable says; the exit status where it can't be
 * told. */
static int
ask_server(struct run *run)
{
	const struct query_conf *conf = run->conf;
	struct probe found = {0};
	int status;

	if (conf->dialect != DIALECT_AUTO && (conf->model || conf->dialect == DIALECT_LLAMA))
		return EXIT_DONE;
	if (conf->dry_run) { /* no server is needed for it */
		run->request.dialect = conf->dialect == DIALECT_AUTO ? DIALECT_LLAMA
								     : conf->dialect;
		return EXIT_DONE;
	}
	status = probe_server(run->client, conf->url, conf->retries, conf->caught, &found);
	if (conf->dialect == DIALECT_AUTO)
		run->request.dialect = found.dialect;
	if (!conf->model)
		run->request.model = run->model = found.model;
	else
		free(found.model);
	if (status == EXIT_DONE)
		run->heard = true;
	return status;
}

static int
run_all(struct run *run)
{
	const struct query_conf *conf = run->conf;
	struct client_conf client = {conf->url, conf->api_key, 10, clock_ns()};
	int status;

	run->items = items_read(&conf->items);
	run->client = client_new(&client);
	if (!run->client)
		die(EXIT_OS, "libcurl can't be set up");
	conf->input_read();
	signal(SIGPIPE,
		SIG_IGN); /* a server that goes away is data; output_failed() minds the reader */
	if (items_count(run->items) > 0) {
		status = ask_server(run);
		if (status != EXIT_DONE)
			return status;
	}
	if (conf->dry_run)
		return dry_run(run);
	if (conf->journal)
		open_journal(run);
	run->end = items_count(run->items);
	warm_up(run);
	start_clock(run);
	ask(run);
	return finish(run);
}

int
query_run(const struct query_conf *conf)
{
	struct run run = {.conf = conf,
		.request = {.dialect = conf->dialect,
			.model = conf->model,
			.seed = conf->seed + conf->replicate,
			.prefix_cache = conf->prefix_cache,
			.ids = conf->ids,
			.salt = conf->cell}};
	int status = run_all(&run);

	run_release(&run);
	if (run.ending == SIGNALLED) {
		signal(*conf->caught, SIG_DFL);
		raise(*conf->caught);
	}
	return status;
}
