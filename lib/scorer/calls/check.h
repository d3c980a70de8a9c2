/*
 * Calls against a question's functions and possible answers, as bfcl-eval 2026.3.23's AST checker
 * has it, with its quirks: types are checked one level deep, an int passes for a float at the top
 * level only, and
 * "" among the possible answers makes a parameter optional.
 */
#ifndef TIERBENCH_SCORER_CALLS_CHECK_H
#define TIERBENCH_SCORER_CALLS_CHECK_H

#include <jansson.h>

#include "scorer/calls/python.h"

enum call_language { CALL_PYTHON, CALL_JAVA, CALL_JAVASCRIPT };

/*
 * How a function's name may stand in a call. Servers allow no dots in the name of a tool, so the
 * reference wants _ in their place in a tool call, and nothing else; either is right where the tool
 * kept its name.
 */
enum call_names { NAMES_AS_WRITTEN, NAMES_UNDERSCORED, NAMES_EITHER };

struct call_question {
	struct span functions; /* BFCL's `function`: an array's text, scorer/raw.h */
	const json_t *answers; /* BFCL's `ground_truth`: an array */
	enum call_language language;
	enum call_names names;
};

/* NULL where the calls are right, else why not, the caller's to free. */
char *calls_check_simple(const struct call_question *q, const struct calls *c);
char *calls_check_multiple(const struct call_question *q, const struct calls *c);
/* Each possible answer takes the first call, in order, that fits it and is not taken. */
char *calls_check_parallel(const struct call_question *q, const struct calls *c);

#endif
