#include "language/unicode.h"

const struct uc_ascii *
uc_ascii_find(uint32_t c)
{
	size_t lo = 0, hi = uc_ascii_count;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (uc_ascii[mid].c == c)
			return &uc_ascii[mid];
		if (uc_ascii[mid].c < c)
			lo = mid + 1;
		else
			hi = mid;
	}
	return NULL;
}
