/*
 * A growable string: s is never NULL after the first append, always terminated, may hold NULs.
 * BUF_INIT needs no allocation; buf_free releases and returns it to that state.
 */
#ifndef TIERBENCH_KIT_BUF_H
#define TIERBENCH_KIT_BUF_H

#include <stdarg.h>
#include <stddef.h>

struct buf {
	char *s;
	size_t len, cap;
};

#define BUF_INIT                                                                                   \
	{                                                                                          \
		NULL, 0, 0                                                                         \
	}

void buf_free(struct buf *b);
/* Empties it and keeps the memory. */
void buf_clear(struct buf *b);
/* Room for extra more bytes and the terminator. */
void buf_reserve(struct buf *b, size_t extra);
void buf_add(struct buf *b, const void *s, size_t len);
void buf_puts(struct buf *b, const char *s);
void buf_putc(struct buf *b, char c);
void buf_printf(struct buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Removes the first len bytes. */
void buf_drop(struct buf *b, size_t len);
/* The string, now the caller's to free (never NULL); b is empty again. */
char *buf_steal(struct buf *b);

#endif
