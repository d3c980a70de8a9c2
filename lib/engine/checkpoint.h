/*
 * One checkpoint from its own files, by format. The record is as RECORDS has it, but for what needs
 * the whole registry (twin) and the files' hashes. Beyond RECORDS it holds
 *	geometry	{layers, embedding, heads, kv_heads, head_dim_k, head_dim_v, vocabulary,
 *			kv_elements: numbers kept a token over all layers, sliding_window}
 *	bits_by_type	{TYPE: share of the parameters}
 *	template_sha256	of the chat template, where there is one
 *	fingerprint	of norm weights, which quantization leaves alone: equal in a family
 */
#ifndef TIERBENCH_ENGINE_CHECKPOINT_H
#define TIERBENCH_ENGINE_CHECKPOINT_H

#include <jansson.h>
#include <stdbool.h>

/* NULL with *why ("PATH: what"), the caller's to free. path: the file, of a split one the first. */
json_t *checkpoint_of_gguf(const char *path, char **why);
/* folder holds config.json and *.safetensors. id: its name. */
json_t *checkpoint_of_hf(const char *folder, const char *id, char **why);
/* What the folder's configuration forces: {"kv": "fp8", "where": "config.json:12"} or {}. */
json_t *checkpoint_pinned(const char *folder);
/* A name as a family's: lower case, '-' between words, without words that name a quantization. */
char *family_of_name(const char *name);
/* SHA-256 over float values, "" where they are all equal (nothing is told by them). */
void fingerprint_of(const float *v, size_t n, char *hex);
/* IEEE half and bfloat16 to float. */
float float_of_f16(unsigned x);
float float_of_bf16(unsigned x);

#endif
