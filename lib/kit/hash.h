/* SHA-256, by libcrypto. */
#ifndef TIERBENCH_KIT_HASH_H
#define TIERBENCH_KIT_HASH_H

#include <stdbool.h>
#include <stddef.h>

enum { HASH_HEX = 65 };

void hash_hex(const void *data, size_t len, char out[static HASH_HEX]);
/* Of a file's bytes; false with errno set where it can't be read. */
bool hash_file(const char *path, char out[static HASH_HEX]);

#endif
