/*
 * An engine file as read: its text, its tree, and where in the text each value stands. The format
 * is described in tierbench-engine(5).
 */
#ifndef TIERBENCH_ENGINE_ENGINEFILE_H
#define TIERBENCH_ENGINE_ENGINEFILE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct engine {
	char *path;
	char *text;
	json_t *root;
};

/*
 * Parses and validates text[0..len). NULL where it is no engine file: *why is then "PATH:LINE:COL:
 * what", the caller's to free. path only names the file in messages. Never exits but without
 * memory.
 */
struct engine *engine_parse(const char *path, const char *text, size_t len, char **why);

/*
 * Gives e every top-level field of base that it has none of. False, with *why, where the result is
 * not whole.
 */
bool engine_extend(struct engine *e, const struct engine *base, char **why);

/*
 * Line and column (both from 1) of the value at a path of keys and indices, "knobs/kv/levels/f16"
 * or "findings/2/pattern", in text, which must be valid JSON. As far as the path exists.
 */
void json_locate(const char *text, const char *path, size_t *line, size_t *column);

#endif
