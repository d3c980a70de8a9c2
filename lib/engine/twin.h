/*
 * Twins: two checkpoints whose tensors are the same values, tensor by tensor and value by value. A
 * name decides nothing.
 *
 * Each side is a GGUF file (of a split one the first) or a folder of safetensors. Names are mapped
 * between the two formats; rows of queries and keys may be in the order that a converter gives them for
 * its rotary embedding, norms may have 1 added, as converters do: what a file holds is tried each way.
 * Only F32, F16 and BF16 can be compared by value across formats; quantized tensors only byte by byte,
 * with the same format on both sides.
 */
#ifndef TIERBENCH_ENGINE_TWIN_H
#define TIERBENCH_ENGINE_TWIN_H

#include <jansson.h>

/*
 * {a, b: the paths, same_weights: true | false | null, tensors: how many were compared, values, first?:
 * {a, b: names, index, a_value, b_value} the first that differs, why?: of false without a value, and of
 * null}. cache (may be NULL) keeps the verdict for registry_read(). NULL with *why ("PATH: what"), the
 * caller's to free, where a side can't be read.
 */
json_t *twin_verify(const char *a, const char *b, const char *cache, char **why);

#endif
