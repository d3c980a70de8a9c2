/*
 * A recursive descent over Python's expressions, by precedence. Each expression carries two values:
 * what bfcl-eval's decoder makes of its syntax tree (resolved), and what Python's eval would
 * (evaluated, for arithmetic inside a larger operation); either may be missing, and a call whose
 * argument has no resolved value can't be decoded.
 */
#include "scorer/calls/python.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/buf.h"
#include "kit/mem.h"
#include "kit/utf8.h"
#include "scorer/calls/pyvalue.h"

enum { DEPTH_MOST = 150 };

enum shape {
	SHAPE_CONSTANT,
	SHAPE_NAME,
	SHAPE_ATTRIBUTE,
	SHAPE_CALL,
	SHAPE_LIST,
	SHAPE_STAR,
	SHAPE_OTHER,
};

struct expr {
	enum shape shape;
	json_t *resolved, *evaluated;
	struct buf name;  /* dotted: of a name, an attribute, a called function */
	json_t *items;	  /* SHAPE_CALL: its arguments; SHAPE_LIST: not kept */
	bool keywords;	  /* SHAPE_CALL: it has arguments by name */
	bool undecodable; /* SHAPE_CALL: an argument by name has no value */
	bool parenthesised;
};

struct py {
	struct span t;
	size_t i;
	int depth;
	const char *why;
	size_t failed_at;
	struct calls *calls; /* filled by the outermost list */
	bool not_a_call;     /* a member of the outermost list is no call */
};

static bool parse_expr(struct py *p, struct expr *x);
static bool parse_operation(struct py *p, int least, struct expr *x);

void
calls_free(struct calls *c)
{
	for (size_t i = 0; i < c->n; i++) {
		free(c->call[i].name);
		json_decref(c->call[i].arguments);
	}
	free(c->call);
	*c = (struct calls){0};
}

void
calls_add(struct calls *c, const char *name, size_t len, json_t *arguments)
{
	GROW(c->call, c->n, c->cap);
	c->call[c->n++] = (struct call){xstrndup(name, len), arguments};
}

static void
expr_free(struct expr *x)
{
	json_decref(x->resolved);
	json_decref(x->evaluated);
	json_decref(x->items);
	buf_free(&x->name);
	*x = (struct expr){.shape = SHAPE_OTHER};
}

static bool
fail(struct py *p, const char *why)
{
	if (!p->why) {
		p->why = why;
		p->failed_at = p->i;
	}
	return false;
}

static char
at(const struct py *p, size_t ahead)
{
	return p->i + ahead < p->t.len ? p->t.s[p->i + ahead] : '\0';
}

static void
skip(struct py *p)
{
	for (;;) {
		char c = at(p, 0);

		if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f') {
			p->i++;
		} else if (c == '#') {
			while (p->i < p->t.len && at(p, 0) != '\n')
				p->i++;
		} else if (c == '\\' && at(p, 1) == '\n') {
			p->i += 2;
		} else {
			return;
		}
	}
}

static bool
take(struct py *p, const char *s)
{
	size_t n = strlen(s);

	skip(p);
	if (p->i + n > p->t.len || memcmp(p->t.s + p->i, s, n) != 0)
		return false;
	p->i += n;
	return true;
}

static bool
expect(struct py *p, const char *s)
{
	return take(p, s) || fail(p, "a bracket or sign is missing");
}

/* Length of a character that may stand in a name at p->i; digits only where `inside`. */
static size_t
name_char(const struct py *p, size_t ahead, bool inside)
{
	char c = at(p, ahead);
	size_t n;

	if (c == '_' || isalpha((unsigned char)c) || (inside && isdigit((unsigned char)c)))
		return 1;
	if (!(c & 0x80))
		return 0;
	return is_unicode_word(utf8_first(span_from(p->t, p->i + ahead), &n)) ? n : 0;
}

static struct span
peek_name(struct py *p)
{
	size_t n, len = 0;

	skip(p);
	while ((n = name_char(p, len, len > 0)) > 0)
		len += n;
	return span_cut(p->t, p->i, p->i + len);
}

static bool
is_word(struct span t, const char *word)
{
	return span_equal(t, span_of(word));
}

static bool
take_word(struct py *p, const char *word)
{
	struct span name = peek_name(p);

	if (!is_word(name, word))
		return false;
	p->i += name.len;
	return true;
}

static bool
is_keyword(struct span name)
{
	static const char *const keywords[] = {"False", "None", "True", "and", "as", "assert",
		"async", "await", "break", "class", "continue", "def", "del", "elif", "else",
		"except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda",
		"nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with",
		"yield"};

	for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
		if (is_word(name, keywords[i]))
			return true;
	return false;
}

static void
set_constant(struct expr *x, json_t *value)
{
	x->shape = SHAPE_CONSTANT;
	x->resolved = value;
	x->evaluated = json_incref(value);
}

/* Strings */

static void
put_code(struct buf *out, unsigned long code)
{
	char utf8[4];

	if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000))
		code = 0xFFFD;
	buf_add(out, utf8, utf8_encode(utf8, (unsigned)code));
}

/* The digits of \x, \u or \U at p->i. */
static bool
hex_escape(struct py *p, size_t digits, struct buf *out)
{
	unsigned long code = 0;

	for (size_t k = 0; k < digits; k++) {
		char c = at(p, k);

		if (!isxdigit((unsigned char)c))
			return fail(p, "a string's escape is cut short");
		code = code * 16 +
		       (unsigned long)(isdigit((unsigned char)c) ? c - '0' : (c | 32) - 'a' + 10);
	}
	p->i += digits;
	put_code(out, code);
	return true;
}

/* What stands behind a backslash. */
static bool
escape(struct py *p, struct buf *out)
{
	static const char letters[] = "\\'\"abfnrtv", meanings[] = "\\'\"\a\b\f\n\r\t\v";
	char c = at(p, 0);
	const char *known = c ? strchr(letters, c) : NULL;

	p->i++;
	if (known) {
		buf_putc(out, meanings[known - letters]);
	} else if (c == '\n') {
		return true;
	} else if (c == 'x' || c == 'u' || c == 'U') {
		return hex_escape(p, c == 'x' ? 2 : c == 'u' ? 4 : 8, out);
	} else if (c >= '0' && c <= '7') {
		unsigned long code = (unsigned long)(c - '0');

		for (int k = 0; k < 2 && at(p, 0) >= '0' && at(p, 0) <= '7'; k++, p->i++)
			code = code * 8 + (unsigned long)(at(p, 0) - '0');
		put_code(out, code);
	} else if (c == 'N' && at(p, 0) == '{') {
		return fail(p, "characters by name are not read");
	} else {
		buf_putc(out, '\\');
		buf_putc(out, c);
	}
	return true;
}

/* The string whose opening quote is at p->i. */
static bool
quoted(struct py *p, bool raw, struct buf *out)
{
	char quote = at(p, 0);
	bool triple = at(p, 1) == quote && at(p, 2) == quote;

	p->i += triple ? 3 : 1;
	for (;;) {
		char c = at(p, 0);

		if (p->i >= p->t.len || (c == '\n' && !triple))
			return fail(p, "a string is not closed");
		if (c == quote && (!triple || (at(p, 1) == quote && at(p, 2) == quote))) {
			p->i += triple ? 3 : 1;
			return true;
		}
		if (c != '\\') {
			buf_putc(out, c);
			p->i++;
		} else if (raw) {
			buf_putc(out, c);
			buf_putc(out, at(p, 1));
			p->i += 2;
		} else {
			p->i++;
			if (p->i >= p->t.len)
				return fail(p, "a string is not closed");
			if (!escape(p, out))
				return false;
		}
	}
}

/* Length of a string's prefix at p->i, r, b, f, u or two of them; -1 where no string starts. */
static int
string_prefix(struct py *p)
{
	int n = 0;

	skip(p);
	while (n < 3 && at(p, (size_t)n) && strchr("rRbBuUfF", at(p, (size_t)n)))
		n++;
	return n < 3 && (at(p, (size_t)n) == '\'' || at(p, (size_t)n) == '"') ? n : -1;
}

/* One string or several side by side. */
static bool
parse_string(struct py *p, struct expr *x)
{
	struct buf out = BUF_INIT;
	bool bytes = false, text = false, formatted = false, ok = true;
	int n;

	while (ok && (n = string_prefix(p)) >= 0) {
		bool raw = false, b = false;

		for (int k = 0; k < n; k++, p->i++) {
			char c = (char)(at(p, 0) | 32);

			raw |= c == 'r';
			b |= c == 'b';
			formatted |= c == 'f';
		}
		bytes |= b;
		text |= !b;
		ok = quoted(p, raw, &out);
	}
	if (ok && bytes && text)
		ok = fail(p, "bytes and text are mixed");
	if (ok && bytes)
		set_constant(x, py_other());
	else if (ok && !formatted)
		set_constant(x, json_stringn_nocheck(out.s ? out.s : "", out.len));
	buf_free(&out);
	return ok;
}

/* Numbers */

static bool
digits(struct py *p, struct buf *out, const char *set)
{
	size_t start = out->len;

	for (;;) {
		char c = at(p, 0);

		if (c && strchr(set, c))
			buf_putc(out, c);
		else if (!(c == '_' && out->len > start && at(p, 1) && strchr(set, at(p, 1))))
			return out->len > start;
		p->i++;
	}
}

static json_t *
integer_value(const char *text, int base)
{
	char *end;
	long long n;

	errno = 0;
	n = strtoll(text, &end, base);
	if (errno == ERANGE)
		return json_pack("{s:s}", "\x01int", text);
	return json_integer(n);
}

static bool
prefixed_integer(struct py *p, struct buf *out, json_t **value)
{
	char c = (char)(at(p, 1) | 32);
	int base = c == 'x' ? 16 : c == 'o' ? 8 : 2;

	p->i += 2;
	if (at(p, 0) == '_')
		p->i++;
	if (!digits(p, out, base == 16 ? "0123456789abcdefABCDEF" : base == 8 ? "01234567" : "01"))
		return fail(p, "a number is cut short");
	*value = integer_value(out->s, base);
	return true;
}

static bool
decimal(struct py *p, struct buf *out, json_t **value)
{
	static const char set[] = "0123456789";
	bool real = false, whole = digits(p, out, set);

	if (at(p, 0) == '.') {
		real = true;
		p->i++;
		buf_putc(out, '.');
		if (!digits(p, out, set) && !whole)
			return fail(p, "a number is cut short");
	}
	if ((at(p, 0) | 32) == 'e') {
		size_t sign = at(p, 1) == '+' || at(p, 1) == '-';

		if (isdigit((unsigned char)at(p, 1 + sign))) {
			real = true;
			buf_putc(out, 'e');
			if (sign)
				buf_putc(out, at(p, 1));
			p->i += 1 + sign;
			digits(p, out, set);
		}
	}
	if ((at(p, 0) | 32) == 'j') {
		p->i++;
		*value = py_other();
		return true;
	}
	if (!real && out->len > 1 && out->s[0] == '0' && strspn(out->s, "0") < out->len)
		return fail(p, "a whole number starts with 0");
	if (!real) {
		*value = integer_value(out->s, 10);
		return true;
	}
	/* inf, as Python reads 1e999, has no JSON. */
	*value = isfinite(strtod(out->s, NULL)) ? json_real(strtod(out->s, NULL)) : py_other();
	return true;
}

static bool
parse_number(struct py *p, struct expr *x)
{
	struct buf out = BUF_INIT;
	json_t *value = NULL;
	bool ok;

	if (at(p, 0) == '0' && at(p, 1) && strchr("xXoObB", at(p, 1)))
		ok = prefixed_integer(p, &out, &value);
	else
		ok = decimal(p, &out, &value);
	buf_free(&out);
	if (ok && name_char(p, 0, true) > 0) {
		json_decref(value);
		return fail(p, "a letter follows a number");
	}
	if (ok)
		set_constant(x, value);
	return ok;
}

/* Displays */

/* for … in … [if …], any number of them. */
static bool
parse_comprehension(struct py *p)
{
	bool any = false;

	for (;;) {
		struct expr x = {0};
		bool ok;

		take_word(p, "async");
		if (!take_word(p, "for"))
			return any || fail(p, "no Python");
		any = true;
		do {
			take(p, "*");
			ok = parse_operation(p, 6, &x);
			expr_free(&x);
			skip(p);
		} while (ok && take(p, ",") && !is_word(peek_name(p), "in"));
		if (!ok || !take_word(p, "in"))
			return fail(p, "no Python");
		ok = parse_operation(p, 1, &x);
		expr_free(&x);
		while (ok && take_word(p, "if")) {
			ok = parse_operation(p, 1, &x);
			expr_free(&x);
		}
		if (!ok)
			return false;
		if (!is_word(peek_name(p), "for") && !is_word(peek_name(p), "async"))
			return true;
	}
}

/* A member of a display or an argument list: an expression, *expression, or name := expression. */
static bool
parse_member(struct py *p, struct expr *x)
{
	skip(p);
	if (at(p, 0) == '*' && at(p, 1) != '*') {
		bool ok;

		p->i++;
		ok = parse_operation(p, 6, x);
		expr_free(x);
		x->shape = SHAPE_STAR;
		return ok;
	}
	if (!parse_expr(p, x))
		return false;
	if (x->shape == SHAPE_NAME && !x->parenthesised && take(p, ":=")) {
		bool ok;

		expr_free(x);
		ok = parse_expr(p, x);
		expr_free(x);
		return ok;
	}
	return true;
}

/* Adds a value to a list that is dropped, and becomes NULL, once a value is missing. */
static void
append_or_drop(json_t **list, json_t *value)
{
	if (*list && value) {
		json_array_append(*list, value);
	} else {
		json_decref(*list);
		*list = NULL;
	}
}

/* The rest of a list or tuple up to close. */
static bool
parse_members(struct py *p, const char *close, json_t **resolved, bool outermost)
{
	*resolved = json_array();
	while (!take(p, close)) {
		struct expr x = {0};
		bool ok = parse_member(p, &x);

		if (ok && outermost) {
			if (x.shape == SHAPE_CALL && !x.undecodable)
				calls_add(p->calls, x.name.s ? x.name.s : "", x.name.len,
					json_incref(x.items));
			else
				p->not_a_call = true;
		}
		append_or_drop(resolved, x.resolved);
		expr_free(&x);
		if (!ok)
			return false;
		if (is_word(peek_name(p), "for") || is_word(peek_name(p), "async")) {
			append_or_drop(resolved, NULL);
			p->not_a_call |= outermost;
			return parse_comprehension(p) && expect(p, close);
		}
		if (!take(p, ","))
			return expect(p, close);
	}
	return true;
}

static bool
parse_list(struct py *p, struct expr *x)
{
	x->shape = SHAPE_LIST;
	return parse_members(p, "]", &x->resolved, p->depth == 1);
}

static bool
parse_parentheses(struct py *p, struct expr *x)
{
	json_t *members = NULL;

	if (take(p, ")")) {
		x->resolved = py_tuple(json_array());
		return true;
	}
	if (!parse_member(p, x))
		return false;
	if (x->shape != SHAPE_STAR && take(p, ")")) {
		x->parenthesised = true;
		return true;
	}
	if (is_word(peek_name(p), "for") || is_word(peek_name(p), "async")) {
		expr_free(x);
		return parse_comprehension(p) && expect(p, ")");
	}
	if (!expect(p, ","))
		return false;
	if (!parse_members(p, ")", &members, false)) {
		json_decref(members);
		return false;
	}
	if (members && x->resolved)
		json_array_insert(members, 0, x->resolved);
	else
		append_or_drop(&members, NULL);
	expr_free(x);
	x->resolved = members ? py_tuple(members) : NULL;
	return true;
}

/* A key of a dict, as the key of an object. */
static char *
dict_key(const json_t *key)
{
	char *text, *out;

	if (json_is_string(key))
		return xstrdup(json_string_value(key));
	text = json_dumps(key, JSON_ENCODE_ANY | JSON_COMPACT);
	out = xasprintf("\x01%s", text ? text : "");
	free(text);
	return out;
}

static bool
parse_pair(struct py *p, struct expr *key, json_t **dict)
{
	struct expr value = {0};
	bool ok = parse_expr(p, &value);

	if (ok && *dict && key->resolved && value.resolved) {
		char *name = dict_key(key->resolved);

		json_object_set_nocheck(*dict, name, value.resolved);
		free(name);
	} else {
		json_decref(*dict);
		*dict = NULL;
	}
	expr_free(&value);
	return ok;
}

/* A dict or set display behind its brace. */
static bool
parse_braces(struct py *p, struct expr *x)
{
	json_t *dict = json_object();
	bool ok = true, set = false, first = true;

	while (ok && !take(p, "}")) {
		struct expr key = {0};

		if (take(p, "**")) {
			ok = parse_operation(p, 6, &key);
			json_decref(dict);
			dict = NULL;
		} else {
			ok = parse_member(p, &key);
			if (ok && key.shape != SHAPE_STAR && (first || !set) && take(p, ":"))
				ok = parse_pair(p, &key, &dict);
			else if (ok && (first || set))
				set = true;
			else
				ok = ok && fail(p, "no Python");
		}
		expr_free(&key);
		first = false;
		if (ok && (is_word(peek_name(p), "for") || is_word(peek_name(p), "async"))) {
			set = true;
			ok = parse_comprehension(p) && expect(p, "}");
			break;
		}
		if (ok && !take(p, ",")) {
			ok = expect(p, "}");
			break;
		}
	}
	if (set) {
		json_decref(dict);
		dict = NULL;
	}
	x->resolved = dict;
	return ok;
}

/* Names, calls, subscripts */

static bool
parse_name(struct py *p, struct expr *x)
{
	struct span name = peek_name(p);

	if (is_word(name, "True") || is_word(name, "False"))
		set_constant(x, json_boolean(is_word(name, "True")));
	else if (is_word(name, "None"))
		set_constant(x, json_null());
	else if (is_keyword(name))
		return fail(p, "a keyword stands where a value should");
	p->i += name.len;
	if (x->shape == SHAPE_CONSTANT && x->resolved)
		return true;
	x->shape = SHAPE_NAME;
	x->resolved = json_stringn_nocheck(name.s, name.len);
	buf_add(&x->name, name.s, name.len);
	return true;
}

static bool
parse_atom(struct py *p, struct expr *x)
{
	bool ok;

	skip(p);
	if (p->i >= p->t.len)
		return fail(p, "the text ends too early");
	if (string_prefix(p) >= 0)
		return parse_string(p, x);
	if (isdigit((unsigned char)at(p, 0)) ||
		(at(p, 0) == '.' && isdigit((unsigned char)at(p, 1))))
		return parse_number(p, x);
	if (take(p, "...")) {
		x->shape = SHAPE_CONSTANT;
		x->resolved = json_string("...");
		return true;
	}
	if (name_char(p, 0, false) > 0)
		return parse_name(p, x);
	if (p->depth >= DEPTH_MOST)
		return fail(p, "brackets are nested too deeply");
	p->depth++;
	x->shape = SHAPE_OTHER;
	if (take(p, "["))
		ok = parse_list(p, x);
	else if (take(p, "("))
		ok = parse_parentheses(p, x);
	else if (take(p, "{"))
		ok = parse_braces(p, x);
	else
		ok = fail(p, "no Python");
	p->depth--;
	return ok;
}

/* One argument; *named and *unpacked are what has been met so far. */
static bool
parse_argument(struct py *p, struct expr *call, bool *named, bool *unpacked)
{
	struct span name;
	struct expr value = {0};
	bool ok;

	skip(p);
	if (take(p, "**")) {
		*unpacked = true;
		call->keywords = true;
		call->undecodable = true;
		ok = parse_expr(p, &value);
		expr_free(&value);
		return ok;
	}
	name = peek_name(p);
	if (name.len > 0 && string_prefix(p) < 0) {
		size_t start = p->i;

		p->i += name.len;
		skip(p);
		if (at(p, 0) == '=' && at(p, 1) != '=') {
			if (is_keyword(name))
				return fail(p, "an argument is named by a keyword");
			p->i++;
			*named = true;
			call->keywords = true;
			ok = parse_expr(p, &value);
			if (ok && value.resolved && call->items) {
				char *key = span_copy(name);

				json_object_set_nocheck(call->items, key, value.resolved);
				free(key);
			} else {
				call->undecodable = true;
			}
			expr_free(&value);
			return ok;
		}
		p->i = start;
	}
	ok = parse_member(p, &value);
	if (ok && ((*named && value.shape != SHAPE_STAR) || (*unpacked)))
		ok = fail(p, "an argument without a name follows one with a name");
	if (ok && (is_word(peek_name(p), "for") || is_word(peek_name(p), "async")))
		ok = parse_comprehension(p);
	expr_free(&value);
	return ok;
}

/* The arguments behind an opening parenthesis. start: where the whole call starts. */
static bool
parse_call(struct py *p, struct expr *x, size_t start)
{
	bool named = false, unpacked = false;
	struct span text;

	if (x->shape != SHAPE_NAME && x->shape != SHAPE_ATTRIBUTE)
		buf_clear(&x->name);
	json_decref(x->resolved);
	json_decref(x->evaluated);
	json_decref(x->items);
	x->resolved = x->evaluated = NULL;
	x->items = json_object();
	x->shape = SHAPE_CALL;
	x->keywords = x->undecodable = false;
	while (!take(p, ")")) {
		if (!parse_argument(p, x, &named, &unpacked))
			return false;
		if (!take(p, ",")) {
			if (!expect(p, ")"))
				return false;
			break;
		}
	}
	text = span_cut(p->t, start, p->i);
	if (!x->keywords) {
		x->resolved = json_stringn_nocheck(text.s, text.len);
	} else if (!x->undecodable) {
		char *name = xstrndup(x->name.s ? x->name.s : "", x->name.len);

		x->resolved = json_object();
		json_object_set_nocheck(x->resolved, name, x->items);
		free(name);
	}
	return true;
}

/* What stands between [ and ]: expressions and slices. */
static bool
parse_subscript(struct py *p, struct expr *x, size_t start)
{
	bool any = false;
	struct span text;

	while (!take(p, "]")) {
		struct expr part = {0};
		bool ok = true;

		skip(p);
		if (at(p, 0) != ':')
			ok = parse_member(p, &part);
		expr_free(&part);
		for (int k = 0; ok && k < 2 && take(p, ":"); k++) {
			skip(p);
			if (at(p, 0) && strchr(":],", at(p, 0)))
				continue;
			ok = parse_expr(p, &part);
			expr_free(&part);
		}
		if (!ok)
			return false;
		any = true;
		if (!take(p, ",")) {
			if (!expect(p, "]"))
				return false;
			break;
		}
	}
	if (!any)
		return fail(p, "a subscript is empty");
	text = span_cut(p->t, start, p->i);
	expr_free(x);
	x->resolved = json_stringn_nocheck(text.s, text.len);
	return true;
}

static bool
parse_attribute(struct py *p, struct expr *x)
{
	struct span name = peek_name(p);

	if (name.len == 0 || is_keyword(name))
		return fail(p, "a name is missing behind a dot");
	p->i += name.len;
	if ((x->shape == SHAPE_NAME || x->shape == SHAPE_ATTRIBUTE) && x->name.len > 0)
		buf_putc(&x->name, '.');
	else
		buf_clear(&x->name);
	buf_add(&x->name, name.s, name.len);
	json_decref(x->resolved);
	json_decref(x->evaluated);
	x->resolved = x->evaluated = NULL;
	x->shape = SHAPE_ATTRIBUTE;
	return true;
}

static bool
parse_primary(struct py *p, struct expr *x)
{
	size_t start;
	bool ok;

	skip(p);
	start = p->i;
	ok = take_word(p, "await") ? fail(p, "no Python") : parse_atom(p, x);
	while (ok) {
		skip(p);
		if (p->depth >= DEPTH_MOST)
			return fail(p, "brackets are nested too deeply");
		p->depth++;
		if (at(p, 0) == '.' && at(p, 1) != '.') {
			p->i++;
			ok = parse_attribute(p, x);
		} else if (take(p, "(")) {
			ok = parse_call(p, x, start);
		} else if (take(p, "[")) {
			ok = parse_subscript(p, x, start);
		} else {
			p->depth--;
			return true;
		}
		p->depth--;
	}
	return false;
}

/* Operations */

struct operation {
	const char *sign;
	int level;
};

/* Levels: 2 or, 3 and, 4 not, 5 comparisons, 6 |, 7 ^, 8 &, 9 shifts, 10 + -, 11 * /, 12 signs, 13
 * **. */
static const struct operation operations[] = {{"==", 5}, {"!=", 5}, {"<=", 5}, {">=", 5}, {"<<", 9},
	{">>", 9}, {"**", 13}, {"//", 11}, {"<", 5}, {">", 5}, {"|", 6}, {"^", 7}, {"&", 8},
	{"+", 10}, {"-", 10}, {"*", 11}, {"/", 11}, {"%", 11}, {"@", 11}};

/* The operation at p->i, not taken; level 0 where there is none. */
static struct operation
peek_operation(struct py *p)
{
	static const struct operation words[] = {
		{"or", 2}, {"and", 3}, {"in", 5}, {"is", 5}, {"not", 5}};
	struct span name = peek_name(p);

	if (name.len > 0) {
		for (size_t i = 0; i < sizeof words / sizeof *words; i++)
			if (is_word(name, words[i].sign))
				return words[i];
		return (struct operation){"", 0};
	}
	for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
		if (span_starts(span_from(p->t, p->i), span_of(operations[i].sign)))
			return operations[i];
	return (struct operation){"", 0};
}

static bool
is_int(const json_t *v)
{
	return json_is_integer(v) || json_is_boolean(v);
}

static long long
int_of(const json_t *v)
{
	return json_is_boolean(v) ? json_is_true(v) : json_integer_value(v);
}

static double
real_of(const json_t *v)
{
	return is_int(v) ? (double)int_of(v) : json_real_value(v);
}

/* a op b in whole numbers; NULL where it has no value or leaves 64 bits. */
static json_t *
whole_arithmetic(const char *op, long long a, long long b)
{
	long long r;

	if (op[0] == '+')
		return __builtin_add_overflow(a, b, &r) ? NULL : json_integer(r);
	if (op[0] == '-')
		return __builtin_sub_overflow(a, b, &r) ? NULL : json_integer(r);
	if (strcmp(op, "*") == 0)
		return __builtin_mul_overflow(a, b, &r) ? NULL : json_integer(r);
	if (strcmp(op, "**") == 0 && b >= 0) {
		r = 1;
		for (long long k = 0; k < b && r != 0; k++)
			if (k > 64 ? a != 1 && a != -1 : __builtin_mul_overflow(r, a, &r))
				return NULL;
			else if (k > 64)
				return json_integer(a == -1 && b % 2 ? -1 : 1);
		return json_integer(r);
	}
	if (b == 0 || (a == LLONG_MIN && b == -1))
		return NULL;
	if (strcmp(op, "//") == 0)
		return json_integer(a / b - (a % b != 0 && (a < 0) != (b < 0)));
	if (op[0] == '%')
		return json_integer(a % b + (a % b != 0 && (a < 0) != (b < 0) ? b : 0));
	return NULL;
}

static json_t *
real_arithmetic(const char *op, double a, double b)
{
	double r;

	if (op[0] == '+')
		r = a + b;
	else if (op[0] == '-')
		r = a - b;
	else if (strcmp(op, "*") == 0)
		r = a * b;
	else if (strcmp(op, "**") == 0)
		r = pow(a, b);
	else if (b == 0)
		return NULL;
	else if (strcmp(op, "/") == 0)
		r = a / b;
	else if (strcmp(op, "//") == 0)
		r = floor(a / b);
	else if (op[0] == '%')
		r = a - b * floor(a / b);
	else
		return NULL;
	return isfinite(r) ? json_real(r) : NULL;
}

/* What eval makes of a op b. NULL: nothing that is followed here. */
static json_t *
arithmetic(const char *op, const json_t *a, const json_t *b)
{
	if (!a || !b)
		return NULL;
	if (json_is_string(a) && json_is_string(b) && op[0] == '+')
		return json_sprintf("%s%s", json_string_value(a), json_string_value(b));
	if (!(is_int(a) || json_is_real(a)) || !(is_int(b) || json_is_real(b)))
		return NULL;
	if (is_int(a) && is_int(b) && strcmp(op, "/") != 0 &&
		!(strcmp(op, "**") == 0 && int_of(b) < 0))
		return whole_arithmetic(op, int_of(a), int_of(b));
	return real_arithmetic(op, real_of(a), real_of(b));
}

static json_t *
negative(const json_t *v)
{
	if (!v)
		return NULL;
	if (is_int(v))
		return int_of(v) == LLONG_MIN ? NULL : json_integer(-int_of(v));
	return json_is_real(v) ? json_real(-json_real_value(v)) : NULL;
}

/* A sign in front of a value. The decoder takes every sign, and `not`, for a minus. */
static void
apply_sign(struct expr *x, char sign)
{
	json_t *resolved = x->shape == SHAPE_CONSTANT ? negative(x->resolved) : NULL;
	json_t *evaluated = sign == '-'	  ? negative(x->evaluated)
			    : sign == '+' ? json_incref(x->evaluated)
					  : NULL;

	expr_free(x);
	x->resolved = resolved;
	x->evaluated = evaluated;
}

static bool
parse_unary(struct py *p, struct expr *x)
{
	char c;
	bool ok;

	skip(p);
	c = at(p, 0);
	if (c != '-' && c != '+' && c != '~')
		return parse_primary(p, x);
	if (p->depth >= DEPTH_MOST)
		return fail(p, "signs are nested too deeply");
	p->i++;
	p->depth++;
	/* A power binds closer than a sign in front of it. */
	ok = parse_operation(p, 12, x);
	p->depth--;
	if (ok)
		apply_sign(x, c);
	return ok;
}

/* Takes the operation; the words of "is not" and "not in" too. */
static bool
take_operation(struct py *p, struct operation op)
{
	p->i += strlen(op.sign);
	if (strcmp(op.sign, "not") == 0)
		return take_word(p, "in") || fail(p, "no Python");
	if (strcmp(op.sign, "is") == 0)
		take_word(p, "not");
	return true;
}

static bool
parse_operation(struct py *p, int least, struct expr *x)
{
	if (least <= 4 && take_word(p, "not")) {
		bool ok;

		if (p->depth >= DEPTH_MOST)
			return fail(p, "signs are nested too deeply");
		p->depth++;
		ok = parse_operation(p, 4, x);
		p->depth--;
		if (!ok)
			return false;
		apply_sign(x, '!');
	} else if (!parse_unary(p, x)) {
		return false;
	}
	for (;;) {
		struct operation op = peek_operation(p);
		struct expr y = {0};
		json_t *value;
		bool ok;

		if (op.level == 0 || op.level < least)
			return true;
		if (p->depth >= DEPTH_MOST)
			return fail(p, "operations are nested too deeply");
		p->depth++;
		/* ** binds to the right, and takes a sign on its right side. */
		ok = take_operation(p, op) &&
		     (op.level == 13 ? parse_unary(p, &y) : parse_operation(p, op.level + 1, &y));
		if (ok && op.level == 13 && peek_operation(p).level == 13) {
			struct expr z = {0};

			ok = take_operation(p, peek_operation(p)) && parse_operation(p, 13, &z);
			value = ok ? arithmetic("**", y.evaluated, z.evaluated) : NULL;
			expr_free(&y);
			expr_free(&z);
			y.evaluated = value;
		}
		p->depth--;
		value = ok && op.level >= 10 ? arithmetic(op.sign, x->evaluated, y.evaluated)
					     : NULL;
		expr_free(x);
		expr_free(&y);
		x->evaluated = value;
		x->resolved = json_incref(value);
		if (!ok)
			return false;
	}
}

/* A parameter of a lambda, with its default. */
static bool
parse_parameter(struct py *p)
{
	struct expr x = {0};
	struct span name;
	bool ok;

	if (!take(p, "**") && !take(p, "*"))
		take(p, "/");
	name = peek_name(p);
	if (is_keyword(name))
		return fail(p, "no Python");
	p->i += name.len;
	if (!take(p, "="))
		return true;
	ok = parse_expr(p, &x);
	expr_free(&x);
	return ok;
}

static bool
parse_lambda(struct py *p)
{
	struct expr x = {0};
	bool ok;

	while (!take(p, ":")) {
		if (!parse_parameter(p))
			return false;
		if (take(p, ","))
			continue;
		if (!expect(p, ":"))
			return false;
		break;
	}
	ok = parse_expr(p, &x);
	expr_free(&x);
	return ok;
}

/* An operation, a choice (a if b else c), or a lambda. */
static bool
parse_expr(struct py *p, struct expr *x)
{
	bool ok;

	if (p->depth >= DEPTH_MOST)
		return fail(p, "expressions are nested too deeply");
	p->depth++;
	if (take_word(p, "lambda")) {
		ok = parse_lambda(p);
	} else {
		/* The outermost list is met at depth 1 by parse_atom. */
		p->depth--;
		ok = parse_operation(p, 1, x);
		p->depth++;
		if (ok && take_word(p, "if")) {
			expr_free(x);
			ok = parse_operation(p, 1, x) &&
			     (take_word(p, "else") || fail(p, "no Python"));
			expr_free(x);
			ok = ok && parse_expr(p, x);
			expr_free(x);
		}
	}
	p->depth--;
	return ok;
}

/* The text between its outer quotes, backticks and blanks, in brackets: a new string. */
static char *
in_brackets(struct span t)
{
	struct buf out = BUF_INIT;

	while (t.len > 0 && strchr("`\n ", t.s[0]))
		t = span_from(t, 1);
	while (t.len > 0 && strchr("`\n ", t.s[t.len - 1]))
		t.len--;
	if (t.len == 0 || t.s[0] != '[')
		buf_putc(&out, '[');
	buf_add(&out, t.s, t.len);
	if (t.len == 0 || t.s[t.len - 1] != ']')
		buf_putc(&out, ']');
	return buf_steal(&out);
}

bool
python_calls(struct span text, struct calls *c)
{
	char *source = in_brackets(text);
	struct py p = {.t = span_of(source), .calls = c};
	struct expr x = {0};
	bool ok = parse_expr(&p, &x);

	skip(&p);
	if (ok && p.i < p.t.len)
		ok = fail(&p, "something follows the calls");
	if (ok && (x.shape != SHAPE_LIST || p.not_a_call))
		ok = fail(
			&p, p.not_a_call ? "a member of the list is no call" : "no list of calls");
	if (!ok) {
		calls_free(c);
		c->why = p.why;
		c->at = p.failed_at;
	}
	expr_free(&x);
	free(source);
	return ok;
}
