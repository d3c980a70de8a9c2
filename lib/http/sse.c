#include "http/sse.h"

#include <string.h>

struct sink {
	sse_event_fn *event;
	void *ctx;
};

static bool
dispatch(struct sse *p, const struct sink *to)
{
	bool go_on = true;

	if (p->have_data)
		go_on = to->event(to->ctx, p->is_error ? SSE_ERROR : SSE_DATA,
			p->data.s ? p->data.s : "", p->data.len);
	buf_clear(&p->data);
	p->have_data = p->is_error = false;
	return go_on;
}

/* Whether the line is "NAME:…"; *value is what stands behind, less one blank. */
static bool
field(const char *s, size_t len, const char *name, size_t n, const char **value, size_t *vlen)
{
	if (len < n || memcmp(s, name, n) != 0 || (len > n && s[n] != ':'))
		return false;
	n += len > n;
	n += len > n && s[n] == ' ';
	*value = s + n;
	*vlen = len - n;
	return true;
}

static bool
add_data(struct sse *p, const char *s, size_t len)
{
	if (p->data.len + len > SSE_EVENT_MAX) {
		p->too_big = true;
		return false;
	}
	if (p->have_data)
		buf_putc(&p->data, '\n');
	buf_add(&p->data, s, len);
	p->have_data = true;
	return true;
}

/*
 * A whole line. blank_follows: the next line is known to be empty, so a lone data line can be given
 * out where it stands; *took says that it was.
 */
static bool
line(struct sse *p, const char *s, size_t len, bool blank_follows, bool *took,
	const struct sink *to)
{
	const char *value;
	size_t vlen;

	if (!p->begun) {
		p->begun = true;
		if (len >= 3 && memcmp(s, "\xef\xbb\xbf", 3) == 0) {
			s += 3;
			len -= 3;
		}
	}
	if (len == 0)
		return dispatch(p, to);
	if (field(s, len, "data", 4, &value, &vlen)) {
		if (p->have_data || !blank_follows)
			return add_data(p, value, vlen);
		*took = true;
		bool go_on = to->event(to->ctx, p->is_error ? SSE_ERROR : SSE_DATA, value, vlen);
		p->is_error = false;
		return go_on;
	}
	if (field(s, len, "error", 5, &value, &vlen)) {
		p->is_error = true;
		return add_data(p, value, vlen);
	}
	if (field(s, len, "event", 5, &value, &vlen) && vlen == 5 && memcmp(value, "error", 5) == 0)
		p->is_error = true;
	return true;
}

bool
sse_feed(struct sse *p, const char *s, size_t len, sse_event_fn *event, void *ctx)
{
	const struct sink to = {event, ctx};
	const char *end = s + len;

	while (s < end && !p->too_big) {
		if (p->skip_lf) {
			p->skip_lf = false;
			if (*s == '\n') {
				s++;
				continue;
			}
		}
		const char *stop = memchr(s, '\n', (size_t)(end - s));
		const char *cr = memchr(s, '\r', (size_t)((stop ? stop : end) - s));
		bool took = false, go_on;

		if (cr)
			stop = cr;
		if (!stop) {
			if (p->line.len + (size_t)(end - s) > SSE_EVENT_MAX)
				p->too_big = true;
			else
				buf_add(&p->line, s, (size_t)(end - s));
			break;
		}
		if (p->line.len) {
			buf_add(&p->line, s, (size_t)(stop - s));
			go_on = line(p, p->line.s, p->line.len, false, &took, &to);
			buf_clear(&p->line);
		} else {
			bool blank = !cr && stop + 1 < end && stop[1] == '\n';
			go_on = line(p, s, (size_t)(stop - s), blank, &took, &to);
		}
		p->skip_lf = cr != NULL;
		s = stop + 1 + took;
		if (!go_on)
			return false;
	}
	return !p->too_big;
}

bool
sse_finish(struct sse *p, sse_event_fn *event, void *ctx)
{
	const struct sink to = {event, ctx};

	return !p->too_big && dispatch(p, &to);
}

void
sse_clear(struct sse *p)
{
	buf_clear(&p->line);
	buf_clear(&p->data);
	p->have_data = p->is_error = p->skip_lf = p->begun = p->too_big = false;
}

void
sse_release(struct sse *p)
{
	buf_free(&p->line);
	buf_free(&p->data);
	*p = (struct sse){0};
}
