/*
 * Tiers as data: a campaign file names tasks, an engine, a base and what varies; expanding it
 *against a registry gives the cells and the contrasts between cells one knob apart.
 *
 *	{"campaign": NAME, "seed": 1, "engine": NAME, "tasks": [FOLDER …], "margin": .05,
 *	 "settings": {…}, "base": {knobs}, "checkpoints": {FIELD: VALUE | [VALUE …]},
 *	 "tiers": [{"tier", "title", "vary": {"knob", "levels": […]}, "checkpoints", "base",
 *"settings", "tasks", "margin", "draft": {FIELD: VALUE}, "replicates", "of": {FIELD: VALUE | [VALUE
 *…]}} …]}
 *
 * What a tier leaves out it takes from the campaign. The first level is the baseline.
 */
#ifndef TIERBENCH_PLAN_TIER_H
#define TIERBENCH_PLAN_TIER_H

#include <jansson.h>

#include "plan/suite.h"

struct planned {
	json_t *cell;		   /* the cell record, owned */
	const struct suite *suite; /* its items */
	json_t *tiers;		   /* the names of all tiers that ask for it, owned */
	size_t order;		   /* in which the tiers asked for it */
};

struct plan {
	char *campaign;
	struct planned *cells;
	size_t ncells, cells_cap;
	json_t *contrasts; /* array of contrast records */
	struct suite **suites;
	size_t nsuites, suites_cap;
};

struct plan_input {
	const json_t *campaign;	   /* the campaign file */
	const char *path;	   /* its path, for messages */
	const json_t *checkpoints; /* array of checkpoint records */
	const char *engines;	   /* folder of the engine files */
	const char *device;	   /* the device class */
	const json_t
		*starred; /* array of gaps, or NULL: replicates of both sides of the starred ones */
};

/*
 * Expands the campaign: cells in the order to measure them (replicates in rounds, so that drift
 * falls on both sides of a contrast alike), each once, whichever tiers ask for it. A faulty
 * campaign file says so and exits with EXIT_CONFIG.
 */
void plan_expand(struct plan *p, const struct plan_input *in);
void plan_release(struct plan *p);

/* Does a tier of this name ask for the cell? A NULL name: any does. */
int planned_in(const struct planned *p, const char *tier);

/* Does the record match {FIELD: VALUE | [VALUE …], …}? FIELD may be a path. A NULL selection
 * matches all. */
int selection_matches(const json_t *selection, const json_t *record);

#endif
