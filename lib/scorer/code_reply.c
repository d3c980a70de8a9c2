/*
 * Code out of a chat's reply. Works by lines: Python's own grammar would be the better judge of
 * what is code, but a reply is often cut off, and then the grammar refuses all of it.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "kit/mem.h"
#include "scorer/code_program.h"

struct line {
	const char *s;
	size_t len; /* without the line's end */
};

/* The line at s; *next behind its end. Lines end in LF; a CR before it belongs to the end. */
static struct line
line_at(const char *s, const char *end, const char **next)
{
	const char *nl = memchr(s, '\n', (size_t)(end - s));
	struct line l = {s, (size_t)((nl ? nl : end) - s)};

	*next = nl ? nl + 1 : end;
	if (l.len && l.s[l.len - 1] == '\r')
		l.len--;
	return l;
}

static bool
is_blank(struct line l)
{
	for (size_t i = 0; i < l.len; i++)
		if (!isspace((unsigned char)l.s[i]))
			return false;
	return true;
}

static size_t
indent_of(struct line l)
{
	size_t n = 0;

	while (n < l.len && (l.s[n] == ' ' || l.s[n] == '\t'))
		n++;
	return n;
}

static bool
is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

/* Whether the line starts, at its left edge, with this word. */
static bool
starts_word(struct line l, const char *word)
{
	size_t n = strlen(word);

	return l.len >= n && memcmp(l.s, word, n) == 0 && (l.len == n || !is_word(l.s[n]));
}

static bool
is_import(struct line l)
{
	return starts_word(l, "import") ||
	       (starts_word(l, "from") && memmem(l.s, l.len, " import", 7));
}

/* "def NAME", "async def NAME", "class NAME" or "NAME =" at the left edge. */
static bool
defines(struct line l, const char *name)
{
	static const char *const words[] = {"async", "def", "class"};
	size_t n = strlen(name);

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (starts_word(l, words[i])) {
			l.s += strlen(words[i]);
			l.len -= strlen(words[i]);
			size_t blank = indent_of(l);
			l.s += blank;
			l.len -= blank;
		}
	if (!starts_word(l, name))
		return false;
	while (n < l.len && l.s[n] == ' ')
		n++;
	return n < l.len &&
	       (strchr("(:[", l.s[n]) || (l.s[n] == '=' && l.s[n + 1 < l.len ? n + 1 : n] != '=') ||
		       (l.s[n] == '=' && n + 1 == l.len));
}

static bool
text_defines(const char *s, size_t len, const char *name)
{
	const char *end = s + len, *next;

	for (; s < end; s = next)
		if (defines(line_at(s, end, &next), name))
			return true;
	return false;
}

/* A fence's mark and length, "```" or "~~~" at least; 0 where the line is none. */
static size_t
fence(struct line l, char *mark)
{
	size_t n = 0, at = indent_of(l);

	if (at == l.len || (l.s[at] != '`' && l.s[at] != '~'))
		return 0;
	*mark = l.s[at];
	while (at + n < l.len && l.s[at + n] == *mark)
		n++;
	return n >= 3 ? n : 0;
}

/* The word behind an opening fence says Python, or nothing. */
static bool
says_python(struct line l)
{
	static const char *const names[] = {
		"python", "py", "python3", "python2", "py3", "pycon", ""};
	size_t at = indent_of(l), n = 0;

	while (at < l.len && (l.s[at] == '`' || l.s[at] == '~'))
		at++;
	while (at < l.len && (l.s[at] == ' ' || l.s[at] == '{' || l.s[at] == '.'))
		at++;
	while (at + n < l.len && is_word(l.s[at + n]))
		n++;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strlen(names[i]) == n && strncasecmp(names[i], l.s + at, n) == 0)
			return true;
	return false;
}

struct block {
	const char *s;
	size_t len, indent; /* of its fence: taken off each line */
	bool python;
};

struct blocks {
	struct block *v;
	size_t n, cap;
};

/* The fenced blocks; one that is never closed goes to the end. */
static void
find_blocks(struct blocks *b, const char *s, const char *end)
{
	const char *next;

	for (; s < end; s = next) {
		char mark, other;
		struct line open = line_at(s, end, &next);
		size_t width = fence(open, &mark);
		if (!width)
			continue;
		struct block found = {next, 0, indent_of(open), says_python(open)};
		const char *at = next;
		for (; at < end; at = next) {
			struct line l = line_at(at, end, &next);
			size_t w = fence(l, &other);
			struct line tail = {l.s + indent_of(l) + w, l.len - indent_of(l) - w};
			if (w >= width && other == mark && is_blank(tail))
				break;
		}
		found.len = (size_t)(at - found.s);
		GROW(b->v, b->n, b->cap);
		b->v[b->n++] = found;
		if (at >= end)
			break;
	}
}

static void
add_block(struct buf *out, struct block b)
{
	const char *s = b.s, *end = b.s + b.len, *next;

	for (; s < end; s = next) {
		struct line l = line_at(s, end, &next);
		size_t off = indent_of(l);
		off = off < b.indent ? off : b.indent;
		buf_add(out, l.s + off, (size_t)(next - l.s) - off);
	}
	if (out->len && out->s[out->len - 1] != '\n')
		buf_putc(out, '\n');
}

static void
code_of_blocks(struct buf *out, const struct blocks *b, const char *entry_point)
{
	bool any_python = false;

	for (size_t i = b->n; entry_point && i-- > 0;)
		if (b->v[i].python) {
			struct buf one = BUF_INIT;
			add_block(&one, b->v[i]);
			bool here = one.s && text_defines(one.s, one.len, entry_point);
			if (here)
				buf_add(out, one.s, one.len);
			buf_free(&one);
			if (here)
				return;
		}
	for (size_t i = 0; i < b->n; i++)
		any_python = any_python || b->v[i].python;
	for (size_t i = 0; i < b->n; i++)
		if (b->v[i].python || !any_python)
			add_block(out, b->v[i]);
}

/* A line at the left edge that can be the start of a statement, and hardly the start of a sentence.
 */
static bool
looks_like_code(struct line l)
{
	static const char *const words[] = {"def", "class", "async", "if", "for", "while", "try",
		"with", "assert", "print", "else", "elif", "except", "finally", "return", "global",
		"match", "del", "raise", "pass"};
	size_t n = 0;

	if (l.len == 0 || strchr("@#)]}\"'", l.s[0]) || indent_of(l) > 0)
		return true;
	if (is_import(l))
		return true;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (starts_word(l, words[i])) {
			char last = l.s[l.len - 1];
			return last == ':' || last == ')' || memchr(l.s, '(', l.len) || l.len < 20;
		}
	while (n < l.len && (is_word(l.s[n]) || strchr(".[]", l.s[n])))
		n++;
	if (n == 0)
		return false;
	if (l.s[n < l.len ? n : n - 1] == '(' && memchr(l.s, ')', l.len))
		return true;
	while (n < l.len && l.s[n] == ' ')
		n++;
	return n < l.len && (l.s[n] == '=' || (n + 1 < l.len && l.s[n + 1] == '=') ||
				    (l.s[n] == ':' && memchr(l.s, '=', l.len)));
}

/* Where the code of an unfenced reply starts: the first import, definition or decorator. */
static const char *
start_of_code(const char *s, const char *end)
{
	const char *next;

	for (; s < end; s = next) {
		struct line l = line_at(s, end, &next);
		if (is_import(l) || starts_word(l, "def") || starts_word(l, "class") ||
			starts_word(l, "async") || (l.len && l.s[0] == '@'))
			return s;
	}
	return NULL;
}

/* Up to the first line at the left edge that is prose. */
static void
code_of_prose(struct buf *out, const char *s, const char *end)
{
	const char *next;

	for (; s < end; s = next) {
		struct line l = line_at(s, end, &next);
		if (!looks_like_code(l))
			break;
		buf_add(out, s, (size_t)(next - s));
	}
	if (out->len && out->s[out->len - 1] != '\n')
		buf_putc(out, '\n');
}

/* The prompt's imports, and what it defines before entry_point: what the code may count on. */
static void
add_preamble(struct buf *out, const char *prompt, const char *entry_point)
{
	const char *s = prompt, *end = prompt + strlen(prompt), *next;
	bool in_definition = false;

	for (; s < end; s = next) {
		struct line l = line_at(s, end, &next);
		if (entry_point && defines(l, entry_point))
			break;
		bool starts = entry_point &&
			      (starts_word(l, "def") || starts_word(l, "class") ||
				      starts_word(l, "async") || (l.len && l.s[0] == '@'));
		if (starts)
			in_definition = true;
		else if (l.len && indent_of(l) == 0)
			in_definition = false;
		if (is_import(l) || in_definition) {
			buf_add(out, l.s, l.len);
			buf_putc(out, '\n');
		}
	}
}

/* The body of a function that the prompt began; a server may have taken its first line's blanks. */
static void
add_continuation(struct buf *out, const char *prompt, const struct buf *code)
{
	const char *next, *s = code->s, *end = code->s + code->len;

	buf_puts(out, prompt);
	while (s < end && is_blank(line_at(s, end, &next)))
		s = next;
	if (s == end)
		return;
	if (out->len && out->s[out->len - 1] != '\n')
		buf_putc(out, '\n');
	if (indent_of(line_at(s, end, &next)) == 0) {
		bool rest_flush = false;
		for (const char *at = next; at < end; at = next) {
			struct line l = line_at(at, end, &next);
			rest_flush = rest_flush || (!is_blank(l) && indent_of(l) == 0);
		}
		if (!rest_flush)
			buf_puts(out, "    ");
	}
	buf_add(out, s, (size_t)(end - s));
}

void
code_of_reply(
	struct buf *out, const char *reply, size_t len, const char *prompt, const char *entry_point)
{
	const char *end = reply + len;
	struct blocks blocks = {0};
	struct buf code = BUF_INIT;
	bool prompt_defines = prompt && entry_point &&
			      text_defines(prompt, strlen(prompt), entry_point);

	find_blocks(&blocks, reply, end);
	if (blocks.n) {
		code_of_blocks(&code, &blocks, entry_point);
	} else {
		const char *start = start_of_code(reply, end);
		if (start &&
			(!entry_point || text_defines(start, (size_t)(end - start), entry_point)))
			code_of_prose(&code, start, end);
		else
			buf_add(&code, reply, len);
	}
	free(blocks.v);
	if (code.len && prompt_defines && !text_defines(code.s, code.len, entry_point)) {
		add_continuation(out, prompt, &code);
	} else if (code.len) {
		if (prompt)
			add_preamble(out, prompt, entry_point);
		buf_add(out, code.s, code.len);
	}
	buf_free(&code);
}
