/* Statements over sets of gaps: "abs(diff)<=.01" over "knob=draft". */
#ifndef TIERBENCH_TALLY_CLAIM_H
#define TIERBENCH_TALLY_CLAIM_H

#include <jansson.h>

struct claim;

/*
 * text: FIELD or abs(FIELD), one of <= < >= >, a number; FIELD is a path in a gap record. over: conditions
 * KEY=VALUE, separated by commas, all of which a gap must meet; NULL for none. Unless over names them, the
 * metric is score and the task any but `mean`. NULL, with *why (static) set, where either can't be read.
 */
struct claim *claim_new(const char *text, const char *over, const char **why);
void claim_free(struct claim *c);
/* Looks at a record; what is no gap of the set is let pass. */
void claim_see(struct claim *c, const json_t *gap);
/* A new reference. */
json_t *claim_record(const struct claim *c);

#endif
