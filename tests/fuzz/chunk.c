/*
 * The chunk scan against Jansson: what Jansson takes for an object, the scan takes too, and both read
 * the same text and counts out of it. And an answer made of the bytes as an event is always valid JSON.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "http/answer.h"
#include "http/chunk.h"
#include "kit/buf.h"
#include "kit/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The delta or message of the first choice. */
static json_t *
delta_of(json_t *v)
{
	json_t *choices = json_object_get(v, "choices"), *choice;
	json_t *delta, *message;

	if (!json_is_array(choices))
		return NULL;
	choice = json_array_get(choices, 0);
	delta = json_object_get(choice, "delta");
	message = json_object_get(choice, "message");
	return delta && !message ? delta : NULL; /* with both, the later one in the text wins */
}

static void
same_text(json_t *v, struct span got, struct span elsewhere)
{
	struct buf b = BUF_INIT;

	if (!json_is_string(v) || elsewhere.s)
		return;
	if (!got.s)
		abort();
	text_unescape(&b, got);
	if (b.len != json_string_length(v) ||
		(b.len && memcmp(b.s, json_string_value(v), b.len) != 0))
		abort();
	buf_free(&b);
}

static void
same_count(json_t *v, int64_t got)
{
	json_int_t n = json_integer_value(v);

	if (json_is_integer(v) && n >= 0 && n < 1000000000 && got != n)
		abort();
}

static void
compare(json_t *v, const struct chunk *c)
{
	json_t *delta = delta_of(v), *usage = json_object_get(v, "usage"),
	       *timings = json_object_get(v, "timings");
	json_t *content = json_object_get(delta, "content");

	/* content also stands at the root in /completion, and as choices[].text */
	if (json_is_string(content) && !json_object_get(v, "content") &&
		!json_object_get(json_array_get(json_object_get(v, "choices"), 0), "text"))
		same_text(content, c->text, (struct span){0});
	if (!json_object_get(delta, "reasoning"))
		same_text(json_object_get(delta, "reasoning_content"), c->reasoning,
			(struct span){0});
	if (json_is_object(usage)) {
		same_count(json_object_get(usage, "completion_tokens"), c->completion);
		same_count(json_object_get(usage, "prompt_tokens"), c->prompt);
	}
	if (json_is_object(timings))
		same_count(json_object_get(timings, "predicted_n"), c->predicted);
}

static void
as_answer(const char *s, size_t len)
{
	struct answer a = {0};
	struct buf b = BUF_INIT;
	json_t *v;

	answer_clear(&a);
	answer_event(&a, SSE_DATA, s, len, 1);
	answer_event(&a, SSE_DATA, s, len, 2);
	answer_finish(&a, -1);
	answer_put(&a, &b, ANSWER_ARRIVALS);
	v = json_loadb(b.s, b.len, JSON_REJECT_DUPLICATES, NULL);
	if (!v)
		abort();
	json_decref(v);
	buf_free(&b);
	answer_release(&a);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *copy = malloc(size ? size : 1);
	struct chunk c;
	const char *why;
	json_error_t error;
	bool scanned;
	json_t *v;

	memcpy(copy, data, size);
	scanned = chunk_scan(copy, size, &c, &why);
	v = json_loadb(copy, size, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error);
	/* the scan gives up deeper than any chunk goes */
	if (json_is_object(v) && !scanned && strcmp(why, "nested too deeply") != 0)
		abort();
	if (json_is_object(v) && scanned)
		compare(v, &c);
	json_decref(v);
	as_answer(copy, size);
	free(copy);
	return 0;
}
