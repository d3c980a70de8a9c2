/*
 * Engines as data: one file under pipelines/engines/ says how an engine is found and started, what
 * each knob's level means in arguments, what excludes what, and what its log lines mean. No
 * engine's name stands in code.
 */
#ifndef TIERBENCH_ENGINE_H
#define TIERBENCH_ENGINE_H

#include <jansson.h>
#include <stdbool.h>

struct engine;

/* Reads and validates pipelines/engines/NAME.json; a fault is said with line and column,
 * EXIT_CONFIG. */
struct engine *engine_load(const char *path);
void engine_free(struct engine *e);
const char *engine_name(const struct engine *e);
const char *engine_dialect(const struct engine *e);
/*
 * The identity that stands in a cell: {"name", "version", "sha256"} (sha256 of the program or of
 * its package). NULL, with *why for the caller to free, where the engine is not installed here.
 */
json_t *engine_identity(const struct engine *e, char **why);
/* The settings that a cell starts from (RECORDS, cell.settings), a new object. */
json_t *engine_settings(const struct engine *e);
/* Why this checkpoint can't be served with these knobs and settings, for the caller to free; NULL:
 * it can. */
char *engine_impossible(const struct engine *e, const json_t *checkpoint, const json_t *knobs,
	const json_t *settings);
/* Estimated peak memory in MiB (weights + KV × context × slots + compute); negative where unknown.
 */
double engine_estimate_mib(const struct engine *e, const json_t *checkpoint, const json_t *knobs,
	const json_t *settings);
/* The device class that cells are keyed by: GPU model and count, or CPU model. The caller frees it.
 */
char *device_class(void);

#endif
