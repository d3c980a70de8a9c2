#include "scorer/text.h"

#include <string.h>

#include "kit/mem.h"
#include "kit/utf8.h"
#include "scorer/raw.h"

uint32_t
utf8_first(struct span t, size_t *n)
{
	unsigned c;

	*n = utf8_decode(t.s, t.len, &c);
	if (*n > 0)
		return c;
	*n = 1;
	return 0xFFFD;
}

uint32_t
utf8_last(struct span t, size_t *n)
{
	size_t back = 1, len;
	uint32_t c;

	while (back < 4 && back < t.len && (t.s[t.len - back] & 0xC0) == 0x80)
		back++;
	c = utf8_first(span_from(t, t.len - back), &len);
	*n = len == back ? back : 1;
	return len == back ? c : 0xFFFD;
}

bool
is_unicode_space(uint32_t c)
{
	return c == ' ' || (c >= 9 && c <= 13) || (c >= 0x1C && c <= 0x1F) || c == 0x85 ||
	       c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 ||
	       c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

/*
 * Blocks of letters and digits, by and large: inside a block a few signs are taken for letters.
 * Enough to say whether a capital letter stands alone in a text.
 */
static const struct {
	uint32_t first, last;
} word_blocks[] = {
	{0xAA, 0xAA},
	{0xB2, 0xB3},
	{0xB5, 0xB5},
	{0xB9, 0xBA},
	{0xBC, 0xBE},
	{0xC0, 0xD6},
	{0xD8, 0xF6},
	{0xF8, 0x2C1},
	{0x370, 0x1DBF},
	{0x1E00, 0x1FFC},
	{0x2070, 0x2079},
	{0x207F, 0x2089},
	{0x2090, 0x209C},
	{0x2102, 0x2113},
	{0x2115, 0x2115},
	{0x2119, 0x211D},
	{0x2124, 0x2139},
	{0x2150, 0x2189},
	{0x2460, 0x249B},
	{0x24EA, 0x24FF},
	{0x2776, 0x2793},
	{0x2C00, 0x2DFF},
	{0x3005, 0x3007},
	{0x3021, 0x3029},
	{0x3041, 0x3096},
	{0x309D, 0x30FA},
	{0x30FC, 0xA48C},
	{0xA4D0, 0xD7FB},
	{0xF900, 0xFDFB},
	{0xFE70, 0xFEFC},
	{0xFF10, 0xFF19},
	{0xFF21, 0xFF3A},
	{0xFF41, 0xFF5A},
	{0xFF66, 0xFFDC},
	{0x10000, 0x1D0FF},
	{0x1D400, 0x1D7FF},
	{0x20000, 0x3FFFF},
};

bool
is_unicode_word(uint32_t c)
{
	if (c < 0x80)
		return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
		       c == '_';
	for (size_t i = 0; i < sizeof word_blocks / sizeof *word_blocks; i++)
		if (c <= word_blocks[i].last)
			return c >= word_blocks[i].first;
	return false;
}

struct span
span_strip(struct span t)
{
	size_t n;

	while (t.len > 0 && is_unicode_space(utf8_first(t, &n)))
		t = span_from(t, n);
	while (t.len > 0 && is_unicode_space(utf8_last(t, &n)))
		t.len -= n;
	return t;
}

bool
span_equal(struct span a, struct span b)
{
	return a.len == b.len && (!a.len || memcmp(a.s, b.s, a.len) == 0);
}

bool
span_starts(struct span t, struct span prefix)
{
	return t.len >= prefix.len && (!prefix.len || memcmp(t.s, prefix.s, prefix.len) == 0);
}

bool
span_ends(struct span t, struct span suffix)
{
	return t.len >= suffix.len && memcmp(t.s + t.len - suffix.len, suffix.s, suffix.len) == 0;
}

struct span
span_from(struct span t, size_t start)
{
	return (struct span){t.s + start, t.len - start};
}

struct span
span_cut(struct span t, size_t start, size_t end)
{
	return (struct span){t.s + start, end - start};
}

ptrdiff_t
span_find(struct span t, struct span needle)
{
	const char *at;

	if (needle.len == 0 || t.len < needle.len)
		return -1;
	at = memmem(t.s, t.len, needle.s, needle.len);
	return at ? at - t.s : -1;
}

ptrdiff_t
span_rfind(struct span t, struct span needle)
{
	if (needle.len == 0 || t.len < needle.len)
		return -1;
	for (size_t i = t.len - needle.len + 1; i-- > 0;)
		if (t.s[i] == needle.s[0] && memcmp(t.s + i, needle.s, needle.len) == 0)
			return (ptrdiff_t)i;
	return -1;
}

struct span
span_of(const char *s)
{
	return (struct span){s, strlen(s)};
}

char *
span_copy(struct span t)
{
	return xstrndup(t.s, t.len);
}

/* At most `most` bytes of t, cut between characters. */
static struct span
shortened(struct span t, size_t most)
{
	if (t.len <= most)
		return t;
	while (most > 0 && (t.s[most] & 0xC0) == 0x80)
		most--;
	t.len = most;
	return t;
}

void
verdict_compare(struct verdict *v, bool equal, struct span extracted, struct span gold)
{
	enum { SHOWN = 80 };
	struct span a = shortened(extracted, SHOWN), b = shortened(gold, SHOWN);
	const char *a_more = a.len < extracted.len ? "…" : "",
		   *b_more = b.len < gold.len ? "…" : "";

	v->extracted = span_copy(extracted);
	if (equal)
		verdict_set(v, PASS_TRUE, "read '%.*s%s', equal to '%.*s%s'", (int)a.len, a.s,
			a_more, (int)b.len, b.s, b_more);
	else
		verdict_set(v, PASS_FALSE, "read '%.*s%s', want '%.*s%s'", (int)a.len, a.s, a_more,
			(int)b.len, b.s, b_more);
}

bool
verdict_no_answer(const struct score_input *in, struct verdict *v)
{
	if (span_strip((struct span){in->text, in->len}).len > 0)
		return false;
	verdict_set(v, PASS_FALSE, "no-answer");
	return true;
}

bool
scoring_string(const struct score_input *in, const char *key, struct span *out, struct verdict *v)
{
	struct span s = input_text(in, raw_field(in->scoring_text, key));

	if (!s.s) {
		verdict_set(v, PASS_NULL, "not-judged: scoring.%s is missing or no string", key);
		return false;
	}
	*out = s;
	return true;
}
