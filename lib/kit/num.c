#include "kit/num.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The shortest digits that read back equal: 15 always hold, 17 always suffice. */
static int
shortest(char out[static NUM_TEXT], double x, int from, char style)
{
	int n = 0;

	for (int digits = from; digits <= 17; digits++) {
		if (style == 'g')
			n = snprintf(out, NUM_TEXT, "%.*g", digits, x);
		else
			n = snprintf(out, NUM_TEXT, "%.*e", digits - 1, x);
		if (strtod(out, NULL) == x)
			break;
	}
	return n;
}

int
num_real(char out[static NUM_TEXT], double x)
{
	int n = shortest(out, x, 15, 'g');

	if (!strpbrk(out, ".e"))
		n += snprintf(out + n, (size_t)(NUM_TEXT - n), ".0");
	return n;
}

int
num_canonical(char out[static NUM_TEXT], double x)
{
	char text[NUM_TEXT], digits[NUM_TEXT];
	int k = 0, n;
	const char *sign = x < 0 ? "-" : "";

	if (x == 0)
		return snprintf(out, NUM_TEXT, "0");
	shortest(text, fabs(x), 1, 'e');
	char *e = strchr(text, 'e');
	n = (int)strtol(e + 1, NULL, 10) + 1; /* ECMA-262: value = 0.digits × 10^n */
	for (char *c = text; c < e; c++)
		if (*c != '.')
			digits[k++] = *c;
	digits[k] = '\0';
	if (k <= n && n <= 21)
		return snprintf(
			out, NUM_TEXT, "%s%s%.*s", sign, digits, n - k, "000000000000000000000");
	if (0 < n && n <= 21)
		return snprintf(out, NUM_TEXT, "%s%.*s.%s", sign, n, digits, digits + n);
	if (-6 < n && n <= 0)
		return snprintf(out, NUM_TEXT, "%s0.%.*s%s", sign, -n, "000000", digits);
	return snprintf(out, NUM_TEXT, "%s%c%s%se%+d", sign, digits[0], k > 1 ? "." : "",
		digits + 1, n - 1);
}

bool
num_parse_int(const char *text, int64_t lo, int64_t hi, int64_t *value)
{
	char *end;

	if (!*text || strchr(" \t\n\v\f\r+", *text))
		return false;
	errno = 0;
	intmax_t x = strtoimax(text, &end, 10);
	if (errno || *end || x < lo || x > hi)
		return false;
	*value = x;
	return true;
}

bool
num_parse_real(const char *text, double lo, double hi, double *value)
{
	char *end;

	if (!*text || !strchr("-.0123456789", *text))
		return false;
	double x = strtod(text, &end);
	if (*end || end == text || !isfinite(x) || x < lo || x > hi)
		return false;
	*value = x;
	return true;
}

int
num_human_bytes(char out[static NUM_TEXT], double bytes)
{
	static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
	size_t u = 0;

	while (fabs(bytes) >= 1024 && u + 1 < sizeof units / sizeof *units) {
		bytes /= 1024;
		u++;
	}
	return snprintf(out, NUM_TEXT, "%.*f %s", u && fabs(bytes) < 100 ? 1 : 0, bytes, units[u]);
}

int
num_human_seconds(char out[static NUM_TEXT], double s)
{
	if (s < 0.9995)
		return snprintf(out, NUM_TEXT, "%.0f ms", s * 1000);
	if (s < 59.5)
		return snprintf(out, NUM_TEXT, "%.*f s", s < 9.95 ? 1 : 0, s);
	int64_t whole = (int64_t)(s + .5);
	if (whole < 3600)
		return snprintf(out, NUM_TEXT, "%d min %d s", (int)(whole / 60), (int)(whole % 60));
	whole = (whole + 30) / 60;
	return snprintf(out, NUM_TEXT, "%" PRId64 " h %d min", whole / 60, (int)(whole % 60));
}
