#include "scorer/verdict.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/json.h"
#include "kit/mem.h"
#include "kit/num.h"
#include "scorer/raw.h"
#include "scorer/scorer.h"

/* What a record holds for its scorer; borrowed from the record, or kept. */
struct subject {
	const char *name; /* of the scorer */
	const struct scorer *scorer;
	struct span whole; /* the text as it came, terminated */
	struct score_input in;
	struct kept *kept;
	struct raw_object answer, scoring;
	bool unclosed;
};

static struct span
field(struct rec *r, const char *key)
{
	struct span v = {NULL, 0};

	v.s = rec_raw(r, key, &v.len);
	return v;
}

bool
record_is_judged(struct rec *r)
{
	return (rec_is(r, "answer") || rec_is(r, "verdict")) && raw_is_object(field(r, "answer"));
}

static void
look(struct rec *r, struct sandbox *box, struct subject *s)
{
	raw_index(&s->answer, field(r, "answer"));
	raw_index(&s->scoring, field(r, "scoring"));
	s->kept = NULL;
	s->in = (struct score_input){.answer_text = &s->answer,
		.scoring_text = &s->scoring,
		.sandbox = box,
		.kept = &s->kept};
	s->name = input_text(&s->in, raw_field(s->in.scoring_text, "scorer")).s;
	s->scorer = s->name ? scorer_find(s->name) : NULL;
	s->whole = input_text(&s->in, raw_field(s->in.answer_text, "text"));
	if (!s->whole.s)
		s->whole = (struct span){"", 0};
	s->in.text = answer_without_thinking(s->whole.s, s->whole.len, &s->in.len, &s->unclosed);
	if (s->scorer && !s->scorer->reads_text) {
		s->in.answer = rec_get(r, "answer");
		s->in.scoring = rec_get(r, "scoring");
	}
}

bool
record_runs_code(struct rec *r)
{
	struct span name = raw_member(field(r, "scoring"), "scorer");

	for (const struct scorer *const *s = scorers; *s; s++)
		if ((*s)->runs_code && raw_equals(name, (*s)->name))
			return true;
	return false;
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
	if (raw_has_elements(raw_field(s->in.answer_text, "tool_calls")))
		return false;
	return s->unclosed ||
	       (is_blank(s->in.text, s->in.len) && !(s->scorer && s->scorer->takes_empty));
}

/* "http-500: message": the error's kind, its status where the kind doesn't say it, its message. */
static void
set_error(struct verdict *v, struct span text)
{
	json_t *error = raw_value(text);
	const char *kind = json_str(error, "kind", "error");
	const char *message = json_str(error, "message", NULL);
	json_int_t status = json_int(error, "status", 0);
	char *number = status ? xasprintf("-%" JSON_INTEGER_FORMAT, status) : xstrdup("");

	if (strstr(kind, number))
		number[0] = '\0';
	verdict_set(v, PASS_NULL, "not-judged: %s%s%s%s", kind, number, message ? ": " : "",
		message ? message : "");
	free(number);
	json_decref(error);
}

static void
judge(const struct subject *s, struct verdict *v)
{
	struct span error = raw_field(s->in.answer_text, "error");

	if (!raw_is_null(error))
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
static void
put_text(struct buf *b, const char *key, const char *s)
{
	buf_puts(b, key);
	if (s)
		json_put_string(b, s, strlen(s));
	else
		buf_puts(b, "null");
}

/* The verdict as JSON text. A scorer's extra fields have other names than these. */
static void
put_value(struct buf *b, const struct subject *s, const struct verdict *v)
{
	static const char *const passes[] = {"null", "false", "true"};
	char score[NUM_TEXT];
	const char *key;
	json_t *extra;

	buf_puts(b, "{\"pass\":");
	buf_puts(b, passes[v->pass + 1]);
	if (v->pass == PASS_NULL || isfinite(v->score)) {
		double x = v->pass == PASS_NULL ? 0 : v->score;
		buf_puts(b, ",\"score\":");
		if (x == 0 || x == 1) {
			buf_puts(b, x == 0 ? "0.0" : "1.0");
		} else {
			num_real(score, x);
			buf_puts(b, score);
		}
	}
	put_text(b, ",\"extracted\":", v->extracted);
	put_text(b, ",\"why\":", v->why);
	put_text(b, ",\"scorer\":", s->name);
	put_text(b, ",\"version\":", s->scorer ? s->scorer->version : NULL);
	json_object_foreach(v->extra, key, extra)
	{
		buf_putc(b, ',');
		json_put_string(b, key, strlen(key));
		buf_putc(b, ':');
		json_put(b, extra);
	}
	buf_putc(b, '}');
}

static void
put_verdict(struct rec *r, const struct subject *s, const struct verdict *v)
{
	static const char kind[] = "\"verdict\"";
	struct buf b = BUF_INIT;

	buf_reserve(&b, 256);
	put_value(&b, s, v);
	if (!rec_is(r, "verdict"))
		rec_set_raw(r, "kind", kind, strlen(kind));
	rec_set_raw(r, "verdict", b.s, b.len);
	buf_free(&b);
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
	kept_free(&s.kept);
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
	kept_free(&s.kept);
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
	for (at = s->whole.s; found && at < found; at++)
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
explain_answer(const struct subject *s, const json_t *answer, struct buf *out)
{
	size_t whole = s->whole.len;

	buf_printf(out, "answer: %zu bytes", whole);
	if (whole != s->in.len)
		buf_printf(out, ", %zu of them thinking, set aside%s", whole - s->in.len,
			s->unclosed ? " (never closed)" : "");
	if (json_str(answer, "finish", NULL))
		buf_printf(out, ", finish %s", json_str(answer, "finish", ""));
	size_t calls = json_array_size(json_object_get(answer, "tool_calls"));
	if (calls)
		buf_printf(out, ", %zu tool calls", calls);
	buf_putc(out, '\n');
	quote(out, s->in.text, s->in.len);
}

static void
explain_scoring(const struct subject *s, json_t *scoring, struct buf *out)
{
	const char *key;
	json_t *value;

	buf_printf(out, "scorer: %s %s\n", s->name ? s->name : "none named",
		s->scorer ? s->scorer->version : "(not known here)");
	json_object_foreach(scoring, key, value)
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
	explain_scoring(&s, rec_get(r, "scoring"), out);
	explain_answer(&s, rec_get(r, "answer"), out);
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
	kept_free(&s.kept);
}
