#include "page/doc.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/buf.h"
#include "kit/mem.h"

static void
add_span(struct text *t, enum span_kind kind, const char *target, const char *s)
{
	struct span *p;

	GROW(t->spans, t->n, t->cap);
	p = &t->spans[t->n++];
	p->kind = kind;
	p->text = xstrdup(s);
	p->target = target == NULL ? NULL : xstrdup(target);
}

void
text_add(struct text *t, const char *s)
{
	add_span(t, SPAN_PLAIN, NULL, s);
}

void
text_addf(struct text *t, const char *fmt, ...)
{
	va_list ap;
	char *s;

	va_start(ap, fmt);
	if (vasprintf(&s, fmt, ap) < 0)
		abort();
	va_end(ap);
	text_add(t, s);
	free(s);
}

void
text_code(struct text *t, const char *s)
{
	add_span(t, SPAN_CODE, NULL, s);
}

void
text_strong(struct text *t, const char *s)
{
	add_span(t, SPAN_STRONG, NULL, s);
}

void
text_quiet(struct text *t, const char *s)
{
	add_span(t, SPAN_QUIET, NULL, s);
}

void
text_link(struct text *t, const char *target, const char *s)
{
	add_span(t, SPAN_LINK, target, s);
}

void
text_name(struct text *t, const char *target, const char *s)
{
	add_span(t, SPAN_NAME, target, s);
}

void
text_figure(struct text *t, const char *ref, const char *s)
{
	add_span(t, SPAN_FIGURE, ref, s);
}

char *
text_plain(const struct text *t)
{
	struct buf b = BUF_INIT;

	for (size_t i = 0; i < t->n; i++)
		buf_puts(&b, t->spans[i].text);
	return buf_steal(&b);
}

void
text_release(struct text *t)
{
	for (size_t i = 0; i < t->n; i++) {
		free(t->spans[i].text);
		free(t->spans[i].target);
	}
	free(t->spans);
	memset(t, 0, sizeof *t);
}

static void
table_release(struct table *t)
{
	for (size_t i = 0; i < t->ncolumns; i++) {
		free(t->columns[i].head);
		free(t->columns[i].unit);
	}
	for (size_t i = 0; i < t->nentries; i++)
		text_release(&t->entries[i].text);
	for (size_t i = 0; i < t->nrows; i++) {
		free(t->row_ids[i]);
		free(t->row_data[i]);
	}
	free(t->columns);
	free(t->entries);
	free(t->row_ids);
	free(t->row_data);
	free(t->id);
	free(t->caption);
}

void
doc_drop_last(struct doc *d)
{
	struct block *b = d->blocks[--d->n];

	free(b->id);
	text_release(&b->text);
	table_release(&b->table);
	json_decref(b->spec);
	free(b);
}

void
doc_free(struct doc *d)
{
	while (d->n > 0)
		doc_drop_last(d);
	free(d->blocks);
	memset(d, 0, sizeof *d);
}

static struct block *
add_block(struct doc *d, enum block_kind kind)
{
	struct block *b = xcalloc(1, sizeof *b);

	b->kind = kind;
	GROW(d->blocks, d->n, d->cap);
	d->blocks[d->n++] = b;
	return b;
}

struct text *
doc_head(struct doc *d, int level, const char *id, const char *title)
{
	struct block *b = add_block(d, BLOCK_HEAD);

	b->level = level;
	b->id = id == NULL ? NULL : xstrdup(id);
	text_add(&b->text, title);
	return &b->text;
}

struct text *
doc_para(struct doc *d)
{
	return &add_block(d, BLOCK_PARA)->text;
}

struct text *
doc_caveat(struct doc *d)
{
	return &add_block(d, BLOCK_CAVEAT)->text;
}

struct text *
doc_item(struct doc *d)
{
	return &add_block(d, BLOCK_ITEM)->text;
}

struct text *
doc_log(struct doc *d)
{
	return &add_block(d, BLOCK_LOG)->text;
}

struct table *
doc_table(struct doc *d, const char *id, const char *caption)
{
	struct block *b = add_block(d, BLOCK_TABLE);

	b->table.id = xstrdup(id);
	b->table.caption = caption == NULL ? NULL : xstrdup(caption);
	return &b->table;
}

struct text *
doc_chart(struct doc *d, const char *id, json_t *spec)
{
	struct block *b = add_block(d, BLOCK_CHART);

	b->id = xstrdup(id);
	b->spec = spec;
	return &b->text;
}

void
doc_html(struct doc *d, const char *markup)
{
	text_add(&add_block(d, BLOCK_HTML)->text, markup);
}

void
table_column(struct table *t, enum column_kind kind, int keep, const char *head, const char *unit)
{
	struct column *c;

	GROW(t->columns, t->ncolumns, t->columns_cap);
	c = &t->columns[t->ncolumns++];
	c->head = xstrdup(head);
	c->unit = unit == NULL ? NULL : xstrdup(unit);
	c->kind = kind;
	c->keep = keep;
}

void
table_row(struct table *t, const char *id)
{
	if (t->nrows == t->rows_cap) {
		size_t cap = t->rows_cap ? t->rows_cap * 2 : 16;

		t->row_ids = xreallocarray(t->row_ids, cap, sizeof *t->row_ids);
		t->row_data = xreallocarray(t->row_data, cap, sizeof *t->row_data);
		t->rows_cap = cap;
	}
	t->row_ids[t->nrows] = id == NULL ? NULL : xstrdup(id);
	t->row_data[t->nrows++] = NULL;
}

void
table_row_data(struct table *t, const char *name, const char *value)
{
	char **data = &t->row_data[t->nrows - 1], *old = *data;

	*data = old == NULL ? xasprintf("%s=%s", name, value)
			    : xasprintf("%s\n%s=%s", old, name, value);
	free(old);
}

struct text *
table_text(struct table *t, const char *s)
{
	return table_number(t, NAN, s);
}

struct text *
table_number(struct table *t, double sort, const char *s)
{
	struct entry *e;

	GROW(t->entries, t->nentries, t->entries_cap);
	e = &t->entries[t->nentries++];
	memset(e, 0, sizeof *e);
	e->sort = sort;
	if (*s != '\0')
		text_add(&e->text, s);
	return &e->text;
}

void
table_class(struct table *t, const char *class)
{
	t->entries[t->nentries - 1].class = class;
}

struct entry *
table_entry(const struct table *t, size_t row, size_t column)
{
	return &t->entries[row * t->ncolumns + column];
}
