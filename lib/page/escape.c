#include "page/escape.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "kit/utf8.h"

/* One code point; *len is at least 1. */
static uint32_t
decode(const char *s, size_t *len)
{
	unsigned c;

	*len = utf8_decode(s, strnlen(s, 4), &c);
	if (*len > 0)
		return c;
	*len = 1;
	return 0xfffd;
}

/* Marks that have no shape of their own and can hide or turn what stands round them. */
static bool
is_shapeless(uint32_t c)
{
	static const struct {
		uint32_t from, to;
	} ranges[] = {
		{0x80, 0x9f},
		{0xad, 0xad},
		{0x61c, 0x61c},
		{0x180e, 0x180e},
		{0x200b, 0x200c},
		{0x200e, 0x200f},
		{0x2028, 0x202e},
		{0x2060, 0x206f},
		{0xfeff, 0xfeff},
		{0xfff9, 0xfffb},
		{0xe0000, 0xe007f},
	};

	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
		if (c >= ranges[i].from && c <= ranges[i].to)
			return true;
	return false;
}

void
escape_visible(struct buf *b, const char *s, bool keep_lines)
{
	size_t len;

	for (; *s != '\0'; s += len) {
		uint32_t c = decode(s, &len);

		if (c == '\n' || c == '\t')
			buf_putc(b, keep_lines ? (char)c : ' ');
		else if (c < 0x20)
			buf_printf(b, "\xe2\x90%c", (char)(0x80 + c));
		else if (c == 0x7f)
			buf_puts(b, "\xe2\x90\xa1");
		else if (is_shapeless(c))
			buf_printf(b, "<U+%04X>", (unsigned)c);
		else
			buf_add(b, s, len);
	}
}

static const char *
html_entity(char c)
{
	switch (c) {
	case '&': return "&amp;";
	case '<': return "&lt;";
	case '>': return "&gt;";
	case '"': return "&quot;";
	case '\'': return "&#39;";
	default: return NULL;
	}
}

void
escape_html(struct buf *b, const char *s, bool keep_lines)
{
	struct buf seen = BUF_INIT;

	escape_visible(&seen, s, keep_lines);
	for (size_t i = 0; i < seen.len; i++) {
		const char *entity = html_entity(seen.s[i]);

		if (entity != NULL)
			buf_puts(b, entity);
		else
			buf_putc(b, seen.s[i]);
	}
	buf_free(&seen);
}

void
escape_md(struct buf *b, const char *s)
{
	struct buf seen = BUF_INIT;

	escape_visible(&seen, s, false);
	for (size_t i = 0; i < seen.len; i++) {
		char c = seen.s[i];

		if (c == '<' || c == '&')
			buf_puts(b, html_entity(c));
		else if (strchr("\\`*[]|~#!", c) != NULL ||
			 (c == '_' && (i == 0 || i + 1 == seen.len || seen.s[i - 1] == ' ' ||
					      seen.s[i + 1] == ' ' || seen.s[i + 1] == '_')))
			buf_printf(b, "\\%c", c);
		else
			buf_putc(b, c);
	}
	buf_free(&seen);
}

void
escape_md_code(struct buf *b, const char *s)
{
	struct buf seen = BUF_INIT;
	size_t run = 0, longest = 0;

	escape_visible(&seen, s, false);
	for (size_t i = 0; i < seen.len; i++) {
		run = seen.s[i] == '`' ? run + 1 : 0;
		longest = run > longest ? run : longest;
	}
	for (size_t i = 0; i <= longest; i++)
		buf_putc(b, '`');
	if (longest > 0)
		buf_putc(b, ' ');
	for (size_t i = 0; i < seen.len; i++) {
		if (seen.s[i] == '|')
			buf_putc(b, '\\');
		buf_putc(b, seen.s[i]);
	}
	if (longest > 0)
		buf_putc(b, ' ');
	for (size_t i = 0; i <= longest; i++)
		buf_putc(b, '`');
	buf_free(&seen);
}

void
escape_url(struct buf *b, const char *s)
{
	for (; *s != '\0'; s++) {
		unsigned char c = (unsigned char)*s;

		if (isalnum(c) || strchr("-._~", c) != NULL)
			buf_putc(b, *s);
		else
			buf_printf(b, "%%%02X", c);
	}
}

void
escape_csv(struct buf *b, const char *s)
{
	if (strpbrk(s, ",\"\r\n") == NULL) {
		buf_puts(b, s);
		return;
	}
	buf_putc(b, '"');
	for (; *s != '\0'; s++) {
		if (*s == '"')
			buf_putc(b, '"');
		buf_putc(b, *s);
	}
	buf_putc(b, '"');
}

void
escape_json_block(struct buf *b, const char *json, size_t len)
{
	size_t from = 0;

	for (size_t i = 0; i < len; i++) {
		if (json[i] != '<')
			continue;
		buf_add(b, json + from, i - from);
		buf_puts(b, "\\u003c");
		from = i + 1;
	}
	buf_add(b, json + from, len - from);
}

/* Characters that a terminal draws two columns wide. */
static bool
is_wide(uint32_t c)
{
	return (c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf) ||
	       (c >= 0xac00 && c <= 0xd7a3) || (c >= 0xf900 && c <= 0xfaff) ||
	       (c >= 0xfe30 && c <= 0xfe6f) || (c >= 0xff00 && c <= 0xff60) ||
	       (c >= 0xffe0 && c <= 0xffe6) || (c >= 0x1f300 && c <= 0x1faff) ||
	       (c >= 0x20000 && c <= 0x3fffd);
}

size_t
escape_columns(const char *s)
{
	size_t n = 0, len;

	for (; *s != '\0'; s += len) {
		uint32_t c = decode(s, &len);

		if ((c >= 0x300 && c <= 0x36f) || c == 0x200d || (c >= 0xfe00 && c <= 0xfe0f))
			continue;
		n += is_wide(c) ? 2 : 1;
	}
	return n;
}
