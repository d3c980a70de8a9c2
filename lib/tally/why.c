/* What a person asks of a gap: what would settle it, and how its grade came about. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/mem.h"
#include "stat/mde.h"
#include "tally/family.h"
#include "tally/replicated.h"

enum { REPLICATES_MAX = 200, FLIPS_SHOWN = 20 };

static double
mde_of(const struct family *f, const struct gap *g)
{
	return mde(gap_estimate(g)->mde_se, f->o->alpha, f->o->power, g->m);
}

static double
flip_rate(const struct pair *p)
{
	return (double)(p->lost + p->gained) / (double)p->n;
}

/* The fewest replicates of either side whose floor lies below the difference; 0 where too many. */
static size_t
replicates_needed(const struct gap *g)
{
	double raised = g->floor > 0 ? g->family_floor / g->floor : 1;

	for (size_t r = FRESH_MIN; r <= REPLICATES_MAX; r++)
		if (contrast_floor(g->noise_a.s_m, r, g->noise_b.s_m, r) * raised <
			fabs(g->fresh.diff))
			return r;
	return 0;
}

char *
gap_needs(const struct family *f, const struct gap *g)
{
	enum grade grade = gap_grade(f, g);
	size_t r;

	if (grade == GRADE_UNGRADED && !(gap_estimate(g)->se > 0))
		return xstrdup("items that differ: the standard error is 0");
	if (grade == GRADE_UNGRADED)
		return xasprintf("%d fresh replicates of either side; there are %zu and %zu",
			FRESH_MIN, g->r_a, g->r_b);
	if (grade == GRADE_INSIDE_NOISE && g->pair.d && (g->fresh.diff > 0) == (g->run.diff > 0)) {
		r = replicates_needed(g);
		return r ? xasprintf("about %zu fresh replicates of either side, were the "
				     "difference as it is; there are %zu and %zu",
				   r, g->r_a, g->r_b)
			 : xasprintf("more than %d replicates of either side", REPLICATES_MAX);
	}
	if (grade != GRADE_UNRESOLVED)
		return NULL;
	if (g->pair.d && g->pair.binary && !g->graded_fresh && mde_of(f, g) > flip_rate(&g->pair))
		return xstrdup("more items: the smallest effect this design detects is larger than "
			       "the share of items that flip at all");
	if (f->margin > 0 && mde_of(f, g) > f->margin)
		return xasprintf("about %.0f times the items to resolve the margin",
			ceil(pow(mde_of(f, g) / f->margin, 2)));
	return NULL;
}

static void
why_paired(const struct gap *g, FILE *out)
{
	const struct pair *p = &g->pair;

	if (p->d == NULL) {
		fprintf(out,
			"1. It is the unweighted mean over tasks; %zu items were judged on "
			"both sides.\n",
			g->run.n);
		return;
	}
	fprintf(out,
		"1. %zu items were asked of both cells, %zu were judged on both sides; %zu "
		"are missing.\n",
		p->planned, p->n, p->missing);
	if (p->clusters)
		fprintf(out, "   They come in %zu clusters, which are the units.\n", p->clusters);
	if (p->binary)
		fprintf(out, "   %zu are right in a alone, %zu in b alone: %.1f of 100 flip.\n",
			p->lost, p->gained, 100 * flip_rate(p));
	if (p->texts)
		fprintf(out, "   %zu of %zu answers have the same text.\n", p->same_texts,
			p->texts);
}

static void
why_run(const struct family *f, const struct gap *g, FILE *out)
{
	const struct estimate *e = &g->run;

	fprintf(out, "2. In the run compared a is %.1f, b is %.1f: %+.2f points", 100 * e->a,
		100 * e->b, 100 * e->diff);
	if (!isnan(e->ninety_five.lo))
		fprintf(out, " [%+.2f, %+.2f]", 100 * e->ninety_five.lo, 100 * e->ninety_five.hi);
	fprintf(out, ", standard error %.2f (%s).\n", 100 * e->se, e->method);
	fprintf(out, "   p = %.4g; Holm among %zu: %.4g, so it is %sstarred (below %g is).\n", e->p,
		g->m, g->p_holm, gap_starred(f, g) ? "" : "not ", f->o->alpha);
	fprintf(out,
		"   This design finds differences from %.2f points on with a power of %g "
		"(%.2f were it the only one).\n",
		100 * mde_of(f, g), f->o->power,
		100 * mde(gap_estimate(g)->mde_se, f->o->alpha, f->o->power, 1));
}

static void
why_floor(const struct gap *g, FILE *out)
{
	const struct estimate *e = &g->fresh;

	if (!g->graded_fresh) {
		fprintf(out,
			"3. There are %zu and %zu fresh replicates; a floor takes %d of "
			"either side.\n",
			g->r_a, g->r_b, FRESH_MIN);
		return;
	}
	fprintf(out,
		"3. Over %zu and %zu fresh replicates a is %.1f, b is %.1f: %+.2f points "
		"[%+.2f, %+.2f].\n",
		g->r_a, g->r_b, 100 * e->a, 100 * e->b, 100 * e->diff, 100 * e->ninety_five.lo,
		100 * e->ninety_five.hi);
	if (g->pair.d)
		fprintf(out,
			"   Run means scatter by %.2f and %.2f points (standard deviation); "
			"%.1f of 100 items flip between two runs.\n",
			100 * g->noise_a.s_m, 100 * g->noise_b.s_m, 100 * gap_flip_floor(g));
	fprintf(out,
		"   The floor, what such means differ by in 95 of 100 repetitions, is %.2f "
		"points.\n",
		100 * g->floor);
	if (g->family_floor > g->floor)
		fprintf(out, "   Among so many stars of one contrast, standing asks for %.2f.\n",
			100 * g->family_floor);
}

static const char *
because(const struct family *f, const struct gap *g)
{
	switch (gap_grade(f, g)) {
	case GRADE_STANDS:
		return "starred, and the fresh difference exceeds the floor on the same side";
	case GRADE_INSIDE_NOISE:
		return (g->fresh.diff > 0) == (g->run.diff > 0)
			       ? "starred, and the fresh difference does not exceed the floor"
			       : "starred, and fresh runs differ the other way round";
	case GRADE_NO_DEFICIT:
		return "not starred, and the lower 95 % limit lies above minus the margin";
	case GRADE_UNRESOLVED:
		return f->margin > 0 ? "not starred, and the margin is not excluded"
				     : "not starred, and no margin was declared";
	case GRADE_UNGRADED: break;
	}
	return gap_estimate(g)->se > 0 ? "starred, without enough fresh replicates"
				       : "a standard error of 0 never earns a grade";
}

static void
why_items(const struct family *f, const struct pair *p, FILE *out)
{
	size_t shown = 0, flips = 0;

	for (size_t i = 0; p->d && i < p->n; i++)
		flips += p->d[i] != 0;
	if (flips == 0)
		return;
	fprintf(out, "\nItems that differ (a, b):\n");
	for (size_t i = 0; i < p->n && shown < FLIPS_SHOWN; i++) {
		if (p->d[i] == 0)
			continue;
		fprintf(out, "  %-30s %g  %g\n", campaign_id(f->c, p->id[i]), p->a[i], p->b[i]);
		shown++;
	}
	if (shown < flips)
		fprintf(out, "  and %zu more\n", flips - shown);
}

void
gap_why(const struct family *f, const struct gap *g, FILE *out)
{
	char *needs;

	fprintf(out, "%s / %s (b - a, a = %s, b = %s)\n\n",
		json_string_value(json_object_get(f->contrast, "contrast")), g->task, f->a->key,
		f->b->key);
	if (g->refused) {
		fprintf(out, "Refused: %s (%zu items planned, %zu missing).\n", g->refused,
			g->pair.planned, g->pair.missing);
		return;
	}
	why_paired(g, out);
	why_run(f, g, out);
	why_floor(g, out);
	fprintf(out, "4. Grade: %s (%s).\n", grade_name(gap_grade(f, g)), because(f, g));
	if (f->margin > 0)
		fprintf(out,
			"   Against the margin of %.1f points: %snon-inferior, %sequivalent.\n",
			100 * f->margin,
			is_noninferior(gap_estimate(g)->ninety_five, f->margin) ? "" : "not ",
			is_equivalent(gap_estimate(g)->ninety, f->margin) ? "" : "not ");
	needs = gap_needs(f, g);
	if (needs)
		fprintf(out, "   What would settle it: %s.\n", needs);
	free(needs);
	why_items(f, &g->pair, out);
}
