/* Patterns from arguments. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

#include "kit/buf.h"
#include "kit/mem.h"
#include "scorer/instructions/instructions.h"

struct pattern {
	unsigned flags;
	struct ustr literal; /* folded where case is ignored; unused with code */
	pcre2_code *code;
};

/*
 * A pattern of Python's can take time exponential in the text. Ours may take so many steps, counted by
 * callouts between its items, some tenths of a second, and then gives up: the same on every machine.
 */
enum { STEPS_MAX = 20000000 };

static int
count_step(pcre2_callout_block *block, void *steps)
{
	(void)block;
	return ++*(long *)steps > STEPS_MAX ? PCRE2_ERROR_CALLOUT : 0;
}

static bool
is_special(uint32_t c)
{
	return c < 0x80 && c && strchr(".^$*+?{}[]\\|()", (int)c);
}

/* {,n} is {0,n} in Python and plain text in PCRE2 10.42. */
static bool
open_range(struct ustr s, size_t i)
{
	size_t j = i + 2;

	if (s.s[i] != '{' || j > s.n || s.s[i + 1] != ',')
		return false;
	while (j < s.n && s.s[j] >= '0' && s.s[j] <= '9')
		j++;
	return j > i + 2 && j < s.n && s.s[j] == '}';
}

/* One escape at s[i]: appended in PCRE2's spelling. Its length, 0 where Python refuses it. */
static size_t
put_escape(struct buf *b, struct ustr s, size_t i)
{
	size_t hex = 0;
	uint32_t c;

	if (i + 1 >= s.n)
		return 0;
	c = s.s[i + 1];
	switch (c) {
	case 'Z': buf_puts(b, "\\z"); return 2;
	case 'v': buf_puts(b, "\\x0b"); return 2;
	case 'u':
	case 'U':
		hex = c == 'u' ? 4 : 8;
		if (i + 2 + hex > s.n)
			return 0;
		buf_puts(b, "\\x{");
		for (size_t k = 0; k < hex; k++)
			buf_putc(b, s.s[i + 2 + k] < 0x80 ? (char)s.s[i + 2 + k] : '?');
		buf_putc(b, '}');
		return 2 + hex;
	default:
		if (c < 0x80 && uc_is(c, UC_ALPHA) && !strchr("AbBdDsSwWafnrtx", (int)c))
			return 0;
		buf_putc(b, '\\');
		return 1; /* the character itself follows as it is */
	}
}

/* Python's pattern in PCRE2's spelling; false where Python refuses it. */
static bool
translate(struct buf *b, struct arena *a, struct ustr s)
{
	for (size_t i = 0; i < s.n;) {
		size_t len;

		if (s.s[i] == '\\') {
			size_t used = put_escape(b, s, i);

			if (!used)
				return false;
			i += used;
			if (used > 1)
				continue;
		} else if (open_range(s, i)) {
			buf_puts(b, "{0");
			i++;
			continue;
		}
		const char *one = ustr_encode(a, ustr_slice(s, i, i + 1), &len);

		buf_add(b, one, len);
		i++;
	}
	return true;
}

static pcre2_code *
compile(struct constraint *c, struct ustr source, unsigned flags, char **why)
{
	struct buf b = BUF_INIT;
	uint32_t options = PCRE2_UTF | PCRE2_UCP | PCRE2_AUTO_CALLOUT;
	pcre2_code *code = NULL;
	int error = 0;
	size_t at = 0;

	buf_puts(&b, "(*LF)");
	buf_puts(&b, flags & PATTERN_WORD ? "\\b" : flags & PATTERN_NUMBERED ? "\\s?" : "");
	if (translate(&b, &c->arena, source)) {
		buf_puts(&b, flags & PATTERN_WORD	? "\\b"
			     : flags & PATTERN_NUMBERED ? "\\s?\\d+\\s?"
							: "");
		options |= flags & PATTERN_IGNORE_CASE ? PCRE2_CASELESS : 0;
		options |= flags & PATTERN_MULTILINE ? PCRE2_MULTILINE : 0;
		code = pcre2_compile((PCRE2_SPTR)b.s, b.len, options, &error, &at, NULL);
	}
	if (!code)
		*why = xasprintf("%s: '%s' is no regular expression", c->type->id,
			ustr_encode(&c->arena, source, NULL));
	buf_free(&b);
	return code;
}

char *
pattern_add(struct constraint *c, struct ustr source, unsigned flags)
{
	struct pattern *p = xcalloc(1, sizeof *p);
	char *why = NULL;
	bool special = false;

	p->flags = flags;
	for (size_t i = 0; i < source.n && !(flags & PATTERN_LITERAL); i++)
		special |= is_special(source.s[i]);
	if (special) {
		p->code = compile(c, source, flags, &why);
	} else if (flags & PATTERN_IGNORE_CASE) {
		uint32_t *folded = arena_alloc(&c->arena, source.n, sizeof *folded);

		for (size_t i = 0; i < source.n; i++)
			folded[i] = uc_fold(source.s[i]);
		p->literal = (struct ustr){folded, source.n};
	} else {
		p->literal = source;
	}
	c->patterns = xreallocarray(c->patterns, c->npatterns + 1, sizeof *c->patterns);
	c->patterns[c->npatterns++] = p;
	return why;
}

void
pattern_free(struct pattern *p)
{
	pcre2_code_free(p->code);
	free(p);
}

static bool
word_edge(struct ustr s, size_t i)
{
	bool before = i > 0 && uc_word(s.s[i - 1]), behind = i < s.n && uc_word(s.s[i]);

	return before != behind;
}

/* Behind a section's name: \s?\d+\s?; 0 where that isn't there, else where it ends. */
static size_t
number_behind(struct ustr s, size_t i)
{
	size_t from;

	i += i < s.n && uc_space(s.s[i]);
	for (from = i; i < s.n && uc_is(s.s[i], UC_DECIMAL); i++)
		;
	if (i == from)
		return 0;
	return i + (i < s.n && uc_space(s.s[i]));
}

static bool
same_at(const struct pattern *p, struct ustr s, size_t i)
{
	size_t k;

	if (!(p->flags & PATTERN_IGNORE_CASE))
		return ustr_starts(ustr_slice(s, i, s.n), p->literal);
	for (k = 0; k < p->literal.n && uc_fold(s.s[i + k]) == p->literal.s[k]; k++)
		;
	return k == p->literal.n;
}

/* Where a character with the fold is, at or behind i; s.n where none is. */
static size_t
find_fold(struct ustr s, uint32_t fold, size_t i)
{
	uint32_t upper = fold >= 'a' && fold <= 'z' ? fold - 32 : fold;

	while (i < s.n && s.s[i] != fold && s.s[i] != upper &&
		(s.s[i] < 0x80 || uc_fold(s.s[i]) != fold))
		i++;
	return i;
}

/* The first match at or behind *from; *from moves behind it. False where there is none. */
static bool
next_literal(const struct pattern *p, struct ustr s, size_t *from)
{
	for (size_t i = *from; i + p->literal.n <= s.n; i++) {
		size_t end;

		if (p->flags & PATTERN_IGNORE_CASE)
			i = find_fold(s, p->literal.s[0], i);
		else
			i = ustr_find(s, p->literal, i);
		if (i > s.n - p->literal.n)
			return false;
		end = i + p->literal.n;
		if (!same_at(p, s, i))
			continue;
		if (p->flags & PATTERN_WORD && !(word_edge(s, i) && word_edge(s, end)))
			continue;
		if (p->flags & PATTERN_NUMBERED && !(end = number_behind(s, end)))
			continue;
		*from = end > i ? end : i + 1;
		return true;
	}
	return false;
}

/* Counts up to most matches; -1 where the search gave up. */
static long
count_compiled(const struct pattern *p, struct text *t, long most)
{
	pcre2_match_data *m = pcre2_match_data_create(1, NULL);
	pcre2_match_context *ctx = pcre2_match_context_create(NULL);
	const PCRE2_SIZE *at = pcre2_get_ovector_pointer(m);
	size_t len, from = 0;
	const char *s = text_utf8(t, &len);
	long n = 0, steps = 0;
	int got = 0;

	pcre2_set_callout(ctx, count_step, &steps);
	pcre2_set_match_limit(ctx, STEPS_MAX);
	while (n < most && from <= len) {
		got = pcre2_match(p->code, (PCRE2_SPTR)s, len, from, PCRE2_NO_UTF_CHECK, m, ctx);
		if (got < 0)
			break;
		n++;
		from = at[1];
		if (at[0] == at[1]) /* an empty match: go on a character further */
			do
				from++;
			while (from < len && ((unsigned char)s[from] & 0xc0) == 0x80);
	}
	pcre2_match_context_free(ctx);
	pcre2_match_data_free(m);
	return got < 0 && got != PCRE2_ERROR_NOMATCH ? -1 : n;
}

static long
count(const struct pattern *p, struct text *t, long most)
{
	long n = 0;

	if (p->code)
		return count_compiled(p, t, most);
	for (size_t at = 0; n < most && next_literal(p, t->s, &at);)
		n++;
	return n;
}

enum outcome
pattern_search(const struct pattern *p, struct text *t)
{
	return (enum outcome)count(p, t, 1);
}

bool
pattern_found(const struct pattern *p, struct ustr s)
{
	size_t at = 0;

	return next_literal(p, s, &at);
}

long
pattern_count(const struct pattern *p, struct text *t, size_t *groups)
{
	uint32_t n = 0;

	if (groups && p->code)
		pcre2_pattern_info(p->code, PCRE2_INFO_CAPTURECOUNT, &n);
	if (groups)
		*groups = n;
	return count(p, t, LONG_MAX);
}
