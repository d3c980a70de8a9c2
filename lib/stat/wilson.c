#include "stat/wilson.h"

#include <math.h>

struct interval
wilson_interval(size_t passed, size_t n, double level)
{
	double z, k = (double)passed, m = (double)n, centre, half;

	if (n == 0)
		return (struct interval){NAN, NAN};
	z = normal_quantile(1 - (1 - level) / 2);
	centre = (k + z * z / 2) / (m + z * z);
	half = z / (m + z * z) * sqrt(k * (m - k) / m + z * z / 4);
	return (struct interval){passed == 0 ? 0 : centre - half, passed == n ? 1 : centre + half};
}
