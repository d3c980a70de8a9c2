/*
 * Safetensors headers (one file): tensors by name, type and shape, no weights. The header's length is
 * checked against the file and a bound before it is read; offsets must lie within the file, in order
 * and without gaps being relied upon.
 */
#ifndef TIERBENCH_ENGINE_SAFETENSORS_H
#define TIERBENCH_ENGINE_SAFETENSORS_H

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

enum { ST_DIMS = 8 };

struct st_tensor {
	char *name;
	char type[16]; /* "F16", "BF16", "F8_E4M3", … */
	uint32_t ndims;
	uint64_t dims[ST_DIMS];		  /* the slowest first, as the file has them */
	uint64_t elements, bytes, offset; /* offset in the file */
};

struct safetensors {
	struct st_tensor *tensors;
	size_t ntensors;
};

/* Bits of an element of this type, 0 where unknown. */
unsigned st_type_bits(const char *type);
/* NULL where it is none or a lying one; *why is the caller's to free. */
struct safetensors *safetensors_read(FILE *f, char **why);
void safetensors_free(struct safetensors *s);
const struct st_tensor *safetensors_named(const struct safetensors *s, const char *name);

#endif
