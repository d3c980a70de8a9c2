/*
 * Memory of a server while it runs, sampled by the caller's loop some 20 times a second.
 *
 * Without a GPU: the sum over the tree's processes of VmHWM, each process's own peak of its
 * resident set as the kernel keeps it (so nothing is missed between samples), and PSS, which shares
 * out pages that several processes map, sampled as often as costs under half a percent of a core.
 * Mapped weights count in both.
 *
 * With a GPU: what the server's processes hold of it by the library's list of processes and, since
 * that may not know our process ids, what the device holds less what it held before the start.
 *
 * MiB throughout. loaded and peak never hold what was in use before the start (rest).
 */
#ifndef TIERBENCH_ENGINE_MEMORY_H
#define TIERBENCH_ENGINE_MEMORY_H

#include <jansson.h>
#include <stdbool.h>

#include "engine/server.h"

struct memory;

/* Notes what is in use before the start. */
struct memory *memory_open(void);
void memory_free(struct memory *m);
/* One sample; looks for new processes now and then. */
void memory_sample(struct memory *m, const struct server *s);
/* Whether the last sample is every_ms old. */
bool memory_due(const struct memory *m, int every_ms);
/* The sum of the last sample, MiB; 0 before the first. */
double memory_now(const struct memory *m);
/* The server is loaded and idle: takes this as the loaded figure. */
void memory_mark_loaded(struct memory *m, const struct server *s);
/* {rest_mib, loaded_mib, peak_mib, source, …} as RECORDS has it. A new object. */
json_t *memory_record(const struct memory *m);
/* How many processes of others use the GPUs now; takes a sample. */
unsigned memory_others(struct memory *m, const struct server *s);
/* Waits, within_s at most, until the device's memory is down at rest again. False: it is not. */
bool memory_wait_freed(struct memory *m, double within_s);

#endif
