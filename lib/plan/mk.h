/*
 * The rules that Make includes: one cell's answers, verdicts and rows. The Makefile says how, by
 * the macros `measure`, `judge` and `summarise`; the inputs that the key covers are order-only
 * there.
 */
#ifndef TIERBENCH_PLAN_MK_H
#define TIERBENCH_PLAN_MK_H

#include <stdio.h>

#include "plan/tier.h"

/* Writes the rules to f; only the cells of tier, where it isn't NULL. */
void mk_write(FILE *f, const struct plan *p, const char *tier);
/*
 * Writes OUT/KEY/cell.json for each cell that can be measured and wasn't, where it is absent or
 * another. Exits with EXIT_IO where it can't.
 */
void mk_write_cells(const struct plan *p, const char *out);

#endif
