#include "engine/registry.h"

#include <dirent.h>
#include <errno.h>
#include <libgen.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "engine/checkpoint.h"
#include "engine/engine.h"
#include "engine/hashes.h"
#include "engine/ready.h"
#include "kit/err.h"
#include "kit/file.h"
#include "kit/json.h"
#include "kit/mem.h"

enum { DEPTH_MAX = 16 };

#define TWIN_BITS 2.0 /* further apart in mean bits a weight they are no pair to compare */

struct walk {
	json_t *all;
	struct hashes hashes;
};

static bool
ends_with(const char *s, const char *end)
{
	size_t n = strlen(s), m = strlen(end);

	return n >= m && strcasecmp(s + n - m, end) == 0;
}

/* A later part of a split file, which its first part brings along. */
static bool
is_later_part(const char *name)
{
	const char *of = strstr(name, "-of-");

	return of != NULL && of - name >= 6 && of[-6] == '-' && strncmp(of - 5, "00001", 5) != 0 &&
	       strspn(of - 5, "0123456789") == 5 && strspn(of + 4, "0123456789") == 5 &&
	       ends_with(name, ".gguf");
}

/* Steals record; NULL: what went wrong with it is said and ends all. */
static void
keep(struct walk *w, json_t *record, char *why)
{
	size_t i;
	json_t *file;
	char hex[HASH_HEX];

	if (record == NULL)
		die(EXIT_BAD_INPUT, "%s", why);
	json_array_foreach(json_object_get(record, "files"), i, file)
	{
		const char *path = json_str(file, "path", "");

		if (!hashes_get(&w->hashes, path, hex))
			die_errno(EXIT_NO_INPUT, "%s", path);
		json_object_set_new(file, "sha256", json_string(hex));
	}
	json_array_append_new(w->all, record);
}

static void
take_gguf(struct walk *w, const char *path)
{
	char *why = NULL;
	json_t *r = checkpoint_of_gguf(path, &why);

	keep(w, r, why);
	free(why);
}

/* "org/name" for …/models--org--name/snapshots/REVISION, else the folder's own name. Caller frees. */
static char *
folder_id(const char *folder)
{
	char *real = realpath(folder, NULL), *id, *from, *end;
	char *cached = real ? strstr(real, "/models--") : NULL;

	if (cached != NULL && strstr(cached, "/snapshots/") != NULL) {
		from = cached + strlen("/models--");
		*strchr(from, '/') = '\0';
		end = strstr(from, "--");
		id = end ? xasprintf("%.*s/%s", (int)(end - from), from, end + 2) : xstrdup(from);
	} else {
		id = xstrdup(real ? basename(real) : folder);
	}
	free(real);
	return id;
}

static void
take_folder(struct walk *w, const char *folder)
{
	char *id = folder_id(folder), *why = NULL;
	json_t *r = checkpoint_of_hf(folder, id, &why);

	keep(w, r, why);
	free(why);
	free(id);
}

/*
 * One model of a running server, by what that tells of it. Its identity is a hash of just that: no
 * file is there to be hashed.
 */
static json_t *
remote_checkpoint(const char *url, json_t *model)
{
	const char *id = json_str(model, "id", "model");
	char *family = family_of_name(strrchr(id, '/') ? strrchr(id, '/') + 1 : id), *text;
	char hex[HASH_HEX];
	json_int_t context = json_int(
		model, "max_model_len", json_int(model, "meta.n_ctx_train", 0));
	json_int_t parameters = json_int(model, "meta.n_params", 0);
	json_t *told = json_pack("{s:s, s:O?}", "id", id, "meta", json_object_get(model, "meta"));
	json_t *r;

	text = json_text(told);
	hash_hex(text, strlen(text), hex);
	r = json_pack("{s:s, s:s, s:s, s:n, s:[{s:s, s:s, s:s, s:s}], s:n, s:n}", "kind",
		"checkpoint", "id", id, "family", family, "arch", "files", "role", "weights",
		"path", url, "format", "remote", "sha256", hex, "quant", "twin");
	if (context > 0)
		json_object_set_new(r, "context", json_integer(context));
	if (parameters > 0)
		json_object_set_new(r, "parameters", json_integer(parameters));
	json_decref(told);
	free(text);
	free(family);
	return r;
}

static void
take_url(struct walk *w, const char *url)
{
	char *list_url = xasprintf("%s%s", url, strstr(url, "/v1") ? "/models" : "/v1/models"),
	     *why;
	struct buf text = BUF_INIT;
	json_t *list, *model;
	size_t i;

	if (!fetch_text(list_url, getenv("OPENAI_API_KEY"), &text, &why))
		die(EXIT_NO_SERVER, "%s", why);
	list = json_loadb(text.s ? text.s : "", text.len, 0, NULL);
	if (!json_is_array(json_object_get(list, "data")))
		die(EXIT_BAD_INPUT, "%s: no list of models", list_url);
	json_array_foreach(json_object_get(list, "data"), i, model)
		json_array_append_new(w->all, remote_checkpoint(url, model));
	json_decref(list);
	buf_free(&text);
	free(list_url);
}

static bool
has_safetensors(const char *folder)
{
	struct dirent *d;
	DIR *dir = opendir(folder);
	bool found = false;

	while (dir != NULL && !found && (d = readdir(dir)) != NULL)
		found = ends_with(d->d_name, ".safetensors");
	if (dir != NULL)
		closedir(dir);
	return found;
}

static bool
exists_in(const char *folder, const char *name)
{
	char *path = xasprintf("%s/%s", folder, name);
	bool there = file_exists(path);

	free(path);
	return there;
}

/* One manifest: its layer of weights is a blob named by its hash. */
static void
take_manifest(struct walk *w, const char *root, const char *path, const char *name, const char *tag)
{
	json_t *manifest = json_load_file(path, 0, NULL), *layer;
	size_t i;

	json_array_foreach(json_object_get(manifest, "layers"), i, layer)
	{
		const char *digest = json_str(layer, "digest", "");
		const char *type = json_str(layer, "mediaType", "");
		char *blob, *why = NULL;
		json_t *r;

		if (!ends_with(type, "image.model") || strncmp(digest, "sha256:", 7) != 0 ||
			strspn(digest + 7, "0123456789abcdef") != 64)
			continue;
		blob = xasprintf("%s/blobs/sha256-%.64s", root, digest + 7);
		r = checkpoint_of_gguf(blob, &why);
		if (r != NULL) {
			char *id = xasprintf("%s:%s", name, tag);

			json_object_set_new(r, "id", json_string(id));
			free(id);
		}
		keep(w, r, why);
		free(why);
		free(blob);
	}
	json_decref(manifest);
}

static int
compare_names(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int
not_hidden(const struct dirent *d)
{
	return d->d_name[0] != '.';
}

static void
walk_manifests(struct walk *w, const char *root, const char *folder, int depth)
{
	struct dirent **names;
	int n = depth < DEPTH_MAX ? scandir(folder, &names, not_hidden, compare_names) : 0;
	char *copy = xstrdup(folder);

	for (int i = 0; i < n; i++) {
		char *path = xasprintf("%s/%s", folder, names[i]->d_name);
		struct stat st;

		if (lstat(path, &st) == 0 && S_ISDIR(st.st_mode))
			walk_manifests(w, root, path, depth + 1);
		else if (S_ISREG(st.st_mode))
			take_manifest(w, root, path, basename(copy), names[i]->d_name);
		free(path);
		free(names[i]);
	}
	if (n > 0)
		free(names);
	free(copy);
}

static void
walk(struct walk *w, const char *folder, int depth)
{
	struct dirent **names;
	int n;

	if (exists_in(folder, "config.json") && has_safetensors(folder)) {
		take_folder(w, folder);
		return;
	}
	if (exists_in(folder, "manifests") && exists_in(folder, "blobs")) {
		char *manifests = xasprintf("%s/manifests", folder);

		walk_manifests(w, folder, manifests, 0);
		free(manifests);
		return;
	}
	n = depth < DEPTH_MAX ? scandir(folder, &names, not_hidden, compare_names) : 0;
	if (n < 0)
		die_errno(EXIT_NO_INPUT, "%s", folder);
	for (int i = 0; i < n; i++) {
		char *path = xasprintf("%s/%s", folder, names[i]->d_name);
		struct stat st, target;

		if (lstat(path, &st) == 0 && S_ISDIR(st.st_mode))
			walk(w, path, depth + 1);
		else if (ends_with(path, ".gguf") && !is_later_part(names[i]->d_name) &&
			 stat(path, &target) == 0 && S_ISREG(target.st_mode))
			take_gguf(w, path);
		free(path);
		free(names[i]);
	}
	if (depth < DEPTH_MAX)
		free(names);
}

/* The records' families by fingerprint: all of one take the name of the first. */
static void
join_families(json_t *all)
{
	json_t *by_print = json_object(), *r;
	size_t i;

	json_array_foreach(all, i, r)
	{
		const char *print = json_str(r, "fingerprint", NULL);
		char *key;

		if (print == NULL)
			continue;
		key = xasprintf("%s %lld %lld", print, (long long)json_int(r, "geometry.layers", 0),
			(long long)json_int(r, "geometry.embedding", 0));
		if (json_object_get(by_print, key))
			json_object_set(r, "family", json_object_get(by_print, key));
		else
			json_object_set(by_print, key, json_object_get(r, "family"));
		free(key);
	}
	json_decref(by_print);
}

static const char *
format_of(const json_t *r)
{
	return json_str(json_array_get(json_object_get(r, "files"), 0), "format", "");
}

/* What a twin verdict goes by: the hashes of the weights, in order. Caller frees. */
static char *
identity_of(const json_t *r)
{
	struct buf b = BUF_INIT;
	char hex[HASH_HEX];
	size_t i;
	json_t *file;

	json_array_foreach(json_object_get(r, "files"), i, file)
	{
		if (strcmp(json_str(file, "role", ""), "weights") == 0)
			buf_printf(&b, "%s,", json_str(file, "sha256", ""));
	}
	hash_hex(b.s ? b.s : "", b.len, hex);
	buf_free(&b);
	return xstrdup(hex);
}

/*
 * A twin is the same family in another format, at the nearest bit width. Whether its weights are the
 * same is null until its tensors were compared: a name decides nothing.
 */
static void
find_twin(const struct walk *w, json_t *r)
{
	const json_t *best = NULL, *verdict;
	size_t i;
	json_t *other;
	double bits = json_num(r, "bits", 0), distance = TWIN_BITS;
	char *mine, *its;

	json_array_foreach(w->all, i, other)
	{
		double d = json_num(other, "bits", 0) - bits;

		d = d < 0 ? -d : d;
		if (!json_equal(json_object_get(r, "family"), json_object_get(other, "family")) ||
			strcmp(format_of(r), format_of(other)) == 0 || d >= distance)
			continue;
		distance = d;
		best = other;
	}
	if (best == NULL) {
		json_object_set_new(r, "twin", json_null());
		return;
	}
	mine = identity_of(r);
	its = identity_of(best);
	verdict = hashes_twin(&w->hashes, mine, its);
	json_object_set_new(r, "twin",
		json_pack("{s:O, s:o}", "id", json_object_get(best, "id"), "same_weights",
			verdict ? json_incref((json_t *)verdict) : json_null()));
	free(mine);
	free(its);
}

/* Ids name checkpoints in reports and tiers: a second one of the same name gets its folder before it. */
static void
make_ids_unique(json_t *all)
{
	json_t *seen = json_object(), *r;
	size_t i;

	json_array_foreach(all, i, r)
	{
		char *id = xstrdup(json_str(r, "id", "")), *path, *folder;

		if (json_object_get(seen, id) != NULL) {
			path = xstrdup(json_str(
				json_array_get(json_object_get(r, "files"), 0), "path", ""));
			folder = dirname(path);
			if (strcmp(format_of(r), "hf") == 0)
				folder = dirname(folder);
			free(id);
			id = xasprintf("%s/%s", basename(folder), json_str(r, "id", ""));
			for (int k = 2; json_object_get(seen, id) != NULL; k++) {
				free(id);
				id = xasprintf("%s-%d", json_str(r, "id", ""), k);
			}
			json_object_set_new(r, "id", json_string(id));
			free(path);
		}
		json_object_set_new(seen, id, json_true());
		free(id);
	}
	json_decref(seen);
}

json_t *
registry_read(char **paths, int n, const char *cache)
{
	struct walk w = {.all = json_array()};
	size_t i;
	json_t *r;

	hashes_open(&w.hashes, cache);
	for (int k = 0; k < n; k++) {
		struct stat st;

		if (strncmp(paths[k], "http://", 7) == 0 || strncmp(paths[k], "https://", 8) == 0) {
			take_url(&w, paths[k]);
			continue;
		}
		if (stat(paths[k], &st) < 0)
			die_errno(EXIT_NO_INPUT, "%s", paths[k]);
		if (S_ISDIR(st.st_mode))
			walk(&w, paths[k], 0);
		else
			take_gguf(&w, paths[k]);
	}
	make_ids_unique(w.all);
	join_families(w.all);
	json_array_foreach(w.all, i, r) find_twin(&w, r);
	if (!hashes_close(&w.hashes))
		exit(EXIT_IO);
	return w.all;
}

/* What one level comes to: NULL where it can be served. */
static char *
refused(const struct engine *e, const json_t *checkpoint, const char *knob, json_t *value)
{
	json_t *settings = engine_settings(e);
	json_t *knobs = json_pack("{s:i, s:i, s:O}", "np", 1, "load", 1, knob, value);
	char *why;

	/* of the level alone: a long default context is no fault of the level's */
	json_object_set_new(settings, "ctx_per_slot", json_integer(1));
	why = engine_impossible(e, checkpoint, knobs, settings);
	json_decref(knobs);
	json_decref(settings);
	return why;
}

/* Levels of a knob that the checkpoint can have, and why it can't have the others. */
static json_t *
levels_of(const struct engine *e, const json_t *checkpoint, const char *knob, json_t *reasons)
{
	bool draft = strcmp(knob, "draft") == 0;
	json_t *levels = json_path(engine_root(e), draft ? "knobs.draft.how" : "knobs.kv.levels");
	json_t *can = json_array(), *level;
	const char *name;

	json_object_foreach(levels, name, level)
	{
		json_t *value = draft ? json_pack("{s:s, s:i}", "how", name, "depth", 1)
				      : json_string(name);
		char *why = refused(e, checkpoint, knob, value);

		if (why == NULL) {
			json_array_append_new(can, json_string(name));
		} else {
			char *key = xasprintf("%s %s", knob, name);

			json_object_set_new(reasons, key, json_string(why));
			free(key);
		}
		json_decref(value);
		free(why);
	}
	return can;
}

static void
add_levels(const struct engine *e, json_t *all)
{
	size_t i;
	json_t *r;

	json_array_foreach(all, i, r)
	{
		json_t *reasons = json_object(), *kv, *draft;
		char *why = refused(e, r, "kv", json_null());

		if (why != NULL) { /* another format, say: nothing of it can be served */
			json_object_set_new(reasons, "engine", json_string(why));
			kv = json_array();
			draft = json_array();
		} else {
			kv = levels_of(e, r, "kv", reasons);
			draft = levels_of(e, r, "draft", reasons);
		}
		json_object_set(json_object_get(r, "kv"), engine_name(e), kv);
		json_object_set_new(json_object_get(r, "levels"), engine_name(e),
			json_pack("{s:o, s:o, s:o}", "kv", kv, "draft", draft, "why", reasons));
		free(why);
	}
}

void
registry_add_levels(json_t *all, const char *engines)
{
	struct dirent **names;
	int n = scandir(engines, &names, not_hidden, compare_names);
	size_t i;
	json_t *r;

	if (n < 0)
		die_errno(EXIT_NO_INPUT, "%s", engines);
	json_array_foreach(all, i, r)
	{
		json_object_set_new(r, "kv", json_object());
		json_object_set_new(r, "levels", json_object());
	}
	for (int k = 0; k < n; k++) {
		if (ends_with(names[k]->d_name, ".json")) {
			char *path = xasprintf("%s/%s", engines, names[k]->d_name);
			struct engine *e = engine_load(path);

			add_levels(e, all);
			engine_free(e);
			free(path);
		}
		free(names[k]);
	}
	free(names);
}

json_t *
registry_properties(const char *path)
{
	char *copy = xstrdup(path);
	struct stat st;
	json_t *pinned;

	pinned = checkpoint_pinned(
		stat(path, &st) == 0 && S_ISDIR(st.st_mode) ? path : dirname(copy));
	free(copy);
	if (json_object_size(pinned) > 0)
		return json_pack("{s:o}", "pinned", pinned);
	json_decref(pinned);
	return json_object();
}
