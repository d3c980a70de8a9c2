#include "plan/suite.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "kit/buf.h"
#include "kit/err.h"
#include "kit/json.h"
#include "kit/mem.h"
#include "kit/rec.h"

/* What an item asks, in canonical form: everything but how the answer is judged and counted. */
static void
add_asked(struct rec *r, struct buf *b)
{
	static const char *const judged[] = {"scoring", "cluster", "in_mean"};
	json_t *v = rec_value(r);

	for (size_t i = 0; i < sizeof judged / sizeof *judged; i++)
		json_object_del(v, judged[i]);
	json_put_canonical(b, v);
	buf_putc(b, '\n');
	json_decref(v);
}

static void
read_items(struct task *t)
{
	struct rec_reader in;
	struct rec *r;
	struct buf asked = BUF_INIT;

	rec_reader_init(&in, &t->items, 1);
	while (rec_next(&in, &r)) {
		if (!rec_is(r, "item"))
			continue;
		const char *task = rec_str(r, "task", NULL);
		if (!task || !rec_str(r, "id", NULL))
			rec_bad(&in, 0, "an item wants \"task\" and \"id\"");
		if (!t->name)
			t->name = xstrdup(task);
		else if (strcmp(t->name, task) != 0)
			rec_bad(&in, 0, "task '%s' in the file of task '%s'", task, t->name);
		add_asked(r, &asked);
		t->n++;
	}
	rec_reader_finish(&in);
	if (!t->n)
		die(EXIT_NO_INPUT, "%s: no items", t->items);
	hash_hex(asked.s, asked.len, t->hash);
	buf_free(&asked);
}

static int
by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void
suite_load(struct suite *s, const char *const *folders, size_t n)
{
	struct buf all = BUF_INIT;
	const char **hashes = xcalloc(n, sizeof *hashes);
	struct stat st;

	*s = (struct suite){.tasks = xcalloc(n, sizeof *s->tasks), .n = n};
	for (size_t i = 0; i < n; i++) {
		bool folder = stat(folders[i], &st) == 0 && S_ISDIR(st.st_mode);
		s->tasks[i].items = xasprintf("%s%s", folders[i], folder ? "/items.jsonl" : "");
		read_items(&s->tasks[i]);
		hashes[i] = s->tasks[i].hash;
	}
	qsort(hashes, n, sizeof *hashes, by_text);
	for (size_t i = 0; i < n; i++)
		buf_printf(&all, "%s%s", i ? "\n" : "", hashes[i]);
	hash_hex(all.s ? all.s : "", all.len, s->hash);
	buf_free(&all);
	free(hashes);
}

void
suite_release(struct suite *s)
{
	for (size_t i = 0; i < s->n; i++) {
		free(s->tasks[i].name);
		free(s->tasks[i].items);
	}
	free(s->tasks);
	*s = (struct suite){0};
}
