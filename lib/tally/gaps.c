#include "tally/gaps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/json.h"
#include "kit/mem.h"
#include "tally/comparable.h"
#include "tally/family.h"
#include "tally/replicated.h"
#include "tally/speeds.h"

static void
emit_refused(const struct family *f, const char *why)
{
	json_t *v = gap_start(f->contrast, "mean", "score");

	json_object_set_new(v, "refused", json_string(why));
	f->sink(v, f->context);
	json_decref(v);
}

static void
find_fresh(struct family *f)
{
	f->fresh_a = xcalloc(f->a->replicates + 1, sizeof(struct side *));
	f->fresh_b = xcalloc(f->b->replicates + 1, sizeof(struct side *));
	/* a contrast of two replicates has no third kind of run to be graded on */
	if (f->a->replicate != f->b->replicate) {
		f->n_a = fresh_replicates(f->a, f->fresh_a);
		f->n_b = fresh_replicates(f->b, f->fresh_b);
	}
}

static bool
open_family(struct family *f)
{
	char *why;

	f->a = campaign_side(f->c, json_str(f->contrast, "a", ""));
	f->b = campaign_side(f->c, json_str(f->contrast, "b", ""));
	f->margin = json_num(f->contrast, "margin", NAN);
	why = contrast_refused(f->contrast, f->a, f->b);
	if (why) {
		emit_refused(f, why);
		free(why);
		return false;
	}
	find_fresh(f);
	return true;
}

static void
one_contrast(struct family *f, struct resample_cache *cache)
{
	if (!open_family(f))
		return;
	family_fill(f);
	if (strcmp(json_str(f->contrast, "knob", ""), "throughput") != 0)
		family_emit(f);
	speed_gaps(f->contrast, f->a, f->b, cache, f->sink, f->context);
	family_release(f);
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(json_str(*(json_t *const *)a, "contrast", ""),
		json_str(*(json_t *const *)b, "contrast", ""));
}

void
gaps_each(const struct campaign *c, const struct gap_options *o,
	void (*sink)(json_t *record, void *context), void *context)
{
	size_t n = c->contrasts.n;
	json_t **sorted = xcalloc(n + 1, sizeof(json_t *));
	struct resample_cache cache = {.times = o->resamples, .seed = o->seed};

	if (cache.times > SPEED_RESAMPLES)
		cache.times = SPEED_RESAMPLES;
	if (n)
		memcpy(sorted, c->contrast, n * sizeof *sorted);
	qsort(sorted, n, sizeof *sorted, by_name);
	for (size_t i = 0; i < n; i++) {
		struct family f = {
			.c = c, .o = o, .contrast = sorted[i], .sink = sink, .context = context};

		one_contrast(&f, &cache);
	}
	resample_cache_free(&cache);
	free(sorted);
}

/* What the refused contrasts of a question about one gap say. */
static void
say_refusal(json_t *record, void *out)
{
	fprintf(out, "%s is refused: %s.\n", json_str(record, "contrast", ""),
		json_str(record, "refused", ""));
}

bool
gaps_why(const struct campaign *c, const struct gap_options *o, const char *contrast,
	const char *task, FILE *out)
{
	size_t at = map_find(&c->contrasts, contrast, strlen(contrast));
	struct family f = {.c = c, .o = o, .sink = say_refusal, .context = out};
	bool found = false;

	if (at == SIZE_MAX)
		return false;
	f.contrast = c->contrast[at];
	if (!open_family(&f))
		return true;
	family_fill(&f);
	for (size_t i = 0; i <= f.n && !found; i++) {
		if (f.gap[i].in_mean && strcmp(f.gap[i].task, task) == 0) {
			gap_why(&f, &f.gap[i], out);
			found = true;
		}
	}
	family_release(&f);
	return found;
}
