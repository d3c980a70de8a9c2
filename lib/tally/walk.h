/*
 * Walking JSON text that is known to be valid (rec_next() has checked the whole line): members, elements
 * and numbers in place, without checking again and without copies.
 */
#ifndef TIERBENCH_TALLY_WALK_H
#define TIERBENCH_TALLY_WALK_H

#include <stdbool.h>
#include <string.h>

#include "kit/scan.h"

/*
 * The next member of the object that *at stands in: behind its '{' at first, where the call before left
 * it then. The key is what stands between its quotes. False at the end.
 */
bool walk_member(const char **at, struct span *key, struct span *value);
/* The same, but leaves *at in front of the value, for walk_skip() or a reader of its own. */
bool walk_key(const char **at, struct span *key);
/* The value that starts at *at. */
struct span walk_skip(const char **at);
/* Compares with a literal. */
#define span_is(span, literal)                                                                     \
	((span).len == sizeof(literal) - 1 && memcmp((span).s, literal, sizeof(literal) - 1) == 0)
/* A number at *at, which is left behind it; exactly what strtod() gives. */
double walk_number(const char **at);
/*
 * The next number of the array that *at stands in front of at first, at any depth; false behind its end,
 * with *at there. *depth starts as 0. What is no number is let pass.
 */
bool walk_array_number(const char **at, int *depth, double *x);

#endif
