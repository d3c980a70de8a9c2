/* May these two cells be compared as this contrast says? */
#ifndef TIERBENCH_TALLY_COMPARABLE_H
#define TIERBENCH_TALLY_COMPARABLE_H

#include "tally/campaign.h"

/*
 * NULL, or why not (the caller frees it): "not measured: a", "two knobs changed: kv, quant", "seeds
 * differ", "load not held: b 2.1 of 4". a and b may be NULL.
 */
char *contrast_refused(const json_t *contrast, const struct side *a, const struct side *b);

#endif
