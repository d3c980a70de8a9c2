#include "scorer/math/gsm8k.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "kit/mem.h"

static const struct span marker = {"#### ", 5};

static bool
is_of_number(char c)
{
	return (c >= '0' && c <= '9') || c == '.' || c == ',';
}

/* How many bytes at the start of t are of a number, or a dollar sign where that may be. */
static size_t
run_of(struct span t, bool dollar)
{
	size_t n = 0;

	while (n < t.len && (is_of_number(t.s[n]) || (dollar && t.s[n] == '$')))
		n++;
	return n;
}

struct span
gsm8k_strict(struct span text)
{
	ptrdiff_t at;

	while ((at = span_find(text, marker)) >= 0) {
		struct span rest = span_from(text, (size_t)at + marker.len);
		size_t minus = rest.len > 0 && rest.s[0] == '-';
		size_t n = run_of(span_from(rest, minus), false);

		if (n > 0)
			return span_cut(rest, 0, minus + n);
		text = span_from(text, (size_t)at + 1);
	}
	return SPAN("[invalid]");
}

struct span
gsm8k_flexible(struct span text)
{
	struct span found = SPAN("[invalid]");
	size_t i = 0;

	while (i < text.len) {
		size_t minus = text.s[i] == '-';
		struct span rest = span_from(text, i + minus);
		size_t n = run_of(rest, true);

		if (n >= 2 || (n == 1 && isdigit((unsigned char)rest.s[0]))) {
			found = span_cut(text, i, i + minus + n);
			i += minus + n;
		} else {
			i++;
		}
	}
	return found;
}

/* A new string; the caller frees it. */
static char *
normalized(struct span t)
{
	ptrdiff_t at;
	char *s;
	size_t n = 0;

	s = xmalloc(t.len + 1);
	for (size_t i = 0; i < t.len; i++)
		if (t.s[i] != ',' && t.s[i] != '$')
			s[n++] = (char)tolower((unsigned char)t.s[i]);
	at = span_rfind((struct span){s, n}, marker);
	if (at >= 0) {
		n -= (size_t)at + marker.len;
		memmove(s, s + (size_t)at + marker.len, n);
	}
	if (n > 0 && s[n - 1] == '.') {
		n--;
	} else if (n > 1 && s[n - 1] == '\n' && s[n - 2] == '.') {
		s[n - 2] = '\n';
		n--;
	}
	s[n] = '\0';
	return s;
}

bool
gsm8k_match(struct span read, struct span gold)
{
	char *a = normalized(read), *b = normalized(gold);
	bool equal = strcmp(a, b) == 0;

	free(a);
	free(b);
	return equal;
}
