#include "engine/engine.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <libgen.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "engine/argv.h"
#include "engine/enginefile.h"
#include "kit/buf.h"
#include "kit/err.h"
#include "kit/file.h"
#include "kit/hash.h"
#include "kit/json.h"
#include "kit/mem.h"
#include "kit/proc.h"

enum { VERSION_TEXT_MAX = 1 << 16 };

/* Reads one file, and the file that it extends; that one may extend no further. */
static struct engine *
read_engine(const char *path, bool may_extend, char **why)
{
	struct buf text = BUF_INIT;
	struct engine *e, *base;
	const char *extends;
	char *copy, *base_path;
	bool ok;

	*why = NULL;
	if (!read_file(path, &text)) {
		*why = xasprintf("%s: %s", path, strerror(errno));
		buf_free(&text);
		return NULL;
	}
	e = engine_parse(path, text.s ? text.s : "", text.len, why);
	buf_free(&text);
	extends = e ? json_str(e->root, "extends", NULL) : NULL;
	if (extends == NULL)
		return e;
	copy = xstrdup(path);
	base_path = xasprintf("%s/%s", dirname(copy), extends);
	base = may_extend ? read_engine(base_path, false, why) : NULL;
	if (!may_extend)
		*why = xasprintf("%s: extends a file that extends another", path);
	ok = base != NULL && engine_extend(e, base, why);
	engine_free(base);
	free(base_path);
	free(copy);
	if (ok)
		return e;
	engine_free(e);
	return NULL;
}

struct engine *
engine_try(const char *path, char **why)
{
	return read_engine(path, true, why);
}

struct engine *
engine_load(const char *path)
{
	char *why;
	struct engine *e = engine_try(path, &why);

	if (e == NULL)
		die(file_exists(path) ? EXIT_CONFIG : EXIT_NO_INPUT, "%s", why);
	return e;
}

void
engine_free(struct engine *e)
{
	if (e == NULL)
		return;
	json_decref(e->root);
	free(e->text);
	free(e->path);
	free(e);
}

const char *
engine_name(const struct engine *e)
{
	return json_str(e->root, "name", "");
}

const char *
engine_dialect(const struct engine *e)
{
	return json_str(e->root, "dialect", "");
}

const json_t *
engine_root(const struct engine *e)
{
	return e->root;
}

static char *
program_on_path(const char *name)
{
	const char *path = getenv("PATH");
	char *copy = xstrdup(path ? path : ""), *save, *dir, *found = NULL;

	for (dir = strtok_r(copy, ":", &save); dir && !found; dir = strtok_r(NULL, ":", &save)) {
		found = xasprintf("%s/%s", dir, name);
		if (access(found, X_OK) != 0) {
			free(found);
			found = NULL;
		}
	}
	free(copy);
	return found;
}

/* A name from the environment may be a path, or a program on PATH. */
static char *
program_from_env(const char *variable, char **why)
{
	const char *value = getenv(variable);
	char *found;

	if (value == NULL || *value == '\0')
		return NULL;
	found = strchr(value, '/') ? xstrdup(value) : program_on_path(value);
	if (found != NULL && access(found, X_OK) == 0)
		return found;
	*why = xasprintf("%s=%s: no such program", variable, value);
	free(found);
	return NULL;
}

char *
engine_program(const struct engine *e, char **why)
{
	size_t i;
	json_t *v;
	char *copy = xstrdup(e->path), *dir = dirname(copy), *found = NULL;

	*why = NULL;
	json_array_foreach(json_object_get(e->root, "find"), i, v)
	{
		const char *env = json_str(v, "env", NULL), *beside = json_str(v, "beside", NULL);
		const char *path = json_str(v, "path", NULL);

		if (found != NULL || *why != NULL)
			break;
		if (env != NULL) {
			found = program_from_env(env, why);
		} else if (beside != NULL) {
			found = xasprintf("%s/%s", dir, beside);
			if (access(found, X_OK) != 0) {
				free(found);
				found = NULL;
			}
		} else if (path != NULL) {
			found = program_on_path(path);
		}
	}
	free(copy);
	if (found == NULL && *why == NULL)
		*why = xasprintf("%s: no program found (looked in the places that %s names)",
			engine_name(e), e->path);
	return found;
}

/* What the program says to its version arguments, both streams; false where it can't be run. */
static bool
version_text(const struct engine *e, const char *program, struct buf *out)
{
	struct argv argv = {0};
	json_t *vars = json_pack("{s:s}", "program", program);
	char *why = NULL, block[4096];
	int fds[2] = {-1, -1};
	struct proc_spec spec = {.in = -1, .own_group = false};
	ssize_t got;
	pid_t pid = -1;

	if (argv_expand(&argv, json_path(e->root, "version.argv"), vars, &why) && argv.n > 0 &&
		pipe2(fds, O_CLOEXEC) == 0) {
		spec.argv = argv.v;
		spec.out = spec.err = fds[1];
		pid = proc_start(&spec);
	}
	if (fds[1] >= 0)
		close(fds[1]);
	while (pid > 0 &&
		((got = read(fds[0], block, sizeof block)) > 0 || (got < 0 && errno == EINTR)))
		if (got > 0 && out->len < VERSION_TEXT_MAX)
			buf_add(out, block, (size_t)got);
	if (fds[0] >= 0)
		close(fds[0]);
	if (pid > 0)
		proc_wait(pid);
	json_decref(vars);
	argv_free(&argv);
	free(why);
	return pid > 0;
}

char *
regex_first(const char *pattern, const char *text, size_t len)
{
	int code;
	PCRE2_SIZE at, *span;
	pcre2_code *re;
	pcre2_match_data *m;
	char *found = NULL;
	int got;

	re = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED,
		PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_MULTILINE, &code, &at, NULL);
	if (re == NULL)
		return NULL;
	m = pcre2_match_data_create_from_pattern(re, NULL);
	got = pcre2_match(re, (PCRE2_SPTR)text, len, 0, 0, m, NULL);
	if (got > 0) {
		span = pcre2_get_ovector_pointer(m) + (got > 1 ? 2 : 0);
		found = xstrndup(text + span[0], span[1] - span[0]);
	}
	pcre2_match_data_free(m);
	pcre2_code_free(re);
	return found;
}

static int
compare_strings(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/*
 * The program's hash; with libraries beside it (version.with: patterns in its folder) the hash of
 * the sorted hashes of all.
 */
static bool
program_hash(const struct engine *e, const char *program, char out[static HASH_HEX])
{
	struct argv hashes = {0};
	struct buf all = BUF_INIT;
	char hex[HASH_HEX], *real = realpath(program, NULL), *dir;
	size_t i;
	json_t *v;
	bool ok = real != NULL && hash_file(real, out);

	if (!ok || json_array_size(json_path(e->root, "version.with")) == 0) {
		free(real);
		return ok;
	}
	argv_add(&hashes, out);
	dir = dirname(real);
	json_array_foreach(json_path(e->root, "version.with"), i, v)
	{
		char *pattern = xasprintf(
			"%s/%s", dir, json_string_value(v) ? json_string_value(v) : "");
		glob_t g;

		if (glob(pattern, 0, NULL, &g) == 0) {
			for (size_t j = 0; j < g.gl_pathc; j++)
				if (hash_file(g.gl_pathv[j], hex))
					argv_add(&hashes, hex);
			globfree(&g);
		}
		free(pattern);
	}
	if (hashes.n > 1) {
		qsort(hashes.v, hashes.n, sizeof *hashes.v, compare_strings);
		for (i = 0; i < hashes.n; i++)
			buf_puts(&all, hashes.v[i]);
		hash_hex(all.s, all.len, out);
	}
	buf_free(&all);
	argv_free(&hashes);
	free(real);
	return true;
}

json_t *
engine_identity(const struct engine *e, char **why)
{
	struct buf text = BUF_INIT;
	const char *match = json_str(e->root, "version.match", NULL);
	const char *sha_match = json_str(e->root, "version.sha256_match", NULL);
	const char *vague = json_str(e->root, "version.vague", NULL);
	char hex[HASH_HEX] = "", *version = NULL, *sha = NULL, *unclear;
	char *program;
	json_t *identity = NULL;

	*why = NULL;
	if (json_object_get(e->root, "url"))
		return json_pack("{s:s, s:n, s:n}", "name", engine_name(e), "version", "sha256");
	program = engine_program(e, why);
	if (program == NULL)
		return NULL;
	if (json_path(e->root, "version.argv") && !version_text(e, program, &text)) {
		*why = xasprintf("%s: can't be run: %s", program, strerror(errno));
		goto out;
	}
	if (!program_hash(e, program, hex)) {
		*why = xasprintf("%s: %s", program, strerror(errno));
		goto out;
	}
	if (match != NULL && text.len > 0)
		version = regex_first(match, text.s, text.len);
	if (sha_match != NULL && text.len > 0)
		sha = regex_first(sha_match, text.s, text.len);
	/* A version that names no commit is no provenance: the hash stands for it. */
	if (version != NULL && vague != NULL &&
		(unclear = regex_first(vague, version, strlen(version))) != NULL) {
		char *named = xasprintf("%s sha256:%.12s", version, sha ? sha : hex);

		free(unclear);
		free(version);
		version = named;
	}
	if (version == NULL && match != NULL)
		*why = xasprintf("%s: tells no version that %s knows (is it installed whole?)",
			program, e->path);
	else
		identity = json_pack("{s:s, s:s, s:s}", "name", engine_name(e), "version",
			version ? version : hex, "sha256", sha ? sha : hex);
out:
	free(version);
	free(sha);
	free(program);
	buf_free(&text);
	return identity;
}

int
cores_usable(void)
{
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof set, &set) == 0)
		return CPU_COUNT(&set);
	return (int)sysconf(_SC_NPROCESSORS_ONLN);
}

json_t *
engine_settings(const struct engine *e)
{
	/* RECORDS lists these: each is present in every cell. */
	static const char *const names[] = {"ctx_per_slot", "fa", "prefix_cache", "gpu_layers",
		"threads", "batch", "dtype", "template_sha256", "extra_argv", "env"};
	json_t *settings = json_object(), *given = json_object_get(e->root, "settings");
	const char *key;
	json_t *v;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		json_object_set_new(settings, names[i], json_null());
	json_object_set_new(settings, "extra_argv", json_array());
	json_object_set_new(settings, "env", json_object());
	json_object_foreach(given, key, v) json_object_set_new(settings, key, json_deep_copy(v));
	if (strcmp(json_str(settings, "threads", ""), "cores") == 0)
		json_object_set_new(settings, "threads", json_integer(cores_usable()));
	return settings;
}
