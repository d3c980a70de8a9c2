#include "tally/group.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/json.h"
#include "kit/mem.h"

/* The share of the machine's processors that others may use beside a run. */
#define BUSY_HOST .1

struct tally_cell *
tally_cell_new(const char *key)
{
	struct tally_cell *c = xcalloc(1, sizeof *c);

	c->key = xstrdup(key);
	c->memory_order = c->run_order = -1;
	c->energy_j = c->first_sent = c->last_sent = c->last_token = NAN;
	return c;
}

struct tally_cell *
tally_pool_new(json_t *by)
{
	char *key = json_text(by);
	struct tally_cell *c = tally_cell_new(key);

	c->by = by;
	c->marks = json_array();
	free(key);
	return c;
}

void
tally_cell_free(struct tally_cell *c)
{
	free(c->key);
	json_decref(c->record);
	json_decref(c->run);
	json_decref(c->memory);
	timeline_free(&c->timeline);
	free(c->promptness);
	json_decref(c->by);
	json_decref(c->marks);
	free(c);
}

/* Where arrivals were left out: evenly from the first to the last, at so many points at most. */
static void
spread_tokens(struct timeline *t, const struct judged *v)
{
	const uint64_t points_max = 10000;
	uint64_t tokens, points;

	if (!(v->completion >= 1) || !(v->last_token_s >= v->first_token_s))
		return;
	tokens = (uint64_t)v->completion;
	points = tokens < points_max ? tokens : points_max;
	for (uint64_t i = 0; i < points; i++)
		timeline_add(t,
			v->first_token_s + (v->last_token_s - v->first_token_s) * ((double)i + .5) /
						   (double)points,
			(unsigned)((i + 1) * tokens / points - i * tokens / points));
}

/* Tokens by time: as they arrived, else spread between the first and the last. */
static void
add_tokens(struct timeline *t, const struct judged *v)
{
	if (v->arrivals) {
		for (size_t i = 0; i < v->arrivals; i++)
			timeline_add(t, v->arrival[2 * i], (unsigned)v->arrival[2 * i + 1]);
		return;
	}
	spread_tokens(t, v);
}

static void
keep_promptness(struct tally_cell *c, const struct judged *v)
{
	double due = isnan(v->due_s) ? v->sent_s : v->due_s, after = v->completion - v->first_chunk;

	GROW(c->promptness, c->answers, c->answers_cap);
	c->promptness[c->answers++] = (struct promptness){
		(float)(1000 * (v->first_token_s - due)),
		after > 0 ? (float)(1000 * (v->last_token_s - v->first_token_s) / after) : 0,
	};
}

void
tally_cell_add(struct tally_cell *c, const struct judged *v)
{
	double queue = judged_queue_ms(v), e2e = judged_e2e_s(v);

	if (!isnan(queue)) {
		sum_add(&c->queue_ms, queue);
		c->queued++;
	}
	if (v->outcome == OUTCOME_ERROR)
		return;
	add_tokens(&c->timeline, v);
	if (v->completion > 0)
		c->completion += (uint64_t)v->completion;
	if (isnan(e2e))
		return;
	keep_promptness(c, v);
	c->finished++;
	sum_add(&c->in_flight_s, e2e);
	c->first_sent = fmin(c->first_sent, v->sent_s);
	c->last_sent = fmax(c->last_sent, v->sent_s);
	c->last_token = fmax(c->last_token, v->last_token_s);
}

void
tally_cell_record(struct tally_cell *c, json_t *v)
{
	json_decref(c->record);
	c->record = v;
}

/* Of several runs (a resumed cell) the one that started last. */
void
tally_cell_run(struct tally_cell *c, json_t *v)
{
	c->runs++;
	if (c->run && strcmp(json_str(v, "started", ""), json_str(c->run, "started", "")) < 0) {
		json_decref(v);
		return;
	}
	json_decref(c->run);
	c->run = v;
}

void
tally_cell_launch(struct tally_cell *c, json_t *v)
{
	bool down = strcmp(json_str(v, "phase", ""), "down") == 0;
	long order = 2 * (long)json_int(v, "attempt", 0) + down;
	json_t *memory = json_path(v, "memory");

	if (json_flag(v, "clocks.throttled", 0))
		c->throttled = true;
	if (order >= c->memory_order && json_object_size(memory) > 0) {
		json_decref(c->memory);
		c->memory = json_incref(memory);
		c->memory_order = order;
	}
	if (order >= c->run_order) {
		c->energy_j = json_num(v, "energy_j", c->energy_j);
		c->run_order = order;
	}
	json_decref(v);
}

static bool
resumed(const struct tally_cell *c)
{
	return c->runs > 1 || json_int(c->run, "attempt", 1) > 1;
}

/* A resumed cell's time is what query summed up. */
static double
whole_time(const struct tally_cell *c)
{
	double s = resumed(c) ? json_num(c->run, "wall_s", NAN) : c->last_token - c->first_sent;

	return s > 0 ? s : NAN;
}

double
tally_cell_output_tps(const struct tally_cell *c, double *from, double *to)
{
	double first = c->first_sent, end = c->last_sent, tokens;

	if (from)
		*from = NAN;
	if (to)
		*to = NAN;
	if (c->finished == 0)
		return NAN;
	if (resumed(c))
		return (double)c->completion / whole_time(c);
	if (end > first) {
		tokens = timeline_tokens(&c->timeline, first, end);
	} else {
		end = c->last_token;
		tokens = timeline_tokens(&c->timeline, first, INFINITY);
	}
	if (from)
		*from = first;
	if (to)
		*to = end;
	return end > first ? tokens / (end - first) : NAN;
}

double
tally_cell_requests_s(const struct tally_cell *c)
{
	return c->finished ? (double)c->finished / whole_time(c) : NAN;
}

double
tally_cell_goodput(const struct tally_cell *c)
{
	double ttft = json_num(c->run, "slo.ttft_ms", INFINITY);
	double itl = json_num(c->run, "slo.itl_ms", INFINITY);
	size_t good = 0;

	if ((isinf(ttft) && isinf(itl)) || c->finished == 0)
		return NAN;
	for (size_t i = 0; i < c->answers; i++)
		good += c->promptness[i].ttft_ms <= ttft && c->promptness[i].itl_ms <= itl;
	return (double)good / whole_time(c);
}

/* query's own words for what we call otherwise; others stay as they are. */
static const char *
mark_in_words(const char *mark)
{
	if (strcmp(mark, "prefix-cache") == 0)
		return "cached prompt tokens";
	return strcmp(mark, "busy-host") == 0 ? "load by others" : mark;
}

static void
add_mark(json_t *marks, const char *mark)
{
	json_t *v;
	size_t i;

	json_array_foreach(marks, i, v) if (strcmp(json_string_value(v), mark) == 0) return;
	json_array_append_new(marks, json_string(mark));
}

json_t *
tally_cell_marks(const struct tally_cell *c)
{
	json_t *others = json_path(c->run, "load_by_others"), *marks = json_array(), *v;
	size_t i;

	if (c->by)
		json_array_extend(marks, c->marks);
	if (json_is_true(others) || json_number_value(others) > BUSY_HOST)
		add_mark(marks, "load by others");
	json_array_foreach(json_path(c->run, "marked"), i, v) if (json_is_string(v))
		add_mark(marks, mark_in_words(json_string_value(v)));
	if (c->throttled)
		add_mark(marks, "throttled");
	if (resumed(c))
		add_mark(marks, "resumed");
	return marks;
}

void
tally_pool_add(struct tally_cell *pool, const struct tally_cell *c)
{
	json_t *marks = tally_cell_marks(c), *v;
	size_t i;

	pool->cells++;
	json_array_foreach(marks, i, v) add_mark(pool->marks, json_string_value(v));
	json_decref(marks);
}

struct group *
group_new(struct tally_cell *cell, long replicate, const char *task, bool in_mean)
{
	struct group *g = xcalloc(1, sizeof *g);

	g->cell = cell;
	g->replicate = replicate;
	g->task = xstrdup(task);
	g->in_mean = in_mean;
	return g;
}

void
group_free(struct group *g)
{
	free(g->task);
	map_free(&g->error_kinds);
	free(g->errors);
	map_free(&g->clusters);
	free(g->cluster);
	for (int i = 0; i < SPEEDS; i++)
		histogram_free(&g->speed[i]);
	free(g);
}

static void
add_score(struct group *g, const struct judged *v)
{
	bool fresh;
	size_t at;

	moments_add(&g->score, v->score);
	g->ones += v->score == 1;
	if (v->score != 0 && v->score != 1)
		g->graded = true;
	if (v->cluster == NULL) {
		g->unclustered++;
		return;
	}
	at = map_put(&g->clusters, v->cluster, strlen(v->cluster), &fresh);
	if (fresh) {
		GROW(g->cluster, at, g->cluster_cap);
		g->cluster[at] = (struct cluster){0};
	}
	sum_add(&g->cluster[at].sum, v->score);
	g->cluster[at].n++;
}

static void
add_outcome(struct group *g, const struct judged *v)
{
	bool fresh;
	size_t at;

	switch (v->outcome) {
	case OUTCOME_PASSED: g->passed++; break;
	case OUTCOME_FAILED: g->failed++; break;
	case OUTCOME_NO_ANSWER: g->no_answer++; break;
	case OUTCOME_NOT_JUDGED: g->not_judged++; break;
	case OUTCOME_ERROR:
		at = map_put(&g->error_kinds, v->error_kind, strlen(v->error_kind), &fresh);
		if (fresh) {
			GROW(g->errors, at, g->errors_cap);
			g->errors[at] = 0;
		}
		g->errors[at]++;
		break;
	}
	g->cut += v->cut;
}

/* A chunk of k tokens is k gaps of a k-th of the wait before it. */
static void
add_gaps(struct histogram *h, const struct judged *v)
{
	double sum = 0;

	for (size_t i = 1; i < v->arrivals; i++) {
		const double *at = v->arrival + 2 * i;
		double gap = 1000 * (at[0] - at[-2]);

		if (at[1] >= 1 && gap >= 0) {
			histogram_count(h, gap / at[1], (uint64_t)at[1]);
			sum += gap;
		}
	}
	histogram_add_sum(h, sum);
}

static void
add_count(uint64_t *sum, double x)
{
	if (x > 0)
		*sum += (uint64_t)x;
}

void
group_add(struct group *g, const struct judged *v)
{
	add_outcome(g, v);
	if (!isnan(v->score))
		add_score(g, v);
	if (v->outcome == OUTCOME_ERROR)
		return;
	add_count(&g->prompt, v->prompt);
	add_count(&g->completion, v->completion);
	add_count(&g->cached, v->cached);
	add_count(&g->drafted, v->drafted);
	add_count(&g->accepted, v->accepted);
	histogram_add(&g->speed[DECODE], judged_decode_tps(v));
	histogram_add(&g->speed[PREFILL], judged_prefill_tps(v));
	histogram_add(&g->speed[TTFT], judged_ttft_ms(v));
	histogram_add(&g->speed[E2E], judged_e2e_s(v));
	add_gaps(&g->speed[ITL], v);
}

static void
merge_errors(struct group *g, const struct group *other)
{
	for (size_t i = 0; i < other->error_kinds.n; i++) {
		bool fresh;
		size_t at = map_put(&g->error_kinds, other->error_kinds.key[i],
			other->error_kinds.len[i], &fresh);

		if (fresh) {
			GROW(g->errors, at, g->errors_cap);
			g->errors[at] = 0;
		}
		g->errors[at] += other->errors[i];
	}
}

static void
merge_clusters(struct group *g, const struct group *other)
{
	for (size_t i = 0; i < other->clusters.n; i++) {
		bool fresh;
		size_t at = map_put(
			&g->clusters, other->clusters.key[i], other->clusters.len[i], &fresh);

		if (fresh) {
			GROW(g->cluster, at, g->cluster_cap);
			g->cluster[at] = (struct cluster){0};
		}
		sum_merge(&g->cluster[at].sum, &other->cluster[i].sum);
		g->cluster[at].n += other->cluster[i].n;
	}
}

void
group_merge(struct group *g, const struct group *other)
{
	g->in_mean = g->in_mean && other->in_mean;
	g->graded = g->graded || other->graded;
	g->passed += other->passed;
	g->failed += other->failed;
	g->no_answer += other->no_answer;
	g->not_judged += other->not_judged;
	g->cut += other->cut;
	g->ones += other->ones;
	g->unclustered += other->unclustered;
	g->prompt += other->prompt;
	g->completion += other->completion;
	g->cached += other->cached;
	g->drafted += other->drafted;
	g->accepted += other->accepted;
	moments_merge(&g->score, &other->score);
	merge_errors(g, other);
	merge_clusters(g, other);
	for (int i = 0; i < SPEEDS; i++)
		histogram_merge(&g->speed[i], &other->speed[i]);
}
