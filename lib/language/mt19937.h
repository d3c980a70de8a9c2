/* The Mersenne twister (Matsumoto and Nishimura 1998), seeded and used as CPython's random.Random.
 */
#ifndef TIERBENCH_LANGUAGE_MT19937_H
#define TIERBENCH_LANGUAGE_MT19937_H

#include <stdbool.h>
#include <stdint.h>

struct mt19937 {
	uint32_t state[624];
	int at;
	double kept; /* the second of a pair of normal deviates */
	bool has_kept;
};

/* random.seed(seed) */
void mt19937_seed(struct mt19937 *m, uint32_t seed);
uint32_t mt19937_next(struct mt19937 *m);
/* random.random(): in 0…1, 1 left out */
double mt19937_real(struct mt19937 *m);
/* random.gauss(0, 1): by pairs (Box and Muller 1958) */
double mt19937_gauss(struct mt19937 *m);
/* The index that random.choice takes among n, n ≥ 1 */
uint32_t mt19937_below(struct mt19937 *m, uint32_t n);

#endif
