/* The schema of an engine file and its validation; see tierbench-engine(5). */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "engine/argv.h"
#include "engine/enginefile.h"
#include "kit/mem.h"

/* What a value may be, as bits. */
enum type {
	T_STRING = 1 << 0,
	T_OBJECT = 1 << 1,
	T_ARRAY = 1 << 2,
	T_INTEGER = 1 << 3,
	T_NUMBER = 1 << 4,
	T_BOOL = 1 << 5,
	T_NULL = 1 << 6,
	T_ANY = 1 << 7,
};

struct field {
	const char *name;
	int types;
	bool required;
};

/* One validation under way: the first fault wins. */
struct check {
	const char *path, *text;
	char *why;
};

static const char *
skip_blank(const char *p)
{
	return p + strspn(p, " \t\r\n");
}

static const char *
skip_string(const char *p)
{
	for (p++; *p && *p != '"'; p++)
		if (*p == '\\' && p[1])
			p++;
	return *p ? p + 1 : p;
}

/* Behind the value at p. */
static const char *
skip_value(const char *p)
{
	int depth = 0;

	do {
		p = skip_blank(p);
		if (*p == '"') {
			p = skip_string(p);
		} else if (*p == '{' || *p == '[') {
			depth++;
			p++;
		} else if (*p == '}' || *p == ']') {
			depth--;
			p++;
		} else if (*p == ',' || *p == ':') {
			p++;
		} else {
			p += strcspn(p, " \t\r\n,:{}[]\"");
		}
	} while (depth > 0 && *p);
	return p;
}

/* The value of the member or element named by key[0..len) of the container at p, or NULL. */
static const char *
step_into(const char *p, const char *key, size_t len)
{
	bool object = *p == '{';
	size_t index = 0, wanted = object ? 0 : strtoul(key, NULL, 10);

	if (!object && *p != '[')
		return NULL;
	p = skip_blank(p + 1);
	while (*p && *p != '}' && *p != ']') {
		const char *name = p;
		size_t name_len = 0;

		if (object) {
			p = skip_string(p);
			name_len = (size_t)(p - name);
			p = skip_blank(p);
			p = skip_blank(*p == ':' ? p + 1 : p);
		}
		if (object ? name_len == len + 2 && strncmp(name + 1, key, len) == 0
			   : index == wanted)
			return p;
		index++;
		p = skip_blank(skip_value(p));
		if (*p == ',')
			p = skip_blank(p + 1);
	}
	return NULL;
}

void
json_locate(const char *text, const char *path, size_t *line, size_t *column)
{
	const char *p = skip_blank(text), *next;

	while (*path) {
		size_t len = strcspn(path, "/");

		next = step_into(p, path, len);
		if (next == NULL)
			break;
		p = next;
		path += len + (path[len] == '/');
	}
	*line = 1;
	*column = 1;
	for (next = text; next < p; next++) {
		if (*next == '\n') {
			++*line;
			*column = 1;
		} else if ((*next & 0xc0) != 0x80) {
			++*column;
		}
	}
}

/* Says what is wrong at where, unless something was said already. Returns false. */
static bool __attribute__((format(printf, 3, 4)))
fault(struct check *c, const char *where, const char *fmt, ...)
{
	va_list ap;
	char *what = NULL;
	size_t line, column;

	if (c->why != NULL)
		return false;
	va_start(ap, fmt);
	if (vasprintf(&what, fmt, ap) < 0)
		what = NULL;
	va_end(ap);
	json_locate(c->text, where, &line, &column);
	c->why = xasprintf("%s:%zu:%zu: %s%s%s", c->path, line, column, where, *where ? ": " : "",
		what ? what : "out of memory");
	free(what);
	return false;
}

static int
type_of(const json_t *v)
{
	switch (json_typeof(v)) {
	case JSON_STRING: return T_STRING;
	case JSON_OBJECT: return T_OBJECT;
	case JSON_ARRAY: return T_ARRAY;
	case JSON_INTEGER: return T_INTEGER | T_NUMBER;
	case JSON_REAL: return T_NUMBER;
	case JSON_NULL: return T_NULL;
	default: return T_BOOL;
	}
}

static const char *
type_names(int types)
{
	static const struct {
		int types;
		const char *text;
	} names[] = {
		{T_STRING, "a string"},
		{T_OBJECT, "an object"},
		{T_ARRAY, "an array"},
		{T_INTEGER, "an integer"},
		{T_NUMBER, "a number"},
		{T_BOOL, "true or false"},
		{T_STRING | T_NULL, "a string or null"},
		{T_STRING | T_OBJECT, "a string or an object"},
		{T_ARRAY | T_OBJECT, "an array or an object"},
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (names[i].types == types)
			return names[i].text;
	return "another type";
}

static const struct field *
field_named(const struct field *fields, const char *name)
{
	for (; fields->name; fields++)
		if (strcmp(fields->name, name) == 0)
			return fields;
	return NULL;
}

/* The members of the object at where are those of the table, and no others. */
static bool
check_fields(struct check *c, const char *where, const json_t *object, const struct field *fields)
{
	const char *key;
	json_t *v;
	bool ok = true;

	json_object_foreach((json_t *)object, key, v)
	{
		const struct field *f = field_named(fields, key);
		char *at = xasprintf("%s%s%s", where, *where ? "/" : "", key);

		if (f == NULL)
			ok = fault(c, at, "unknown field");
		else if (f->types != T_ANY && (type_of(v) & f->types) == 0)
			ok = fault(c, at, "want %s", type_names(f->types));
		free(at);
	}
	for (; fields->name; fields++)
		if (fields->required && json_object_get(object, fields->name) == NULL)
			ok = fault(c, where, "field \"%s\" is missing", fields->name);
	return ok;
}

/* A template of arguments: strings, or groups of strings that stand or fall together. */
static bool
check_argv(struct check *c, const char *where, const json_t *argv)
{
	size_t i;
	json_t *v;
	bool ok = true;

	if (argv == NULL)
		return true;
	if (!json_is_array(argv))
		return fault(c, where, "want an array");
	json_array_foreach(argv, i, v)
	{
		char *at = xasprintf("%s/%zu", where, i), *why = NULL;

		if (json_is_array(v))
			ok = check_argv(c, at, v) && ok;
		else if (!json_is_string(v))
			ok = fault(c, at, "want a string or an array of strings");
		else if (!template_valid(json_string_value(v), &why))
			ok = fault(c, at, "%s", why);
		free(why);
		free(at);
	}
	return ok;
}

static bool
check_strings(struct check *c, const char *where, const json_t *object)
{
	const char *key;
	json_t *v;
	bool ok = true;

	json_object_foreach((json_t *)object, key, v)
	{
		char *at = xasprintf("%s/%s", where, key);

		if (!json_is_string(v))
			ok = fault(c, at, "want a string");
		free(at);
	}
	return ok;
}

static bool
check_string_list(struct check *c, const char *where, const json_t *list)
{
	size_t i;
	json_t *v;
	bool ok = true;

	json_array_foreach(list, i, v)
	{
		char *at = xasprintf("%s/%zu", where, i);

		if (!json_is_string(v))
			ok = fault(c, at, "want a string");
		free(at);
	}
	return ok;
}

static bool
check_regex(struct check *c, const char *where, const json_t *pattern)
{
	const char *s = json_string_value(pattern);
	int code;
	PCRE2_SIZE at;
	PCRE2_UCHAR text[128];
	pcre2_code *re;

	if (s == NULL)
		return true;
	re = pcre2_compile((PCRE2_SPTR)s, PCRE2_ZERO_TERMINATED, PCRE2_UTF, &code, &at, NULL);
	if (re == NULL) {
		pcre2_get_error_message(code, text, sizeof text);
		return fault(c, where, "bad pattern at its character %zu: %s", at + 1, text);
	}
	pcre2_code_free(re);
	return true;
}

static bool
check_find(struct check *c, const json_t *find)
{
	static const struct field fields[] = {{"env", T_STRING, false}, {"beside", T_STRING, false},
		{"path", T_STRING, false}, {0}};
	size_t i;
	json_t *v;
	bool ok = true;

	json_array_foreach(find, i, v)
	{
		char *at = xasprintf("find/%zu", i);

		if (!json_is_object(v))
			ok = fault(c, at, "want an object");
		else if (json_object_size(v) != 1)
			ok = fault(c, at, "want one of \"env\", \"beside\" and \"path\"");
		else
			ok = check_fields(c, at, v, fields) && ok;
		free(at);
	}
	return ok;
}

static bool
check_version(struct check *c, const json_t *version)
{
	static const struct field fields[] = {{"argv", T_ARRAY, false}, {"match", T_STRING, false},
		{"sha256_match", T_STRING, false}, {"vague", T_STRING, false},
		{"with", T_ARRAY, false}, {0}};

	if (version == NULL)
		return true;
	return check_fields(c, "version", version, fields) &&
	       check_argv(c, "version/argv", json_object_get(version, "argv")) &&
	       check_regex(c, "version/match", json_object_get(version, "match")) &&
	       check_regex(c, "version/vague", json_object_get(version, "vague")) &&
	       check_string_list(c, "version/with", json_object_get(version, "with")) &&
	       check_regex(c, "version/sha256_match", json_object_get(version, "sha256_match"));
}

/* {LEVEL: {"argv": …, "needs": …, "why": …}} */
static bool
check_levels(struct check *c, const char *where, const json_t *levels)
{
	static const struct field fields[] = {{"argv", T_ARRAY, true}, {"env", T_OBJECT, false},
		{"needs", T_STRING, false}, {"min", T_INTEGER, false}, {"max", T_INTEGER, false},
		{"body", T_OBJECT, false}, {"means", T_STRING, false}, {0}};
	const char *key;
	json_t *v;
	bool ok = true;

	json_object_foreach((json_t *)levels, key, v)
	{
		char *at = xasprintf("%s/%s", where, key), *argv = xasprintf("%s/argv", at);

		if (!json_is_object(v))
			ok = fault(c, at, "want an object");
		else
			ok = check_fields(c, at, v, fields) &&
			     check_argv(c, argv, json_object_get(v, "argv")) && ok;
		free(argv);
		free(at);
	}
	return ok;
}

static bool
check_knobs(struct check *c, const json_t *knobs)
{
	static const struct field each[] = {{"levels", T_OBJECT, false}, {"how", T_OBJECT, false},
		{"argv", T_ARRAY, false}, {"min", T_INTEGER, false}, {"max", T_INTEGER, false},
		{0}};
	static const char *const known[] = {"quant", "kv", "draft", "np", "load", "watermark"};
	const char *key;
	json_t *v;
	bool ok = true;

	json_object_foreach((json_t *)knobs, key, v)
	{
		char *at = xasprintf("knobs/%s", key), *sub;
		bool is_known = false;

		for (size_t i = 0; i < sizeof known / sizeof *known; i++)
			is_known |= strcmp(known[i], key) == 0;
		if (!is_known)
			ok = fault(c, at, "unknown knob");
		else if (!json_is_object(v))
			ok = fault(c, at, "want an object");
		else
			ok = check_fields(c, at, v, each) && ok;
		sub = xasprintf("%s/levels", at);
		if (ok)
			ok = check_levels(c, sub, json_object_get(v, "levels"));
		free(sub);
		sub = xasprintf("%s/how", at);
		if (ok)
			ok = check_levels(c, sub, json_object_get(v, "how"));
		free(sub);
		sub = xasprintf("%s/argv", at);
		if (ok)
			ok = check_argv(c, sub, json_object_get(v, "argv"));
		free(sub);
		free(at);
	}
	return ok;
}

/* What each setting becomes: a template where it isn't null, or a template a value. */
static bool
check_setting_argv(struct check *c, const json_t *settings)
{
	const char *key, *level;
	json_t *v, *argv;
	bool ok = true;

	json_object_foreach((json_t *)settings, key, v)
	{
		char *at = xasprintf("setting_argv/%s", key);

		if (json_is_array(v)) {
			ok = check_argv(c, at, v) && ok;
		} else if (json_is_object(v)) {
			json_object_foreach(v, level, argv)
			{
				char *deeper = xasprintf("%s/%s", at, level);

				ok = check_argv(c, deeper, argv) && ok;
				free(deeper);
			}
		} else {
			ok = fault(c, at, "want an array or an object");
		}
		free(at);
	}
	return ok;
}

static bool
check_when(struct check *c, const char *where, const json_t *when)
{
	const char *key;
	json_t *v;
	bool ok = true;

	json_object_foreach((json_t *)when, key, v)
	{
		char *at = xasprintf("%s/%s", where, key);

		if (!json_is_array(v))
			ok = fault(c, at, "want an array of levels");
		free(at);
	}
	return ok;
}

/* "unservable", "does-not-fit", "note", or {"override": {"argv": […]}}. */
static bool
check_do(struct check *c, const char *where, const json_t *what)
{
	static const char *const words[] = {"unservable", "does-not-fit", "note"};
	static const struct field outer[] = {{"override", T_OBJECT, true}, {0}};
	static const struct field inner[] = {
		{"argv", T_ARRAY, false}, {"env", T_OBJECT, false}, {0}};
	const char *word = json_string_value(what);
	json_t *override;
	char *at;
	bool ok;

	for (size_t i = 0; word && i < sizeof words / sizeof *words; i++)
		if (strcmp(words[i], word) == 0)
			return true;
	if (!json_is_object(what))
		return fault(c, where,
			"want \"unservable\", \"does-not-fit\", \"note\" or {\"override\": …}");
	if (!check_fields(c, where, what, outer))
		return false;
	override = json_object_get(what, "override");
	at = xasprintf("%s/override", where);
	ok = check_fields(c, at, override, inner);
	free(at);
	at = xasprintf("%s/override/argv", where);
	ok = ok && check_argv(c, at, json_object_get(override, "argv"));
	free(at);
	at = xasprintf("%s/override/env", where);
	ok = ok && check_strings(c, at, json_object_get(override, "env"));
	free(at);
	return ok;
}

static bool
check_finding(struct check *c, const char *at, const json_t *v)
{
	static const struct field fields[] = {{"id", T_STRING, true}, {"pattern", T_STRING, false},
		{"before", T_OBJECT, false}, {"when", T_OBJECT, false}, {"phase", T_STRING, false},
		{"means", T_STRING, true}, {"do", T_STRING | T_OBJECT, true}, {0}};
	const char *phase = json_string_value(json_object_get(v, "phase"));
	char *sub;
	bool ok;

	if (!json_is_object(v))
		return fault(c, at, "want an object");
	if (!check_fields(c, at, v, fields))
		return false;
	if (!json_object_get(v, "pattern") && !json_object_get(v, "before"))
		return fault(c, at, "want \"pattern\" or \"before\"");
	sub = xasprintf("%s/phase", at);
	ok = phase == NULL || strcmp(phase, "start") == 0 || strcmp(phase, "run") == 0 ||
	     strcmp(phase, "ready") == 0 || fault(c, sub, "want \"start\", \"ready\" or \"run\"");
	free(sub);
	sub = xasprintf("%s/pattern", at);
	ok = ok && check_regex(c, sub, json_object_get(v, "pattern"));
	free(sub);
	sub = xasprintf("%s/when", at);
	ok = ok && check_when(c, sub, json_object_get(v, "when"));
	free(sub);
	sub = xasprintf("%s/before", at);
	ok = ok && check_when(c, sub, json_object_get(v, "before"));
	free(sub);
	sub = xasprintf("%s/do", at);
	ok = ok && check_do(c, sub, json_object_get(v, "do"));
	free(sub);
	return ok;
}

static bool
check_findings(struct check *c, const json_t *findings)
{
	size_t i, j;
	json_t *v, *other;
	bool ok = true;

	json_array_foreach(findings, i, v)
	{
		char *at = xasprintf("findings/%zu", i);

		ok = check_finding(c, at, v) && ok;
		for (j = 0; ok && j < i; j++) {
			other = json_array_get(findings, j);
			if (json_equal(json_object_get(other, "id"), json_object_get(v, "id")))
				ok = fault(c, at, "a second finding with this id");
		}
		free(at);
	}
	return ok;
}

static bool
check_excludes(struct check *c, const json_t *excludes)
{
	static const struct field fields[] = {
		{"when", T_OBJECT, true}, {"why", T_STRING, true}, {0}};
	size_t i;
	json_t *v;
	bool ok = true;

	json_array_foreach(excludes, i, v)
	{
		char *at = xasprintf("excludes/%zu", i), *when = xasprintf("%s/when", at);

		if (!json_is_object(v))
			ok = fault(c, at, "want an object");
		else
			ok = check_fields(c, at, v, fields) &&
			     check_when(c, when, json_object_get(v, "when")) && ok;
		free(when);
		free(at);
	}
	return ok;
}

static bool
check_ready(struct check *c, const json_t *ready)
{
	static const struct field fields[] = {{"models", T_STRING, false},
		{"path", T_STRING, false}, {"body", T_OBJECT, false}, {"start_s", T_NUMBER, false},
		{"idle_s", T_NUMBER, false}, {0}};

	return ready == NULL || check_fields(c, "ready", ready, fields);
}

static bool
check_memory(struct check *c, const json_t *memory)
{
	static const struct field fields[] = {{"kv_bytes", T_OBJECT, false},
		{"kv_default", T_STRING, false}, {"overhead_mib", T_OBJECT, false},
		{"reserved", T_STRING, false}, {0}};
	const char *key;
	json_t *v;
	bool ok;

	if (memory == NULL)
		return true;
	ok = check_fields(c, "memory", memory, fields) &&
	     check_regex(c, "memory/reserved", json_object_get(memory, "reserved"));
	json_object_foreach(json_object_get(memory, "kv_bytes"), key, v)
	{
		char *at = xasprintf("memory/kv_bytes/%s", key);

		if (!json_is_number(v) || json_number_value(v) <= 0)
			ok = fault(c, at, "want bytes an element");
		free(at);
	}
	return ok;
}

static const struct field top_fields[] = {{"name", T_STRING, true}, {"extends", T_STRING, false},
	{"about", T_STRING, false}, {"url", T_STRING, false}, {"find", T_ARRAY, false},
	{"version", T_OBJECT, false}, {"formats", T_ARRAY, false}, {"dialect", T_STRING, false},
	{"model", T_STRING, false}, {"api_key", T_STRING, false}, {"argv", T_ARRAY, false},
	{"env", T_OBJECT, false}, {"settings", T_OBJECT, false}, {"setting_argv", T_OBJECT, false},
	{"knobs", T_OBJECT, false}, {"excludes", T_ARRAY, false}, {"ready", T_OBJECT, false},
	{"memory", T_OBJECT, false}, {"findings", T_ARRAY, false}, {0}};

/* What an engine file must have in the end, whether of its own or of the file that it extends. */
static bool
check_whole(struct check *c, const json_t *root)
{
	static const char *const wanted[] = {"formats", "dialect", "knobs"};

	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
		if (json_object_get(root, wanted[i]) == NULL)
			return fault(c, "", "field \"%s\" is missing", wanted[i]);
	if (!json_object_get(root, "url") && !json_object_get(root, "argv"))
		return fault(c, "", "want \"argv\" (a server to start) or \"url\" (one that runs)");
	if (json_object_get(root, "argv") && !json_array_size(json_object_get(root, "find")))
		return fault(c, "argv", "a server to start wants \"find\"");
	return true;
}

static bool
check_engine(struct check *c, const json_t *root)
{
	const char *name = json_string_value(json_object_get(root, "name"));

	if (!json_is_object(root))
		return fault(c, "", "want an object");
	if (!check_fields(c, "", root, top_fields))
		return false;
	if (*name == '\0' || strchr(name, '/') != NULL)
		return fault(c, "name", "want a name without '/'");
	if (!json_object_get(root, "extends") && !check_whole(c, root))
		return false;
	return check_find(c, json_object_get(root, "find")) &&
	       check_version(c, json_object_get(root, "version")) &&
	       check_string_list(c, "formats", json_object_get(root, "formats")) &&
	       check_argv(c, "argv", json_object_get(root, "argv")) &&
	       check_strings(c, "env", json_object_get(root, "env")) &&
	       check_setting_argv(c, json_object_get(root, "setting_argv")) &&
	       check_knobs(c, json_object_get(root, "knobs")) &&
	       check_excludes(c, json_object_get(root, "excludes")) &&
	       check_ready(c, json_object_get(root, "ready")) &&
	       check_memory(c, json_object_get(root, "memory")) &&
	       check_findings(c, json_object_get(root, "findings"));
}

bool
engine_extend(struct engine *e, const struct engine *base, char **why)
{
	struct check c = {e->path, e->text, NULL};
	json_t *whole = json_copy(base->root);

	json_object_update(whole, e->root);
	json_object_del(whole, "extends");
	json_decref(e->root);
	e->root = whole;
	if (check_whole(&c, whole))
		return true;
	*why = c.why;
	return false;
}

struct engine *
engine_parse(const char *path, const char *text, size_t len, char **why)
{
	struct engine *e;
	struct check c = {path, NULL, NULL};
	json_error_t error;
	json_t *root;

	root = json_loadb(text, len, JSON_REJECT_DUPLICATES, &error);
	if (root == NULL) {
		*why = xasprintf("%s:%d:%d: %s", path, error.line, error.column, error.text);
		return NULL;
	}
	e = xcalloc(1, sizeof *e);
	e->path = xstrdup(path);
	e->text = xstrndup(text, len);
	e->root = root;
	c.text = e->text;
	if (check_engine(&c, root))
		return e;
	*why = c.why;
	json_decref(root);
	free(e->text);
	free(e->path);
	free(e);
	return NULL;
}
