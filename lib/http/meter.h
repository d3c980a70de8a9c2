/* What a run has done so far, and how it is shown: a line on a terminal, a summary at the end. */
#ifndef TIERBENCH_HTTP_METER_H
#define TIERBENCH_HTTP_METER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "http/answer.h"
#include "stat/histogram.h"

struct slo {
	double ttft_ms, itl_ms; /* negative: not asked for */
};

struct meter {
	size_t total, done, errors, good; /* good: within the slo */
	size_t before;			  /* of done: from former attempts */
	size_t started;			  /* requests begun in this one */
	int64_t tokens, prompt, cached;
	struct histogram ttft, late;
	/* requests in flight, integrated over time */
	size_t in_flight;
	double busy_s, since_s;
	bool shown;
	double shown_s;
};

/* The number of requests in flight changes by delta at time now_s. */
void meter_flight(struct meter *m, int delta, double now_s);
/* A request that was due went out, for the first time. */
void meter_sent(struct meter *m, double due_s, double sent_s);
void meter_answer(struct meter *m, const struct answer *a, const struct slo *slo);
/* Whether the answer meets the slo: no error, TTFT from due, mean gap between tokens. */
bool slo_met(const struct slo *slo, const struct answer *a);
/* The quantile q of a histogram of the meter, in seconds; 0 where nothing was added. */
double meter_quantile_s(struct histogram *h, double q);
/* Draws the line on standard error, at most four times a second. */
void meter_show(struct meter *m, double now_s);
/* Ends the line and releases; with the summary where it is wanted. */
void meter_end(struct meter *m, double now_s, bool summary, const struct slo *slo);

#endif
