#include "kit/rec.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kit/err.h"
#include "kit/json.h"
#include "kit/mem.h"
#include "kit/scan.h"

struct field {
	struct member at; /* where it stands in the line; value.s NULL: not in the line */
	char *key;	  /* plain, only of fields that were added */
	json_t *value;	  /* made when asked for */
	char *text;	  /* its new text; NULL: as it stands */
	bool removed;
};

struct rec {
	char *own; /* the line's memory where the record owns it */
	const char *line;
	size_t len;
	struct scan scan;
	struct field *fields;
	size_t nfields, cap;
	bool changed;
};

static void
clear_fields(struct rec *r)
{
	for (size_t i = 0; i < r->nfields; i++) {
		free(r->fields[i].key);
		free(r->fields[i].text);
		json_decref(r->fields[i].value);
	}
	r->nfields = 0;
	r->changed = false;
}

static bool
load(struct rec *r, const char *line, size_t len)
{
	clear_fields(r);
	r->line = line;
	r->len = len;
	if (!scan_object(&r->scan, line, len))
		return false;
	for (size_t i = 0; i < r->scan.nmembers; i++) {
		GROW(r->fields, r->nfields, r->cap);
		r->fields[r->nfields++] = (struct field){.at = r->scan.members[i]};
	}
	return true;
}

struct rec *
rec_parse(const char *line, size_t len, size_t *column, const char **why)
{
	struct rec *r = xcalloc(1, sizeof *r);

	r->own = xmalloc(len + 1);
	memcpy(r->own, line, len);
	if (load(r, r->own, len))
		return r;
	if (column)
		*column = r->scan.column;
	if (why)
		*why = r->scan.why;
	rec_free(r);
	return NULL;
}

struct rec *
rec_new(const char *kind)
{
	struct rec *r = rec_parse("{}", 2, NULL, NULL);

	rec_set_new(r, "kind", json_string(kind));
	return r;
}

void
rec_free(struct rec *r)
{
	if (!r)
		return;
	clear_fields(r);
	free(r->fields);
	scan_free(&r->scan);
	free(r->own);
	free(r);
}

static bool
key_is(const struct field *f, const char *key)
{
	if (f->key)
		return strcmp(f->key, key) == 0;
	size_t len = strlen(key);
	if (!f->at.key_escaped)
		return f->at.key.len == len && memcmp(f->at.key.s, key, len) == 0;
	char *plain = xmalloc(f->at.key.len + 1);
	scan_unescape(f->at.key.s, f->at.key.len, plain);
	bool same = strcmp(plain, key) == 0;
	free(plain);
	return same;
}

static struct field *
find(const struct rec *r, const char *key)
{
	for (size_t i = 0; i < r->nfields; i++)
		if (key_is(&r->fields[i], key))
			return &r->fields[i];
	return NULL;
}

const char *
rec_raw(struct rec *r, const char *key, size_t *len)
{
	struct field *f = find(r, key);

	if (!f || f->removed)
		return NULL;
	*len = f->text ? strlen(f->text) : f->at.value.len;
	return f->text ? f->text : f->at.value.s;
}

json_t *
rec_get(struct rec *r, const char *key)
{
	struct field *f = find(r, key);
	size_t len;

	if (!f || f->removed)
		return NULL;
	if (!f->value) {
		const char *text = rec_raw(r, key, &len);
		f->value = json_loadb(text, len, JSON_DECODE_ANY, NULL);
	}
	return f->value;
}

const char *
rec_str(struct rec *r, const char *key, const char *otherwise)
{
	const char *s = json_string_value(rec_get(r, key));

	return s ? s : otherwise;
}

const char *
rec_kind(struct rec *r)
{
	return rec_str(r, "kind", "");
}

bool
rec_is(const struct rec *r, const char *kind)
{
	const struct field *f = find(r, "kind");
	const char *text = !f || f->removed ? NULL : f->text ? f->text : f->at.value.s;
	size_t len = !text ? 0 : f->text ? strlen(f->text) : f->at.value.len, n = strlen(kind);

	if (!text || *text != '"')
		return false;
	if (!memchr(text, '\\', len))
		return len == n + 2 && memcmp(text + 1, kind, n) == 0;
	char *plain = xmalloc(len);
	scan_unescape(text + 1, len - 2, plain);
	bool same = strcmp(plain, kind) == 0;
	free(plain);
	return same;
}

static void
set(struct rec *r, const char *key, json_t *v, char *text)
{
	struct field *f = find(r, key);

	if (!f && !text)
		return;
	r->changed = true;
	if (!f) {
		GROW(r->fields, r->nfields, r->cap);
		f = &r->fields[r->nfields++];
		*f = (struct field){.key = xstrdup(key)};
	}
	free(f->text);
	json_decref(f->value);
	f->text = text;
	f->value = v;
	f->removed = !text;
}

void
rec_set_new(struct rec *r, const char *key, json_t *v)
{
	set(r, key, v, v ? json_text(v) : NULL);
}

void
rec_set_raw(struct rec *r, const char *key, const char *text, size_t len)
{
	set(r, key, NULL, xstrndup(text, len));
}

json_t *
rec_value(struct rec *r)
{
	struct buf b = BUF_INIT;

	rec_put(r, &b);
	json_t *v = json_loadb(b.s, b.len, 0, NULL);
	buf_free(&b);
	return v;
}

/* Fields were removed: what remains, without the blanks between. */
static void
put_rebuilt(struct rec *r, struct buf *b)
{
	char open = '{';

	for (size_t i = 0; i < r->nfields; i++) {
		struct field *f = &r->fields[i];
		if (f->removed)
			continue;
		buf_putc(b, open);
		open = ',';
		if (f->key)
			json_put_string(b, f->key, strlen(f->key));
		else
			buf_add(b, f->at.key.s - 1, f->at.key.len + 2);
		buf_putc(b, ':');
		if (f->text)
			buf_puts(b, f->text);
		else
			buf_add(b, f->at.value.s, f->at.value.len);
	}
	buf_puts(b, open == '{' ? "{}\n" : "}\n");
}

static bool
any_removed(const struct rec *r)
{
	for (size_t i = 0; i < r->nfields; i++)
		if (r->fields[i].removed)
			return true;
	return false;
}

void
rec_put(struct rec *r, struct buf *b)
{
	const char *at = r->line, *end = r->line + r->len;
	bool any = false;

	if (!r->changed) {
		buf_add(b, r->line, r->len);
		buf_putc(b, '\n');
		return;
	}
	if (any_removed(r)) {
		put_rebuilt(r, b);
		return;
	}
	for (size_t i = 0; i < r->nfields; i++) {
		struct field *f = &r->fields[i];
		if (!f->at.value.s) {
			if (!any) {
				const char *brace = memchr(at, '{', (size_t)(end - at));
				buf_add(b, at, (size_t)(brace + 1 - at));
				at = brace + 1;
			}
			if (any)
				buf_putc(b, ',');
			json_put_string(b, f->key, strlen(f->key));
			buf_putc(b, ':');
			buf_puts(b, f->text);
		} else {
			const char *stop = f->at.value.s + (f->text ? 0 : f->at.value.len);
			buf_add(b, at, (size_t)(stop - at));
			if (f->text)
				buf_puts(b, f->text);
			at = f->at.value.s + f->at.value.len;
		}
		any = true;
	}
	buf_add(b, at, (size_t)(end - at));
	buf_putc(b, '\n');
}

/* A reader that went away ends us by SIGPIPE, if we let it. */
static _Noreturn void
output_failed(void)
{
	die_errno(EXIT_IO, "standard output");
}

void
rec_write(struct rec *r, FILE *f)
{
	struct buf b = BUF_INIT;
	bool ok;

	if (r->changed) {
		rec_put(r, &b);
		ok = fwrite(b.s, 1, b.len, f) == b.len;
		buf_free(&b);
	} else {
		ok = fwrite(r->line, 1, r->len, f) == r->len && putc('\n', f) != EOF;
	}
	if (!ok)
		output_failed();
}

void
json_write_line(const json_t *v, FILE *f)
{
	struct buf b = BUF_INIT;

	json_put(&b, v);
	buf_putc(&b, '\n');
	if (fwrite(b.s, 1, b.len, f) != b.len)
		output_failed();
	buf_free(&b);
}

int
close_stdout(void)
{
	bool bad = fflush(stdout) != 0 || ferror(stdout);

	bad = fclose(stdout) != 0 || bad;
	if (bad)
		warn_errno("standard output");
	return bad ? EXIT_IO : EXIT_DONE;
}

void
rec_reader_init(struct rec_reader *in, char **files, int nfiles)
{
	*in = (struct rec_reader){.files = files, .nfiles = nfiles, .errors_to = stdout, .fd = -1};
	in->rec = xcalloc(1, sizeof *in->rec);
}

/* The next operand; false where there is none left. */
static bool
open_next(struct rec_reader *in)
{
	if (in->at >= (in->nfiles ? in->nfiles : 1))
		return false;
	const char *path = in->nfiles ? in->files[in->at] : "-";
	bool standard = strcmp(path, "-") == 0;
	in->at++;
	in->line = 0;
	in->from = in->to = in->read = 0;
	in->name = standard ? "<stdin>" : path;
	in->fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	if (in->fd < 0)
		die_errno(EXIT_NO_INPUT, "%s", path);
	return true;
}

static void
close_current(struct rec_reader *in)
{
	if (in->fd > STDIN_FILENO)
		close(in->fd);
	in->fd = -1;
}

/* Reads on behind text[to); false at the end of the file. */
static bool
fill(struct rec_reader *in)
{
	enum { CHUNK = 1 << 16 };

	if (in->from) {
		memmove(in->text, in->text + in->from, in->to - in->from);
		in->to -= in->from;
		in->from = 0;
	}
	if (in->cap - in->to < CHUNK) {
		in->cap = in->cap ? in->cap * 2 : 2 * CHUNK;
		in->text = xreallocarray(in->text, in->cap, 1);
	}
	for (;;) {
		ssize_t n = read(in->fd, in->text + in->to, in->cap - in->to);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			die_errno(errno == EISDIR ? EXIT_NO_INPUT : EXIT_IO, "%s", in->name);
		in->to += (size_t)n;
		in->read += (size_t)n;
		return n > 0;
	}
}

enum line { LINE_READ, LINE_OVER, LINE_NONE };

/* Drops the rest of a line that is over the limit. */
static enum line
skip_line(struct rec_reader *in)
{
	for (;;) {
		char *end = memchr(in->text + in->from, '\n', in->to - in->from);
		in->from = end ? (size_t)(end + 1 - in->text) : in->to;
		if (end || !fill(in))
			return LINE_OVER;
	}
}

/* The next line without its LF: *line is valid until the next call. */
static enum line
read_line(struct rec_reader *in, const char **line, size_t *len)
{
	size_t looked = 0;

	for (;;) {
		size_t have = in->to - in->from;
		char *end = have > looked
				    ? memchr(in->text + in->from + looked, '\n', have - looked)
				    : NULL;
		if ((end ? (size_t)(end - in->text) - in->from : have) > REC_LINE_MAX)
			return skip_line(in);
		looked = have;
		if (!end && fill(in))
			continue;
		if (!end && !looked)
			return LINE_NONE;
		*line = in->text + in->from;
		in->offset = in->read - (in->to - in->from);
		*len = end ? (size_t)(end - *line) : looked;
		in->from += *len + (end != NULL);
		return LINE_READ;
	}
}

static void
report(struct rec_reader *in, size_t column, const char *why)
{
	if (!in->keep_going)
		fflush(stdout);
	if (column)
		warn("%s:%" PRIu64 ":%zu: %s", in->name, in->line, column, why);
	else
		warn("%s:%" PRIu64 ": %s", in->name, in->line, why);
	if (!in->keep_going)
		exit(EXIT_BAD_INPUT);
	in->bad++;
	json_t *e = json_pack("{ss ss sI sI ss}", "kind", "error", "src", in->name, "line",
		(json_int_t)in->line, "column", (json_int_t)column, "why", why);
	if (!e)
		e = json_pack(
			"{ss sI ss}", "kind", "error", "line", (json_int_t)in->line, "why", why);
	json_write_line(e, in->errors_to);
	json_decref(e);
}

void
rec_bad(struct rec_reader *in, size_t column, const char *fmt, ...)
{
	va_list args;
	char *why = NULL;

	va_start(args, fmt);
	if (vasprintf(&why, fmt, args) < 0)
		die(EXIT_OS, "out of memory");
	va_end(args);
	report(in, column, why);
	free(why);
}

bool
rec_next(struct rec_reader *in, struct rec **r)
{
	const char *line;
	size_t len;

	for (;;) {
		if (in->fd < 0 && !open_next(in))
			return false;
		enum line got = read_line(in, &line, &len);
		if (got == LINE_NONE) {
			close_current(in);
			continue;
		}
		in->line++;
		if (got == LINE_OVER) {
			report(in, REC_LINE_MAX + (size_t)1, "line over 64 MiB");
			continue;
		}
		if (load(in->rec, line, len)) {
			*r = in->rec;
			return true;
		}
		report(in, in->rec->scan.column, in->rec->scan.why);
	}
}

int
rec_reader_finish(struct rec_reader *in)
{
	close_current(in);
	rec_free(in->rec);
	free(in->text);
	in->rec = NULL;
	in->text = NULL;
	return in->bad ? EXIT_BAD_INPUT : EXIT_DONE;
}
