/* The scorer of constraints that a program can check: IFEval and IFBench. */
#include <stdlib.h>
#include <string.h>

#include "kit/buf.h"
#include "kit/json.h"
#include "kit/mem.h"
#include "scorer/instructions/instructions.h"
#include "scorer/scorer.h"

/* What one reading says of an answer: strict and loose, an instruction each. */
struct judged {
	json_t *strict, *loose;
	bool all_strict, all_loose;
	struct buf missed; /* the ids not followed */
};

static json_t *
instruction(const json_t *scoring, size_t i)
{
	return json_array_get(json_object_get(scoring, "instructions"), i);
}

static size_t
count_instructions(const json_t *scoring)
{
	return json_array_size(json_object_get(scoring, "instructions"));
}

/* One instruction; NULL, or why it can't be judged, the caller's to free. */
static char *
judge_one(const json_t *spec, struct answer_text *t, enum reading r, struct judged *j)
{
	const char *id = json_string_value(json_object_get(spec, "id"));
	enum outcome strict, loose;
	struct constraint c;
	char *why;

	if (!id)
		return xstrdup("an instruction without an id");
	why = constraint_init(&c, id, json_object_get(spec, "args"), r);
	if (why)
		return why;
	strict = judge_strict(&c, t);
	loose = judge_loose(&c, t, strict);
	constraint_release(&c);
	if (strict == OUTCOME_ERROR || loose == OUTCOME_ERROR)
		return xasprintf("%s: the search for its pattern takes too long", id);
	json_array_append_new(j->strict, json_boolean(strict == FOLLOWED));
	json_array_append_new(j->loose, json_boolean(loose == FOLLOWED));
	j->all_strict &= strict == FOLLOWED;
	j->all_loose &= loose == FOLLOWED;
	if (strict != FOLLOWED)
		buf_printf(&j->missed, "%s%s", j->missed.len ? ", " : "", id);
	return NULL;
}

static void
judged_release(struct judged *j)
{
	json_decref(j->strict);
	json_decref(j->loose);
	buf_free(&j->missed);
}

/* All instructions under one reading; NULL, or why not. j is released by the caller in any case. */
static char *
judge_all(const json_t *scoring, struct answer_text *t, enum reading r, struct judged *j)
{
	char *why = NULL;

	*j = (struct judged){json_array(), json_array(), true, true, BUF_INIT};
	for (size_t i = 0; i < count_instructions(scoring) && !why; i++)
		why = judge_one(instruction(scoring, i), t, r, j);
	return why;
}

static json_t *
extra_of(const struct judged *j, const struct judged *corrected)
{
	json_t *extra = json_object(), *variants = json_object();

	json_object_set(extra, "strict", j->strict);
	json_object_set(extra, "loose", j->loose);
	json_object_set_new(variants, "strict", json_boolean(j->all_strict));
	json_object_set_new(variants, "lenient", json_boolean(j->all_loose));
	if (corrected) {
		json_t *c = json_object();

		json_object_set_new(variants, "compatible", json_boolean(j->all_strict));
		json_object_set_new(variants, "corrected", json_boolean(corrected->all_strict));
		json_object_set(c, "strict", corrected->strict);
		json_object_set(c, "loose", corrected->loose);
		json_object_set_new(extra, "corrected", c);
	}
	json_object_set_new(extra, "variants", variants);
	return extra;
}

/* What was found where a type asked for the language: the seed, and the language or that it can't be told. */
static void
add_language(json_t *extra, const struct text *t)
{
	json_t *language = json_object();

	json_object_set_new(language, "seed", json_integer(LANGUAGE_SEED));
	if (t->language) {
		json_object_set_new(language, "found", json_string(t->language));
		json_set_num(language, "probability", t->probability);
	} else {
		json_object_set_new(language, "found", json_null());
		json_object_set_new(
			language, "why", json_string("no letters that a language is known by"));
	}
	json_object_set_new(extra, "language", language);
}

static void
set_verdict(struct verdict *out, const struct judged *j, const struct judged *corrected,
	const struct text *t)
{
	if (t->blank)
		verdict_set(out, PASS_FALSE, "no-answer");
	else if (j->all_strict)
		verdict_set(out, PASS_TRUE, "all followed");
	else
		verdict_set(out, PASS_FALSE, "not followed: %s", j->missed.s);
	out->extra = extra_of(j, corrected);
	if (text_language_was_asked(t))
		add_language(out->extra, t);
}

/* What is wrong with the scoring object as a whole; NULL where nothing is. */
static const char *
refuse(const json_t *scoring, const char *reading)
{
	if (count_instructions(scoring) == 0)
		return "no instructions";
	if (strcmp(reading, "compatible") && strcmp(reading, "corrected") &&
		strcmp(reading, "both"))
		return "reading: want compatible, corrected or both";
	return NULL;
}

static void
judge(const struct score_input *in, struct verdict *out)
{
	const char *reading = json_str(in->scoring, "reading", "compatible");
	const char *refused = refuse(in->scoring, reading);
	struct judged first = {0}, second = {0};
	bool both = strcmp(reading, "both") == 0;
	struct answer_text t;
	char *why;

	if (refused) {
		verdict_set(out, PASS_NULL, "not-judged: %s", refused);
		return;
	}
	answer_text_init(&t, in->text, in->len);
	why = judge_all(in->scoring, &t,
		strcmp(reading, "corrected") ? READ_COMPATIBLE : READ_CORRECTED, &first);
	if (!why && both)
		why = judge_all(in->scoring, &t, READ_CORRECTED, &second);
	if (why)
		verdict_set(out, PASS_NULL, "not-judged: %s", why);
	else
		set_verdict(out, &first, both ? &second : NULL, &t.variant[0]);
	free(why);
	judged_release(&first);
	judged_release(&second);
	answer_text_release(&t);
}

/* Every instruction is made ready once, so that a wrong one is met before the first request. */
static char *
missing(const json_t *scoring)
{
	for (size_t i = 0; i < count_instructions(scoring); i++) {
		const json_t *spec = instruction(scoring, i);
		struct constraint c;
		char *why = constraint_init(&c, json_str(spec, "id", "(none)"),
			json_object_get(spec, "args"), READ_COMPATIBLE);

		if (why)
			return why;
		constraint_release(&c);
	}
	return NULL;
}

const struct scorer scorer_instructions = {
	.name = "instructions",
	.version = "1",
	.help = "constraints of IFEval and IFBench, strict and loose",
	.judge = judge,
	.missing = missing,
};
