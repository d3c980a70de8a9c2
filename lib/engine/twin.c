#include "engine/twin.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/hashes.h"
#include "engine/tensors.h"
#include "kit/buf.h"
#include "kit/json.h"
#include "kit/mem.h"

/* The part of a name behind "blk.N." and what stands behind "layers.N." for it. '/' parts choices. */
static const struct {
	const char *ours, *theirs;
} layer_names[] = {
	{"attn_norm", "input_layernorm"},
	{"attn_q", "self_attn.q_proj"},
	{"attn_k", "self_attn.k_proj"},
	{"attn_v", "self_attn.v_proj"},
	{"attn_output", "self_attn.o_proj"},
	{"attn_q_norm", "self_attn.q_norm"},
	{"attn_k_norm", "self_attn.k_norm"},
	{"post_attention_norm", "post_attention_layernorm"},
	{"ffn_norm", "pre_feedforward_layernorm/post_attention_layernorm"},
	{"post_ffw_norm", "post_feedforward_layernorm"},
	{"ffn_gate", "mlp.gate_proj"},
	{"ffn_up", "mlp.up_proj"},
	{"ffn_down", "mlp.down_proj"},
	{"ffn_gate_inp", "mlp.gate/block_sparse_moe.gate"},
	{"ffn_gate_shexp", "mlp.shared_expert.gate_proj/mlp.shared_experts.gate_proj"},
	{"ffn_up_shexp", "mlp.shared_expert.up_proj/mlp.shared_experts.up_proj"},
	{"ffn_down_shexp", "mlp.shared_expert.down_proj/mlp.shared_experts.down_proj"},
	{"ffn_gate_inp_shexp", "mlp.shared_expert_gate"},
	{"ffn_gate_exps", "mlp.experts.%llu.gate_proj/block_sparse_moe.experts.%llu.w1"},
	{"ffn_up_exps", "mlp.experts.%llu.up_proj/block_sparse_moe.experts.%llu.w3"},
	{"ffn_down_exps", "mlp.experts.%llu.down_proj/block_sparse_moe.experts.%llu.w2"},
};

static const struct {
	const char *ours, *theirs;
} top_names[] = {{"token_embd", "embed_tokens"}, {"output_norm", "norm"}, {"output", "lm_head"}};

/* What stands before a name in folders of safetensors. */
static const char *const prefixes[] = {
	"model.", "", "model.language_model.", "language_model.model.", "language_model."};

/* How the rows or values of one side stand to the other's. */
enum layout { AS_IS, ROTARY, PLUS_ONE, LAYOUTS };

struct comparison {
	const struct tensor_set *a, *b;
	bool *used_b; /* by index in b */
	uint64_t tensors, values;
	json_t *first; /* the first difference, NULL: none */
	char *why;     /* of a difference without a value, or of what can't be compared */
	bool unknown;  /* it can't be compared */
};

static void
mark_used(struct comparison *c, const struct tensor *t)
{
	c->used_b[t - c->b->v] = true;
}

/* The tensor of b named prefix + layer + one of the choices + suffix, expert put in. */
static const struct tensor *
find_theirs(const struct tensor_set *b, const char *layer, const char *choices, const char *suffix,
	unsigned long long expert)
{
	const struct tensor *found = NULL;

	for (size_t p = 0; p < sizeof prefixes / sizeof *prefixes && !found; p++) {
		const char *choice = choices;

		while (*choice && !found) {
			size_t len = strcspn(choice, "/");
			const char *percent = memchr(choice, '%', len);
			char *name = percent ? xasprintf("%s%s%.*s%llu%.*s%s", prefixes[p], layer,
						       (int)(percent - choice), choice, expert,
						       (int)(choice + len - percent - 4),
						       percent + 4, suffix)
					     : xasprintf("%s%s%.*s%s", prefixes[p], layer, (int)len,
						       choice, suffix);

			found = tensors_named(b, name);
			free(name);
			choice += len + (choice[len] == '/');
		}
	}
	return found;
}

/* b's counterpart of a tensor of a, whose formats differ; NULL where it has none. */
static const struct tensor *
counterpart(const struct comparison *c, const struct tensor *t, unsigned long long slice)
{
	const char *dot = strrchr(t->name, '.'), *suffix = dot ? dot : "", *stem = t->name;
	char layer[64] = "";
	unsigned long long number;
	int used = 0;
	size_t len;

	if (sscanf(t->name, "blk.%llu.%n", &number, &used) == 1 && used > 0) {
		snprintf(layer, sizeof layer, "layers.%llu.", number);
		stem += used;
	}
	len = dot && dot >= stem ? (size_t)(dot - stem) : strlen(stem);
	for (size_t i = 0; *layer && i < sizeof layer_names / sizeof *layer_names; i++)
		if (strlen(layer_names[i].ours) == len &&
			strncmp(layer_names[i].ours, stem, len) == 0)
			return find_theirs(c->b, layer, layer_names[i].theirs, suffix, slice);
	for (size_t i = 0; !*layer && i < sizeof top_names / sizeof *top_names; i++)
		if (strlen(top_names[i].ours) == len && strncmp(top_names[i].ours, stem, len) == 0)
			return find_theirs(c->b, "", top_names[i].theirs, suffix, 0);
	return NULL;
}

/* The row of b that row of a stands for, with heads of so many rows each in halves put together. */
static uint64_t
rotary_row(uint64_t row, uint64_t head_rows)
{
	uint64_t head = row / head_rows, within = row % head_rows;

	return head * head_rows + within % 2 * (head_rows / 2) + within / 2;
}

static json_t *
number(float x)
{
	json_t *v = json_finite((double)x);

	return v ? v : json_string(isnan(x) ? "nan" : x > 0 ? "inf" : "-inf");
}

static bool
same_value(float a, float b, enum layout layout)
{
	if (isnan(a) || isnan(b))
		return isnan(a) && isnan(b);
	return layout == PLUS_ONE ? !(a < b + 1 || a > b + 1) : !(a < b || a > b);
}

/*
 * Compares one slice of a tensor row by row. True: all values are the same. False: *difference says the
 * first that isn't.
 */
static bool
same_slice(const struct tensor *a, uint64_t a_slice, const struct tensor *b, uint64_t b_slice,
	enum layout layout, int64_t heads, json_t **difference)
{
	float *x = xreallocarray(NULL, a->cols + 1, sizeof *x);
	float *y = xreallocarray(NULL, a->cols + 1, sizeof *y);
	float *raw = xreallocarray(NULL, a->cols + 1, sizeof *raw);
	uint64_t head_rows = heads > 0 ? a->rows / (uint64_t)heads : 0;
	bool same = true;

	*difference = NULL;
	for (uint64_t row = 0; same && row < a->rows; row++) {
		uint64_t other = layout == ROTARY ? rotary_row(row, head_rows) : row;

		if (!tensor_row(a, a_slice, row, x, raw) ||
			!tensor_row(b, b_slice, other, y, raw)) {
			*difference = json_pack("{s:s, s:s, s:s}", "a", a->name, "b", b->name,
				"why", strerror(errno));
			same = false;
		}
		for (uint64_t i = 0; same && i < a->cols; i++) {
			if (same_value(x[i], y[i], layout))
				continue;
			*difference = json_pack("{s:s, s:s, s:I, s:o, s:o}", "a", a->name, "b",
				b->name, "index", (json_int_t)(row * a->cols + i), "a_value",
				number(x[i]), "b_value", number(y[i]));
			same = false;
		}
	}
	free(raw);
	free(y);
	free(x);
	return same;
}

/* Which layouts may be meant: queries and keys may be reordered, a norm may have 1 added. */
static bool
may_be(const struct tensor *a, enum layout layout, bool across, int64_t heads)
{
	switch (layout) {
	case ROTARY:
		return across && heads > 0 && a->rows % (uint64_t)heads == 0 &&
		       a->rows / (uint64_t)heads % 2 == 0 &&
		       (strstr(a->name, ".attn_q.") || strstr(a->name, ".attn_k."));
	case PLUS_ONE: return across && a->rows == 1 && strstr(a->name, "norm") != NULL;
	default: return true;
	}
}

/* Of two layouts that don't fit, the one that went further is what was meant. Steals difference. */
static void
keep_later(json_t **first, json_t *difference)
{
	if (*first != NULL && json_int(difference, "index", -1) <= json_int(*first, "index", -1)) {
		json_decref(difference);
		return;
	}
	json_decref(*first);
	*first = difference;
}

static bool
compare_slice(struct comparison *c, const struct tensor *a, uint64_t a_slice,
	const struct tensor *b, uint64_t b_slice)
{
	int64_t heads = strstr(a->name, ".attn_k.") ? c->a->kv_heads : c->a->heads;
	bool across = c->a->gguf != c->b->gguf;

	if (a->cols != b->cols || a->rows != b->rows) {
		c->why = xasprintf("%s is %llu × %llu, %s is %llu × %llu", a->name,
			(unsigned long long)a->rows, (unsigned long long)a->cols, b->name,
			(unsigned long long)b->rows, (unsigned long long)b->cols);
		return false;
	}
	if (a->type == NUMBER_OTHER || b->type == NUMBER_OTHER) {
		c->why = xasprintf(
			"%s is %s, %s is %s: only F32, F16 and BF16 are compared by value", a->name,
			a->type_name, b->name, b->type_name);
		c->unknown = true;
		return false;
	}
	for (int layout = AS_IS; layout < LAYOUTS; layout++) {
		json_t *difference;

		if (!may_be(a, layout, across, heads))
			continue;
		if (same_slice(a, a_slice, b, b_slice, layout, heads, &difference)) {
			json_decref(c->first);
			c->first = NULL;
			c->values += a->cols * a->rows;
			return true;
		}
		keep_later(&c->first, difference);
	}
	return false;
}

/* Same format on both sides, and a quantization: the bytes decide. */
static bool
compare_bytes(struct comparison *c, const struct tensor *a, const struct tensor *b)
{
	static const size_t piece = 1 << 20;
	struct tensor x = *a, y = *b;
	char *raw = xmalloc(2 * piece);
	float *waste = xreallocarray(NULL, piece, sizeof *waste);
	bool same = strcmp(a->type_name, b->type_name) == 0 && a->bytes == b->bytes;

	/* Read as rows of 16-bit numbers: the values are meaningless, the bytes in raw are not. */
	x.type = y.type = NUMBER_F16;
	for (uint64_t at = 0; same && at < a->bytes; at += piece) {
		uint64_t left = a->bytes - at < piece ? a->bytes - at : piece;

		x.cols = y.cols = left / 2;
		x.offset = a->offset + at;
		y.offset = b->offset + at;
		same = tensor_row(&x, 0, 0, waste, raw) &&
		       tensor_row(&y, 0, 0, waste, raw + piece) &&
		       memcmp(raw, raw + piece, left & ~(uint64_t)1) == 0;
	}
	if (!same)
		c->why = xasprintf("%s: its bytes differ", a->name);
	else
		c->values += a->cols * a->rows * a->slices;
	free(waste);
	free(raw);
	return same;
}

static bool
is_derived(const char *name)
{
	return strstr(name, "rope_freqs") || strstr(name, "rotary_emb.inv_freq");
}

/* One tensor of a against its counterpart, or against one for each of its slices. */
static bool
compare_tensor(struct comparison *c, const struct tensor *a)
{
	bool across = c->a->gguf != c->b->gguf;
	const struct tensor *b = across ? NULL : tensors_named(c->b, a->name);

	c->tensors++;
	if (!across && b != NULL && a->type == NUMBER_OTHER) {
		mark_used(c, b);
		return compare_bytes(c, a, b);
	}
	for (uint64_t slice = 0; slice < a->slices; slice++) {
		bool apart = across && a->slices > 1;

		if (across)
			b = counterpart(c, a, slice);
		if (b == NULL) {
			c->why = xasprintf("%s has no counterpart", a->name);
			return false;
		}
		mark_used(c, b);
		if (!compare_slice(c, a, slice, b, apart ? 0 : slice))
			return false;
	}
	return true;
}

/* What b has and a hasn't: an output that is tied to the embedding may stand on one side only. */
static bool
compare_rest(struct comparison *c)
{
	for (size_t i = 0; i < c->b->n; i++) {
		const struct tensor *b = &c->b->v[i], *embedding;

		if (c->used_b[i] || is_derived(b->name))
			continue;
		embedding = tensors_named(c->a, "token_embd.weight");
		if (strstr(b->name, "lm_head.weight") != NULL && embedding != NULL) {
			if (!compare_slice(c, embedding, 0, b, 0))
				return false;
			continue;
		}
		c->why = xasprintf("%s has no counterpart", b->name);
		return false;
	}
	return true;
}

static bool
compare_all(struct comparison *c)
{
	for (size_t i = 0; i < c->a->n; i++) {
		const struct tensor *a = &c->a->v[i];

		if (is_derived(a->name))
			continue;
		/* a tied output that only this side spells out */
		if (c->a->gguf && !c->b->gguf && strcmp(a->name, "output.weight") == 0 &&
			counterpart(c, a, 0) == NULL) {
			const struct tensor *b = find_theirs(
				c->b, "", "embed_tokens", ".weight", 0);

			if (b != NULL && compare_slice(c, a, 0, b, 0))
				continue;
			return false;
		}
		if (!compare_tensor(c, a))
			return false;
	}
	return compare_rest(c);
}

static json_t *
verdict(const struct comparison *c, const char *a, const char *b, bool same)
{
	json_t *v = json_pack("{s:s, s:s, s:o, s:I, s:I}", "a", a, "b", b, "same_weights",
		c->unknown ? json_null() : json_boolean(same), "tensors", (json_int_t)c->tensors,
		"values", (json_int_t)c->values);

	if (!same && c->first != NULL)
		json_object_set(v, "first", c->first);
	if (!same && c->why != NULL)
		json_object_set_new(v, "why", json_string(c->why));
	return v;
}

/* As the registry names a checkpoint's weights: the hash of its files' hashes. */
static bool
identity(struct hashes *h, const struct tensor_set *s, char out[static HASH_HEX])
{
	struct buf all = BUF_INIT;
	size_t i;
	json_t *path;
	bool ok = true;

	json_array_foreach(s->files, i, path)
	{
		char hex[HASH_HEX];

		ok = ok && hashes_get(h, json_string_value(path), hex);
		if (ok)
			buf_printf(&all, "%s,", hex);
	}
	hash_hex(all.s ? all.s : "", all.len, out);
	buf_free(&all);
	return ok;
}

static void
keep_verdict(const struct comparison *c, const char *cache, bool same)
{
	struct hashes h;
	char a[HASH_HEX], b[HASH_HEX];
	json_t *v = json_boolean(same);

	hashes_open(&h, cache);
	if (identity(&h, c->a, a) && identity(&h, c->b, b))
		hashes_set_twin(&h, a, b, v);
	hashes_close(&h);
	json_decref(v);
}

json_t *
twin_verify(const char *a, const char *b, const char *cache, char **why)
{
	struct tensor_set sa, sb, swap;
	struct comparison c = {.a = &sa, .b = &sb};
	json_t *v;
	bool same;

	if (!tensors_open(&sa, a, why))
		return NULL;
	if (!tensors_open(&sb, b, why)) {
		tensors_close(&sa);
		return NULL;
	}
	if (sb.gguf && !sa.gguf) { /* names are mapped from one format to the other */
		const char *path = a;

		swap = sa;
		sa = sb;
		sb = swap;
		a = b;
		b = path;
	}
	c.used_b = xcalloc(sb.n + 1, sizeof *c.used_b);
	same = compare_all(&c);
	v = verdict(&c, a, b, same);
	if (cache != NULL && !c.unknown)
		keep_verdict(&c, cache, same);
	json_decref(c.first);
	free(c.why);
	free(c.used_b);
	tensors_close(&sa);
	tensors_close(&sb);
	return v;
}
