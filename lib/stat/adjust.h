/*
 * p-values adjusted for a family that was fixed beforehand. Ties and order don't matter: equal p
 * get equal results, in the place of their own p.
 */
#ifndef TIERBENCH_STAT_ADJUST_H
#define TIERBENCH_STAT_ADJUST_H

#include <stddef.h>

/*
 * Holm 1979: adj(j) = max_{i≤j} min(1, (m−i+1)·p(i)). m ≥ n is the size of the family: members that
 * gave no p still count.
 */
void holm(const double *p, size_t n, size_t m, double *adjusted);
/* Benjamini & Hochberg 1995: adj(j) = min_{i≥j} min(1, m·p(i)/i). */
void benjamini_hochberg(const double *p, size_t n, size_t m, double *adjusted);

#endif
