#include "stat/sum.h"

#include <math.h>

void
sum_add(struct exact_sum *s, double x)
{
	int n = 0;

	for (int i = 0; i < s->n; i++) {
		double y = s->part[i], hi = x + y, virtual_y = hi - x;
		double lo = (x - (hi - virtual_y)) + (y - virtual_y);

		if (lo != 0)
			s->part[n++] = lo;
		x = hi;
	}
	if (x != 0 && n < SUM_PARTS)
		s->part[n++] = x;
	s->n = n;
}

void
sum_add_square(struct exact_sum *s, double x)
{
	double hi = x * x, lo = fma(x, x, -hi);

	sum_add(s, hi);
	if (lo != 0)
		sum_add(s, lo);
}

void
sum_merge(struct exact_sum *s, const struct exact_sum *other)
{
	for (int i = 0; i < other->n; i++)
		sum_add(s, other->part[i]);
}

/* The parts don't overlap and grow: from the top, until one no longer fits; ties look one further.
 */
double
sum_value(const struct exact_sum *s)
{
	double hi, lo = 0;
	int i = s->n;

	if (i == 0)
		return 0;
	hi = s->part[--i];
	while (i > 0) {
		double x = hi, y = s->part[--i];

		hi = x + y;
		lo = y - (hi - x);
		if (lo != 0)
			break;
	}
	if (i > 0 && ((lo < 0 && s->part[i - 1] < 0) || (lo > 0 && s->part[i - 1] > 0))) {
		double y = lo * 2, x = hi + y;

		if (y == x - hi)
			hi = x;
	}
	return hi;
}

void
moments_add(struct moments *m, double x)
{
	m->n++;
	sum_add(&m->sum, x);
	sum_add_square(&m->squares, x);
}

void
moments_merge(struct moments *m, const struct moments *other)
{
	m->n += other->n;
	sum_merge(&m->sum, &other->sum);
	sum_merge(&m->squares, &other->squares);
}

double
moments_mean(const struct moments *m)
{
	return m->n ? sum_value(&m->sum) / (double)m->n : NAN;
}

/* Σ(x−c)² = Σx² − c(2Σx − nc), with c the rounded mean: every product goes in whole. */
double
moments_variance(const struct moments *m)
{
	struct exact_sum s = m->squares;
	double n = (double)m->n, mean, off, result;

	if (m->n < 2)
		return NAN;
	mean = moments_mean(m);
	for (int i = 0; i < m->sum.n; i++) {
		double hi = -2 * mean * m->sum.part[i];

		sum_add(&s, hi);
		sum_add(&s, fma(-2 * mean, m->sum.part[i], -hi));
	}
	{
		double square = mean * mean, low = fma(mean, mean, -square);
		double hi = n * square, lo = n * low;

		sum_add(&s, hi);
		sum_add(&s, fma(n, square, -hi));
		sum_add(&s, lo);
		sum_add(&s, fma(n, low, -lo));
	}
	{
		struct exact_sum rest = m->sum;
		double hi = -n * mean;

		sum_add(&rest, hi);
		sum_add(&rest, fma(-n, mean, -hi));
		off = sum_value(&rest);
	}
	result = (sum_value(&s) - off * off / n) / (n - 1);
	return result > 0 ? result : 0;
}

double
moments_se(const struct moments *m)
{
	return m->n < 2 ? NAN : sqrt(moments_variance(m) / (double)m->n);
}
