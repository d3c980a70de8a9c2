/*
 * GGUF headers, versions 2 and 3, little endian: metadata and the list of tensors, no weights.
 *
 * Nothing in a file is believed: lengths are checked against the file's end before anything is
 * allocated, counts against the least bytes that so many things take, so that memory is bounded by a
 * small multiple of the header's real size (and arrays of tokens aren't kept at all).
 */
#ifndef TIERBENCH_ENGINE_GGUF_H
#define TIERBENCH_ENGINE_GGUF_H

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

enum { GGUF_DIMS = 4, GGUF_KEEP_ELEMENTS = 1024 };

struct gguf_tensor {
	char *name;
	uint32_t type; /* of ggml */
	uint32_t ndims;
	uint64_t dims[GGUF_DIMS]; /* the fastest first; 1 beyond ndims */
	uint64_t elements, bytes;
	uint64_t offset; /* in the file */
};

struct gguf {
	uint32_t version;
	/*
	 * Metadata: scalars and strings as they are; an array of at most GGUF_KEEP_ELEMENTS numbers or
	 * strings as an array, a longer one as {"elements": N}. Bytes that are no UTF-8 become U+FFFD.
	 */
	json_t *meta;
	struct gguf_tensor *tensors;
	size_t ntensors;
	uint64_t data; /* where tensor data begins */
};

/* A type of tensor elements. */
struct gguf_type {
	uint32_t id;
	const char *name;
	uint32_t block, bytes; /* elements in a block, bytes of a block */
};

/* NULL where the type is unknown. */
const struct gguf_type *gguf_type(uint32_t id);
/* "Q4_K_M" for a general.file_type, NULL where unknown. */
const char *gguf_file_type(int64_t id);
/*
 * Reads a header. NULL where the file is none, with *why, the caller's to free ("big-endian …", "…
 * beyond the file's end"). whole: also refuse tensors that reach beyond the end, as a truncated file's
 * do.
 */
struct gguf *gguf_read(FILE *f, int whole, char **why);
void gguf_free(struct gguf *g);
const struct gguf_tensor *gguf_tensor_named(const struct gguf *g, const char *name);

#endif
