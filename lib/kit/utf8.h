/* UTF-8, as Unicode defines it: no overlong forms, no surrogates, nothing above U+10FFFF. */
#ifndef TIERBENCH_KIT_UTF8_H
#define TIERBENCH_KIT_UTF8_H

#include <stddef.h>

/* Bytes of the character at s, 1…4; 0 where the bytes there are no UTF-8. len ≥ 1. */
size_t utf8_length(const char *s, size_t len);
/* The same, with its code point. */
size_t utf8_decode(const char *s, size_t len, unsigned *point);
/* Writes the code point, which must be valid; returns its length. */
size_t utf8_encode(char out[static 4], unsigned point);
/* Compares valid strings by UTF-16 code units, as RFC 8785 sorts. */
int utf8_compare_utf16(const char *a, const char *b);

#endif
