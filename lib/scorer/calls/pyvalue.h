/*
 * Python's values as Jansson's. What JSON has no kind for is an object with one member whose key
 * starts with \x01: a tuple {"\x01tuple": […]}, an int beyond 64 bits {"\x01int": "digits"},
 * anything else
 * {"\x01other": null}. A key of a dict that is no string starts with \x01, so that it equals none.
 */
#ifndef TIERBENCH_SCORER_CALLS_PYVALUE_H
#define TIERBENCH_SCORER_CALLS_PYVALUE_H

#include <jansson.h>
#include <stdbool.h>

enum py_type { PY_NONE, PY_BOOL, PY_INT, PY_FLOAT, PY_STR, PY_LIST, PY_TUPLE, PY_DICT, PY_OTHER };

enum py_type py_type(const json_t *v);
const char *py_type_name(enum py_type t);
/* Takes over list. */
json_t *py_tuple(json_t *list);
json_t *py_other(void);
/* The members of a tuple, borrowed. */
json_t *py_tuple_list(const json_t *v);
/* ==, as Python has it: 1 == 1.0 == True. */
bool py_equal(const json_t *a, const json_t *b);

#endif
