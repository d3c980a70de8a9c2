#include "engine/gguf.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "kit/buf.h"
#include "kit/json.h"
#include "kit/mem.h"

enum value_type {
	U8,
	I8,
	U16,
	I16,
	U32,
	I32,
	F32,
	BOOL,
	STRING,
	ARRAY,
	U64,
	I64,
	F64,
	VALUE_TYPES
};

enum {
	ARRAY_DEPTH_MAX = 4,
	STRING_MAX = 64 << 20,
	KEY_MAX = 65535,
	LEAST_PAIR = 8 + 4 + 1,	      /* an empty key, its type, a byte */
	LEAST_TENSOR = 8 + 4 + 4 + 8, /* an empty name, no dimensions, type, offset */
	KEPT_STRING_MAX = 1 << 20,
};

static const unsigned char value_bytes[VALUE_TYPES] = {1, 1, 2, 2, 4, 4, 4, 1, 8, 12, 8, 8, 8};

static const struct gguf_type types[] = {{0, "F32", 1, 4}, {1, "F16", 1, 2}, {2, "Q4_0", 32, 18},
	{3, "Q4_1", 32, 20}, {6, "Q5_0", 32, 22}, {7, "Q5_1", 32, 24}, {8, "Q8_0", 32, 34},
	{9, "Q8_1", 32, 40}, {10, "Q2_K", 256, 84}, {11, "Q3_K", 256, 110}, {12, "Q4_K", 256, 144},
	{13, "Q5_K", 256, 176}, {14, "Q6_K", 256, 210}, {15, "Q8_K", 256, 292},
	{16, "IQ2_XXS", 256, 66}, {17, "IQ2_XS", 256, 74}, {18, "IQ3_XXS", 256, 98},
	{19, "IQ1_S", 256, 50}, {20, "IQ4_NL", 32, 18}, {21, "IQ3_S", 256, 110},
	{22, "IQ2_S", 256, 82}, {23, "IQ4_XS", 256, 136}, {24, "I8", 1, 1}, {25, "I16", 1, 2},
	{26, "I32", 1, 4}, {27, "I64", 1, 8}, {28, "F64", 1, 8}, {29, "IQ1_M", 256, 56},
	{30, "BF16", 1, 2}, {34, "TQ1_0", 256, 54}, {35, "TQ2_0", 256, 66}, {39, "MXFP4", 32, 17},
	{40, "NVFP4", 64, 36}, {41, "Q1_0", 128, 18}};

static const struct {
	int id;
	const char *name;
} file_types[] = {{0, "F32"}, {1, "F16"}, {2, "Q4_0"}, {3, "Q4_1"}, {7, "Q8_0"}, {8, "Q5_0"},
	{9, "Q5_1"}, {10, "Q2_K"}, {11, "Q3_K_S"}, {12, "Q3_K_M"}, {13, "Q3_K_L"}, {14, "Q4_K_S"},
	{15, "Q4_K_M"}, {16, "Q5_K_S"}, {17, "Q5_K_M"}, {18, "Q6_K"}, {19, "IQ2_XXS"},
	{20, "IQ2_XS"}, {21, "Q2_K_S"}, {22, "IQ3_XS"}, {23, "IQ3_XXS"}, {24, "IQ1_S"},
	{25, "IQ4_NL"}, {26, "IQ3_S"}, {27, "IQ3_M"}, {28, "IQ2_S"}, {29, "IQ2_M"}, {30, "IQ4_XS"},
	{31, "IQ1_M"}, {32, "BF16"}, {36, "TQ1_0"}, {37, "TQ2_0"}, {38, "MXFP4"}, {39, "NVFP4"},
	{40, "Q1_0"}};

/* A header under way. The first fault stands in why; reads after it give zeroes. */
struct reader {
	FILE *f;
	uint64_t size, at;
	char *why;
};

const struct gguf_type *
gguf_type(uint32_t id)
{
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (types[i].id == id)
			return &types[i];
	return NULL;
}

const char *
gguf_file_type(int64_t id)
{
	for (size_t i = 0; i < sizeof file_types / sizeof *file_types; i++)
		if (file_types[i].id == id)
			return file_types[i].name;
	return NULL;
}

static bool __attribute__((format(printf, 2, 3))) fault(struct reader *r, const char *fmt, ...)
{
	va_list ap;
	char *what = NULL;

	if (r->why != NULL)
		return false;
	va_start(ap, fmt);
	if (vasprintf(&what, fmt, ap) < 0)
		what = NULL;
	va_end(ap);
	r->why = what ? what : xstrdup("out of memory");
	return false;
}

static bool
take(struct reader *r, void *out, uint64_t len)
{
	if (r->why == NULL && len > r->size - r->at)
		return fault(r,
			"byte %" PRIu64 ": %" PRIu64 " more bytes reach beyond the file's end",
			r->at, len);
	if (r->why != NULL)
		return false;
	if (fread(out, 1, len, r->f) != len)
		return fault(r, "byte %" PRIu64 ": %s", r->at,
			ferror(r->f) ? strerror(errno) : "the file ended");
	r->at += len;
	return true;
}

static bool
skip(struct reader *r, uint64_t len)
{
	if (r->why == NULL && len > r->size - r->at)
		return fault(r,
			"byte %" PRIu64 ": %" PRIu64 " more bytes reach beyond the file's end",
			r->at, len);
	if (r->why != NULL)
		return false;
	if (len < 4096) { /* within stdio's buffer: a seek would drop that */
		char waste[4096];

		return take(r, waste, len);
	}
	if (fseeko(r->f, (off_t)len, SEEK_CUR) < 0)
		return fault(r, "byte %" PRIu64 ": %s", r->at, strerror(errno));
	r->at += len;
	return true;
}

/* An unsigned little-endian number of so many bytes; 0 after a fault. */
static uint64_t
number(struct reader *r, size_t bytes)
{
	unsigned char b[8] = {0};
	uint64_t x = 0;

	if (!take(r, b, bytes))
		return 0;
	for (size_t i = bytes; i-- > 0;)
		x = x << 8 | b[i];
	return x;
}

/* A string's length, checked; it is next to be read. */
static uint64_t
string_length(struct reader *r, uint64_t most)
{
	uint64_t len = number(r, 8);

	if (len > r->size - r->at)
		fault(r,
			"byte %" PRIu64 ": a string of %" PRIu64
			" bytes reaches beyond the file's end",
			r->at, len);
	else if (len > most)
		fault(r, "byte %" PRIu64 ": a string of %" PRIu64 " bytes, more than %" PRIu64,
			r->at, len, most);
	return r->why ? 0 : len;
}

/* The string, terminated; NULL after a fault. */
static char *
string(struct reader *r, uint64_t most, size_t *len)
{
	char *s;

	*len = string_length(r, most);
	if (r->why != NULL)
		return NULL;
	s = xmalloc(*len + 1);
	s[*len] = '\0';
	if (take(r, s, *len))
		return s;
	free(s);
	return NULL;
}

static json_t *
json_of_bytes(const char *s, size_t len)
{
	struct buf b = BUF_INIT;
	json_t *v;

	json_put_string(&b, s, len);
	v = json_loadb(b.s, b.len, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
	buf_free(&b);
	return v ? v : json_string("");
}

static json_t *
scalar(struct reader *r, enum value_type type)
{
	uint64_t x;
	size_t len;
	char *s;
	json_t *v;
	float f;
	double d;

	if (type == STRING) {
		s = string(r, STRING_MAX, &len);
		v = s ? json_of_bytes(s, len < KEPT_STRING_MAX ? len : KEPT_STRING_MAX) : NULL;
		free(s);
		return v;
	}
	x = number(r, value_bytes[type]);
	switch (type) {
	case I8: return json_integer((int8_t)x);
	case I16: return json_integer((int16_t)x);
	case I32: return json_integer((int32_t)x);
	case BOOL: return json_boolean(x != 0);
	case F32:
		memcpy(&f, &(uint32_t){(uint32_t)x}, sizeof f);
		v = json_finite((double)f);
		return v ? v : json_null();
	case F64:
		memcpy(&d, &x, sizeof d);
		v = json_finite(d);
		return v ? v : json_null();
	default: /* a count above 2^63 is no count: json_integer is signed */
		return x > INT64_MAX && type == U64 ? json_null() : json_integer((json_int_t)x);
	}
}

static json_t *value(struct reader *r, enum value_type type, int depth);

static void
skip_elements(struct reader *r, enum value_type type, uint64_t n, int depth)
{
	if (type != STRING && type != ARRAY) {
		skip(r, n * value_bytes[type]); /* no overflow: n was checked against the size */
		return;
	}
	for (uint64_t i = 0; i < n && r->why == NULL; i++) {
		if (type == STRING)
			skip(r, string_length(r, STRING_MAX));
		else
			json_decref(value(r, ARRAY, depth + 1));
	}
}

static json_t *
array(struct reader *r, int depth)
{
	uint64_t type = number(r, 4), n = number(r, 8);
	json_t *list;

	if (depth > ARRAY_DEPTH_MAX)
		fault(r, "byte %" PRIu64 ": arrays nested too deep", r->at);
	else if (type >= VALUE_TYPES)
		fault(r, "byte %" PRIu64 ": unknown value type %" PRIu64, r->at, type);
	else if (n > (r->size - r->at) / value_bytes[type])
		fault(r,
			"byte %" PRIu64 ": an array of %" PRIu64
			" elements reaches beyond the file's end",
			r->at, n);
	if (r->why != NULL)
		return NULL;
	if (n > GGUF_KEEP_ELEMENTS || type == ARRAY) {
		skip_elements(r, (enum value_type)type, n, depth);
		return json_pack("{s:I}", "elements", (json_int_t)n);
	}
	list = json_array();
	for (uint64_t i = 0; i < n && r->why == NULL; i++)
		json_array_append_new(list, value(r, (enum value_type)type, depth + 1));
	return list;
}

static json_t *
value(struct reader *r, enum value_type type, int depth)
{
	return type == ARRAY ? array(r, depth) : scalar(r, type);
}

static void
read_pair(struct reader *r, json_t *meta)
{
	size_t len;
	char *key = string(r, KEY_MAX, &len);
	uint64_t type = number(r, 4);
	json_t *v, *name;

	if (key != NULL && type >= VALUE_TYPES)
		fault(r, "byte %" PRIu64 ": unknown value type %" PRIu64, r->at, type);
	if (r->why == NULL) {
		v = value(r, (enum value_type)type, 0);
		name = json_of_bytes(key, strlen(key));
		if (r->why == NULL)
			json_object_set(meta, json_string_value(name), v);
		json_decref(name);
		json_decref(v);
	}
	free(key);
}

/* Elements and bytes of a tensor by its type and dimensions, overflow refused. */
static void
measure(struct reader *r, struct gguf_tensor *t)
{
	const struct gguf_type *type = gguf_type(t->type);
	uint64_t blocks;

	t->elements = 1;
	for (uint32_t i = 0; i < GGUF_DIMS && r->why == NULL; i++)
		if (__builtin_mul_overflow(t->elements, t->dims[i], &t->elements))
			fault(r, "tensor '%.64s': so many elements can't be", t->name);
	if (r->why != NULL || type == NULL)
		return; /* a type of the future: size unknown, 0 */
	if (t->dims[0] % type->block != 0) {
		fault(r, "tensor '%.64s': rows of %" PRIu64 " are no multiple of %s's %u", t->name,
			t->dims[0], type->name, type->block);
		return;
	}
	blocks = t->elements / type->block;
	if (__builtin_mul_overflow(blocks, (uint64_t)type->bytes, &t->bytes))
		fault(r, "tensor '%.64s': so many bytes can't be", t->name);
}

static void
read_tensor(struct reader *r, struct gguf_tensor *t)
{
	size_t len;

	t->name = string(r, KEY_MAX, &len);
	t->ndims = (uint32_t)number(r, 4);
	if (r->why == NULL && t->ndims > GGUF_DIMS)
		fault(r, "tensor '%.64s': %" PRIu32 " dimensions, more than %d", t->name, t->ndims,
			GGUF_DIMS);
	for (uint32_t i = 0; i < GGUF_DIMS; i++)
		t->dims[i] = r->why == NULL && i < t->ndims ? number(r, 8) : 1;
	t->type = (uint32_t)number(r, 4);
	t->offset = number(r, 8);
	if (r->why == NULL)
		measure(r, t);
}

static void
place_tensors(struct reader *r, struct gguf *g, int whole)
{
	const json_t *given = json_object_get(g->meta, "general.alignment");
	int64_t align = given ? json_integer_value(given) : 32;

	if (align <= 0 || align > 1 << 20 || (align & (align - 1)) != 0) {
		fault(r, "general.alignment %" PRId64 " is no power of two", align);
		return;
	}
	g->data = (r->at + (uint64_t)align - 1) & ~((uint64_t)align - 1);
	for (size_t i = 0; i < g->ntensors && r->why == NULL; i++) {
		struct gguf_tensor *t = &g->tensors[i];
		uint64_t end;

		if (__builtin_add_overflow(t->offset, g->data, &t->offset) ||
			__builtin_add_overflow(t->offset, t->bytes, &end) ||
			(whole && end > r->size))
			fault(r, "tensor '%.64s' reaches beyond the file's end (truncated?)",
				t->name);
	}
}

static void
read_header(struct reader *r, struct gguf *g, int whole)
{
	unsigned char magic[4];
	uint64_t version, ntensors, npairs;
	size_t cap = 0;

	if (!take(r, magic, 4))
		return;
	if (memcmp(magic, "GGUF", 4) != 0) {
		fault(r, "no GGUF file: it begins with other bytes");
		return;
	}
	version = number(r, 4);
	if (r->why == NULL && (version & 0xffff) == 0 && version != 0)
		fault(r, "a big-endian GGUF file, which is not supported");
	else if (r->why == NULL && (version < 2 || version > 3))
		fault(r, "GGUF version %" PRIu64 ", want 2 or 3", version);
	g->version = (uint32_t)version;
	ntensors = number(r, 8);
	npairs = number(r, 8);
	if (r->why == NULL && npairs > (r->size - r->at) / LEAST_PAIR)
		fault(r, "%" PRIu64 " metadata pairs are more than the file can hold", npairs);
	for (uint64_t i = 0; i < npairs && r->why == NULL; i++)
		read_pair(r, g->meta);
	if (r->why == NULL && ntensors > (r->size - r->at) / LEAST_TENSOR)
		fault(r, "%" PRIu64 " tensors are more than the file can hold", ntensors);
	for (uint64_t i = 0; i < ntensors && r->why == NULL; i++) {
		GROW(g->tensors, g->ntensors, cap);
		g->tensors[g->ntensors] = (struct gguf_tensor){0};
		read_tensor(r, &g->tensors[g->ntensors++]);
	}
	if (r->why == NULL)
		place_tensors(r, g, whole);
}

struct gguf *
gguf_read(FILE *f, int whole, char **why)
{
	struct reader r = {.f = f};
	struct gguf *g;
	off_t end;

	*why = NULL;
	if (fseeko(f, 0, SEEK_END) < 0 || (end = ftello(f)) < 0 || fseeko(f, 0, SEEK_SET) < 0) {
		*why = xstrdup(strerror(errno));
		return NULL;
	}
	r.size = (uint64_t)end;
	g = xcalloc(1, sizeof *g);
	g->meta = json_object();
	read_header(&r, g, whole);
	if (r.why == NULL)
		return g;
	*why = r.why;
	gguf_free(g);
	return NULL;
}

void
gguf_free(struct gguf *g)
{
	if (g == NULL)
		return;
	for (size_t i = 0; i < g->ntensors; i++)
		free(g->tensors[i].name);
	free(g->tensors);
	json_decref(g->meta);
	free(g);
}

const struct gguf_tensor *
gguf_tensor_named(const struct gguf *g, const char *name)
{
	for (size_t i = 0; i < g->ntensors; i++)
		if (strcmp(g->tensors[i].name, name) == 0)
			return &g->tensors[i];
	return NULL;
}
