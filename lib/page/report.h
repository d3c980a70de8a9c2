/*
 * What render was given: the records by kind, each once, in an order of their own, so that the same
 * records give the same report in whatever order they came.
 *
 * Where two records say the same thing (a cell's line stands in every file of that cell), the last one
 * counts. All json_t pointers handed out here are borrowed from the report.
 */
#ifndef TIERBENCH_PAGE_REPORT_H
#define TIERBENCH_PAGE_REPORT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "kit/rec.h"

enum kind {
	KIND_CHECKPOINT,
	KIND_CELL,
	KIND_CONTRAST,
	KIND_LAUNCH,
	KIND_FINDING,
	KIND_ROW,
	KIND_NOISE,
	KIND_GAP,
	KIND_CLAIM,
	KIND_LEDGER,
	KIND_MACHINE,
	KIND_RUN,
	KIND_ERROR,
	KIND_COUNT
};

struct report {
	json_t *list[KIND_COUNT]; /* arrays */
	json_t *seen[KIND_COUNT]; /* identity of a record -> its index in list */
	json_t *cell_index;	  /* key -> cell */
	json_t *row_index;	  /* key -> {task -> row} */
	json_t *contrast_index;	  /* name -> {contrast, at: its place in the list} */
	json_t *tasks;		  /* names in order, without "mean" */
	json_t *held; /* gaps between engines, until an entry of the ledger says that fix-up checked them */
	json_t *unknown; /* kind -> how many records of a kind that the report has no page for */
};

void report_init(struct report *r);
void report_free(struct report *r);
/* Takes in one record; kinds that the report has no use for are counted. */
void report_add(struct report *r, struct rec *rec);
/* Sorts and indexes: once, after the last record. */
void report_finish(struct report *r);

size_t report_count(const struct report *r, enum kind k);
/* The i-th record of a kind. */
json_t *report_at(const struct report *r, enum kind k, size_t i);
json_t *report_cell(const struct report *r, const char *key);
/* The row of a cell and a task ("mean" too), NULL where it wasn't measured. */
json_t *report_row(const struct report *r, const char *cell, const char *task);
json_t *report_contrast(const struct report *r, const char *name);
json_t *report_checkpoint(const struct report *r, const char *id);
/* Whether an entry of the ledger, "fixup …", says that what the brief quotes was checked. */
bool report_fixed_up(const struct report *r);
/* The last launch record of a cell with that phase, NULL where there is none. */
json_t *report_launch(const struct report *r, const char *cell, const char *phase);

/* The cell's measurement as one row: task "mean", or its only task. NULL where nothing was measured. */
json_t *report_main_row(const struct report *r, const char *cell);
/* The cell that stands for a checkpoint: served alone, at its default knobs; NULL where none was measured. */
json_t *report_base(const struct report *r, const char *checkpoint);

/* The place of a knob in the order of the report: quant, kv, draft … */
int knob_rank(const char *knob);
/* Knobs, from a cell or a row; "" where the record leaves one to the engine. */
const char *knob_quant(const json_t *cell);
const char *knob_kv(const json_t *cell);
int knob_depth(const json_t *cell);
int knob_np(const json_t *cell);
int knob_load(const json_t *cell);
int knob_replicate(const json_t *cell);
const char *cell_engine(const json_t *cell);
const char *cell_key(const json_t *cell);
/* A speed of a row ("decode_tps"): its median, of output
 * its mean, NaN where it wasn't measured. */
double row_speed(const json_t *row, const char *name);
/* Peak memory in MiB of a row, NaN where it wasn't measured. */
double row_peak_mib(const json_t *row);

#endif
