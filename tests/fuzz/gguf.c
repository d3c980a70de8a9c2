/* GGUF headers: no crash, no memory beyond a multiple of the input, and what is accepted is sane. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/gguf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	FILE *f;
	char *why = NULL;
	struct gguf *g;

	if (len == 0)
		return 0;
	f = fmemopen((void *)(uintptr_t)data, len, "r");
	if (!f)
		return 0;
	g = gguf_read(f, 1, &why);
	if ((g == NULL) != (why != NULL))
		abort();
	for (size_t i = 0; g && i < g->ntensors; i++)
		if (g->tensors[i].offset > len || g->tensors[i].bytes > len - g->tensors[i].offset)
			abort();
	gguf_free(g);
	free(why);
	fclose(f);
	return 0;
}
