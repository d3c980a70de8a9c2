#include <errno.h>
#include <glob.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/checkpoint.h"
#include "engine/gguf.h"
#include "kit/hash.h"
#include "kit/json.h"
#include "kit/mem.h"

enum { FINGERPRINT_MAX = 1 << 20, SPLIT_MAX = 10000 };

/* The parts of one checkpoint. */
struct parts {
	struct gguf **g;
	char **paths;
	size_t n, cap;
};

static void
parts_free(struct parts *p)
{
	for (size_t i = 0; i < p->n; i++) {
		gguf_free(p->g[i]);
		free(p->paths[i]);
	}
	free(p->g);
	free(p->paths);
}

static bool
add_part(struct parts *p, char *path, char **why)
{
	FILE *f = fopen(path, "re");
	char *what = NULL;
	struct gguf *g = f ? gguf_read(f, 1, &what) : NULL;

	if (g == NULL) {
		*why = xasprintf("%s: %s", path, f ? what : strerror(errno));
		free(what);
		free(path);
	} else {
		p->g = xreallocarray(p->g, p->n + 1, sizeof *p->g);
		p->paths = xreallocarray(p->paths, p->n + 1, sizeof *p->paths);
		p->g[p->n] = g;
		p->paths[p->n++] = path;
	}
	if (f != NULL)
		fclose(f);
	return g != NULL;
}

/* The other parts of a split file, "NAME-00002-of-00003.gguf" and so on beside the first. */
static bool
add_other_parts(struct parts *p, char **why)
{
	json_int_t count = json_integer_value(json_object_get(p->g[0]->meta, "split.count"));
	size_t len = strlen(p->paths[0]);
	static const char form[] = "-00001-of-00001.gguf";

	if (count <= 1)
		return true;
	if (count > SPLIT_MAX || len < sizeof form - 1 ||
		strncmp(p->paths[0] + len - (sizeof form - 1), "-00001-of-", 10) != 0) {
		*why = xasprintf("%s: the first of %lld parts, but not named NAME-00001-of-…",
			p->paths[0], (long long)count);
		return false;
	}
	for (int i = 2; i <= (int)count; i++)
		if (!add_part(p,
			    xasprintf("%.*s-%05d-of-%05d.gguf", (int)(len - (sizeof form - 1)),
				    p->paths[0], i, (int)count),
			    why))
			return false;
	return true;
}

static json_t *
meta(const struct gguf *g, const char *name)
{
	const char *arch = json_string_value(json_object_get(g->meta, "general.architecture"));
	char *key = xasprintf("%s.%s", arch ? arch : "", name);
	json_t *v = json_object_get(g->meta, key);

	free(key);
	return v;
}

static json_int_t
meta_int(const struct gguf *g, const char *name, json_int_t otherwise)
{
	json_t *v = meta(g, name);

	return json_is_integer(v) ? json_integer_value(v) : otherwise;
}

/* A number that is given once for all layers, or for each. */
static json_int_t
layer_int(const json_t *v, size_t layer, json_int_t otherwise)
{
	if (json_is_array(v))
		v = json_array_get(v, layer);
	return json_is_integer(v) ? json_integer_value(v) : otherwise;
}

/* Numbers kept in the cache for a token, over all layers that attend to all tokens. */
static double
kv_elements(const struct gguf *g, json_int_t layers, json_int_t k, json_int_t v)
{
	json_int_t heads = layer_int(meta(g, "attention.head_count"), 0, 0);
	json_int_t interval = meta_int(g, "full_attention_interval", 1);
	json_int_t rank = meta_int(g, "attention.kv_lora_rank", 0);
	const json_t *kv_heads = meta(g, "attention.head_count_kv");
	double sum = 0;

	for (json_int_t i = 0; i < layers && i < 10000; i++) {
		if (interval > 1 && (i + 1) % interval != 0)
			continue;
		if (rank > 0)
			sum += (double)(rank + meta_int(g, "rope.dimension_count", 0));
		else
			sum += (double)layer_int(kv_heads, (size_t)i, heads) * (double)(k + v);
	}
	return sum;
}

static json_t *
geometry(const struct gguf *g)
{
	json_int_t layers = meta_int(g, "block_count", 0) - meta_int(g, "nextn_predict_layers", 0);
	json_int_t width = meta_int(g, "embedding_length", 0);
	json_int_t heads = layer_int(meta(g, "attention.head_count"), 0, 0);
	json_int_t each = heads > 0 ? width / heads : 0;
	json_int_t k = meta_int(g, "attention.key_length", each);
	json_int_t v = meta_int(g, "attention.value_length", each);
	json_int_t window = meta_int(g, "attention.sliding_window", 0);
	json_t *o = json_pack("{s:I, s:I, s:I, s:I, s:I, s:I}", "layers", layers, "embedding",
		width, "heads", heads, "kv_heads",
		layer_int(meta(g, "attention.head_count_kv"), 0, heads), "head_dim_k", k,
		"head_dim_v", v);

	double kept = kv_elements(g, layers, k, v);

	json_object_set_new(
		o, "kv_elements", json_integer(kept > 0 && kept < 9e18 ? (json_int_t)kept : 0));
	if (window > 0)
		json_object_set_new(o, "sliding_window", json_integer(window));
	return o;
}

/* Sums over all tensors of all parts. */
struct sums {
	double elements, bytes, expert_elements;
	double by_type[64];
	bool nextn;
};

static void
sum_tensors(const struct parts *p, struct sums *s)
{
	for (size_t i = 0; i < p->n; i++)
		for (size_t j = 0; j < p->g[i]->ntensors; j++) {
			const struct gguf_tensor *t = &p->g[i]->tensors[j];

			s->elements += (double)t->elements;
			s->bytes += (double)t->bytes;
			if (strstr(t->name, "_exps") != NULL)
				s->expert_elements += (double)t->elements;
			if (strstr(t->name, ".nextn.") != NULL)
				s->nextn = true;
			if (t->type < 64)
				s->by_type[t->type] += (double)t->elements;
		}
}

static const char *
main_type(const struct sums *s)
{
	size_t best = 0;

	for (size_t i = 1; i < 64; i++)
		if (s->by_type[i] > s->by_type[best])
			best = i;
	return gguf_type((uint32_t)best) ? gguf_type((uint32_t)best)->name : "unknown";
}

static json_t *
shares(const struct sums *s)
{
	json_t *o = json_object();

	for (uint32_t i = 0; i < 64; i++)
		if (s->by_type[i] > 0 && gguf_type(i) != NULL)
			json_set_num(o, gguf_type(i)->name, s->by_type[i] / s->elements);
	return o;
}

/* A small tensor of F32 or F16 values appended to v; false where it isn't there as such. */
static bool
append_values(const struct parts *p, const char *name, float **v, size_t *n)
{
	for (size_t i = 0; i < p->n; i++) {
		const struct gguf_tensor *t = gguf_tensor_named(p->g[i], name);
		unsigned char *raw;
		FILE *f;
		bool ok;

		if (t == NULL || t->type > 1 || t->elements > FINGERPRINT_MAX)
			continue;
		f = fopen(p->paths[i], "re");
		raw = xmalloc(t->bytes + 1);
		ok = f != NULL && fseeko(f, (off_t)t->offset, SEEK_SET) == 0 &&
		     fread(raw, 1, t->bytes, f) == t->bytes;
		if (ok) {
			*v = xreallocarray(*v, *n + t->elements, sizeof **v);
			for (size_t j = 0; j < t->elements; j++) {
				if (t->type == 0)
					memcpy(&(*v)[*n + j], raw + 4 * j, 4);
				else
					(*v)[*n + j] = float_of_f16(
						raw[2 * j] | (unsigned)raw[2 * j + 1] << 8);
			}
			*n += t->elements;
		}
		free(raw);
		if (f != NULL)
			fclose(f);
		return ok;
	}
	return false;
}

static void
set_fingerprint(const struct parts *p, json_t *r)
{
	float *v = NULL;
	size_t n = 0;
	char hex[HASH_HEX];

	if (append_values(p, "blk.0.attn_norm.weight", &v, &n) &&
		append_values(p, "output_norm.weight", &v, &n)) {
		fingerprint_of(v, n, hex);
		if (*hex)
			json_object_set_new(r, "fingerprint", json_string(hex));
	}
	free(v);
}

static json_t *
files_of(const struct parts *p)
{
	json_t *files = json_array();

	for (size_t i = 0; i < p->n; i++) {
		struct stat st = {0};

		stat(p->paths[i], &st);
		json_array_append_new(files,
			json_pack("{s:s, s:s, s:s, s:I}", "role", "weights", "path", p->paths[i],
				"format", "gguf", "bytes", (json_int_t)st.st_size));
	}
	return files;
}

/* Weights of the same model share basename, size and fine-tune, or, where these lack, a name. */
static char *
family(const struct gguf *g, const char *stem)
{
	const char *base = json_string_value(json_object_get(g->meta, "general.basename"));
	const char *size = json_string_value(json_object_get(g->meta, "general.size_label"));
	const char *tune = json_string_value(json_object_get(g->meta, "general.finetune"));
	const char *name = json_string_value(json_object_get(g->meta, "general.name"));
	char *words, *f;

	if (base == NULL)
		return family_of_name(name ? name : stem);
	words = xasprintf("%s %s %s", base, size ? size : "", tune ? tune : "");
	f = family_of_name(words);
	free(words);
	return f;
}

/* The file's name without ".gguf" and without the split's numbers. */
static char *
stem_of(const char *path)
{
	char *copy = xstrdup(path), *stem = xstrdup(basename(copy)), *dot;

	free(copy);
	dot = strrchr(stem, '.');
	if (dot != NULL && strcasecmp(dot, ".gguf") == 0)
		*dot = '\0';
	dot = strstr(stem, "-00001-of-");
	if (dot != NULL)
		*dot = '\0';
	return stem;
}

static json_int_t
count(double x)
{
	return x > 0 && x < 9e18 ? (json_int_t)x : 0;
}

static json_t *
record(const struct parts *p)
{
	const struct gguf *g = p->g[0];
	struct sums s = {0};
	json_int_t experts = meta_int(g, "expert_count", 0),
		   used = meta_int(g, "expert_used_count", 0);
	json_int_t file_type = -1;
	const json_t *ft = json_object_get(g->meta, "general.file_type");
	const char *template = json_string_value(
		json_object_get(g->meta, "tokenizer.chat_template"));
	const char *quant;
	char *stem = stem_of(p->paths[0]), *fam = family(g, stem), hex[HASH_HEX];
	json_t *r;
	double active;

	sum_tensors(p, &s);
	if (json_is_integer(ft))
		file_type = json_integer_value(ft);
	quant = gguf_file_type(file_type) ? gguf_file_type(file_type) : main_type(&s);
	active = s.elements;
	if (experts > 0 && used > 0 && used <= experts)
		active -= s.expert_elements * (1 - (double)used / (double)experts);
	r = json_pack("{s:s, s:s, s:s, s:s, s:I, s:I, s:I, s:o, s:s, s:f, s:b, s:{}}", "kind",
		"checkpoint", "id", stem, "family", fam, "arch", experts > 0 ? "moe" : "dense",
		"parameters", count(s.elements), "active_parameters", count(active), "context",
		meta_int(g, "context_length", 0), "files", files_of(p), "quant", quant, "bits",
		s.elements > 0 ? 8 * s.bytes / s.elements : 0, "mtp",
		meta_int(g, "nextn_predict_layers", 0) > 0 && s.nextn, "pinned");
	json_object_set(r, "architecture", json_object_get(g->meta, "general.architecture"));
	json_object_set_new(r, "geometry", geometry(g));
	json_object_set_new(r, "bits_by_type", shares(&s));
	if (template != NULL) {
		hash_hex(template, strlen(template), hex);
		json_object_set_new(r, "template_sha256", json_string(hex));
	}
	set_fingerprint(p, r);
	free(fam);
	free(stem);
	return r;
}

json_t *
checkpoint_of_gguf(const char *path, char **why)
{
	struct parts p = {0};
	json_t *r = NULL;

	*why = NULL;
	if (add_part(&p, xstrdup(path), why) && add_other_parts(&p, why))
		r = record(&p);
	parts_free(&p);
	return r;
}
