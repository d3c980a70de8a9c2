#include "http/client.h"

#include <curl/curl.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

#include "kit/clock.h"
#include "kit/mem.h"

struct client {
	struct client_conf conf;
	CURLM *multi;
	struct curl_slist *headers;
	int in_fd, out_fd; /* epoll: sockets to read from, and out_fd; sockets to write to */
	int64_t timer_ns;  /* when libcurl wants to be called; -1: not */
	size_t active;
	bool no_pwait2; /* the kernel has milliseconds only */
};

struct transfer {
	struct client *c;
	CURL *easy;
	const struct transfer_ops *ops;
	void *ctx;
	const char *body;
	size_t len, at;
	struct outcome o;
	bool running, enough;
	char message[CURL_ERROR_SIZE];
	char *url;
	size_t base_len, url_cap;
	bool fresh; /* asked again on a new connection */
};

double
client_now_s(const struct client *c)
{
	return (double)(clock_ns() - c->conf.origin_ns) / 1e9;
}

void
client_set_origin(struct client *c, int64_t origin_ns)
{
	c->conf.origin_ns = origin_ns;
}

size_t
client_active(const struct client *c)
{
	return c->active;
}

/* What is known of a socket, as the pointer that libcurl keeps with it. */
enum { KNOWN = 1, READS = 2, WRITES = 4 };

static void
watch(int epoll_fd, int fd, bool did, bool shall, uint32_t events)
{
	struct epoll_event ev = {.events = events, .data.fd = fd};

	if (did && !shall)
		epoll_ctl(epoll_fd, EPOLL_CTL_DEL, fd, NULL);
	if (!did && shall && epoll_ctl(epoll_fd, EPOLL_CTL_ADD, fd, &ev) < 0 && errno == EEXIST)
		epoll_ctl(epoll_fd, EPOLL_CTL_MOD, fd, &ev);
}

static int
on_socket(CURL *easy, curl_socket_t fd, int what, void *ctx, void *known)
{
	struct client *c = ctx;
	uintptr_t did = (uintptr_t)known;
	bool reads = what != CURL_POLL_REMOVE && (what & CURL_POLL_IN);
	bool writes = what != CURL_POLL_REMOVE && (what & CURL_POLL_OUT);

	(void)easy;
	watch(c->in_fd, fd, did & READS, reads, EPOLLIN);
	watch(c->out_fd, fd, did & WRITES, writes, EPOLLOUT);
	did = KNOWN | (reads ? READS : 0u) | (writes ? WRITES : 0u);
	curl_multi_assign(c->multi, fd, what == CURL_POLL_REMOVE ? NULL : (void *)did);
	return 0;
}

static int
on_timer(CURLM *multi, long timeout_ms, void *ctx)
{
	struct client *c = ctx;

	(void)multi;
	c->timer_ns = timeout_ms < 0 ? -1 : clock_ns() + timeout_ms * 1000000;
	return 0;
}

struct client *
client_new(const struct client_conf *conf)
{
	struct client *c = xcalloc(1, sizeof *c);
	char *key;

	c->conf = *conf;
	c->timer_ns = -1;
	c->in_fd = epoll_create1(EPOLL_CLOEXEC);
	c->out_fd = epoll_create1(EPOLL_CLOEXEC);
	c->multi = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK ? curl_multi_init() : NULL;
	if (c->in_fd < 0 || c->out_fd < 0 || !c->multi) {
		client_free(c);
		return NULL;
	}
	watch(c->in_fd, c->out_fd, false, true, EPOLLIN);
	c->headers = curl_slist_append(NULL, "Content-Type: application/json");
	c->headers = curl_slist_append(c->headers, "Expect:");
	if (conf->api_key) {
		key = xasprintf("Authorization: Bearer %s", conf->api_key);
		c->headers = curl_slist_append(c->headers, key);
		free(key);
	}
	curl_multi_setopt(c->multi, CURLMOPT_SOCKETFUNCTION, on_socket);
	curl_multi_setopt(c->multi, CURLMOPT_SOCKETDATA, c);
	curl_multi_setopt(c->multi, CURLMOPT_TIMERFUNCTION, on_timer);
	curl_multi_setopt(c->multi, CURLMOPT_TIMERDATA, c);
	curl_multi_setopt(c->multi, CURLMOPT_PIPELINING, CURLPIPE_NOTHING);
	return c;
}

void
client_free(struct client *c)
{
	if (!c)
		return;
	curl_slist_free_all(c->headers);
	if (c->multi)
		curl_multi_cleanup(c->multi);
	if (c->in_fd >= 0)
		close(c->in_fd);
	if (c->out_fd >= 0)
		close(c->out_fd);
	curl_global_cleanup();
	free(c);
}

/*
 * Just before a request goes out, the connection being made. A small body goes with the head, in one piece.
 * This is called again where a kept connection turns out to be dead and libcurl takes another.
 */
static int
on_request(void *ctx, char *remote, char *local, int remote_port, int local_port)
{
	struct transfer *t = ctx;

	(void)remote;
	(void)local;
	(void)remote_port;
	(void)local_port;
	t->o.sent++;
	t->o.sent_s = client_now_s(t->c);
	return CURL_PREREQFUNC_OK;
}

/* A large body goes piece by piece: when the last is taken, all is with the kernel but for this call. */
static size_t
on_read(char *to, size_t size, size_t n, void *ctx)
{
	struct transfer *t = ctx;
	size_t len = t->len - t->at;

	if (len > size * n)
		len = size * n;
	memcpy(to, t->body + t->at, len);
	t->at += len;
	if (t->at == t->len && len)
		t->o.sent_s = client_now_s(t->c);
	return len;
}

static int
on_seek(void *ctx, curl_off_t offset, int origin)
{
	struct transfer *t = ctx;

	if (origin != SEEK_SET || offset < 0 || (size_t)offset > t->len)
		return CURL_SEEKFUNC_FAIL;
	t->at = (size_t)offset;
	return CURL_SEEKFUNC_OK;
}

static bool
header_value(const char *s, size_t len, const char *name, const char **value, size_t *vlen)
{
	size_t n = strlen(name);

	if (len <= n || strncasecmp(s, name, n) != 0 || s[n] != ':')
		return false;
	for (n++; n < len && (s[n] == ' ' || s[n] == '\t'); n++)
		;
	while (len > n && (s[len - 1] == '\r' || s[len - 1] == '\n' || s[len - 1] == ' '))
		len--;
	*value = s + n;
	*vlen = len - n;
	return true;
}

static void
retry_after(struct transfer *t, const char *value, size_t len)
{
	char text[64], *end;
	double seconds;
	time_t when;

	if (len == 0 || len >= sizeof text)
		return;
	memcpy(text, value, len);
	text[len] = '\0';
	seconds = strtod(text, &end);
	if (*end != '\0') {
		when = curl_getdate(text, NULL);
		seconds = when < 0 ? -1 : difftime(when, time(NULL));
	}
	if (seconds >= 0 && isfinite(seconds))
		t->o.retry_after_s = seconds;
}

static size_t
on_header(char *s, size_t size, size_t n, void *ctx)
{
	struct transfer *t = ctx;
	size_t len = size * n, vlen;
	const char *value;

	if (isnan(t->o.first_byte_s))
		t->o.first_byte_s = client_now_s(t->c);
	if (len > 5 && memcmp(s, "HTTP/", 5) == 0) {
		const char *blank = memchr(s, ' ', len);

		t->o.status = blank ? strtol(blank, NULL, 10) : 0;
		t->o.stream = false;
	} else if (header_value(s, len, "content-type", &value, &vlen)) {
		t->o.stream = vlen >= 17 && strncasecmp(value, "text/event-stream", 17) == 0;
	} else if (header_value(s, len, "retry-after", &value, &vlen)) {
		retry_after(t, value, vlen);
	}
	return len;
}

static size_t
on_write(char *s, size_t size, size_t n, void *ctx)
{
	struct transfer *t = ctx;
	double now = client_now_s(t->c);

	if (isnan(t->o.first_byte_s))
		t->o.first_byte_s = now;
	if (!t->ops->data(t->ctx, &t->o, s, size * n, now)) {
		t->enough = true;
		return 0;
	}
	return size * n;
}

struct transfer *
transfer_new(struct client *c, const struct transfer_ops *ops, void *ctx)
{
	struct transfer *t = xcalloc(1, sizeof *t);
	CURL *e = curl_easy_init();

	if (!e) {
		free(t);
		return NULL;
	}
	t->c = c;
	t->easy = e;
	t->ops = ops;
	t->ctx = ctx;
	t->base_len = strlen(c->conf.url);
	while (t->base_len && c->conf.url[t->base_len - 1] == '/')
		t->base_len--;
	curl_easy_setopt(e, CURLOPT_PRIVATE, t);
	curl_easy_setopt(e, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(
		e, CURLOPT_PROXY, ""); /* a proxy's time would be measured with the server's */
	curl_easy_setopt(e, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(e, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1);
	curl_easy_setopt(e, CURLOPT_HTTPHEADER, c->headers);
	curl_easy_setopt(e, CURLOPT_ERRORBUFFER, t->message);
	curl_easy_setopt(e, CURLOPT_CONNECTTIMEOUT_MS, (long)(c->conf.connect_s * 1e3));
	curl_easy_setopt(e, CURLOPT_UPLOAD_BUFFERSIZE, 16384L);
	curl_easy_setopt(e, CURLOPT_PREREQFUNCTION, on_request);
	curl_easy_setopt(e, CURLOPT_PREREQDATA, t);
	curl_easy_setopt(e, CURLOPT_READFUNCTION, on_read);
	curl_easy_setopt(e, CURLOPT_READDATA, t);
	curl_easy_setopt(e, CURLOPT_SEEKFUNCTION, on_seek);
	curl_easy_setopt(e, CURLOPT_SEEKDATA, t);
	curl_easy_setopt(e, CURLOPT_HEADERFUNCTION, on_header);
	curl_easy_setopt(e, CURLOPT_HEADERDATA, t);
	curl_easy_setopt(e, CURLOPT_WRITEFUNCTION, on_write);
	curl_easy_setopt(e, CURLOPT_WRITEDATA, t);
	return t;
}

void
transfer_cancel(struct transfer *t)
{
	if (!t->running)
		return;
	t->running = false;
	t->c->active--;
	curl_multi_remove_handle(t->c->multi, t->easy);
}

void
transfer_free(struct transfer *t)
{
	if (!t)
		return;
	transfer_cancel(t);
	curl_easy_cleanup(t->easy);
	free(t->url);
	free(t);
}

static void
set_url(struct transfer *t, const char *path)
{
	size_t n = strlen(path), need = t->base_len + n + 1;

	if (need > t->url_cap) {
		t->url = xreallocarray(t->url, need, 1);
		t->url_cap = need;
		memcpy(t->url, t->c->conf.url, t->base_len);
	} else if (strcmp(t->url + t->base_len, path) == 0) {
		return;
	}
	memcpy(t->url + t->base_len, path, n + 1);
	curl_easy_setopt(t->easy, CURLOPT_URL, t->url);
}

/* libcurl sends smaller ones together with the head (MAX_INITIAL_POST_SIZE). */
enum { SMALL_BODY = 60000 };

bool
transfer_start(struct transfer *t, const char *path, const char *body, size_t len, double timeout_s)
{
	set_url(t, path);
	if (body) {
		curl_easy_setopt(t->easy, CURLOPT_POST, 1L);
		curl_easy_setopt(t->easy, CURLOPT_POSTFIELDS, len < SMALL_BODY ? body : NULL);
		curl_easy_setopt(t->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)len);
	} else {
		curl_easy_setopt(t->easy, CURLOPT_HTTPGET, 1L);
	}
	curl_easy_setopt(t->easy, CURLOPT_TIMEOUT_MS, (long)(timeout_s * 1e3));
	t->body = body;
	t->len = len;
	t->at = 0;
	t->enough = false;
	if (t->fresh)
		curl_easy_setopt(t->easy, CURLOPT_FRESH_CONNECT, 0L);
	t->fresh = false;
	t->message[0] = '\0';
	t->o = (struct outcome){
		.retry_after_s = -1, .sent_s = NAN, .first_byte_s = NAN, .message = t->message};
	if (curl_multi_add_handle(t->c->multi, t->easy) != CURLM_OK)
		return false;
	t->running = true;
	t->c->active++;
	return true;
}

static enum transfer_result
result_of(const struct transfer *t, CURLcode code)
{
	curl_off_t connected_us = 0;

	if (t->enough)
		return TRANSFER_ENOUGH;
	if (code == CURLE_OPERATION_TIMEDOUT) {
		curl_easy_getinfo(t->easy, CURLINFO_PRETRANSFER_TIME_T, &connected_us);
		return connected_us > 0 ? TRANSFER_TIMEOUT : TRANSFER_UNREACHABLE;
	}
	switch (code) {
	case CURLE_OK: return TRANSFER_DONE;
	case CURLE_COULDNT_CONNECT:
	case CURLE_COULDNT_RESOLVE_HOST: return TRANSFER_UNREACHABLE;
	case CURLE_URL_MALFORMAT:
	case CURLE_UNSUPPORTED_PROTOCOL:
	case CURLE_SSL_CONNECT_ERROR:
	case CURLE_PEER_FAILED_VERIFICATION:
	case CURLE_OUT_OF_MEMORY: return TRANSFER_BAD;
	default: return TRANSFER_LOST;
	}
}

/*
 * libcurl asks again by itself when a kept connection turns out to be closed, five times in a handle's
 * life, then gives up. That says nothing about the server: ask on a new connection, once.
 */
static bool
start_afresh(struct transfer *t)
{
	if (t->fresh || !isnan(t->o.first_byte_s))
		return false;
	t->fresh = true;
	t->at = 0;
	t->message[0] = '\0';
	curl_multi_remove_handle(t->c->multi, t->easy);
	curl_easy_setopt(t->easy, CURLOPT_FRESH_CONNECT, 1L);
	return curl_multi_add_handle(t->c->multi, t->easy) == CURLM_OK;
}

static void
finish_transfers(struct client *c)
{
	CURLMsg *m;
	int left;

	while ((m = curl_multi_info_read(c->multi, &left))) {
		struct transfer *t = NULL;
		CURLcode code = m->data.result;

		if (m->msg != CURLMSG_DONE)
			continue;
		curl_easy_getinfo(m->easy_handle, CURLINFO_PRIVATE, (char **)&t);
		if (code == CURLE_SEND_ERROR && start_afresh(t))
			continue;
		t->o.result = result_of(t, code);
		if (code != CURLE_OK && !t->message[0])
			snprintf(t->message, sizeof t->message, "%s", curl_easy_strerror(code));
		transfer_cancel(t);
		t->ops->done(t->ctx, &t->o);
	}
}

/* Milliseconds are too coarse for a schedule, where the kernel knows better. */
static int
wait_events(struct client *c, struct epoll_event *ev, int max, double wait_s)
{
	struct timespec ts;
	int n;

	if (wait_s < 0)
		wait_s = 0;
	if (!c->no_pwait2) {
		ts.tv_sec = (time_t)wait_s;
		ts.tv_nsec = (long)((wait_s - (double)ts.tv_sec) * 1e9);
		n = epoll_pwait2(c->in_fd, ev, max, &ts, NULL);
		if (n >= 0 || errno != ENOSYS)
			return n;
		c->no_pwait2 = true;
	}
	return epoll_wait(c->in_fd, ev, max, (int)ceil(wait_s * 1e3));
}

/* Hands events to libcurl; true where some socket can be written to. */
static bool
act(struct client *c, const struct epoll_event *ev, int n)
{
	bool writes = false;
	int running;

	for (int i = 0; i < n; i++) {
		int what = (ev[i].events & (EPOLLIN | EPOLLHUP) ? CURL_CSELECT_IN : 0) |
			   (ev[i].events & EPOLLOUT ? CURL_CSELECT_OUT : 0) |
			   (ev[i].events & EPOLLERR ? CURL_CSELECT_ERR : 0);

		if (ev[i].data.fd == c->out_fd)
			writes = true;
		else
			curl_multi_socket_action(c->multi, ev[i].data.fd, what, &running);
	}
	return writes;
}

/*
 * What can be read comes first, and again after every few requests that go out: a burst of requests must
 * not hold up the clock of the answers that come meanwhile.
 */
void
client_step(struct client *c, double wait_s)
{
	enum { BATCH = 256, FEW = 4, ROUNDS = 64 };
	struct epoll_event ev[BATCH];
	int running, n;
	bool writes;

	if (c->timer_ns >= 0) {
		double timer_s = (double)(c->timer_ns - clock_ns()) / 1e9;

		if (timer_s < wait_s)
			wait_s = timer_s;
	}
	n = wait_events(c, ev, BATCH, wait_s);
	writes = act(c, ev, n);
	for (int round = 0; writes && round < ROUNDS; round++) {
		n = epoll_wait(c->out_fd, ev, FEW, 0);
		act(c, ev, n);
		n = epoll_wait(c->in_fd, ev, BATCH, 0);
		writes = act(c, ev, n);
	}
	if (c->timer_ns >= 0 && clock_ns() >= c->timer_ns) {
		c->timer_ns = -1;
		curl_multi_socket_action(c->multi, CURL_SOCKET_TIMEOUT, 0, &running);
	}
	finish_transfers(c);
}
