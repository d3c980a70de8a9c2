/*
 * Holds a brief (Markdown) to the records. A figure is a link to a reference, "[4.9 points](<max:gap?…>)":
 * each number in its text, in order, must be the reference's value at the precision it is written with.
 * What counts as a number, linked or not: digits, and the words none, one … twelve, every, all, both, half, twice.
 * One that stands outside such a link is a figure without a source. Not looked at are code spans, which
 * must be names out of the records where they hold digits, and the numbers of an ordered list.
 *
 * Units in the link's text say how a value is written: "%" and "points" of a proportion, MiB or GiB,
 * "ms" or "s"; a number that no unit follows has the unit of the one after it.
 */
#ifndef TIERBENCH_PAGE_CHECK_H
#define TIERBENCH_PAGE_CHECK_H

#include <stddef.h>

#include "kit/buf.h"
#include "page/report.h"

struct check_result {
	size_t figures, wrong;
};

/* Appends a line "LINE: what" to problems for each figure that differs or has no source. */
struct check_result check_brief(
	const struct report *r, const char *md, size_t len, struct buf *problems);

#endif
