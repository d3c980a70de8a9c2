/*
 * Looks into JSON text that was checked before (kit/scan.h), without making values of what isn't
 * asked for. Text that was not checked is not to be given. What is absent is a span with s NULL, and
 * looking into it, or into a value of another kind, finds nothing. Spans point into the text.
 */
#ifndef TIERBENCH_SCORER_RAW_H
#define TIERBENCH_SCORER_RAW_H

#include <jansson.h>
#include <stdbool.h>

#include "kit/scan.h"

bool raw_is_string(struct span v);
bool raw_is_array(struct span v);
bool raw_is_object(struct span v);
/* Absent, or null. */
bool raw_is_null(struct span v);

/* An object's member. */
struct span raw_member(struct span object, const char *key);
/* Members of an object or elements of an array, in order: at is NULL before the first. */
struct raw_walk {
	struct span in;
	const char *at;
};
bool raw_next_element(struct raw_walk *w, struct span *value);
/* key is what stands between the quotes. */
bool raw_next_member(struct raw_walk *w, struct span *key, struct span *value);
/* v is an array, and not an empty one. */
bool raw_has_elements(struct span v);

/* An object that is looked into several times: its first members, found once. */
enum { RAW_MEMBERS = 16 };
struct raw_object {
	struct span whole;
	struct span key[RAW_MEMBERS], value[RAW_MEMBERS];
	size_t n;
};
void raw_index(struct raw_object *o, struct span object);
/* As raw_member(). */
struct span raw_field(const struct raw_object *o, const char *key);

/* v is the string s. */
bool raw_equals(struct span v, const char *s);
/* The string's text, the caller's to free, its length in *len (may be NULL); NULL where v is none. */
char *raw_text(struct span v, size_t *len);
/* The integer; 0 where v is none. */
json_int_t raw_integer(struct span v);
/* v, blanks before it allowed, as a Jansson value, a new reference; NULL where v is absent. */
json_t *raw_value(struct span v);

#endif
