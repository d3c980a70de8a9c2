#include "page/answers.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kit/file.h"
#include "kit/mem.h"
#include "page/assets.h"
#include "page/csp.h"
#include "page/escape.h"

struct item {
	char *id;
	size_t at, len; /* in the shard's text */
	size_t order;	/* in which it came */
};

struct shard {
	char *cell, *task, *name; /* name: of its file, without a folder */
	struct buf text;
	struct item *items;
	size_t n, cap;
};

struct answers {
	struct shard **shards;
	size_t n, cap, count;
	json_t *index; /* "cell LF task" -> place in shards */
	struct shard *last;
};

struct answers *
answers_new(void)
{
	struct answers *a = xcalloc(1, sizeof *a);

	a->index = json_object();
	return a;
}

void
answers_free(struct answers *a)
{
	for (size_t i = 0; i < a->n; i++) {
		struct shard *s = a->shards[i];

		for (size_t k = 0; k < s->n; k++)
			free(s->items[k].id);
		free(s->items);
		free(s->cell);
		free(s->task);
		free(s->name);
		buf_free(&s->text);
		free(s);
	}
	free(a->shards);
	json_decref(a->index);
	free(a);
}

size_t
answers_count(const struct answers *a)
{
	return a->count;
}

/* Letters, digits, '-' and '_' stay; what else a task is called by becomes its code. */
static char *
file_name(const char *cell, const char *task)
{
	struct buf b = BUF_INIT;

	for (const char *part = cell; part != NULL; part = part == cell ? task : NULL) {
		for (const char *s = part; *s != '\0'; s++)
			if (isalnum((unsigned char)*s) || *s == '_' || *s == '-')
				buf_putc(&b, *s);
			else
				buf_printf(&b, "~%02x", (unsigned char)*s);
		buf_puts(&b, part == cell ? "." : ".html");
	}
	return buf_steal(&b);
}

static struct shard *
shard_of(struct answers *a, const char *cell, const char *task)
{
	char *key;
	json_t *at;
	struct shard *s = a->last;

	if (s != NULL && strcmp(s->cell, cell) == 0 && strcmp(s->task, task) == 0)
		return s;
	key = xasprintf("%s\n%s", cell, task);
	at = json_object_get(a->index, key);
	if (at != NULL) {
		s = a->shards[json_integer_value(at)];
	} else {
		s = xcalloc(1, sizeof *s);
		s->cell = xstrdup(cell);
		s->task = xstrdup(task);
		s->name = file_name(cell, task);
		json_object_set_new(a->index, key, json_integer((json_int_t)a->n));
		GROW(a->shards, a->n, a->cap);
		a->shards[a->n++] = s;
	}
	free(key);
	a->last = s;
	return s;
}

static void
copy_field(struct buf *b, struct rec *r, const char *key, char *before)
{
	size_t len;
	const char *raw = rec_raw(r, key, &len);

	if (raw == NULL)
		return;
	buf_printf(b, "%c\"%s\":", *before, key);
	buf_add(b, raw, len);
	*before = ',';
}

/* The answer's fields that a reader looks at: its arrivals alone may be longer than its text. */
static void
copy_answer(struct buf *b, struct rec *r)
{
	static const char *const fields[] = {"text", "reasoning", "tool_calls", "finish", "error",
		"attempts", "repaired", "tokens", "prefill_ms", "due_s", "sent_s", "first_token_s",
		"last_token_s"};
	size_t len, column;
	const char *raw = rec_raw(r, "answer", &len), *why;
	struct rec *answer = raw == NULL ? NULL : rec_parse(raw, len, &column, &why);
	char before = '{';

	if (answer == NULL)
		return;
	buf_puts(b, ",\"answer\":");
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		copy_field(b, answer, fields[i], &before);
	buf_puts(b, before == '{' ? "{}" : "}");
	rec_free(answer);
}

void
answers_add(struct answers *a, struct rec *r)
{
	struct shard *s = shard_of(a, rec_str(r, "cell", "adhoc"), rec_str(r, "task", "?"));
	struct item *item;
	char before = '{';

	GROW(s->items, s->n, s->cap);
	item = &s->items[s->n++];
	item->id = xstrdup(rec_str(r, "id", ""));
	item->at = s->text.len;
	item->order = s->n;
	copy_field(&s->text, r, "id", &before);
	copy_field(&s->text, r, "messages", &before);
	copy_field(&s->text, r, "prompt", &before);
	copy_field(&s->text, r, "tools", &before);
	copy_field(&s->text, r, "verdict", &before);
	if (before == '{')
		buf_puts(&s->text, "{\"id\":\"\"");
	copy_answer(&s->text, r);
	buf_putc(&s->text, '}');
	item->len = s->text.len - item->at;
	a->count++;
}

static int
by_id(const void *x, const void *y)
{
	const struct item *a = x, *b = y;
	int c = strverscmp(a->id, b->id);

	return c != 0 ? c : (a->order > b->order) - (a->order < b->order);
}

static int
by_place(const void *x, const void *y)
{
	const struct shard *a = *(struct shard *const *)x, *b = *(struct shard *const *)y;
	int c = strcmp(a->cell, b->cell);

	return c != 0 ? c : strcmp(a->task, b->task);
}

void
answers_finish(struct answers *a)
{
	for (size_t i = 0; i < a->n; i++) {
		struct shard *s = a->shards[i];
		size_t kept = 0;

		qsort(s->items, s->n, sizeof *s->items, by_id);
		for (size_t k = 0; k < s->n; k++) {
			bool again = k + 1 < s->n &&
				     strcmp(s->items[k].id, s->items[k + 1].id) == 0;

			if (again)
				free(s->items[k].id);
			else
				s->items[kept++] = s->items[k];
		}
		s->n = kept;
	}
	if (a->n > 0)
		qsort(a->shards, a->n, sizeof *a->shards, by_place);
}

json_t *
answers_index(const struct answers *a, bool bundled)
{
	json_t *index = json_object();

	for (size_t i = 0; i < a->n; i++) {
		const struct shard *s = a->shards[i];
		json_t *cell = json_object_get(index, s->cell), *entry = json_object();

		if (cell == NULL) {
			cell = json_object();
			json_object_set_new(index, s->cell, cell);
		}
		json_object_set_new(entry, "n", json_integer((json_int_t)s->n));
		if (!bundled)
			json_object_set_new(entry, "src", json_string(s->name));
		json_object_set_new(cell, s->task, entry);
	}
	return index;
}

static void
put_shard(const struct shard *s, struct buf *out)
{
	buf_putc(out, '[');
	for (size_t i = 0; i < s->n; i++) {
		buf_puts(out, i > 0 ? ",\n" : "");
		escape_json_block(out, s->text.s + s->items[i].at, s->items[i].len);
	}
	buf_putc(out, ']');
}

void
answers_put_blocks(const struct answers *a, struct buf *out)
{
	for (size_t i = 0; i < a->n; i++) {
		buf_puts(out, "<script type=\"application/json\" data-cell=\"");
		escape_html(out, a->shards[i]->cell, false);
		buf_puts(out, "\" data-task=\"");
		escape_html(out, a->shards[i]->task, false);
		buf_puts(out, "\">");
		put_shard(a->shards[i], out);
		buf_puts(out, "</script>\n");
	}
}

static bool
write_shard(const struct shard *s, const char *folder)
{
	struct asset js = asset_answers_js();
	struct buf out = BUF_INIT;
	char *path = xasprintf("%s/%s", folder, s->name);
	FILE *f;
	bool ok;

	buf_puts(&out,
		"<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta "
		"http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src");
	csp_put_hash(&out, js.s, js.len);
	buf_puts(&out, "\">\n<title>Answers</title>\n<script type=\"application/json\">");
	put_shard(s, &out);
	buf_puts(&out, "</script>\n<script>");
	buf_add(&out, js.s, js.len);
	buf_puts(&out, "</script>\n</html>\n");
	f = fopen(path, "we");
	ok = f != NULL && fwrite(out.s, 1, out.len, f) == out.len;
	if (f != NULL)
		ok = fclose(f) == 0 && ok;
	buf_free(&out);
	free(path);
	return ok;
}

/* Removes a folder of ours: files in it, no folders. */
static bool
remove_folder(const char *folder)
{
	DIR *d = opendir(folder);
	struct dirent *e;

	if (d == NULL)
		return errno == ENOENT;
	while ((e = readdir(d)) != NULL)
		if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
			unlinkat(dirfd(d), e->d_name, 0);
	closedir(d);
	return rmdir(folder) == 0;
}

bool
answers_write(const struct answers *a, const char *folder)
{
	char *fresh = xasprintf("%s.new", folder);
	bool ok = remove_folder(fresh) && make_dirs(fresh);

	for (size_t i = 0; ok && i < a->n; i++)
		ok = write_shard(a->shards[i], fresh);
	ok = ok && remove_folder(folder) && rename(fresh, folder) == 0;
	free(fresh);
	return ok;
}
