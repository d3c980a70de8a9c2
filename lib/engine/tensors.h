/* The tensors of a checkpoint of either format, readable row by row as floats. */
#ifndef TIERBENCH_ENGINE_TENSORS_H
#define TIERBENCH_ENGINE_TENSORS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum number_type { NUMBER_F32, NUMBER_F16, NUMBER_BF16, NUMBER_OTHER };

struct tensor {
	char *name;
	enum number_type type;
	char type_name[16];
	uint64_t cols, rows,
		slices; /* cols are next to each other in the file; a slice is an expert's */
	uint64_t offset, bytes;
	int fd; /* borrowed from the set */
};

struct tensor_set {
	bool gguf;
	struct tensor *v;
	size_t n, cap;
	int *fds;
	size_t nfds;
	int64_t heads, kv_heads; /* 0: not told */
	json_t *files;		 /* paths of the weights, in order */
};

/* False with *why, the caller's to free. */
bool tensors_open(struct tensor_set *s, const char *path, char **why);
void tensors_close(struct tensor_set *s);
const struct tensor *tensors_named(const struct tensor_set *s, const char *name);
/* One row as floats, into out[0..cols); raw is room for cols × 4 bytes. False with errno. */
bool tensor_row(const struct tensor *t, uint64_t slice, uint64_t row, float *out, void *raw);

#endif
