/*
 * The language of a text, as langdetect 1.0.9 finds it (Nakatani 2010): n-grams of up to three
 * characters, drawn at random, weigh the languages whose profiles hold them until one stands out;
 * the mean of seven trials. The generator (MT19937, seeded and used as CPython's random.Random) is
 * part of the answer: a seed gives one answer. Only the first 10,000 characters count.
 */
#ifndef TIERBENCH_LANGUAGE_DETECT_H
#define TIERBENCH_LANGUAGE_DETECT_H

#include "language/data.h"
#include "language/ustr.h"

/* A language needs a probability over .1 to be told, so there are nine at most. */
enum { DETECTED_MAX = 9 };

struct detected {
	const char *name; /* ISO 639-1, or zh-cn, zh-tw; borrowed from the data */
	double probability;
};

/*
 * The languages of s, the likeliest first; how many. 0: none reaches .1, the text is a mix. -1:
 * nothing in it that a profile knows, so it can't be decided.
 */
int language_detect(const struct data *d, struct arena *a, struct ustr s, uint32_t seed,
	struct detected out[static DETECTED_MAX]);

#endif
