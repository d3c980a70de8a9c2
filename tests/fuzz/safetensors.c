/* Safetensors headers: no crash, and every tensor that is accepted lies within the file. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/safetensors.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	FILE *f;
	char *why = NULL;
	struct safetensors *s;

	if (len == 0)
		return 0;
	f = fmemopen((void *)(uintptr_t)data, len, "r");
	if (!f)
		return 0;
	s = safetensors_read(f, &why);
	if ((s == NULL) != (why != NULL))
		abort();
	for (size_t i = 0; s && i < s->ntensors; i++)
		if (s->tensors[i].offset > len || s->tensors[i].bytes > len - s->tensors[i].offset)
			abort();
	safetensors_free(s);
	free(why);
	fclose(f);
	return 0;
}
