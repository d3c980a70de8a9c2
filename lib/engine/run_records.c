#include "engine/run_state.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/argv.h"
#include "kit/buf.h"
#include "kit/err.h"
#include "kit/file.h"
#include "kit/json.h"
#include "kit/mem.h"

enum { TAIL_LINES = 20 };

/* A record into the stream and, where the cell has a folder, into its append-only launch.part. */
static void
put_record(struct run *r, json_t *record)
{
	struct buf line = BUF_INIT;
	char *path;
	int fd;

	json_put(&line, record);
	buf_putc(&line, '\n');
	if (fwrite(line.s, 1, line.len, r->out) != line.len)
		die_errno(EXIT_IO, "output");
	if (r->o->dir != NULL) {
		path = xasprintf("%s/launch.part", r->o->dir);
		fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
		if (fd < 0 || !write_all(fd, line.s, line.len))
			die_errno(EXIT_IO, "%s", path);
		close(fd);
		free(path);
	}
	buf_free(&line);
	json_decref(record);
}

/* The last lines of this attempt's log. */
static json_t *
log_tail(const struct run *r)
{
	json_t *lines = json_array();
	struct buf text = BUF_INIT, one = BUF_INIT;
	size_t at, n = 0;

	if (r->log_path != NULL && read_file(r->log_path, &text) && text.len > r->log_from) {
		at = text.len - (text.s[text.len - 1] == '\n');
		while (at > r->log_from && (text.s[at - 1] != '\n' || ++n < TAIL_LINES))
			at--;
		while (at < text.len) {
			size_t len = strcspn(text.s + at, "\n");

			if (len > text.len - at)
				len = text.len - at;
			buf_clear(&one);
			json_put_string(&one, text.s + at, len < 2000 ? len : 2000);
			json_array_append_new(
				lines, json_loadb(one.s, one.len, JSON_DECODE_ANY, NULL));
			at += len + 1;
		}
	}
	buf_free(&one);
	buf_free(&text);
	return lines;
}

static void
set_or_null(json_t *o, const char *key, json_t *v)
{
	json_object_set_new(o, key, v ? json_incref(v) : json_null());
}

/* The findings' records from index on, an array. */
static json_t *
finding_records(const struct run *r, size_t from)
{
	json_t *all = json_array();

	for (size_t i = from; i < r->findings.n; i++) {
		json_t *record = finding_record(&r->findings.v[i], r->cell);

		json_object_set_new(record, "engine_version",
			r->version ? json_string(r->version) : json_null());
		set_or_null(record, "compute_capability",
			json_path(json_array_get(json_object_get(r->machine, "gpu"), 0),
				"compute_capability"));
		set_or_null(record, "toolkit", json_object_get(r->machine, "toolkit"));
		json_array_append_new(all, record);
	}
	return all;
}

void
run_put_findings(struct run *r)
{
	json_t *all = finding_records(r, r->findings_written), *record;
	size_t i;

	json_array_foreach(all, i, record) put_record(r, json_incref(record));
	r->findings_written = r->findings.n;
	json_decref(all);
}

/*
 * The memory's record and, where an engine takes what it is told to take, what its log says that was:
 * its peak says that setting and not the need.
 */
static json_t *
memory_json(const struct run *r)
{
	const char *pattern = json_str(engine_root(r->engine), "memory.reserved", NULL);
	json_t *record = memory_record(r->memory);
	struct buf text = BUF_INIT;
	char *found = NULL;

	if (pattern != NULL && read_file(r->log_path, &text) && text.len > r->log_from)
		found = regex_first(pattern, text.s + r->log_from, text.len - r->log_from);
	if (found != NULL)
		json_object_set_new(record, "reserved", json_string(found));
	free(found);
	buf_free(&text);
	return record;
}

static json_t *
argv_json(const struct argv *a)
{
	json_t *list = json_array();

	for (size_t i = 0; i < a->n; i++)
		json_array_append_new(list, json_string(a->v[i]));
	return list;
}

void
run_put_launch(struct run *r, const char *phase)
{
	json_t *record = json_object();
	bool down = strcmp(phase, "down") == 0;

	json_object_set_new(record, "kind", json_string("launch"));
	json_object_set(record, "cell", json_object_get(r->cell, "cell"));
	json_object_set_new(record, "attempt", json_integer(r->attempt));
	json_object_set_new(record, "phase", json_string(phase));
	json_object_set_new(record, "outcome", json_string(r->outcome));
	json_object_set_new(record, "argv", argv_json(&r->argv));
	if (r->version)
		json_object_set_new(record, "version", json_string(r->version));
	if (r->load_s >= 0)
		json_set_num(record, "load_s", r->load_s);
	if (down && r->command_s >= 0)
		json_set_num(record, "wall_s", r->command_s);
	if (down && r->command_status >= 0)
		json_object_set_new(record, "command_status", json_integer(r->command_status));
	if (r->memory != NULL)
		json_object_set_new(record, "memory", memory_json(r));
	if (down && r->command_s >= 0)
		conditions_put(r->conditions, record);
	json_object_set_new(record, "findings", finding_records(r, 0));
	if (r->why != NULL)
		json_object_set_new(record, "why", json_string(r->why));
	if (r->signal != 0)
		json_object_set_new(record, "interrupted", json_string(sigabbrev_np(r->signal)));
	if (r->server.dead && WIFSIGNALED(r->server.status))
		json_object_set_new(
			record, "signal", json_string(sigabbrev_np(WTERMSIG(r->server.status))));
	else if (r->server.dead && WIFEXITED(r->server.status))
		json_object_set_new(record, "exit", json_integer(WEXITSTATUS(r->server.status)));
	if (strcmp(r->outcome, "served") != 0)
		json_object_set_new(record, "log_tail", log_tail(r));
	put_record(r, record);
}

/* The earlier attempts' records, which stand in the final stream; how many attempts there were. */
void
run_put_earlier(struct run *r)
{
	char *path = xasprintf("%s/launch.part", r->o->dir ? r->o->dir : "");
	struct buf text = BUF_INIT;
	size_t at = 0;

	if (r->o->dir == NULL || !read_file(path, &text)) {
		free(path);
		return;
	}
	while (at < text.len) {
		char *end = memchr(text.s + at, '\n', text.len - at);
		size_t len = end ? (size_t)(end - (text.s + at)) : 0;
		json_t *v;

		if (end == NULL) /* torn by a kill: dropped */
			break;
		v = json_loadb(text.s + at, len, 0, NULL);
		if (v != NULL) {
			int attempt = (int)json_int(v, "attempt", 0);

			r->attempt = attempt > r->attempt ? attempt : r->attempt;
			fwrite(text.s + at, 1, len + 1, r->out);
		}
		json_decref(v);
		at += len + 1;
	}
	if (at < text.len && truncate(path, (off_t)at) < 0)
		warn_errno("%s", path);
	buf_free(&text);
	free(path);
}
