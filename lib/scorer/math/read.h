/*
 * Where the final answer stands in a text. What was marked as final wins, the last mark of all: a
 * boxed answer (neighbouring boxes joined by commas, "and", "or" make a list) or "####"; else what
 * follows the last "answer is", "answer:" and the like; else the whole text where it is nothing but
 * mathematics; else the last piece of mathematics or number in the prose.
 */
#ifndef TIERBENCH_SCORER_MATH_READ_H
#define TIERBENCH_SCORER_MATH_READ_H

#include "scorer/text.h"

/* A new string, the caller's to free, or NULL where nothing was found; *where says what led there.
 */
char *math_read_final(struct span text, const char **where);

/* What a gold answer says: its boxed or marked part where it has one, else all of it. */
char *math_read_gold(struct span gold);

#endif
