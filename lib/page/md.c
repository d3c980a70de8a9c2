/* A doc as GitHub's Markdown. */
#include <stdlib.h>
#include <string.h>

#include "page/escape.h"
#include "page/write.h"

static void
put_text(struct buf *out, const struct text *t, bool refs)
{
	for (size_t i = 0; i < t->n; i++) {
		const struct span *s = &t->spans[i];

		switch (s->kind) {
		case SPAN_CODE:
		case SPAN_NAME: escape_md_code(out, s->text); break;
		case SPAN_STRONG:
			buf_puts(out, "**");
			escape_md(out, s->text);
			buf_puts(out, "**");
			break;
		case SPAN_FIGURE:
			buf_puts(out, refs ? "[" : "");
			escape_md(out, s->text);
			if (refs)
				buf_printf(out, "](<%s>)", s->target);
			break;
		case SPAN_PLAIN:
		case SPAN_QUIET:
		case SPAN_LINK: escape_md(out, s->text); break;
		}
	}
}

static void
put_table(struct buf *out, const struct table *t, bool refs)
{
	if (t->caption != NULL) {
		escape_md(out, t->caption);
		buf_puts(out, "\n\n");
	}
	for (size_t c = 0; c < t->ncolumns; c++) {
		buf_puts(out, c == 0 ? "| " : " | ");
		escape_md(out, t->columns[c].head);
		if (t->columns[c].unit != NULL) {
			buf_putc(out, ' ');
			escape_md(out, t->columns[c].unit);
		}
	}
	buf_puts(out, " |\n");
	for (size_t c = 0; c < t->ncolumns; c++)
		buf_puts(out, t->columns[c].kind == COLUMN_NUMBER ? "| ---: " : "| --- ");
	buf_puts(out, "|\n");
	for (size_t r = 0; r < t->nrows; r++) {
		for (size_t c = 0; c < t->ncolumns; c++) {
			buf_puts(out, c == 0 ? "| " : " | ");
			put_text(out, &table_entry(t, r, c)->text, refs);
		}
		buf_puts(out, " |\n");
	}
}

static void
put_block(struct buf *out, const struct block *b, bool refs)
{
	switch (b->kind) {
	case BLOCK_HEAD:
		for (int i = 0; i < b->level; i++)
			buf_putc(out, '#');
		buf_putc(out, ' ');
		put_text(out, &b->text, refs);
		break;
	case BLOCK_TABLE: put_table(out, &b->table, refs); return;
	case BLOCK_ITEM:
		buf_puts(out, "- ");
		put_text(out, &b->text, refs);
		break;
	case BLOCK_CAVEAT:
		buf_puts(out, "> ");
		put_text(out, &b->text, refs);
		break;
	case BLOCK_LOG: {
		char *s = text_plain(&b->text);

		escape_md_code(out, s);
		free(s);
		break;
	}
	case BLOCK_CHART:
		buf_puts(out, "**");
		put_text(out, &b->text, refs);
		buf_puts(out, "**");
		break;
	case BLOCK_PARA: put_text(out, &b->text, refs); break;
	case BLOCK_HTML: return;
	}
	buf_putc(out, '\n');
}

void
write_md(struct buf *out, const struct doc *d, bool refs)
{
	const struct block *before = NULL;

	for (size_t i = 0; i < d->n; i++) {
		const struct block *b = d->blocks[i];

		if (b->kind == BLOCK_HTML)
			continue;
		if (before != NULL && !(b->kind == BLOCK_ITEM && before->kind == BLOCK_ITEM))
			buf_putc(out, '\n');
		put_block(out, b, refs);
		before = b;
	}
}
