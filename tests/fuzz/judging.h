/* For the scorers' fuzz targets: one input as a choice, a first line and a text. */
#ifndef TESTS_FUZZ_JUDGING_H
#define TESTS_FUZZ_JUDGING_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "kit/json.h"
#include "kit/mem.h"
#include "scorer/raw.h"
#include "scorer/scorer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

struct fuzz_case {
	unsigned choice;
	char *head, *text;
};

static inline struct fuzz_case
fuzz_split(const uint8_t *data, size_t len)
{
	const char *s = (const char *)data + (len > 0), *line;
	size_t n = len > 0 ? len - 1 : 0;
	struct fuzz_case c = {.choice = len > 0 ? data[0] : 0};

	line = n ? memchr(s, '\n', n) : NULL;
	c.head = xstrndup(n ? s : "", line ? (size_t)(line - s) : 0);
	c.text = xstrndup(line ? line + 1 : n ? s : "", line ? n - (size_t)(line + 1 - s) : n);
	return c;
}

static inline void
fuzz_free(struct fuzz_case *c)
{
	free(c->head);
	free(c->text);
}

/* Takes over scoring and answer. Aborts where the verdict breaks its contract. */
static inline enum pass
fuzz_judge(const struct scorer *scorer, const char *text, json_t *scoring, json_t *answer)
{
	struct verdict v = {.pass = PASS_NULL};
	struct kept *kept = NULL;
	char *texts[] = {answer ? json_text(answer) : NULL, scoring ? json_text(scoring) : NULL};
	struct raw_object objects[2];
	struct score_input in = {.answer = answer,
		.scoring = scoring,
		.answer_text = &objects[0],
		.scoring_text = &objects[1],
		.kept = &kept};
	enum pass pass;
	bool unclosed;

	for (int i = 0; i < 2; i++)
		raw_index(&objects[i], (struct span){texts[i], texts[i] ? strlen(texts[i]) : 0});
	in.text = answer_without_thinking(text, strlen(text), &in.len, &unclosed);
	scorer->judge(&in, &v);
	kept_free(&kept);
	free(texts[0]);
	free(texts[1]);
	if (!v.why || (v.pass == PASS_NULL) != (strncmp(v.why, "not-judged: ", 12) == 0) ||
		v.score != (v.pass == PASS_TRUE))
		abort();
	pass = v.pass;
	verdict_release(&v);
	json_decref(scoring);
	json_decref(answer);
	return pass;
}

#endif
