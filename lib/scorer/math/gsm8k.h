/*
 * GSM8K as lm-eval 0.4.13 reads it, for figures comparable with published ones; both readings keep
 * the reference's quirks. Strict: the first "#### " followed by a run of digits, full stops and
 * commas, with an optional minus. Flexible: the last run of two or more of "$0-9.,", or of digits
 * alone, with an optional minus. "[invalid]" where there is none.
 */
#ifndef TIERBENCH_SCORER_MATH_GSM8K_H
#define TIERBENCH_SCORER_MATH_GSM8K_H

#include "scorer/text.h"

struct span gsm8k_strict(struct span text);
struct span gsm8k_flexible(struct span text);
/*
 * lm-eval's exact_match: equal once commas, dollar signs, all up to the last "#### " and one
 * closing full stop are taken off both, in that order, and letters are in lower case.
 */
bool gsm8k_match(struct span read, struct span gold);

#endif
