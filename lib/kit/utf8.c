#include "kit/utf8.h"

#include <string.h>

size_t
utf8_decode(const char *text, size_t len, unsigned *point)
{
	const unsigned char *s = (const unsigned char *)text;
	static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
	size_t n;

	if (s[0] < 0x80) {
		*point = s[0];
		return 1;
	}
	n = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
	if (s[0] < 0xc2 || s[0] > 0xf4 || n > len)
		return 0;
	unsigned c = s[0] & (0x7fu >> n);
	for (size_t i = 1; i < n; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (s[i] & 0x3fu);
	}
	if (c < least[n] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
		return 0;
	*point = c;
	return n;
}

size_t
utf8_length(const char *s, size_t len)
{
	unsigned point;

	return utf8_decode(s, len, &point);
}

size_t
utf8_encode(char out[static 4], unsigned c)
{
	if (c < 0x80) {
		out[0] = (char)c;
		return 1;
	}
	size_t n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
	for (size_t i = n; --i > 0; c >>= 6)
		out[i] = (char)(0x80 | (c & 0x3f));
	out[0] = (char)((n == 2 ? 0xc0 : n == 3 ? 0xe0 : 0xf0) | c);
	return n;
}

/* Surrogates (above U+FFFF) sort below U+E000…U+FFFF. */
static unsigned
utf16_rank(unsigned c)
{
	return c >= 0x10000 ? 0xd800 : c >= 0xe000 ? c + 0x100000 : c;
}

int
utf8_compare_utf16(const char *a, const char *b)
{
	size_t la = strlen(a), lb = strlen(b);

	while (la && lb) {
		unsigned ca = 0, cb = 0;
		size_t na = utf8_decode(a, la, &ca), nb = utf8_decode(b, lb, &cb);
		if (!na || !nb)
			return strcmp(a, b);
		if (ca != cb) {
			unsigned ra = utf16_rank(ca), rb = utf16_rank(cb);
			return ra != rb ? (ra < rb ? -1 : 1) : (ca < cb ? -1 : 1);
		}
		a += na, la -= na, b += nb, lb -= nb;
	}
	return la ? 1 : lb ? -1 : 0;
}
