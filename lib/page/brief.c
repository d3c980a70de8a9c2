#include "page/brief.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/json.h"
#include "kit/mem.h"
#include "page/figure.h"
#include "page/name.h"
#include "page/ref.h"
#include "page/status.h"

static const char *const knob_order[] = {"quant", "kv", "draft", "engine", "load", "throughput"};
enum { KNOBS = sizeof knob_order / sizeof *knob_order };

static bool
is_task_gap(const json_t *g)
{
	return strcmp(json_str(g, "metric", "score"), "score") == 0 &&
	       strcmp(json_str(g, "task", ""), "mean") != 0 &&
	       json_object_get(g, "refused") == NULL && json_object_get(g, "diff") != NULL;
}

static bool
is_grade(const json_t *g, const char *grade)
{
	return strcmp(json_str(g, "grade", ""), grade) == 0;
}

/* A figure whose text is what write appends for x, with unit behind. */
static void
say_number(
	struct text *t, char *ref, double x, void (*write)(struct buf *, double), const char *unit)
{
	struct buf b = BUF_INIT;

	write(&b, x);
	buf_puts(&b, unit);
	text_figure(t, ref, b.s);
	free(ref);
	buf_free(&b);
}

static char *
over_gaps(const char *over, const char *knob, const char *more, const char *field)
{
	struct buf b = BUF_INIT;

	buf_printf(&b, "%s:gap?knob=%s&metric=score&task!=mean&refused=%s", over, knob, more);
	if (*field != '\0')
		buf_printf(&b, "#%s", field);
	return buf_steal(&b);
}

struct tally {
	size_t gaps, starred, pairs, unresolved, ungraded;
	double mde, mde_unresolved; /* the largest: of those without a star, of the unresolved */
};

static void
widen(double *most, double x)
{
	if (isfinite(x) && !(*most >= x))
		*most = x;
}

static struct tally
tally_of(const struct report *r, const char *knob)
{
	struct tally y = {.mde = NAN, .mde_unresolved = NAN};
	const char *last = "";

	for (size_t i = 0; i < report_count(r, KIND_GAP); i++) {
		json_t *g = report_at(r, KIND_GAP, i);
		double mde = json_num(g, "mde", NAN);

		if (strcmp(json_str(g, "knob", ""), knob) != 0 || !is_task_gap(g))
			continue;
		y.gaps++;
		y.pairs += strcmp(last, json_str(g, "contrast", "")) != 0;
		last = json_str(g, "contrast", "");
		y.ungraded += is_grade(g, "ungraded") && json_flag(g, "starred", 0);
		if (json_flag(g, "starred", 0))
			y.starred++;
		else
			widen(&y.mde, mde);
		if (is_grade(g, "unresolved")) {
			y.unresolved++;
			widen(&y.mde_unresolved, mde);
		}
	}
	return y;
}

/* "Aster-27B Q8_0 → NVFP4" */
static void
pair_name(struct buf *b, const struct report *r, const json_t *contrast)
{
	name_subject(b, r, contrast);
	buf_putc(b, ' ');
	name_change(b, r, contrast);
}

static void
say_gap(struct text *t, const struct report *r, const json_t *g, bool with_pair)
{
	json_t *c = report_contrast(r, json_str(g, "contrast", ""));
	struct buf b = BUF_INIT, id = BUF_INIT;

	if (with_pair && c != NULL) {
		pair_name(&b, r, c);
		text_code(t, b.s);
		text_add(t, " on ");
	}
	name_gap_id(&id, g);
	text_name(t, id.s, json_str(g, "task", "?"));
	text_add(t, " ");
	say_number(t, ref_gap(json_str(g, "contrast", ""), json_str(g, "task", ""), "diff"),
		json_num(g, "diff", NAN), figure_points, " points");
	text_addf(t, " (%s)", name_grade(g));
	buf_free(&b);
	buf_free(&id);
}

static void
say_stars(struct text *t, const struct report *r, const char *knob)
{
	bool first = true;

	for (size_t i = 0; i < report_count(r, KIND_GAP); i++) {
		json_t *g = report_at(r, KIND_GAP, i);

		if (strcmp(json_str(g, "knob", ""), knob) != 0 || !is_task_gap(g) ||
			!json_flag(g, "starred", 0))
			continue;
		text_add(t, first ? "" : ", ");
		say_gap(t, r, g, true);
		first = false;
	}
}

/*
 * What a knob costs in quality. No star: nothing detectable, with the largest MDE, since that is what
 * could not be seen. Else each star with its grade, and the largest MDE of the rest.
 */
static void
say_cost(struct text *t, const struct report *r, const char *knob, const struct tally *y)
{
	bool none = y->starred == 0;

	if (none) {
		text_figure(t, "", "No");
		free(t->spans[t->n - 1].target);
		t->spans[t->n - 1].target = over_gaps("none", knob, "", "starred=true");
		text_add(t, " detectable difference in ");
	} else {
		say_number(t, over_gaps("count", knob, "&starred=true", ""), (double)y->starred,
			figure_count, "");
		text_add(t, " of ");
	}
	say_number(t, over_gaps("count", knob, "", ""), (double)y->gaps, figure_count, "");
	text_add(t, none ? " gaps over " : " gaps starred: ");
	if (none) {
		say_number(t, over_gaps("distinct", knob, "", "contrast"), (double)y->pairs,
			figure_count, "");
		text_add(t, y->pairs == 1 ? " pair" : " pairs");
	} else {
		say_stars(t, r, knob);
	}
	if (isfinite(y->mde)) {
		text_add(t, none ? "; the largest MDE was "
				 : ". No other difference was detectable; the largest MDE was ");
		say_number(t, over_gaps("max", knob, "&starred=false", "mde"), y->mde, figure_mde,
			" points");
	}
	text_add(t, ".");
}

/* What is bought: a quantity of two cells, told for the pair that buys most of it. */
struct gain {
	const char *path;      /* in the row */
	const char *operation; /* of a reference: sub is a − b, gain is b/a − 1, div is b/a */
	double least;	       /* less isn't told */
	void (*write)(struct buf *, double);
	const char *before, *after;
};

static void
factor(struct buf *b, double x)
{
	buf_printf(b, "%.2f", x);
}

static void
plain_percent(struct buf *b, double x)
{
	buf_printf(b, "%.0f%%", 100 * x);
}

static const struct gain memory_gain = {
	"memory.peak_mib", "sub", 1, figure_mib, "It saves up to ", " of peak memory"};
static const struct gain decode_gain = {
	"speed.decode_tps.p50", "gain", .005, plain_percent, "It decodes up to ", " faster"};
static const struct gain output_gain = {"speed.output_tps.mean", "div", 1.005, factor,
	"Together the slots give up to ", " times the output"};

static double
amount(const struct gain *g, const json_t *a, const json_t *b)
{
	double x = json_num(a, g->path, NAN), y = json_num(b, g->path, NAN);

	if (strcmp(g->operation, "sub") == 0)
		return x - y;
	return strcmp(g->operation, "gain") == 0 ? y / x - 1 : y / x;
}

static char *
gain_ref(const struct gain *g, const json_t *a, const json_t *b)
{
	bool sub = strcmp(g->operation, "sub") == 0;
	const json_t *first = sub ? a : b, *second = sub ? b : a;
	char *x = ref_row(cell_key(first), json_str(first, "task", ""), g->path);
	char *y = ref_row(cell_key(second), json_str(second, "task", ""), g->path);
	char *ref = xasprintf("%s:%s|%s", g->operation, x, y);

	free(x);
	free(y);
	return ref;
}

static void
say_gain(struct text *t, const struct report *r, const char *knob, const struct gain *g)
{
	json_t *best = NULL, *best_a = NULL, *best_b = NULL;
	double most = NAN;
	struct buf b = BUF_INIT;

	for (size_t i = 0; i < report_count(r, KIND_CONTRAST); i++) {
		json_t *c = report_at(r, KIND_CONTRAST, i);
		json_t *row_a = report_main_row(r, json_str(c, "a", ""));
		json_t *row_b = report_main_row(r, json_str(c, "b", ""));
		double x = amount(g, row_a, row_b);

		if (strcmp(json_str(c, "knob", ""), knob) != 0 || !isfinite(x) || most >= x)
			continue;
		most = x;
		best = c;
		best_a = row_a;
		best_b = row_b;
	}
	if (best == NULL || most < g->least)
		return;
	text_addf(t, "%s%s", t->n > 2 ? " " : "", g->before);
	say_number(t, gain_ref(g, best_a, best_b), most, g->write, "");
	text_addf(t, "%s (", g->after);
	pair_name(&b, r, best);
	text_code(t, b.s);
	text_add(t, ").");
	buf_free(&b);
}

static bool
has_contrast(const struct report *r, const char *knob)
{
	for (size_t i = 0; i < report_count(r, KIND_CONTRAST); i++)
		if (strcmp(json_str(report_at(r, KIND_CONTRAST, i), "knob", ""), knob) == 0)
			return true;
	return false;
}

static void
say_knob(struct doc *d, const struct report *r, const char *knob)
{
	struct tally y = tally_of(r, knob);
	struct text *t;

	if (y.gaps == 0 && !has_contrast(r, knob))
		return;
	t = doc_item(d);
	text_strong(t, name_knob(knob));
	text_add(t, ": ");
	if (strcmp(knob, "engine") == 0 && !report_fixed_up(r)) {
		text_add(t, "gaps between engines are held back until the fix-up pass has checked "
			    "them.");
		return;
	}
	if (y.gaps > 0)
		say_cost(t, r, knob, &y);
	else if (strcmp(knob, "throughput") != 0)
		text_add(t, "no gap of quality was measured.");
	if (strcmp(knob, "quant") == 0 || strcmp(knob, "kv") == 0)
		say_gain(t, r, knob, &memory_gain);
	if (strcmp(knob, "quant") == 0 || strcmp(knob, "draft") == 0 || strcmp(knob, "engine") == 0)
		say_gain(t, r, knob, &decode_gain);
	if (strcmp(knob, "throughput") == 0)
		say_gain(t, r, knob, &output_gain);
}

void
brief_knobs(struct doc *d, const struct report *r)
{
	for (int k = 0; k < KNOBS; k++)
		say_knob(d, r, knob_order[k]);
}

/* ---- cut over or not ---- */

/* The cell that most contrasts start from, unless a cell or a checkpoint is named. */
static json_t *
incumbent_of(const struct report *r, const char *named)
{
	json_t *c, *best = NULL, *from = json_object();
	json_int_t most = 0;
	size_t i;

	if (named != NULL) {
		json_decref(from);
		best = report_cell(r, named);
		return best != NULL ? best : report_base(r, named);
	}
	json_array_foreach(r->list[KIND_CONTRAST], i, c)
	{
		const char *a = json_str(c, "a", "");
		json_int_t n = json_integer_value(json_object_get(from, a)) + 1;

		json_object_set_new(from, a, json_integer(n));
		if (n > most && report_cell(r, a) != NULL) {
			most = n;
			best = report_cell(r, a);
		}
	}
	json_decref(from);
	return best;
}

static json_t *
find_gap(const struct report *r, const char *contrast, const char *task)
{
	for (size_t i = 0; i < report_count(r, KIND_GAP); i++) {
		json_t *g = report_at(r, KIND_GAP, i);

		if (strcmp(json_str(g, "contrast", ""), contrast) == 0 &&
			strcmp(json_str(g, "task", ""), task) == 0 &&
			strcmp(json_str(g, "metric", "score"), "score") == 0)
			return g;
	}
	return NULL;
}

/* The worst deficit of a contrast with that grade. */
static json_t *
worst_with(const struct report *r, const char *contrast, const char *grade)
{
	json_t *worst = NULL;

	for (size_t i = 0; i < report_count(r, KIND_GAP); i++) {
		json_t *g = report_at(r, KIND_GAP, i);

		if (strcmp(json_str(g, "contrast", ""), contrast) == 0 && is_task_gap(g) &&
			is_grade(g, grade) && json_flag(g, "starred", 0) &&
			json_num(g, "diff", 0) < 0 &&
			(worst == NULL || json_num(g, "diff", 0) < json_num(worst, "diff", 0)))
			worst = g;
	}
	return worst;
}

static void
say_mean(struct text *t, const json_t *mean)
{
	const char *contrast = json_str(mean, "contrast", "");
	struct buf b = BUF_INIT;

	text_add(t, " The mean gap is ");
	figure_points(&b, json_num(mean, "diff", NAN));
	buf_puts(&b, " (");
	figure_points(&b, json_num(mean, "lo", NAN));
	buf_puts(&b, " to ");
	figure_points(&b, json_num(mean, "hi", NAN));
	buf_puts(&b, ") points");
	text_figure(t, "", b.s);
	free(t->spans[t->n - 1].target);
	t->spans[t->n - 1].target = ref_gap(contrast, "mean", "diff,lo,hi");
	if (isfinite(json_num(mean, "margin", NAN))) {
		text_add(t, ", the declared margin ");
		say_number(t, ref_gap(contrast, "mean", "margin"), json_num(mean, "margin", NAN),
			figure_width, " points");
	}
	text_add(t, ".");
	buf_free(&b);
}

static void
say_verdict(struct text *t, const struct report *r, const char *contrast, const json_t *mean)
{
	json_t *stands = worst_with(r, contrast, "stands");
	json_t *ungraded = worst_with(r, contrast, "ungraded");
	bool good = stands == NULL && ungraded == NULL && json_flag(mean, "noninferior", 0);
	char *ref;

	if (good) {
		ref = ref_gap(contrast, "mean", "noninferior");
		text_strong(t, "cut over");
		text_add(t, ": the mean is ");
		text_figure(t, ref, "non-inferior");
		text_add(t, " and no deficit stands.");
		free(ref);
		return;
	}
	text_strong(t, stands != NULL ? "don\xe2\x80\x99t cut over" : "not settled");
	text_add(t, ": ");
	if (stands != NULL || ungraded != NULL)
		say_gap(t, r, stands != NULL ? stands : ungraded, false);
	else
		text_add(t, "the mean gap may exceed the margin");
	text_add(t, ".");
}

/*
 * A deficit that stands: don't. Else the mean's lower limit above minus the margin and no deficit
 * starred and ungraded: cut over. Else it isn't settled.
 */
static void
say_decision(struct doc *d, const struct report *r, const json_t *c)
{
	const char *name = json_str(c, "contrast", "");
	json_t *mean = find_gap(r, name, "mean");
	struct text *t = doc_item(d);
	struct buf b = BUF_INIT;

	pair_name(&b, r, c);
	text_code(t, b.s);
	buf_free(&b);
	text_add(t, ": ");
	if (strcmp(json_str(c, "knob", ""), "engine") == 0 && !report_fixed_up(r)) {
		text_add(t, "held back until the fix-up pass.");
		return;
	}
	if (mean == NULL || json_object_get(mean, "diff") == NULL) {
		text_strong(t, "not decided");
		text_add(t,
			mean != NULL ? ": the mean gap was refused." : ": there is no mean gap.");
		return;
	}
	say_verdict(t, r, name, mean);
	say_mean(t, mean);
}

static bool
is_candidate(const struct report *r, const json_t *contrast, const char *named)
{
	static const char *const knobs[] = {"quant", "kv", "draft", "engine"};
	const char *b = json_str(contrast, "b", ""), *knob = json_str(contrast, "knob", "");

	if (named != NULL)
		return strcmp(b, named) == 0 ||
		       strcmp(json_str(report_cell(r, b), "checkpoint", ""), named) == 0;
	for (size_t i = 0; i < sizeof knobs / sizeof *knobs; i++)
		if (strcmp(knobs[i], knob) == 0)
			return true;
	return false;
}

static void
say_decisions(struct doc *d, const struct report *r, const struct brief_choice *choice)
{
	json_t *incumbent = incumbent_of(r, choice->incumbent), *c;
	struct buf b = BUF_INIT;
	struct text *t;
	size_t i, n = 0;

	doc_head(d, 2, NULL, "Cut over or not");
	t = doc_para(d);
	if (incumbent == NULL) {
		text_add(t, "No cell is the incumbent: no contrast starts from it.");
		return;
	}
	text_add(t, "The incumbent is ");
	name_cell(&b, incumbent);
	text_code(t, b.s);
	text_add(t, choice->incumbent != NULL ? "." : ", from which most contrasts start.");
	buf_free(&b);
	json_array_foreach(r->list[KIND_CONTRAST], i, c)
	{
		if (strcmp(json_str(c, "a", ""), cell_key(incumbent)) != 0 ||
			!is_candidate(r, c, choice->candidate))
			continue;
		say_decision(d, r, c);
		n++;
	}
	if (n == 0)
		text_add(doc_para(d), "No contrast leads from it to a candidate.");
}

/* ---- what is unresolved ---- */

static void
say_unresolved(struct doc *d, const struct report *r, const char *knob)
{
	struct tally y = tally_of(r, knob);
	struct text *t;

	if ((y.unresolved == 0 && y.ungraded == 0) ||
		(strcmp(knob, "engine") == 0 && !report_fixed_up(r)))
		return;
	t = doc_item(d);
	text_strong(t, name_knob(knob));
	text_add(t, ":");
	if (y.unresolved > 0) {
		text_add(t, " ");
		say_number(t, over_gaps("count", knob, "&grade=unresolved", ""),
			(double)y.unresolved, figure_count, "");
		text_add(t, " of ");
		say_number(t, over_gaps("count", knob, "", ""), (double)y.gaps, figure_count, "");
		text_add(t, " gaps are unresolved; the widest MDE is ");
		say_number(t, over_gaps("max", knob, "&grade=unresolved", "mde"), y.mde_unresolved,
			figure_mde, " points");
		text_add(t, ". More items would settle them: the MDE falls with the root of their "
			    "number.");
	}
	if (y.ungraded > 0) {
		text_add(t, " ");
		say_number(t, over_gaps("count", knob, "&starred=true&grade=ungraded", ""),
			(double)y.ungraded, figure_count, "");
		text_add(t, y.ungraded == 1 ? " star is ungraded" : " stars are ungraded");
		text_add(t, ": fresh replicates of either side would grade what is starred.");
	}
}

static void
say_missing(struct doc *d, const struct report *r)
{
	size_t all = report_count(r, KIND_CELL), done = 0;
	struct text *t = doc_para(d);

	for (size_t i = 0; i < all; i++)
		done += cell_status(r, report_at(r, KIND_CELL, i)).state == STATE_MEASURED;
	if (done == all) {
		text_add(t, "Nothing that was planned is missing.");
		return;
	}
	say_number(t, xstrdup("sub:count:cell?|distinct:row?cell!=adhoc#cell"),
		(double)(all - done), figure_count, "");
	text_add(t, " of ");
	say_number(t, xstrdup("count:cell?"), (double)all, figure_count, "");
	text_add(t, " cells have no rows; the report says why.");
}

void
brief_write(struct doc *d, const struct report *r, const struct brief_choice *choice)
{
	const char *campaign = "";
	char *title;
	size_t before;

	for (size_t i = 0; *campaign == '\0' && i < report_count(r, KIND_CELL); i++)
		campaign = json_str(report_at(r, KIND_CELL, i), "campaign", "");
	title = xasprintf("Brief: campaign %s", campaign);
	doc_head(d, 1, NULL, title);
	if (strstr(campaign, "synthetic") != NULL)
		text_add(doc_caveat(d), "Synthetic: nothing in this brief was measured.");
	free(title);
	say_decisions(d, r, choice);
	doc_head(d, 2, NULL, "What each knob costs and buys");
	brief_knobs(d, r);
	doc_head(d, 2, NULL, "Unresolved, and what would settle it");
	before = d->n;
	for (int k = 0; k < KNOBS; k++)
		say_unresolved(d, r, knob_order[k]);
	if (d->n == before)
		text_add(doc_para(d), "Nothing.");
	doc_head(d, 2, NULL, "Not measured");
	say_missing(d, r);
}
