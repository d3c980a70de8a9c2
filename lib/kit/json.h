/*
 * Jansson values as text. Jansson's own writer is not used: its reals differ between builds
 * (0.10000000000000001 against 0.1), so the same run would give other bytes on another
 * distribution.
 */
#ifndef TIERBENCH_KIT_JSON_H
#define TIERBENCH_KIT_JSON_H

#include <jansson.h>

#include "kit/buf.h"

/* Appends v: members in their own order, no blanks. */
void json_put(struct buf *b, const json_t *v);
/* Appends v in the canonical form of RFC 8785. */
void json_put_canonical(struct buf *b, const json_t *v);
/* Appends s[0..len) as a JSON string; invalid UTF-8 becomes U+FFFD. Returns how many times it did.
 */
size_t json_put_string(struct buf *b, const char *s, size_t len);
/* v as text; the caller frees it. */
char *json_text(const json_t *v);

/*
 * The value at a path of object keys, "speed.decode_tps.p50"; NULL where any part is missing. The
 * result is borrowed.
 */
json_t *json_path(const json_t *v, const char *path);
/* Typed looks with a default, by path. */
const char *json_str(const json_t *v, const char *path, const char *otherwise);
double json_num(const json_t *v, const char *path, double otherwise);
json_int_t json_int(const json_t *v, const char *path, json_int_t otherwise);
int json_flag(const json_t *v, const char *path, int otherwise);
/* A real that is finite, else NULL (json_object_set_new then fails quietly: the field stays
 * absent). */
json_t *json_finite(double x);
/* Sets key to x when x is finite, and leaves it out when not. */
void json_set_num(json_t *object, const char *key, double x);
/*
 * Reads one JSON value from a file, a pipeline file of ours. Says "PATH:LINE:COL: what" and exits
 * with EXIT_CONFIG where it is not JSON, EXIT_NO_INPUT where it can't be opened. The caller owns
 * the value.
 */
json_t *json_load_path(const char *path);

#endif
