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
/* As engine_load(), but NULL with *why, the caller's to free, where it can't be read or is no
 * engine file. */
struct engine *engine_try(const char *path, char **why);
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
/*
 * Estimated peak memory in MiB (weights + KV × context × slots + overhead); negative where unknown. A
 * draft model is counted where checkpoint holds its record as "draft".
 */
double engine_estimate_mib(const struct engine *e, const json_t *checkpoint, const json_t *knobs,
	const json_t *settings);
/*
 * Why a cell can't fit: "does not fit: 17.9 GiB weights + 3.1 GiB KV at np 8 > 16.0 GiB", the
 * caller's to free; NULL where the estimate is within available_mib (see device_memory_mib) or
 * unknown.
 */
char *engine_too_large(const struct engine *e, const json_t *checkpoint, const json_t *knobs,
	const json_t *settings, double available_mib);
/* Memory of the device: all GPUs that may be used together, else the machine's. MiB. */
double device_memory_mib(void);
/* The engine file's tree, borrowed. */
const json_t *engine_root(const struct engine *e);
/* The program's path, the caller's to free; NULL with *why where there is none. */
char *engine_program(const struct engine *e, char **why);
/* How many processor cores this process may use. */
int cores_usable(void);
/*
 * The first capture of a PCRE2 pattern in text (the whole match where it has none), the caller's to
 * free; NULL where it doesn't match. '^' and '$' match at lines.
 */
char *regex_first(const char *pattern, const char *text, size_t len);
/* The device class that cells are keyed by: GPU model and count, or CPU model. The caller frees it.
 */
char *device_class(void);

/* The device that is locked: "cpu", "gpu0", or "gpu0+1" by the indices that may be used. Caller
 * frees. */
char *device_name(void);

#endif
