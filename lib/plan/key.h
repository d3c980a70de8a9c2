/* A cell's key: what can change an answer, and nothing else. */
#ifndef TIERBENCH_PLAN_KEY_H
#define TIERBENCH_PLAN_KEY_H

#include <jansson.h>

enum {
	KEY_TEXT = 17,
	/* Raised when what query asks changes. */
	PROTOCOL = 1,
};

/*
 * The key of a cell record: the first 16 hex digits of SHA-256 over the RFC 8785 form of exactly
 * {engine, files, knobs, settings, suite, seed, replicate, device, protocol}; files are sorted by
 * role, then sha256.
 */
void key_of_cell(const json_t *cell, char out[static KEY_TEXT]);
/* The parts that the key is over, a new object. */
json_t *key_parts(const json_t *cell);

#endif
