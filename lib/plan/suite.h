/*
 * Tasks and the suite that they make. A task is a folder with task.json (what it asks) and
 * items.jsonl; its hash covers what is asked (prompts, examples shown, tools, sampling, limits),
 * never how it is scored, so that a better scorer never voids a measurement.
 */
#ifndef TIERBENCH_PLAN_SUITE_H
#define TIERBENCH_PLAN_SUITE_H

#include <stddef.h>

#include "kit/hash.h"

struct task {
	char *name;
	char *items; /* path of items.jsonl */
	size_t n;    /* items in it */
	char hash[HASH_HEX];
};

struct suite {
	struct task *tasks;
	size_t n;
	char hash[HASH_HEX]; /* SHA-256 over the sorted hashes of the tasks, joined by LF */
};

/*
 * Reads the tasks whose folders (or item files) are given. A folder without items exits with
 * EXIT_NO_INPUT, a bad item with EXIT_BAD_INPUT.
 */
void suite_load(struct suite *s, const char *const *folders, size_t n);
void suite_release(struct suite *s);

#endif
