/*
 * What ci holds of a campaign: cells with their replicates, contrasts, and of each answer what
 * pairs need. Everything is kept sorted by names, so the order of records and files doesn't matter.
 */
#ifndef TIERBENCH_TALLY_CAMPAIGN_H
#define TIERBENCH_TALLY_CAMPAIGN_H

#include "kit/rec.h"
#include "tally/group.h"

/* One answer. */
struct item {
	uint32_t id;	  /* number in ids; after campaign_close() its place among all ids sorted */
	uint32_t cluster; /* number in clusters + 1; 0 where it has none */
	double score;	  /* NaN where not judged */
	double decode_tps, ttft_ms;
	uint64_t text, prompt;
	int32_t *tokens; /* the answer's token ids, NULL where the server doesn't tell */
	uint32_t ntokens;
};

/* One task of one cell. */
struct sample {
	const char *task;	  /* borrowed from the campaign's names */
	bool in_mean, duplicates; /* duplicates: an id came twice */
	struct item *item;	  /* sorted by id after campaign_close() */
	size_t n, cap;
};

struct side {
	const char *key;	 /* borrowed */
	struct tally_cell *cell; /* its run: record, memory, throughput */
	bool measured;		 /* has answers */
	struct sample *sample;	 /* sorted by task after campaign_close() */
	size_t n, cap;
	struct side *
		*replicate; /* all measured cells of its configuration, itself too, by replicate */
	size_t replicates;
	long number; /* its replicate */
};

struct campaign {
	struct judged_reader reader;
	struct map cells, tasks, ids, clusters, signatures, contrasts;
	struct side **side; /* by number in cells */
	size_t side_cap;
	json_t **contrast; /* by number in contrasts */
	size_t contrast_cap;
	struct side ***group; /* by number in signatures; owned */
};

struct campaign *campaign_new(void);
void campaign_free(struct campaign *c);
/* As rows_take(). */
bool campaign_take(struct campaign *c, struct rec *r, const char **why);
/* Sorts, finds replicates. Call once, before the looks below. */
void campaign_close(struct campaign *c);
/* NULL where the campaign knows no such cell. */
struct side *campaign_side(const struct campaign *c, const char *key);
/* NULL where the cell didn't run the task. */
const struct sample *side_sample(const struct side *s, const char *task);
/* The text of a sorted item's id. */
const char *campaign_id(const struct campaign *c, uint32_t id);

#endif
