/*
 * SHA-256 of files, taken once for each (path, size, modification time, inode) and kept in a JSON file;
 * verdicts on twins are kept there too. A cache that is no such file is begun anew.
 */
#ifndef TIERBENCH_ENGINE_HASHES_H
#define TIERBENCH_ENGINE_HASHES_H

#include <jansson.h>
#include <stdbool.h>

#include "kit/hash.h"

struct hashes {
	char *path;
	json_t *root; /* {"files": {PATH: {size, mtime, inode, sha256}}, "twins": {A+B: verdict}} */
	bool changed;
};

/* path may be NULL: nothing is kept. */
void hashes_open(struct hashes *h, const char *path);
/* The file's hash, from the cache or taken now; false with errno. */
bool hashes_get(struct hashes *h, const char *path, char out[static HASH_HEX]);
/* A twin verdict by both identities, in either order; NULL: none yet. Borrowed. */
const json_t *hashes_twin(const struct hashes *h, const char *a, const char *b);
void hashes_set_twin(struct hashes *h, const char *a, const char *b, json_t *verdict);
/* Writes what changed and releases. False, having said why, where it could not be written. */
bool hashes_close(struct hashes *h);

#endif
