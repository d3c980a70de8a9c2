/* One contrast at work: its gaps before they become records. Inside ci only. */
#ifndef TIERBENCH_TALLY_FAMILY_H
#define TIERBENCH_TALLY_FAMILY_H

#include <jansson.h>

#include "stat/grade.h"
#include "tally/estimate.h"
#include "tally/gaps.h"

/* The score of one task, or of the mean, under one contrast. */
struct gap {
	const char *task;
	bool in_mean;
	const char *refused; /* static */
	struct pair pair;
	struct estimate run;   /* of the run compared */
	struct estimate fresh; /* of fresh replicates, where they are enough */
	struct estimate items; /* as fresh, without the variance of whole runs */
	bool graded_fresh;
	size_t r_a, r_b; /* fresh replicates */
	struct noise noise_a, noise_b;
	double floor, p_holm;
	double family_floor; /* what standing asks for, among the stars of the family */
	size_t m;
};

/* One contrast at work: the Holm family of its tasks, and their mean. */
struct family {
	const struct campaign *c;
	const struct gap_options *o;
	json_t *contrast;
	const struct side *a, *b;
	struct side **fresh_a, **fresh_b;
	size_t n_a, n_b, m, n;
	struct gap *gap; /* by task, then the mean */
	double margin;
	void (*sink)(json_t *record, void *context);
	void *context;
};

/* The estimate that the record gives: of fresh replicates where they are enough. */
const struct estimate *gap_estimate(const struct gap *g);
bool gap_starred(const struct family *f, const struct gap *g);
enum grade gap_grade(const struct family *f, const struct gap *g);
/* The share of items that flip between replicates, a mean of both sides; NaN without replicates. */
double gap_flip_floor(const struct gap *g);

/* Fills f->gap from f->a, f->b and f->contrast: scores, stars, the mean. */
void family_fill(struct family *f);
/* Hands the score gaps' records to f->sink. */
void family_emit(const struct family *f);
void family_release(struct family *f);

/* A gap record with who it is of; the caller owns it. */
json_t *gap_start(const json_t *contrast, const char *task, const char *metric);
/* What would settle the gap, in words; NULL where nothing is open. The caller frees it. */
char *gap_needs(const struct family *f, const struct gap *g);
/* How the grade came about, step by step, for a person. */
void gap_why(const struct family *f, const struct gap *g, FILE *out);

#endif
