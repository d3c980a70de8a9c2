/*
 * A deterministic inference server for tests: llama-server's and vLLM's HTTP interface, answers
 *that are a function of the prompt, pacing and faults on request, and a log of what was asked.
 *
 *	fakeserver --port 0 --fake port_file=p --fake log=asked.jsonl --fake tokens=8:16 &
 *
 * Everything of its own is KEY=VALUE: by --fake (repeatable) or, blanks between, in the variable
 * FAKESERVER, so that launch can start it as an engine. Of llama-server's and vLLM's flags it heeds
 * -m, --alias, --host, --port, -np, --spec-draft-n-max and their long forms; others it ignores.
 *
 * General
 *	dialect=llama|vllm	whose fields stand in the chunks (llama)
 *	model=NAME		name in /v1/models (the alias, else -m's value, else "fake")
 *	port_file=FILE		the port is written there, whole, when listening
 *	log=FILE		one JSON line an event: request, sent, gone, fault, refused
 *	bodies=1		the request's body goes into the log too
 *	loading_ms=N		503 to everything for so long; health_lies=1: but /health says ok
 *	need_model=1		-m must name a readable file, else exit 1 as llama-server does
 *	say=FILE		its text goes to standard error at the start
 *	fail=TEXT		says TEXT on standard error and exits 1; fail_ms=N: only after so
 *long memory_mib=N		keeps so much resident
 *	child=1			leaves a child in another session that sleeps, to look for orphans
 *	ignore_term=1		SIGTERM doesn't end it
 * Answers
 *	tokens=LO:HI		length, by the prompt's hash (12:32)
 *	answers=FILE		JSON Lines {"prompt":…,"text":…}: text where the prompt contains
 *prompt right=P			share of those (and of "[[say TEXT]]" prompts) answered so
 *(1) flip=P			share whose being right the command line's other flags turn over (0)
 *	salt=TEXT		changes all answers
 *	reasoning=N		so many tokens of thinking first
 *	reasoning_field=F	reasoning_content, reasoning or think (tags in the text)
 *	per_chunk=K		tokens a chunk (1)
 *	cached=N		prompt tokens said to be cached where cache_prompt isn't false (0)
 *	usage=last|none|every	(asked: last where the request asks for it)
 *	draft=D			speculation of depth D: draft counts in timings and /metrics
 *	context=N		prompts of more tokens are refused with 400 (1000000)
 *	replay=DIR		a prompt that holds "[[replay NAME]]" gets the bytes of DIR/NAME.http
 * Pace
 *	ttft_ms=N delay_ms=N	before the first chunk, between chunks (0)
 *	shred=N			whatever is sent goes in pieces of 1 to N bytes
 * Faults, repeatable:
 *fault=KIND[,arg=N][,status=N][,retry_after=N][,match=TEXT][,first=N][,every=N]
 *		[,p=P][,once=1][,after=N][,count=N]
 *	drop (closes unanswered), status, error200 (an error with HTTP 200), error-stream, cut,
 *no-finish, no-done, garbage, stall, trickle, bad-chunk, header-stall, die, unknown-param arg:
 *chunks before it strikes, or milliseconds a byte for trickle. first: only the first N requests;
 *after: only later ones; every: each Nth; match: the prompt contains TEXT; p: by hash; once: only
 *when a prompt is seen for the first time; count: at most so often in all.
 */
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "kit/buf.h"
#include "kit/clock.h"
#include "kit/err.h"
#include "kit/file.h"
#include "kit/mem.h"

enum fault_kind {
	NO_FAULT,
	DROP,
	STATUS,
	ERROR200,
	ERROR_STREAM,
	CUT,
	NO_FINISH,
	NO_DONE,
	GARBAGE,
	STALL,
	TRICKLE,
	BAD_CHUNK,
	HEADER_STALL,
	DIE,
	UNKNOWN_PARAM,
};

static const struct {
	const char *name;
	enum fault_kind kind;
} fault_names[] = {
	{"drop", DROP},
	{"status", STATUS},
	{"error200", ERROR200},
	{"error-stream", ERROR_STREAM},
	{"cut", CUT},
	{"no-finish", NO_FINISH},
	{"no-done", NO_DONE},
	{"garbage", GARBAGE},
	{"stall", STALL},
	{"trickle", TRICKLE},
	{"bad-chunk", BAD_CHUNK},
	{"header-stall", HEADER_STALL},
	{"die", DIE},
	{"unknown-param", UNKNOWN_PARAM},
};

struct fault {
	enum fault_kind kind;
	long arg, status, retry_after, first, after, every, count, hits;
	double p;
	bool once;
	char *match;
	uint64_t *seen;
	size_t nseen, capseen;
};

struct say {
	char *prompt, *text;
};

static struct {
	const char *model, *host;
	char *replay, *port_file, *log_path, *say_path, *fail, *answers, *salt, *dialect,
		*reasoning_field, *usage;
	long port, slots, loading_ms, fail_ms, memory_mib, tokens_lo, tokens_hi, reasoning,
		per_chunk, cached, draft, context, ttft_ms, delay_ms, shred;
	bool health_lies, need_model, child, ignore_term, bodies;
	double right, flip;
	struct fault *faults;
	size_t nfaults, capfaults;
	struct say *says;
	size_t nsays, capsays;
	struct buf variant; /* the flags that are no address: what flip goes by */
} conf = {.host = "127.0.0.1",
	.port = 8080,
	.slots = 1,
	.tokens_lo = 12,
	.tokens_hi = 32,
	.per_chunk = 1,
	.right = 1,
	.context = 1000000};

/* What an answer consists of: pieces of bytes, each due some time after the one before. */
struct piece {
	double wait_s;
	char *s;
	size_t len;
};

enum script_end { KEEP, CLOSE, NEVER, EXIT };

struct script {
	struct piece *piece;
	size_t n, cap, at, offset;
	enum script_end end;
	double due_s;
	bool completion; /* takes a slot */
	bool waiting;	 /* for a slot */
	long number, tokens, fault_at;
	enum fault_kind fault;
	long fault_arg;
};

struct conn {
	int fd;
	struct buf in;
	bool continued;
	struct script *script;
	struct conn *next, *prev;
};

static struct conn *conns;
static int epoll_fd, log_fd = -1;
static long requests, active, drafted_total, accepted_total;
static double started_s;

static const char *const words[] = {"the", "of", "and", "a", "to", "in", "is", "you", "that", "it",
	"he", "was", "for", "on", "are", "as", "with", "his", "they", "I", "at", "be", "this",
	"have", "from", "or", "one", "had", "by", "word", "but", "not", "what", "all", "were", "we",
	"when", "your", "can", "said", "there", "use", "an", "each", "which", "she", "do", "how",
	"their", "if", "will", "up", "caf\xc3\xa9", "\xe2\x9c\x93", "na\xc3\xafve",
	"\xf0\x9f\x99\x82", "\xe6\x97\xa5\xe6\x9c\xac", "42", "7", "x=1"};
enum { NWORDS = sizeof words / sizeof *words };

static uint64_t
hash_add(uint64_t h, const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++)
		h = (h ^ (unsigned char)s[i]) * 0x100000001b3ULL;
	return h;
}

static uint64_t
mix(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15ULL;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
	return z ^ (z >> 31);
}

/* A number in 0…1 that depends on h and what alone. */
static double
share(uint64_t h, const char *what)
{
	uint64_t state = hash_add(h, what, strlen(what));

	return (double)(mix(&state) >> 11) / 9007199254740992.0;
}

static void
log_event(json_t *event)
{
	char *line;

	if (log_fd >= 0) {
		json_object_set_new(event, "t", json_real(clock_s()));
		line = json_dumps(event, JSON_COMPACT);
		if (dprintf(log_fd, "%s\n", line) < 0)
			warn_errno("log");
		free(line);
	}
	json_decref(event);
}

static void
add_piece(struct script *s, double wait_s, const char *bytes, size_t len)
{
	GROW(s->piece, s->n, s->cap);
	s->piece[s->n].wait_s = wait_s;
	s->piece[s->n].s = xmalloc(len + 1);
	memcpy(s->piece[s->n].s, bytes, len);
	s->piece[s->n++].len = len;
}

static void
script_free(struct script *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->n; i++)
		free(s->piece[i].s);
	free(s->piece);
	free(s);
}

static const char *
status_text(long status)
{
	switch (status) {
	case 200: return "OK";
	case 400: return "Bad Request";
	case 401: return "Unauthorized";
	case 404: return "Not Found";
	case 429: return "Too Many Requests";
	case 503: return "Service Unavailable";
	default: return "Error";
	}
}

/* A whole answer in one piece. */
static void
reply(struct script *s, long status, long retry_after, const char *type, const char *body,
	size_t len)
{
	struct buf b = BUF_INIT;

	buf_printf(&b,
		"HTTP/1.1 %ld %s\r\nServer: fake\r\nContent-Type: %s\r\nContent-Length: %zu\r\n",
		status, status_text(status), type, len);
	if (retry_after >= 0)
		buf_printf(&b, "Retry-After: %ld\r\n", retry_after);
	buf_puts(&b, "\r\n");
	buf_add(&b, body, len);
	add_piece(s, 0, b.s, b.len);
	buf_free(&b);
}

static void
reply_json(struct script *s, long status, long retry_after, json_t *v)
{
	char *text = json_dumps(v, JSON_COMPACT | JSON_PRESERVE_ORDER);

	reply(s, status, retry_after, "application/json; charset=utf-8", text, strlen(text));
	free(text);
	json_decref(v);
}

static void
reply_error(struct script *s, long status, long retry_after, const char *message, const char *type)
{
	reply_json(s, status, retry_after,
		json_pack("{s:{s:i,s:s,s:s}}", "error", "code", (int)status, "message", message,
			"type", type));
}

/* One SSE frame as a chunk of HTTP's chunked encoding; the fault's place is heeded by the caller.
 */
static void
frame(struct script *s, double wait_s, const char *text)
{
	struct buf b = BUF_INIT;

	buf_printf(&b, "%zx\r\ndata: %s\n\n\r\n", strlen(text) + 8, text);
	add_piece(s, wait_s, b.s, b.len);
	buf_free(&b);
}

static void
frame_json(struct script *s, double wait_s, json_t *v)
{
	char *text = json_dumps(v, JSON_COMPACT | JSON_PRESERVE_ORDER);

	frame(s, wait_s, text);
	free(text);
	json_decref(v);
}

struct token_list {
	char **text;
	size_t n, cap;
};

static void
token_add(struct token_list *l, const char *s, size_t len)
{
	GROW(l->text, l->n, l->cap);
	l->text[l->n++] = xstrndup(s, len);
}

static void
tokens_free(struct token_list *l)
{
	for (size_t i = 0; i < l->n; i++)
		free(l->text[i]);
	free(l->text);
	*l = (struct token_list){0};
}

/* A token is a run of blanks and the word behind it. */
static void
tokenize(const char *s, struct token_list *out)
{
	while (*s) {
		size_t n = strspn(s, " \n\t");

		n += strcspn(s + n, " \n\t");
		token_add(out, s, n);
		s += n;
	}
}

static int
token_id(const char *s)
{
	return (int)(hash_add(0xcbf29ce484222325ULL, s, strlen(s)) % 49152);
}

struct ask {
	bool chat, stream, per_token, usage_asked, every_usage, ids, cache;
	struct buf all; /* the whole prompt */
	char *last;	/* the last message's text, or the prompt */
	long max_tokens, seed, n_prompt, n_cached, n_draft, n_accepted;
	double temperature;
	json_t *tools, *stop; /* tools is NULL where the prompt has a known answer */
	uint64_t hash;
	char id[40];
	const char *finish;
	struct token_list thinking, text;
};

static void
add_text(struct buf *b, json_t *content)
{
	size_t i;
	json_t *part;

	if (json_is_string(content))
		buf_puts(b, json_string_value(content));
	json_array_foreach(content, i, part) if (json_is_string(json_object_get(part, "text")))
		buf_puts(b, json_string_value(json_object_get(part, "text")));
}

static bool
read_prompt(struct ask *a, json_t *body)
{
	json_t *messages = json_object_get(body, "messages"), *message;
	struct buf last = BUF_INIT;
	size_t i;

	if (!a->chat) {
		if (!json_is_string(json_object_get(body, "prompt")))
			return false;
		a->last = xstrdup(json_string_value(json_object_get(body, "prompt")));
		buf_puts(&a->all, a->last);
		return true;
	}
	if (!json_is_array(messages) || json_array_size(messages) == 0)
		return false;
	json_array_foreach(messages, i, message)
	{
		buf_puts(&a->all, i ? "\n" : "");
		add_text(&a->all, json_object_get(message, "content"));
		buf_clear(&last);
		add_text(&last, json_object_get(message, "content"));
	}
	a->last = buf_steal(&last);
	return true;
}

static long
integer(json_t *body, const char *key, long otherwise)
{
	json_t *v = json_object_get(body, key);

	return json_is_integer(v) ? (long)json_integer_value(v) : otherwise;
}

static bool
read_ask(struct ask *a, json_t *body)
{
	json_t *options = json_object_get(body, "stream_options"), *v;
	struct token_list prompt = {0};

	if (!read_prompt(a, body))
		return false;
	a->stream = json_is_true(json_object_get(body, "stream"));
	a->per_token = json_is_true(json_object_get(body, "timings_per_token"));
	a->usage_asked = json_is_true(json_object_get(options, "include_usage"));
	a->every_usage = json_is_true(json_object_get(options, "continuous_usage_stats"));
	a->ids = json_is_true(json_object_get(body, "return_token_ids"));
	a->cache = !json_is_false(json_object_get(body, "cache_prompt"));
	a->max_tokens = integer(body, "max_tokens",
		integer(body, "n_predict", integer(body, "max_completion_tokens", 1 << 20)));
	if (a->max_tokens < 0)
		a->max_tokens = 1 << 20;
	a->seed = integer(body, "seed", 0);
	v = json_object_get(body, "temperature");
	a->temperature = json_is_number(v) ? json_number_value(v) : 1;
	a->tools = json_object_get(body, "tools");
	a->stop = json_object_get(body, "stop");
	buf_puts(&a->all, "");
	a->hash = hash_add(0xcbf29ce484222325ULL, a->all.s, a->all.len);
	tokenize(a->all.s, &prompt);
	a->n_prompt = (long)prompt.n + (a->chat ? 3 : 0);
	tokens_free(&prompt);
	a->n_cached = a->cache && conf.cached < a->n_prompt ? conf.cached : 0;
	return true;
}

/* What the prompt's known answer is, NULL where there is none; the caller frees it. */
static char *
known_answer(const struct ask *a)
{
	const char *from, *to;

	for (size_t i = 0; i < conf.nsays; i++)
		if (strstr(a->last, conf.says[i].prompt))
			return xstrdup(conf.says[i].text);
	from = strstr(a->last, "[[say ");
	to = from ? strstr(from, "]]") : NULL;
	return to ? xstrndup(from + 6, (size_t)(to - from - 6)) : NULL;
}

static void
cut_at_stop(struct token_list *l, json_t *stops)
{
	struct buf b = BUF_INIT;
	json_t *stop, *list = json_is_string(stops) ? json_pack("[O]", stops) : json_incref(stops);
	size_t i, cut;

	for (i = 0; i < l->n; i++)
		buf_puts(&b, l->text[i]);
	cut = b.len;
	json_array_foreach(list, i, stop)
	{
		const char *at = b.s && json_string_length(stop)
					 ? strstr(b.s, json_string_value(stop))
					 : NULL;

		if (at && (size_t)(at - b.s) < cut)
			cut = (size_t)(at - b.s);
	}
	if (cut < b.len) {
		tokens_free(l);
		b.s[cut] = '\0';
		tokenize(b.s, l);
	}
	json_decref(list);
	buf_free(&b);
}

static void
random_words(struct token_list *l, uint64_t *state, long n)
{
	for (long i = 0; i < n; i++) {
		char *s = xasprintf("%s%s", i ? " " : "", words[mix(state) % NWORDS]);

		token_add(l, s, strlen(s));
		free(s);
	}
}

static void
make_answer(struct ask *a)
{
	uint64_t h = a->hash, state;
	char *known = known_answer(a);
	bool right = share(h, "right") < conf.right;

	if (known)
		a->tools = NULL;

	if (conf.salt)
		h = hash_add(h, conf.salt, strlen(conf.salt));
	if (a->temperature > 0)
		h = hash_add(h, (const char *)&a->seed, sizeof a->seed);
	if (conf.variant.len &&
		share(hash_add(h, conf.variant.s, conf.variant.len), "flip") < conf.flip) {
		h = hash_add(h, conf.variant.s, conf.variant.len);
		right = !right;
	}
	state = h;
	random_words(&a->thinking, &state, conf.reasoning);
	if (known && right)
		tokenize(known, &a->text);
	else
		random_words(&a->text, &state,
			conf.tokens_lo + (long)(mix(&state) %
						 (uint64_t)(conf.tokens_hi - conf.tokens_lo + 1)));
	free(known);
	if (a->stop)
		cut_at_stop(&a->text, a->stop);
	a->finish = "stop";
	while ((long)(a->thinking.n + a->text.n) > a->max_tokens && a->thinking.n + a->text.n > 0) {
		struct token_list *l = a->text.n ? &a->text : &a->thinking;

		free(l->text[--l->n]);
		a->finish = "length";
	}
	snprintf(a->id, sizeof a->id, "chatcmpl-%016llx", (unsigned long long)h);
}

static json_t *
usage_of(const struct ask *a, long n)
{
	return json_pack("{s:i,s:i,s:i,s:{s:i}}", "completion_tokens", (int)n, "prompt_tokens",
		(int)a->n_prompt, "total_tokens", (int)(a->n_prompt + n), "prompt_tokens_details",
		"cached_tokens", (int)a->n_cached);
}

static json_t *
timings_of(const struct ask *a, long n)
{
	double prompt_ms = (double)conf.ttft_ms + .5 * (double)(a->n_prompt - a->n_cached);
	double ms = n > 1 ? (double)(n - 1) * ((double)conf.delay_ms + .25) / (double)conf.per_chunk
			  : .001;
	long prompt_n = a->n_prompt - a->n_cached, drafts = conf.draft ? n / 2 : 0;
	json_t *v;

	v = json_pack("{s:i,s:i,s:f,s:f,s:f,s:i,s:f,s:f,s:f}", "cache_n", (int)a->n_cached,
		"prompt_n", (int)prompt_n, "prompt_ms", prompt_ms, "prompt_per_token_ms",
		prompt_ms / (double)prompt_n, "prompt_per_second",
		1e3 * (double)prompt_n / prompt_ms, "predicted_n", (int)n, "predicted_ms", ms,
		"predicted_per_token_ms", n ? ms / (double)n : 0., "predicted_per_second",
		ms > 0 ? 1e3 * (double)n / ms : 0.);
	if (conf.draft) {
		json_object_set_new(v, "draft_n", json_integer(drafts * conf.draft));
		json_object_set_new(v, "draft_n_accepted", json_integer(drafts));
	}
	return v;
}

static bool
is_vllm(void)
{
	return conf.dialect && strcmp(conf.dialect, "vllm") == 0;
}

static json_t *
chat_chunk(const struct ask *a, json_t *delta, const char *finish)
{
	return json_pack("{s:s,s:s,s:i,s:s,s:[{s:i,s:o,s:s?}]}", "id", a->id, "object",
		"chat.completion.chunk", "created", 1700000000, "model", conf.model, "choices",
		"index", 0, "delta", delta, "finish_reason", finish);
}

static const char *
reasoning_field(void)
{
	if (conf.reasoning_field)
		return conf.reasoning_field;
	return is_vllm() ? "reasoning" : "reasoning_content";
}

/* The text of tokens from..to of the answer, thinking first; *thinking says which it is. */
static char *
join(const struct token_list *l, size_t from, size_t to)
{
	struct buf b = BUF_INIT;

	for (size_t i = from; i < to; i++)
		buf_puts(&b, l->text[i]);
	return buf_steal(&b);
}

static json_t *
ids_of(const struct token_list *l, size_t from, size_t to)
{
	json_t *v = json_array();

	for (size_t i = from; i < to; i++)
		json_array_append_new(v, json_integer(token_id(l->text[i])));
	return v;
}

static json_t *
delta_of(const struct ask *a, bool thinking, size_t from, size_t to)
{
	const struct token_list *l = thinking ? &a->thinking : &a->text;
	char *text = join(l, from, to);
	const char *field = thinking ? reasoning_field() : "content";
	char *tagged = NULL;
	json_t *delta;

	if (strcmp(field, "think") == 0) {
		tagged = xasprintf(
			"%s%s%s", from == 0 ? "<think>" : "", text, to == l->n ? "</think>" : "");
		field = "content";
	}
	delta = json_pack("{s:s}", field, tagged ? tagged : text);
	free(tagged);
	free(text);
	return delta;
}

static void
decorate(const struct ask *a, json_t *chunk, long n, json_t *ids)
{
	if (a->per_token && !is_vllm())
		json_object_set_new(chunk, "timings", timings_of(a, n));
	if (is_vllm() && (conf.usage ? strcmp(conf.usage, "every") == 0 : a->every_usage))
		json_object_set_new(chunk, "usage", usage_of(a, n));
	if (a->ids && is_vllm() && a->chat)
		json_object_set(
			json_array_get(json_object_get(chunk, "choices"), 0), "token_ids", ids);
	json_decref(ids);
}

/* Which chunk comes next: a role comes at once with the first token, as from llama-server. */
enum turn { FIRST, WITH_ROLE, LATER };

static double
wait_before(enum turn *turn)
{
	double ms = *turn == FIRST	 ? (double)conf.ttft_ms
		    : *turn == WITH_ROLE ? 0
					 : (double)conf.delay_ms;

	*turn = LATER;
	return ms / 1e3;
}

static void
stream_tokens(struct script *s, const struct ask *a, enum turn *turn)
{
	long n = 0;

	for (int part = 0; part < 2; part++) {
		const struct token_list *l = part ? &a->text : &a->thinking;

		for (size_t from = 0; from < l->n;) {
			size_t to = from + (size_t)conf.per_chunk < l->n
					    ? from + (size_t)conf.per_chunk
					    : l->n;
			json_t *chunk;

			n += (long)(to - from);
			if (a->chat) {
				chunk = chat_chunk(a, delta_of(a, !part, from, to), NULL);
			} else {
				char *text = join(l, from, to);

				chunk = json_pack("{s:i,s:s,s:o,s:b,s:i,s:i}", "index", 0,
					"content", text, "tokens", ids_of(l, from, to), "stop", 0,
					"tokens_predicted", (int)n, "tokens_evaluated",
					(int)a->n_prompt);
				free(text);
			}
			decorate(a, chunk, n, ids_of(l, from, to));
			frame_json(s, wait_before(turn), chunk);
			from = to;
		}
	}
	s->tokens = n;
}

/* A call of the first tool offered, its arguments in pieces. */
static void
stream_call(struct script *s, const struct ask *a, enum turn *turn)
{
	static const char *const pieces[] = {"{\"", "n\": ", "7", "}"};
	const char *name = json_string_value(
		json_object_get(json_object_get(json_array_get(a->tools, 0), "function"), "name"));
	json_t *chunk;

	chunk = chat_chunk(a,
		json_pack("{s:[{s:i,s:s,s:s,s:{s:s,s:s}}]}", "tool_calls", "index", 0, "id",
			"call_1", "type", "function", "function", "name", name ? name : "f",
			"arguments", ""),
		NULL);
	decorate(a, chunk, 1, json_array());
	frame_json(s, wait_before(turn), chunk);
	for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
		chunk = chat_chunk(a,
			json_pack("{s:[{s:i,s:{s:s}}]}", "tool_calls", "index", 0, "function",
				"arguments", pieces[i]),
			NULL);
		decorate(a, chunk, (long)i + 2, json_array());
		frame_json(s, wait_before(turn), chunk);
	}
	s->tokens = 5;
}

static void
stream_end(struct script *s, const struct ask *a)
{
	json_t *last;
	bool usage = a->usage_asked && !(conf.usage && strcmp(conf.usage, "none") == 0);

	if (!a->chat) {
		last = json_pack("{s:i,s:s,s:[],s:b,s:s,s:i,s:i,s:s,s:o}", "index", 0, "content",
			"", "tokens", "stop", 1, "model", conf.model, "tokens_predicted",
			(int)s->tokens, "tokens_evaluated", (int)a->n_prompt, "stop_type",
			strcmp(a->finish, "length") ? "eos" : "limit", "timings",
			timings_of(a, s->tokens));
		frame_json(s, 0, last);
		return;
	}
	if (s->fault != NO_FINISH) {
		last = chat_chunk(a, json_object(), a->tools ? "tool_calls" : a->finish);
		if (!usage && !is_vllm())
			json_object_set_new(last, "timings", timings_of(a, s->tokens));
		frame_json(s, 0, last);
	}
	if (usage) {
		last = json_pack("{s:s,s:s,s:i,s:s,s:[],s:o}", "id", a->id, "object",
			"chat.completion.chunk", "created", 1700000000, "model", conf.model,
			"choices", "usage", usage_of(a, s->tokens));
		if (!is_vllm())
			json_object_set_new(last, "timings", timings_of(a, s->tokens));
		frame_json(s, 0, last);
	}
	if (s->fault != NO_DONE)
		frame(s, 0, "[DONE]");
}

static void
stream(struct script *s, const struct ask *a)
{
	static const char head[] =
		"HTTP/1.1 200 OK\r\nServer: fake\r\nContent-Type: text/event-stream\r\n"
		"Transfer-Encoding: chunked\r\n\r\n";
	enum turn turn = FIRST;
	json_t *role;

	add_piece(s, 0, head, sizeof head - 1);
	if (a->chat) {
		role = chat_chunk(a,
			json_pack("{s:s,s:s?}", "role", "assistant", "content",
				is_vllm() ? "" : NULL),
			NULL);
		if (a->ids && is_vllm()) {
			struct token_list prompt = {0};

			tokenize(a->all.s, &prompt);
			json_object_set_new(role, "prompt_token_ids", ids_of(&prompt, 0, prompt.n));
			tokens_free(&prompt);
		}
		frame_json(s, wait_before(&turn), role);
		turn = WITH_ROLE;
	}
	if (a->tools)
		stream_call(s, a, &turn);
	else
		stream_tokens(s, a, &turn);
	stream_end(s, a);
	add_piece(s, 0, "0\r\n\r\n", 5);
}

static void
answer_whole(struct script *s, const struct ask *a)
{
	char *text = join(&a->text, 0, a->text.n), *thinking = join(&a->thinking, 0, a->thinking.n);
	double wait = (double)conf.ttft_ms +
		      (double)conf.delay_ms * (double)(a->text.n + a->thinking.n);
	json_t *v, *message;

	s->tokens = (long)(a->text.n + a->thinking.n);
	if (a->chat) {
		message = json_pack("{s:s,s:s}", "role", "assistant", "content", text);
		if (a->thinking.n)
			json_object_set_new(message, reasoning_field(), json_string(thinking));
		v = json_pack("{s:[{s:i,s:o,s:s}],s:i,s:s,s:s,s:o,s:s}", "choices", "index", 0,
			"message", message, "finish_reason", a->finish, "created", 1700000000,
			"model", conf.model, "object", "chat.completion", "usage",
			usage_of(a, s->tokens), "id", a->id);
	} else {
		v = json_pack("{s:i,s:s,s:b,s:s,s:i,s:i,s:s}", "index", 0, "content", text, "stop",
			1, "model", conf.model, "tokens_predicted", (int)s->tokens,
			"tokens_evaluated", (int)a->n_prompt, "stop_type",
			strcmp(a->finish, "length") ? "eos" : "limit");
	}
	if (!is_vllm())
		json_object_set_new(v, "timings", timings_of(a, s->tokens));
	reply_json(s, 200, -1, v);
	s->piece[0].wait_s = wait / 1e3;
	free(text);
	free(thinking);
}

static bool
fault_strikes(struct fault *f, const struct ask *a, long number)
{
	if (f->count && f->hits >= f->count)
		return false;
	if ((f->first && number > f->first) || (f->after && number <= f->after) ||
		(f->every && number % f->every != 0))
		return false;
	if ((f->match && !strstr(a->all.s, f->match)) || share(a->hash, "fault") >= f->p)
		return false;
	if (f->once) {
		for (size_t i = 0; i < f->nseen; i++)
			if (f->seen[i] == a->hash)
				return false;
		GROW(f->seen, f->nseen, f->capseen);
		f->seen[f->nseen++] = a->hash;
	}
	f->hits++;
	return true;
}

/* Cuts the pieces short behind the head and n frames. */
static void
shorten(struct script *s, long n)
{
	while (s->n > (size_t)n + 1)
		free(s->piece[--s->n].s);
}

static void
trickle(struct script *s, double wait_s)
{
	struct script slow = {0};

	for (size_t i = 0; i < s->n; i++) {
		for (size_t at = 0; at < s->piece[i].len; at++)
			add_piece(&slow, at ? wait_s : s->piece[i].wait_s + wait_s,
				s->piece[i].s + at, 1);
		free(s->piece[i].s);
	}
	free(s->piece);
	s->piece = slow.piece;
	s->n = slow.n;
	s->cap = slow.cap;
}

/* Faults that replace the whole answer; false where this one isn't such. */
static bool
fault_instead(struct script *s, const struct fault *f)
{
	switch (f->kind) {
	case DROP: s->end = CLOSE; return true;
	case STATUS:
		reply_error(s, f->status, f->retry_after, "a fault was asked for", "server_error");
		return true;
	case UNKNOWN_PARAM:
		reply_error(s, 400, -1, "Unrecognized request argument supplied: seed",
			"invalid_request_error");
		return true;
	case ERROR200:
		reply_error(s, 200, -1, "an error under status 200", "server_error");
		return true;
	case HEADER_STALL:
		add_piece(s, 0, "HTTP/1.1 200 OK\r\nContent-", 25);
		s->end = NEVER;
		return true;
	default: return false;
	}
}

/* Faults in an answer that is laid out already. */
static void
fault_within(struct script *s, const struct fault *f)
{
	switch (f->kind) {
	case CUT:
		shorten(s, f->arg);
		s->end = CLOSE;
		break;
	case STALL:
		shorten(s, f->arg);
		s->end = NEVER;
		break;
	case DIE:
		shorten(s, f->arg);
		s->end = EXIT;
		break;
	case ERROR_STREAM:
		shorten(s, f->arg);
		frame(s, 0,
			"{\"error\":{\"code\":500,\"message\":\"it broke in the middle\","
			"\"type\":\"server_error\"}}");
		add_piece(s, 0, "0\r\n\r\n", 5);
		break;
	case GARBAGE:
		shorten(s, f->arg);
		frame(s, 0, "{\"choices\":[{\"delta\":{\"content\":");
		add_piece(s, 0, "0\r\n\r\n", 5);
		break;
	case BAD_CHUNK:
		shorten(s, f->arg);
		add_piece(s, 0, "zz\r\nnot a chunk\r\n", 17);
		s->end = CLOSE;
		break;
	case TRICKLE: trickle(s, (double)f->arg / 1e3); break;
	default: break;
	}
}

/* The bytes of a recorded answer, its head included; then the connection is closed. */
static bool
replay(struct script *s, const struct ask *a)
{
	const char *from = conf.replay ? strstr(a->last, "[[replay ") : NULL;
	const char *to = from ? strstr(from, "]]") : NULL;
	struct buf bytes = BUF_INIT;
	char *path;

	if (!to)
		return false;
	path = xasprintf("%s/%.*s.http", conf.replay, (int)(to - from - 9), from + 9);
	if (!read_file(path, &bytes))
		die_errno(EXIT_NO_INPUT, "%s", path);
	add_piece(s, 0, bytes.s, bytes.len);
	s->end = CLOSE;
	buf_free(&bytes);
	free(path);
	return true;
}

/* Cuts all pieces at places that depend on the request's number. */
static void
shred(struct script *s)
{
	uint64_t state = (uint64_t)s->number;
	struct script cut = {0};

	for (size_t i = 0; i < s->n; i++) {
		for (size_t at = 0, n; at < s->piece[i].len; at += n) {
			n = 1 + (size_t)(mix(&state) % (uint64_t)conf.shred);
			n = n > s->piece[i].len - at ? s->piece[i].len - at : n;
			/* a pause now and then, so that pieces arrive apart */
			add_piece(&cut, at ? (mix(&state) % 8 ? 0 : 2e-5) : s->piece[i].wait_s,
				s->piece[i].s + at, n);
		}
		free(s->piece[i].s);
	}
	free(s->piece);
	s->piece = cut.piece;
	s->n = cut.n;
	s->cap = cut.cap;
}

static void
ask_release(struct ask *a)
{
	buf_free(&a->all);
	free(a->last);
	tokens_free(&a->thinking);
	tokens_free(&a->text);
}

static void
log_request(struct script *s, const struct ask *a, const char *path, json_t *body)
{
	char key[17];
	json_t *event;

	snprintf(key, sizeof key, "%016llx", (unsigned long long)a->hash);
	event = json_pack("{s:s,s:i,s:s,s:s,s:s,s:b,s:i,s:i,s:i}", "event", "request", "n",
		(int)s->number, "path", path, "key", key, "prompt", a->last, "stream", a->stream,
		"seed", (int)a->seed, "max_tokens", (int)a->max_tokens, "active", (int)active);
	if (conf.bodies)
		json_object_set(event, "body", body);
	log_event(event);
}

static void
complete(struct script *s, const char *path, bool chat, json_t *body)
{
	struct ask a = {.chat = chat};
	struct fault *f = NULL;

	if (!read_ask(&a, body)) {
		reply_error(
			s, 400, -1, "Expected 'messages' to be an array", "invalid_request_error");
		ask_release(&a);
		return;
	}
	s->number = ++requests;
	s->completion = true;
	log_request(s, &a, path, body);
	for (size_t i = 0; i < conf.nfaults && !f; i++)
		if (fault_strikes(&conf.faults[i], &a, s->number))
			f = &conf.faults[i];
	if (f) {
		s->fault = f->kind;
		log_event(json_pack("{s:s,s:i,s:i}", "event", "fault", "n", (int)s->number, "kind",
			(int)f->kind));
	}
	if (replay(s, &a) || (f && fault_instead(s, f))) {
		ask_release(&a);
		return;
	}
	if (a.n_prompt > conf.context) {
		char *why = xasprintf(
			"request (%ld tokens) exceeds the available context size (%ld tokens), "
			"try increasing it",
			a.n_prompt, conf.context);

		reply_error(s, 400, -1, why, "exceed_context_size_error");
		free(why);
	} else {
		make_answer(&a);
		if (a.stream)
			stream(s, &a);
		else
			answer_whole(s, &a);
		if (conf.shred)
			shred(s);
		drafted_total += conf.draft * (s->tokens / 2);
		accepted_total += conf.draft ? s->tokens / 2 : 0;
		if (f)
			fault_within(s, f);
	}
	ask_release(&a);
}

static void
tokenize_reply(struct script *s, json_t *body)
{
	json_t *text = json_object_get(body, "content");
	struct token_list l = {0};
	json_t *v;

	if (!json_is_string(text))
		text = json_object_get(body, "prompt");
	if (!json_is_string(text)) {
		reply_error(s, 400, -1, "content is missing", "invalid_request_error");
		return;
	}
	tokenize(json_string_value(text), &l);
	v = json_pack("{s:o,s:i}", "tokens", ids_of(&l, 0, l.n), "count", (int)l.n);
	tokens_free(&l);
	reply_json(s, 200, -1, v);
}

static void
metrics_reply(struct script *s)
{
	struct buf b = BUF_INIT;
	const char *prefix = is_vllm() ? "vllm:spec_decode_num" : "llamacpp:spec_decode_num";

	buf_printf(&b, "# TYPE %s_draft_tokens_total counter\n%s_draft_tokens_total %ld\n", prefix,
		prefix, drafted_total);
	buf_printf(&b, "# TYPE %s_accepted_tokens_total counter\n%s_accepted_tokens_total %ld\n",
		prefix, prefix, accepted_total);
	reply(s, 200, -1, "text/plain; version=0.0.4", b.s, b.len);
	buf_free(&b);
}

static void
get_reply(struct script *s, const char *path)
{
	if (strcmp(path, "/health") == 0)
		reply_json(s, 200, -1, json_pack("{s:s}", "status", "ok"));
	else if (strcmp(path, "/v1/models") == 0)
		reply_json(s, 200, -1,
			json_pack("{s:s,s:[{s:s,s:s,s:s,s:{s:i}}]}", "object", "list", "data", "id",
				conf.model, "object", "model", "owned_by",
				is_vllm() ? "vllm" : "llamacpp", "meta", "n_ctx",
				(int)conf.context));
	else if (strcmp(path, "/props") == 0)
		reply_json(s, 200, -1,
			json_pack("{s:i,s:s,s:s}", "total_slots", (int)conf.slots, "model_path",
				conf.model, "build_info", "fake-1"));
	else if (strcmp(path, "/version") == 0)
		reply_json(s, 200, -1, json_pack("{s:s}", "version", "fake-1"));
	else if (strcmp(path, "/slots") == 0)
		reply(s, 200, -1, "application/json", "[]", 2);
	else if (strcmp(path, "/metrics") == 0)
		metrics_reply(s);
	else
		reply_error(s, 404, -1, "File Not Found", "not_found_error");
}

static struct script *
respond(const char *method, const char *path, const char *text, size_t len)
{
	struct script *s = xcalloc(1, sizeof *s);
	bool loading = (clock_s() - started_s) * 1e3 < (double)conf.loading_ms;
	json_t *body;

	if (loading && !(conf.health_lies && strcmp(method, "GET") == 0)) {
		log_event(json_pack("{s:s,s:s}", "event", "refused", "path", path));
		reply_error(s, 503, -1, "Loading model", "unavailable_error");
		return s;
	}
	if (strcmp(method, "GET") == 0) {
		get_reply(s, path);
		return s;
	}
	body = json_loadb(text, len, 0, NULL);
	if (!body)
		reply_error(s, 400, -1, "the body is not JSON", "invalid_request_error");
	else if (strcmp(path, "/v1/chat/completions") == 0)
		complete(s, path, true, body);
	else if (strcmp(path, "/completion") == 0 || strcmp(path, "/completions") == 0)
		complete(s, path, false, body);
	else if (strcmp(path, "/tokenize") == 0)
		tokenize_reply(s, body);
	else
		reply_error(s, 404, -1, "File Not Found", "not_found_error");
	json_decref(body);
	return s;
}

static void
conn_watch(struct conn *c, bool out)
{
	struct epoll_event ev = {
		.events = EPOLLIN | EPOLLRDHUP | (out ? EPOLLOUT : 0u), .data.ptr = c};

	epoll_ctl(epoll_fd, EPOLL_CTL_MOD, c->fd, &ev);
}

static void
start_waiting(void)
{
	struct conn *oldest;

	while (active < conf.slots) {
		oldest = NULL;
		for (struct conn *c = conns; c; c = c->next)
			if (c->script && c->script->waiting &&
				(!oldest || c->script->number < oldest->script->number))
				oldest = c;
		if (!oldest)
			return;
		oldest->script->waiting = false;
		oldest->script->due_s = clock_s() +
					(oldest->script->n ? oldest->script->piece[0].wait_s : 0);
		active++;
	}
}

static void
conn_idle(struct conn *c)
{
	if (c->script && c->script->completion && !c->script->waiting)
		active--;
	script_free(c->script);
	c->script = NULL;
}

static void
conn_close(struct conn *c)
{
	if (c->script && c->script->completion && c->script->at < c->script->n)
		log_event(json_pack("{s:s,s:i}", "event", "gone", "n", (int)c->script->number));
	conn_idle(c);
	close(c->fd);
	buf_free(&c->in);
	if (c->next)
		c->next->prev = c->prev;
	if (c->prev)
		c->prev->next = c->next;
	else
		conns = c->next;
	free(c);
}

/* Finds a header's value in the head; NULL where absent. */
static const char *
header(const char *head, const char *name)
{
	size_t n = strlen(name);

	for (const char *line = strstr(head, "\r\n"); line && line[2] != '\r';
		line = strstr(line + 2, "\r\n"))
		if (strncasecmp(line + 2, name, n) == 0 && line[2 + n] == ':')
			return line + 3 + n + strspn(line + 3 + n, " ");
	return NULL;
}

/* A request, once all of it is there. */
static void
conn_request(struct conn *c)
{
	char *end = c->in.len ? memmem(c->in.s, c->in.len, "\r\n\r\n", 4) : NULL;
	char method[16], path[256];
	const char *length;
	size_t head, body;

	if (!end || c->script)
		return;
	head = (size_t)(end - c->in.s) + 4;
	length = header(c->in.s, "content-length");
	body = length ? strtoul(length, NULL, 10) : 0;
	if (c->in.len < head + body) {
		if (!c->continued && header(c->in.s, "expect")) {
			c->continued = true;
			if (write(c->fd, "HTTP/1.1 100 Continue\r\n\r\n", 25) != 25)
				warn("short write");
		}
		return;
	}
	c->continued = false;
	if (sscanf(c->in.s, "%15s %255s", method, path) != 2)
		strcpy(method, strcpy(path, "?"));
	c->script = respond(method, path, c->in.s + head, body);
	buf_drop(&c->in, head + body);
	if (c->script->completion)
		c->script->waiting = true;
	else
		c->script->due_s = clock_s() + (c->script->n ? c->script->piece[0].wait_s : 0);
	start_waiting();
}

static void
conn_read(struct conn *c)
{
	char block[65536];
	ssize_t n;

	while ((n = read(c->fd, block, sizeof block)) > 0)
		buf_add(&c->in, block, (size_t)n);
	if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) {
		conn_close(c);
		return;
	}
	conn_request(c);
}

static bool
script_over(struct conn *c)
{
	struct script *s = c->script;

	if (s->end == NEVER)
		return false;
	if (s->end == EXIT) {
		log_event(json_pack("{s:s,s:i}", "event", "die", "n", (int)s->number));
		raise(SIGKILL);
	}
	if (s->end == KEEP && s->completion)
		log_event(json_pack("{s:s,s:i,s:i}", "event", "sent", "n", (int)s->number, "tokens",
			(int)s->tokens));
	if (s->end == CLOSE) {
		conn_close(c);
		return true;
	}
	conn_idle(c);
	conn_watch(c, false);
	conn_request(c);
	return true;
}

/* Writes what is due. The connection may be gone afterwards. */
static void
conn_write(struct conn *c, double now)
{
	struct script *s = c->script;

	while (s && !s->waiting && s->due_s <= now) {
		if (s->at == s->n) {
			if (script_over(c))
				return;
			s->due_s = 1e300;
			return;
		}
		struct piece *p = &s->piece[s->at];
		ssize_t n = send(c->fd, p->s + s->offset, p->len - s->offset, MSG_NOSIGNAL);

		if (n < 0 && (errno == EAGAIN || errno == EINTR)) {
			conn_watch(c, true);
			return;
		}
		if (n < 0) {
			conn_close(c);
			return;
		}
		s->offset += (size_t)n;
		if (s->offset < p->len)
			continue;
		s->offset = 0;
		if (++s->at < s->n)
			s->due_s += s->piece[s->at].wait_s;
	}
}

static void
conn_accept(int listener)
{
	int fd, on = 1;

	while ((fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0) {
		struct conn *c = xcalloc(1, sizeof *c);
		struct epoll_event ev = {.events = EPOLLIN | EPOLLRDHUP, .data.ptr = c};

		setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
		c->fd = fd;
		c->next = conns;
		if (conns)
			conns->prev = c;
		conns = c;
		epoll_ctl(epoll_fd, EPOLL_CTL_ADD, fd, &ev);
	}
}

static int
next_wait_ms(double now)
{
	double wait = 60;

	for (struct conn *c = conns; c; c = c->next)
		if (c->script && !c->script->waiting && c->script->due_s - now < wait)
			wait = c->script->due_s - now;
	if (conf.fail && started_s + (double)conf.fail_ms / 1e3 - now < wait)
		wait = started_s + (double)conf.fail_ms / 1e3 - now;
	return wait <= 0 ? 0 : (int)(wait * 1e3) + 1;
}

static void
serve(int listener)
{
	struct epoll_event ev[64], listening = {.events = EPOLLIN};

	epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	epoll_ctl(epoll_fd, EPOLL_CTL_ADD, listener, &listening);
	for (;;) {
		int n = epoll_wait(epoll_fd, ev, 64, next_wait_ms(clock_s()));
		double now;

		for (int i = 0; i < n; i++) {
			if (!ev[i].data.ptr)
				conn_accept(listener);
			else
				conn_read(ev[i].data.ptr);
		}
		now = clock_s();
		if (conf.fail && (now - started_s) * 1e3 >= (double)conf.fail_ms) {
			fprintf(stderr, "%s\n", conf.fail);
			exit(1);
		}
		for (struct conn *c = conns, *next; c; c = next) {
			next = c->next;
			conn_write(c, now);
		}
		start_waiting();
	}
}

static void
fault_add(char *spec)
{
	struct fault f = {.p = 1, .status = 500, .retry_after = -1, .arg = 2};
	char *save, *word = strtok_r(spec, ",", &save);

	for (size_t i = 0; word && i < sizeof fault_names / sizeof *fault_names; i++)
		if (strcmp(word, fault_names[i].name) == 0)
			f.kind = fault_names[i].kind;
	if (f.kind == NO_FAULT)
		die(EXIT_USAGE, "fault '%s' is not known", word ? word : "");
	while ((word = strtok_r(NULL, ",", &save))) {
		char *value = strchr(word, '=');
		struct {
			const char *name;
			long *to;
		} numbers[] = {{"arg", &f.arg}, {"status", &f.status},
			{"retry_after", &f.retry_after}, {"first", &f.first}, {"after", &f.after},
			{"every", &f.every}, {"count", &f.count}};

		if (!value)
			die(EXIT_USAGE, "fault: '%s' lacks a value", word);
		*value++ = '\0';
		for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
			if (strcmp(word, numbers[i].name) == 0)
				*numbers[i].to = strtol(value, NULL, 10);
		if (strcmp(word, "match") == 0)
			f.match = xstrdup(value);
		if (strcmp(word, "p") == 0)
			f.p = strtod(value, NULL);
		if (strcmp(word, "once") == 0)
			f.once = true;
	}
	GROW(conf.faults, conf.nfaults, conf.capfaults);
	conf.faults[conf.nfaults++] = f;
}

static void
set(const char *assignment)
{
	const struct {
		const char *name;
		long *n;
		char **s;
		bool *b;
		double *r;
	} keys[] = {
		{"dialect", NULL, &conf.dialect, NULL, NULL},
		{"port_file", NULL, &conf.port_file, NULL, NULL},
		{"log", NULL, &conf.log_path, NULL, NULL},
		{"bodies", NULL, NULL, &conf.bodies, NULL},
		{"loading_ms", &conf.loading_ms, NULL, NULL, NULL},
		{"health_lies", NULL, NULL, &conf.health_lies, NULL},
		{"need_model", NULL, NULL, &conf.need_model, NULL},
		{"say", NULL, &conf.say_path, NULL, NULL},
		{"fail", NULL, &conf.fail, NULL, NULL},
		{"fail_ms", &conf.fail_ms, NULL, NULL, NULL},
		{"memory_mib", &conf.memory_mib, NULL, NULL, NULL},
		{"child", NULL, NULL, &conf.child, NULL},
		{"ignore_term", NULL, NULL, &conf.ignore_term, NULL},
		{"answers", NULL, &conf.answers, NULL, NULL},
		{"right", NULL, NULL, NULL, &conf.right},
		{"flip", NULL, NULL, NULL, &conf.flip},
		{"salt", NULL, &conf.salt, NULL, NULL},
		{"replay", NULL, &conf.replay, NULL, NULL},
		{"shred", &conf.shred, NULL, NULL, NULL},
		{"reasoning", &conf.reasoning, NULL, NULL, NULL},
		{"reasoning_field", NULL, &conf.reasoning_field, NULL, NULL},
		{"per_chunk", &conf.per_chunk, NULL, NULL, NULL},
		{"cached", &conf.cached, NULL, NULL, NULL},
		{"usage", NULL, &conf.usage, NULL, NULL},
		{"draft", &conf.draft, NULL, NULL, NULL},
		{"context", &conf.context, NULL, NULL, NULL},
		{"ttft_ms", &conf.ttft_ms, NULL, NULL, NULL},
		{"delay_ms", &conf.delay_ms, NULL, NULL, NULL},
		{"slots", &conf.slots, NULL, NULL, NULL},
	};
	char *text = xstrdup(assignment), *value = strchr(text, '=');
	size_t i, n = sizeof keys / sizeof *keys;

	if (!value)
		die(EXIT_USAGE, "'%s': want KEY=VALUE", text);
	*value++ = '\0';
	for (i = 0; i < n && strcmp(text, keys[i].name) != 0; i++)
		;
	if (strcmp(text, "fault") == 0)
		fault_add(value);
	else if (strcmp(text, "model") == 0)
		conf.model = xstrdup(value);
	else if (strcmp(text, "tokens") == 0) {
		conf.tokens_lo = conf.tokens_hi = strtol(value, &value, 10);
		if (*value == ':')
			conf.tokens_hi = strtol(value + 1, NULL, 10);
	} else if (i == n)
		die(EXIT_USAGE, "'%s' is not known", text);
	else if (keys[i].n)
		*keys[i].n = strtol(value, NULL, 10);
	else if (keys[i].s)
		*keys[i].s = xstrdup(value);
	else if (keys[i].b)
		*keys[i].b = strcmp(value, "0") != 0;
	else
		*keys[i].r = strtod(value, NULL);
	free(text);
}

static bool
is_flag(const char *arg, const char *a, const char *b, const char *c)
{
	return strcmp(arg, a) == 0 || strcmp(arg, b) == 0 || strcmp(arg, c) == 0;
}

static void
read_arguments(int argc, char **argv)
{
	const char *alias = NULL, *file = NULL;

	for (int i = 1; i < argc; i++) {
		const char *value = i + 1 < argc ? argv[i + 1] : "";

		if (strcmp(argv[i], "--version") == 0) {
			puts("version: fake-1 (fakeserver)");
			exit(0);
		}
		if (strcmp(argv[i], "--fake") == 0) {
			set(value);
			i++;
		} else if (is_flag(argv[i], "--port", "--port", "-port")) {
			conf.port = strtol(value, NULL, 10);
			i++;
		} else if (is_flag(argv[i], "--host", "--host", "-host")) {
			conf.host = value;
			i++;
		} else {
			buf_printf(&conf.variant, "%s ", argv[i]);
			if (is_flag(argv[i], "-m", "--model", "serve"))
				file = value;
			else if (is_flag(argv[i], "-a", "--alias", "--served-model-name"))
				alias = value;
			else if (is_flag(argv[i], "-np", "--parallel", "--max-num-seqs"))
				conf.slots = strtol(value, NULL, 10);
			else if (is_flag(argv[i], "--spec-draft-n-max", "--draft-max", "--draft"))
				conf.draft = strtol(value, NULL, 10);
		}
	}
	if (!conf.model)
		conf.model = alias ? alias : file ? file : "fake";
	if (conf.need_model && (!file || access(file, R_OK) != 0)) {
		fprintf(stderr, "error: failed to open GGUF file '%s'\n", file ? file : "");
		exit(1);
	}
}

static void
read_answers(void)
{
	FILE *f = conf.answers ? fopen(conf.answers, "re") : NULL;
	json_t *v;

	if (conf.answers && !f)
		die_errno(EXIT_NO_INPUT, "%s", conf.answers);
	while (f && (v = json_loadf(f, JSON_DISABLE_EOF_CHECK, NULL))) {
		GROW(conf.says, conf.nsays, conf.capsays);
		conf.says[conf.nsays].prompt = xstrdup(
			json_string_value(json_object_get(v, "prompt")));
		conf.says[conf.nsays++].text = xstrdup(
			json_string_value(json_object_get(v, "text")));
		json_decref(v);
	}
	if (f)
		fclose(f);
}

static void
behave(void)
{
	char block[4096];
	FILE *f;
	size_t n;

	if (conf.log_path &&
		(log_fd = open(conf.log_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644)) < 0)
		die_errno(EXIT_NO_INPUT, "%s", conf.log_path);
	if (conf.say_path && (f = fopen(conf.say_path, "re"))) {
		while ((n = fread(block, 1, sizeof block, f)) > 0)
			fwrite(block, 1, n, stderr);
		fclose(f);
	}
	if (conf.fail && !conf.fail_ms) {
		fprintf(stderr, "%s\n", conf.fail);
		exit(1);
	}
	if (conf.memory_mib > 0)
		memset(xmalloc((size_t)conf.memory_mib << 20), 1, (size_t)conf.memory_mib << 20);
	if (conf.child && fork() == 0) {
		setsid();
		for (;;)
			pause();
	}
	if (conf.ignore_term)
		signal(SIGTERM, SIG_IGN);
}

static int
listen_on(void)
{
	struct sockaddr_in addr = {.sin_family = AF_INET, .sin_port = htons((uint16_t)conf.port)};
	socklen_t len = sizeof addr;
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), on = 1;
	char *temporary;
	FILE *f;

	if (inet_pton(AF_INET, conf.host, &addr.sin_addr) != 1)
		addr.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
	if (bind(fd, (struct sockaddr *)&addr, sizeof addr) < 0 || listen(fd, 1024) < 0)
		die_errno(1, "couldn't bind to %s:%ld", conf.host, conf.port);
	getsockname(fd, (struct sockaddr *)&addr, &len);
	if (conf.port_file) {
		temporary = xasprintf("%s.tmp", conf.port_file);
		f = fopen(temporary, "we");
		if (!f || fprintf(f, "%d\n", ntohs(addr.sin_port)) < 0 || fclose(f) != 0 ||
			rename(temporary, conf.port_file) != 0)
			die_errno(EXIT_IO, "%s", temporary);
		free(temporary);
	}
	printf("fakeserver: listening on http://%s:%d\n", conf.host, ntohs(addr.sin_port));
	fflush(stdout);
	return fd;
}

int
main(int argc, char **argv)
{
	char *environment = getenv("FAKESERVER"), *save, *copy = NULL;

	signal(SIGPIPE, SIG_IGN);
	if (environment) {
		copy = xstrdup(environment);
		for (char *word = strtok_r(copy, " \n", &save); word;
			word = strtok_r(NULL, " \n", &save))
			set(word);
		free(copy);
	}
	read_arguments(argc, argv);
	if (conf.slots < 1 || conf.per_chunk < 1 || conf.tokens_hi < conf.tokens_lo)
		die(EXIT_USAGE, "slots, per_chunk or tokens make no sense");
	read_answers();
	behave();
	started_s = clock_s();
	serve(listen_on());
	return 0;
}
