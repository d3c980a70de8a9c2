/* The rule `value`. */
#ifndef TIERBENCH_SCORER_MATH_VALUE_H
#define TIERBENCH_SCORER_MATH_VALUE_H

#include "scorer/text.h"

void math_value_judge(struct span text, struct span gold, struct verdict *v);

#endif
