/*
 * The least that a client of an SSE server can be: libcurl's multi interface under epoll, the same event
 * parser and chunk scan as query's, and nothing else; no records, no order, no journal, no errors but
 * the end. What query costs beyond it is ours.
 *
 *	bare URL BODIES N	BODIES: a request's body a line, N at a time
 *
 * Writes for each chunk with text a line "STREAM ARRIVAL_NS TEXT", all at the end, with -a only.
 */
#include <curl/curl.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "http/chunk.h"
#include "http/sse.h"
#include "kit/clock.h"
#include "kit/err.h"
#include "kit/mem.h"

struct arrival {
	int64_t at_ns;
	int stream;
	char text[24];
};

struct stream {
	CURL *easy;
	struct sse sse;
	struct buf text;
	int number;
	int64_t now_ns;
	int64_t tokens;
};

static CURLM *multi;
static int epoll_fd;
static int64_t timer_ns = -1;
static struct arrival *arrivals;
static size_t narrivals, arrivals_cap;
static bool keep_arrivals;

static int
on_socket(CURL *easy, curl_socket_t fd, int what, void *ctx, void *known)
{
	struct epoll_event ev = {.data.fd = fd};

	(void)easy;
	(void)ctx;
	if (what == CURL_POLL_REMOVE)
		return epoll_ctl(epoll_fd, EPOLL_CTL_DEL, fd, NULL), 0;
	ev.events = (what & CURL_POLL_IN ? EPOLLIN : 0u) | (what & CURL_POLL_OUT ? EPOLLOUT : 0u);
	if (epoll_ctl(epoll_fd, known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, fd, &ev) < 0 &&
		errno == EEXIST)
		epoll_ctl(epoll_fd, EPOLL_CTL_MOD, fd, &ev);
	curl_multi_assign(multi, fd, multi);
	return 0;
}

static int
on_timer(CURLM *m, long ms, void *ctx)
{
	(void)m;
	(void)ctx;
	timer_ns = ms < 0 ? -1 : clock_ns() + ms * 1000000;
	return 0;
}

static bool
on_event(void *ctx, enum sse_kind kind, const char *data, size_t len)
{
	struct stream *s = ctx;
	struct chunk c;
	const char *why;

	(void)kind;
	if (len == 6 && memcmp(data, "[DONE]", 6) == 0)
		return true;
	if (!chunk_scan(data, len, &c, &why))
		die(1, "%s", why);
	if (c.predicted >= 0)
		s->tokens = c.predicted;
	if (!c.text.len)
		return true;
	text_unescape(&s->text, c.text);
	if (keep_arrivals) {
		GROW(arrivals, narrivals, arrivals_cap);
		struct arrival *a = &arrivals[narrivals++];
		a->at_ns = s->now_ns;
		a->stream = s->number;
		snprintf(a->text, sizeof a->text, "%.*s", (int)c.text.len, c.text.s);
	}
	return true;
}

static size_t
on_write(char *data, size_t size, size_t n, void *ctx)
{
	struct stream *s = ctx;

	s->now_ns = clock_ns();
	sse_feed(&s->sse, data, size * n, on_event, s);
	return size * n;
}

static bool
next_body(FILE *f, struct stream *s)
{
	char *line = NULL;
	size_t cap = 0;
	ssize_t len = getline(&line, &cap, f);

	if (len > 0) {
		curl_easy_setopt(s->easy, CURLOPT_POSTFIELDSIZE, (long)len - 1);
		curl_easy_setopt(s->easy, CURLOPT_COPYPOSTFIELDS, line);
	}
	free(line);
	return len > 0;
}

static void
step(void)
{
	struct epoll_event ev[256];
	int running, ms = timer_ns < 0 ? 1000 : (int)((timer_ns - clock_ns() + 999999) / 1000000);
	int n = epoll_wait(epoll_fd, ev, 256, ms < 0 ? 0 : ms);

	for (int i = 0; i < n; i++)
		curl_multi_socket_action(multi, ev[i].data.fd,
			(ev[i].events & (EPOLLIN | EPOLLHUP) ? CURL_CSELECT_IN : 0) |
				(ev[i].events & EPOLLOUT ? CURL_CSELECT_OUT : 0),
			&running);
	if (timer_ns >= 0 && clock_ns() >= timer_ns) {
		timer_ns = -1;
		curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &running);
	}
}

static struct stream *
new_stream(const char *url, struct curl_slist *headers)
{
	struct stream *s = xcalloc(1, sizeof *s);

	s->easy = curl_easy_init();
	curl_easy_setopt(s->easy, CURLOPT_URL, url);
	curl_easy_setopt(s->easy, CURLOPT_HTTPHEADER, headers);
	curl_easy_setopt(s->easy, CURLOPT_WRITEFUNCTION, on_write);
	curl_easy_setopt(s->easy, CURLOPT_WRITEDATA, s);
	curl_easy_setopt(s->easy, CURLOPT_PRIVATE, s);
	curl_easy_setopt(s->easy, CURLOPT_NOSIGNAL, 1L);
	return s;
}

static int started, finished;

static void
begin(FILE *f, struct stream *s)
{
	if (!next_body(f, s))
		return;
	s->number = started++;
	sse_clear(&s->sse);
	buf_clear(&s->text);
	curl_multi_add_handle(multi, s->easy);
}

static void
finish(FILE *f)
{
	CURLMsg *m;
	int left;

	while ((m = curl_multi_info_read(multi, &left))) {
		struct stream *s = NULL;

		if (m->data.result != CURLE_OK)
			die(1, "%s", curl_easy_strerror(m->data.result));
		curl_easy_getinfo(m->easy_handle, CURLINFO_PRIVATE, (char **)&s);
		curl_multi_remove_handle(multi, s->easy);
		finished++;
		begin(f, s);
	}
}

int
main(int argc, char **argv)
{
	struct curl_slist *headers = curl_slist_append(NULL, "Content-Type: application/json");
	FILE *f;
	int n;

	keep_arrivals = argc == 5 && strcmp(argv[1], "-a") == 0;
	argv += keep_arrivals;
	if (argc != 4 + keep_arrivals || !(f = fopen(argv[2], "re")))
		die(EXIT_USAGE, "usage: bare [-a] URL BODIES N");
	n = (int)strtol(argv[3], NULL, 10);
	curl_global_init(CURL_GLOBAL_DEFAULT);
	multi = curl_multi_init();
	epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, on_socket);
	curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, on_timer);
	for (int i = 0; i < n; i++)
		begin(f, new_stream(argv[1], headers));
	while (finished < started) {
		step();
		finish(f);
	}
	for (size_t i = 0; i < narrivals; i++)
		printf("%d %" PRId64 " %s\n", arrivals[i].stream, arrivals[i].at_ns,
			arrivals[i].text);
	fprintf(stderr, "%d\n", finished);
	return fclose(stdout) != 0;
}
