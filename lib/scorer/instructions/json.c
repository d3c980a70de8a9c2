/*
 * What Python's json.loads accepts: JSON as RFC 8259 has it, NaN, Infinity and -Infinity, lone
 * surrogates as \u escapes, duplicate keys; no byte order mark, no integer of more than 4,300
 * digits. Nesting is kept in a bit array, so that depth costs no stack. (The reference runs into
 * its recursion limit at about a thousand levels, and its whole run stops there.)
 */
#include <stdlib.h>

#include "kit/mem.h"
#include "scorer/instructions/instructions.h"

struct scan {
	struct ustr s;
	size_t i;
	unsigned char *is_object; /* a bit a level */
	size_t depth, cap;
};

static bool
at(const struct scan *p, uint32_t c)
{
	return p->i < p->s.n && p->s.s[p->i] == c;
}

static bool
take(struct scan *p, uint32_t c)
{
	if (!at(p, c))
		return false;
	p->i++;
	return true;
}

static void
skip_blanks(struct scan *p)
{
	while (at(p, ' ') || at(p, '\t') || at(p, '\n') || at(p, '\r'))
		p->i++;
}

static bool
is_hex(uint32_t c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static bool
take_word(struct scan *p, const char *word)
{
	if (!ustr_starts_ascii(ustr_slice(p->s, p->i, p->s.n), word))
		return false;
	while (*word++)
		p->i++;
	return true;
}

/* Behind the opening quote. */
static bool
take_string(struct scan *p)
{
	while (p->i < p->s.n) {
		uint32_t c = p->s.s[p->i++];

		if (c == '"')
			return true;
		if (c < 0x20)
			return false;
		if (c != '\\')
			continue;
		if (p->i >= p->s.n)
			return false;
		c = p->s.s[p->i++];
		if (c == 'u') {
			for (int k = 0; k < 4; k++)
				if (p->i >= p->s.n || !is_hex(p->s.s[p->i++]))
					return false;
		} else if (c != '"' && c != '\\' && c != '/' && c != 'b' && c != 'f' && c != 'n' &&
			   c != 'r' && c != 't') {
			return false;
		}
	}
	return false;
}

static size_t
take_digits(struct scan *p)
{
	size_t from = p->i;

	while (p->i < p->s.n && p->s.s[p->i] >= '0' && p->s.s[p->i] <= '9')
		p->i++;
	return p->i - from;
}

static bool
take_number(struct scan *p)
{
	enum { INT_DIGITS_MAX = 4300 };
	bool whole = true;
	size_t digits, back;

	if (take(p, '-') && take_word(p, "Infinity"))
		return true;
	digits = at(p, '0') ? 1 : 0;
	if (digits)
		p->i++;
	else if (!(digits = take_digits(p)))
		return false;
	back = p->i;
	if (take(p, '.')) {
		if (take_digits(p))
			whole = false;
		else
			p->i = back; /* the number ends before the dot, which is then out of place
				      */
	}
	back = p->i;
	if (take(p, 'e') || take(p, 'E')) {
		if (!take(p, '+'))
			take(p, '-');
		if (take_digits(p))
			whole = false;
		else
			p->i = back;
	}
	return !whole || digits <= INT_DIGITS_MAX;
}

static void
push(struct scan *p, bool object)
{
	if (p->depth / 8 == p->cap) {
		p->cap = p->cap ? p->cap * 2 : 64;
		p->is_object = xreallocarray(p->is_object, p->cap, 1);
	}
	if (object)
		p->is_object[p->depth / 8] |= (unsigned char)(1U << p->depth % 8);
	else
		p->is_object[p->depth / 8] &= (unsigned char)~(1U << p->depth % 8);
	p->depth++;
}

static bool
top_is_object(const struct scan *p)
{
	return p->is_object[(p->depth - 1) / 8] >> (p->depth - 1) % 8 & 1;
}

static bool
take_key(struct scan *p)
{
	skip_blanks(p);
	if (!take(p, '"') || !take_string(p))
		return false;
	skip_blanks(p);
	return take(p, ':');
}

/* A value that holds no others; or the opening of one that does, and its first key. *open says
 * which. */
static bool
take_value(struct scan *p, bool *open)
{
	*open = false;
	skip_blanks(p);
	if (take(p, '"'))
		return take_string(p);
	if (take(p, '{') || take(p, '[')) {
		bool object = p->s.s[p->i - 1] == '{';

		skip_blanks(p);
		if (take(p, object ? '}' : ']'))
			return true;
		push(p, object);
		*open = true;
		return !object || take_key(p);
	}
	return take_word(p, "null") || take_word(p, "true") || take_word(p, "false") ||
	       take_word(p, "NaN") || take_word(p, "Infinity") || take_number(p);
}

/* Behind a value: closes what ends here. *more: another value is to come. */
static bool
take_ends(struct scan *p, bool *more)
{
	*more = false;
	while (p->depth) {
		bool object = top_is_object(p);

		skip_blanks(p);
		if (take(p, ',')) {
			*more = true;
			return !object || take_key(p);
		}
		if (!take(p, object ? '}' : ']'))
			return false;
		p->depth--;
	}
	return true;
}

bool
python_json_valid(struct ustr s)
{
	struct scan p = {.s = s};
	bool good = true, open, more = true;

	while (good && more) {
		good = take_value(&p, &open);
		if (good && !open)
			good = take_ends(&p, &more);
	}
	skip_blanks(&p);
	free(p.is_object);
	return good && p.i == s.n;
}
