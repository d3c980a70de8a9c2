#include "kit/scan.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "kit/mem.h"
#include "kit/utf8.h"

enum { DEPTH_MAX = 2048, FEW_KEYS = 24 };

/* A key of an object that is still open. */
struct key {
	uint32_t hash;
	bool escaped;
	struct span text;
};

static bool
fail(struct scan *s, const char *at, const char *why)
{
	s->column = (size_t)(at - s->start) + 1;
	s->why = why;
	return false;
}

static void
skip_blanks(struct scan *s)
{
	while (s->at < s->end &&
		(*s->at == ' ' || *s->at == '\t' || *s->at == '\n' || *s->at == '\r'))
		s->at++;
}

/* Past the plain ASCII of a string, eight bytes at a time. */
static const char *
skip_plain(const char *p, const char *end)
{
	const uint64_t ones = 0x0101010101010101u, highs = 0x8080808080808080u;

	while (end - p >= 8) {
		uint64_t w;
		memcpy(&w, p, 8);
		uint64_t quote = w ^ (ones * '"'), slash = w ^ (ones * '\\');
		uint64_t odd = ((w - ones * 0x20) | (quote - ones) | (slash - ones) | w) & highs;
		if (odd)
			break;
		p += 8;
	}
	while (p < end && (unsigned char)*p >= 0x20 && (unsigned char)*p < 0x80 && *p != '"' &&
		*p != '\\')
		p++;
	return p;
}

static int
hex4(const char *p, const char *end)
{
	int x = 0;

	if (end - p < 4)
		return -1;
	for (int i = 0; i < 4; i++) {
		char c = p[i];
		int digit = c >= '0' && c <= '9'   ? c - '0'
			    : c >= 'a' && c <= 'f' ? c - 'a' + 10
			    : c >= 'A' && c <= 'F' ? c - 'A' + 10
						   : -1;
		if (digit < 0)
			return -1;
		x = x << 4 | digit;
	}
	return x;
}

/* At a backslash; leaves s->at behind the escape. */
static bool
escape(struct scan *s)
{
	const char *p = s->at + 1;

	if (p == s->end || !strchr("\"\\/bfnrtu", *p) || !*p)
		return fail(s, s->at, "invalid escape");
	if (*p != 'u') {
		s->at = p + 1;
		return true;
	}
	int unit = hex4(p + 1, s->end);
	if (unit < 0)
		return fail(s, s->at, "invalid escape");
	if (unit == 0)
		return fail(s, s->at, "\\u0000 is not allowed");
	p += 5;
	if (unit >= 0xdc00 && unit < 0xe000)
		return fail(s, s->at, "lone surrogate");
	if (unit >= 0xd800 && unit < 0xdc00) {
		int low = s->end - p >= 6 && p[0] == '\\' && p[1] == 'u' ? hex4(p + 2, s->end) : -1;
		if (low < 0xdc00 || low > 0xdfff)
			return fail(s, s->at, "lone surrogate");
		p += 6;
	}
	s->at = p;
	return true;
}

/* At the opening quote; *text is what stands between the quotes. */
static bool
string(struct scan *s, struct span *text, bool *escaped)
{
	const char *open = s->at++;

	*escaped = false;
	for (;;) {
		s->at = skip_plain(s->at, s->end);
		if (s->at == s->end)
			return fail(s, open, "string without its closing quote");
		unsigned char c = (unsigned char)*s->at;
		if (c == '"')
			break;
		if (c == '\\') {
			*escaped = true;
			if (!escape(s))
				return false;
		} else if (c < 0x20) {
			return fail(s, s->at, "control character in a string");
		} else {
			size_t n = utf8_length(s->at, (size_t)(s->end - s->at));
			if (!n)
				return fail(s, s->at, "invalid UTF-8");
			s->at += n;
		}
	}
	*text = (struct span){open + 1, (size_t)(s->at - open - 1)};
	s->at++;
	return true;
}

static bool
in_range(const char *p, size_t len, bool real)
{
	enum { LONG_NUMBER = 512 };
	char small[LONG_NUMBER], *copy = len < LONG_NUMBER ? small : xmalloc(len + 1);
	bool ok;

	memcpy(copy, p, len);
	copy[len] = '\0';
	errno = 0;
	if (real)
		ok = isfinite(strtod(copy, NULL));
	else
		ok = (strtoll(copy, NULL, 10), errno != ERANGE);
	if (copy != small)
		free(copy);
	return ok;
}

static bool
is_digit(const struct scan *s)
{
	return s->at < s->end && *s->at >= '0' && *s->at <= '9';
}

static bool
number(struct scan *s)
{
	const char *first = s->at;
	bool real = false, exponent = false;

	s->at += *s->at == '-';
	if (!is_digit(s))
		return fail(s, first, "invalid number");
	if (*s->at == '0') {
		s->at++;
		if (is_digit(s))
			return fail(s, first, "invalid number");
	}
	while (is_digit(s))
		s->at++;
	if (s->at < s->end && *s->at == '.') {
		real = true;
		s->at++;
		if (!is_digit(s))
			return fail(s, first, "invalid number");
		while (is_digit(s))
			s->at++;
	}
	if (s->at < s->end && (*s->at == 'e' || *s->at == 'E')) {
		real = exponent = true;
		s->at++;
		s->at += s->at < s->end && (*s->at == '+' || *s->at == '-');
		if (!is_digit(s))
			return fail(s, first, "invalid number");
		while (is_digit(s))
			s->at++;
	}
	size_t len = (size_t)(s->at - first);
	bool surely = real ? !exponent && len < 300 : len <= 18;
	if (!surely && !in_range(first, len, real))
		return fail(s, first, real ? "real number overflow" : "integer over 64 bits");
	return true;
}

static bool
word(struct scan *s)
{
	static const struct span words[] = {{"true", 4}, {"false", 5}, {"null", 4}};
	const char *first = s->at;

	while (s->at < s->end &&
		((*s->at >= 'a' && *s->at <= 'z') || (*s->at >= 'A' && *s->at <= 'Z')))
		s->at++;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if ((size_t)(s->at - first) == words[i].len &&
			!memcmp(first, words[i].s, words[i].len))
			return true;
	return fail(s, first, first == s->end ? "unexpected end of line" : "unexpected character");
}

size_t
scan_unescape(const char *s, size_t len, char *out)
{
	char *o = out;

	for (const char *p = s, *end = s + len; p < end;) {
		if (*p != '\\') {
			const char *next = memchr(p, '\\', (size_t)(end - p));
			size_t n = (size_t)((next ? next : end) - p);
			memcpy(o, p, n);
			o += n;
			p += n;
			continue;
		}
		static const char plain[] = "b\bf\fn\nr\rt\t\"\"\\\\//";
		if (p[1] != 'u') {
			const char *at = strchr(plain, p[1]);
			*o++ = p[1] == '\\' || p[1] == '"' || p[1] == '/' ? p[1] : at[1];
			p += 2;
			continue;
		}
		unsigned c = (unsigned)hex4(p + 2, end);
		p += 6;
		if (c >= 0xd800 && c < 0xdc00) {
			c = 0x10000 + ((c - 0xd800) << 10) + ((unsigned)hex4(p + 2, end) - 0xdc00);
			p += 6;
		}
		o += utf8_encode(o, c);
	}
	*o = '\0';
	return (size_t)(o - out);
}

static uint32_t
hash(const char *p, size_t len)
{
	uint32_t h = 2166136261u; /* FNV-1a: Fowler, Noll and Vo */

	for (size_t i = 0; i < len; i++)
		h = (h ^ (unsigned char)p[i]) * 16777619u;
	return h;
}

static int
compare_text(const struct key *a, const struct key *b)
{
	if (!a->escaped && !b->escaped) {
		size_t n = a->text.len < b->text.len ? a->text.len : b->text.len;
		int c = memcmp(a->text.s, b->text.s, n);
		return c ? c : (a->text.len > b->text.len) - (a->text.len < b->text.len);
	}
	char *ta = xmalloc(a->text.len + 1), *tb = xmalloc(b->text.len + 1);
	scan_unescape(a->text.s, a->text.len, ta);
	scan_unescape(b->text.s, b->text.len, tb);
	int c = strcmp(ta, tb);
	free(ta);
	free(tb);
	return c;
}

static int
compare_keys(const void *pa, const void *pb)
{
	const struct key *a = pa, *b = pb;

	if (a->hash != b->hash)
		return a->hash < b->hash ? -1 : 1;
	return compare_text(a, b);
}

/* The keys of the object that ends here, from s->keys[first] on. */
static bool
keys_differ(struct scan *s, size_t first)
{
	struct key *keys = s->keys + first;
	size_t n = s->nkeys - first;

	if (n > FEW_KEYS)
		qsort(keys, n, sizeof *keys, compare_keys);
	for (size_t i = 1; i < n; i++)
		for (size_t j = n > FEW_KEYS ? i - 1 : 0; j < i; j++)
			if (keys[i].hash == keys[j].hash && compare_text(&keys[i], &keys[j]) == 0)
				return fail(s, keys[i].text.s, "duplicate key");
	s->nkeys = first;
	return true;
}

static bool
key(struct scan *s, struct member *m)
{
	skip_blanks(s);
	if (s->at == s->end || *s->at != '"')
		return fail(s, s->at, "want a key in quotes");
	if (!string(s, &m->key, &m->key_escaped))
		return false;
	uint32_t h;
	if (m->key_escaped) {
		char *plain = xmalloc(m->key.len + 1);
		h = hash(plain, scan_unescape(m->key.s, m->key.len, plain));
		free(plain);
	} else {
		h = hash(m->key.s, m->key.len);
	}
	GROW(s->keys, s->nkeys, s->keys_cap);
	s->keys[s->nkeys++] = (struct key){h, m->key_escaped, m->key};
	skip_blanks(s);
	if (s->at == s->end || *s->at != ':')
		return fail(s, s->at, "want ':' behind the key");
	s->at++;
	return true;
}

static bool value(struct scan *s, int depth);

static bool
array(struct scan *s, int depth)
{
	s->at++;
	skip_blanks(s);
	if (s->at < s->end && *s->at == ']') {
		s->at++;
		return true;
	}
	for (;;) {
		if (!value(s, depth + 1))
			return false;
		skip_blanks(s);
		if (s->at == s->end || (*s->at != ',' && *s->at != ']'))
			return fail(s, s->at, "want ',' or ']'");
		if (*s->at++ == ']')
			return true;
	}
}

static bool
object(struct scan *s, int depth)
{
	size_t first = s->nkeys;

	s->at++;
	skip_blanks(s);
	if (s->at < s->end && *s->at == '}') {
		s->at++;
		return true;
	}
	for (;;) {
		struct member m;
		if (!key(s, &m))
			return false;
		skip_blanks(s);
		m.value.s = s->at;
		if (!value(s, depth + 1))
			return false;
		m.value.len = (size_t)(s->at - m.value.s);
		if (depth == 1) {
			GROW(s->members, s->nmembers, s->members_cap);
			s->members[s->nmembers++] = m;
		}
		skip_blanks(s);
		if (s->at == s->end || (*s->at != ',' && *s->at != '}'))
			return fail(s, s->at, "want ',' or '}'");
		if (*s->at++ == '}')
			return keys_differ(s, first);
	}
}

static bool
value(struct scan *s, int depth)
{
	struct span text;
	bool escaped;

	skip_blanks(s);
	if (depth > DEPTH_MAX)
		return fail(s, s->at, "nested too deeply");
	if (s->at == s->end)
		return fail(s, s->at, "unexpected end of line");
	switch (*s->at) {
	case '{': return object(s, depth);
	case '[': return array(s, depth);
	case '"': return string(s, &text, &escaped);
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
	case '9': return number(s);
	default: return word(s);
	}
}

bool
scan_object(struct scan *s, const char *text, size_t len)
{
	s->start = s->at = text;
	s->end = text + len;
	s->nmembers = s->nkeys = 0;
	s->why = NULL;
	skip_blanks(s);
	if (s->at == s->end)
		return fail(s, s->start, "blank line, want a JSON object");
	if (*s->at != '{')
		return fail(s, s->at, "want a JSON object");
	if (!value(s, 1))
		return false;
	skip_blanks(s);
	if (s->at != s->end)
		return fail(s, s->at, "text behind the object");
	return true;
}

void
scan_free(struct scan *s)
{
	free(s->members);
	free(s->keys);
	*s = (struct scan){0};
}
