#include "http/metrics.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The value of a line "NAME VALUE" or "NAME{…} VALUE"; false where the line is another. */
static bool
value_of(const char *line, size_t len, const char *name, double *value)
{
	size_t n = strlen(name);
	char text[64], *end;
	const char *at = line + n, *stop = line + len;

	if (len <= n || memcmp(line, name, n) != 0 || (*at != ' ' && *at != '{'))
		return false;
	if (*at ==
		'{') { /* a label's value may hold a brace, but it can't be behind the last one */
		at = memrchr(at, '}', (size_t)(stop - at));
		if (!at)
			return false;
		at++;
	}
	while (at < stop && *at == ' ')
		at++;
	n = (size_t)(stop - at);
	if (n == 0 || n >= sizeof text)
		return false;
	memcpy(text, at, n);
	text[n] = '\0';
	*value = strtod(text, &end);
	return end > text && *value >= 0 && *value < 9e15;
}

int64_t
metrics_sum(const char *text, size_t len, const char *name)
{
	const char *end = text + len;
	double sum = -1, value;

	while (text < end) {
		const char *stop = memchr(text, '\n', (size_t)(end - text));
		size_t n = (size_t)((stop ? stop : end) - text);

		if (value_of(text, n, name, &value))
			sum = (sum < 0 ? 0 : sum) + value;
		text += n + 1;
		if (!stop)
			break;
	}
	return sum < 9e15 ? (int64_t)sum : -1;
}
