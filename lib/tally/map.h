/*
 * Strings to small numbers: the first string gets 0, the next new one 1, and so on. Strings may
 * hold any byte; the map keeps its own copies.
 */
#ifndef TIERBENCH_TALLY_MAP_H
#define TIERBENCH_TALLY_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Starts as zeroed memory. */
struct map {
	char **key; /* in order of their numbers, terminated */
	size_t *len;
	size_t n, cap;
	uint32_t *slot; /* number + 1; 0 is free */
	size_t slots;
};

/* The number of s; a new one where it is not there yet (*fresh, which may be NULL, says which). */
size_t map_put(struct map *m, const char *s, size_t len, bool *fresh);
/* SIZE_MAX where s is not there. */
size_t map_find(const struct map *m, const char *s, size_t len);
void map_free(struct map *m);

/* 64 bits of a text (FNV-1a, mixed); seed 0, or an earlier result to go on from. */
uint64_t text_hash(const void *s, size_t len, uint64_t seed);

#endif
