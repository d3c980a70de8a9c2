#include "engine/safetensors.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "kit/json.h"
#include "kit/mem.h"

/* The format's own bound for a header is 100 MB. */
#define HEADER_MAX 100000000u

static const struct {
	const char *name;
	unsigned bits;
} types[] = {{"BOOL", 8}, {"U8", 8}, {"I8", 8}, {"F8_E4M3", 8}, {"F8_E5M2", 8}, {"F8_E8M0", 8},
	{"I16", 16}, {"U16", 16}, {"F16", 16}, {"BF16", 16}, {"I32", 32}, {"U32", 32}, {"F32", 32},
	{"I64", 64}, {"U64", 64}, {"F64", 64}, {"F4", 4}, {"F6_E2M3", 6}, {"F6_E3M2", 6},
	{"C64", 64}};

unsigned
st_type_bits(const char *type)
{
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (strcmp(types[i].name, type) == 0)
			return types[i].bits;
	return 0;
}

/* Shape into dims and elements; false where it is no shape. */
static bool
read_shape(struct st_tensor *t, const json_t *shape)
{
	size_t i;
	json_t *v;

	if (!json_is_array(shape) || json_array_size(shape) > ST_DIMS)
		return false;
	t->elements = 1;
	t->ndims = (uint32_t)json_array_size(shape);
	json_array_foreach(shape, i, v)
	{
		if (!json_is_integer(v) || json_integer_value(v) < 0)
			return false;
		t->dims[i] = (uint64_t)json_integer_value(v);
		if (__builtin_mul_overflow(t->elements, t->dims[i], &t->elements))
			return false;
	}
	return true;
}

/* One entry of the header, checked against the size of the data behind it. */
static bool
read_entry(struct st_tensor *t, const json_t *v, uint64_t header_end, uint64_t data, char **why)
{
	const json_t *span = json_object_get(v, "data_offsets");
	json_int_t from = json_integer_value(json_array_get(span, 0));
	json_int_t to = json_integer_value(json_array_get(span, 1));
	const char *type = json_str(v, "dtype", "");
	uint64_t bits;

	if (strlen(type) == 0 || strlen(type) >= sizeof t->type ||
		!read_shape(t, json_object_get(v, "shape")) || json_array_size(span) != 2 ||
		!json_is_integer(json_array_get(span, 0)) ||
		!json_is_integer(json_array_get(span, 1))) {
		*why = xasprintf(
			"tensor '%.64s': no dtype, shape and data_offsets as they should be",
			t->name);
		return false;
	}
	snprintf(t->type, sizeof t->type, "%s", type);
	if (from < 0 || to < from || (uint64_t)to > data) {
		*why = xasprintf(
			"tensor '%.64s' reaches beyond the file's end (truncated?)", t->name);
		return false;
	}
	t->offset = header_end + (uint64_t)from;
	t->bytes = (uint64_t)(to - from);
	if (st_type_bits(type) != 0 &&
		(__builtin_mul_overflow(t->elements, (uint64_t)st_type_bits(type), &bits) ||
			(bits + 7) / 8 != t->bytes)) {
		*why = xasprintf("tensor '%.64s': %" PRIu64 " bytes are not what its shape says",
			t->name, t->bytes);
		return false;
	}
	return true;
}

static struct safetensors *
read_entries(const json_t *header, uint64_t header_end, uint64_t data, char **why)
{
	struct safetensors *s = xcalloc(1, sizeof *s);
	size_t cap = 0;
	const char *name;
	json_t *v;

	json_object_foreach((json_t *)header, name, v)
	{
		if (strcmp(name, "__metadata__") == 0)
			continue;
		GROW(s->tensors, s->ntensors, cap);
		s->tensors[s->ntensors] = (struct st_tensor){.name = xstrdup(name)};
		if (!read_entry(&s->tensors[s->ntensors++], v, header_end, data, why)) {
			safetensors_free(s);
			return NULL;
		}
	}
	return s;
}

struct safetensors *
safetensors_read(FILE *f, char **why)
{
	unsigned char b[8];
	uint64_t size, len = 0;
	struct safetensors *s = NULL;
	json_error_t error;
	json_t *header;
	char *text;
	off_t end;

	*why = NULL;
	if (fseeko(f, 0, SEEK_END) < 0 || (end = ftello(f)) < 0 || fseeko(f, 0, SEEK_SET) < 0) {
		*why = xstrdup(strerror(errno));
		return NULL;
	}
	size = (uint64_t)end;
	if (size < 8 || fread(b, 1, 8, f) != 8) {
		*why = xstrdup("no safetensors file: shorter than its header's length");
		return NULL;
	}
	for (size_t i = 8; i-- > 0;)
		len = len << 8 | b[i];
	if (len < 2 || len > size - 8 || len > HEADER_MAX) {
		*why = xasprintf("no safetensors file: a header of %" PRIu64
				 " bytes in a file of %" PRIu64,
			len, size);
		return NULL;
	}
	text = xmalloc(len);
	if (fread(text, 1, len, f) != len) {
		*why = xstrdup("the header can't be read");
		free(text);
		return NULL;
	}
	header = json_loadb(text, len, JSON_REJECT_DUPLICATES, &error);
	free(text);
	if (!json_is_object(header))
		*why = xasprintf(
			"the header is no JSON object: %s", header ? "another value" : error.text);
	else
		s = read_entries(header, 8 + len, size - 8 - len, why);
	json_decref(header);
	return s;
}

void
safetensors_free(struct safetensors *s)
{
	if (s == NULL)
		return;
	for (size_t i = 0; i < s->ntensors; i++)
		free(s->tensors[i].name);
	free(s->tensors);
	free(s);
}

const struct st_tensor *
safetensors_named(const struct safetensors *s, const char *name)
{
	for (size_t i = 0; i < s->ntensors; i++)
		if (strcmp(s->tensors[i].name, name) == 0)
			return &s->tensors[i];
	return NULL;
}
