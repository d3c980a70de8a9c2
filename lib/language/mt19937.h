/* The Mersenne twister (Matsumoto and Nishimura 1998), seeded and used as CPython's random.Random.
 */
#ifndef TIERBENCH_LANGUAGE_MT19937_H
#define TIERBENCH_LANGUAGE_MT19937_H

#include <stdbool.h>
#include <stdint.h>

enum { MT19937_STATE = 624 };

struct mt19937 {
	uint32_t state[MT19937_STATE];
	int at;
	double kept; /* the second of a pair of normal deviates */
	bool has_kept;
};

/* random.seed(seed) */
void mt19937_seed(struct mt19937 *m, uint32_t seed);
/* Makes the next MT19937_STATE numbers. */
void mt19937_refill(struct mt19937 *m);

static inline uint32_t
mt19937_next(struct mt19937 *m)
{
	uint32_t y;

	if (m->at == MT19937_STATE)
		mt19937_refill(m);
	y = m->state[m->at++];
	y ^= y >> 11;
	y ^= y << 7 & 0x9d2c5680U;
	y ^= y << 15 & 0xefc60000U;
	return y ^ y >> 18;
}

/* random.random(): in 0…1, 1 left out */
double mt19937_real(struct mt19937 *m);
/* random.gauss(0, 1): by pairs (Box and Muller 1958) */
double mt19937_gauss(struct mt19937 *m);
/* The index that random.choice takes among n, n ≥ 1: as many bits as n has, drawn until they are below */
static inline uint32_t
mt19937_below(struct mt19937 *m, uint32_t n)
{
	int spare = __builtin_clz(n);
	uint32_t r;

	do
		r = mt19937_next(m) >> spare;
	while (r >= n);
	return r;
}

#endif
