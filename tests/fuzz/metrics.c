/* The counters of /metrics: any text gives a count or none. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "http/metrics.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *copy = malloc(
		size ? size : 1); /* of its very size, so that reading past it is seen */

	memcpy(copy, data, size);
	if (metrics_sum(copy, size, "a_total") < -1 || metrics_sum(copy, size, "b") < -1)
		abort();
	free(copy);
	return 0;
}
