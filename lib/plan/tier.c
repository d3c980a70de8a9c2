#include "plan/tier.h"

#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "kit/err.h"
#include "kit/file.h"
#include "kit/json.h"
#include "kit/mem.h"
#include "plan/key.h"

/* What is expanded now: a tier, with the campaign's values where it has none of its own. */
struct context {
	struct plan *plan;
	const struct plan_input *in;
	const json_t *tier;
	const char *name;
	const struct suite *suite;
	struct engine *engine;
	json_t *identity; /* of the engine; owned */
	char *not_here;	  /* why the engine isn't installed; owned */
	double margin;
};

static const json_t *
setting(const struct context *c, const char *key)
{
	const json_t *v = json_object_get(c->tier, key);

	return v ? v : json_object_get(c->in->campaign, key);
}

static int
one_matches(const json_t *want, const json_t *have)
{
	if (!have)
		return json_is_null(want);
	if (json_is_number(want) && json_is_number(have))
		return json_number_value(want) == json_number_value(have);
	return json_equal((json_t *)want, (json_t *)have);
}

int
selection_matches(const json_t *selection, const json_t *record)
{
	const char *field;
	json_t *want;

	json_object_foreach((json_t *)selection, field, want)
	{
		const json_t *have = json_path(record, field);
		int any = !json_is_array(want) && one_matches(want, have);
		for (size_t i = 0; json_is_array(want) && i < json_array_size(want); i++)
			any |= one_matches(json_array_get(want, i), have);
		if (!any)
			return 0;
	}
	return 1;
}

static const struct suite *
suite_of(struct context *c)
{
	const json_t *folders = setting(c, "tasks");
	size_t n = json_array_size(folders);
	const char **paths = xcalloc(n, sizeof *paths);
	struct plan *p = c->plan;

	if (!n)
		die(EXIT_CONFIG, "%s: tier '%s' has no tasks", c->in->path, c->name);
	for (size_t i = 0; i < n; i++) {
		paths[i] = json_string_value(json_array_get(folders, i));
		if (!paths[i])
			die(EXIT_CONFIG, "%s: \"tasks\" wants an array of folders", c->in->path);
	}
	struct suite *s = xcalloc(1, sizeof *s);
	suite_load(s, paths, n);
	free(paths);
	for (size_t i = 0; i < p->nsuites; i++)
		if (strcmp(p->suites[i]->hash, s->hash) == 0) {
			suite_release(s);
			free(s);
			return p->suites[i];
		}
	GROW(p->suites, p->nsuites, p->suites_cap);
	return p->suites[p->nsuites++] = s;
}

static void
open_engine(struct context *c, const char *name)
{
	char *path = xasprintf("%s/%s.json", c->in->engines, name);

	c->engine = engine_load(path);
	c->identity = engine_identity(c->engine, &c->not_here);
	if (!c->identity)
		c->identity = json_pack("{ss sn sn}", "name", name, "version", "sha256");
	free(path);
}

static void
close_engine(struct context *c)
{
	engine_free(c->engine);
	json_decref(c->identity);
	free(c->not_here);
	c->engine = NULL;
	c->identity = NULL;
	c->not_here = NULL;
}

/* Every knob, null where nothing says otherwise. */
static json_t *
base_knobs(const struct context *c, const json_t *checkpoint)
{
	json_t *knobs = json_pack("{sO? sn s{ss si} si si sn}", "quant",
		json_object_get(checkpoint, "quant"), "kv", "draft", "how", "none", "depth", 0,
		"np", 1, "load", 1, "watermark");

	json_object_update(knobs, json_object_get((json_t *)c->in->campaign, "base"));
	json_object_update(knobs, json_object_get((json_t *)c->tier, "base"));
	return knobs;
}

static const json_t *
draft_checkpoint(const struct context *c, const json_t *checkpoint)
{
	const json_t *selection = setting(c, "draft");

	for (size_t i = 0; selection && i < json_array_size(c->in->checkpoints); i++) {
		const json_t *k = json_array_get(c->in->checkpoints, i);
		if (selection_matches(selection, k) && k != checkpoint)
			return k;
	}
	return NULL;
}

static void
add_file(json_t *cell, const json_t *checkpoint, const char *from, const char *role)
{
	const json_t *files = json_object_get(checkpoint, "files");
	json_t *f;
	size_t i;

	json_array_foreach((json_t *)files, i, f)
	{
		if (strcmp(json_str(f, "role", ""), from) != 0)
			continue;
		json_array_append_new(json_object_get(cell, "files"),
			json_pack(
				"{ss sO?}", "role", role, "sha256", json_object_get(f, "sha256")));
		if (!json_path(json_object_get(cell, "paths"), role))
			json_object_set(
				json_object_get(cell, "paths"), role, json_object_get(f, "path"));
	}
}

static json_t *
cell_settings(const struct context *c, const json_t *checkpoint)
{
	json_t *s = engine_settings(c->engine);

	json_object_update(s, json_object_get((json_t *)c->in->campaign, "settings"));
	json_object_update(s, json_object_get((json_t *)c->tier, "settings"));
	json_t *template = json_path(checkpoint, "template_sha256");
	if (json_is_null(json_object_get(s, "template_sha256")) && template)
		json_object_set(s, "template_sha256", template);
	return s;
}

static void
judge_possible(const struct context *c, const json_t *checkpoint, json_t *cell)
{
	const json_t *knobs = json_object_get(cell, "knobs"),
		     *s = json_object_get(cell, "settings");
	char *why = c->not_here ? xstrdup(c->not_here)
				: engine_impossible(c->engine, checkpoint, knobs, s);
	double estimate = engine_estimate_mib(c->engine, checkpoint, knobs, s);

	if (estimate >= 0)
		json_set_num(cell, "estimate_mib", estimate);
	if (why)
		json_object_set_new(cell, "impossible", json_string(why));
	free(why);
}

/* Keeps a cell once, and gives its record; steals cell. */
static json_t *
keep(struct context *c, json_t *cell, const struct suite *suite)
{
	struct plan *p = c->plan;
	char key[KEY_TEXT];

	key_of_cell(cell, key);
	json_object_set_new(cell, "cell", json_string(key));
	for (size_t i = 0; i < p->ncells; i++)
		if (strcmp(json_str(p->cells[i].cell, "cell", ""), key) == 0) {
			json_decref(cell);
			if (!planned_in(&p->cells[i], c->name))
				json_array_append_new(p->cells[i].tiers, json_string(c->name));
			return p->cells[i].cell;
		}
	GROW(p->cells, p->ncells, p->cells_cap);
	p->cells[p->ncells] = (struct planned){cell, suite, json_pack("[s]", c->name), p->ncells};
	p->ncells++;
	return cell;
}

int
planned_in(const struct planned *p, const char *tier)
{
	json_t *name;
	size_t i;

	json_array_foreach(p->tiers, i,
		name) if (!tier || strcmp(json_string_value(name), tier) == 0) return 1;
	return 0;
}

/* The cell of a checkpoint with these knobs; steals knobs. */
static json_t *
make_cell(struct context *c, const json_t *checkpoint, json_t *knobs)
{
	const json_t *campaign = c->in->campaign;
	json_t *cell = json_pack("{ss ss ss ss sO? sO? sO? sO s[] s{} so so ss sI si ss}", "kind",
		"cell", "cell", "", "campaign", c->plan->campaign, "tier", c->name, "checkpoint",
		json_object_get(checkpoint, "id"), "family", json_object_get(checkpoint, "family"),
		"arch", json_object_get(checkpoint, "arch"), "engine", c->identity, "files",
		"paths", "knobs", knobs, "settings", cell_settings(c, checkpoint), "suite",
		c->suite->hash, "seed", json_int(campaign, "seed", 1), "replicate", 0, "device",
		c->in->device);

	if (!cell)
		die(EXIT_CONFIG, "%s: tier '%s': a cell can't be made of this", c->in->path,
			c->name);
	add_file(cell, checkpoint, "weights", "weights");
	bool wants_draft = json_int(knobs, "draft.depth", 0) > 0 &&
			   strcmp(json_str(knobs, "draft.how", ""), "draft-simple") == 0;
	const json_t *draft = wants_draft ? draft_checkpoint(c, checkpoint) : NULL;
	if (draft)
		add_file(cell, draft, "weights", "draft");
	judge_possible(c, checkpoint, cell);
	if (wants_draft && !draft)
		json_object_set_new(cell, "impossible", json_string("no draft model selected"));
	return keep(c, cell, c->suite);
}

static char *
level_text(const json_t *level)
{
	if (json_is_string(level))
		return xstrdup(json_string_value(level));
	if (json_is_object(level))
		return xasprintf(
			"%s-%d", json_str(level, "how", "none"), (int)json_int(level, "depth", 0));
	return json_text(level);
}

/* What a knob's contrast isolates, in words. */
static const char *
isolates(const char *knob)
{
	static const char *const rows[][2] = {{"quant", "bit-width of the weights"},
		{"kv", "type of the KV cache"}, {"draft", "speculative decoding"},
		{"engine", "the serving stack"}, {"throughput", "slots and requests together"},
		{"load", "requests at a time, at the same slots"}, {"np", "slots"},
		{"watermark", "watermark strength"}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (strcmp(rows[i][0], knob) == 0)
			return rows[i][1];
	return knob;
}

static void
add_contrast(struct context *c, const char *knob, const json_t *checkpoint, const json_t *a,
	const json_t *b, const json_t *from, const json_t *to)
{
	char *la = level_text(from), *lb = level_text(to);
	char *name = xasprintf("%s:%s:%s..%s", knob,
		json_str(checkpoint, strcmp(knob, "quant") == 0 ? "family" : "id", "?"), la, lb);
	json_t *changed = strcmp(knob, "throughput") == 0 ? json_pack("[ss]", "np", "load")
							  : json_pack("[s]", knob);
	json_t *x;
	size_t i;

	json_array_foreach(c->plan->contrasts, i,
		x) if (strcmp(json_str(x, "contrast", ""), name) == 0 &&
		       json_equal(json_object_get(x, "a"), json_object_get(a, "cell")) &&
		       json_equal(json_object_get(x, "b"), json_object_get(b, "cell"))) goto out;
	if (a != b)
		json_array_append_new(c->plan->contrasts,
			json_pack("{ss ss ss sO sO ss sO ss sf ss}", "kind", "contrast", "contrast",
				name, "knob", knob, "a", json_object_get(a, "cell"), "b",
				json_object_get(b, "cell"), "isolates", isolates(knob), "changed",
				changed, "family", name, "margin", c->margin, "tier", c->name));
out:
	json_decref(changed);
	free(name);
	free(la);
	free(lb);
}

/* The knobs of a checkpoint at one level of what varies; NULL with a message where the level is
 * off. */
static json_t *
knobs_at(struct context *c, const json_t *checkpoint, const char *knob, const json_t *level)
{
	json_t *k = base_knobs(c, checkpoint);

	if (strcmp(knob, "throughput") == 0) {
		json_object_set(k, "np", (json_t *)level);
		json_object_set(k, "load", (json_t *)level);
	} else if (strcmp(knob, "draft") == 0 && json_is_integer(level)) {
		json_int_t depth = json_integer_value(level);
		const char *how = json_str(c->tier, "vary.how", "draft-simple");
		json_object_set_new(k, "draft",
			json_pack("{ss sI}", "how", depth ? how : "none", "depth", depth));
	} else {
		json_object_set(k, knob, (json_t *)level);
	}
	if (json_int(k, "load", 1) > json_int(k, "np", 1))
		die(EXIT_CONFIG, "%s: tier '%s': load %d over np %d", c->in->path, c->name,
			(int)json_int(k, "load", 1), (int)json_int(k, "np", 1));
	return k;
}

/* One checkpoint, a knob of the server or of the workload. */
static void
vary_knob(struct context *c, const json_t *checkpoint, const char *knob, const json_t *levels)
{
	json_t *baseline = NULL, *level;
	size_t i;

	json_array_foreach((json_t *)levels, i, level)
	{
		json_t *cell = make_cell(c, checkpoint, knobs_at(c, checkpoint, knob, level));
		if (!i)
			baseline = cell;
		else
			add_contrast(c, knob, checkpoint, baseline, cell, json_array_get(levels, 0),
				level);
	}
}

static const json_t *
relative(const struct context *c, const json_t *family, const json_t *quant)
{
	const json_t *selection = setting(c, "checkpoints");

	for (size_t i = 0; i < json_array_size(c->in->checkpoints); i++) {
		const json_t *k = json_array_get(c->in->checkpoints, i);
		if (selection_matches(selection, k) &&
			json_equal(json_object_get(k, "family"), (json_t *)family) &&
			json_equal(json_object_get(k, "quant"), (json_t *)quant))
			return k;
	}
	return NULL;
}

static int
by_bits_down(const void *a, const void *b)
{
	double x = json_num(*(json_t *const *)a, "bits", 0),
	       y = json_num(*(json_t *const *)b, "bits", 0);

	return (x < y) - (x > y);
}

/* The quantizations of a family that the registry has, most bits first: the control is the
 * baseline. */
static json_t *
family_levels(const struct context *c, const json_t *family)
{
	size_t n = json_array_size(c->in->checkpoints), m = 0;
	json_t **rows = xcalloc(n, sizeof *rows), *levels = json_array();

	for (size_t i = 0; i < n; i++) {
		json_t *k = json_array_get(c->in->checkpoints, i);
		if (json_equal(json_object_get(k, "family"), (json_t *)family))
			rows[m++] = k;
	}
	qsort(rows, m, sizeof *rows, by_bits_down);
	for (size_t i = 0; i < m; i++)
		json_array_append(levels, json_object_get(rows[i], "quant"));
	free(rows);
	return levels;
}

static void
vary_quant(struct context *c, const json_t *first_of_family, const json_t *asked)
{
	const json_t *family = json_object_get(first_of_family, "family");
	json_t *levels = asked ? json_incref((json_t *)asked) : family_levels(c, family);
	json_t *baseline = NULL, *from = NULL, *level;
	size_t i;

	json_array_foreach(levels, i, level)
	{
		const json_t *k = relative(c, family, level);
		if (!k)
			continue;
		json_t *cell = make_cell(c, k, base_knobs(c, k));
		if (baseline)
			add_contrast(c, "quant", k, baseline, cell, from, level);
		else
			baseline = cell, from = level;
	}
	json_decref(levels);
}

static bool
first_of_family(const struct context *c, size_t at)
{
	const json_t *family = json_object_get(json_array_get(c->in->checkpoints, at), "family");

	for (size_t i = 0; i < at; i++)
		if (json_equal(json_object_get(json_array_get(c->in->checkpoints, i), "family"),
			    (json_t *)family))
			return false;
	return true;
}

/* Copies of a cell under fresh replicate numbers 1…n. */
static void
replicate(struct context *c, const struct planned *of, int n)
{
	json_t *original = of->cell;
	const struct suite *suite = of->suite; /* of may move when cells grow */

	for (int r = 1; r <= n; r++) {
		json_t *copy = json_deep_copy(original);
		json_object_set_new(copy, "replicate", json_integer(r));
		json_object_set_new(copy, "tier", json_string(c->name));
		keep(c, copy, suite);
	}
}

static void
replicate_selected(struct context *c, int n)
{
	const json_t *of = json_object_get(c->tier, "of");
	size_t cells = c->plan->ncells;

	for (size_t i = 0; i < cells; i++)
		if (json_int(c->plan->cells[i].cell, "replicate", 0) == 0 &&
			selection_matches(of, c->plan->cells[i].cell))
			replicate(c, &c->plan->cells[i], n);
}

static bool
is_side_of_starred(const struct context *c, const json_t *cell)
{
	json_t *gap, *x;
	size_t i, k;

	json_array_foreach((json_t *)c->in->starred, i, gap)
	{
		if (!json_flag(gap, "starred", 0))
			continue;
		json_array_foreach(c->plan->contrasts, k,
			x) if (json_equal(json_object_get(x, "contrast"),
				       json_object_get(gap, "contrast")) &&
			       (json_equal(
					json_object_get(x, "a"), json_object_get(cell, "cell")) ||
				       json_equal(json_object_get(x, "b"),
					       json_object_get(cell, "cell")))) return true;
	}
	return false;
}

static void
replicate_starred(struct context *c, int n)
{
	size_t cells = c->plan->ncells;

	for (size_t i = 0; i < cells; i++)
		if (json_int(c->plan->cells[i].cell, "replicate", 0) == 0 &&
			is_side_of_starred(c, c->plan->cells[i].cell))
			replicate(c, &c->plan->cells[i], n);
}

static void
expand_checkpoint(struct context *c, size_t at)
{
	const json_t *checkpoint = json_array_get(c->in->checkpoints, at);
	const json_t *vary = json_object_get(c->tier, "vary"),
		     *levels = json_object_get(vary, "levels");
	const char *knob = json_str(vary, "knob", NULL);

	if (knob && strcmp(knob, "quant") == 0) {
		if (first_of_family(c, at))
			vary_quant(c, checkpoint, levels);
	} else if (knob) {
		if (selection_matches(setting(c, "checkpoints"), checkpoint))
			vary_knob(c, checkpoint, knob, levels);
	} else if (selection_matches(setting(c, "checkpoints"), checkpoint)) {
		make_cell(c, checkpoint, base_knobs(c, checkpoint));
	}
}

static void
check_tier(const struct context *c)
{
	static const char *const knobs[] = {
		"quant", "kv", "draft", "throughput", "load", "watermark", NULL};
	const json_t *vary = json_object_get(c->tier, "vary");
	const char *knob = json_str(vary, "knob", NULL);

	if (!vary)
		return;
	for (int i = 0; knob && knobs[i]; i++)
		if (strcmp(knobs[i], knob) == 0) {
			if (json_array_size(json_object_get(vary, "levels")) ||
				!strcmp(knob, "quant"))
				return;
			die(EXIT_CONFIG, "%s: tier '%s': \"levels\" wants an array", c->in->path,
				c->name);
		}
	die(EXIT_CONFIG, "%s: tier '%s': can't vary '%s'", c->in->path, c->name, knob ? knob : "?");
}

static void
expand_tier(struct context *c)
{
	const char *engine = json_string_value(setting(c, "engine"));
	int replicates = (int)json_int(c->tier, "replicates", 0);

	check_tier(c);
	c->margin = json_number_value(setting(c, "margin"));
	if (replicates && c->in->starred && !json_object_get(c->tier, "of")) {
		replicate_starred(c, replicates);
		return;
	}
	if (replicates) {
		replicate_selected(c, replicates);
		return;
	}
	if (!engine)
		die(EXIT_CONFIG, "%s: tier '%s' names no engine", c->in->path, c->name);
	c->suite = suite_of(c);
	open_engine(c, engine);
	for (size_t i = 0; i < json_array_size(c->in->checkpoints); i++)
		expand_checkpoint(c, i);
	close_engine(c);
}

/* Replicates in rounds: drift of the machine falls on both sides of a contrast alike. */
static int
by_round(const void *a, const void *b)
{
	const struct planned *x = a, *y = b;
	json_int_t rx = json_int(x->cell, "replicate", 0), ry = json_int(y->cell, "replicate", 0);

	if (rx != ry)
		return rx < ry ? -1 : 1;
	return (x->order > y->order) - (x->order < y->order);
}

void
plan_expand(struct plan *p, const struct plan_input *in)
{
	const json_t *tiers = json_object_get(in->campaign, "tiers");
	json_t *tier;
	size_t i;

	*p = (struct plan){.campaign = xstrdup(json_str(in->campaign, "campaign", "campaign")),
		.contrasts = json_array()};
	if (!json_array_size(tiers))
		die(EXIT_CONFIG, "%s: want \"tiers\", an array", in->path);
	json_array_foreach((json_t *)tiers, i, tier)
	{
		struct context c = {
			.plan = p, .in = in, .tier = tier, .name = json_str(tier, "tier", "")};
		expand_tier(&c);
	}
	if (p->ncells)
		qsort(p->cells, p->ncells, sizeof *p->cells, by_round);
}

void
plan_release(struct plan *p)
{
	for (size_t i = 0; i < p->ncells; i++) {
		json_decref(p->cells[i].cell);
		json_decref(p->cells[i].tiers);
	}
	for (size_t i = 0; i < p->nsuites; i++) {
		suite_release(p->suites[i]);
		free(p->suites[i]);
	}
	free(p->cells);
	free(p->suites);
	free(p->campaign);
	json_decref(p->contrasts);
	*p = (struct plan){0};
}
