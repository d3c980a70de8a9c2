/* For the scorers' tests: one text, one scoring object, one verdict. */
#ifndef TESTS_UNIT_JUDGING_H
#define TESTS_UNIT_JUDGING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "kit/json.h"
#include "scorer/raw.h"
#include "scorer/scorer.h"

#define ROWS(table) (sizeof(table) / sizeof *(table))

/* The verdict of an answer, whose thinking is taken off as score does. Takes over scoring and answer. */
static inline struct verdict
judged(const struct scorer *scorer, const char *text, json_t *scoring, json_t *answer)
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
	bool unclosed;

	for (int i = 0; i < 2; i++)
		raw_index(&objects[i], (struct span){texts[i], texts[i] ? strlen(texts[i]) : 0});
	in.text = answer_without_thinking(text, strlen(text), &in.len, &unclosed);
	scorer->judge(&in, &v);
	kept_free(&kept);
	free(texts[0]);
	free(texts[1]);
	json_decref(scoring);
	json_decref(answer);
	assert_non_null(v.why);
	assert_int_equal(v.pass == PASS_NULL, strncmp(v.why, "not-judged: ", 12) == 0);
	assert_true(v.score == (v.pass == PASS_TRUE));
	return v;
}

/* Fails the test, naming the row, where the verdict is not the one wanted. */
static inline void
expect(struct verdict v, enum pass want, const char *text, const char *gold)
{
	enum pass pass = v.pass;

	if (pass != want)
		print_error("'%s' for '%s': %d, want %d (%s)\n", text, gold, pass, want, v.why);
	verdict_release(&v);
	assert_int_equal(pass, want);
}

/* verdict.variants.NAME: 1, 0, or -1 where there is none. */
static inline int
variant(const struct verdict *v, const char *name)
{
	json_t *flag = json_object_get(json_object_get(v->extra, "variants"), name);

	return flag ? json_is_true(flag) : -1;
}

#endif
