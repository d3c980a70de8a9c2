#include "language/mt19937.h"

#include <math.h>

enum { N = MT19937_STATE, M = 397 };

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

void
mt19937_refill(struct mt19937 *m)
{
	uint32_t *s = m->state;

	for (int i = 0; i < N - M; i++)
		s[i] = twist(s[i], s[i + 1], s[i + M]);
	for (int i = N - M; i < N - 1; i++)
		s[i] = twist(s[i], s[i + 1], s[i + M - N]);
	s[N - 1] = twist(s[N - 1], s[0], s[M - 1]);
	m->at = 0;
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
