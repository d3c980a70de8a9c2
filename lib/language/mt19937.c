#include "language/mt19937.h"

#include <math.h>

enum { N = 624, M = 397 };

static void
start(struct mt19937 *m, uint32_t s)
{
	m->state[0] = s;
	for (uint32_t i = 1; i < N; i++)
		m->state[i] = 1812433253U * (m->state[i - 1] ^ m->state[i - 1] >> 30) + i;
}

/* The seed is an array of one word to init_by_array, as CPython has it. */
void
mt19937_seed(struct mt19937 *m, uint32_t seed)
{
	uint32_t i = 1, *s = m->state;

	start(m, 19650218U);
	for (int k = 0; k < N; k++) {
		s[i] = (s[i] ^ (s[i - 1] ^ s[i - 1] >> 30) * 1664525U) + seed;
		if (++i == N) {
			s[0] = s[N - 1];
			i = 1;
		}
	}
	for (int k = 0; k < N - 1; k++) {
		s[i] = (s[i] ^ (s[i - 1] ^ s[i - 1] >> 30) * 1566083941U) - i;
		if (++i == N) {
			s[0] = s[N - 1];
			i = 1;
		}
	}
	s[0] = 0x80000000U;
	m->at = N;
	m->has_kept = false;
}

static uint32_t
twist(uint32_t high, uint32_t low, uint32_t far)
{
	uint32_t y = (high & 0x80000000U) | (low & 0x7fffffffU);

	return far ^ y >> 1 ^ (low & 1 ? 0x9908b0dfU : 0);
}

static void
refill(struct mt19937 *m)
{
	uint32_t *s = m->state;

	for (int i = 0; i < N - M; i++)
		s[i] = twist(s[i], s[i + 1], s[i + M]);
	for (int i = N - M; i < N - 1; i++)
		s[i] = twist(s[i], s[i + 1], s[i + M - N]);
	s[N - 1] = twist(s[N - 1], s[0], s[M - 1]);
	m->at = 0;
}

uint32_t
mt19937_next(struct mt19937 *m)
{
	uint32_t y;

	if (m->at == N)
		refill(m);
	y = m->state[m->at++];
	y ^= y >> 11;
	y ^= y << 7 & 0x9d2c5680U;
	y ^= y << 15 & 0xefc60000U;
	return y ^ y >> 18;
}

double
mt19937_real(struct mt19937 *m)
{
	double high = mt19937_next(m) >> 5, low = mt19937_next(m) >> 6;

	return (high * 67108864.0 + low) * (1.0 / 9007199254740992.0);
}

double
mt19937_gauss(struct mt19937 *m)
{
	double angle, length;

	if (m->has_kept) {
		m->has_kept = false;
		return m->kept;
	}
	angle = mt19937_real(m) * 6.283185307179586;
	length = sqrt(-2.0 * log(1.0 - mt19937_real(m)));
	m->kept = sin(angle) * length;
	m->has_kept = true;
	return cos(angle) * length;
}

uint32_t
mt19937_below(struct mt19937 *m, uint32_t n)
{
	int bits = 0;
	uint32_t r;

	while (bits < 32 && n >> bits)
		bits++;
	do
		r = mt19937_next(m) >> (32 - bits);
	while (r >= n);
	return r;
}
