#include "http/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "http/request.h"
#include "kit/buf.h"
#include "kit/err.h"
#include "kit/file.h"
#include "kit/json.h"
#include "kit/mem.h"
#include "kit/num.h"

struct entry {
	int64_t offset;
	uint32_t len; /* with its LF; 0: none */
	uint16_t attempts;
	uint8_t error; /* enum answer_error */
};

struct journal {
	int fd;
	char *path, *key;
	struct entry *at;
	size_t n, kept, errors;
	int64_t end;
	struct progress sum, last; /* of attempts that are over; of the one being read */
	uint64_t (*identity)(void *ctx, size_t seq);
	void *ctx;
	int fault_status; /* why it can't be used */
	char *fault;
	bool running;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t wake;
	bool quit;
	atomic_bool dirty;
	atomic_int sync_errno;
};

/* The first fault counts. Returns false. */
static bool __attribute__((format(printf, 3, 4)))
fault(struct journal *j, int status, const char *fmt, ...)
{
	va_list args;

	if (j->fault)
		return false;
	va_start(args, fmt);
	if (vasprintf(&j->fault, fmt, args) < 0)
		die(EXIT_OS, "out of memory");
	va_end(args);
	j->fault_status = status;
	return false;
}

static bool
fault_errno(struct journal *j)
{
	return fault(j, EXIT_IO, "journal %s: %s", j->path, strerror(errno));
}

static void
count(struct journal *j, const struct entry *e, int by)
{
	if (e->len == 0)
		return;
	j->kept += (size_t)(answer_error_is_servers(e->error) ? 0 : by);
	j->errors += (size_t)(e->error == ANSWER_LENGTH ? by : 0);
}

static void
set_entry(struct journal *j, size_t seq, struct entry e)
{
	count(j, &j->at[seq], -1);
	j->at[seq] = e;
	count(j, &j->at[seq], 1);
}

/*
 * In an answer that we wrote, the first bare `"error":` is the key: inside strings quotes are
 * escaped. So the answers of a large journal need no tree.
 */
static void
read_answer(struct rec *r, struct entry *e)
{
	static const char error[] = "\"error\":{\"kind\":\"", attempts[] = "\"attempts\":";
	size_t len;
	const char *raw = rec_raw(r, "answer", &len), *at, *end;

	if (!raw)
		return;
	at = memmem(raw, len, error, sizeof error - 1);
	if (at) {
		at += sizeof error - 1;
		end = memchr(at, '"', len - (size_t)(at - raw));
		e->error = end ? answer_error_from(at, (size_t)(end - at)) : ANSWER_STREAM;
		if (e->error == ANSWER_OK)
			e->error = ANSWER_STREAM;
	}
	at = memmem(raw, len, attempts, sizeof attempts - 1);
	for (at = at ? at + sizeof attempts - 1 : NULL; at && *at >= '0' && *at <= '9'; at++)
		e->attempts = e->attempts < 6000 ? (uint16_t)(e->attempts * 10 + (*at - '0'))
						 : 6000;
}

static void
add_up(struct journal *j)
{
	if (!j->last.attempt)
		return;
	if (!j->sum.started[0])
		memcpy(j->sum.started, j->last.started, sizeof j->sum.started);
	j->sum.attempt = j->last.attempt;
	j->sum.wall_s += j->last.wall_s;
	j->sum.busy_s += j->last.busy_s;
	j->sum.others_s += j->last.others_s;
	j->sum.known_s += j->last.known_s;
	j->sum.prompt += j->last.prompt;
	j->sum.cached += j->last.cached;
	j->sum.drafted += j->last.drafted;
	j->sum.accepted += j->last.accepted;
	if (j->last.late_ms > j->sum.late_ms)
		j->sum.late_ms = j->last.late_ms;
	j->last = (struct progress){0};
}

static void
read_progress(struct journal *j, struct rec *r)
{
	json_t *v = rec_value(r);
	unsigned attempt = (unsigned)json_int(v, "attempt", 0);

	if (attempt != j->last.attempt)
		add_up(j);
	j->last.attempt = attempt;
	snprintf(j->last.started, sizeof j->last.started, "%s", json_str(v, "started", ""));
	j->last.wall_s = json_num(v, "wall_s", 0);
	j->last.busy_s = json_num(v, "busy_s", 0);
	j->last.late_ms = json_num(v, "late_ms", 0);
	j->last.others_s = json_num(v, "others_s", 0);
	j->last.known_s = json_num(v, "known_s", 0);
	j->last.prompt = json_int(v, "prompt", 0);
	j->last.cached = json_int(v, "cached", 0);
	j->last.drafted = json_int(v, "drafted", 0);
	j->last.accepted = json_int(v, "accepted", 0);
	json_decref(v);
}

/* False where the line is none of ours. */
static bool
read_line(struct journal *j, const char *line, size_t len, int64_t offset)
{
	size_t column;
	const char *why;
	struct rec *r = rec_parse(line, len, &column, &why);
	struct entry e = {.offset = offset, .len = (uint32_t)len + 1};
	bool ok = r != NULL;

	if (ok && rec_is(r, "progress")) {
		read_progress(j, r);
	} else if (ok && rec_is(r, "answer")) {
		json_t *seq = rec_get(r, "seq");
		json_int_t n = json_is_integer(seq) ? json_integer_value(seq) : -1;

		if (n < 0 || (size_t)n >= j->n ||
			request_identity(r) != j->identity(j->ctx, (size_t)n))
			fault(j, EXIT_CONFIG,
				"journal %s: its answers belong to other items, or to the same in "
				"another "
				"order (at seq %" PRId64 "): remove it to start anew",
				j->path, (int64_t)n);
		read_answer(r, &e);
		if (!j->fault)
			set_entry(j, (size_t)n, e);
	} else {
		ok = false;
	}
	rec_free(r);
	return ok;
}

static void
check_header(struct journal *j, const char *line, size_t len)
{
	size_t column, klen = 0;
	const char *why, *key;
	struct rec *r = rec_parse(line, len, &column, &why);

	if (!r || !rec_is(r, "journal") || !(key = rec_raw(r, "key", &klen)))
		fault(j, EXIT_CONFIG, "%s is no journal of query's", j->path);
	else if (klen != strlen(j->key) || memcmp(key, j->key, klen) != 0)
		fault(j, EXIT_CONFIG, "journal %s is of another run: its key is %.*s, ours %s",
			j->path, (int)(klen < 1000 ? klen : 1000), key, j->key);
	rec_free(r);
}

/* Reads what is there. Returns where the whole lines end. */
static int64_t
read_lines(struct journal *j)
{
	struct buf b = BUF_INIT;
	int64_t offset = 0, bad_from = -1; /* of b's first byte in the file */
	ssize_t got;

	do {
		char *start, *stop;

		buf_reserve(&b, 1 << 16);
		got = pread(j->fd, b.s + b.len, 1 << 16, (off_t)(offset + (int64_t)b.len));
		if (got < 0) {
			fault_errno(j);
			break;
		}
		char *fresh = b.s + b.len;
		b.len += (size_t)got;
		start = b.s;
		while ((stop = memchr(fresh, '\n', (size_t)(b.s + b.len - fresh)))) {
			int64_t at = offset + (start - b.s);

			if (at == 0)
				check_header(j, start, (size_t)(stop - start));
			else if (!read_line(j, start, (size_t)(stop - start), at))
				bad_from = bad_from < 0 ? at : bad_from;
			else if (bad_from >= 0)
				fault(j, EXIT_BAD_INPUT, "journal %s: damaged at byte %" PRId64,
					j->path, bad_from);
			fresh = start = stop + 1;
		}
		offset += start - b.s;
		buf_drop(&b, (size_t)(start - b.s));
		if (b.len > REC_LINE_MAX + (size_t)(1 << 20))
			fault(j, EXIT_BAD_INPUT, "journal %s: a line is over 64 MiB", j->path);
	} while (got > 0 && !j->fault);
	buf_free(&b);
	add_up(j);
	return bad_from >= 0 ? bad_from : offset;
}

static void
append(struct journal *j, const char *s, size_t len)
{
	int failed = atomic_load(&j->sync_errno);

	if (!failed && !write_all(j->fd, s, len))
		failed = errno;
	if (failed) {
		if (ftruncate(j->fd, (off_t)j->end) < 0)
			warn_errno("journal %s", j->path);
		errno = failed;
		die_errno(EXIT_IO, "journal %s", j->path);
	}
	j->end += (int64_t)len;
	atomic_store(&j->dirty, true);
}

static void *
sync_now_and_then(void *ctx)
{
	struct journal *j = ctx;
	struct timespec until;

	pthread_mutex_lock(&j->lock);
	for (;;) {
		bool quit = j->quit;

		if (!quit) {
			clock_gettime(CLOCK_MONOTONIC, &until);
			until.tv_sec++;
			pthread_cond_timedwait(&j->wake, &j->lock, &until);
		}
		if (atomic_exchange(&j->dirty, false) && fdatasync(j->fd) < 0 && errno != EINVAL)
			atomic_store(&j->sync_errno, errno);
		if (quit)
			break;
	}
	pthread_mutex_unlock(&j->lock);
	return NULL;
}

static void
start_thread(struct journal *j)
{
	pthread_condattr_t attr;

	pthread_mutex_init(&j->lock, NULL);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&j->wake, &attr);
	pthread_condattr_destroy(&attr);
	errno = pthread_create(&j->thread, NULL, sync_now_and_then, j);
	if (errno)
		die_errno(EXIT_OS, "thread");
	j->running = true;
}

static void
stop_thread(struct journal *j)
{
	pthread_mutex_lock(&j->lock);
	j->quit = true;
	pthread_cond_signal(&j->wake);
	pthread_mutex_unlock(&j->lock);
	pthread_join(j->thread, NULL);
	pthread_cond_destroy(&j->wake);
	pthread_mutex_destroy(&j->lock);
}

/* Opens and locks; what we locked must still be what the path names. */
static bool
open_locked(struct journal *j)
{
	struct stat ours, named;

	j->fd = open(j->path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
	if (j->fd < 0)
		return fault_errno(j);
	if (flock(j->fd, LOCK_EX | LOCK_NB) < 0) {
		if (errno == EWOULDBLOCK)
			return fault(
				j, EXIT_TRY_AGAIN, "journal %s is held by another query", j->path);
		return fault_errno(j);
	}
	if (fstat(j->fd, &ours) < 0 || stat(j->path, &named) < 0 || ours.st_ino != named.st_ino ||
		ours.st_dev != named.st_dev)
		return fault(
			j, EXIT_TRY_AGAIN, "journal %s was replaced while it was opened", j->path);
	if (!S_ISREG(ours.st_mode))
		return fault(j, EXIT_IO, "journal %s is no regular file", j->path);
	return true;
}

static bool
start(struct journal *j)
{
	char *header;

	if (!open_locked(j))
		return false;
	j->end = read_lines(j);
	if (j->fault)
		return false;
	if (ftruncate(j->fd, (off_t)j->end) < 0)
		return fault_errno(j);
	if (j->end == 0) {
		header = xasprintf("{\"kind\":\"journal\",\"version\":1,\"key\":%s}\n", j->key);
		append(j, header, strlen(header));
		free(header);
	}
	start_thread(j);
	return true;
}

struct journal *
journal_try(const char *path, const char *key, size_t n,
	uint64_t (*identity)(void *ctx, size_t seq), void *ctx, int *status, char **why)
{
	struct journal *j = xcalloc(1, sizeof *j);

	j->path = xstrdup(path);
	j->key = xstrdup(key);
	j->n = n;
	j->at = xcalloc(n ? n : 1, sizeof *j->at);
	j->identity = identity;
	j->ctx = ctx;
	if (start(j))
		return j;
	*status = j->fault_status;
	*why = j->fault;
	journal_close(j);
	return NULL;
}

struct journal *
journal_open(const char *path, const char *key, size_t n,
	uint64_t (*identity)(void *ctx, size_t seq), void *ctx)
{
	int status;
	char *why;
	struct journal *j = journal_try(path, key, n, identity, ctx, &status, &why);

	if (!j)
		die(status, "%s", why);
	return j;
}

void
journal_close(struct journal *j)
{
	if (!j)
		return;
	if (j->running)
		stop_thread(j);
	if (j->fd >= 0)
		close(j->fd);
	free(j->at);
	free(j->path);
	free(j->key);
	free(j);
}

bool
journal_has(const struct journal *j, size_t seq)
{
	return j->at[seq].len && !answer_error_is_servers(j->at[seq].error);
}

unsigned
journal_attempts(const struct journal *j, size_t seq)
{
	return j->at[seq].attempts;
}

size_t
journal_kept(const struct journal *j)
{
	return j->kept;
}

size_t
journal_errors(const struct journal *j)
{
	return j->errors;
}

const struct progress *
journal_progress(const struct journal *j)
{
	return &j->sum;
}

void
journal_add(struct journal *j, size_t seq, enum answer_error error, const char *line, size_t len)
{
	struct entry e = {j->end, (uint32_t)len, j->at[seq].attempts, (uint8_t)error};

	append(j, line, len);
	set_entry(j, seq, e);
}

static void
put_real(struct buf *b, const char *key, double x)
{
	char text[NUM_TEXT];

	num_real(text, x);
	buf_printf(b, ",\"%s\":%s", key, text);
}

void
journal_add_progress(struct journal *j, const struct progress *p)
{
	struct buf b = BUF_INIT;

	buf_printf(&b, "{\"kind\":\"progress\",\"attempt\":%u,\"started\":\"%s\"", p->attempt,
		p->started);
	put_real(&b, "wall_s", p->wall_s);
	put_real(&b, "busy_s", p->busy_s);
	put_real(&b, "late_ms", p->late_ms);
	put_real(&b, "others_s", p->others_s);
	put_real(&b, "known_s", p->known_s);
	buf_printf(&b,
		",\"prompt\":%" PRId64 ",\"cached\":%" PRId64 ",\"drafted\":%" PRId64
		",\"accepted\":%" PRId64 "}\n",
		p->prompt, p->cached, p->drafted, p->accepted);
	append(j, b.s, b.len);
	buf_free(&b);
}

void
journal_print(struct journal *j, FILE *f)
{
	struct buf b = BUF_INIT;

	for (size_t seq = 0; seq < j->n; seq++) {
		const struct entry *e = &j->at[seq];

		if (!e->len)
			continue;
		buf_clear(&b);
		buf_reserve(&b, e->len);
		for (size_t got = 0; got < e->len;) {
			ssize_t n = pread(
				j->fd, b.s + got, e->len - got, (off_t)e->offset + (off_t)got);

			if (n < 0 && errno == EINTR)
				continue;
			if (n <= 0)
				die_errno(EXIT_IO, "journal %s", j->path);
			got += (size_t)n;
		}
		if (fwrite(b.s, 1, e->len, f) != e->len)
			die_errno(EXIT_IO, "standard output");
	}
	buf_free(&b);
}
