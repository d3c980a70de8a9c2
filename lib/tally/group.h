/* One cell's run, one cell × replicate × task of it, and the rows they become. */
#ifndef TIERBENCH_TALLY_GROUP_H
#define TIERBENCH_TALLY_GROUP_H

#include <jansson.h>

#include "stat/histogram.h"
#include "stat/sum.h"
#include "tally/judged.h"
#include "tally/map.h"
#include "tally/timeline.h"

enum speed { DECODE, PREFILL, TTFT, ITL, E2E, SPEEDS };

/* How soon an answer's first token came after it was due, and the mean wait between the others. */
struct promptness {
	float ttft_ms, itl_ms; /* itl_ms 0 where nothing followed the first chunk */
};

/* What the tasks of a cell share. */
struct tally_cell {
	char *key;
	json_t *record;		      /* the cell's own, NULL where none came */
	json_t *run;		      /* the run's, likewise */
	json_t *memory;		      /* of the launch record that tells it latest */
	long memory_order, run_order; /* attempt and phase of that record */
	double energy_j;	      /* NaN where not told */
	bool throttled;
	size_t runs; /* more than one: a resumed cell, whose times have different starts */
	struct timeline timeline;
	struct exact_sum queue_ms, in_flight_s;
	size_t queued, finished;
	uint64_t completion;
	double first_sent, last_sent, last_token; /* NaN before the first */
	/* Of each finished answer, for the share within the run's slo, which comes last. */
	struct promptness *promptness;
	size_t answers, answers_cap;
	/* A pool of cells has no run of its own: what they have in common, how many, their marks. */
	json_t *by, *marks;
	size_t cells;
};

struct cluster {
	struct exact_sum sum;
	size_t n;
};

struct group {
	struct tally_cell *cell; /* borrowed */
	long replicate;
	char *task;
	bool in_mean;
	bool graded; /* some score is neither 0 nor 1 */
	size_t passed, failed, no_answer, not_judged, cut, ones;
	struct map error_kinds;
	size_t *errors;
	size_t errors_cap;
	struct moments score;
	struct map clusters;
	struct cluster *cluster;
	size_t cluster_cap, unclustered;
	uint64_t prompt, completion, cached, drafted, accepted;
	struct histogram speed[SPEEDS];
};

struct tally_cell *tally_cell_new(const char *key);
/* A pool; steals by. */
struct tally_cell *tally_pool_new(json_t *by);
/* Another cell is in it. */
void tally_pool_add(struct tally_cell *pool, const struct tally_cell *c);
void tally_cell_free(struct tally_cell *c);
void tally_cell_add(struct tally_cell *c, const struct judged *v);
/* These steal v. */
void tally_cell_record(struct tally_cell *c, json_t *v);
void tally_cell_run(struct tally_cell *c, json_t *v);
void tally_cell_launch(struct tally_cell *c, json_t *v);

/*
 * The run's output tokens a second over its steady window, from the first request sent to the last
 * one sent: what follows is the queue running dry. Where all were sent at once, to the last token.
 * NaN where times are missing. from and to may be NULL.
 */
double tally_cell_output_tps(const struct tally_cell *c, double *from, double *to);
/* Requests a second; those within the run's slo alone, NaN where it has none. */
double tally_cell_requests_s(const struct tally_cell *c);
double tally_cell_goodput(const struct tally_cell *c);
/* Why its speeds are to be taken with care, a new array of strings. */
json_t *tally_cell_marks(const struct tally_cell *c);

struct group *group_new(struct tally_cell *cell, long replicate, const char *task, bool in_mean);
void group_free(struct group *g);
void group_add(struct group *g, const struct judged *v);
/* Adds what other holds, as if its verdicts had come here. */
void group_merge(struct group *g, const struct group *other);
/* New references; mean_row() gives NULL where no task of the groups counts for the mean. */
json_t *group_row(struct group *g);
json_t *mean_row(struct group *const *g, size_t n);

#endif
