#include "http/answer.h"

#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http/chunk.h"
#include "kit/hash.h"
#include "kit/json.h"
#include "kit/mem.h"

static const char *const error_names[] = {
	[ANSWER_OK] = "",
	[ANSWER_LENGTH] = "length",
	[ANSWER_REFUSED] = "refused",
	[ANSWER_STATUS] = "status",
	[ANSWER_UNREACHABLE] = "unreachable",
	[ANSWER_LOST] = "lost",
	[ANSWER_TIMEOUT] = "timeout",
	[ANSWER_SERVER] = "server",
	[ANSWER_STREAM] = "stream",
	[ANSWER_UNFINISHED] = "unfinished",
};
enum { NERRORS = sizeof error_names / sizeof *error_names, MESSAGE_MAX = 2000 };

const char *
answer_error_name(enum answer_error e)
{
	return error_names[e];
}

enum answer_error
answer_error_from(const char *name, size_t len)
{
	for (int i = 1; i < NERRORS; i++)
		if (strlen(error_names[i]) == len && memcmp(error_names[i], name, len) == 0)
			return (enum answer_error)i;
	return ANSWER_OK;
}

bool
answer_error_is_servers(enum answer_error e)
{
	return e != ANSWER_OK && e != ANSWER_LENGTH;
}

void
answer_clear(struct answer *a)
{
	buf_clear(&a->text);
	buf_clear(&a->reasoning);
	buf_clear(&a->token_ids);
	buf_clear(&a->finish);
	buf_clear(&a->message);
	buf_clear(&a->settings);
	for (size_t i = 0; i < a->ncalls; i++) {
		buf_free(&a->calls[i].name);
		buf_free(&a->calls[i].arguments);
	}
	a->ncalls = a->narrivals = a->repaired = a->stop_from = a->think_from = 0;
	a->error = ANSWER_OK;
	a->status = 0;
	a->attempts = 0;
	a->prompt = a->completion = a->cached = a->drafted = a->accepted = -1;
	a->seen = 0;
	a->told = true;
	a->source = "unknown";
	a->prompt_sha256[0] = '\0';
	a->prompt_ms = -1;
	a->due_s = a->sent_s = a->first_byte_s = a->first_token_s = a->last_token_s = NAN;
	a->done = a->stopped = false;
	a->stops = NULL;
}

void
answer_release(struct answer *a)
{
	answer_clear(a);
	buf_free(&a->text);
	buf_free(&a->reasoning);
	buf_free(&a->token_ids);
	buf_free(&a->finish);
	buf_free(&a->message);
	buf_free(&a->settings);
	free(a->calls);
	free(a->arrivals);
	*a = (struct answer){0};
}

void
answer_fail(struct answer *a, enum answer_error e, const char *fmt, ...)
{
	va_list args;
	char *text = NULL;

	if (a->error != ANSWER_OK)
		return;
	a->error = e;
	va_start(args, fmt);
	if (vasprintf(&text, fmt, args) < 0)
		abort();
	va_end(args);
	buf_clear(&a->message);
	buf_add(&a->message, text, strnlen(text, MESSAGE_MAX));
	free(text);
	text_repair(&a->message);
}

/* The message inside an error's JSON: error.message, message, error itself, or all of it. */
static void
fail_with(struct answer *a, enum answer_error e, struct span raw)
{
	json_t *v = json_loadb(raw.s, raw.len, JSON_DECODE_ANY, NULL);
	const char *text = json_string_value(v);

	if (!text)
		text = json_str(
			v, "error.message", json_str(v, "message", json_str(v, "error", NULL)));
	if (text)
		answer_fail(a, e, "%s", text);
	else
		answer_fail(
			a, e, "%.*s", (int)(raw.len < MESSAGE_MAX ? raw.len : MESSAGE_MAX), raw.s);
	json_decref(v);
}

static void
latest(int64_t *to, int64_t from)
{
	if (from >= 0)
		*to = from;
}

static void
set_once(struct buf *b, struct span string)
{
	if (string.s) {
		buf_clear(b);
		text_unescape(b, string);
	}
}

static void
add_ids(struct answer *a, struct span array)
{
	if (array.len <= 2)
		return;
	buf_puts(&a->token_ids, a->token_ids.len ? "," : "");
	buf_add(&a->token_ids, array.s + 1, array.len - 2);
}

static void
hash_prompt(struct answer *a, struct span array)
{
	struct buf plain = BUF_INIT;

	for (size_t i = 0; i < array.len; i++)
		if (array.s[i] > ' ')
			buf_putc(&plain, array.s[i]);
	hash_hex(plain.s ? plain.s : "", plain.len, a->prompt_sha256);
	buf_free(&plain);
}

static void
add_call_text(struct buf *b, json_t *v)
{
	if (json_is_string(v))
		buf_add(b, json_string_value(v), json_string_length(v));
	else if (v && !json_is_null(v))
		json_put(b, v); /* arguments as an object, against the dialect */
}

/* Pieces of calls: an element goes to its index, or to a new call where it tells none. */
static void
add_calls(struct answer *a, struct span raw)
{
	enum { CALLS_MAX = 1024 };
	json_t *list = json_loadb(raw.s, raw.len, 0, NULL), *piece, *function, *index;
	size_t i, at;

	if (!list) {
		answer_fail(a, ANSWER_STREAM, "tool calls that can't be read");
		return;
	}
	json_array_foreach(list, i, piece)
	{
		index = json_object_get(piece, "index");
		at = json_is_integer(index) ? (size_t)json_integer_value(index) : a->ncalls;
		if (at >= CALLS_MAX) {
			answer_fail(a, ANSWER_STREAM, "a tool call's index is out of range");
			break;
		}
		while (a->ncalls <= at) {
			GROW(a->calls, a->ncalls, a->calls_cap);
			a->calls[a->ncalls++] = (struct call){BUF_INIT, BUF_INIT};
		}
		function = json_object_get(piece, "function");
		add_call_text(&a->calls[at].name, json_object_get(function, "name"));
		add_call_text(&a->calls[at].arguments, json_object_get(function, "arguments"));
	}
	json_decref(list);
}

static void
take_counts(struct answer *a, const struct chunk *c)
{
	latest(&a->prompt, c->tokens_evaluated);
	if (c->prompt_n >= 0)
		a->prompt = c->prompt_n + (c->cache_n > 0 ? c->cache_n : 0);
	latest(&a->prompt, c->prompt);
	latest(&a->cached, c->cache_n);
	latest(&a->cached, c->cached);
	latest(&a->completion, c->tokens_predicted);
	latest(&a->completion, c->predicted);
	latest(&a->completion, c->completion);
	latest(&a->drafted, c->drafted);
	latest(&a->accepted, c->accepted);
	if (c->prompt_ms >= 0)
		a->prompt_ms = c->prompt_ms;
}

/* All tokens so far, as this chunk tells; -1 where it doesn't. */
static int64_t
told_total(struct answer *a, const struct chunk *c, const char **source)
{
	if (c->predicted >= 0)
		return *source = "timings", c->predicted;
	if (c->completion >= 0)
		return *source = "usage", c->completion;
	if (c->tokens_predicted >= 0)
		return *source = "timings", c->tokens_predicted;
	if (c->token_ids.s)
		return *source = "token_ids", a->seen + (int64_t)chunk_count(c->token_ids);
	return -1;
}

static void
add_arrival(struct answer *a, int64_t tokens, size_t bytes, double s)
{
	GROW(a->arrivals, a->narrivals, a->arrivals_cap);
	a->arrivals[a->narrivals++] = (struct arrival){s, tokens, bytes};
	if (isnan(a->first_token_s))
		a->first_token_s = s;
	a->last_token_s = s;
}

/*
 * A chunk with text is an arrival, and so is one without where the count has risen: the end token,
 * say, which has no text. A total that comes only at the end is no arrival.
 */
static void
arrive(struct answer *a, const struct chunk *c, size_t bytes, double s)
{
	const char *source = NULL;
	int64_t total = told_total(a, c, &source), tokens = total >= 0 ? total - a->seen : -1;

	if (tokens < -1)
		tokens = 0; /* counts went back: nothing new was told */
	if (!bytes && !c->tool_calls.s) {
		if (!a->told || tokens <= 0 || a->narrivals == 0)
			return;
	} else if (total < 0) {
		a->told = false;
	}
	if (total >= 0 && a->told) {
		a->source = source;
		a->seen += tokens;
	}
	add_arrival(a, a->told ? tokens : -1, bytes, s);
}

/*
 * Where the answer proper starts: behind a leading <think>…</think>, all of the text where that is open, or
 * may still become one. Looks at new text only, since an answer can think for long.
 */
static size_t
answer_start(struct answer *a)
{
	static const char open[] = "<think>", close[] = "</think>";
	const char *text = a->text.s;
	size_t len = a->text.len, at = strspn(text, " \n\t\r"), left = len - at;
	const char *end;

	if (left < sizeof open - 1)
		return memcmp(text + at, open, left) == 0 ? len : 0;
	if (memcmp(text + at, open, sizeof open - 1) != 0)
		return 0;
	if (a->think_from < at)
		a->think_from = at;
	end = memmem(text + a->think_from, len - a->think_from, close, sizeof close - 1);
	if (end) {
		a->think_from = (size_t)(end - text);
		return a->think_from + sizeof close - 1;
	}
	if (len - a->think_from >= sizeof close - 1)
		a->think_from = len - (sizeof close - 2);
	return len;
}

/* Looks for stop strings in what is new of the text; true where one is there, the text cut before
 * it. */
static bool
apply_stops(struct answer *a)
{
	size_t from = a->stop_from, start, first = SIZE_MAX, longest = 0;

	if (!a->stops || a->text.len == 0)
		return false;
	start = answer_start(a);
	if (from < start)
		from = start;
	for (const char *const *stop = a->stops; *stop; stop++) {
		size_t n = strlen(*stop);
		const char *at = n ? memmem(a->text.s + from, a->text.len - from, *stop, n) : NULL;

		if (at && (size_t)(at - a->text.s) < first)
			first = (size_t)(at - a->text.s);
		longest = n > longest ? n : longest;
	}
	if (first == SIZE_MAX) {
		a->stop_from = a->text.len + 1 > longest ? a->text.len + 1 - longest : 0;
		if (a->stop_from < start && start < a->text.len)
			a->stop_from = start;
		return false;
	}
	a->text.len = first;
	a->text.s[first] = '\0';
	buf_clear(&a->finish);
	buf_puts(&a->finish, "stop");
	a->stopped = a->done = true;
	return true;
}

static void
take_finish(struct answer *a, const struct chunk *c)
{
	set_once(&a->finish, c->finish);
	if (!c->stop)
		return;
	a->done = true;
	if (!c->stop_type.s || a->finish.len)
		return;
	bool limit = c->stop_type.len == 5 && memcmp(c->stop_type.s, "limit", 5) == 0;
	buf_puts(&a->finish, limit ? "length" : "stop");
}

static void
take_chunk(struct answer *a, const struct chunk *c, double s)
{
	size_t before = a->text.len + a->reasoning.len, bytes;

	if (c->text.s)
		text_unescape(&a->text, c->text);
	if (c->reasoning.s)
		text_unescape(&a->reasoning, c->reasoning);
	if (a->text.len + a->reasoning.len > TEXT_MAX) {
		answer_fail(a, ANSWER_STREAM, "the answer is over %d MiB", TEXT_MAX >> 20);
		return;
	}
	if (c->tool_calls.s)
		add_calls(a, c->tool_calls);
	bytes = a->text.len + a->reasoning.len - before;
	arrive(a, c, bytes + c->tool_calls.len, s);
	take_counts(a, c);
	if (c->token_ids.s)
		add_ids(a, c->token_ids);
	if (c->prompt_ids.s && !a->prompt_sha256[0])
		hash_prompt(a, c->prompt_ids);
	if (c->settings.s) {
		buf_clear(&a->settings);
		buf_add(&a->settings, c->settings.s, c->settings.len);
	}
	take_finish(a, c);
}

/* False where the chunk is an error or can't be read. */
static bool
scan_or_fail(struct answer *a, const char *data, size_t len, struct chunk *c)
{
	const char *why;

	if (!chunk_scan(data, len, c, &why)) {
		answer_fail(a, ANSWER_STREAM, "a chunk can't be read: %s", why);
		return false;
	}
	if (c->error.s) {
		fail_with(a, ANSWER_SERVER, c->error);
		return false;
	}
	if (c->object.len == 5 && memcmp(c->object.s, "error", 5) == 0) {
		fail_with(a, ANSWER_SERVER, (struct span){data, len});
		return false;
	}
	return true;
}

bool
answer_event(struct answer *a, enum sse_kind kind, const char *data, size_t len, double s)
{
	struct chunk c;

	if (len == 0 || a->error != ANSWER_OK)
		return a->error == ANSWER_OK;
	if (kind == SSE_ERROR) {
		fail_with(a, ANSWER_SERVER, (struct span){data, len});
		return false;
	}
	if (len == 6 && memcmp(data, "[DONE]", 6) == 0) {
		a->done = true;
		return true;
	}
	if (!scan_or_fail(a, data, len, &c))
		return false;
	take_chunk(a, &c, s);
	return a->error == ANSWER_OK && !apply_stops(a);
}

void
answer_body(struct answer *a, const char *body, size_t len, double s)
{
	struct chunk c;

	if (!scan_or_fail(a, body, len, &c))
		return;
	take_chunk(a, &c, s);
	apply_stops(a);
	a->done = true;
}

static bool
says(const struct answer *a, const char *const *words)
{
	for (; *words; words++)
		if (a->message.s && strcasestr(a->message.s, *words))
			return true;
	return false;
}

void
answer_refusal(struct answer *a, long status, const char *body, size_t len)
{
	static const char *const length[] = {"context size", "context length", "context window",
		"too long", "maximum context", "max_model_len", "too many tokens", "too large",
		NULL};
	enum answer_error e = status >= 500 || status == 429 || status == 408 ? ANSWER_STATUS
									      : ANSWER_REFUSED;

	a->status = status;
	fail_with(a, e, (struct span){body, len});
	if (a->message.len == 0)
		buf_printf(&a->message, "HTTP status %ld", status);
	if (status == 413 || ((status == 400 || status == 422 || status == 500) && says(a, length)))
		a->error = ANSWER_LENGTH;
}

bool
answer_refusal_is_ours(const struct answer *a)
{
	static const char *const unknown[] = {"unknown param", "unknown field", "unknown argument",
		"unrecognized", "unexpected keyword", "extra inputs are not permitted",
		"extra fields", "unsupported param", "not supported", "does not exist",
		"requires --jinja", NULL};

	if (a->error != ANSWER_REFUSED)
		return false;
	if (a->status == 401 || a->status == 403 || a->status == 404 || a->status == 405)
		return true;
	return says(a, unknown);
}

bool
answer_wants_count(const struct answer *a)
{
	return a->error == ANSWER_OK && a->completion < 0 && !(a->told && a->narrivals) &&
	       (a->text.len || a->reasoning.len);
}

/*
 * Gives n tokens to the arrivals: one to each where there are enough, the rest by their share of the
 * bytes, cumulative and rounded up, so that the sum is n and the first has one at least.
 */
static void
spread(struct answer *a, int64_t n)
{
	double all = 0, so_far = 0;
	int64_t given = 0, each = n >= (int64_t)a->narrivals ? 1 : 0,
		rest = n - each * (int64_t)a->narrivals;

	for (size_t i = 0; i < a->narrivals; i++)
		all += (double)a->arrivals[i].bytes;
	for (size_t i = 0; i < a->narrivals; i++) {
		so_far += (double)a->arrivals[i].bytes;
		int64_t upto = all > 0 ? (int64_t)ceil((double)rest * (so_far / all)) : 0;
		a->arrivals[i].tokens = each + upto - given;
		given = upto;
	}
}

static void
finish_counts(struct answer *a, int64_t tokenized)
{
	if (a->narrivals == 0)
		return;
	if (a->told) {
		if (a->completion < 0)
			a->completion = a->seen;
		return;
	}
	a->source = a->completion >= 0 ? "spread" : "unknown";
	if (a->completion < 0 && tokenized >= 0) {
		a->completion = tokenized;
		a->source = "tokenizer";
	}
	if (a->completion >= 0)
		spread(a, a->completion);
}

void
answer_finish(struct answer *a, int64_t tokenized)
{
	a->repaired = text_repair(&a->text) + text_repair(&a->reasoning);
	for (size_t i = 0; i < a->ncalls; i++)
		a->repaired += text_repair(&a->calls[i].name) + text_repair(&a->calls[i].arguments);
	text_repair(&a->finish);
	if (a->stopped) { /* what is cut off was told, but is no part of the answer's end */
		a->completion = a->told ? a->seen : -1;
	}
	if (a->error == ANSWER_OK && a->finish.len == 0)
		answer_fail(a, ANSWER_UNFINISHED, "the stream ended without a finish reason");
	finish_counts(a, tokenized);
}

void
put_seconds(struct buf *b, double x)
{
	/* num_real() gives the same digits, by up to three tries; an answer holds hundreds of times
	 */
	char out[48], *p = out + sizeof out;
	bool negative = x < 0;
	uint64_t us = (uint64_t)llround((negative ? -x : x) * 1e6), fraction = us % 1000000;
	int digits = 6;

	us /= 1000000;
	while (digits > 1 && fraction % 10 == 0) {
		fraction /= 10;
		digits--;
	}
	for (; digits > 0; digits--, fraction /= 10)
		*--p = (char)('0' + fraction % 10);
	*--p = '.';
	do
		*--p = (char)('0' + us % 10);
	while (us /= 10);
	if (negative)
		*--p = '-';
	buf_add(b, p, (size_t)(out + sizeof out - p));
}

static void
put_int(struct buf *b, int64_t n)
{
	char out[24], *p = out + sizeof out;
	uint64_t u = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;

	do
		*--p = (char)('0' + u % 10);
	while (u /= 10);
	if (n < 0)
		*--p = '-';
	buf_add(b, p, (size_t)(out + sizeof out - p));
}

static void
put_text(struct buf *b, const char *key, const struct buf *text)
{
	buf_printf(b, "\"%s\":", key);
	json_put_string(b, text->s ? text->s : "", text->len);
	buf_putc(b, ',');
}

static void
put_calls(struct buf *b, const struct answer *a)
{
	buf_puts(b, "\"tool_calls\":[");
	for (size_t i = 0; i < a->ncalls; i++) {
		buf_puts(b, i ? ",{" : "{");
		put_text(b, "name", &a->calls[i].name);
		put_text(b, "arguments", &a->calls[i].arguments);
		b->s[b->len - 1] = '}';
	}
	buf_puts(b, "],");
}

static void
put_error(struct buf *b, const struct answer *a)
{
	if (a->error == ANSWER_OK) {
		buf_puts(b, "\"error\":null,");
		return;
	}
	buf_printf(b, "\"error\":{\"kind\":\"%s\",", answer_error_name(a->error));
	if (a->status > 0)
		buf_printf(b, "\"status\":%ld,", a->status);
	put_text(b, "message", &a->message);
	b->s[b->len - 1] = '}';
	buf_putc(b, ',');
}

static void
put_tokens(struct buf *b, const struct answer *a)
{
	int64_t first = a->narrivals ? a->arrivals[0].tokens : -1;
	const struct {
		const char *key;
		int64_t n;
	} counts[] = {{"prompt", a->prompt}, {"completion", a->completion}, {"cached", a->cached},
		{"drafted", a->drafted}, {"accepted", a->accepted}, {"first_chunk", first}};

	buf_puts(b, "\"tokens\":{");
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		if (counts[i].n < 0)
			continue;
		buf_printf(b, "\"%s\":", counts[i].key);
		put_int(b, counts[i].n);
		buf_putc(b, ',');
	}
	buf_printf(b, "\"source\":\"%s\"},", a->source);
}

static void
put_arrivals(struct buf *b, const struct answer *a)
{
	buf_puts(b, "\"arrivals\":[");
	for (size_t i = 0; i < a->narrivals; i++) {
		buf_puts(b, i ? ",[" : "[");
		put_seconds(b, a->arrivals[i].s);
		if (a->arrivals[i].tokens >= 0) {
			buf_putc(b, ',');
			put_int(b, a->arrivals[i].tokens);
		}
		buf_putc(b, ']');
	}
	buf_puts(b, "],");
}

static void
put_times(struct buf *b, const struct answer *a)
{
	const struct {
		const char *key;
		double s;
	} times[] = {{"due_s", a->due_s}, {"sent_s", a->sent_s}, {"first_byte_s", a->first_byte_s},
		{"first_token_s", a->first_token_s}, {"last_token_s", a->last_token_s}};

	for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
		if (isnan(times[i].s))
			continue;
		buf_printf(b, "\"%s\":", times[i].key);
		put_seconds(b, times[i].s);
		buf_putc(b, ',');
	}
}

void
answer_put(const struct answer *a, struct buf *b, enum answer_fields fields)
{
	buf_putc(b, '{');
	put_text(b, "text", &a->text);
	put_text(b, "reasoning", &a->reasoning);
	put_calls(b, a);
	if (a->finish.len)
		put_text(b, "finish", &a->finish);
	else
		buf_puts(b, "\"finish\":null,");
	put_error(b, a);
	buf_printf(b, "\"attempts\":%u,", a->attempts);
	if (a->repaired)
		buf_printf(b, "\"repaired\":%zu,", a->repaired);
	put_tokens(b, a);
	if (fields & ANSWER_IDS && a->token_ids.len)
		buf_printf(b, "\"token_ids\":[%s],", a->token_ids.s);
	if (a->prompt_sha256[0])
		buf_printf(b, "\"prompt_sha256\":\"%s\",", a->prompt_sha256);
	if (a->prompt_ms >= 0) {
		buf_puts(b, "\"prefill_ms\":");
		put_seconds(b, a->prompt_ms);
		buf_putc(b, ',');
	}
	if (fields & ANSWER_ARRIVALS)
		put_arrivals(b, a);
	put_times(b, a);
	b->s[b->len - 1] = '}';
}
