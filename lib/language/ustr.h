/*
 * Slices of code points with the behaviour of Python's str methods, and the arena they live in.
 * A slice borrows; what a function makes new lies in the arena that it is given and dies with it.
 */
#ifndef TIERBENCH_LANGUAGE_USTR_H
#define TIERBENCH_LANGUAGE_USTR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "language/unicode.h"

/* Memory that is given back all at once. ARENA_INIT needs no allocation. */
struct arena {
	struct arena_block *head;
	size_t used;
};

#define ARENA_INIT                                                                                 \
	{                                                                                          \
		NULL, 0                                                                            \
	}

/* Aligned for any type; not cleared. */
void *arena_alloc(struct arena *a, size_t count, size_t size);
/* Gives the unused tail of the newest allocation p back: kept bytes of it stay. */
void arena_trim(struct arena *a, void *p, size_t kept);
/* Frees all but the largest block, which is used again. */
void arena_clear(struct arena *a);
void arena_release(struct arena *a);

struct ustr {
	const uint32_t *s;
	size_t n;
};

/* A list of slices. */
struct ulist {
	struct ustr *at;
	size_t n;
};

/* UTF-8 to code points; what is not UTF-8 becomes U+FFFD, a byte at a time. */
struct ustr ustr_decode(struct arena *a, const char *text, size_t len);
/* Back to UTF-8, terminated; *len may be NULL. */
char *ustr_encode(struct arena *a, struct ustr s, size_t *len);

static inline struct ustr
ustr_slice(struct ustr s, size_t from, size_t to)
{
	return (struct ustr){s.s + from, to - from};
}

bool ustr_eq(struct ustr a, struct ustr b);
/* Against ASCII text. */
bool ustr_eq_ascii(struct ustr a, const char *text);
bool ustr_starts(struct ustr s, struct ustr with);
bool ustr_ends(struct ustr s, struct ustr with);
bool ustr_starts_ascii(struct ustr s, const char *with);
bool ustr_ends_ascii(struct ustr s, const char *with);
/* Where needle starts at or behind from; SIZE_MAX where it doesn't. An empty needle is found at
 * from. */
size_t ustr_find(struct ustr s, struct ustr needle, size_t from);
size_t ustr_find_ascii(struct ustr s, const char *needle, size_t from);
/* As ustr_find of one character. */
size_t ustr_find_char(struct ustr s, uint32_t c, size_t from);
/* How often needle occurs, without overlaps; needle isn't empty. */
size_t ustr_count(struct ustr s, struct ustr needle);
bool ustr_has_char(struct ustr s, uint32_t c);

/* strip(), lstrip(), rstrip() of white space. */
struct ustr ustr_strip(struct ustr s);
struct ustr ustr_lstrip(struct ustr s);
struct ustr ustr_rstrip(struct ustr s);
/* strip(), lstrip(), rstrip() of string.punctuation and the space. */
struct ustr ustr_strip_punct(struct ustr s);
struct ustr ustr_lstrip_punct(struct ustr s);
struct ustr ustr_rstrip_punct(struct ustr s);
/* strip(c) of one character. */
struct ustr ustr_strip_char(struct ustr s, uint32_t c);
bool ustr_blank(struct ustr s);

/* split(): the runs of characters that are no white space. */
struct ulist ustr_split(struct arena *a, struct ustr s);
/* split(sep) by one character: at least one piece. */
struct ulist ustr_split_char(struct arena *a, struct ustr s, uint32_t sep);
/* The next word at or behind *at, which moves behind it; false where there is none. */
bool ustr_next_word(struct ustr s, size_t *at, struct ustr *word);
/* The next line at *at, without its LF; the last one may be empty. *at starts at 0. False at the
 * end. */
bool ustr_next_line(struct ustr s, size_t *at, struct ustr *line);

/*
 * lower(): U+0130 becomes two characters, a capital sigma at a word's end the final one. It is s itself
 * where that is in lower case.
 */
struct ustr ustr_lower(struct arena *a, struct ustr s);
/* translate(): without string.punctuation. */
struct ustr ustr_drop_punct(struct arena *a, struct ustr s);
/* isupper(), islower() of a string: one cased character at least, and none of the other case. */
bool ustr_isupper(struct ustr s);
bool ustr_islower(struct ustr s);
/* isdigit(): not empty, and digits only. */
bool ustr_isdigit(struct ustr s);
/* NFKD, then what is not ASCII left out. */
struct ustr ustr_to_ascii(struct arena *a, struct ustr s);
/* Order by code points: below, equal, above 0. */
int ustr_cmp(struct ustr a, struct ustr b);
uint64_t ustr_hash(struct ustr s);

#endif
