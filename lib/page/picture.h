/* One chart as a picture, drawn by vl-convert, which runs in a Python of its own (make deps). */
#ifndef TIERBENCH_PAGE_PICTURE_H
#define TIERBENCH_PAGE_PICTURE_H

#include <jansson.h>
#include <stdbool.h>

#include "kit/buf.h"

/*
 * Appends the SVG of spec, whose colours are values, to out. python and script are paths; false where
 * the program fails, having written why on standard error.
 */
bool picture_svg(struct buf *out, const json_t *spec, const char *python, const char *script);

#endif
