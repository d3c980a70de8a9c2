#include "kit/buf.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/err.h"
#include "kit/mem.h"

void
buf_free(struct buf *b)
{
	free(b->s);
	*b = (struct buf)BUF_INIT;
}

void
buf_clear(struct buf *b)
{
	b->len = 0;
	if (b->s)
		b->s[0] = '\0';
}

void
buf_reserve(struct buf *b, size_t extra)
{
	if (extra >= SIZE_MAX / 2 - b->len)
		die(EXIT_OS, "out of memory");
	size_t want = b->len + extra + 1;
	if (want <= b->cap)
		return;
	size_t cap = b->cap ? b->cap : 64;
	while (cap < want)
		cap += cap / 2;
	b->s = xreallocarray(b->s, cap, 1);
	b->cap = cap;
}

void
buf_add(struct buf *b, const void *s, size_t len)
{
	buf_reserve(b, len);
	if (len)
		memcpy(b->s + b->len, s, len);
	b->len += len;
	b->s[b->len] = '\0';
}

void
buf_puts(struct buf *b, const char *s)
{
	buf_add(b, s, strlen(s));
}

void
buf_putc(struct buf *b, char c)
{
	buf_add(b, &c, 1);
}

void
buf_printf(struct buf *b, const char *fmt, ...)
{
	va_list args, again;

	va_start(args, fmt);
	va_copy(again, args);
	int n = vsnprintf(NULL, 0, fmt, args);
	va_end(args);
	if (n < 0)
		die(EXIT_BUG, "a format that can't be printed");
	buf_reserve(b, (size_t)n);
	vsnprintf(b->s + b->len, (size_t)n + 1, fmt, again);
	va_end(again);
	b->len += (size_t)n;
}

void
buf_drop(struct buf *b, size_t len)
{
	if (len > b->len)
		len = b->len;
	if (!len)
		return;
	memmove(b->s, b->s + len, b->len - len + 1);
	b->len -= len;
}

char *
buf_steal(struct buf *b)
{
	char *s = b->s ? b->s : xstrdup("");

	*b = (struct buf)BUF_INIT;
	return s;
}
