/*
 * Function calls written as a Python expression: [f(a=1), g.h(b="x")]. All of Python's expression
 * syntax is checked, since what is no Python is no call; nothing is evaluated but arithmetic of
 * constants.
 */
#ifndef TIERBENCH_SCORER_CALLS_PYTHON_H
#define TIERBENCH_SCORER_CALLS_PYTHON_H

#include <jansson.h>

#include "scorer/text.h"

struct call {
	char *name;	   /* with its dots; owned */
	json_t *arguments; /* by name; positional ones are left out; owned */
};

struct calls {
	struct call *call;
	size_t n, cap;
	const char *why; /* where parsing failed */
	size_t at;	 /* the byte it failed at */
};

void calls_free(struct calls *c);
void calls_add(struct calls *c, const char *name, size_t len, json_t *arguments);

/*
 * Reads calls as bfcl-eval's default decoder does: backticks, blanks and newlines off both ends,
 * brackets added where they are missing. False, and c->why, where the text is no list of calls.
 */
bool python_calls(struct span text, struct calls *c);

#endif
