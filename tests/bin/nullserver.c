/*
 * A server that costs as little as can be: whatever is POSTed, it streams so many tokens as llama.cpp
 * would, all at once or one every so often; whatever is asked by GET, it names its model. What a client
 * measures against it is the client.
 *
 *	nullserver [-p PORT] [-t TOKENS] [-d PACE_MS] [-P PORT_FILE] [-l LOG]
 *
 * At a pace, each token's text is the monotonic clock in nanoseconds when it was handed to the kernel. The
 * log gets a line for each request: the clock when it was read.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "kit/buf.h"
#include "kit/clock.h"
#include "kit/err.h"
#include "kit/mem.h"

struct conn {
	int fd;
	struct buf in, out;
	size_t sent;
	int left;	/* tokens to come; -1: idle */
	int64_t due_ns; /* of the next */
	struct conn *next, *prev;
};

static struct {
	int tokens, port;
	int64_t pace_ns;
	const char *port_file;
	FILE *log;
} conf = {.tokens = 128};

static struct conn *conns;
static int epoll_fd;
static struct buf whole; /* an answer at once, its head included */

static const char head[] = "HTTP/1.1 200 OK\r\nServer: null\r\nContent-Type: text/event-stream\r\n"
			   "Transfer-Encoding: chunked\r\n\r\n";

static void
frame(struct buf *b, const char *event)
{
	buf_printf(b, "%zx\r\ndata: %s\n\n\r\n", strlen(event) + 8, event);
}

#define COMMON                                                                                     \
	"\"created\":1796094612,\"id\":\"chatcmpl-s1DpSZ8zYwzkYt1aZysbQlpTB6T69b0c\",\"model\":"   \
	"\"null\","                                                                                \
	"\"system_fingerprint\":\"b0-unknown\",\"object\":\"chat.completion.chunk\""
#define TIMINGS                                                                                    \
	"\"timings\":{\"cache_n\":0,\"prompt_n\":33,\"prompt_ms\":380.828,\"prompt_per_token_"     \
	"ms\":"                                                                                    \
	"11.540242424242424,\"prompt_per_second\":86.65329229993594,\"predicted_n\":%d,"           \
	"\"predicted_ms\":42.621,\"predicted_per_token_ms\":42.621,\"predicted_per_second\":"      \
	"23.462612327256515}"

static void
put_token(struct buf *b, int n, int64_t at_ns)
{
	char event[1024];

	snprintf(event, sizeof event,
		"{\"choices\":[{\"finish_reason\":null,\"index\":0,\"delta\":{\"content\":\" "
		"%" PRId64 "\"}}]," COMMON "," TIMINGS "}",
		at_ns, n);
	frame(b, event);
}

static void
put_end(struct buf *b, int n)
{
	char event[1024];

	frame(b,
		"{\"choices\":[{\"finish_reason\":\"stop\",\"index\":0,\"delta\":{}}]," COMMON "}");
	snprintf(event, sizeof event,
		"{\"choices\":[]," COMMON
		",\"usage\":{\"completion_tokens\":%d,\"prompt_tokens\":33,"
		"\"total_tokens\":%d,\"prompt_tokens_details\":{\"cached_tokens\":0}}," TIMINGS "}",
		n, n + 33, n);
	frame(b, event);
	frame(b, "[DONE]");
	buf_puts(b, "0\r\n\r\n");
}

static void
watch(struct conn *c, bool out)
{
	struct epoll_event ev = {.events = EPOLLIN | (out ? EPOLLOUT : 0u), .data.ptr = c};

	epoll_ctl(epoll_fd, EPOLL_CTL_MOD, c->fd, &ev);
}

static void
drop(struct conn *c)
{
	close(c->fd);
	buf_free(&c->in);
	buf_free(&c->out);
	if (c->next)
		c->next->prev = c->prev;
	if (c->prev)
		c->prev->next = c->next;
	else
		conns = c->next;
	free(c);
}

/* Sends from b; false where the connection is gone. */
static bool
push(struct conn *c, const char *s, size_t len)
{
	while (c->sent < len) {
		ssize_t n = send(c->fd, s + c->sent, len - c->sent, MSG_NOSIGNAL);

		if (n < 0 && errno == EAGAIN) {
			watch(c, true);
			return true;
		}
		if (n < 0)
			return false;
		c->sent += (size_t)n;
	}
	return true;
}

static const char models[] =
	"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 91\r\n\r\n"
	"{\"object\":\"list\",\"data\":[{\"id\":\"null\",\"object\":\"model\",\"created\":1,"
	"\"owned_by\":\"llamacpp\"}]}";

/* For clients that don't stream. */
static void
reply_whole(struct conn *c)
{
	struct buf body = BUF_INIT, b = BUF_INIT;

	buf_puts(&body, "{\"choices\":[{\"finish_reason\":\"stop\",\"index\":0,\"message\":{"
			"\"role\":\"assistant\","
			"\"content\":\"");
	for (int i = 1; i <= conf.tokens; i++)
		buf_printf(&body, " %d", i);
	buf_printf(&body,
		"\"}}],\"object\":\"chat.completion\",\"usage\":{\"completion_tokens\":%d,\"prompt_"
		"tokens\":33,"
		"\"total_tokens\":%d}}",
		conf.tokens, conf.tokens + 33);
	buf_printf(&b,
		"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n",
		body.len);
	buf_add(&b, body.s, body.len);
	if (send(c->fd, b.s, b.len, MSG_NOSIGNAL) < 0)
		warn_errno("reply");
	buf_free(&body);
	buf_free(&b);
}

static bool
wants_stream(const char *s, size_t len)
{
	const char *at = memmem(s, len, "\"stream\":", 9);

	return at &&
	       memmem(at, len - (size_t)(at - s) < 16 ? len - (size_t)(at - s) : 16, "true", 4);
}

static void
request(struct conn *c)
{
	char *end = c->in.len ? memmem(c->in.s, c->in.len, "\r\n\r\n", 4) : NULL;
	char *length = end ? strcasestr(c->in.s, "\r\ncontent-length:") : NULL;
	size_t need = end ? (size_t)(end - c->in.s) + 4 : 0;
	bool get, stream;

	if (!end || c->left >= 0)
		return;
	if (length && length < end)
		need += strtoul(length + 17, NULL, 10);
	if (c->in.len < need)
		return;
	get = memcmp(c->in.s, "GET ", 4) == 0;
	stream = wants_stream(c->in.s, need);
	buf_drop(&c->in, need);
	if (get) {
		if (send(c->fd, models, sizeof models - 1, MSG_NOSIGNAL) < 0)
			warn_errno("models");
		return;
	}
	if (!stream) {
		reply_whole(c);
		return;
	}
	if (conf.log)
		fprintf(conf.log, "%" PRId64 "\n", clock_ns());
	c->sent = 0;
	c->left = conf.pace_ns ? conf.tokens : 0;
	if (conf.pace_ns) {
		c->due_ns = clock_ns();
		buf_clear(&c->out);
		buf_add(&c->out, head, sizeof head - 1);
	}
}

/* What is due of the answer; false where the connection is gone. */
static bool
serve_conn(struct conn *c, int64_t now)
{
	if (c->left < 0)
		return true;
	if (!conf.pace_ns) {
		if (!push(c, whole.s, whole.len))
			return false;
		if (c->sent == whole.len) {
			c->left = -1;
			watch(c, false);
		}
		return true;
	}
	if (c->left > 0 && c->due_ns <= now) {
		put_token(&c->out, conf.tokens - c->left + 1, clock_ns());
		c->due_ns += conf.pace_ns;
		if (--c->left == 0)
			put_end(&c->out, conf.tokens);
	}
	if (!push(c, c->out.s, c->out.len))
		return false;
	if (c->sent == c->out.len) {
		buf_clear(&c->out);
		c->sent = 0;
		c->left = c->left == 0 ? -1 : c->left;
	}
	return true;
}

static bool
take(struct conn *c)
{
	char block[16384];
	ssize_t n;

	while ((n = read(c->fd, block, sizeof block)) > 0)
		buf_add(&c->in, block, (size_t)n);
	if (n == 0 || (n < 0 && errno != EAGAIN))
		return false;
	request(c);
	return serve_conn(c, clock_ns());
}

static void
welcome(int listener)
{
	int fd, on = 1;

	while ((fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0) {
		struct conn *c = xcalloc(1, sizeof *c);
		struct epoll_event ev = {.events = EPOLLIN, .data.ptr = c};

		setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
		c->fd = fd;
		c->left = -1;
		c->next = conns;
		if (conns)
			conns->prev = c;
		conns = c;
		epoll_ctl(epoll_fd, EPOLL_CTL_ADD, fd, &ev);
	}
}

static void
wait_for(int64_t next_ns, struct epoll_event *ev, int max, int *n)
{
	int64_t wait = next_ns - clock_ns();
	struct timespec ts = {0};

	if (next_ns < 0) {
		*n = epoll_wait(epoll_fd, ev, max, -1);
		return;
	}
	if (wait > 0) {
		ts.tv_sec = wait / 1000000000;
		ts.tv_nsec = wait % 1000000000;
	}
	*n = epoll_pwait2(epoll_fd, ev, max, &ts, NULL);
}

static void
loop(int listener)
{
	struct epoll_event ev[256], listening = {.events = EPOLLIN};

	epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	epoll_ctl(epoll_fd, EPOLL_CTL_ADD, listener, &listening);
	for (;;) {
		int64_t next_ns = -1, now;
		int n;

		for (struct conn *c = conns; conf.pace_ns && c; c = c->next)
			if (c->left > 0 && (next_ns < 0 || c->due_ns < next_ns))
				next_ns = c->due_ns;
		wait_for(next_ns, ev, 256, &n);
		for (int i = 0; i < n; i++) {
			struct conn *c = ev[i].data.ptr;

			if (!c)
				welcome(listener);
			else if (ev[i].events & EPOLLOUT ? !serve_conn(c, clock_ns()) : !take(c))
				drop(c);
		}
		now = clock_ns();
		for (struct conn *c = conns, *after; conf.pace_ns && c; c = after) {
			after = c->next;
			if (c->left > 0 && c->due_ns <= now && !serve_conn(c, now))
				drop(c);
		}
	}
}

static int
listen_on(void)
{
	struct sockaddr_in addr = {.sin_family = AF_INET, .sin_port = htons((uint16_t)conf.port)};
	socklen_t len = sizeof addr;
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), on = 1;
	char *temporary;
	FILE *f;

	addr.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
	if (bind(fd, (struct sockaddr *)&addr, sizeof addr) < 0 || listen(fd, 1024) < 0)
		die_errno(1, "port %d", conf.port);
	getsockname(fd, (struct sockaddr *)&addr, &len);
	if (conf.port_file) {
		temporary = xasprintf("%s.tmp", conf.port_file);
		f = fopen(temporary, "we");
		if (!f || fprintf(f, "%d\n", ntohs(addr.sin_port)) < 0 || fclose(f) != 0 ||
			rename(temporary, conf.port_file) != 0)
			die_errno(EXIT_IO, "%s", temporary);
		free(temporary);
	}
	return fd;
}

int
main(int argc, char **argv)
{
	int ch;

	signal(SIGPIPE, SIG_IGN);
	while ((ch = getopt(argc, argv, "p:t:d:P:l:")) != -1) {
		if (ch == 'p')
			conf.port = (int)strtol(optarg, NULL, 10);
		else if (ch == 't')
			conf.tokens = (int)strtol(optarg, NULL, 10);
		else if (ch == 'd')
			conf.pace_ns = (int64_t)(strtod(optarg, NULL) * 1e6);
		else if (ch == 'P')
			conf.port_file = optarg;
		else if (ch == 'l' && (conf.log = fopen(optarg, "we")))
			setvbuf(conf.log, NULL, _IOLBF, 0);
		else
			die(EXIT_USAGE, "usage: nullserver [-p PORT] [-t TOKENS] [-d PACE_MS] [-P "
					"PORT_FILE] [-l LOG]");
	}
	buf_add(&whole, head, sizeof head - 1);
	for (int i = 1; i <= conf.tokens; i++)
		put_token(&whole, i, i);
	put_end(&whole, conf.tokens);
	loop(listen_on());
	return 0;
}
