#include "tally/timeline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/mem.h"

#define FIRST_WIDTH (1. / 128)

static void
halve(struct timeline *t)
{
	for (int i = 0; i < TIMELINE_SLICES / 2; i++)
		t->slice[i] = t->slice[2 * i] + t->slice[2 * i + 1];
	memset(t->slice + TIMELINE_SLICES / 2, 0, TIMELINE_SLICES / 2 * sizeof *t->slice);
	t->width *= 2;
}

void
timeline_add(struct timeline *t, double s, unsigned tokens)
{
	if (!(s >= 0) || s > 1e9)
		return;
	if (t->slice == NULL) {
		t->slice = xcalloc(TIMELINE_SLICES, sizeof *t->slice);
		t->width = FIRST_WIDTH;
	}
	while (s >= t->width * TIMELINE_SLICES)
		halve(t);
	t->slice[(int)(s / t->width)] += tokens;
}

void
timeline_merge(struct timeline *t, const struct timeline *other)
{
	if (other->slice == NULL)
		return;
	timeline_add(t, 0, 0);
	while (t->width < other->width)
		halve(t);
	for (int i = 0; i < TIMELINE_SLICES; i++)
		timeline_add(t, (i + .5) * other->width, other->slice[i]);
}

double
timeline_tokens(const struct timeline *t, double from, double to)
{
	double sum = 0;

	if (t->slice == NULL)
		return 0;
	for (int i = (int)ceil(from / t->width); i < TIMELINE_SLICES && i * t->width < to; i++)
		sum += t->slice[i];
	return sum;
}

void
timeline_rates(const struct timeline *t, double from, double to, struct histogram *rates)
{
	int slices, i;
	double window;

	if (t->slice == NULL || isnan(from))
		return;
	slices = t->width < 1 ? (int)(1 / t->width) : 1;
	window = slices * t->width;
	for (i = (int)ceil(from / t->width); (i + slices) * t->width <= to; i += slices) {
		double tokens = 0;

		for (int k = i; k < i + slices && k < TIMELINE_SLICES; k++)
			tokens += t->slice[k];
		histogram_add(rates, tokens / window);
	}
}

void
timeline_free(struct timeline *t)
{
	free(t->slice);
	memset(t, 0, sizeof *t);
}
