/*
 * Every type: the first byte chooses it and the reading, the first line gives its text arguments and its
 * numbers, the rest is the answer. Strict followed means loose followed, and a blank answer follows
 * nothing. Types that need the language data are refused without it.
 */
#include <stdlib.h>
#include <string.h>

#include "judging.h"
#include "scorer/instructions/instructions.h"

static json_t *
args_of(const struct constraint_type *t, const char *head)
{
	json_t *args = json_object();

	for (int i = 0; i < ARGS_MAX && t->arg[i].name; i++) {
		json_t *v = NULL;

		switch (t->arg[i].kind) {
		case ARG_COUNT: v = json_integer((unsigned char)head[0] % 7); break;
		case ARG_RELATION:
			v = json_string(strlen(head) % 2 ? "at least" : "less than");
			break;
		case ARG_TEXT: v = json_string(head); break;
		case ARG_TEXTS: v = json_pack("[s]", head); break;
		case ARG_NONE: break;
		}
		if (v) /* a head that is no UTF-8 is no argument */
			json_object_set_new(args, t->arg[i].name, v);
	}
	return args;
}

static void
judge(const struct fuzz_case *f, const struct constraint_type *t, enum reading reading)
{
	json_t *args = args_of(t, f->head);
	struct constraint c;
	char *why = constraint_init(&c, t->id, args, reading);
	enum outcome strict, loose;
	struct answer_text a;

	json_decref(args);
	free(why);
	if (why)
		return;
	answer_text_init(&a, f->text, strlen(f->text));
	strict = judge_strict(&c, &a);
	loose = judge_loose(&c, &a, strict);
	if (strict == FOLLOWED && loose != FOLLOWED)
		abort();
	if (a.variant[0].blank && (strict != NOT_FOLLOWED || loose != NOT_FOLLOWED))
		abort();
	answer_text_release(&a);
	constraint_release(&c);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct fuzz_case f = fuzz_split(data, len);
	unsigned types = 0;

	while (constraint_types[types].id)
		types++;
	judge(&f, &constraint_types[f.choice % types],
		f.choice < 128 ? READ_COMPATIBLE : READ_CORRECTED);
	fuzz_free(&f);
	return 0;
}
