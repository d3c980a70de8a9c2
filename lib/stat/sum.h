/*
 * Sums that don't depend on the order of their terms: every bit is kept (Shewchuk 1997, "Adaptive
 * precision floating-point arithmetic", algorithm GROW-EXPANSION), the value is rounded once at the
 * end. So the same records in another order, or merged from parts, give the same bytes.
 */
#ifndef TIERBENCH_STAT_SUM_H
#define TIERBENCH_STAT_SUM_H

#include <stddef.h>

enum { SUM_PARTS = 42 }; /* 2098 bits of doubles in parts of 53, and room */

struct exact_sum {
	double part[SUM_PARTS];
	int n;
};

/* Starts as zeroed memory. x must be finite. */
void sum_add(struct exact_sum *s, double x);
/* Adds x·x without losing a bit. */
void sum_add_square(struct exact_sum *s, double x);
void sum_merge(struct exact_sum *s, const struct exact_sum *other);
double sum_value(const struct exact_sum *s);

/* n, Σx and Σx² of a stream. Starts as zeroed memory. */
struct moments {
	size_t n;
	struct exact_sum sum, squares;
};

void moments_add(struct moments *m, double x);
void moments_merge(struct moments *m, const struct moments *other);
double moments_mean(const struct moments *m);
/* Σ(x−x̄)²/(n−1); NaN below two values. Never negative; 0 where all are equal. */
double moments_variance(const struct moments *m);
/* √(variance/n), the standard error of the mean (Miller 2024). */
double moments_se(const struct moments *m);

#endif
