/*
 * Templates of arguments. "{name}" stands for a variable, "{{" and "}}" for the braces themselves.
 * An element of a template is a string or a group: an array of strings that is left out whole where
 * a variable in it has no value.
 */
#ifndef TIERBENCH_ENGINE_ARGV_H
#define TIERBENCH_ENGINE_ARGV_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "engine/engine.h"

/* A growing argument vector, ended by NULL; owns its strings. Zeroes are an empty one. */
struct argv {
	char **v;
	size_t n, cap;
};

void argv_add(struct argv *a, const char *s);
void argv_free(struct argv *a);

/* Whether braces are paired and names are known; *why is the caller's to free where not. */
bool template_valid(const char *s, char **why);
/*
 * Appends the template's elements with vars (name → string, number or null) put in. False with
 * *why, the caller's to free, where an element outside any group needs a variable that has no
 * value.
 */
bool argv_expand(struct argv *a, const json_t *template, const json_t *vars, char **why);
/* One string expanded; NULL with *why set as above. The caller frees it. */
char *template_expand(const char *s, const json_t *vars, char **why);

/*
 * All arguments of a server for this cell: the engine's template, settings, knobs, the cell's own
 * extra_argv, then the override's. False with *why set where the cell can't be expressed.
 */
bool engine_argv(const struct engine *e, const json_t *cell, const json_t *vars,
	const json_t *override, struct argv *a, char **why);
/* Likewise its environment, "NAME=VALUE" each. */
bool engine_env(const struct engine *e, const json_t *cell, const json_t *vars,
	const json_t *override, struct argv *a, char **why);
/*
 * The variables of a cell: {weights}, {draft}, {tokenizer}, {config} (paths), {folder} (of the weights), {np}, {load},
 * {ctx_total}, {ctx_per_slot}, {depth}, {kv}, every scalar setting, {checkpoint}, {cell}, {seed}.
 * What launch adds: {program}, {host}, {port}, {model}, {api_key}. A new object.
 */
json_t *engine_vars(const struct engine *e, const json_t *cell);

#endif
