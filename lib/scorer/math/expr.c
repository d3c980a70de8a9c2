#include "scorer/math/expr.h"

#include <stdlib.h>
#include <string.h>

#include "kit/buf.h"
#include "kit/mem.h"

void
arena_free(struct arena *a)
{
	while (a->first) {
		struct node *x = a->first;

		a->first = x->next;
		mpq_clear(x->value);
		free(x->kids);
		free(x->ops);
		free(x);
	}
	*a = (struct arena){0};
}

struct node *
node_new(struct arena *a, enum node_kind kind)
{
	struct node *x = xcalloc(1, sizeof *x);

	x->kind = kind;
	mpq_init(x->value);
	x->next = a->first;
	a->first = x;
	a->nodes++;
	return x;
}

struct node *
node_integer(struct arena *a, long value)
{
	struct node *x = node_new(a, NODE_NUMBER);

	mpq_set_si(x->value, value, 1);
	return x;
}

void
node_add(struct node *parent, struct node *kid)
{
	/* Grows by doubling at powers of two. */
	if ((parent->n & (parent->n - 1)) == 0)
		parent->kids = xreallocarray(
			parent->kids, parent->n ? parent->n * 2 : 1, sizeof *parent->kids);
	parent->kids[parent->n++] = kid;
}

struct node *
node_two(struct arena *a, enum node_kind kind, struct node *x, struct node *y)
{
	struct node *z = node_new(a, kind);

	node_add(z, x);
	node_add(z, y);
	return z;
}

struct node *
node_negated(struct arena *a, struct node *x)
{
	struct node *z;

	if (x->kind == NODE_NUMBER) {
		z = node_new(a, NODE_NUMBER);
		mpq_neg(z->value, x->value);
		return z;
	}
	return node_two(a, NODE_PRODUCT, node_integer(a, -1), x);
}

bool
expr_has_symbols(const struct node *x)
{
	if (x->kind == NODE_SYMBOL)
		return !span_equal(x->name, SPAN("pi")) && !span_equal(x->name, SPAN("e")) &&
		       !span_equal(x->name, SPAN("i"));
	for (size_t i = 0; i < x->n; i++)
		if (expr_has_symbols(x->kids[i]))
			return true;
	return false;
}

static int
by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void
put_kids(struct buf *out, const struct node *x)
{
	bool sorted = x->kind == NODE_SUM || x->kind == NODE_PRODUCT || x->kind == NODE_SET ||
		      x->kind == NODE_LIST || x->kind == NODE_UNION;
	char **texts = xcalloc(x->n + 1, sizeof *texts);

	for (size_t i = 0; i < x->n; i++)
		texts[i] = expr_canonical(x->kids[i]);
	if (sorted)
		qsort(texts, x->n, sizeof *texts, by_text);
	for (size_t i = 0; i < x->n; i++) {
		if (x->ops)
			buf_printf(out, " r%d", x->ops[i]);
		buf_putc(out, ' ');
		buf_puts(out, texts[i]);
		free(texts[i]);
	}
	free(texts);
}

char *
expr_canonical(const struct node *x)
{
	struct buf out = BUF_INIT;

	buf_printf(&out, "(%d", (int)x->kind);
	if (x->kind == NODE_NUMBER) {
		char *digits = mpq_get_str(NULL, 36, x->value);

		buf_printf(&out, " %s", digits);
		free(digits);
	}
	if (x->op)
		buf_printf(&out, " o%c", x->op);
	if (x->open)
		buf_printf(&out, " %c%c", x->open, x->close);
	if (x->name.len > 0) {
		buf_putc(&out, ' ');
		buf_add(&out, x->name.s, x->name.len);
	}
	if (x->rows)
		buf_printf(&out, " %zu", x->rows);
	put_kids(&out, x);
	buf_putc(&out, ')');
	return buf_steal(&out);
}
