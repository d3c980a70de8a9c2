/* Numbers in and out. */
#ifndef TIERBENCH_KIT_NUM_H
#define TIERBENCH_KIT_NUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NUM_TEXT = 40 };

/*
 * The shortest of %.15g, %.16g and %.17g that reads back equal, always with a '.' or an exponent,
 * so that a real stays a real. x must be finite. Returns the length.
 */
int num_real(char out[static NUM_TEXT], double x);
/* ECMAScript's Number::toString, which RFC 8785 asks of canonical JSON. x must be finite. */
int num_canonical(char out[static NUM_TEXT], double x);
/* Reads all of text as an integer in lo..hi; false leaves *value alone. */
bool num_parse_int(const char *text, int64_t lo, int64_t hi, int64_t *value);
/* Reads all of text as a finite real in lo..hi. */
bool num_parse_real(const char *text, double lo, double hi, double *value);
/* "1.5 GiB", "812 KiB"; as people write sizes. */
int num_human_bytes(char out[static NUM_TEXT], double bytes);
/* "850 ms", "12 s", "3 min 20 s", "2 h 5 min". */
int num_human_seconds(char out[static NUM_TEXT], double seconds);

#endif
