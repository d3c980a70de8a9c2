#include "tally/walk.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char *
skip_blanks(const char *p)
{
	while (*p == ' ' || *p == '\t' || *p == '\r' || *p == '\n')
		p++;
	return p;
}

/* From an opening quote to behind the closing one: the first quote with an even run of backslashes. */
static const char *
skip_string(const char *p)
{
	for (;;) {
		const char *q = strchr(p + 1, '"');
		size_t slashes = 0;

		while (q[-1 - (ptrdiff_t)slashes] == '\\')
			slashes++;
		p = q;
		if (slashes % 2 == 0)
			return q + 1;
	}
}

/* Behind an array or object. */
static const char *
skip_nested(const char *p)
{
	int depth = 0;

	for (;;) {
		switch (*p) {
		case '"': p = skip_string(p); continue;
		case '[':
		case '{': depth++; break;
		case ']':
		case '}':
			if (--depth == 0)
				return p + 1;
			break;
		default: break;
		}
		p++;
	}
}

static const char *
skip_value(const char *p)
{
	if (*p == '"')
		return skip_string(p);
	if (*p == '[' || *p == '{')
		return skip_nested(p);
	while (*p != ',' && *p != '}' && *p != ']' && *p != ' ' && *p != '\t' && *p != '\r' &&
		*p != '\n')
		p++;
	return p;
}

bool
walk_key(const char **at, struct span *key)
{
	const char *p = skip_blanks(*at), *end;

	if (*p == ',')
		p = skip_blanks(p + 1);
	if (*p != '"')
		return false;
	end = skip_string(p);
	*key = (struct span){p + 1, (size_t)(end - p) - 2};
	*at = skip_blanks(skip_blanks(end) + 1);
	return true;
}

struct span
walk_skip(const char **at)
{
	const char *first = *at;

	*at = skip_value(first);
	return (struct span){first, (size_t)(*at - first)};
}

bool
walk_member(const char **at, struct span *key, struct span *value)
{
	if (!walk_key(at, key))
		return false;
	*value = walk_skip(at);
	return true;
}

/*
 * Up to 2^53 over a power of ten up to 10^22 both are exact doubles, and their quotient is rounded once
 * (Clinger 1990): no need for strtod().
 */
double
walk_number(const char **at)
{
	static const double tens[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
		1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18};
	const char *p = *at, *point = NULL, *first;
	bool minus = *p == '-';
	uint64_t digits = 0;
	double x;

	p += minus;
	first = p;
	for (;; p++) {
		if (*p >= '0' && *p <= '9')
			digits = digits * 10 + (uint64_t)(*p - '0');
		else if (*p == '.')
			point = p;
		else
			break;
	}
	if (*p == 'e' || *p == 'E' || p - first > 18 || digits > UINT64_C(1) << 53) {
		char *after;

		x = strtod(*at, &after);
		*at = after;
		return x;
	}
	*at = p;
	x = (double)digits;
	if (point)
		x /= tens[p - point - 1];
	return minus ? -x : x;
}

/* Numbers in nested arrays end with the bracket that closes the first; anything else is let pass. */
bool
walk_array_number(const char **at, int *depth, double *x)
{
	const char *p = *at;

	for (;; p++) {
		switch (*p) {
		case '[': ++*depth; break;
		case ']':
			if (--*depth == 0) {
				*at = p + 1;
				return false;
			}
			break;
		case '{': p = skip_nested(p) - 1; break;
		case '"': p = skip_string(p) - 1; break;
		case '-':
		case '0':
		case '1':
		case '2':
		case '3':
		case '4':
		case '5':
		case '6':
		case '7':
		case '8':
		case '9':
			*at = p;
			*x = walk_number(at);
			return true;
		default: break;
		}
	}
}
