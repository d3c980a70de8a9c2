/*
 * judge: JSON Lines {"text"|"answer", "scoring", …} in; for each the scorer's verdict out. A short
 * way to try scorers on many texts, without records.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/buf.h"
#include "kit/json.h"
#include "scorer/raw.h"
#include "scorer/scorer.h"

extern const struct scorer scorer_math, scorer_choice, scorer_exact, scorer_calls;

static const struct scorer *
find(const char *name)
{
	static const struct scorer *const all[] = {
		&scorer_math, &scorer_choice, &scorer_exact, &scorer_calls};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (name && strcmp(all[i]->name, name) == 0)
			return all[i];
	return NULL;
}

static void
judge_line(const json_t *line, struct buf *out)
{
	const json_t *answer = json_object_get(line, "answer");
	const char *text = json_string_value(json_object_get(answer ? answer : line, "text"));
	const struct scorer *scorer = find(json_string_value(json_path(line, "scoring.scorer")));
	struct verdict v = {.pass = PASS_NULL};
	const json_t *scoring = json_object_get(line, "scoring");
	struct kept *kept = NULL;
	char *texts[] = {answer ? json_text(answer) : NULL, scoring ? json_text(scoring) : NULL};
	struct raw_object objects[2];
	struct score_input in = {.answer = answer,
		.scoring = scoring,
		.answer_text = &objects[0],
		.scoring_text = &objects[1],
		.kept = &kept};
	json_t *shown;
	bool unclosed;

	for (int i = 0; i < 2; i++)
		raw_index(&objects[i], (struct span){texts[i], texts[i] ? strlen(texts[i]) : 0});
	in.text = answer_without_thinking(
		text ? text : "", text ? strlen(text) : 0, &in.len, &unclosed);
	if (!scorer)
		verdict_set(&v, PASS_NULL, "not-judged: no such scorer");
	else
		scorer->judge(&in, &v);
	kept_free(&kept);
	free(texts[0]);
	free(texts[1]);
	shown = json_pack("{s:o, s:s?, s:s?, s:O?}", "pass",
		v.pass == PASS_NULL ? json_null() : json_boolean(v.pass), "extracted", v.extracted,
		"why", v.why, "extra", v.extra);
	json_put(out, shown);
	buf_putc(out, '\n');
	json_decref(shown);
	verdict_release(&v);
}

int
main(void)
{
	char *s = NULL;
	size_t cap = 0;
	ssize_t n;
	struct buf out = BUF_INIT;

	while ((n = getline(&s, &cap, stdin)) > 0) {
		json_t *line = json_loadb(s, (size_t)n, 0, NULL);

		if (line)
			judge_line(line, &out);
		json_decref(line);
		fwrite(out.s, 1, out.len, stdout);
		buf_clear(&out);
	}
	free(s);
	buf_free(&out);
	return fflush(stdout) ? 1 : 0;
}
