/*
 * Numbers as people write them. Scores are percent with one decimal, differences are points with a
 * sign (a true minus, U+2212), speeds have three digits, sizes are MiB or GiB, times ms, s or min. Each
 * appends to b; a figure that isn't finite is appended as an en dash.
 */
#ifndef TIERBENCH_PAGE_FIGURE_H
#define TIERBENCH_PAGE_FIGURE_H

#include <stddef.h>

#include "kit/buf.h"

#define FIGURE_NONE  "\xe2\x80\x93" /* – */
#define FIGURE_MINUS "\xe2\x88\x92"

/* .8234 -> "82.3%" */
void figure_percent(struct buf *b, double p);
/* -.041 -> "−4.1", +.012 -> "+1.2", 0 -> "0.0" */
void figure_points(struct buf *b, double d);
/* .05 -> "5.0": a width, not a difference */
void figure_width(struct buf *b, double d);
/* As figure_width; over 1, where nothing could be resolved, ">100". */
void figure_mde(struct buf *b, double d);
/* "[78.1, 86.0]" in percent, "[−7.0, +1.2]" in points */
void figure_interval(struct buf *b, double lo, double hi);
void figure_point_interval(struct buf *b, double lo, double hi);
/* 39.46 -> "39.5", 219.4 -> "219", 1234 -> "1,234" */
void figure_rate(struct buf *b, double x);
/* MiB as "812 MiB" or "11.8 GiB" */
void figure_mib(struct buf *b, double mib);
/* The change of a size, signed. */
void figure_mib_change(struct buf *b, double mib);
void figure_bytes(struct buf *b, double bytes);
/* "58 ms", "1.24 s" */
void figure_ms(struct buf *b, double ms);
void figure_seconds(struct buf *b, double s);
/* 27000000000 -> "27B", 134500000 -> "135M" */
void figure_parameters(struct buf *b, double n);
/* 12034 -> "12,034" */
void figure_count(struct buf *b, double n);
/* 0 -> "none", 3 -> "three", 13 -> "13" */
void figure_word(struct buf *b, size_t n);
/* .031 -> "0.031", .0001 -> "<.001" in the usual form of p */
void figure_p(struct buf *b, double p);

#endif
