#include "scorer/math/value.h"

#include <stdlib.h>

#include "scorer/math/expr.h"
#include "scorer/math/read.h"

/* The percent sign that stands on one side only is read as a unit, or as a hundredth. */
static bool
equal_but_percent(struct arena *a, const struct arena *b, struct node *x, struct node *y)
{
	struct node *hundredth;

	if (expr_equal(a, x, y))
		return true;
	if (a->percent == b->percent)
		return false;
	hundredth = node_integer(a, 1);
	mpq_set_si(hundredth->value, 1, 100);
	return a->percent ? expr_equal(a, node_two(a, NODE_PRODUCT, x, hundredth), y)
			  : expr_equal(a, x, node_two(a, NODE_PRODUCT, y, hundredth));
}

static bool
same_value(struct span read, struct span gold)
{
	struct arena a = {0}, b = {0};
	struct node *x = expr_parse(&a, read), *y = expr_parse(&b, gold);
	bool same = x && y ? equal_but_percent(&a, &b, x, y)
			   : span_equal(span_strip(read), span_strip(gold));

	arena_free(&a);
	arena_free(&b);
	return same;
}

void
math_value_judge(struct span text, struct span gold, struct verdict *v)
{
	const char *where = NULL;
	bool same_text = span_equal(span_strip(text), span_strip(gold));
	char *read = same_text ? span_copy(span_strip(text)) : math_read_final(text, &where);
	char *gold_read = math_read_gold(gold);

	if (read)
		verdict_compare(v, same_text || same_value(span_of(read), span_of(gold_read)),
			span_of(read), span_of(gold_read));
	else
		verdict_set(v, PASS_FALSE, "no final answer was found");
	free(read);
	free(gold_read);
}
