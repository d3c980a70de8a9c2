#include "engine/tensors.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/checkpoint.h"
#include "engine/gguf.h"
#include "engine/safetensors.h"
#include "kit/json.h"
#include "kit/mem.h"

static enum number_type
number_type(const char *name)
{
	return strcmp(name, "F32") == 0	   ? NUMBER_F32
	       : strcmp(name, "F16") == 0  ? NUMBER_F16
	       : strcmp(name, "BF16") == 0 ? NUMBER_BF16
					   : NUMBER_OTHER;
}

static int
keep_fd(struct tensor_set *s, const char *path, FILE *f)
{
	int fd = fcntl(fileno(f), F_DUPFD_CLOEXEC, 3);

	s->fds = xreallocarray(s->fds, s->nfds + 1, sizeof *s->fds);
	s->fds[s->nfds++] = fd;
	json_array_append_new(s->files, json_string(path));
	return fd;
}

static struct tensor *
add(struct tensor_set *s, const char *name, const char *type, int fd)
{
	struct tensor *t;

	GROW(s->v, s->n, s->cap);
	t = &s->v[s->n++];
	*t = (struct tensor){.name = xstrdup(name), .type = number_type(type), .fd = fd};
	snprintf(t->type_name, sizeof t->type_name, "%s", type);
	return t;
}

static int64_t
meta_int(const struct gguf *g, const char *name)
{
	const char *arch = json_string_value(json_object_get(g->meta, "general.architecture"));
	char *key = xasprintf("%s.%s", arch ? arch : "", name);
	const json_t *v = json_object_get(g->meta, key);

	free(key);
	if (json_is_array(v))
		v = json_array_get(v, 0);
	return json_integer_value(v);
}

static bool
open_gguf(struct tensor_set *s, const char *path, char **why)
{
	FILE *f = fopen(path, "re");
	char *what = NULL;
	struct gguf *g = f ? gguf_read(f, 1, &what) : NULL;
	int fd;

	if (g == NULL) {
		*why = xasprintf("%s: %s", path, f ? what : strerror(errno));
	} else {
		fd = keep_fd(s, path, f);
		if (s->heads == 0) {
			s->heads = meta_int(g, "attention.head_count");
			s->kv_heads = meta_int(g, "attention.head_count_kv");
		}
		for (size_t i = 0; i < g->ntensors; i++) {
			const struct gguf_tensor *from = &g->tensors[i];
			const struct gguf_type *type = gguf_type(from->type);
			struct tensor *t = add(s, from->name, type ? type->name : "?", fd);

			t->cols = from->dims[0];
			t->rows = from->dims[1];
			t->slices = from->dims[2] * from->dims[3];
			t->offset = from->offset;
			t->bytes = from->bytes;
		}
	}
	if (f != NULL)
		fclose(f);
	free(what);
	gguf_free(g);
	return *why == NULL;
}

/* The parts of a split file beside the first, "…-00001-of-00003.gguf". */
static bool
open_parts(struct tensor_set *s, const char *path, char **why)
{
	const char *of = strstr(path, "-00001-of-");
	long count = of ? strtol(of + 10, NULL, 10) : 1;

	if (!open_gguf(s, path, why))
		return false;
	for (long i = 2; i <= count && i < 10000; i++) {
		char *part = xasprintf("%.*s-%05ld-of-%s", (int)(of - path), path, i, of + 10);
		bool ok = open_gguf(s, part, why);

		free(part);
		if (!ok)
			return false;
	}
	return true;
}

static bool
open_safetensors(struct tensor_set *s, const char *path, char **why)
{
	FILE *f = fopen(path, "re");
	char *what = NULL;
	struct safetensors *all = f ? safetensors_read(f, &what) : NULL;
	int fd;

	if (all == NULL) {
		*why = xasprintf("%s: %s", path, f ? what : strerror(errno));
	} else {
		fd = keep_fd(s, path, f);
		for (size_t i = 0; i < all->ntensors; i++) {
			const struct st_tensor *from = &all->tensors[i];
			struct tensor *t = add(s, from->name, from->type, fd);
			uint32_t n = from->ndims;

			t->cols = n > 0 ? from->dims[n - 1] : 1;
			t->rows = n > 1 ? from->dims[n - 2] : 1;
			t->slices = t->cols && t->rows ? from->elements / (t->cols * t->rows) : 0;
			t->offset = from->offset;
			t->bytes = from->bytes;
		}
	}
	if (f != NULL)
		fclose(f);
	free(what);
	safetensors_free(all);
	return *why == NULL;
}

static bool
open_folder(struct tensor_set *s, const char *folder, char **why)
{
	char *pattern = xasprintf("%s/*.safetensors", folder);
	char *path = xasprintf("%s/config.json", folder);
	json_t *config = json_load_file(path, 0, NULL),
	       *text = json_object_get(config, "text_config");
	glob_t g = {0};
	bool ok = glob(pattern, 0, NULL, &g) == 0;

	if (!ok)
		*why = xasprintf("%s: no *.safetensors", folder);
	for (size_t i = 0; ok && i < g.gl_pathc; i++)
		ok = open_safetensors(s, g.gl_pathv[i], why);
	s->heads = json_int(text ? text : config, "num_attention_heads", 0);
	s->kv_heads = json_int(text ? text : config, "num_key_value_heads", s->heads);
	globfree(&g);
	json_decref(config);
	free(path);
	free(pattern);
	return ok;
}

bool
tensors_open(struct tensor_set *s, const char *path, char **why)
{
	struct stat st;
	bool folder = stat(path, &st) == 0 && S_ISDIR(st.st_mode);
	bool ok;

	*why = NULL;
	*s = (struct tensor_set){.gguf = !folder, .files = json_array()};
	ok = folder ? open_folder(s, path, why) : open_parts(s, path, why);
	if (!ok)
		tensors_close(s);
	return ok;
}

void
tensors_close(struct tensor_set *s)
{
	for (size_t i = 0; i < s->n; i++)
		free(s->v[i].name);
	for (size_t i = 0; i < s->nfds; i++)
		close(s->fds[i]);
	free(s->fds);
	free(s->v);
	json_decref(s->files);
	*s = (struct tensor_set){0};
}

const struct tensor *
tensors_named(const struct tensor_set *s, const char *name)
{
	for (size_t i = 0; i < s->n; i++)
		if (strcmp(s->v[i].name, name) == 0)
			return &s->v[i];
	return NULL;
}

static bool
read_at(int fd, void *out, size_t len, uint64_t at)
{
	char *p = out;

	while (len > 0) {
		ssize_t got = pread(fd, p, len, (off_t)at);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0) {
			errno = got < 0 ? errno : EIO;
			return false;
		}
		p += got;
		at += (uint64_t)got;
		len -= (size_t)got;
	}
	return true;
}

bool
tensor_row(const struct tensor *t, uint64_t slice, uint64_t row, float *out, void *raw)
{
	size_t each = t->type == NUMBER_F32 ? 4 : 2;
	const unsigned char *b = raw;

	if (!read_at(t->fd, raw, t->cols * each,
		    t->offset + (slice * t->rows + row) * t->cols * each))
		return false;
	for (uint64_t i = 0; i < t->cols; i++) {
		if (t->type == NUMBER_F32)
			memcpy(&out[i], b + 4 * i, 4);
		else if (t->type == NUMBER_F16)
			out[i] = float_of_f16(b[2 * i] | (unsigned)b[2 * i + 1] << 8);
		else
			out[i] = float_of_bf16(b[2 * i] | (unsigned)b[2 * i + 1] << 8);
	}
	return true;
}
