/*
 * Server-sent events (WHATWG HTML, "Event stream interpretation"): bytes in, events out. Pure: no
 * clock, no descriptor. How the bytes are cut into pieces never changes the events.
 *
 * A line ends with LF, CRLF or CR; a byte order mark at the start, comments and unknown fields are
 * skipped; several data lines of one event are joined by LF. Beyond the standard, a field "error"
 * is an event of its own (llama.cpp once sent "error: {…}"), and finishing the stream gives out an
 * event whose lines are all complete but whose blank line is missing.
 */
#ifndef TIERBENCH_HTTP_SSE_H
#define TIERBENCH_HTTP_SSE_H

#include <stdbool.h>
#include <stddef.h>

#include "kit/buf.h"

enum { SSE_EVENT_MAX = 64 << 20 };

enum sse_kind {
	SSE_DATA,
	SSE_ERROR, /* the field "error", or data under "event: error" */
};

/* One event; data is borrowed and not terminated. Return false to stop: sse_feed() then returns
 * false. */
typedef bool sse_event_fn(void *ctx, enum sse_kind kind, const char *data, size_t len);

/* Zeroed before the first use; sse_clear() before another stream, sse_release() at the end. */
struct sse {
	struct buf line; /* what has come of a line whose end hasn't */
	struct buf data; /* data lines of an event whose end hasn't come */
	bool have_data, is_error, skip_lf, begun;
	bool too_big; /* an event was over SSE_EVENT_MAX; nothing more is taken */
};

/* False where event() returned false, or something is too big. */
bool sse_feed(struct sse *p, const char *s, size_t len, sse_event_fn *event, void *ctx);
/* The stream has ended: gives out what is whole. */
bool sse_finish(struct sse *p, sse_event_fn *event, void *ctx);
void sse_clear(struct sse *p);
void sse_release(struct sse *p);

#endif
