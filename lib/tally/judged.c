#include "tally/judged.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/mem.h"
#include "tally/map.h"

static bool
is_key(const struct member *m, const char *key)
{
	size_t len = strlen(key);

	return m->key.len == len && !m->key_escaped && memcmp(m->key.s, key, len) == 0;
}

static const struct span *
look(const struct scan *s, const char *key)
{
	for (size_t i = 0; i < s->nmembers; i++)
		if (is_key(&s->members[i], key))
			return &s->members[i].value;
	return NULL;
}

/* strtod() stops at what follows the number in its line. */
static double
number(const struct span *v)
{
	if (v == NULL || v->len == 0 || !(v->s[0] == '-' || (v->s[0] >= '0' && v->s[0] <= '9')))
		return NAN;
	return strtod(v->s, NULL);
}

static bool
is_text(const struct span *v, const char *text)
{
	return v && v->len == strlen(text) && memcmp(v->s, text, v->len) == 0;
}

/* A string value into own[slot]; NULL where v is no string. */
static const char *
string(struct judged_reader *j, int slot, const struct span *v)
{
	size_t len;

	if (v == NULL || v->len < 2 || v->s[0] != '"')
		return NULL;
	if (j->cap[slot] < v->len) {
		j->cap[slot] = v->len + 64;
		j->own[slot] = xreallocarray(j->own[slot], 1, j->cap[slot]);
	}
	len = scan_unescape(v->s + 1, v->len - 2, j->own[slot]);
	j->own[slot][len] = '\0';
	return j->own[slot];
}

static const char *
top_string(struct judged_reader *j, int slot, struct rec *r, const char *key)
{
	struct span v = {NULL, 0};

	v.s = rec_raw(r, key, &v.len);
	return v.s ? string(j, slot, &v) : NULL;
}

static bool
open_object(struct scan *s, struct span v)
{
	return v.s && v.len && v.s[0] == '{' && scan_object(s, v.s, v.len);
}

/* "no-answer", or "no-answer: …" */
static bool
says_no_answer(const struct span *why)
{
	return why && why->len > 10 && memcmp(why->s, "\"no-answer", 10) == 0;
}

static void
read_verdict(struct judged_reader *j, struct rec *r, struct judged *out)
{
	struct span v = {NULL, 0};
	const struct span *pass, *why;

	out->outcome = OUTCOME_NOT_JUDGED;
	out->score = NAN;
	v.s = rec_raw(r, "verdict", &v.len);
	if (!open_object(&j->part, v))
		return;
	pass = look(&j->part, "pass");
	why = look(&j->part, "why");
	if (is_text(pass, "true"))
		out->outcome = OUTCOME_PASSED;
	else if (is_text(pass, "false"))
		out->outcome = says_no_answer(why) ? OUTCOME_NO_ANSWER : OUTCOME_FAILED;
	else
		return;
	out->score = number(look(&j->part, "score"));
	if (isnan(out->score))
		out->score = out->outcome == OUTCOME_PASSED;
}

static void
read_error(struct judged_reader *j, const struct span *v, struct judged *out)
{
	if (v == NULL || is_text(v, "null"))
		return;
	out->outcome = OUTCOME_ERROR;
	out->score = NAN;
	out->error_kind = open_object(&j->part, *v) ? string(j, 4, look(&j->part, "kind")) : NULL;
	if (out->error_kind == NULL)
		out->error_kind = "unknown";
}

static void
read_tokens(struct judged_reader *j, const struct span *v, struct judged *out)
{
	if (v == NULL || !open_object(&j->part, *v))
		return;
	out->prompt = number(look(&j->part, "prompt"));
	out->completion = number(look(&j->part, "completion"));
	out->cached = number(look(&j->part, "cached"));
	out->drafted = number(look(&j->part, "drafted"));
	out->accepted = number(look(&j->part, "accepted"));
	out->first_chunk = number(look(&j->part, "first_chunk"));
}

static uint64_t
hash_answer(const struct scan *s)
{
	static const char *const parts[] = {"text", "reasoning", "tool_calls"};
	uint64_t h = 0;

	for (int i = 0; i < 3; i++) {
		const struct span *v = look(s, parts[i]);

		/* null, "" and [] all mean that there is none */
		if (v && v->len > 2 && !is_text(v, "null"))
			h = text_hash(v->s, v->len, h + (uint64_t)i + 1);
	}
	return h | 1;
}

static struct span
array(const struct span *v)
{
	return v && v->len > 2 && v->s[0] == '[' ? *v : (struct span){NULL, 0};
}

static void
read_answer(struct judged_reader *j, struct rec *r, struct judged *out)
{
	struct span v = {NULL, 0};
	const struct scan *s = &j->answer;

	v.s = rec_raw(r, "answer", &v.len);
	if (!open_object(&j->answer, v))
		return;
	read_error(j, look(s, "error"), out);
	read_tokens(j, look(s, "tokens"), out);
	out->cut = out->outcome != OUTCOME_ERROR && is_text(look(s, "finish"), "\"length\"");
	out->prefill_ms = number(look(s, "prefill_ms"));
	out->due_s = number(look(s, "due_s"));
	out->sent_s = number(look(s, "sent_s"));
	out->first_token_s = number(look(s, "first_token_s"));
	out->last_token_s = number(look(s, "last_token_s"));
	out->arrivals = array(look(s, "arrivals"));
	out->token_ids = array(look(s, "token_ids"));
	out->text = hash_answer(s);
	if (look(s, "prompt_sha256"))
		out->prompt_sha256 = *look(s, "prompt_sha256");
}

bool
judged_read(struct judged_reader *j, struct rec *r, struct judged *out, const char **why)
{
	struct span v = {NULL, 0};

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
	out->task = top_string(j, 0, r, "task");
	out->id = top_string(j, 1, r, "id");
	if (out->task == NULL || out->id == NULL) {
		*why = out->task ? "no string \"id\"" : "no string \"task\"";
		return false;
	}
	out->cell = top_string(j, 2, r, "cell");
	if (out->cell == NULL)
		out->cell = "adhoc";
	out->cluster = top_string(j, 3, r, "cluster");
	v.s = rec_raw(r, "replicate", &v.len);
	out->replicate = v.s && v.s[0] >= '0' && v.s[0] <= '9' ? strtol(v.s, NULL, 10) : 0;
	v.s = rec_raw(r, "in_mean", &v.len);
	out->in_mean = !(v.s && is_text(&v, "false"));
	read_verdict(j, r, out);
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
	scan_free(&j->answer);
	scan_free(&j->part);
	for (size_t i = 0; i < sizeof j->own / sizeof *j->own; i++)
		free(j->own[i]);
	memset(j, 0, sizeof *j);
}

static const char *
to_number(const char *at, const char *end)
{
	while (at < end && *at != '-' && !(*at >= '0' && *at <= '9'))
		at++;
	return at;
}

static bool
next_number(const char **at, const char *end, double *x)
{
	char *after;

	*at = to_number(*at, end);
	if (*at == end)
		return false;
	*x = strtod(*at, &after);
	*at = after;
	return true;
}

bool
next_arrival(const char **at, const char *end, double *s, double *tokens)
{
	return next_number(at, end, s) && next_number(at, end, tokens);
}

bool
next_integer(const char **at, const char *end, long *value)
{
	double x;

	if (!next_number(at, end, &x))
		return false;
	*value = (long)x;
	return true;
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
