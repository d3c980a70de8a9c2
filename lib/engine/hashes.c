#include "engine/hashes.h"

#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "kit/err.h"
#include "kit/file.h"
#include "kit/json.h"
#include "kit/mem.h"
#include "kit/num.h"

#define SAY_ABOVE (1LL << 30) /* bytes: a hash that takes a while is announced */

static json_t *
part(const struct hashes *h, const char *name)
{
	json_t *v = json_object_get(h->root, name);

	if (!json_is_object(v)) {
		json_object_set_new(h->root, name, json_object());
		v = json_object_get(h->root, name);
	}
	return v;
}

void
hashes_open(struct hashes *h, const char *path)
{
	*h = (struct hashes){.path = path ? xstrdup(path) : NULL};
	if (path != NULL)
		h->root = json_load_file(path, 0, NULL);
	if (!json_is_object(h->root)) {
		json_decref(h->root);
		h->root = json_object();
	}
}

static json_t *
identity_of(const struct stat *st)
{
	/* A time in nanoseconds is more than a double holds, and other programs read numbers as such. */
	char *mtime = xasprintf(
		"%lld.%09ld", (long long)st->st_mtim.tv_sec, (long)st->st_mtim.tv_nsec);
	json_t *identity = json_pack("{s:I, s:s, s:I}", "size", (json_int_t)st->st_size, "mtime",
		mtime, "inode", (json_int_t)st->st_ino);

	free(mtime);
	return identity;
}

static bool
still_same(const json_t *kept, const json_t *now)
{
	static const char *const names[] = {"size", "mtime", "inode"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!json_equal(json_object_get(kept, names[i]), json_object_get(now, names[i])))
			return false;
	return strlen(json_str(kept, "sha256", "")) == HASH_HEX - 1;
}

bool
hashes_get(struct hashes *h, const char *path, char out[static HASH_HEX])
{
	char *real = realpath(path, NULL), size[NUM_TEXT];
	const json_t *kept = real ? json_object_get(part(h, "files"), real) : NULL;
	struct stat st;
	json_t *now;
	bool ok = real != NULL && stat(real, &st) == 0;

	if (!ok) {
		free(real);
		return false;
	}
	now = identity_of(&st);
	if (still_same(kept, now)) {
		memcpy(out, json_str(kept, "sha256", ""), HASH_HEX);
		json_decref(now);
		free(real);
		return true;
	}
	if (st.st_size > SAY_ABOVE) {
		num_human_bytes(size, (double)st.st_size);
		warn("hashing %s (%s), once", path, size);
	}
	ok = hash_file(real, out);
	if (ok) {
		json_object_set_new(now, "sha256", json_string(out));
		json_object_set(part(h, "files"), real, now);
		h->changed = true;
	}
	json_decref(now);
	free(real);
	return ok;
}

static char *
twin_key(const char *a, const char *b)
{
	return strcmp(a, b) < 0 ? xasprintf("%s+%s", a, b) : xasprintf("%s+%s", b, a);
}

const json_t *
hashes_twin(const struct hashes *h, const char *a, const char *b)
{
	char *key = twin_key(a, b);
	const json_t *v = json_object_get(part(h, "twins"), key);

	free(key);
	return v;
}

void
hashes_set_twin(struct hashes *h, const char *a, const char *b, json_t *verdict)
{
	char *key = twin_key(a, b);

	json_object_set(part(h, "twins"), key, verdict);
	h->changed = true;
	free(key);
}

bool
hashes_close(struct hashes *h)
{
	struct atomic_file a;
	char *text, *folder;
	bool ok = true;

	if (h->path != NULL && h->changed) {
		folder = xstrdup(h->path);
		ok = make_dirs(dirname(folder));
		free(folder);
		text = json_text(h->root);
		if (ok) {
			atomic_open(&a, h->path);
			fprintf(a.f, "%s\n", text);
			ok = atomic_commit(&a) == EXIT_DONE;
		} else {
			warn_errno("%s", h->path);
		}
		free(text);
	}
	json_decref(h->root);
	free(h->path);
	*h = (struct hashes){0};
	return ok;
}
