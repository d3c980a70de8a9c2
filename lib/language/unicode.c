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

uint32_t
uc_compose_vietnamese(uint32_t letter, uint32_t mark)
{
	static const uint32_t marks[] = {0x300, 0x301, 0x303, 0x309, 0x323};

	for (size_t m = 0; m < sizeof marks / sizeof *marks; m++) {
		if (marks[m] != mark)
			continue;
		for (size_t i = 0; i < uc_vietnamese_count; i++)
			if (uc_vietnamese[i].letter == letter)
				return uc_vietnamese[i].with[m];
	}
	return 0;
}
