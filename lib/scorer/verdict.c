#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "kit/mem.h"
#include "scorer/scorer.h"

void
verdict_set(struct verdict *v, enum pass pass, const char *why_fmt, ...)
{
	va_list ap;
	int n;

	free(v->why);
	va_start(ap, why_fmt);
	n = vsnprintf(NULL, 0, why_fmt, ap);
	va_end(ap);
	v->why = xmalloc((size_t)(n < 0 ? 0 : n) + 1);
	v->why[0] = '\0';
	va_start(ap, why_fmt);
	vsnprintf(v->why, (size_t)(n < 0 ? 0 : n) + 1, why_fmt, ap);
	va_end(ap);
	v->pass = pass;
	v->score = pass == PASS_TRUE ? 1 : 0;
}

void
verdict_release(struct verdict *v)
{
	free(v->extracted);
	free(v->why);
	json_decref(v->extra);
	*v = (struct verdict){.pass = PASS_NULL};
}
