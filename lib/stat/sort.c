#include "stat/sort.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "kit/mem.h"

enum { FEW = 64, BYTES = 8, VALUES = 256 };

static void
insertion_sort(double *v, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		double x = v[i];
		size_t k = i;

		for (; k > 0 && v[k - 1] > x; k--)
			v[k] = v[k - 1];
		v[k] = x;
	}
}

/* Bits whose order as unsigned integers is that of the doubles, and back. */
static uint64_t
to_key(double x)
{
	uint64_t bits;

	memcpy(&bits, &x, sizeof bits);
	return bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
}

static double
from_key(uint64_t key)
{
	uint64_t bits = key >> 63 ? key & ~(UINT64_C(1) << 63) : ~key;
	double x;

	memcpy(&x, &bits, sizeof x);
	return x;
}

/* One stable pass by a byte; false where all keys agree in it and nothing was moved. */
static bool
pass(const uint64_t *from, uint64_t *to, size_t n, int byte, const size_t *count)
{
	size_t at[VALUES], sum = 0;
	int shift = 8 * byte;

	if (count[from[0] >> shift & 0xff] == n)
		return false;
	for (int i = 0; i < VALUES; i++) {
		at[i] = sum;
		sum += count[i];
	}
	for (size_t i = 0; i < n; i++)
		to[at[from[i] >> shift & 0xff]++] = from[i];
	return true;
}

void
sort_doubles(double *v, size_t n)
{
	static const size_t none[BYTES][VALUES];
	size_t count[BYTES][VALUES];
	uint64_t *a, *b, *all;

	if (n <= FEW) {
		insertion_sort(v, n);
		return;
	}
	memcpy(count, none, sizeof count);
	all = xreallocarray(NULL, 2 * n, sizeof *all);
	a = all;
	b = all + n;
	for (size_t i = 0; i < n; i++) {
		a[i] = to_key(v[i]);
		for (int k = 0; k < BYTES; k++)
			count[k][a[i] >> 8 * k & 0xff]++;
	}
	for (int k = 0; k < BYTES; k++) {
		if (pass(a, b, n, k, count[k])) {
			uint64_t *swap = a;

			a = b;
			b = swap;
		}
	}
	for (size_t i = 0; i < n; i++)
		v[i] = from_key(a[i]);
	free(all);
}
