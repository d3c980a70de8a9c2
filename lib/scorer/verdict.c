#include "scorer/verdict.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "kit/json.h"
#include "kit/mem.h"
#include "scorer/scorer.h"

/* What a record holds for its scorer; all borrowed from the record. */
struct subject {
	const json_t *answer, *scoring;
	const char *name; /* of the scorer */
	const struct scorer *scorer;
	const char *whole; /* the text as it came */
	struct score_input in;
	bool unclosed;
};

bool
record_is_judged(struct rec *r)
{
	return (rec_is(r, "answer") || rec_is(r, "verdict")) &&
	       json_is_object(rec_get(r, "answer"));
}

static void
look(struct rec *r, struct sandbox *box, struct subject *s)
{
	*s = (struct subject){.answer = rec_get(r, "answer"), .scoring = rec_get(r, "scoring")};
	s->name = json_str(s->scoring, "scorer", NULL);
	s->scorer = s->name ? scorer_find(s->name) : NULL;
	s->whole = json_str(s->answer, "text", "");
	size_t len = strlen(s->whole);
	s->in = (struct score_input){.answer = s->answer,
		.scoring = s->scoring,
		.sandbox = box,
		.text = s->whole,
		.len = len};
	s->in.text = answer_without_thinking(s->whole, len, &s->in.len, &s->unclosed);
}

bool
record_runs_code(struct rec *r)
{
	const char *name = json_str(rec_get(r, "scoring"), "scorer", NULL);
	const struct scorer *scorer = name ? scorer_find(name) : NULL;

	return scorer && scorer->runs_code;
}

static bool
is_blank(const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (!isspace((unsigned char)s[i]))
			return false;
	return true;
}

static bool
is_empty(const struct subject *s)
{
	if (json_array_size(json_object_get(s->answer, "tool_calls")) > 0)
		return false;
	return s->unclosed ||
	       (is_blank(s->in.text, s->in.len) && !(s->scorer && s->scorer->takes_empty));
}

/* "http-500: message": the error's kind, its status where the kind doesn't say it, its message. */
static void
set_error(struct verdict *v, const json_t *error)
{
	const char *kind = json_str(error, "kind", "error");
	const char *message = json_str(error, "message", NULL);
	json_int_t status = json_int(error, "status", 0);
	char *number = status ? xasprintf("-%" JSON_INTEGER_FORMAT, status) : xstrdup("");

	if (strstr(kind, number))
		number[0] = '\0';
	verdict_set(v, PASS_NULL, "not-judged: %s%s%s%s", kind, number, message ? ": " : "",
		message ? message : "");
	free(number);
}

static void
judge(const struct subject *s, struct verdict *v)
{
	const json_t *error = json_object_get(s->answer, "error");

	if (error && !json_is_null(error))
		set_error(v, error);
	else if (!s->name)
		verdict_set(v, PASS_NULL, "not-judged: the item names no scorer");
	else if (!s->scorer)
		verdict_set(v, PASS_NULL, "not-judged: no scorer '%s'", s->name);
	else if (is_empty(s))
		verdict_set(v, PASS_FALSE, "no-answer");
	else
		s->scorer->judge(&s->in, v);
	if (!v->why)
		verdict_set(v, v->pass, "%s",
			v->pass == PASS_NULL ? "not-judged: the scorer gave no reason"
					     : (v->pass == PASS_TRUE ? "right" : "wrong"));
}

/* Text of a scorer may quote bytes of an answer cut anywhere: what isn't UTF-8 becomes U+FFFD. */
static json_t *
text_value(const char *s)
{
	struct buf b = BUF_INIT;
	json_t *v = s ? json_string(s) : json_null();

	if (!v) {
		json_put_string(&b, s, strlen(s));
		v = json_loadb(b.s, b.len, JSON_DECODE_ANY, NULL);
		buf_free(&b);
	}
	return v;
}

static json_t *
verdict_value(const struct subject *s, const struct verdict *v)
{
	json_t *o = json_object(), *extra;
	const char *key;

	json_object_set_new(
		o, "pass", v->pass == PASS_NULL ? json_null() : json_boolean(v->pass == PASS_TRUE));
	json_set_num(o, "score", v->pass == PASS_NULL ? 0 : v->score);
	json_object_set_new(o, "extracted", text_value(v->extracted));
	json_object_set_new(o, "why", text_value(v->why));
	json_object_set_new(o, "scorer", text_value(s->name));
	json_object_set_new(
		o, "version", s->scorer ? json_string(s->scorer->version) : json_null());
	json_object_foreach(v->extra, key, extra) json_object_set(o, key, extra);
	return o;
}

static void
put_verdict(struct rec *r, const struct subject *s, const struct verdict *v)
{
	json_t *o = verdict_value(s, v);

	if (!rec_is(r, "verdict"))
		rec_set_new(r, "kind", json_string("verdict"));
	rec_set_new(r, "verdict", o);
}

void
record_judge(struct rec *r, struct sandbox *box)
{
	struct verdict v = {.pass = PASS_NULL};
	struct subject s;

	look(r, box, &s);
	judge(&s, &v);
	put_verdict(r, &s, &v);
	verdict_release(&v);
}

void
record_not_judged(struct rec *r, const char *why)
{
	struct verdict v = {.pass = PASS_NULL};
	struct subject s;

	look(r, NULL, &s);
	verdict_set(&v, PASS_NULL, "not-judged: %s", why);
	put_verdict(r, &s, &v);
	verdict_release(&v);
}

/* The line of text that holds the last byte of the extracted part, counted from 1; 0 where none
 * does. */
static size_t
line_of(const struct subject *s, const char *part)
{
	const char *found = NULL, *at = s->in.text, *end = s->in.text + s->in.len;
	size_t n = strlen(part), line = 1;

	if (n == 0)
		return 0;
	while ((at = memmem(at, (size_t)(end - at), part, n)))
		found = at++;
	for (at = s->whole; found && at < found; at++)
		line += *at == '\n';
	return found ? line : 0;
}

/* Indented, so that it stands apart from our own words. */
static void
quote(struct buf *out, const char *text, size_t len)
{
	size_t shown = len < 4000 ? len : 4000;
	bool start = true;

	for (size_t i = 0; i < shown; i++) {
		if (start)
			buf_puts(out, "    ");
		buf_putc(out, text[i]);
		start = text[i] == '\n';
	}
	if (!start)
		buf_putc(out, '\n');
	if (shown < len)
		buf_printf(out, "    (%zu bytes more)\n", len - shown);
}

static void
explain_extracted(const struct subject *s, const struct verdict *v, struct buf *out)
{
	size_t line = v->extracted ? line_of(s, v->extracted) : 0;

	if (!v->extracted)
		buf_puts(out, "extracted: nothing apart from the answer as it stands\n");
	else if (line)
		buf_printf(out,
			"extracted, from the answer's line %zu (the last place that has it):\n",
			line);
	else
		buf_puts(out, "extracted, put together from the answer:\n");
	if (v->extracted)
		quote(out, v->extracted, strlen(v->extracted));
}

static void
explain_answer(const struct subject *s, struct buf *out)
{
	size_t whole = strlen(s->whole);

	buf_printf(out, "answer: %zu bytes", whole);
	if (whole != s->in.len)
		buf_printf(out, ", %zu of them thinking, set aside%s", whole - s->in.len,
			s->unclosed ? " (never closed)" : "");
	if (json_str(s->answer, "finish", NULL))
		buf_printf(out, ", finish %s", json_str(s->answer, "finish", ""));
	size_t calls = json_array_size(json_object_get(s->answer, "tool_calls"));
	if (calls)
		buf_printf(out, ", %zu tool calls", calls);
	buf_putc(out, '\n');
	quote(out, s->in.text, s->in.len);
}

static void
explain_scoring(const struct subject *s, struct buf *out)
{
	const char *key;
	json_t *value;

	buf_printf(out, "scorer: %s %s\n", s->name ? s->name : "none named",
		s->scorer ? s->scorer->version : "(not known here)");
	json_object_foreach((json_t *)(uintptr_t)s->scoring, key, value)
	{
		char *text = json_is_string(value) ? xstrdup(json_string_value(value))
						   : json_text(value);
		if (strcmp(key, "scorer") != 0) {
			buf_printf(out, "  %s:%s", key, strchr(text, '\n') ? "\n" : " ");
			if (strchr(text, '\n'))
				quote(out, text, strlen(text));
			else
				buf_printf(out, "%s\n", text);
		}
		free(text);
	}
}

/* Nothing that a terminal obeys: what models wrote is quoted here. */
static void
make_harmless(struct buf *out, size_t from)
{
	for (size_t i = from; i < out->len; i++) {
		unsigned char c = (unsigned char)out->s[i];
		bool c1 = c == 0xc2 && i + 1 < out->len && (unsigned char)out->s[i + 1] < 0xa0;

		if ((c < 0x20 && c != '\n' && c != '\t') || c == 0x7f)
			out->s[i] = '?';
		if (c1)
			out->s[i] = out->s[i + 1] = '?';
	}
}

void
record_explain(struct rec *r, struct sandbox *box, struct buf *out)
{
	static const char *const words[] = {"not judged", "failed", "passed"};
	struct verdict v = {.pass = PASS_NULL};
	struct subject s;
	size_t from = out->len;

	look(r, box, &s);
	judge(&s, &v);
	buf_printf(out, "%s/%s, cell %s, replicate %" JSON_INTEGER_FORMAT "\n",
		rec_str(r, "task", "?"), rec_str(r, "id", "?"), rec_str(r, "cell", "?"),
		json_integer_value(rec_get(r, "replicate")));
	explain_scoring(&s, out);
	explain_answer(&s, out);
	explain_extracted(&s, &v, out);
	buf_printf(out, "verdict: %s", words[v.pass + 1]);
	if (v.pass != PASS_NULL)
		buf_printf(out, ", score %g", v.score);
	buf_printf(out, "\nbecause: %s\n", v.why);
	if (v.extra) {
		char *text = json_text(v.extra);
		buf_printf(out, "besides: %s\n", text);
		free(text);
	}
	buf_putc(out, '\n');
	make_harmless(out, from);
	verdict_release(&v);
}
