#include "engine/run_state.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/argv.h"
#include "engine/hashes.h"
#include "engine/lock.h"
#include "engine/registry.h"
#include "kit/clock.h"
#include "kit/err.h"
#include "kit/file.h"
#include "kit/json.h"
#include "kit/mem.h"

bool
run_config_fault(struct run *r, char *why)
{
	warn("cell %s: %s", json_str(r->cell, "cell", "?"), why);
	free(why);
	r->status = EXIT_CONFIG;
	return false;
}

char *
engine_file(const char *folder, const char *name, char **why)
{
	char *path = xasprintf("%s/%s.json", folder, name);
	struct dirent *d;
	DIR *dir;

	if (file_exists(path))
		return path;
	free(path);
	path = NULL;
	dir = opendir(folder);
	while (dir != NULL && path == NULL && (d = readdir(dir)) != NULL) {
		size_t len = strlen(d->d_name);
		char *unreadable = NULL;
		struct engine *e;

		if (len < 6 || strcmp(d->d_name + len - 5, ".json") != 0)
			continue;
		path = xasprintf("%s/%s", folder, d->d_name);
		e = engine_try(path, &unreadable);
		if (e == NULL || strcmp(engine_name(e), name) != 0) {
			free(path);
			path = NULL;
		}
		free(unreadable);
		engine_free(e);
	}
	if (dir != NULL)
		closedir(dir);
	if (path == NULL)
		*why = xasprintf("no engine file for '%s' in %s", name, folder);
	return path;
}

static bool
load_engine(struct run *r)
{
	const char *name = json_str(r->cell, "engine.name", NULL);
	char *why = NULL, *path;

	if (name == NULL)
		return run_config_fault(r, xstrdup("the cell names no engine"));
	path = engine_file(r->o->engines, name, &why);
	if (path == NULL)
		return run_config_fault(r, why);
	r->engine = engine_try(path, &why);
	free(path);
	return r->engine != NULL || run_config_fault(r, why);
}

/* The engine here must be the one that the cell's key was made of. */
static bool
check_identity(struct run *r)
{
	const char *want_sha = json_str(r->cell, "engine.sha256", NULL), *have_sha;
	const char *want = json_str(r->cell, "engine.version", NULL), *have;
	json_t *identity;
	char *why = NULL;
	bool same;

	if (want != NULL)
		r->version = xstrdup(want);
	if (!r->o->check_identity || json_object_get(engine_root(r->engine), "url"))
		return true;
	identity = engine_identity(r->engine, &why);
	if (identity == NULL)
		return run_config_fault(r, why);
	have = json_str(identity, "version", "");
	have_sha = json_str(identity, "sha256", "");
	same = (!want || strcmp(want, have) == 0) && (!want_sha || strcmp(want_sha, have_sha) == 0);
	if (!same)
		run_config_fault(
			r, xasprintf("its engine is %s (%.12s), here is %s (%.12s): plan again, or "
				     "launch "
				     "with the engine it was planned for",
				   want ? want : "?", want_sha ? want_sha : "?", have, have_sha));
	else if (r->version == NULL)
		r->version = xstrdup(have);
	json_decref(identity);
	return same;
}

static bool
check_command(struct run *r)
{
	const char *name = r->o->command[0];
	const char *path = getenv("PATH");
	char *copy, *save, *dir;
	bool found = false, there = false;

	if (strchr(name, '/') != NULL) {
		there = access(name, F_OK) == 0;
		found = access(name, X_OK) == 0;
	} else {
		copy = xstrdup(path ? path : "/usr/bin:/bin");
		for (dir = strtok_r(copy, ":", &save); dir; dir = strtok_r(NULL, ":", &save)) {
			char *full = xasprintf("%s/%s", dir, name);

			there = there || access(full, F_OK) == 0;
			found = found || access(full, X_OK) == 0;
			free(full);
		}
		free(copy);
	}
	if (found)
		return true;
	warn("%s: %s", name, there ? "not executable" : "not found");
	r->status = there ? EXIT_CANNOT_EXEC : EXIT_NOT_FOUND;
	return false;
}

/* The hash that the cell has for a role; NULL where it has none, or several files of that role. */
static const char *
planned_hash(const json_t *cell, const char *role)
{
	const char *found = NULL;
	size_t i;
	json_t *file;

	json_array_foreach(json_object_get(cell, "files"), i, file)
	{
		if (strcmp(json_str(file, "role", ""), role) != 0)
			continue;
		if (found != NULL)
			return NULL;
		found = json_str(file, "sha256", NULL);
	}
	return found;
}

/* The files must be those that the cell's key was made of, too. */
static bool
check_hashes(struct run *r)
{
	struct hashes h;
	const char *role;
	json_t *path;
	char *why = NULL;

	if (r->o->hashes == NULL || json_object_get(engine_root(r->engine), "url"))
		return true;
	hashes_open(&h, r->o->hashes);
	json_object_foreach(json_object_get(r->cell, "paths"), role, path)
	{
		const char *want = planned_hash(r->cell, role), *file = json_string_value(path);
		char have[HASH_HEX];

		if (want == NULL || why != NULL)
			continue;
		if (!hashes_get(&h, file, have))
			why = xasprintf("%s: %s", file, strerror(errno));
		else if (strcmp(want, have) != 0)
			why = xasprintf(
				"%s is not the file that it was planned with (%.12s, now %.12s): "
				"plan again",
				file, want, have);
	}
	hashes_close(&h);
	return why == NULL || run_config_fault(r, why);
}

static bool
check_files(struct run *r)
{
	const char *role;
	json_t *path;

	if (json_object_get(engine_root(r->engine), "url"))
		return true; /* nothing of it lies here */
	json_object_foreach(json_object_get(r->cell, "paths"), role, path)
	{
		const char *s = json_string_value(path);

		if (s == NULL || access(s, R_OK) != 0)
			return run_config_fault(r,
				xasprintf("%s: %s: %s", role, s ? s : "no path", strerror(errno)));
	}
	return true;
}

bool
run_prepare(struct run *r)
{
	char *why = NULL;
	const char *weights = json_str(r->cell, "paths.weights", NULL);

	if (!check_command(r) || !load_engine(r) || !check_files(r) || !check_hashes(r) ||
		!check_identity(r))
		return false;
	if (!json_object_get(engine_root(r->engine), "url")) {
		r->program = engine_program(r->engine, &why);
		if (r->program == NULL)
			return run_config_fault(r, why);
	}
	r->vars = engine_vars(r->engine, r->cell);
	r->checkpoint = weights ? registry_properties(weights) : json_object();
	return true;
}

bool
run_take_locks(struct run *r)
{
	char now[CLOCK_TEXT], *who, *device;
	enum lock_outcome got;

	clock_wall(now);
	who = xasprintf("launch, pid %d, cell %s, since %s", (int)getpid(),
		json_str(r->cell, "cell", "?"), now);
	device = device_name();
	got = lock_device(&r->device_locks, device, who, r->o->wait, run_nap, r);
	free(device);
	free(who);
	if (got != LOCK_TAKEN)
		r->status = got == LOCK_HELD ? EXIT_TRY_AGAIN : got == LOCK_STOPPED ? 0 : EXIT_IO;
	return got == LOCK_TAKEN;
}
