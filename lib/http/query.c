#include "http/query.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "http/answer.h"
#include "http/client.h"
#include "http/host.h"
#include "http/journal.h"
#include "http/metrics.h"
#include "http/probe.h"
#include "http/sse.h"
#include "kit/clock.h"
#include "kit/err.h"
#include "kit/json.h"
#include "kit/mem.h"
#include "kit/num.h"

enum slot_state { IDLE, OUT, COUNTING, WAITING };

struct slot {
	struct run *run;
	struct transfer *transfer;
	enum slot_state state;
	struct answer answer;
	struct sse sse;
	struct buf body, reply;
	struct rec *item;
	const char **stops;
	size_t seq;
	int tries;
	double retry_at_s, free_s, now_s, timeout_s;
};

/* Why a run ends before its items do. */
enum ending { GOES_ON, REFUSED, GONE, SIGNALLED, BAD_ADDRESS };

struct run {
	const struct query_conf *conf;
	struct request_conf request;
	struct items *items;
	struct journal *journal;
	struct client *client;
	struct slot **slots;
	size_t nslots, slots_cap;
	struct slot **idle;
	size_t nidle, idle_cap, nwaiting;
	size_t next, end; /* of seq */
	bool warming;
	struct meter meter;
	struct progress attempt;
	struct host_sample host_from;
	int64_t drafted_from, accepted_from; /* the server's counters at the start; -1: unknown */
	double journal_s;		     /* when progress was journalled */
	bool heard;			     /* the server has answered something */
	size_t refused, good;		     /* answers that were refused; that were not */
	enum ending ending;
	int64_t origin_ns;
	char *model;
	struct buf line;
};

static volatile sig_atomic_t caught;

static void
on_signal(int number)
{
	caught = number;
}

static void
catch_signals(void)
{
	struct sigaction sa = {.sa_handler = on_signal}, ignored;

	if (sigaction(SIGINT, NULL, &ignored) == 0 && ignored.sa_handler != SIG_IGN)
		sigaction(SIGINT, &sa, NULL);
	sigaction(SIGTERM, &sa, NULL);
	sigaction(SIGHUP, &sa, NULL);
	signal(SIGPIPE,
		SIG_IGN); /* a server that goes away is data; output_failed() minds the reader */
}

static _Noreturn void
output_failed(void)
{
	if (errno == EPIPE) {
		signal(SIGPIPE, SIG_DFL);
		raise(SIGPIPE);
	}
	die_errno(EXIT_IO, "standard output");
}

static double
now_s(const struct run *run)
{
	return client_now_s(run->client);
}

/* Pause before try number n (from 1) is repeated: .25 s, doubled each time. */
static double
backoff_s(int n)
{
	return .25 * ldexp(1, n < 12 ? n - 1 : 11);
}

static void
slot_idle(struct slot *s)
{
	struct run *run = s->run;

	rec_free(s->item);
	s->item = NULL;
	free(s->stops);
	s->stops = NULL;
	s->state = IDLE;
	s->free_s = now_s(run);
	GROW(run->idle, run->nidle, run->idle_cap);
	run->idle[run->nidle++] = s;
}

static void
build_record(struct slot *s)
{
	struct run *run = s->run;
	char number[32];
	struct buf b = BUF_INIT;
	int fields = (run->conf->arrivals ? ANSWER_ARRIVALS : 0) |
		     (run->conf->ids ? ANSWER_IDS : 0);

	rec_set_raw(s->item, "kind", "\"answer\"", 8);
	json_put_string(&b, run->conf->cell, strlen(run->conf->cell));
	rec_set_raw(s->item, "cell", b.s, b.len);
	rec_set_raw(s->item, "replicate", number,
		(size_t)snprintf(number, sizeof number, "%" PRId64, run->conf->replicate));
	rec_set_raw(s->item, "seq", number, (size_t)snprintf(number, sizeof number, "%zu", s->seq));
	buf_clear(&b);
	answer_put(&s->answer, &b, (enum answer_fields)fields);
	rec_set_raw(s->item, "answer", b.s, b.len);
	buf_free(&b);
	buf_clear(&run->line);
	rec_put(s->item, &run->line);
}

static void
slot_record(struct slot *s, int64_t tokenized)
{
	struct run *run = s->run;
	struct answer *a = &s->answer;

	answer_finish(a, tokenized);
	run->good += a->error == ANSWER_OK;
	run->refused += a->error == ANSWER_REFUSED;
	if (run->warming) {
		slot_idle(s);
		return;
	}
	build_record(s);
	meter_answer(&run->meter, a, &run->conf->slo);
	if (run->journal)
		journal_add(run->journal, s->seq, a->error, run->line.s, run->line.len);
	else if (fwrite(run->line.s, 1, run->line.len, stdout) != run->line.len ||
		 fflush(stdout) != 0)
		output_failed();
	slot_idle(s);
}

static void
slot_send(struct slot *s)
{
	struct run *run = s->run;

	s->tries++;
	s->answer.attempts++;
	sse_clear(&s->sse);
	buf_clear(&s->reply);
	s->state = OUT;
	if (!transfer_start(s->transfer, request_path(&run->request, s->item), s->body.s,
		    s->body.len, s->timeout_s))
		die(EXIT_OS, "libcurl refuses a request");
	meter_flight(&run->meter, 1, now_s(run));
}

static void
slot_begin(struct slot *s, size_t seq, double due_s)
{
	struct run *run = s->run;
	const char *why;

	s->seq = seq;
	s->item = items_get(run->items, seq);
	if (!s->item)
		die(EXIT_IO, "an input file changed while it was asked");
	answer_clear(&s->answer);
	s->answer.due_s = due_s;
	s->answer.attempts = run->journal ? journal_attempts(run->journal, seq) : 0;
	s->stops = request_stops(s->item);
	s->answer.stops = s->stops;
	s->timeout_s = request_timeout_s(s->item, run->conf->timeout_s);
	s->tries = 0;
	buf_clear(&s->body);
	if (!request_body(&run->request, s->item, seq, &s->body, &why))
		die(EXIT_BUG, "an item turned bad: %s", why);
	slot_send(s);
}

static void
slot_wait(struct slot *s, double wait_s)
{
	s->state = WAITING;
	s->retry_at_s = now_s(s->run) + wait_s;
	s->run->nwaiting++;
}

/* Asks the server's tokenizer how many tokens the answer has. */
static bool
slot_count(struct slot *s)
{
	const struct answer *a = &s->answer;
	struct run *run = s->run;
	bool vllm = run->request.dialect == DIALECT_VLLM;
	struct buf text = BUF_INIT;

	if (run->request.dialect == DIALECT_OPENAI || !answer_wants_count(a))
		return false;
	buf_add(&text, a->reasoning.s, a->reasoning.len);
	buf_add(&text, a->text.s, a->text.len);
	buf_clear(&s->body);
	buf_clear(&s->reply);
	buf_putc(&s->body, '{');
	if (vllm && run->request.model) {
		buf_puts(&s->body, "\"model\":");
		json_put_string(&s->body, run->request.model, strlen(run->request.model));
		buf_putc(&s->body, ',');
	}
	buf_printf(&s->body, "\"%s\":", vllm ? "prompt" : "content");
	json_put_string(&s->body, text.s, text.len);
	buf_puts(&s->body, vllm ? ",\"add_special_tokens\":false}" : "}");
	buf_free(&text);
	s->state = COUNTING;
	return transfer_start(s->transfer, "/tokenize", s->body.s, s->body.len, 30);
}

static void
slot_counted(struct slot *s, const struct outcome *o)
{
	json_t *v = o->result == TRANSFER_DONE && o->status == 200
			    ? json_loadb(s->reply.s, s->reply.len, 0, NULL)
			    : NULL;
	json_t *tokens = json_object_get(v, "tokens");

	slot_record(s, json_is_array(tokens) ? (int64_t)json_array_size(tokens) : -1);
	json_decref(v);
}

static bool
on_event(void *ctx, enum sse_kind kind, const char *data, size_t len)
{
	struct slot *s = ctx;

	return answer_event(&s->answer, kind, data, len, s->now_s);
}

static bool
on_data(void *ctx, const struct outcome *head, const char *data, size_t len, double at_s)
{
	enum { REPLY_MAX = 64 << 20 };
	struct slot *s = ctx;

	s->now_s = at_s;
	if (s->state == OUT && head->status == 200 && head->stream) {
		if (sse_feed(&s->sse, data, len, on_event, s))
			return true;
		if (s->sse.too_big)
			answer_fail(&s->answer, ANSWER_STREAM, "an event is over 64 MiB");
		return false;
	}
	if (s->reply.len + len > REPLY_MAX) {
		answer_fail(&s->answer, ANSWER_STREAM, "the reply is over 64 MiB");
		return false;
	}
	buf_add(&s->reply, data, len);
	return true;
}

static void
stop(struct run *run, enum ending why)
{
	if (run->ending == GOES_ON)
		run->ending = why;
}

/* A status that isn't 200. */
static void
slot_refused(struct slot *s, const struct outcome *o)
{
	enum { LONG_WAIT_S = 300, FEW = 3 };
	struct run *run = s->run;
	double wait = backoff_s(s->tries);

	if (o->retry_after_s > wait)
		wait = o->retry_after_s;
	if ((o->status == 429 || o->status == 503) && s->tries <= run->conf->retries &&
		wait <= LONG_WAIT_S) {
		slot_wait(s, wait);
		return;
	}
	answer_refusal(&s->answer, o->status, s->reply.s ? s->reply.s : "", s->reply.len);
	bool ours = answer_refusal_is_ours(&s->answer);
	bool all = s->answer.error == ANSWER_REFUSED && run->good == 0 && run->refused + 1 >= FEW;
	if (ours || all) {
		warn("the server refuses the request (%ld): %s", o->status, s->answer.message.s);
		stop(run, REFUSED);
	}
	if (ours)
		slot_idle(s);
	else
		slot_record(s, -1);
}

static void
slot_unreachable(struct slot *s, const struct outcome *o)
{
	struct run *run = s->run;

	if (s->tries <= run->conf->retries) {
		slot_wait(s, backoff_s(s->tries));
		return;
	}
	if (run->ending == GOES_ON)
		warn("%s: %s", run->conf->url, o->message);
	stop(run, GONE);
	slot_idle(s);
}

static void
slot_ended(struct slot *s, const struct outcome *o)
{
	struct answer *a = &s->answer;

	switch (o->result) {
	case TRANSFER_TIMEOUT:
		answer_fail(a, ANSWER_TIMEOUT, "no whole answer within %g s", s->timeout_s);
		break;
	case TRANSFER_LOST:
		/* with a finish reason the answer is whole, whatever became of the rest */
		if (a->finish.len == 0)
			answer_fail(a, ANSWER_LOST, "%s", o->message);
		break;
	case TRANSFER_DONE:
		if (!o->stream)
			answer_body(a, s->reply.s ? s->reply.s : "", s->reply.len, s->now_s);
		else if (!sse_finish(&s->sse, on_event, s) && s->sse.too_big)
			answer_fail(a, ANSWER_STREAM, "an event is over 64 MiB");
		break;
	default: break;
	}
	if (a->error != ANSWER_OK && o->status != 200)
		a->status = o->status;
	if (!slot_count(s))
		slot_record(s, -1);
}

static void
on_done(void *ctx, const struct outcome *o)
{
	struct slot *s = ctx;
	struct run *run = s->run;

	if (s->state == COUNTING) {
		slot_counted(s, o);
		return;
	}
	meter_flight(&run->meter, -1, now_s(run));
	run->heard = run->heard || o->status > 0;
	s->answer.sent_s = o->sent_s;
	s->answer.first_byte_s = o->first_byte_s;
	if (s->tries == 1 && !run->warming)
		meter_sent(&run->meter, s->answer.due_s, o->sent_s);
	s->answer.attempts += o->sent > 1 ? o->sent - 1 : 0;
	if (o->result == TRANSFER_BAD) {
		warn("%s: %s", run->conf->url, o->message);
		stop(run, BAD_ADDRESS);
		slot_idle(s);
	} else if (o->result == TRANSFER_UNREACHABLE) {
		slot_unreachable(s, o);
	} else if (o->result == TRANSFER_DONE && o->status != 200) {
		slot_refused(s, o);
	} else {
		slot_ended(s, o);
	}
}

static struct slot *
slot_new(struct run *run)
{
	static const struct transfer_ops ops = {on_data, on_done};
	struct slot *s = xcalloc(1, sizeof *s);

	s->run = run;
	s->transfer = transfer_new(run->client, &ops, s);
	if (!s->transfer)
		die(EXIT_OS, "libcurl can't be set up");
	GROW(run->slots, run->nslots, run->slots_cap);
	run->slots[run->nslots++] = s;
	return s;
}

static void
slot_free(struct slot *s)
{
	transfer_free(s->transfer);
	answer_release(&s->answer);
	sse_release(&s->sse);
	buf_free(&s->body);
	buf_free(&s->reply);
	rec_free(s->item);
	free(s->stops);
	free(s);
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
		double now = now_s(run), due = due_s(run);

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
	double now = now_s(run);

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
	double wait = ticks ? .25 : 60, now = now_s(run);

	if (run->journal && wait > 1)
		wait = 1;
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

static void
measure_attempt(struct run *run, bool with_host)
{
	double now = now_s(run), share;
	struct host_sample host;

	meter_flight(&run->meter, 0, now);
	run->attempt.wall_s = now;
	run->attempt.busy_s = run->meter.busy_s;
	run->attempt.late_ms = 1e3 * meter_quantile_s(&run->meter.late, .99);
	run->attempt.prompt = run->meter.prompt;
	run->attempt.cached = run->meter.cached;
	if (!with_host)
		return;
	host = host_sample(run->conf->server_pid);
	share = host_share_of_others(&run->host_from, &host);
	if (share >= 0) {
		run->attempt.known_s = now;
		run->attempt.others_s = share * now;
	}
}

/* Once a second, so that a kill loses little of what the run record sums up. */
static void
journal_now_and_then(struct run *run)
{
	double now = now_s(run);

	if (!run->journal || run->warming || now - run->journal_s < 1)
		return;
	run->journal_s = now;
	measure_attempt(run, true);
	journal_add_progress(run->journal, &run->attempt);
}

static void
ask(struct run *run)
{
	bool show = !run->conf->quiet && isatty(STDERR_FILENO);

	while (run->ending == GOES_ON) {
		if (caught) {
			stop(run, SIGNALLED);
			break;
		}
		begin_due(run);
		resend_due(run);
		if (!next_item(run) && run->nidle == run->nslots)
			break;
		client_step(run->client, wait_s(run, show));
		journal_now_and_then(run);
		if (show && !run->warming)
			meter_show(&run->meter, now_s(run));
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

/* vLLM counts drafted and accepted tokens over all requests only. */
static void
read_draft_counters(struct run *run, int64_t *drafted, int64_t *accepted)
{
	size_t len;
	char *text;

	*drafted = *accepted = -1;
	if (run->request.dialect != DIALECT_VLLM || items_count(run->items) == 0 || caught)
		return;
	text = probe_get(run->client, "/metrics", 5, &caught, &len);
	if (!text)
		return;
	*drafted = metrics_sum(text, len, "vllm:spec_decode_num_draft_tokens_total");
	*accepted = metrics_sum(text, len, "vllm:spec_decode_num_accepted_tokens_total");
	free(text);
}

static void
count_drafts(struct run *run)
{
	int64_t drafted, accepted;

	if (run->drafted_from < 0 || run->accepted_from < 0)
		return;
	read_draft_counters(run, &drafted, &accepted);
	if (drafted < run->drafted_from || accepted < run->accepted_from)
		return; /* gone, or the server was started anew */
	run->attempt.drafted = drafted - run->drafted_from;
	run->attempt.accepted = accepted - run->accepted_from;
}

/* Time is counted from here. */
static void
start_clock(struct run *run)
{
	size_t total = items_count(run->items);

	read_draft_counters(run, &run->drafted_from, &run->accepted_from);
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

/* This attempt and those before it. */
static struct progress
all_attempts(const struct run *run)
{
	struct progress all = run->attempt;
	const struct progress *before = run->journal ? journal_progress(run->journal) : NULL;

	if (!before || !before->attempt)
		return all;
	memcpy(all.started, before->started, sizeof all.started);
	all.wall_s += before->wall_s;
	all.busy_s += before->busy_s;
	all.others_s += before->others_s;
	all.known_s += before->known_s;
	all.prompt += before->prompt;
	all.cached += before->cached;
	all.drafted += before->drafted;
	all.accepted += before->accepted;
	all.late_ms = before->late_ms > all.late_ms ? before->late_ms : all.late_ms;
	return all;
}

static void
set_slo(json_t *v, const struct slo *slo)
{
	json_t *object;

	if (slo->ttft_ms < 0 && slo->itl_ms < 0)
		return;
	object = json_object();
	if (slo->ttft_ms >= 0)
		json_set_num(object, "ttft_ms", slo->ttft_ms);
	if (slo->itl_ms >= 0)
		json_set_num(object, "itl_ms", slo->itl_ms);
	json_object_set_new(v, "slo", object);
}

static double
rounded(double x, double to)
{
	return round(x * to) / to;
}

/* What makes the run's speeds doubtful. */
static void
set_marks(json_t *v, const struct progress *all)
{
	const double late_ms = 10, busy = .1;
	json_t *marks = json_array();

	if (all->cached > 0)
		json_array_append_new(marks, json_string("prefix-cache"));
	if (all->late_ms > late_ms)
		json_array_append_new(marks, json_string("late"));
	if (all->known_s > 0 && all->others_s / all->known_s > busy)
		json_array_append_new(marks, json_string("busy-host"));
	if (json_array_size(marks))
		json_object_set(v, "marked", marks);
	json_decref(marks);
}

static void
write_run(struct run *run)
{
	const struct query_conf *conf = run->conf;
	struct progress all = all_attempts(run);
	json_t *v = json_pack("{ss ss si}", "kind", "run", "cell", conf->cell, "load", conf->load);

	if (conf->rate > 0)
		json_set_num(v, "rate", conf->rate);
	set_slo(v, &conf->slo);
	json_object_set_new(v, "started", json_string(all.started));
	json_set_num(v, "clock_s", (double)run->origin_ns / 1e9);
	json_set_num(v, "wall_s", rounded(all.wall_s, 1e6));
	if (all.wall_s > 0)
		json_set_num(v, "in_flight", rounded(all.busy_s / all.wall_s, 1e4));
	json_set_num(v, "late_ms", rounded(all.late_ms, 1e3));
	if (all.known_s > 0)
		json_set_num(v, "load_by_others", rounded(all.others_s / all.known_s, 1e4));
	if (all.prompt > 0)
		json_set_num(
			v, "cached_share", rounded((double)all.cached / (double)all.prompt, 1e6));
	if (all.drafted > 0) {
		json_object_set_new(v, "drafted", json_integer(all.drafted));
		json_object_set_new(v, "accepted", json_integer(all.accepted));
	}
	set_marks(v, &all);
	json_object_set_new(v, "answers", json_integer((json_int_t)run->meter.done));
	json_object_set_new(v, "errors", json_integer((json_int_t)run->meter.errors));
	json_object_set_new(v, "attempt", json_integer(all.attempt ? (json_int_t)all.attempt : 1));
	json_write_line(v, stdout);
	json_decref(v);
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
		warn("ended by signal %d, %zu of %zu items are not answered%s", (int)caught, left,
			run->meter.total, run->journal ? "; run again to go on" : "");
		return EXIT_SIGNAL_BASE + (int)caught;
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

	measure_attempt(run, true);
	if (run->ending == GOES_ON)
		count_drafts(run);
	if (run->journal)
		journal_add_progress(run->journal, &run->attempt);
	meter_end(&run->meter, now_s(run), !conf->quiet && (conf->verbose || isatty(STDERR_FILENO)),
		&conf->slo);
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
		write_run(run);
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
	status = probe_server(run->client, conf->url, conf->retries, &caught, &found);
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
	catch_signals();
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
		signal(caught, SIG_DFL);
		raise(caught);
	}
	return status;
}
