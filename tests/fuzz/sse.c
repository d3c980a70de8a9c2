/*
 * The SSE parser: however the bytes are cut, the events are the same. The first byte says how they are
 * cut.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "http/sse.h"
#include "kit/buf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool
note(void *ctx, enum sse_kind kind, const char *data, size_t len)
{
	struct buf *b = ctx;

	buf_printf(b, "%d %zu ", (int)kind, len);
	buf_add(b, data, len);
	return true;
}

static void
events(const char *s, size_t size, size_t piece, struct buf *out)
{
	struct sse p = {0};

	for (size_t at = 0; at < size; at += piece) {
		size_t n = size - at < piece ? size - at : piece;
		char *copy = malloc(n); /* of its very size, so that reading past it is seen */

		memcpy(copy, s + at, n);
		sse_feed(&p, copy, n, note, out);
		free(copy);
	}
	sse_finish(&p, note, out);
	sse_release(&p);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct buf whole = BUF_INIT, cut = BUF_INIT;
	size_t piece;

	if (size < 2)
		return 0;
	piece = 1 + data[0] % 16;
	data++;
	size--;
	buf_puts(&whole, "");
	buf_puts(&cut, "");
	events((const char *)data, size, size, &whole);
	events((const char *)data, size, piece, &cut);
	if (whole.len != cut.len || memcmp(whole.s, cut.s, whole.len) != 0)
		abort();
	buf_free(&whole);
	buf_free(&cut);
	return 0;
}
