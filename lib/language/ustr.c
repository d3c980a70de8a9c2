#include "language/ustr.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "kit/mem.h"
#include "kit/utf8.h"

enum { BLOCK_MIN = 8 << 10 };

struct arena_block {
	struct arena_block *next;
	size_t size;
	alignas(max_align_t) unsigned char data[];
};

void *
arena_alloc(struct arena *a, size_t count, size_t size)
{
	size_t need, room = a->head ? a->head->size - a->used : 0;
	void *p;

	if (size && count > (SIZE_MAX / 2) / size)
		count = SIZE_MAX / 2 / size; /* xmalloc says so */
	need = (count * size + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
	if (!a->head || need > room) {
		size_t grown = a->head ? a->head->size * 2 : BLOCK_MIN;
		struct arena_block *b;

		if (grown < need)
			grown = need;
		b = xmalloc(sizeof *b + grown);
		b->size = grown;
		b->next = a->head;
		a->head = b;
		a->used = 0;
	}
	p = a->head->data + a->used;
	a->used += need;
	return p;
}

void
arena_trim(struct arena *a, void *p, size_t kept)
{
	size_t at = (size_t)((unsigned char *)p - a->head->data);

	a->used = at + ((kept + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1));
}

void
arena_clear(struct arena *a)
{
	while (a->head && a->head->next) {
		struct arena_block *b = a->head->next;

		a->head->next = b->next; /* the newest is the largest */
		free(b);
	}
	a->used = 0;
}

void
arena_release(struct arena *a)
{
	arena_clear(a);
	free(a->head);
	a->head = NULL;
}

struct ustr
ustr_decode(struct arena *a, const char *text, size_t len)
{
	const char *p = text, *end = p + len;
	uint32_t *out = arena_alloc(a, len, sizeof *out), *to = out;

	while (p < end) {
		uint64_t eight;

		if (end - p >= 8 && (memcpy(&eight, p, 8), !(eight & 0x8080808080808080))) {
			for (int i = 0; i < 8; i++)
				to[i] = (unsigned char)p[i];
			to += 8;
			p += 8;
			continue;
		}
		unsigned point = 0xfffd;
		size_t used = 1;

		if ((unsigned char)*p < 0x80)
			point = (unsigned char)*p;
		else if (!(used = utf8_decode(p, (size_t)(end - p), &point)))
			used = 1;
		*to++ = point;
		p += used;
	}
	arena_trim(a, out, (size_t)(to - out) * sizeof *out);
	return (struct ustr){out, (size_t)(to - out)};
}

char *
ustr_encode(struct arena *a, struct ustr s, size_t *len)
{
	char *out = arena_alloc(a, s.n * 4 + 1, 1), *p = out;

	for (size_t i = 0; i < s.n; i++) {
		if (s.s[i] < 0x80)
			*p++ = (char)s.s[i];
		else
			p += utf8_encode(p, s.s[i]);
	}
	*p = '\0';
	if (len)
		*len = (size_t)(p - out);
	arena_trim(a, out, (size_t)(p - out) + 1);
	return out;
}

bool
ustr_eq(struct ustr a, struct ustr b)
{
	return a.n == b.n && (!a.n || memcmp(a.s, b.s, a.n * sizeof *a.s) == 0);
}

bool
ustr_starts_ascii(struct ustr s, const char *with)
{
	size_t i;

	for (i = 0; with[i]; i++)
		if (i >= s.n || s.s[i] != (unsigned char)with[i])
			return false;
	return true;
}

bool
ustr_eq_ascii(struct ustr a, const char *text)
{
	return a.n == strlen(text) && ustr_starts_ascii(a, text);
}

bool
ustr_ends_ascii(struct ustr s, const char *with)
{
	size_t len = strlen(with);

	return s.n >= len && ustr_starts_ascii(ustr_slice(s, s.n - len, s.n), with);
}

bool
ustr_starts(struct ustr s, struct ustr with)
{
	return s.n >= with.n && ustr_eq(ustr_slice(s, 0, with.n), with);
}

bool
ustr_ends(struct ustr s, struct ustr with)
{
	return s.n >= with.n && ustr_eq(ustr_slice(s, s.n - with.n, s.n), with);
}

/* Code points fit wchar_t here, whose search is the C library's fastest. */
_Static_assert(sizeof(wchar_t) == sizeof(uint32_t), "wchar_t holds a code point");

size_t
ustr_find_char(struct ustr s, uint32_t c, size_t from)
{
	const wchar_t *at;

	if (from >= s.n)
		return SIZE_MAX;
	at = wmemchr((const wchar_t *)(const void *)(s.s + from), (wchar_t)c, s.n - from);
	return at ? (size_t)((const uint32_t *)(const void *)at - s.s) : SIZE_MAX;
}

bool
ustr_has_char(struct ustr s, uint32_t c)
{
	return ustr_find_char(s, c, 0) != SIZE_MAX;
}

size_t
ustr_find(struct ustr s, struct ustr needle, size_t from)
{
	size_t i = from;

	if (needle.n > s.n || from > s.n - needle.n)
		return SIZE_MAX;
	if (!needle.n)
		return from;
	for (; (i = ustr_find_char(s, needle.s[0], i)) != SIZE_MAX; i++) {
		if (i + needle.n > s.n)
			return SIZE_MAX;
		if (memcmp(s.s + i, needle.s, needle.n * sizeof *s.s) == 0)
			return i;
	}
	return SIZE_MAX;
}

size_t
ustr_find_ascii(struct ustr s, const char *needle, size_t from)
{
	size_t i = from;

	for (; (i = ustr_find_char(s, (unsigned char)needle[0], i)) != SIZE_MAX; i++)
		if (ustr_starts_ascii(ustr_slice(s, i, s.n), needle))
			return i;
	return SIZE_MAX;
}

size_t
ustr_count(struct ustr s, struct ustr needle)
{
	size_t n = 0;

	for (size_t at = 0; (at = ustr_find(s, needle, at)) != SIZE_MAX; at += needle.n)
		n++;
	return n;
}

struct ustr
ustr_lstrip(struct ustr s)
{
	while (s.n && uc_space(s.s[0]))
		s.s++, s.n--;
	return s;
}

struct ustr
ustr_rstrip(struct ustr s)
{
	while (s.n && uc_space(s.s[s.n - 1]))
		s.n--;
	return s;
}

struct ustr
ustr_strip(struct ustr s)
{
	return ustr_lstrip(ustr_rstrip(s));
}

static bool
punct_or_space(uint32_t c)
{
	return c == ' ' || uc_punctuation(c);
}

struct ustr
ustr_lstrip_punct(struct ustr s)
{
	while (s.n && punct_or_space(s.s[0]))
		s.s++, s.n--;
	return s;
}

struct ustr
ustr_rstrip_punct(struct ustr s)
{
	while (s.n && punct_or_space(s.s[s.n - 1]))
		s.n--;
	return s;
}

struct ustr
ustr_strip_punct(struct ustr s)
{
	return ustr_lstrip_punct(ustr_rstrip_punct(s));
}

struct ustr
ustr_strip_char(struct ustr s, uint32_t c)
{
	while (s.n && s.s[s.n - 1] == c)
		s.n--;
	while (s.n && s.s[0] == c)
		s.s++, s.n--;
	return s;
}

bool
ustr_blank(struct ustr s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!uc_space(s.s[i]))
			return false;
	return true;
}

bool
ustr_next_word(struct ustr s, size_t *at, struct ustr *word)
{
	size_t from = *at, to;

	while (from < s.n && uc_space(s.s[from]))
		from++;
	for (to = from; to < s.n && !uc_space(s.s[to]); to++)
		;
	*at = to;
	*word = ustr_slice(s, from, to);
	return to > from;
}

bool
ustr_next_line(struct ustr s, size_t *at, struct ustr *line)
{
	size_t end;

	if (*at > s.n)
		return false;
	end = ustr_find_char(s, '\n', *at);
	if (end == SIZE_MAX)
		end = s.n;
	*line = ustr_slice(s, *at, end);
	*at = end + 1;
	return true;
}

struct ulist
ustr_split(struct arena *a, struct ustr s)
{
	/* words have a blank between them; one more is where the search ends */
	struct ulist words = {arena_alloc(a, s.n / 2 + 2, sizeof *words.at), 0};

	for (size_t at = 0; ustr_next_word(s, &at, &words.at[words.n]); words.n++)
		;
	arena_trim(a, words.at, words.n * sizeof *words.at);
	return words;
}

struct ulist
ustr_split_char(struct arena *a, struct ustr s, uint32_t sep)
{
	struct ulist out = {NULL, 0};
	size_t pieces = 1, from = 0;

	for (size_t i = 0; i < s.n; i++)
		pieces += s.s[i] == sep;
	out.at = arena_alloc(a, pieces, sizeof *out.at);
	while (out.n < pieces) {
		size_t to = ustr_find_char(s, sep, from);

		if (to == SIZE_MAX)
			to = s.n;
		out.at[out.n++] = ustr_slice(s, from, to);
		from = to + 1;
	}
	return out;
}

/* A capital sigma is final behind a cased letter and before none, ignorable characters not seen. */
static bool
final_sigma(struct ustr s, size_t i)
{
	size_t j = i;

	while (j > 0 && uc_is(s.s[j - 1], UC_IGNORABLE))
		j--;
	if (j == 0 || !uc_is(s.s[j - 1], UC_CASED))
		return false;
	for (j = i + 1; j < s.n && uc_is(s.s[j], UC_IGNORABLE); j++)
		;
	return j == s.n || !uc_is(s.s[j], UC_CASED);
}

struct ustr
ustr_lower(struct arena *a, struct ustr s)
{
	size_t dotted = 0, n = 0, same = 0;
	uint32_t *out;

	while (same < s.n && uc_lower(s.s[same]) == s.s[same] && s.s[same] != 0x130)
		same++;
	if (same == s.n)
		return s;
	for (size_t i = same; i < s.n; i++)
		dotted += s.s[i] == 0x130;
	out = arena_alloc(a, s.n + dotted, sizeof *out);
	for (size_t i = 0; i < s.n; i++) {
		uint32_t c = s.s[i];

		if (c == 0x130) {
			out[n++] = 'i';
			out[n++] = 0x307;
		} else if (c == 0x3a3) {
			out[n++] = final_sigma(s, i) ? 0x3c2 : 0x3c3;
		} else {
			out[n++] = uc_lower(c);
		}
	}
	return (struct ustr){out, n};
}

struct ustr
ustr_drop_punct(struct arena *a, struct ustr s)
{
	uint32_t *out = arena_alloc(a, s.n, sizeof *out);
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++)
		if (!uc_punctuation(s.s[i]))
			out[n++] = s.s[i];
	arena_trim(a, out, n * sizeof *out);
	return (struct ustr){out, n};
}

/* The flags of case; ASCII without a table. */
static unsigned
case_of(uint32_t c)
{
	if (c < 0x80)
		return c >= 'a' && c <= 'z' ? UC_LOWER : c >= 'A' && c <= 'Z' ? UC_UPPER : 0;
	return uc(c)->flags;
}

static bool
one_case(struct ustr s, unsigned wanted, unsigned other)
{
	bool cased = false;

	for (size_t i = 0; i < s.n; i++) {
		unsigned f = case_of(s.s[i]);

		if (f & (other | UC_TITLE))
			return false;
		cased |= (f & wanted) != 0;
	}
	return cased;
}

bool
ustr_isupper(struct ustr s)
{
	return one_case(s, UC_UPPER, UC_LOWER);
}

bool
ustr_islower(struct ustr s)
{
	return one_case(s, UC_LOWER, UC_UPPER);
}

bool
ustr_isdigit(struct ustr s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!uc_is(s.s[i], UC_DIGIT))
			return false;
	return s.n > 0;
}

struct ustr
ustr_to_ascii(struct arena *a, struct ustr s)
{
	size_t n = 0, need = 0;
	uint32_t *out;

	for (size_t i = 0; i < s.n; i++) {
		const struct uc_ascii *row = s.s[i] < 0x80 ? NULL : uc_ascii_find(s.s[i]);

		need += s.s[i] < 0x80 ? 1 : row ? row->len : 0;
	}
	out = arena_alloc(a, need, sizeof *out);
	for (size_t i = 0; i < s.n; i++) {
		const struct uc_ascii *row = s.s[i] < 0x80 ? NULL : uc_ascii_find(s.s[i]);

		if (s.s[i] < 0x80)
			out[n++] = s.s[i];
		for (size_t k = 0; row && k < row->len; k++)
			out[n++] = (unsigned char)uc_ascii_pool[row->at + k];
	}
	return (struct ustr){out, n};
}

int
ustr_cmp(struct ustr a, struct ustr b)
{
	for (size_t i = 0; i < a.n && i < b.n; i++)
		if (a.s[i] != b.s[i])
			return a.s[i] < b.s[i] ? -1 : 1;
	return a.n < b.n ? -1 : a.n > b.n;
}

uint64_t
ustr_hash(struct ustr s)
{
	uint64_t h = 0xcbf29ce484222325; /* FNV-1a, a code point at a time */

	for (size_t i = 0; i < s.n; i++)
		h = (h ^ s.s[i]) * 0x100000001b3;
	return h ^ h >> 29;
}
