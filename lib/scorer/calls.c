/*
 * Function calls, as BFCL checks them. Judged are answer.tool_calls where there are any, else calls
 * in the text; a tool's name has _ for each dot. irrelevance: right is an answer that calls
 * nothing, which is also one whose calls can't be read.
 */
#include <stdlib.h>
#include <string.h>

#include "kit/buf.h"
#include "kit/json.h"
#include "kit/mem.h"
#include "scorer/calls/check.h"
#include "scorer/calls/convert.h"
#include "scorer/raw.h"
#include "scorer/scorer.h"
#include "scorer/text.h"

/* Text of our own or a model's as a value: NULL where it is no object or list. */
static json_t *
value_of_text(const char *s, size_t len)
{
	struct scan scan = {0};
	bool plain = scan_object(&scan, s, len);

	scan_free(&scan);
	/* Where a key stands twice the last one counts, which only Jansson accepts. */
	return plain ? raw_value((struct span){s, len}) : json_loadb(s, len, 0, NULL);
}

/* The server's tool calls; false where one's arguments are no JSON object. */
static bool
read_tool_calls(struct span list, struct calls *c)
{
	struct raw_walk w = {.in = list};
	struct span call;

	while (raw_next_element(&w, &call)) {
		struct span given = raw_member(call, "arguments");
		char *name = raw_text(raw_member(call, "name"), NULL);
		size_t len;
		char *text = raw_text(given, &len);
		json_t *arguments = text ? value_of_text(text, len) : raw_value(given);
		bool is = json_is_object(arguments);

		if (is)
			calls_add(c, name ? name : "", name ? strlen(name) : 0, arguments);
		else
			json_decref(arguments);
		free(text);
		free(name);
		if (!is) {
			calls_free(c);
			c->why = "a tool call's arguments are no JSON object";
			return false;
		}
	}
	return true;
}

static void
set_extracted(struct verdict *v, const struct calls *c)
{
	struct buf out = BUF_INIT;

	for (size_t i = 0; i < c->n; i++) {
		const char *key;
		json_t *value;
		const char *between = "";

		buf_puts(&out, i ? ", " : "");
		buf_puts(&out, c->call[i].name);
		buf_putc(&out, '(');
		json_object_foreach(c->call[i].arguments, key, value)
		{
			buf_puts(&out, between);
			buf_puts(&out, key);
			buf_putc(&out, '=');
			json_put(&out, value);
			between = ", ";
		}
		buf_putc(&out, ')');
	}
	v->extracted = buf_steal(&out);
}

static void
judge_irrelevance(bool readable, const struct calls *c, struct verdict *v)
{
	if (readable && c->n > 0) {
		set_extracted(v, c);
		verdict_set(v, PASS_FALSE, "calls %s where no function is to be called",
			c->call[0].name);
	} else {
		verdict_set(v, PASS_TRUE, "calls no function, as it should");
	}
}

static const struct shape {
	const char *name;
	char *(*check)(
		const struct call_question *, const struct calls *); /* NULL: no call is right */
} shapes[] = {
	{"simple", calls_check_simple},
	{"multiple", calls_check_multiple},
	{"parallel", calls_check_parallel},
	{"parallel_multiple", calls_check_parallel},
	{"irrelevance", NULL},
};

static const struct shape *
find_shape(const char *name)
{
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
		if (strcmp(name, shapes[i].name) == 0)
			return &shapes[i];
	return NULL;
}

static bool
read_question(const struct score_input *in, struct call_question *q, struct verdict *v)
{
	const char *language = input_text(in, raw_field(in->scoring_text, "language")).s;

	if (!language)
		language = "python";
	q->functions = raw_field(in->scoring_text, "functions");
	q->names = NAMES_AS_WRITTEN;
	if (strcasecmp(language, "python") == 0)
		q->language = CALL_PYTHON;
	else if (strcasecmp(language, "java") == 0)
		q->language = CALL_JAVA;
	else if (strcasecmp(language, "javascript") == 0)
		q->language = CALL_JAVASCRIPT;
	else {
		verdict_set(v, PASS_NULL, "not-judged: scoring.language is not known");
		return false;
	}
	return true;
}

/* What the answer calls; false, and c->why, where that can't be read. */
static bool
read_calls(const struct score_input *in, struct call_question *q, const struct shape *shape,
	struct calls *c)
{
	struct span tool_calls = raw_field(in->answer_text, "tool_calls");
	struct span text = {in->text, in->len};

	if (raw_has_elements(tool_calls)) {
		q->names = NAMES_UNDERSCORED;
		return read_tool_calls(tool_calls, c);
	}
	if (q->language == CALL_PYTHON || !shape->check)
		return python_calls(text, c);
	return convert_calls(text, c);
}

static bool
has_dotted_name(const struct calls *c)
{
	for (size_t i = 0; i < c->n; i++)
		if (strchr(c->call[i].name, '.'))
			return true;
	return false;
}

/* Both readings of a tool call whose name kept its dot; the reference's is the verdict. */
static void
set_variants(struct call_question q, const struct shape *shape, const struct calls *c,
	bool compatible, struct verdict *v)
{
	char *why;

	q.names = NAMES_EITHER;
	why = shape->check(&q, c);
	v->extra = json_pack(
		"{s:{s:b, s:b}}", "variants", "compatible", compatible, "corrected", why == NULL);
	free(why);
}

static void
judge_calls(const struct call_question *q, const struct shape *shape, const struct calls *c,
	struct verdict *v)
{
	char *why = shape->check(q, c);

	set_extracted(v, c);
	if (q->names == NAMES_UNDERSCORED && has_dotted_name(c))
		set_variants(*q, shape, c, why == NULL, v);
	if (why)
		verdict_set(v, PASS_FALSE, "%s", why);
	else
		verdict_set(v, PASS_TRUE, "the calls are among the possible answers");
	free(why);
}

static void
judge(const struct score_input *in, struct verdict *v)
{
	const char *name = input_text(in, raw_field(in->scoring_text, "shape")).s;
	const struct shape *shape = find_shape(name ? name : "");
	struct span gold = raw_field(in->scoring_text, "gold");
	struct call_question q = {0};
	struct calls c = {0};
	bool readable;

	if (!read_question(in, &q, v))
		return;
	if (!shape) {
		verdict_set(v, PASS_NULL, "not-judged: scoring.shape is not known");
		return;
	}
	if (shape->check && (!raw_is_array(q.functions) || !raw_is_array(gold))) {
		verdict_set(
			v, PASS_NULL, "not-judged: scoring.functions or scoring.gold is no list");
		return;
	}
	if (!raw_has_elements(raw_field(in->answer_text, "tool_calls")) && verdict_no_answer(in, v))
		return;
	readable = read_calls(in, &q, shape, &c);
	if (!shape->check) {
		judge_irrelevance(readable, &c, v);
	} else if (readable) {
		json_t *answers = raw_value(gold);

		q.answers = answers;
		judge_calls(&q, shape, &c, v);
		json_decref(answers);
	} else
		verdict_set(v, PASS_FALSE, "no calls can be read: %s", c.why);
	calls_free(&c);
}

const struct scorer scorer_calls = {
	.name = "calls",
	.version = "1",
	.help = "function calls, as BFCL's AST checker has it",
	.judge = judge,
	.reads_text = true,
};
