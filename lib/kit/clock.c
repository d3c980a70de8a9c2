#include "kit/clock.h"

#include <time.h>

int64_t
clock_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

double
clock_s(void)
{
	return (double)clock_ns() / 1e9;
}

void
clock_wall(char out[static CLOCK_TEXT])
{
	time_t now = time(NULL);
	struct tm parts;

	gmtime_r(&now, &parts);
	strftime(out, CLOCK_TEXT, "%Y-%m-%dT%H:%M:%SZ", &parts);
}
