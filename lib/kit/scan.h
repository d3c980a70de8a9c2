/*
 * One pass over one JSON object's text: its whole grammar is checked and the spans of its top-level
 * members are told, without a tree. Accepted is exactly what Jansson's json_loadb accepts of an
 * object with JSON_REJECT_DUPLICATES: UTF-8, no control characters or NUL in strings, no lone
 * surrogates, integers of 64 bits, finite reals, no duplicate keys at any level, 2048 levels at
 * most.
 */
#ifndef TIERBENCH_KIT_SCAN_H
#define TIERBENCH_KIT_SCAN_H

#include <stdbool.h>
#include <stddef.h>

struct span {
	const char *s;
	size_t len;
};

struct member {
	struct span key;   /* between the quotes, as it stands */
	struct span value; /* without blanks round it */
	bool key_escaped;  /* the key holds a backslash */
};

/*
 * An index that is kept from line to line, so that scanning allocates nothing once it has grown.
 * Zeroed before the first use; scan_free() at the end.
 */
struct scan {
	struct member
		*members; /* of the object scanned last, in order; spans point into its text */
	size_t nmembers, members_cap;
	size_t column;	 /* where it went wrong, from 1 */
	const char *why; /* what is wrong there; static */
	/* private */
	const char *start, *at, *end;
	struct key *keys;
	size_t nkeys, keys_cap;
};

/* False with column and why set where the text is no such object. */
bool scan_object(struct scan *s, const char *text, size_t len);
void scan_free(struct scan *s);
/* The text between a string's quotes, escapes undone, into out (room for len + 1 bytes); its
 * length. */
size_t scan_unescape(const char *s, size_t len, char *out);

#endif
