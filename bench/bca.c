/*
 * BCa intervals of made-up paired differences, for bench/statistics/ratios.py:
 *	bca flips|graded CONTRASTS ITEMS RESAMPLES
 * prints the mean width of the intervals, so that both sides can be seen to do the same.
 */
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/mem.h"
#include "kit/rec.h"
#include "stat/bootstrap.h"

int
main(int argc, char **argv)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	size_t contrasts, n, resamples;
	struct resample_cache cache = {0};
	double *d, width = 0;

	if (argc != 5)
		return 64;
	contrasts = (size_t)atol(argv[2]);
	n = (size_t)atol(argv[3]);
	resamples = (size_t)atol(argv[4]);
	cache.times = resamples;
	cache.seed = 1;
	d = xcalloc(n + 1, sizeof *d);
	for (size_t c = 0; c < contrasts; c++) {
		struct bca b;

		for (size_t i = 0; i < n; i++) {
			double u = gsl_rng_uniform(rng);

			d[i] = strcmp(argv[1], "flips") == 0 ? (u < .07		 ? -1
								       : u < .12 ? 1
										 : 0)
							     : gsl_ran_gaussian(rng, .3);
		}
		b = bca_of(resamples_for(&cache, n), d, NULL, .95);
		width += b.hi - b.lo;
	}
	printf("%s: mean width %.5f\n", argv[1], width / (double)contrasts);
	free(d);
	resample_cache_free(&cache);
	gsl_rng_free(rng);
	return close_stdout();
}
