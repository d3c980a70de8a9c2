#include "http/chunk.h"

#include <stdlib.h>
#include <string.h>

#include "kit/utf8.h"

enum { DEPTH_MAX = 128 };

/* Where in a chunk the scan is; what it does with a key depends on it. */
enum place { SKIP, ROOT, CHOICES, CHOICE, DELTA, USAGE, DETAILS, TIMINGS };

enum type { STRING, RAW, COUNT, REAL, FLAG, INTO };

struct rule {
	const char *key;
	unsigned char len;
	enum type type;
	enum place into; /* INTO */
	size_t offset;	 /* of the field in struct chunk */
};

#define KEY(key, type, field)                                                                      \
	{                                                                                          \
		key, sizeof key - 1, type, SKIP, offsetof(struct chunk, field)                     \
	}
#define SUB(key, into)                                                                             \
	{                                                                                          \
		key, sizeof key - 1, INTO, into, 0                                                 \
	}

static const struct rule in_root[] = {
	SUB("choices", CHOICES),
	SUB("usage", USAGE),
	SUB("timings", TIMINGS),
	KEY("object", STRING, object),
	KEY("message", STRING, message),
	KEY("error", RAW, error),
	KEY("content", STRING, text),
	KEY("tokens", RAW, token_ids),
	KEY("stop", FLAG, stop),
	KEY("stop_type", STRING, stop_type),
	KEY("tokens_predicted", COUNT, tokens_predicted),
	KEY("tokens_evaluated", COUNT, tokens_evaluated),
	KEY("prompt_token_ids", RAW, prompt_ids),
	KEY("generation_settings", RAW, settings),
};
static const struct rule in_choice[] = {
	SUB("delta", DELTA),
	SUB("message", DELTA),
	KEY("text", STRING, text),
	KEY("finish_reason", STRING, finish),
	KEY("token_ids", RAW, token_ids),
	KEY("prompt_token_ids", RAW, prompt_ids),
};
static const struct rule in_delta[] = {
	KEY("content", STRING, text),
	KEY("reasoning_content", STRING, reasoning),
	KEY("reasoning", STRING, reasoning),
	KEY("tool_calls", RAW, tool_calls),
};
static const struct rule in_usage[] = {
	KEY("prompt_tokens", COUNT, prompt),
	KEY("completion_tokens", COUNT, completion),
	SUB("prompt_tokens_details", DETAILS),
};
static const struct rule in_details[] = {
	KEY("cached_tokens", COUNT, cached),
};
static const struct rule in_timings[] = {
	KEY("predicted_n", COUNT, predicted),
	KEY("prompt_n", COUNT, prompt_n),
	KEY("cache_n", COUNT, cache_n),
	KEY("prompt_ms", REAL, prompt_ms),
	KEY("draft_n", COUNT, drafted),
	KEY("draft_n_accepted", COUNT, accepted),
};

#define RULES(a)                                                                                   \
	{                                                                                          \
		a, sizeof a / sizeof *a                                                            \
	}
static const struct {
	const struct rule *rule;
	size_t n;
} places[] = {
	[SKIP] = {NULL, 0},
	[CHOICES] = {NULL, 0},
	[ROOT] = RULES(in_root),
	[CHOICE] = RULES(in_choice),
	[DELTA] = RULES(in_delta),
	[USAGE] = RULES(in_usage),
	[DETAILS] = RULES(in_details),
	[TIMINGS] = RULES(in_timings),
};

struct walk {
	const char *at, *end;
	struct chunk *out;
	const char *why;
};

static bool
fail(struct walk *w, const char *why)
{
	w->why = why;
	return false;
}

static void
blanks(struct walk *w)
{
	while (w->at < w->end &&
		(*w->at == ' ' || *w->at == '\n' || *w->at == '\t' || *w->at == '\r'))
		w->at++;
}

/* At the opening quote. */
static bool
string(struct walk *w, struct span *out)
{
	const char *p = ++w->at, *end = w->end;
	const uint64_t ones = 0x0101010101010101u, highs = 0x8080808080808080u;

	for (;;) {
		while (end - p >=
			8) { /* eight bytes at a time while none is a quote or a backslash */
			uint64_t word, quote, slash;

			memcpy(&word, p, 8);
			quote = word ^ (ones * '"');
			slash = word ^ (ones * '\\');
			if ((((quote - ones) & ~quote) | ((slash - ones) & ~slash)) & highs)
				break;
			p += 8;
		}
		while (p < end && *p != '"' && *p != '\\')
			p++;
		if (p == end)
			return fail(w, "a string has no end");
		if (*p == '"')
			break;
		if (end - p < 2)
			return fail(w, "a string has no end");
		p += 2;
	}
	*out = (struct span){w->at, (size_t)(p - w->at)};
	w->at = p + 1;
	return true;
}

static bool
digits(struct walk *w)
{
	const char *first = w->at;

	while (w->at < w->end && *w->at >= '0' && *w->at <= '9')
		w->at++;
	return w->at > first;
}

static bool
number(struct walk *w)
{
	w->at += *w->at == '-';
	if (!digits(w))
		return fail(w, "a number is wrong");
	if (w->at < w->end && *w->at == '.') {
		w->at++;
		if (!digits(w))
			return fail(w, "a number is wrong");
	}
	if (w->at < w->end && (*w->at == 'e' || *w->at == 'E')) {
		w->at++;
		w->at += w->at < w->end && (*w->at == '+' || *w->at == '-');
		if (!digits(w))
			return fail(w, "a number is wrong");
	}
	return true;
}

static bool
word(struct walk *w, const char *text, size_t len)
{
	if ((size_t)(w->end - w->at) < len || memcmp(w->at, text, len) != 0)
		return fail(w, "unexpected character");
	w->at += len;
	return true;
}

static bool value(struct walk *w, enum place place, int depth);

static const struct rule *
rule_of(enum place place, struct span key)
{
	const struct rule *r = places[place].rule;

	for (size_t n = places[place].n; n > 0; n--, r++)
		if (r->len == key.len && r->key[0] == key.s[0] &&
			memcmp(r->key, key.s, key.len) == 0)
			return r;
	return NULL;
}

/* A number of at most 18 digits; one too large, or a real, counts as absent. */
static int64_t
count_of(const char *s, const char *end)
{
	int64_t n = 0;

	if (end - s > 18)
		return -1;
	for (; s < end; s++) {
		if (*s < '0' || *s > '9')
			return -1;
		n = n * 10 + (*s - '0');
	}
	return n;
}

/*
 * A real. Up to 15 digits and no exponent, as times come: both the digits and the power of ten are exact,
 * so one division rounds right (Clinger 1990) and strtod() isn't needed.
 */
static double
real_of(const char *s, const char *end)
{
	static const double power[] = {
		1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
	char text[64];
	size_t len = (size_t)(end - s);
	int64_t digits = 0;
	int behind = -1, n = 0;
	const char *p = s;

	for (; p < end && n <= 15 && (*p == '.' || (*p >= '0' && *p <= '9')); p++) {
		if (*p == '.') {
			behind = 0;
			continue;
		}
		digits = digits * 10 + (*p - '0');
		n++;
		behind += behind >= 0;
	}
	if (p == end && n <= 15)
		return (double)digits / power[behind > 0 ? behind : 0];
	if (len >= sizeof text)
		return -1;
	memcpy(text, s, len);
	text[len] = '\0';
	return strtod(text, NULL);
}

static void
store(struct chunk *out, const struct rule *r, const char *from, const char *end)
{
	void *to = (char *)out + r->offset;
	bool quoted = *from == '"', number = *from == '-' || (*from >= '0' && *from <= '9');

	if (r->type == STRING && quoted)
		*(struct span *)to = (struct span){from + 1, (size_t)(end - from - 2)};
	else if (r->type == RAW && *from != 'n')
		*(struct span *)to = (struct span){from, (size_t)(end - from)};
	else if (r->type == COUNT && number)
		*(int64_t *)to = count_of(from, end);
	else if (r->type == REAL && number)
		*(double *)to = real_of(from, end);
	else if (r->type == FLAG)
		*(bool *)to = *from == 't';
}

static bool
object(struct walk *w, enum place place, int depth)
{
	struct span key;

	w->at++;
	blanks(w);
	if (w->at < w->end && *w->at == '}') {
		w->at++;
		return true;
	}
	for (;;) {
		blanks(w);
		if (w->at == w->end || *w->at != '"')
			return fail(w, "want a key");
		if (!string(w, &key))
			return false;
		blanks(w);
		if (w->at == w->end || *w->at++ != ':')
			return fail(w, "want ':'");
		blanks(w);
		const struct rule *r = place == SKIP ? NULL : rule_of(place, key);
		const char *from = w->at;
		if (!value(w, r && r->type == INTO ? r->into : SKIP, depth + 1))
			return false;
		if (r && r->type != INTO)
			store(w->out, r, from, w->at);
		blanks(w);
		if (w->at == w->end || (*w->at != ',' && *w->at != '}'))
			return fail(w, "want ',' or '}'");
		if (*w->at++ == '}')
			return true;
	}
}

/* Of choices, only the first is looked into. */
static bool
array(struct walk *w, enum place place, int depth)
{
	enum place inner = place == CHOICES ? CHOICE : SKIP;

	w->at++;
	blanks(w);
	if (w->at < w->end && *w->at == ']') {
		w->at++;
		return true;
	}
	for (;;) {
		if (!value(w, inner, depth + 1))
			return false;
		inner = SKIP;
		blanks(w);
		if (w->at == w->end || (*w->at != ',' && *w->at != ']'))
			return fail(w, "want ',' or ']'");
		if (*w->at++ == ']')
			return true;
	}
}

static bool
value(struct walk *w, enum place place, int depth)
{
	struct span text;

	blanks(w);
	if (w->at == w->end)
		return fail(w, "unexpected end");
	if (depth > DEPTH_MAX)
		return fail(w, "nested too deeply");
	switch (*w->at) {
	case '"': return string(w, &text);
	case '{': return object(w, place == CHOICES ? SKIP : place, depth);
	case '[': return array(w, place, depth);
	case 't': return word(w, "true", 4);
	case 'f': return word(w, "false", 5);
	case 'n': return word(w, "null", 4);
	default: return number(w);
	}
}

bool
chunk_scan(const char *s, size_t len, struct chunk *out, const char **why)
{
	struct walk w = {s, s + len, out, NULL};
	bool ok;

	*out = (struct chunk){.prompt = -1,
		.completion = -1,
		.cached = -1,
		.predicted = -1,
		.prompt_n = -1,
		.cache_n = -1,
		.drafted = -1,
		.accepted = -1,
		.tokens_predicted = -1,
		.tokens_evaluated = -1,
		.prompt_ms = -1};
	blanks(&w);
	if (w.at == w.end || *w.at != '{')
		ok = fail(&w, "want a JSON object");
	else
		ok = value(&w, ROOT, 1);
	if (ok) {
		blanks(&w);
		ok = w.at == w.end || fail(&w, "text behind the object");
	}
	*why = w.why;
	return ok;
}

size_t
chunk_count(struct span array)
{
	size_t n = 0;
	bool in_number = false;

	for (size_t i = 0; i < array.len; i++) {
		bool digit = array.s[i] >= '0' && array.s[i] <= '9';

		n += digit && !in_number;
		in_number = digit;
	}
	return n;
}

static int
hex4(const char *p, const char *end)
{
	int x = 0;

	if (end - p < 4)
		return -1;
	for (int i = 0; i < 4; i++) {
		int c = p[i] | 0x20;
		int digit = c >= '0' && c <= '9'   ? c - '0'
			    : c >= 'a' && c <= 'f' ? c - 'a' + 10
						   : -1;

		if (digit < 0)
			return -1;
		x = x << 4 | digit;
	}
	return x;
}

static void
put_unit(struct buf *b, unsigned c)
{
	char out[4];

	if (c < 0xd800 || c >= 0xe000) {
		buf_add(b, out, utf8_encode(out, c));
		return;
	}
	out[0] = (char)(0xe0 | c >> 12);
	out[1] = (char)(0x80 | (c >> 6 & 0x3f));
	out[2] = (char)(0x80 | (c & 0x3f));
	buf_add(b, out, 3);
}

static const char *
put_escape(struct buf *b, const char *p, const char *end)
{
	static const char plain[] = "bfnrt", means[] = "\b\f\n\r\t";
	const char *at = strchr(plain, p[1]);
	int unit = p[1] == 'u' ? hex4(p + 2, end) : -1;

	if (unit >= 0) {
		put_unit(b, (unsigned)unit);
		return p + 6;
	}
	buf_putc(b, at && *at ? means[at - plain] : p[1]);
	return p + 2;
}

void
text_unescape(struct buf *b, struct span string)
{
	const char *p = string.s, *end = p + string.len;

	while (p < end) {
		const char *slash = memchr(p, '\\', (size_t)(end - p));

		buf_add(b, p, (size_t)((slash ? slash : end) - p));
		if (!slash || end - slash < 2)
			return;
		p = put_escape(b, slash, end);
	}
}

/* The surrogate in three bytes at p; 0 where there is none. */
static unsigned
surrogate(const char *p, const char *end)
{
	const unsigned char *u = (const unsigned char *)p;

	if (end - p < 3 || u[0] != 0xed || u[1] < 0xa0 || u[1] > 0xbf || u[2] < 0x80 || u[2] > 0xbf)
		return 0;
	return 0xd000u | (u[1] & 0x3fu) << 6 | (u[2] & 0x3fu);
}

static bool
is_clean(const struct buf *b)
{
	for (size_t i = 0; i < b->len;) {
		size_t n;

		if ((unsigned char)(b->s[i] - 1) < 0x7f) {
			i++;
			continue;
		}
		n = b->s[i] ? utf8_length(b->s + i, b->len - i) : 0;
		if (!n)
			return false;
		i += n;
	}
	return true;
}

size_t
text_repair(struct buf *b)
{
	struct buf clean = BUF_INIT;
	const char *p, *end;
	size_t repaired = 0;

	if (b->len == 0 || is_clean(b))
		return 0;
	p = b->s;
	end = p + b->len;
	while (p < end) {
		unsigned high = surrogate(p, end), low = high ? surrogate(p + 3, end) : 0;
		size_t n = *p ? utf8_length(p, (size_t)(end - p)) : 0;
		char joined[4];

		if (n) {
			buf_add(&clean, p, n);
			p += n;
		} else if (high && high < 0xdc00 && low >= 0xdc00) {
			n = utf8_encode(joined, 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00));
			buf_add(&clean, joined, n);
			p += 6;
		} else {
			buf_add(&clean, "\xef\xbf\xbd", 3);
			repaired++;
			p += high ? 3 : 1;
		}
	}
	buf_free(b);
	*b = clean;
	return repaired;
}
