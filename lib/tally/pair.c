#include "tally/pair.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/mem.h"

static bool
same_items(const struct sample *a, const struct sample *b)
{
	if (a->n != b->n)
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (a->item[i].id != b->item[i].id)
			return false;
	return true;
}

static int
by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static uint32_t
first_differing(const struct item *x, const struct item *y)
{
	uint32_t n = x->ntokens < y->ntokens ? x->ntokens : y->ntokens, i = 0;

	while (i < n && x->tokens[i] == y->tokens[i])
		i++;
	return i;
}

static void
compare_texts(const struct sample *a, const struct sample *b, struct pair *p)
{
	double *at = xcalloc(a->n + 1, sizeof *at);
	size_t n = 0;

	for (size_t i = 0; i < a->n; i++) {
		const struct item *x = &a->item[i], *y = &b->item[i];

		if (x->prompt && y->prompt && x->prompt != y->prompt)
			p->prompts_differ++;
		if (x->text == 0 || y->text == 0 || isnan(x->score) || isnan(y->score))
			continue;
		p->texts++;
		p->same_texts += x->text == y->text;
		if (x->text != y->text && x->tokens && y->tokens)
			at[n++] = first_differing(x, y);
	}
	qsort(at, n, sizeof *at, by_value);
	p->first_difference = n ? (at[(n - 1) / 2] + at[n / 2]) / 2 : NAN;
	free(at);
}

/* Clusters numbered 0, 1, … as the sorted items meet them. */
static void
number_clusters(
	const struct sample *s, const size_t *from, size_t n, size_t **cluster, size_t *clusters)
{
	struct map names = {0};

	*cluster = xcalloc(n + 1, sizeof **cluster);
	*clusters = 0;
	for (size_t i = 0; i < n; i++) {
		uint32_t c = s->item[from[i]].cluster;

		if (c == 0)
			break;
		(*cluster)[i] = map_put(&names, (const char *)&c, sizeof c, NULL);
		if (i + 1 == n)
			*clusters = names.n;
	}
	map_free(&names);
}

/* What a missing item could have made of the difference: b's worst against a's best, or the
 * reverse. */
static void
add_missing(const struct item *x, const struct item *y, double *lo, double *hi)
{
	*lo += (isnan(y->score) ? 0 : y->score) - (isnan(x->score) ? 1 : x->score);
	*hi += (isnan(y->score) ? 1 : y->score) - (isnan(x->score) ? 0 : x->score);
}

static void
add_pair(struct pair *p, const struct item *x, const struct item *y)
{
	p->id[p->n] = x->id;
	p->a[p->n] = x->score;
	p->b[p->n] = y->score;
	p->d[p->n] = y->score - x->score;
	if ((x->score != 0 && x->score != 1) || (y->score != 0 && y->score != 1))
		p->binary = false;
	p->lost += x->score > y->score;
	p->gained += y->score > x->score;
	p->n++;
}

const char *
pair_scores(const struct sample *a, const struct sample *b, struct pair *p)
{
	size_t *from;
	double lo = 0, hi = 0;

	memset(p, 0, sizeof *p);
	if (a == NULL || b == NULL)
		return "different items";
	if (a->duplicates || b->duplicates)
		return "duplicate items";
	if (!same_items(a, b))
		return "different items";
	p->planned = a->n;
	p->binary = true;
	p->id = xcalloc(a->n + 1, sizeof *p->id);
	p->a = xcalloc(a->n + 1, sizeof *p->a);
	p->b = xcalloc(a->n + 1, sizeof *p->b);
	p->d = xcalloc(a->n + 1, sizeof *p->d);
	from = xcalloc(a->n + 1, sizeof *from);
	for (size_t i = 0; i < a->n; i++) {
		const struct item *x = &a->item[i], *y = &b->item[i];

		if (isnan(x->score) || isnan(y->score)) {
			add_missing(x, y, &lo, &hi);
			continue;
		}
		from[p->n] = i;
		add_pair(p, x, y);
	}
	for (size_t i = 0; i < p->n; i++) {
		lo += p->d[i];
		hi += p->d[i];
	}
	p->missing = p->planned - p->n;
	p->worst_lo = lo / (double)p->planned;
	p->worst_hi = hi / (double)p->planned;
	number_clusters(a, from, p->n, &p->cluster, &p->clusters);
	compare_texts(a, b, p);
	free(from);
	return NULL;
}

void
pair_free(struct pair *p)
{
	free(p->id);
	free(p->a);
	free(p->b);
	free(p->d);
	free(p->cluster);
	memset(p, 0, sizeof *p);
}

static double
speed_at(const struct item *i, size_t field)
{
	double x;

	memcpy(&x, (const char *)i + field, sizeof x);
	return x;
}

void
pair_speeds(const struct sample *a, const struct sample *b, size_t field, struct speed_pair *out)
{
	size_t i = 0, k = 0;

	memset(out, 0, sizeof *out);
	if (a == NULL || b == NULL)
		return;
	out->a = xcalloc(a->n + 1, sizeof *out->a);
	out->b = xcalloc(a->n + 1, sizeof *out->b);
	while (i < a->n && k < b->n) {
		const struct item *x = &a->item[i], *y = &b->item[k];

		if (x->id != y->id) {
			*(x->id < y->id ? &i : &k) += 1;
			continue;
		}
		if (!isnan(speed_at(x, field)) && !isnan(speed_at(y, field))) {
			out->a[out->n] = speed_at(x, field);
			out->b[out->n++] = speed_at(y, field);
		}
		i++;
		k++;
	}
}

void
speed_pair_free(struct speed_pair *p)
{
	free(p->a);
	free(p->b);
	memset(p, 0, sizeof *p);
}

/* The samples of a task that planned the same items as the first; how many. */
static size_t
usable(struct side *const *side, size_t n, const char *task, const struct sample *like,
	const struct sample **out)
{
	size_t k = 0;

	for (size_t i = 0; i < n; i++) {
		const struct sample *s = side_sample(side[i], task);

		if (s && !s->duplicates && (like == NULL || same_items(like, s))) {
			if (like == NULL)
				like = s;
			out[k++] = s;
		}
	}
	return k;
}

static bool
judged_in_all(const struct sample *const *s, size_t n, size_t i)
{
	for (size_t r = 0; r < n; r++)
		if (isnan(s[r]->item[i].score))
			return false;
	return true;
}

static void
fill_grid(const struct sample *const *s, struct grid *g)
{
	const struct sample *const *t = s + g->r_a;
	size_t *from = xcalloc(s[0]->n + 1, sizeof *from);

	g->planned = s[0]->n;
	g->y_a = xcalloc(g->planned * g->r_a + 1, sizeof *g->y_a);
	g->y_b = xcalloc(g->planned * g->r_b + 1, sizeof *g->y_b);
	for (size_t i = 0; i < g->planned; i++) {
		if (!judged_in_all(s, g->r_a + g->r_b, i))
			continue;
		for (size_t r = 0; r < g->r_a; r++)
			g->y_a[g->n * g->r_a + r] = s[r]->item[i].score;
		for (size_t r = 0; r < g->r_b; r++)
			g->y_b[g->n * g->r_b + r] = t[r]->item[i].score;
		from[g->n++] = i;
	}
	number_clusters(s[0], from, g->n, &g->cluster, &g->clusters);
	free(from);
}

void
grid_scores(struct side *const *side_a, size_t n_a, struct side *const *side_b, size_t n_b,
	const char *task, struct grid *out)
{
	const struct sample **s = xcalloc(n_a + n_b + 1, sizeof(struct sample *));

	memset(out, 0, sizeof *out);
	out->r_a = usable(side_a, n_a, task, NULL, s);
	if (out->r_a)
		out->r_b = usable(side_b, n_b, task, s[0], s + out->r_a);
	if (out->r_a)
		fill_grid(s, out);
	free(s);
}

void
grid_free(struct grid *g)
{
	free(g->y_a);
	free(g->y_b);
	free(g->cluster);
	memset(g, 0, sizeof *g);
}
