#include "tally/campaign.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/json.h"
#include "kit/mem.h"
#include "tally/walk.h"

struct campaign *
campaign_new(void)
{
	return xcalloc(1, sizeof(struct campaign));
}

static void
side_free(struct side *s)
{
	for (size_t i = 0; i < s->n; i++) {
		for (size_t k = 0; k < s->sample[i].n; k++)
			free(s->sample[i].item[k].tokens);
		free(s->sample[i].item);
	}
	free(s->sample);
	tally_cell_free(s->cell);
	free(s);
}

void
campaign_free(struct campaign *c)
{
	for (size_t i = 0; i < c->cells.n; i++)
		side_free(c->side[i]);
	free(c->side);
	for (size_t i = 0; i < c->contrasts.n; i++)
		json_decref(c->contrast[i]);
	free(c->contrast);
	for (size_t i = 0; c->group && i < c->signatures.n; i++)
		free(c->group[i]);
	free(c->group);
	map_free(&c->cells);
	map_free(&c->tasks);
	map_free(&c->ids);
	map_free(&c->clusters);
	map_free(&c->signatures);
	map_free(&c->contrasts);
	judged_reader_free(&c->reader);
	free(c);
}

static struct side *
side_of(struct campaign *c, const char *key)
{
	bool fresh;
	size_t at = map_put(&c->cells, key, strlen(key), &fresh);

	if (fresh) {
		GROW(c->side, at, c->side_cap);
		c->side[at] = xcalloc(1, sizeof(struct side));
		c->side[at]->cell = tally_cell_new(key);
		c->side[at]->key = c->cells.key[at];
	}
	return c->side[at];
}

static struct sample *
sample_of(struct campaign *c, struct side *s, const struct judged *v)
{
	const char *task;
	size_t name;

	for (size_t i = s->n; i-- > 0;)
		if (strcmp(s->sample[i].task, v->task) == 0)
			return &s->sample[i];
	name = map_put(&c->tasks, v->task, strlen(v->task), NULL);
	task = c->tasks.key[name];
	GROW(s->sample, s->n, s->cap);
	s->sample[s->n] = (struct sample){.task = task, .in_mean = v->in_mean};
	return &s->sample[s->n++];
}

static void
keep_tokens(struct item *to, struct span ids)
{
	const char *at = ids.s;
	size_t cap = 0;
	double id;
	int depth = 0;

	while (at && walk_array_number(&at, &depth, &id)) {
		GROW(to->tokens, to->ntokens, cap);
		to->tokens[to->ntokens++] = (int32_t)id;
	}
}

static void
take_verdict(struct campaign *c, struct rec *r, const char **why)
{
	struct judged v;
	struct side *s;
	struct sample *to;
	struct item *item;

	if (!judged_read(&c->reader, r, &v, why))
		return;
	s = side_of(c, v.cell);
	s->measured = true;
	s->number = v.replicate;
	tally_cell_add(s->cell, &v);
	to = sample_of(c, s, &v);
	GROW(to->item, to->n, to->cap);
	item = &to->item[to->n++];
	*item = (struct item){
		.id = (uint32_t)map_put(&c->ids, v.id, strlen(v.id), NULL),
		.score = v.score,
		.decode_tps = judged_decode_tps(&v),
		.ttft_ms = judged_ttft_ms(&v),
		.text = v.text,
	};
	if (v.cluster)
		item->cluster =
			(uint32_t)map_put(&c->clusters, v.cluster, strlen(v.cluster), NULL) + 1;
	if (v.prompt_sha256.s)
		item->prompt = text_hash(v.prompt_sha256.s, v.prompt_sha256.len, 1);
	keep_tokens(item, v.token_ids);
}

static void
take_contrast(struct campaign *c, json_t *v, const char **why)
{
	const char *name = json_str(v, "contrast", NULL);
	bool fresh;
	size_t at;

	if (name == NULL || json_str(v, "a", NULL) == NULL || json_str(v, "b", NULL) == NULL) {
		*why = "a contrast needs the strings \"contrast\", \"a\" and \"b\"";
		json_decref(v);
		return;
	}
	at = map_put(&c->contrasts, name, strlen(name), &fresh);
	if (fresh)
		GROW(c->contrast, at, c->contrast_cap);
	else
		json_decref(c->contrast[at]);
	c->contrast[at] = v;
}

bool
campaign_take(struct campaign *c, struct rec *r, const char **why)
{
	const char *kind = rec_kind(r), *key;

	*why = NULL;
	if (strcmp(kind, "verdict") == 0 || strcmp(kind, "answer") == 0) {
		take_verdict(c, r, why);
		return true;
	}
	if (strcmp(kind, "contrast") == 0) {
		take_contrast(c, rec_value(r), why);
		return true;
	}
	key = rec_str(r, "cell", "adhoc");
	if (strcmp(kind, "cell") == 0)
		tally_cell_record(side_of(c, key)->cell, rec_value(r));
	else if (strcmp(kind, "run") == 0)
		tally_cell_run(side_of(c, key)->cell, rec_value(r));
	else if (strcmp(kind, "launch") == 0)
		tally_cell_launch(side_of(c, key)->cell, rec_value(r));
	else
		return false;
	return true;
}

static int
by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static int
by_task(const void *a, const void *b)
{
	return strcmp(((const struct sample *)a)->task, ((const struct sample *)b)->task);
}

static int
by_id(const void *a, const void *b)
{
	const struct item *x = a, *y = b;

	return (x->id > y->id) - (x->id < y->id);
}

/* Ids become their places in the sorted list, which doesn't depend on who came first. */
static void
sort_ids(struct campaign *c)
{
	size_t n = c->ids.n;
	char **sorted = xcalloc(n + 1, sizeof(char *));
	uint32_t *place = xcalloc(n + 1, sizeof *place);

	if (n)
		memcpy(sorted, c->ids.key, n * sizeof *sorted);
	qsort(sorted, n, sizeof *sorted, by_text);
	for (size_t i = 0; i < n; i++)
		place[map_find(&c->ids, sorted[i], strlen(sorted[i]))] = (uint32_t)i;
	for (size_t s = 0; s < c->cells.n; s++)
		for (size_t t = 0; t < c->side[s]->n; t++)
			for (size_t i = 0; i < c->side[s]->sample[t].n; i++) {
				struct item *item = &c->side[s]->sample[t].item[i];

				item->id = place[item->id];
			}
	if (n)
		memcpy(c->ids.key, sorted, n * sizeof *sorted);
	free(sorted);
	free(place);
}

static void
sort_samples(struct side *s)
{
	if (s->n)
		qsort(s->sample, s->n, sizeof *s->sample, by_task);
	for (size_t t = 0; t < s->n; t++) {
		struct sample *m = &s->sample[t];

		qsort(m->item, m->n, sizeof *m->item, by_id);
		for (size_t i = 1; i < m->n; i++)
			if (m->item[i].id == m->item[i - 1].id)
				m->duplicates = true;
	}
}

/* What makes two cells replicates of each other: all that the key covers but the replicate. */
static char *
signature(const struct side *s)
{
	static const char *const parts[] = {
		"engine", "files", "knobs", "settings", "suite", "seed", "device", "protocol"};
	const json_t *record = s->cell->record;
	json_t *v = json_object();
	struct buf b = BUF_INIT;

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (json_object_get(record, parts[i]))
			json_object_set(v, parts[i], json_object_get(record, parts[i]));
	if (record == NULL)
		json_object_set_new(v, "cell", json_string(s->key));
	json_put_canonical(&b, v);
	json_decref(v);
	return buf_steal(&b);
}

static int
by_replicate(const void *a, const void *b)
{
	const struct side *x = *(struct side *const *)a, *y = *(struct side *const *)b;

	if (x->number != y->number)
		return x->number < y->number ? -1 : 1;
	return strcmp(x->key, y->key);
}

static void
find_replicates(struct campaign *c)
{
	size_t *of = xcalloc(c->cells.n + 1, sizeof *of), *count;

	for (size_t i = 0; i < c->cells.n; i++) {
		char *text;

		if (!c->side[i]->measured)
			continue;
		text = signature(c->side[i]);
		of[i] = map_put(&c->signatures, text, strlen(text), NULL);
		free(text);
	}
	count = xcalloc(c->signatures.n + 1, sizeof *count);
	c->group = xcalloc(c->signatures.n + 1, sizeof *c->group);
	for (size_t i = 0; i < c->cells.n; i++) {
		if (!c->side[i]->measured)
			continue;
		if (c->group[of[i]] == NULL)
			c->group[of[i]] = xcalloc(c->cells.n + 1, sizeof(struct side *));
		c->group[of[i]][count[of[i]]++] = c->side[i];
	}
	for (size_t i = 0; i < c->cells.n; i++) {
		if (!c->side[i]->measured)
			continue;
		qsort(c->group[of[i]], count[of[i]], sizeof(struct side *), by_replicate);
		c->side[i]->replicate = c->group[of[i]];
		c->side[i]->replicates = count[of[i]];
	}
	free(of);
	free(count);
}

void
campaign_close(struct campaign *c)
{
	sort_ids(c);
	for (size_t i = 0; i < c->cells.n; i++) {
		const json_t *record = c->side[i]->cell->record;

		sort_samples(c->side[i]);
		c->side[i]->number = (long)json_int(record, "replicate", c->side[i]->number);
	}
	find_replicates(c);
}

struct side *
campaign_side(const struct campaign *c, const char *key)
{
	size_t at = map_find(&c->cells, key, strlen(key));

	return at == SIZE_MAX ? NULL : c->side[at];
}

const struct sample *
side_sample(const struct side *s, const char *task)
{
	for (size_t i = 0; i < s->n; i++)
		if (strcmp(s->sample[i].task, task) == 0)
			return &s->sample[i];
	return NULL;
}

const char *
campaign_id(const struct campaign *c, uint32_t id)
{
	return c->ids.key[id];
}
