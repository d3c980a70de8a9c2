/*
 * Generated code, run against its tests in the sandbox. Passed is a program that ran to its last
 * line within its limits; everything else says what happened instead. Where nothing could be run,
 * nothing is claimed: not-judged.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "kit/json.h"
#include "kit/mem.h"
#include "sandbox/sandbox.h"
#include "scorer/code_program.h"
#include "scorer/scorer.h"

static struct sandbox_limits
limits_of(const json_t *scoring)
{
	struct sandbox_limits l = sandbox_default_limits;
	double cpu_s = json_num(scoring, "limits.cpu_s", l.cpu_s);
	double memory_mib = json_num(scoring, "limits.memory_mib", (double)l.memory_mib);

	if (cpu_s > 0 && cpu_s <= 3600)
		l.cpu_s = cpu_s;
	/* Ten times the processor time: a busy machine must not change a verdict. */
	double wall_s = json_num(scoring, "limits.wall_s", l.cpu_s * 10);
	l.wall_s = wall_s > 0 && wall_s <= 36000 ? wall_s : l.cpu_s * 10;
	if (memory_mib >= 64 && memory_mib <= 1 << 20)
		l.memory_mib = (int64_t)memory_mib;
	return l;
}

static json_t *
limits_record(const struct sandbox_limits *l)
{
	json_t *o = json_object();

	json_set_num(o, "cpu_s", l->cpu_s);
	json_set_num(o, "wall_s", l->wall_s);
	json_object_set_new(o, "memory_mib", json_integer(l->memory_mib));
	return o;
}

/*
 * A NUL, a lone surrogate or broken UTF-8 became U+FFFD on the way here, and Python refuses a
 * program with any of them: what would run now isn't what was answered.
 */
static bool
was_repaired(const struct score_input *in)
{
	static const char mark[] = "\xef\xbf\xbd";

	return json_int(in->answer, "repaired", 0) > 0 && memmem(in->text, in->len, mark, 3);
}

static void
say(struct verdict *out, const struct sandbox_result *r)
{
	const char *name = sandbox_outcome_name(r->outcome);
	const char *between = r->detail ? ": " : "", *detail = r->detail ? r->detail : "";

	switch (r->outcome) {
	case SANDBOX_PASSED: verdict_set(out, PASS_TRUE, "passed"); break;
	case SANDBOX_NONE:
	case SANDBOX_FAILED:
		verdict_set(out, PASS_NULL, "not-judged: %s%s%s", name, between, detail);
		break;
	default: verdict_set(out, PASS_FALSE, "%s%s%s", name, between, detail);
	}
}

static void
run(const struct score_input *in, struct sandbox *box, const struct buf *program,
	struct verdict *out)
{
	struct sandbox_limits limits = limits_of(in->scoring);
	struct sandbox_result r;

	sandbox_run(box, program->s, program->len, &limits, &r);
	say(out, &r);
	sandbox_result_release(&r);
}

/* variants: the reply as it stands, and without what a chat wraps around it. */
static void
add_variants(const struct score_input *in, struct sandbox *box, const struct program *p,
	struct verdict *out)
{
	struct verdict corrected = {.pass = PASS_NULL};

	run(in, box, &p->corrected, &corrected);
	if (corrected.pass != PASS_NULL && out->pass != PASS_NULL)
		json_object_set_new(out->extra, "variants",
			json_pack("{sb sb}", "compatible", out->pass == PASS_TRUE, "corrected",
				corrected.pass == PASS_TRUE));
	verdict_release(&corrected);
}

static void
judge_program(const struct score_input *in, struct sandbox *box, enum program_result ready,
	const struct program *p, struct verdict *out)
{
	struct sandbox_limits limits = limits_of(in->scoring);

	out->extra = json_object();
	json_object_set_new(out->extra, "limits", limits_record(&limits));
	if (ready == PROGRAM_NO_CODE)
		verdict_set(out, PASS_FALSE, "wrong answer: %s", p->why);
	else if (was_repaired(in))
		verdict_set(out, PASS_FALSE,
			"wrong answer: the program holds characters that are no text");
	else
		run(in, box, &p->text, out);
	if (p->corrected.len)
		add_variants(in, box, p, out);
}

static void
judge(const struct score_input *in, struct verdict *out)
{
	const char *language = json_str(in->scoring, "language", "python");
	struct sandbox *own = in->sandbox ? NULL : sandbox_new();
	struct program p;

	if (strcmp(language, "python") != 0) {
		verdict_set(out, PASS_NULL, "not-judged: no way to run %s here", language);
		sandbox_free(own);
		return;
	}
	enum program_result ready = program_build(&p, in->scoring, in->text, in->len);
	if (ready == PROGRAM_BAD_ITEM)
		verdict_set(out, PASS_NULL, "not-judged: %s", p.why);
	else
		judge_program(in, own ? own : in->sandbox, ready, &p, out);
	out->extracted = p.extracted;
	p.extracted = NULL;
	program_release(&p);
	sandbox_free(own);
}

static char *
missing(const json_t *scoring)
{
	const char *language = json_str(scoring, "language", "python");
	struct program p;
	enum program_result got = program_build(&p, scoring, "f(", 2);

	program_release(&p);
	if (strcmp(language, "python") != 0)
		return xasprintf("no way to run %s here", language);
	if (got == PROGRAM_BAD_ITEM)
		return xstrdup(p.why);
	return NULL; /* whether there is a sandbox, score asks once for all items */
}

const struct scorer scorer_code = {
	.name = "code",
	.version = "1",
	.help = "runs a program against its tests, in a sandbox",
	.judge = judge,
	.missing = missing,
	.runs_code = true,
};
