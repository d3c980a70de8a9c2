/* Languages: probabilities that fall, over the threshold, one in sum at most; the same when asked again. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "language/detect.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	const struct data *d = language_data();
	struct detected out[DETECTED_MAX], again[DETECTED_MAX];
	struct arena a = ARENA_INIT;
	double sum = 0;
	struct ustr s;
	int n;

	if (!d)
		return 0;
	s = ustr_decode(&a, (const char *)data, len);
	n = language_detect(d, &a, s, 0, out);
	if (language_detect(d, &a, s, 0, again) != n || n > DETECTED_MAX)
		abort();
	for (int i = 0; i < n; i++) {
		sum += out[i].probability;
		if (out[i].probability <= .1 || sum > 1 + 1e-9 ||
			(i && out[i].probability > out[i - 1].probability) ||
			strcmp(out[i].name, again[i].name) != 0)
			abort();
	}
	arena_release(&a);
	return 0;
}
