/*
 * Text as the reference scorers see it: their patterns run over Unicode code points, so white space
 * and word characters are Unicode's. Bytes that are no UTF-8 count as one character each that is
 * neither.
 */
#ifndef TIERBENCH_SCORER_TEXT_H
#define TIERBENCH_SCORER_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kit/scan.h"
#include "scorer/scorer.h"

#define SPAN(literal) ((struct span){"" literal, sizeof(literal) - 1})

/* The code point at t.s[0] and its length in *n (1…4); U+FFFD for a byte that starts none. len > 0.
 */
uint32_t utf8_first(struct span t, size_t *n);
/* The code point that ends at t.s[t.len) and its length in *n. len > 0. */
uint32_t utf8_last(struct span t, size_t *n);

bool is_unicode_space(uint32_t c);
/* A letter, digit or underscore. */
bool is_unicode_word(uint32_t c);

/* t without white space at both ends. */
struct span span_strip(struct span t);
bool span_equal(struct span a, struct span b);
bool span_starts(struct span t, struct span prefix);
bool span_ends(struct span t, struct span suffix);
struct span span_from(struct span t, size_t start);
struct span span_cut(struct span t, size_t start, size_t end);
/* Where needle starts first, or last, in t; -1 where it doesn't. An empty needle is never found. */
ptrdiff_t span_find(struct span t, struct span needle);
ptrdiff_t span_rfind(struct span t, struct span needle);
struct span span_of(const char *s);
/* A copy with a terminator; the caller frees it. */
char *span_copy(struct span t);

/*
 * The verdict of a comparison: pass or not, what was extracted (a copy is taken), and why in words.
 * The why of a fail names both sides, shortened.
 */
void verdict_compare(struct verdict *v, bool equal, struct span extracted, struct span gold);
/* True, and v is a failed "no-answer", where the text is blank. */
bool verdict_no_answer(const struct score_input *in, struct verdict *v);
/* The string field of the scoring object; on a missing one v is "not-judged" and *out is untouched.
 */
bool scoring_string(
	const struct score_input *in, const char *key, struct span *out, struct verdict *v);

#endif
