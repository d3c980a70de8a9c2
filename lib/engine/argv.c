#include "engine/argv.h"

#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/enginefile.h"
#include "kit/buf.h"
#include "kit/json.h"
#include "kit/mem.h"

static const char *const known_names[] = {"program", "weights", "draft", "tokenizer", "config",
	"host", "port", "np", "load", "ctx_total", "ctx_per_slot", "depth", "kv", "threads",
	"batch", "gpu_layers", "dtype", "fa", "checkpoint", "cell", "seed", "model", "api_key",
	"cores", "folder"};

void
argv_add(struct argv *a, const char *s)
{
	if (a->n + 2 > a->cap) {
		a->cap = a->cap ? a->cap * 2 : 32;
		a->v = xreallocarray(a->v, a->cap, sizeof *a->v);
	}
	a->v[a->n++] = xstrdup(s);
	a->v[a->n] = NULL;
}

void
argv_free(struct argv *a)
{
	for (size_t i = 0; i < a->n; i++)
		free(a->v[i]);
	free(a->v);
	*a = (struct argv){0};
}

static bool
is_known(const char *name, size_t len)
{
	for (size_t i = 0; i < sizeof known_names / sizeof *known_names; i++)
		if (strlen(known_names[i]) == len && strncmp(known_names[i], name, len) == 0)
			return true;
	return false;
}

bool
template_valid(const char *s, char **why)
{
	for (; *s; s++) {
		size_t len;

		if ((s[0] == '{' || s[0] == '}') && s[1] == s[0]) {
			s++;
			continue;
		}
		if (*s == '}') {
			*why = xstrdup("'}' without '{' (write }} for the brace itself)");
			return false;
		}
		if (*s != '{')
			continue;
		len = strcspn(s + 1, "{}");
		if (s[1 + len] != '}') {
			*why = xstrdup("'{' without '}' (write {{ for the brace itself)");
			return false;
		}
		if (!is_known(s + 1, len)) {
			*why = xasprintf("unknown variable {%.*s}", (int)len, s + 1);
			return false;
		}
		s += len + 1;
	}
	return true;
}

static bool
put_variable(struct buf *out, const char *name, size_t len, const json_t *vars)
{
	const json_t *v = json_object_getn(vars, name, len);
	const char *s = json_string_value(v);

	if (v == NULL || json_is_null(v))
		return false;
	if (s != NULL)
		buf_puts(out, s);
	else
		json_put(out, v);
	return true;
}

char *
template_expand(const char *s, const json_t *vars, char **why)
{
	struct buf out = BUF_INIT;

	for (; *s; s++) {
		size_t len;

		if ((s[0] == '{' || s[0] == '}') && s[1] == s[0]) {
			buf_putc(&out, *s++);
			continue;
		}
		if (*s != '{') {
			buf_putc(&out, *s);
			continue;
		}
		len = strcspn(s + 1, "}");
		if (!put_variable(&out, s + 1, len, vars)) {
			*why = xasprintf("{%.*s} has no value in this cell", (int)len, s + 1);
			buf_free(&out);
			return NULL;
		}
		s += len + 1;
	}
	return buf_steal(&out);
}

/* A group stands or falls together. */
static void
expand_group(struct argv *a, const json_t *group, const json_t *vars)
{
	struct argv out = {0};
	size_t i;
	json_t *v;
	bool whole = true;

	json_array_foreach(group, i, v)
	{
		char *why = NULL;
		char *s = template_expand(json_string_value(v), vars, &why);

		if (s != NULL)
			argv_add(&out, s);
		whole = whole && s != NULL;
		free(s);
		free(why);
	}
	for (i = 0; whole && i < out.n; i++)
		argv_add(a, out.v[i]);
	argv_free(&out);
}

bool
argv_expand(struct argv *a, const json_t *template, const json_t *vars, char **why)
{
	size_t i;
	json_t *v;

	json_array_foreach(template, i, v)
	{
		char *s;

		if (json_is_array(v)) {
			expand_group(a, v, vars);
			continue;
		}
		s = template_expand(json_string_value(v), vars, why);
		if (s == NULL)
			return false;
		argv_add(a, s);
		free(s);
	}
	return true;
}

/* The level of a knob as text: a string itself, a number in digits, true, false. Caller frees. */
static char *
level_text(const json_t *v)
{
	const char *s = json_string_value(v);

	return s ? xstrdup(s) : json_text(v);
}

static bool
add_settings(const struct engine *e, const json_t *settings, const json_t *vars, struct argv *a,
	char **why)
{
	const json_t *table = json_object_get(e->root, "setting_argv");
	const char *key;
	json_t *how;
	bool ok = true;

	json_object_foreach((json_t *)table, key, how)
	{
		const json_t *value = json_object_get(settings, key);
		const json_t *template = how;
		char *level;

		if (value == NULL || json_is_null(value) || !ok)
			continue;
		if (json_is_object(how)) {
			level = level_text(value);
			template = json_object_get(how, level);
			if (template == NULL) {
				*why = xasprintf(
					"setting %s has no level '%s' in this engine", key, level);
				ok = false;
			}
			free(level);
		}
		ok = ok && argv_expand(a, template, vars, why);
	}
	return ok;
}

/* The entry of the engine file for the level that the cell's knob has; NULL with *why NULL:
 * default. */
static const json_t *
knob_entry(const struct engine *e, const json_t *knobs, const char *knob, char **why)
{
	const json_t *value = json_object_get(knobs, knob);
	const json_t *def = json_object_get(json_object_get(e->root, "knobs"), knob);
	const json_t *entry;
	char *level;

	if (value == NULL || json_is_null(value))
		return NULL;
	if (def == NULL) {
		*why = xasprintf("this engine has no knob %s", knob);
		return NULL;
	}
	if (json_object_get(def, "argv"))
		return def;
	if (strcmp(knob, "draft") == 0) {
		if (json_int(value, "depth", 0) == 0)
			return NULL;
		level = xstrdup(json_str(value, "how", "none"));
		entry = json_object_get(json_object_get(def, "how"), level);
	} else {
		level = level_text(value);
		entry = json_object_get(json_object_get(def, "levels"), level);
	}
	if (entry == NULL && json_object_get(def, "levels") == NULL &&
		json_object_get(def, "how") == NULL) {
		free(level);
		return NULL;
	}
	if (entry == NULL)
		*why = xasprintf("%s %s is no level of this engine", knob, level);
	free(level);
	return entry;
}

static const char *const knob_order[] = {"quant", "kv", "draft", "np", "load", "watermark"};

bool
engine_argv(const struct engine *e, const json_t *cell, const json_t *vars, const json_t *override,
	struct argv *a, char **why)
{
	const json_t *knobs = json_object_get(cell, "knobs");
	const json_t *settings = json_object_get(cell, "settings");
	size_t i;
	json_t *extra;

	*why = NULL;
	if (!argv_expand(a, json_object_get(e->root, "argv"), vars, why) ||
		!add_settings(e, settings, vars, a, why))
		return false;
	for (i = 0; i < sizeof knob_order / sizeof *knob_order; i++) {
		const json_t *entry;

		if (json_object_get(json_object_get(e->root, "knobs"), knob_order[i]) == NULL &&
			strcmp(knob_order[i], "kv") != 0 && strcmp(knob_order[i], "draft") != 0)
			continue; /* what the server needn't know: weights, load */
		entry = knob_entry(e, knobs, knob_order[i], why);
		if (*why != NULL)
			return false;
		if (entry && !argv_expand(a, json_object_get(entry, "argv"), vars, why))
			return false;
	}
	json_array_foreach(json_object_get(settings, "extra_argv"), i, extra)
	{
		if (json_is_string(extra))
			argv_add(a, json_string_value(extra));
	}
	return argv_expand(a, json_object_get(override, "argv"), vars, why);
}

/* What comes later wins. */
static void
set_env(struct argv *a, const char *pair, size_t name)
{
	for (size_t i = 0; i < a->n; i++) {
		if (strncmp(a->v[i], pair, name) == 0) {
			free(a->v[i]);
			a->v[i] = xstrdup(pair);
			return;
		}
	}
	argv_add(a, pair);
}

static bool
add_env(const json_t *env, const json_t *vars, bool expand, struct argv *a, char **why)
{
	const char *key;
	json_t *v;

	json_object_foreach((json_t *)env, key, v)
	{
		char *value, *pair;

		if (!json_is_string(v))
			continue;
		value = expand ? template_expand(json_string_value(v), vars, why)
			       : xstrdup(json_string_value(v));
		if (value == NULL)
			return false;
		pair = xasprintf("%s=%s", key, value);
		set_env(a, pair, strlen(key) + 1);
		free(pair);
		free(value);
	}
	return true;
}

bool
engine_env(const struct engine *e, const json_t *cell, const json_t *vars, const json_t *override,
	struct argv *a, char **why)
{
	const json_t *knobs = json_object_get(cell, "knobs");
	const json_t *entry;
	size_t i;

	*why = NULL;
	if (!add_env(json_object_get(e->root, "env"), vars, true, a, why))
		return false;
	for (i = 0; i < sizeof knob_order / sizeof *knob_order; i++) {
		char *ignored = NULL; /* engine_argv has said it */

		entry = knob_entry(e, knobs, knob_order[i], &ignored);
		free(ignored);
		if (entry && !add_env(json_object_get(entry, "env"), vars, true, a, why))
			return false;
	}
	return add_env(json_path(cell, "settings.env"), vars, false, a, why) &&
	       add_env(json_object_get(override, "env"), vars, true, a, why);
}

/* {folder}: where the weights lie, what an engine that serves folders is given. */
static void
set_folder(json_t *vars)
{
	const char *weights = json_string_value(json_object_get(vars, "weights"));
	char *copy;
	struct stat st;

	if (weights == NULL)
		return;
	copy = xstrdup(weights);
	json_object_set_new(vars, "folder",
		json_string(
			stat(weights, &st) == 0 && S_ISDIR(st.st_mode) ? weights : dirname(copy)));
	free(copy);
}

json_t *
engine_vars(const struct engine *e, const json_t *cell)
{
	const json_t *settings = json_object_get(cell, "settings");
	const json_t *knobs = json_object_get(cell, "knobs");
	json_int_t np = json_int(knobs, "np", 1), ctx = json_int(settings, "ctx_per_slot", 0);
	json_int_t depth = json_int(knobs, "draft.depth", 0);
	json_t *vars = json_object();
	const char *key;
	json_t *v;

	json_object_foreach((json_t *)settings, key, v)
	{
		if (!json_is_object(v) && !json_is_array(v))
			json_object_set(vars, key, v);
	}
	json_object_foreach(json_object_get(cell, "paths"), key, v) json_object_set(vars, key, v);
	set_folder(vars);
	json_object_set_new(vars, "np", json_integer(np));
	json_object_set_new(vars, "load", json_integer(json_int(knobs, "load", 1)));
	if (ctx > 0)
		json_object_set_new(vars, "ctx_total", json_integer(ctx * np));
	if (depth > 0)
		json_object_set_new(vars, "depth", json_integer(depth));
	json_object_set(vars, "kv", json_object_get(knobs, "kv"));
	json_object_set(vars, "checkpoint", json_object_get(cell, "checkpoint"));
	json_object_set(vars, "cell", json_object_get(cell, "cell"));
	json_object_set(vars, "seed", json_object_get(cell, "seed"));
	v = json_object_get(e->root, "model");
	if (json_is_string(v)) {
		char *why = NULL, *model = template_expand(json_string_value(v), vars, &why);

		if (model != NULL)
			json_object_set_new(vars, "model", json_string(model));
		free(model);
		free(why);
	} else {
		json_object_set(vars, "model", json_object_get(cell, "checkpoint"));
	}
	return vars;
}
