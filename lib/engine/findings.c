#include "engine/findings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "kit/buf.h"
#include "kit/json.h"
#include "kit/mem.h"

enum { QUOTED_LINE = 500 };

/* A pattern of the engine file made ready. */
struct matcher {
	const json_t *row;
	pcre2_code *re;
	pcre2_match_data *m;
};

void
findings_free(struct findings *f)
{
	for (size_t i = 0; i < f->n; i++) {
		free(f->v[i].where);
		free(f->v[i].line);
	}
	free(f->v);
	*f = (struct findings){0};
}

static bool
level_is(const json_t *value, const json_t *level)
{
	if (value == NULL)
		return json_is_null(level);
	return json_equal((json_t *)value, (json_t *)level);
}

static const json_t *
lookup(const char *name, const json_t *knobs, const json_t *settings, const json_t *checkpoint)
{
	const json_t *v = json_path(knobs, name);

	if (v == NULL)
		v = json_path(settings, name);
	return v ? v : json_path(checkpoint, name);
}

bool
when_holds(
	const json_t *when, const json_t *knobs, const json_t *settings, const json_t *checkpoint)
{
	const char *name;
	json_t *levels, *level;
	size_t i;

	json_object_foreach((json_t *)when, name, levels)
	{
		const json_t *value = lookup(name, knobs, settings, checkpoint);
		bool any = false;

		json_array_foreach(levels, i, level) any = any || level_is(value, level);
		if (!any)
			return false;
	}
	return true;
}

static bool
has_id(const struct findings *f, const json_t *row)
{
	for (size_t i = 0; i < f->n; i++)
		if (json_equal(json_object_get(f->v[i].row, "id"), json_object_get(row, "id")))
			return true;
	return false;
}

static enum finding_do
what_of(const json_t *row)
{
	const json_t *what = json_object_get(row, "do");
	const char *word = json_string_value(what);

	if (word == NULL)
		return DO_OVERRIDE;
	return strcmp(word, "unservable") == 0	   ? DO_UNSERVABLE
	       : strcmp(word, "does-not-fit") == 0 ? DO_DOES_NOT_FIT
						   : DO_NOTE;
}

static void
add(struct findings *f, const json_t *row, char *where, const char *line, size_t len)
{
	GROW(f->v, f->n, f->cap);
	f->v[f->n++] = (struct finding){.row = row,
		.what = what_of(row),
		.where = where,
		.line = xstrndup(line, len < QUOTED_LINE ? len : QUOTED_LINE)};
}

/* A row without a phase tells of a start that failed, and of a run. */
static bool
in_phase(const json_t *row, const char *during)
{
	const char *phase = json_str(row, "phase", NULL);

	return phase ? strcmp(phase, during) == 0 : strcmp(during, "ready") != 0;
}

/* The rows that can match now, their patterns compiled. Patterns are valid: the file was checked.
 */
static struct matcher *
matchers(const struct engine *e, const json_t *cell, const char *during, size_t *n)
{
	const json_t *rows = json_object_get(engine_root(e), "findings");
	struct matcher *all = xcalloc(json_array_size(rows) + 1, sizeof *all);
	size_t i;
	json_t *row;

	*n = 0;
	json_array_foreach(rows, i, row)
	{
		const char *pattern = json_str(row, "pattern", NULL);
		int code;
		PCRE2_SIZE at;

		if (pattern == NULL || !in_phase(row, during))
			continue;
		if (!when_holds(json_object_get(row, "when"), json_object_get(cell, "knobs"),
			    json_object_get(cell, "settings"), NULL))
			continue;
		all[*n].re = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED,
			PCRE2_UTF | PCRE2_MATCH_INVALID_UTF, &code, &at, NULL);
		if (all[*n].re == NULL)
			continue;
		all[*n].m = pcre2_match_data_create_from_pattern(all[*n].re, NULL);
		all[(*n)++].row = row;
	}
	return all;
}

static void
matchers_free(struct matcher *all, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		pcre2_match_data_free(all[i].m);
		pcre2_code_free(all[i].re);
	}
	free(all);
}

bool
findings_scan(struct findings *f, const struct engine *e, const json_t *cell, const char *path,
	const char *name, size_t offset, const char *during)
{
	FILE *log = fopen(path, "re");
	char *line = NULL;
	size_t cap = 0, at = 0, n, number = 0;
	struct matcher *all;
	ssize_t len;

	if (log == NULL)
		return false;
	all = matchers(e, cell, during, &n);
	while ((len = getline(&line, &cap, log)) >= 0) {
		number++;
		at += (size_t)len;
		if (at <= offset)
			continue;
		while (len > 0 && (line[len - 1] == '\n' || line[len - 1] == '\r'))
			len--;
		for (size_t i = 0; i < n; i++) {
			if (has_id(f, all[i].row) || pcre2_match(all[i].re, (PCRE2_SPTR)line,
							     (size_t)len, 0, 0, all[i].m, NULL) < 0)
				continue;
			add(f, all[i].row, xasprintf("%s:%zu", name, number), line, (size_t)len);
		}
	}
	free(line);
	matchers_free(all, n);
	fclose(log);
	return true;
}

void
findings_before(struct findings *f, const struct engine *e, const json_t *cell,
	const json_t *checkpoint, const char *where)
{
	const json_t *rows = json_object_get(engine_root(e), "findings");
	size_t i;
	json_t *row;

	json_array_foreach(rows, i, row)
	{
		const json_t *before = json_object_get(row, "before");
		const json_t *knobs = json_object_get(cell, "knobs");
		const json_t *settings = json_object_get(cell, "settings");
		const char *name;
		char *text;
		json_t *levels;

		if (before == NULL || has_id(f, row) ||
			!when_holds(json_object_get(row, "when"), knobs, settings, checkpoint) ||
			!when_holds(before, NULL, NULL, checkpoint))
			continue;
		json_object_foreach((json_t *)before, name, levels)
		{
			const json_t *value = json_path(checkpoint, name);
			char *shown = value ? json_text(value) : xstrdup("absent");

			text = xasprintf("%s is %s", name, shown);
			add(f, row, xstrdup(where), text, strlen(text));
			free(text);
			free(shown);
			break;
		}
	}
}

const struct finding *
findings_gravest(const struct findings *f)
{
	const struct finding *gravest = NULL;

	for (size_t i = 0; i < f->n; i++) {
		/* Both end the attempt: the first seen is the cause, what follows its consequence.
		 */
		bool over = gravest && gravest->what >= DO_UNSERVABLE;

		if (!over && (gravest == NULL || f->v[i].what > gravest->what))
			gravest = &f->v[i];
	}
	return gravest;
}

void
findings_settle(struct findings *f, const char *did)
{
	for (size_t i = 0; i < f->n; i++)
		if (f->v[i].did == NULL)
			f->v[i].did = f->v[i].what == DO_NOTE ? "noted it" : did;
}

json_t *
finding_record(const struct finding *f, const json_t *cell)
{
	json_t *seen = json_object(), *r = json_object();
	struct buf line = BUF_INIT;

	/* A log may hold anything: what is no UTF-8 is replaced. */
	json_put_string(&line, f->line, strlen(f->line));
	json_object_set_new(r, "kind", json_string("finding"));
	json_object_set(r, "id", json_object_get(f->row, "id"));
	json_object_set(r, "cell", json_object_get(cell, "cell"));
	json_object_set_new(seen, "where", json_string(f->where));
	json_object_set_new(seen, "line", json_loadb(line.s, line.len, JSON_DECODE_ANY, NULL));
	buf_free(&line);
	json_object_set_new(r, "seen", seen);
	json_object_set(r, "means", json_object_get(f->row, "means"));
	json_object_set_new(r, "did", json_string(f->did ? f->did : "noted it"));
	return r;
}
