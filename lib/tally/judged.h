/*
 * What aggregate and ci need of a verdict (or of an answer that wasn't scored), read from the spans
 * of its line without building trees. Texts are raw JSON where it says so, borrowed from the
 * record.
 */
#ifndef TIERBENCH_TALLY_JUDGED_H
#define TIERBENCH_TALLY_JUDGED_H

#include "kit/rec.h"
#include "kit/scan.h"

enum outcome {
	OUTCOME_PASSED,
	OUTCOME_FAILED,
	OUTCOME_NO_ANSWER,
	OUTCOME_NOT_JUDGED,
	OUTCOME_ERROR,
};

struct judged {
	const char *cell;		 /* "adhoc" where the record has none */
	const char *task, *id, *cluster; /* cluster NULL where the item has none */
	long replicate;
	bool in_mean;
	enum outcome outcome;
	bool cut;
	const char *error_kind; /* of an error, else NULL */
	double score;		/* 0…1; NaN where not judged */
	/* NaN where the record doesn't say, or says what can't be: counts are 0…1e9, times 0…1e9 s */
	double prompt, completion, cached, drafted, accepted, first_chunk;
	double prefill_ms, due_s, sent_s, first_token_s, last_token_s;
	/* pairs of seconds and tokens (at most 1e6), in range, borrowed until the next call */
	const double *arrival;
	size_t arrivals;
	struct span token_ids;	   /* the raw array; s NULL where there is none */
	uint64_t text;		   /* hash of text, reasoning and tool calls; 0 without answer */
	struct span prompt_sha256; /* raw */
};

/* Working memory of judged_read(). Starts zeroed. */
struct judged_reader {
	double *arrival;
	size_t arrival_cap;
	char *own[6]; /* the strings handed out, until the next call */
	size_t cap[6];
};

/* False, with *why set (static), where the record is no verdict that can be counted. */
bool judged_read(struct judged_reader *j, struct rec *r, struct judged *out, const char **why);
void judged_reader_free(struct judged_reader *j);

/*
 * Speeds of one answer; NaN where they can't be told.
 * decode_tps: (completion − first_chunk)/(last token − first token).
 */
double judged_decode_tps(const struct judged *v);
/* Prompt tokens that weren't cached, by the prefill time that the server tells. */
double judged_prefill_tps(const struct judged *v);
/* Sent to the first token. */
double judged_ttft_ms(const struct judged *v);
/* Sent to the last token. */
double judged_e2e_s(const struct judged *v);
/* Due to sent: waiting on our side. */
double judged_queue_ms(const struct judged *v);

#endif
