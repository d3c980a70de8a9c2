#include "tally/judged.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/mem.h"
#include "tally/map.h"
#include "tally/walk.h"

/* What no count and no time goes beyond; a chunk of so many tokens is none. */
#define COUNT_MAX 1e9
#define CHUNK_MAX 1e6

static double
number(struct span v)
{
	const char *at = v.s;

	if (v.len == 0 || !(*at == '-' || (*at >= '0' && *at <= '9')))
		return NAN;
	return walk_number(&at);
}

/* A count, or a time in seconds or milliseconds. */
static double
amount(struct span v)
{
	double x = number(v);

	return x >= 0 && x <= COUNT_MAX ? x : NAN;
}

/* A string value into own[slot]; NULL where v is no string. */
static const char *
string(struct judged_reader *j, int slot, struct span v)
{
	size_t len;

	if (v.len < 2 || v.s[0] != '"')
		return NULL;
	if (j->cap[slot] < v.len) {
		j->cap[slot] = v.len + 64;
		j->own[slot] = xreallocarray(j->own[slot], 1, j->cap[slot]);
	}
	len = v.len - 2;
	if (memchr(v.s + 1, '\\', len))
		len = scan_unescape(v.s + 1, len, j->own[slot]);
	else
		memcpy(j->own[slot], v.s + 1, len);
	j->own[slot][len] = '\0';
	return j->own[slot];
}

static struct span
top(struct rec *r, const char *key)
{
	struct span v = {NULL, 0};

	v.s = rec_raw(r, key, &v.len);
	return v;
}

static bool
is_object(struct span v)
{
	return v.len && v.s[0] == '{';
}

/* "no-answer", or "no-answer: …" */
static bool
says_no_answer(struct span why)
{
	return why.len > 10 && memcmp(why.s, "\"no-answer", 10) == 0;
}

static void
read_verdict(struct rec *r, struct judged *out)
{
	struct span v = top(r, "verdict"), key, value, pass = {"", 0}, why = {"", 0};
	const char *at = v.s + 1;
	double score = NAN;

	out->outcome = OUTCOME_NOT_JUDGED;
	out->score = NAN;
	if (!is_object(v))
		return;
	while (walk_member(&at, &key, &value)) {
		if (span_is(key, "pass"))
			pass = value;
		else if (span_is(key, "why"))
			why = value;
		else if (span_is(key, "score"))
			score = number(value);
	}
	if (span_is(pass, "true"))
		out->outcome = OUTCOME_PASSED;
	else if (span_is(pass, "false"))
		out->outcome = says_no_answer(why) ? OUTCOME_NO_ANSWER : OUTCOME_FAILED;
	else
		return;
	out->score = isnan(score) ? out->outcome == OUTCOME_PASSED : score;
}

static void
read_error(struct judged_reader *j, struct span v, struct judged *out)
{
	struct span key, value;
	const char *at = v.s + 1;

	if (v.len == 0 || span_is(v, "null"))
		return;
	out->outcome = OUTCOME_ERROR;
	out->score = NAN;
	while (is_object(v) && walk_member(&at, &key, &value))
		if (span_is(key, "kind"))
			out->error_kind = string(j, 4, value);
	if (out->error_kind == NULL)
		out->error_kind = "unknown";
}

static void
read_tokens(struct span v, struct judged *out)
{
	struct span key, value;
	const char *at = v.s + 1;

	while (is_object(v) && walk_member(&at, &key, &value)) {
		if (span_is(key, "prompt"))
			out->prompt = amount(value);
		else if (span_is(key, "completion"))
			out->completion = amount(value);
		else if (span_is(key, "cached"))
			out->cached = amount(value);
		else if (span_is(key, "drafted"))
			out->drafted = amount(value);
		else if (span_is(key, "accepted"))
			out->accepted = amount(value);
		else if (span_is(key, "first_chunk"))
			out->first_chunk = amount(value);
	}
}

/* Leaves *at behind the array. */
static void
read_arrivals(struct judged_reader *j, const char **at, struct judged *out)
{
	size_t n = 0;
	int depth = 0;
	double x;

	while (walk_array_number(at, &depth, &x)) {
		GROW(j->arrival, n, j->arrival_cap);
		j->arrival[n++] = x;
	}
	out->arrival = j->arrival;
	out->arrivals = n / 2;
	for (size_t i = 0; i + 1 < n; i += 2)
		if (!(j->arrival[i] >= 0 && j->arrival[i] <= COUNT_MAX && j->arrival[i + 1] >= 0 &&
			    j->arrival[i + 1] <= CHUNK_MAX))
			out->arrivals = 0;
}

/* null, "" and [] all mean that there is none. */
static void
add_text(struct judged *out, unsigned part, struct span v)
{
	if (v.len > 2 && !span_is(v, "null"))
		out->text += text_hash(v.s, v.len, part);
}

/* The times, by their names. */
static void
read_time(struct span key, struct span value, struct judged *out)
{
	if (span_is(key, "due_s"))
		out->due_s = amount(value);
	else if (span_is(key, "sent_s"))
		out->sent_s = amount(value);
	else if (span_is(key, "first_token_s"))
		out->first_token_s = amount(value);
	else if (span_is(key, "last_token_s"))
		out->last_token_s = amount(value);
	else if (span_is(key, "prefill_ms"))
		out->prefill_ms = amount(value);
}

static void
read_answer(struct judged_reader *j, struct rec *r, struct judged *out)
{
	struct span v = top(r, "answer"), key, value;
	const char *at = v.s + 1;
	bool cut = false;

	if (!is_object(v))
		return;
	while (walk_key(&at, &key)) {
		if (*at == '[' && span_is(key, "arrivals")) {
			read_arrivals(j, &at, out);
			continue;
		}
		value = walk_skip(&at);
		if (span_is(key, "text"))
			add_text(out, 1, value);
		else if (span_is(key, "reasoning"))
			add_text(out, 2, value);
		else if (span_is(key, "tool_calls"))
			add_text(out, 3, value);
		else if (span_is(key, "error"))
			read_error(j, value, out);
		else if (span_is(key, "finish"))
			cut = span_is(value, "\"length\"");
		else if (span_is(key, "tokens"))
			read_tokens(value, out);
		else if (span_is(key, "token_ids") && value.s[0] == '[')
			out->token_ids = value;
		else if (span_is(key, "prompt_sha256"))
			out->prompt_sha256 = value;
		else
			read_time(key, value, out);
	}
	out->text |= 1;
	out->cut = cut && out->outcome != OUTCOME_ERROR;
}

bool
judged_read(struct judged_reader *j, struct rec *r, struct judged *out, const char **why)
{
	struct span v;

	*out = (struct judged){.in_mean = true,
		.prompt = NAN,
		.completion = NAN,
		.cached = NAN,
		.drafted = NAN,
		.accepted = NAN,
		.first_chunk = NAN,
		.prefill_ms = NAN,
		.due_s = NAN,
		.sent_s = NAN,
		.first_token_s = NAN,
		.last_token_s = NAN};
	out->task = string(j, 0, top(r, "task"));
	out->id = string(j, 1, top(r, "id"));
	if (out->task == NULL || out->id == NULL) {
		*why = out->task ? "no string \"id\"" : "no string \"task\"";
		return false;
	}
	out->cell = string(j, 2, top(r, "cell"));
	if (out->cell == NULL)
		out->cell = "adhoc";
	out->cluster = string(j, 3, top(r, "cluster"));
	v = top(r, "replicate");
	if (v.len && v.s[0] >= '0' && v.s[0] <= '9')
		out->replicate = strtol(v.s, NULL, 10);
	v = top(r, "in_mean");
	out->in_mean = !(v.len && span_is(v, "false"));
	read_verdict(r, out);
	read_answer(j, r, out);
	if (out->score < 0 || out->score > 1) {
		*why = "a score outside 0..1";
		return false;
	}
	return true;
}

void
judged_reader_free(struct judged_reader *j)
{
	for (size_t i = 0; i < sizeof j->own / sizeof *j->own; i++)
		free(j->own[i]);
	free(j->arrival);
	memset(j, 0, sizeof *j);
}

double
judged_decode_tps(const struct judged *v)
{
	double tokens = v->completion - v->first_chunk, s = v->last_token_s - v->first_token_s;

	return tokens > 0 && s > 0 ? tokens / s : NAN;
}

double
judged_prefill_tps(const struct judged *v)
{
	double tokens = v->prompt - (isnan(v->cached) ? 0 : v->cached);

	return tokens > 0 && v->prefill_ms > 0 ? tokens / v->prefill_ms * 1000 : NAN;
}

static double
since(double from, double to)
{
	return to >= from ? to - from : NAN;
}

double
judged_ttft_ms(const struct judged *v)
{
	return 1000 * since(v->sent_s, v->first_token_s);
}

double
judged_e2e_s(const struct judged *v)
{
	return since(v->sent_s, v->last_token_s);
}

double
judged_queue_ms(const struct judged *v)
{
	return 1000 * since(v->due_s, v->sent_s);
}
