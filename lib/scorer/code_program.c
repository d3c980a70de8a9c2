#include "scorer/code_program.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "kit/json.h"
#include "kit/mem.h"

static enum program_result
fail(struct program *p, enum program_result result, const char *why)
{
	p->why = why;
	return result;
}

static void
add_tests(struct buf *b, const char *test, const char *entry_point)
{
	buf_putc(b, '\n');
	buf_puts(b, test);
	if (entry_point)
		buf_printf(b, "\ncheck(%s)", entry_point);
}

static enum program_result
build_completion(struct program *p, const json_t *scoring, const char *reply, size_t len)
{
	const char *prompt = json_str(scoring, "prompt", NULL);
	const char *entry_point = json_str(scoring, "entry_point", NULL);
	const char *test = json_str(scoring, "test", NULL);

	if (!prompt || !entry_point || !test)
		return fail(p, PROGRAM_BAD_ITEM, "scoring lacks prompt, entry_point or test");
	buf_puts(&p->text, prompt);
	buf_add(&p->text, reply, len);
	add_tests(&p->text, test, entry_point);
	return PROGRAM_READY;
}

static enum program_result
build_program(struct program *p, const json_t *scoring, const char *reply, size_t len)
{
	const char *test = json_str(scoring, "test", NULL);

	if (!test)
		return fail(p, PROGRAM_BAD_ITEM, "scoring lacks test");
	buf_add(&p->text, reply, len);
	add_tests(&p->text, test, json_str(scoring, "entry_point", NULL));
	return PROGRAM_READY;
}

static enum program_result
build_chat(struct program *p, const json_t *scoring, const char *reply, size_t len)
{
	const char *prompt = json_str(scoring, "prompt", NULL);
	const char *entry_point = json_str(scoring, "entry_point", NULL);
	const char *test = json_str(scoring, "test", NULL);

	if (!prompt || !test)
		return fail(p, PROGRAM_BAD_ITEM, "scoring lacks prompt or test");
	code_of_reply(&p->text, reply, len, prompt, entry_point);
	if (!p->text.len)
		return fail(p, PROGRAM_NO_CODE, "no code in the answer");
	p->extracted = xstrndup(p->text.s, p->text.len);
	add_tests(&p->text, test, entry_point);
	return PROGRAM_READY;
}

struct part {
	const char *s;
	size_t len;
};

static struct part
strip(struct part t)
{
	while (t.len && isspace((unsigned char)t.s[0])) {
		t.s++;
		t.len--;
	}
	while (t.len && isspace((unsigned char)t.s[t.len - 1]))
		t.len--;
	return t;
}

/* What stands between open and close, the last open counting; t itself where there is no open. */
static struct part
between(struct part t, const char *open, const char *close)
{
	const char *at = NULL, *next = t.s;

	while ((next = memmem(next, t.len - (size_t)(next - t.s), open, strlen(open)))) {
		next += strlen(open);
		at = next;
	}
	if (!at)
		return t;
	struct part rest = {at, t.len - (size_t)(at - t.s)};
	const char *end = memmem(rest.s, rest.len, close, strlen(close));
	if (end)
		rest.len = (size_t)(end - rest.s);
	return rest;
}

/* A single fenced block, without its fences and language. */
static struct part
unfence(struct part t)
{
	const char *open = memmem(t.s, t.len, "```", 3);

	if (!open)
		return t;
	struct part rest = {open + 3, t.len - (size_t)(open + 3 - t.s)};
	const char *nl = memchr(rest.s, '\n', rest.len);
	const char *end = memmem(rest.s, rest.len, "```", 3);
	if (nl && (!end || nl < end)) {
		rest.len -= (size_t)(nl + 1 - rest.s);
		rest.s = nl + 1;
		end = memmem(rest.s, rest.len, "```", 3);
	}
	if (end)
		rest.len = (size_t)(end - rest.s);
	return rest;
}

static bool
starts(struct part t, const char *with)
{
	return t.len >= strlen(with) && memcmp(t.s, with, strlen(with)) == 0;
}

/* The reply's expression: out of [ANSWER] tags and a fence, behind "assert". */
static struct part
expression_of(struct part t)
{
	t = strip(unfence(strip(between(t, "[ANSWER]", "[/ANSWER]"))));
	if (starts(t, "assert ")) {
		t.s += 7;
		t.len -= 7;
	}
	return strip(t);
}

/*
 * "f(…) == value" tells the value on one side and the call on the other. Only a reply that starts
 * with the call is taken apart, so that a value with == in it stays whole.
 */
static struct part
side_of_call(struct part t, bool value)
{
	const char *at = starts(t, "f(") ? memmem(t.s, t.len, ") == ", 5) : NULL;

	if (!at)
		return t;
	struct part call = {t.s, (size_t)(at + 1 - t.s)};
	struct part right = {at + 5, t.len - (size_t)(at + 5 - t.s)};
	return value ? right : call;
}

/* Why the reply gives nothing to test; NULL where it does. */
static const char *
fault_of_crux(struct part reply, const char *input, bool of_output)
{
	char *call = of_output ? xasprintf("f(%s)", input) : xstrdup("f(");
	bool has = memmem(reply.s, reply.len, call, strlen(call)) != NULL;

	free(call);
	if (of_output)
		return has ? "repeats the call instead of its value" : NULL;
	return has ? NULL : "no call of f in the answer";
}

static void
add_crux(struct buf *b, const char *code, const char *output, struct part reply)
{
	buf_printf(b, "%s\nassert %s == ", code, output);
	buf_add(b, reply.s, reply.len);
}

/*
 * The reference takes the reply as it stands; so does the verdict. What a chat wraps around it is
 * taken off for the corrected variant.
 */
static enum program_result
build_crux(struct program *p, const json_t *scoring, const char *reply, size_t len, bool of_output)
{
	const char *code = json_str(scoring, "code", NULL);
	const char *input = json_str(scoring, "input", NULL);
	const char *output = json_str(scoring, "output", NULL);
	struct part whole = {reply, len};

	if (!code || !input || !output)
		return fail(p, PROGRAM_BAD_ITEM, "scoring lacks code, input or output");
	struct part t = side_of_call(expression_of(whole), of_output);
	p->extracted = xstrndup(t.s, t.len);
	if (t.len != strip(whole).len && !fault_of_crux(t, input, of_output))
		add_crux(&p->corrected, code, output, t);
	const char *fault = fault_of_crux(whole, input, of_output);
	if (fault)
		return fail(p, PROGRAM_NO_CODE, fault);
	add_crux(&p->text, code, output, whole);
	return PROGRAM_READY;
}

enum program_result
program_build(struct program *p, const json_t *scoring, const char *reply, size_t len)
{
	const char *mode = json_str(scoring, "mode", "");

	*p = (struct program){.text = BUF_INIT, .corrected = BUF_INIT};
	if (strcmp(mode, "completion") == 0)
		return build_completion(p, scoring, reply, len);
	if (strcmp(mode, "program") == 0)
		return build_program(p, scoring, reply, len);
	if (strcmp(mode, "chat") == 0)
		return build_chat(p, scoring, reply, len);
	if (strcmp(mode, "crux-output") == 0)
		return build_crux(p, scoring, reply, len, true);
	if (strcmp(mode, "crux-input") == 0)
		return build_crux(p, scoring, reply, len, false);
	return fail(p, PROGRAM_BAD_ITEM, "scoring has no mode that code knows");
}

void
program_release(struct program *p)
{
	buf_free(&p->text);
	buf_free(&p->corrected);
	free(p->extracted);
	p->extracted = NULL;
}
