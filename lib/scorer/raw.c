#include "scorer/raw.h"

#include <endian.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "kit/mem.h"

enum { SHORT_TEXT = 256 };

static const struct span absent = {NULL, 0};

static bool
starts(struct span v, char c)
{
	return v.s && v.len && v.s[0] == c;
}

bool
raw_is_string(struct span v)
{
	return starts(v, '"');
}

bool
raw_is_array(struct span v)
{
	return starts(v, '[');
}

bool
raw_is_object(struct span v)
{
	return starts(v, '{');
}

bool
raw_is_null(struct span v)
{
	return !v.s || starts(v, 'n');
}

static const char *
skip_blanks(const char *p)
{
	while (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r')
		p++;
	return p;
}

/* The high bit of each byte of w that is c, at least up to the first such byte from the low end. */
static uint64_t
bytes_that_are(uint64_t w, unsigned char c)
{
	const uint64_t ones = 0x0101010101010101u, highs = 0x8080808080808080u;
	uint64_t x = w ^ (ones * c);

	return (x - ones) & ~x & highs;
}

/* p is at the opening quote; behind the closing one, which stands before end. */
static const char *
skip_string(const char *p, const char *end)
{
	p++;
	for (;;) {
		while (end - p >= 8) {
			uint64_t w;
			memcpy(&w, p, 8);
			w = le64toh(w);
			uint64_t found = bytes_that_are(w, '"') | bytes_that_are(w, '\\');
			if (found) {
				p += __builtin_ctzll(found) / 8;
				break;
			}
			p += 8;
		}
		while (*p != '"' && *p != '\\')
			p++;
		if (*p == '"')
			return p + 1;
		p += 2;
	}
}

/* Behind the value at p. A scalar ends before a blank, a comma, a bracket, or at end. */
static const char *
skip_value(const char *p, const char *end)
{
	size_t depth = 0;

	if (*p == '"')
		return skip_string(p, end);
	if (*p != '{' && *p != '[') {
		while (p < end && *p != ',' && *p != '}' && *p != ']' && *p > ' ')
			p++;
		return p;
	}
	for (;; p++) {
		while (*p == '"')
			p = skip_string(p, end);
		/* Brackets are 0x5b, 0x5d, 0x7b, 0x7d; nothing else outside of strings is alike. */
		if ((*p & 0x59) != 0x59)
			continue;
		if (*p == '{' || *p == '[')
			depth++;
		else if ((*p == '}' || *p == ']') && --depth == 0)
			return p + 1;
	}
}

/* To the next member or element of what w walks; false behind the last. */
static bool
step(struct raw_walk *w, char open)
{
	if (!w->at) {
		if (!starts(w->in, open))
			return false;
		w->at = skip_blanks(w->in.s + 1);
		return *w->at != '}' && *w->at != ']';
	}
	w->at = skip_blanks(w->at);
	if (*w->at != ',')
		return false;
	w->at = skip_blanks(w->at + 1);
	return true;
}

static void
take_value(struct raw_walk *w, struct span *value)
{
	value->s = w->at;
	w->at = skip_value(w->at, w->in.s + w->in.len);
	value->len = (size_t)(w->at - value->s);
}

bool
raw_next_element(struct raw_walk *w, struct span *value)
{
	if (!step(w, '['))
		return false;
	take_value(w, value);
	return true;
}

bool
raw_next_member(struct raw_walk *w, struct span *key, struct span *value)
{
	const char *open;

	if (!step(w, '{'))
		return false;
	open = w->at;
	w->at = skip_string(w->at, w->in.s + w->in.len);
	*key = (struct span){open + 1, (size_t)(w->at - open) - 2};
	w->at = skip_blanks(skip_blanks(w->at) + 1);
	take_value(w, value);
	return true;
}

bool
raw_has_elements(struct span array)
{
	struct raw_walk w = {.in = array};

	return step(&w, '[');
}

/* text, between its quotes, is s once its escapes are undone. */
static bool
text_is(struct span text, const char *s, size_t len)
{
	if (text.len < len)
		return false;
	if (text.len == len)
		return memcmp(text.s, s, len) == 0 && !memchr(text.s, '\\', len);
	if (!memchr(text.s, '\\', text.len))
		return false;
	char *plain = xmalloc(text.len + 1);
	size_t n = scan_unescape(text.s, text.len, plain);
	bool is = n == len && memcmp(plain, s, len) == 0;
	free(plain);
	return is;
}

static struct span
between_quotes(struct span v)
{
	return (struct span){v.s + 1, v.len - 2};
}

struct span
raw_member(struct span object, const char *key)
{
	struct raw_walk w = {.in = object};
	struct span name, value;
	size_t len = strlen(key);

	while (raw_next_member(&w, &name, &value))
		if (text_is(name, key, len))
			return value;
	return absent;
}

void
raw_index(struct raw_object *o, struct span object)
{
	struct raw_walk w = {.in = object};

	o->n = 0;
	o->whole = object;
	while (o->n < RAW_MEMBERS && raw_next_member(&w, &o->key[o->n], &o->value[o->n]))
		o->n++;
}

struct span
raw_field(const struct raw_object *o, const char *key)
{
	size_t len = strlen(key);

	for (size_t i = 0; i < o->n; i++)
		if (text_is(o->key[i], key, len))
			return o->value[i];
	return o->n < RAW_MEMBERS ? absent : raw_member(o->whole, key);
}

bool
raw_equals(struct span v, const char *s)
{
	return raw_is_string(v) && text_is(between_quotes(v), s, strlen(s));
}

char *
raw_text(struct span v, size_t *len)
{
	if (!raw_is_string(v))
		return NULL;
	char *text = xmalloc(v.len);
	size_t n = scan_unescape(v.s + 1, v.len - 2, text);
	if (len)
		*len = n;
	return text;
}

static json_t *
string_value(struct span text)
{
	char small[SHORT_TEXT], *plain;
	json_t *v;

	if (!memchr(text.s, '\\', text.len))
		return json_stringn_nocheck(text.s, text.len);
	plain = text.len < sizeof small ? small : xmalloc(text.len + 1);
	v = json_stringn_nocheck(plain, scan_unescape(text.s, text.len, plain));
	if (plain != small)
		free(plain);
	return v;
}

static void
set_member(json_t *object, struct span key, json_t *v)
{
	char small[SHORT_TEXT], *plain = key.len < sizeof small ? small : xmalloc(key.len + 1);

	scan_unescape(key.s, key.len, plain);
	json_object_set_new_nocheck(object, plain, v);
	if (plain != small)
		free(plain);
}

static json_t *
number_value(struct span t)
{
	char small[SHORT_TEXT], *copy = t.len < sizeof small ? small : xmalloc(t.len + 1);
	json_t *v;

	memcpy(copy, t.s, t.len);
	copy[t.len] = '\0';
	v = strpbrk(copy, ".eE") ? json_real(strtod(copy, NULL))
				 : json_integer(strtoll(copy, NULL, 10));
	if (copy != small)
		free(copy);
	return v;
}

json_int_t
raw_integer(struct span v)
{
	if (!v.s || (v.s[0] != '-' && (v.s[0] < '0' || v.s[0] > '9')))
		return 0;
	json_t *n = number_value(v);
	json_int_t i = json_integer_value(n);
	json_decref(n);
	return i;
}

static json_t *
scalar_value(struct span v)
{
	switch (v.s[0]) {
	case '"': return string_value(between_quotes(v));
	case 't': return json_true();
	case 'f': return json_false();
	case 'n': return json_null();
	default: return number_value(v);
	}
}

/* One pass, so that depth costs no more than length: *p goes behind the value. */
static json_t *
take_json(const char **p, const char *end)
{
	const char *first = *p, *at = first;
	json_t *out;

	if (*at != '{' && *at != '[') {
		*p = skip_value(at, end);
		return scalar_value((struct span){first, (size_t)(*p - first)});
	}
	out = *at == '{' ? json_object() : json_array();
	at = skip_blanks(at + 1);
	while (*at != '}' && *at != ']') {
		struct span key = absent;

		if (*first == '{') {
			key.s = at + 1;
			at = skip_string(at, end);
			key.len = (size_t)(at - key.s) - 1;
			at = skip_blanks(skip_blanks(at) + 1);
		}
		json_t *v = take_json(&at, end);
		if (key.s)
			set_member(out, key, v);
		else
			json_array_append_new(out, v);
		at = skip_blanks(at);
		if (*at == ',')
			at = skip_blanks(at + 1);
	}
	*p = at + 1;
	return out;
}

json_t *
raw_value(struct span v)
{
	const char *at;

	if (!v.s)
		return NULL;
	at = skip_blanks(v.s);
	return take_json(&at, v.s + v.len);
}
