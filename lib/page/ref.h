/*
 * References: where a figure of the brief comes from, in a form that can be recomputed.
 *
 *	gap?contrast=quant%3AA&task=ifeval#diff,lo,hi	fields of the one record that matches
 *	max:gap?knob=kv&task!=mean#mde			over all that match: max, min, sum, count, distinct
 *	every:gap?knob=kv#starred=false			whether all that match have it; also none:
 *	div:row?cell=K&task=mean#acceptance|row?…#…	of two single values: div, sub, gain (a/b − 1)
 *
 * A query is a kind and conditions: "path=value" or "path!=value", values percent-encoded, an absent
 * field as the empty value. Records are those of the report, each once.
 */
#ifndef TIERBENCH_PAGE_REF_H
#define TIERBENCH_PAGE_REF_H

#include <stdbool.h>

#include "kit/buf.h"
#include "page/report.h"

enum { REF_VALUES = 8 };

struct ref_values {
	double v[REF_VALUES];	   /* truth is 1 and 0 */
	char path[REF_VALUES][64]; /* the field each came from, "" for counts and quotients */
	int n;
};

/* Whether text looks like a reference at all, and not like an address. */
bool ref_is(const char *text);
/* False, with why (static or in the buffer, which is appended to), where it can't be told. */
bool ref_eval(const struct report *r, const char *ref, struct ref_values *out, struct buf *why);

/* "gap?contrast=C&task=T&metric=score#FIELDS", the caller's. */
char *ref_gap(const char *contrast, const char *task, const char *fields);
/* "row?cell=K&task=T#FIELDS" */
char *ref_row(const char *cell, const char *task, const char *fields);

#endif
