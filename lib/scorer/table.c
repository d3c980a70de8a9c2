#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/err.h"
#include "scorer/scorer.h"

const struct scorer *const scorers[] = {&scorer_code, &scorer_instructions, &scorer_math,
	&scorer_choice, &scorer_calls, &scorer_exact, NULL};

const struct scorer *
scorer_find(const char *name)
{
	for (const struct scorer *const *s = scorers; *s; s++)
		if (strcmp((*s)->name, name) == 0)
			return *s;
	return NULL;
}

void
verdict_set(struct verdict *v, enum pass pass, const char *why_fmt, ...)
{
	va_list args;

	free(v->why);
	v->pass = pass;
	v->score = pass == PASS_TRUE ? 1 : 0;
	va_start(args, why_fmt);
	if (vasprintf(&v->why, why_fmt, args) < 0)
		die(EXIT_OS, "out of memory");
	va_end(args);
}

void
verdict_release(struct verdict *v)
{
	free(v->extracted);
	free(v->why);
	json_decref(v->extra);
	*v = (struct verdict){.pass = PASS_NULL};
}
