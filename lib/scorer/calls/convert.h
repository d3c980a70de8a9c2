/* Java and JavaScript: calls in their syntax, and their literals as Python values. */
#ifndef TIERBENCH_SCORER_CALLS_CONVERT_H
#define TIERBENCH_SCORER_CALLS_CONVERT_H

#include "scorer/calls/check.h"
#include "scorer/calls/pyvalue.h"

/* The Python type that a declared type stands for; PY_OTHER where there is none. */
enum py_type convert_type(enum call_language language, const char *declared);
/*
 * A literal, written as text, as the value of a declared type. What doesn't look like that type
 * stays text. nested: the declared type of the members, or NULL. A new value; NULL where the type
 * is not known.
 */
json_t *convert_literal(
	enum call_language language, const char *text, const char *declared, const char *nested);
/*
 * The first call of text, name(parameter=value, …): values are taken as they are written, without
 * the quotes of a string. Brackets and backticks round it are dropped.
 */
bool convert_calls(struct span text, struct calls *c);

#endif
