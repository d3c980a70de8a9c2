#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "http/run.h"
#include "kit/err.h"
#include "kit/json.h"
#include "kit/mem.h"

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
	s->free_s = run_now_s(run);
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
remember_sampling(struct slot *s)
{
	struct run *run = s->run;

	json_decref(run->sampling);
	run->sampling = json_incref(rec_get(s->item, "sampling"));
	run->seed = json_int(run->sampling, "seed", 0) + run->request.seed;
	run->max_tokens = json_int(rec_get(s->item, "limits"), "max_tokens", -1);
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
	if (a->error == ANSWER_OK)
		remember_sampling(s);
	build_record(s);
	meter_answer(&run->meter, a, &run->conf->slo);
	if (run->journal)
		journal_add(run->journal, s->seq, a->error, run->line.s, run->line.len);
	else if (fwrite(run->line.s, 1, run->line.len, stdout) != run->line.len ||
		 fflush(stdout) != 0)
		output_failed();
	slot_idle(s);
}

void
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
	meter_flight(&run->meter, 1, run_now_s(run));
}

void
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
	s->retry_at_s = run_now_s(s->run) + wait_s;
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
		run_stop(run, REFUSED);
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
	run_stop(run, GONE);
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
	meter_flight(&run->meter, -1, run_now_s(run));
	run->heard = run->heard || o->status > 0;
	s->answer.sent_s = o->sent_s;
	s->answer.first_byte_s = o->first_byte_s;
	if (s->tries == 1 && !run->warming)
		meter_sent(&run->meter, s->answer.due_s, o->sent_s);
	s->answer.attempts += o->sent > 1 ? o->sent - 1 : 0;
	if (o->result == TRANSFER_BAD) {
		warn("%s: %s", run->conf->url, o->message);
		run_stop(run, BAD_ADDRESS);
		slot_idle(s);
	} else if (o->result == TRANSFER_UNREACHABLE) {
		slot_unreachable(s, o);
	} else if (o->result == TRANSFER_DONE && o->status != 200) {
		slot_refused(s, o);
	} else {
		slot_ended(s, o);
	}
}

struct slot *
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

void
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
