#include "scorer/pool.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kit/err.h"
#include "kit/mem.h"
#include "kit/proc.h"

/* Lines under way at most, and their bytes: enough to keep all busy behind one slow line. */
enum { SLOTS = 1024, BYTES_MAX = 32 << 20, CHUNK = 64 << 10, HEAD = sizeof(uint32_t) };

struct slot {
	struct buf line; /* as it came; empty for text that passes */
	struct buf text; /* what is put out */
	bool ready;
};

struct worker {
	pid_t pid; /* 0: not started */
	int fd;
	struct buf to, from;
	size_t slots[SLOTS]; /* numbers of its slots, in their order: a ring */
	size_t first, n;
};

struct pool {
	const struct pool_job *job;
	FILE *out;
	struct worker *workers;
	int nworkers;
	struct slot slots[SLOTS]; /* a ring */
	size_t first, n, bytes;
};

struct pool *
pool_new(int workers, const struct pool_job *job, FILE *out)
{
	struct pool *p = xcalloc(1, sizeof *p);

	p->job = job;
	p->out = out;
	p->nworkers = workers;
	p->workers = xcalloc((size_t)workers, sizeof *p->workers);
	return p;
}

/* A whole frame at the start of b: its length without the head, or -1. */
static ssize_t
frame_in(const struct buf *b)
{
	uint32_t len;

	if (b->len < HEAD)
		return -1;
	memcpy(&len, b->s, HEAD);
	return b->len - HEAD >= len ? (ssize_t)len : -1;
}

static void
put_frame(struct buf *b, const char *s, size_t len)
{
	uint32_t n = (uint32_t)len;

	buf_add(b, &n, HEAD);
	buf_add(b, s, len);
}

static bool
send_all(int fd, struct buf *b)
{
	size_t n = 0;

	while (n < b->len) {
		ssize_t put = send(fd, b->s + n, b->len - n, MSG_NOSIGNAL);
		if (put < 0 && errno == EINTR)
			continue;
		if (put <= 0)
			return false;
		n += (size_t)put;
	}
	buf_clear(b);
	return true;
}

/* In the worker, until its parent hangs up. Answers go out when no further line lies ready. */
static void
serve(const struct pool_job *job, int fd)
{
	struct buf in = BUF_INIT, out = BUF_INIT, one = BUF_INIT;
	void *state = job->start ? job->start() : NULL;

	for (;;) {
		size_t at = 0;
		ssize_t len;
		struct buf rest = in;

		while ((len = rest.len ? frame_in(&rest) : -1) >= 0) {
			buf_clear(&one);
			job->work(state, rest.s + HEAD, (size_t)len, &one);
			put_frame(&out, one.s, one.len);
			at += HEAD + (size_t)len;
			rest.s = in.s + at;
			rest.len = in.len - at;
			if (out.len >= CHUNK && !send_all(fd, &out))
				break;
		}
		buf_drop(&in, at);
		if (out.len && !send_all(fd, &out))
			break;
		buf_reserve(&in, CHUNK);
		ssize_t got = read(fd, in.s + in.len, CHUNK);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		in.len += (size_t)got;
	}
	if (job->end)
		job->end(state);
	buf_free(&in);
	buf_free(&out);
	buf_free(&one);
}

static _Noreturn void
become_worker(struct pool *p, int fd, pid_t parent)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) < 0 || getppid() != parent)
		_exit(EXIT_OS);
	for (int i = 0; i < p->nworkers; i++)
		if (p->workers[i].pid > 0)
			close(p->workers[i].fd);
	/* Our input isn't a worker's to read, and nothing that it prints is a record. */
	dup2(null, STDIN_FILENO);
	dup2(null, STDOUT_FILENO);
	serve(p->job, fd);
	_exit(EXIT_DONE);
}

static void
start(struct pool *p, struct worker *w)
{
	int pair[2];
	pid_t parent = getpid();

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
		die_errno(EXIT_OS, "socketpair");
	fflush(p->out);
	w->pid = fork();
	if (w->pid < 0)
		die_errno(EXIT_OS, "fork");
	if (w->pid == 0) {
		close(pair[0]);
		become_worker(p, pair[1], parent);
	}
	close(pair[1]);
	w->fd = pair[0];
	fcntl(w->fd, F_SETFL, O_NONBLOCK);
}

static void
stop(struct worker *w)
{
	if (w->pid <= 0)
		return;
	close(w->fd);
	proc_wait(w->pid);
	w->pid = 0;
}

static void
forget(struct worker *w)
{
	buf_free(&w->to);
	buf_free(&w->from);
}

void
pool_free(struct pool *p)
{
	if (!p)
		return;
	for (int i = 0; i < p->nworkers; i++) {
		stop(p->workers + i);
		forget(p->workers + i);
	}
	for (size_t i = 0; i < SLOTS; i++) {
		buf_free(&p->slots[i].line);
		buf_free(&p->slots[i].text);
	}
	free(p->workers);
	free(p);
}

/* Nothing more is put out, so that what runs at exit doesn't try again. */
static _Noreturn void
fail(struct pool *p)
{
	int fault = errno;

	p->n = 0;
	errno = fault;
	die_errno(EXIT_IO, "standard output");
}

static void
put_out(struct pool *p)
{
	while (p->n && p->slots[p->first].ready) {
		struct slot *s = p->slots + p->first;
		if (s->text.len && fwrite(s->text.s, 1, s->text.len, p->out) != s->text.len)
			fail(p);
		p->bytes -= s->line.len;
		/* Long lines give their memory back, short ones keep it for the next. */
		if (s->line.cap > CHUNK || s->text.cap > CHUNK) {
			buf_free(&s->line);
			buf_free(&s->text);
		}
		buf_clear(&s->line);
		buf_clear(&s->text);
		p->first = (p->first + 1) % SLOTS;
		p->n--;
	}
}

/* The worker died at its first line: that one is lost, the others go to a new worker. */
static void
replace(struct pool *p, struct worker *w)
{
	char *why;

	close(w->fd);
	int status = proc_wait(w->pid);
	w->pid = 0;
	buf_free(&w->to);
	buf_free(&w->from);
	if (!w->n)
		return;
	struct slot *s = p->slots + w->slots[w->first];
	if (WIFSIGNALED(status))
		why = xasprintf("the scorer died of signal %d", WTERMSIG(status));
	else
		why = xasprintf("the scorer ended with status %d", WEXITSTATUS(status));
	p->job->lost(s->line.s, s->line.len, why, &s->text);
	free(why);
	s->ready = true;
	w->first = (w->first + 1) % SLOTS;
	w->n--;
	if (w->n)
		start(p, w);
	for (size_t i = 0; i < w->n; i++) {
		const struct slot *next = p->slots + w->slots[(w->first + i) % SLOTS];
		put_frame(&w->to, next->line.s, next->line.len);
	}
}

static bool
would_block(ssize_t got)
{
	return got < 0 && (errno == EAGAIN || errno == EINTR);
}

/* False where the worker is gone. */
static bool
exchange(struct pool *p, struct worker *w)
{
	ssize_t len, got;

	if (w->to.len) {
		got = send(w->fd, w->to.s, w->to.len, MSG_NOSIGNAL);
		if (got > 0)
			buf_drop(&w->to, (size_t)got);
		/* A failed send is left to the read: answers given before the death count. */
	}
	buf_reserve(&w->from, CHUNK);
	got = read(w->fd, w->from.s + w->from.len, CHUNK);
	if (would_block(got))
		return true;
	if (got <= 0)
		return false;
	w->from.len += (size_t)got;
	size_t at = 0;
	struct buf rest = w->from;
	while ((len = rest.len ? frame_in(&rest) : -1) >= 0 && w->n) {
		struct slot *s = p->slots + w->slots[w->first];
		buf_add(&s->text, rest.s + HEAD, (size_t)len);
		s->ready = true;
		w->first = (w->first + 1) % SLOTS;
		w->n--;
		at += HEAD + (size_t)len;
		rest.s = w->from.s + at;
		rest.len = w->from.len - at;
	}
	buf_drop(&w->from, at);
	return true;
}

/* One round: waits timeout_ms at most (-1: for as long as it takes) for any worker, or for fd. */
static bool
turn(struct pool *p, int fd, int timeout_ms)
{
	struct pollfd fds[POOL_WORKERS_MAX + 1];
	int at[POOL_WORKERS_MAX + 1], n = 0;

	for (int i = 0; i < p->nworkers; i++)
		if (p->workers[i].pid > 0) {
			fds[n] = (struct pollfd){p->workers[i].fd,
				(short)(p->workers[i].to.len ? POLLIN | POLLOUT : POLLIN), 0};
			at[n++] = i;
		}
	fds[n] = (struct pollfd){fd, POLLIN, 0};
	if (poll(fds, (nfds_t)n + 1, timeout_ms) <= 0)
		return false;
	for (int i = 0; i < n; i++)
		if (fds[i].revents && !exchange(p, p->workers + at[i]))
			replace(p, p->workers + at[i]);
	put_out(p);
	return fds[n].revents != 0;
}

static struct slot *
take_slot(struct pool *p)
{
	while (p->n == SLOTS || (p->n && p->bytes > BYTES_MAX))
		turn(p, -1, -1);
	struct slot *s = p->slots + (p->first + p->n) % SLOTS;
	s->ready = false;
	p->n++;
	return s;
}

void
pool_work(struct pool *p, const char *line, size_t len)
{
	struct slot *s = take_slot(p);
	struct worker *w = p->workers;

	for (int i = 1; i < p->nworkers; i++)
		if (p->workers[i].n < w->n)
			w = p->workers + i;
	buf_add(&s->line, line, len);
	p->bytes += len;
	if (w->pid == 0)
		start(p, w);
	w->slots[(w->first + w->n) % SLOTS] = (size_t)(s - p->slots);
	w->n++;
	put_frame(&w->to, line, len);
	if (w->to.len >= CHUNK || w->n == 1)
		turn(p, -1, 0);
}

void
pool_pass(struct pool *p, const char *text, size_t len)
{
	struct slot *s = take_slot(p);

	buf_add(&s->text, text, len);
	s->ready = true;
	put_out(p);
}

void
pool_wait(struct pool *p, int fd)
{
	fflush(p->out);
	while (p->n && !turn(p, fd, -1))
		fflush(p->out);
}

void
pool_drain(struct pool *p)
{
	while (p->n)
		turn(p, -1, -1);
}
