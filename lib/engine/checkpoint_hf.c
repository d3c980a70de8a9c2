#include <errno.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/checkpoint.h"
#include "engine/enginefile.h"
#include "engine/safetensors.h"
#include "kit/buf.h"
#include "kit/file.h"
#include "kit/hash.h"
#include "kit/json.h"
#include "kit/mem.h"

enum { SHARDS_MAX = 10000, CONFIG_MAX = 64 << 20, FINGERPRINT_MAX = 1 << 20 };

/* All of a folder. */
struct hf {
	const char *folder;
	json_t *config, *text; /* text: the language model's part of it, borrowed */
	char *config_text;
	struct safetensors **shards;
	char **paths;
	size_t n;
};

/* A JSON file of the folder, with its text where wanted; NULL where there is none or it is none. */
static json_t *
load(const char *folder, const char *name, char **text)
{
	char *path = xasprintf("%s/%s", folder, name);
	struct buf b = BUF_INIT;
	struct stat st;
	json_t *v = NULL;

	if (stat(path, &st) == 0 && st.st_size < CONFIG_MAX && read_file(path, &b))
		v = json_loadb(b.s ? b.s : "", b.len, 0, NULL);
	if (text != NULL)
		*text = v ? buf_steal(&b) : NULL;
	buf_free(&b);
	free(path);
	return v;
}

/* Where in the file a path stands, "config.json:12". Caller frees. */
static char *
place(const char *name, const char *text, const char *path)
{
	size_t line = 1, column;

	if (text != NULL)
		json_locate(text, path, &line, &column);
	return xasprintf("%s:%zu", name, line);
}

/* "fp8" where a scheme for the cache says 8-bit floats. */
static bool
scheme_is_fp8(const json_t *scheme)
{
	const char *type = json_str(scheme, "type", "float");

	return json_is_object(scheme) && json_int(scheme, "num_bits", 0) == 8 &&
	       strcmp(type, "float") == 0;
}

static bool
algo_is_fp8(const json_t *algo)
{
	return json_is_string(algo) && strncasecmp(json_string_value(algo), "FP8", 3) == 0;
}

json_t *
checkpoint_pinned(const char *folder)
{
	static const struct {
		const char *file, *scheme, *algo;
	} places[] = {
		{"config.json", "quantization_config.kv_cache_scheme",
			"quantization_config.kv_cache_quant_algo"},
		{"config.json", "compression_config.kv_cache_scheme",
			"compression_config.kv_cache_quant_algo"},
		{"hf_quant_config.json", "quantization.kv_cache_scheme",
			"quantization.kv_cache_quant_algo"},
	};
	json_t *pinned = json_object();

	for (size_t i = 0; i < sizeof places / sizeof *places && json_object_size(pinned) == 0;
		i++) {
		char *text = NULL, *where, *path;
		json_t *config = load(folder, places[i].file, &text);
		bool scheme = scheme_is_fp8(json_path(config, places[i].scheme));

		if (scheme || algo_is_fp8(json_path(config, places[i].algo))) {
			path = xstrdup(scheme ? places[i].scheme : places[i].algo);
			for (char *dot = path; (dot = strchr(dot, '.')) != NULL;)
				*dot = '/';
			where = place(places[i].file, text, path);
			json_object_set_new(pinned, "kv", json_string("fp8"));
			json_object_set_new(pinned, "where", json_string(where));
			free(where);
			free(path);
		}
		json_decref(config);
		free(text);
	}
	return pinned;
}

static void
hf_free(struct hf *h)
{
	for (size_t i = 0; i < h->n; i++) {
		safetensors_free(h->shards[i]);
		free(h->paths[i]);
	}
	free(h->shards);
	free(h->paths);
	json_decref(h->config);
	free(h->config_text);
}

static bool
read_shards(struct hf *h, char **why)
{
	char *pattern = xasprintf("%s/*.safetensors", h->folder), *what = NULL;
	glob_t g = {0};
	bool ok = glob(pattern, 0, NULL, &g) == 0 && g.gl_pathc <= SHARDS_MAX;

	free(pattern);
	if (!ok)
		*why = xasprintf("%s: no *.safetensors", h->folder);
	h->shards = xcalloc(g.gl_pathc + 1, sizeof *h->shards);
	h->paths = xcalloc(g.gl_pathc + 1, sizeof *h->paths);
	for (size_t i = 0; ok && i < g.gl_pathc; i++) {
		FILE *f = fopen(g.gl_pathv[i], "re");
		struct safetensors *s = f ? safetensors_read(f, &what) : NULL;

		if (s == NULL) {
			*why = xasprintf("%s: %s", g.gl_pathv[i], f ? what : strerror(errno));
			free(what);
			ok = false;
		} else {
			h->shards[h->n] = s;
			h->paths[h->n++] = xstrdup(g.gl_pathv[i]);
		}
		if (f != NULL)
			fclose(f);
	}
	globfree(&g);
	return ok;
}

static json_int_t
config_int(const struct hf *h, const char *name, json_int_t otherwise)
{
	json_t *v = json_object_get(h->text, name);

	if (!json_is_integer(v))
		v = json_object_get(h->config, name);
	return json_is_integer(v) ? json_integer_value(v) : otherwise;
}

static json_int_t
config_any(const struct hf *h, const char *const *names)
{
	json_int_t v = 0;

	for (; *names && v == 0; names++)
		v = config_int(h, *names, 0);
	return v;
}

static json_int_t
experts(const struct hf *h)
{
	static const char *const names[] = {
		"num_experts", "num_local_experts", "n_routed_experts", "moe_num_experts", NULL};

	return config_any(h, names);
}

/* Layers that attend to all tokens: all, unless layer types are listed. */
static json_int_t
attending_layers(const struct hf *h, json_int_t layers)
{
	json_t *types = json_object_get(h->text, "layer_types"), *v;
	json_int_t n = 0;
	size_t i;

	if (!json_is_array(types))
		return layers;
	json_array_foreach(types, i, v)
	{
		const char *s = json_string_value(v);

		n += s && strstr(s, "attention") && !strstr(s, "linear");
	}
	return n;
}

static json_t *
geometry(const struct hf *h)
{
	json_int_t layers = config_int(h, "num_hidden_layers", 0);
	json_int_t width = config_int(h, "hidden_size", 0);
	json_int_t heads = config_int(h, "num_attention_heads", 0);
	json_int_t kv_heads = config_int(h, "num_key_value_heads", heads);
	json_int_t dim = config_int(h, "head_dim", heads > 0 ? width / heads : 0);
	json_int_t rank = config_int(h, "kv_lora_rank", 0);
	json_int_t window = config_int(h, "sliding_window", 0);
	double each = rank > 0 ? (double)(rank + config_int(h, "qk_rope_head_dim", 0))
			       : 2.0 * (double)kv_heads * (double)dim;
	double kept = each * (double)attending_layers(h, layers);
	json_t *o = json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "layers", layers, "embedding",
		width, "heads", heads, "kv_heads", kv_heads, "head_dim_k", dim, "head_dim_v", dim,
		"vocabulary", config_int(h, "vocab_size", 0));

	json_object_set_new(
		o, "kv_elements", json_integer(kept < 9e18 && kept > 0 ? (json_int_t)kept : 0));
	if (window > 0)
		json_object_set_new(o, "sliding_window", json_integer(window));
	return o;
}

struct sums {
	double bytes, parameters, expert_parameters;
	json_t *by_type; /* parameters by type */
	bool mtp;
};

/*
 * Packed weights: an integer element holds several parameters; scales and zero points hold none. The
 * bits of a parameter are the quantization's where it names them.
 */
static double
parameters_of(const struct st_tensor *t, json_int_t packed_bits)
{
	size_t len = strlen(t->name);
	static const char *const extras[] = {"_scale", "scale_inv", "scales", "zeros", "g_idx",
		"input_scale", "weight_scale", "weight_scale_2", "zero_point", "k_scale",
		"v_scale"};
	bool integer = t->type[0] == 'I' || t->type[0] == 'U';

	for (size_t i = 0; i < sizeof extras / sizeof *extras; i++) {
		size_t n = strlen(extras[i]);

		if (len >= n && strcmp(t->name + len - n, extras[i]) == 0)
			return 0;
	}
	if (integer && packed_bits > 0)
		return 8.0 * (double)t->bytes / (double)packed_bits;
	return (double)t->elements;
}

static json_int_t
quantized_bits(const struct hf *h)
{
	const json_t *q = json_object_get(h->config, "quantization_config"), *group;
	json_int_t bits = json_int(q, "bits", 0);
	const char *key;

	if (bits == 0)
		bits = json_int(q, "num_bits", 0);
	json_object_foreach(json_object_get(q, "config_groups"), key, group)
	{
		if (bits == 0)
			bits = json_int(group, "weights.num_bits", 0);
	}
	return bits > 0 && bits <= 32 ? bits : 0;
}

static void
sum_tensors(const struct hf *h, struct sums *s)
{
	json_int_t packed = quantized_bits(h);

	s->by_type = json_object();
	for (size_t i = 0; i < h->n; i++)
		for (size_t j = 0; j < h->shards[i]->ntensors; j++) {
			const struct st_tensor *t = &h->shards[i]->tensors[j];
			double n = parameters_of(t, packed);

			s->bytes += (double)t->bytes;
			s->parameters += n;
			if (strstr(t->name, ".experts.") != NULL)
				s->expert_parameters += n;
			if (strncmp(t->name, "mtp.", 4) == 0 || strstr(t->name, ".mtp.") != NULL ||
				strstr(t->name, ".eh_proj.") != NULL)
				s->mtp = true;
			json_set_num(s->by_type, t->type, json_num(s->by_type, t->type, 0) + n);
		}
}

/* "FP8", "NVFP4", "INT4", or the type that most parameters have. Caller frees. */
static char *
quant_name(const struct hf *h, const struct sums *s)
{
	const json_t *q = json_object_get(h->config, "quantization_config");
	char *text = NULL;
	json_t *other = load(h->folder, "hf_quant_config.json", NULL), *v;
	const char *algo = json_str(
		other, "quantization.quant_algo", json_str(q, "quant_algo", NULL));
	const char *method = json_str(q, "quant_method", ""), *key, *best = "unknown";
	json_int_t bits = quantized_bits(h);
	double most = 0;

	json_object_foreach(s->by_type, key, v)
	{
		if (json_number_value(v) > most) {
			most = json_number_value(v);
			best = key;
		}
	}
	if (algo != NULL)
		text = xstrdup(algo);
	else if (strcmp(method, "fp8") == 0 || strncmp(best, "F8", 2) == 0)
		text = xstrdup("FP8");
	else if (bits > 0 && (*best == 'I' || *best == 'U'))
		text = xasprintf("INT%d", (int)bits);
	else
		text = xstrdup(best);
	json_decref(other);
	return text;
}

static void
add_file(json_t *files, const char *role, const char *path)
{
	struct stat st;

	if (stat(path, &st) == 0)
		json_array_append_new(
			files, json_pack("{s:s, s:s, s:s, s:I}", "role", role, "path", path,
				       "format", "hf", "bytes", (json_int_t)st.st_size));
}

static json_t *
files_of(const struct hf *h)
{
	static const struct {
		const char *role, *name;
	} others[] = {{"config", "config.json"}, {"config", "generation_config.json"},
		{"config", "hf_quant_config.json"}, {"tokenizer", "tokenizer.json"},
		{"tokenizer", "tokenizer_config.json"}, {"tokenizer", "tokenizer.model"},
		{"tokenizer", "chat_template.jinja"}};
	json_t *files = json_array();

	for (size_t i = 0; i < h->n; i++)
		add_file(files, "weights", h->paths[i]);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		char *path = xasprintf("%s/%s", h->folder, others[i].name);

		add_file(files, others[i].role, path);
		free(path);
	}
	return files;
}

static bool
append_values(const struct hf *h, const char *name, float **v, size_t *n)
{
	for (size_t i = 0; i < h->n; i++) {
		const struct st_tensor *t = safetensors_named(h->shards[i], name);
		unsigned size = t ? st_type_bits(t->type) / 8 : 0;
		unsigned char *raw;
		FILE *f;
		bool ok;

		if (t == NULL || t->elements > FINGERPRINT_MAX ||
			(strcmp(t->type, "F32") && strcmp(t->type, "F16") &&
				strcmp(t->type, "BF16")))
			continue;
		f = fopen(h->paths[i], "re");
		raw = xmalloc(t->bytes + 1);
		ok = f != NULL && fseeko(f, (off_t)t->offset, SEEK_SET) == 0 &&
		     fread(raw, 1, t->bytes, f) == t->bytes;
		if (ok)
			*v = xreallocarray(*v, *n + t->elements, sizeof **v);
		for (size_t j = 0; ok && j < t->elements; j++) {
			unsigned x = raw[size * j] | (unsigned)raw[size * j + 1] << 8;

			if (size == 4)
				memcpy(&(*v)[*n + j], raw + 4 * j, 4);
			else
				(*v)[*n + j] = t->type[0] == 'B' ? float_of_bf16(x)
								 : float_of_f16(x);
		}
		*n += ok ? t->elements : 0;
		free(raw);
		if (f != NULL)
			fclose(f);
		return ok;
	}
	return false;
}

static void
set_fingerprint(const struct hf *h, json_t *r)
{
	float *v = NULL;
	size_t n = 0;
	char hex[HASH_HEX];

	if (append_values(h, "model.layers.0.input_layernorm.weight", &v, &n) &&
		append_values(h, "model.norm.weight", &v, &n)) {
		fingerprint_of(v, n, hex);
		if (*hex)
			json_object_set_new(r, "fingerprint", json_string(hex));
	}
	free(v);
}

static void
set_template(const struct hf *h, json_t *r)
{
	json_t *config = load(h->folder, "tokenizer_config.json", NULL);
	char *path = xasprintf("%s/chat_template.jinja", h->folder), hex[HASH_HEX];
	const char *template = json_str(config, "chat_template", NULL);
	struct buf b = BUF_INIT;

	if (read_file(path, &b))
		template = b.s;
	if (template != NULL) {
		hash_hex(template, strlen(template), hex);
		json_object_set_new(r, "template_sha256", json_string(hex));
	}
	buf_free(&b);
	free(path);
	json_decref(config);
}

static json_int_t
count(double x)
{
	return x > 0 && x < 9e18 ? (json_int_t)x : 0;
}

static json_t *
record(const struct hf *h, const char *id)
{
	static const char *const used_names[] = {
		"num_experts_per_tok", "num_experts_per_token", "moe_topk", NULL};
	struct sums s = {0};
	json_int_t all = experts(h), used = config_any(h, used_names);
	double active;
	char *family = family_of_name(strrchr(id, '/') ? strrchr(id, '/') + 1 : id), *quant;
	const char *key;
	json_t *r, *v;

	sum_tensors(h, &s);
	quant = quant_name(h, &s);
	active = s.parameters;
	if (all > 0 && used > 0 && used <= all)
		active -= s.expert_parameters * (1 - (double)used / (double)all);
	r = json_pack("{s:s, s:s, s:s, s:s, s:I, s:I, s:I, s:o, s:s, s:f, s:b, s:o}", "kind",
		"checkpoint", "id", id, "family", family, "arch", all > 0 ? "moe" : "dense",
		"parameters", count(s.parameters), "active_parameters", count(active), "context",
		config_int(h, "max_position_embeddings", 0), "files", files_of(h), "quant", quant,
		"bits", s.parameters > 0 ? 8 * s.bytes / s.parameters : 0, "mtp", s.mtp, "pinned",
		checkpoint_pinned(h->folder));
	json_object_foreach(s.by_type, key, v)
	{
		if (s.parameters > 0)
			json_real_set(v, json_number_value(v) / s.parameters);
	}
	json_object_set(
		r, "architecture", json_array_get(json_object_get(h->config, "architectures"), 0));
	json_object_set_new(r, "geometry", geometry(h));
	json_object_set(r, "bits_by_type", s.by_type);
	set_template(h, r);
	set_fingerprint(h, r);
	json_decref(s.by_type);
	free(quant);
	free(family);
	return r;
}

json_t *
checkpoint_of_hf(const char *folder, const char *id, char **why)
{
	struct hf h = {.folder = folder};
	json_t *r = NULL;

	*why = NULL;
	h.config = load(folder, "config.json", &h.config_text);
	if (!json_is_object(h.config)) {
		*why = xasprintf("%s/config.json: no JSON object", folder);
	} else {
		h.text = json_object_get(h.config, "text_config");
		if (!json_is_object(h.text))
			h.text = h.config;
		if (read_shards(&h, why))
			r = record(&h, id);
	}
	hf_free(&h);
	return r;
}
