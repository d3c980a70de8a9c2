/* The tables of a doc as CSV (RFC 4180, but LF), numbers as the report shows them. */
#include <math.h>
#include <stdlib.h>

#include "kit/num.h"
#include "page/escape.h"
#include "page/write.h"

static void
put_entry(struct buf *out, const struct entry *e)
{
	char *s = text_plain(&e->text);

	escape_csv(out, s);
	free(s);
}

static void
put_table(struct buf *out, const struct table *t)
{
	for (size_t c = 0; c < t->ncolumns; c++) {
		if (c > 0)
			buf_putc(out, ',');
		escape_csv(out, t->columns[c].head);
		if (t->columns[c].unit != NULL) {
			buf_putc(out, ' ');
			escape_csv(out, t->columns[c].unit);
		}
	}
	buf_putc(out, '\n');
	for (size_t i = 0; i < t->nentries; i++) {
		if (i % t->ncolumns > 0)
			buf_putc(out, ',');
		put_entry(out, &t->entries[i]);
		if (i % t->ncolumns == t->ncolumns - 1)
			buf_putc(out, '\n');
	}
}

void
write_csv(struct buf *out, const struct doc *d)
{
	size_t tables = 0, done = 0;

	for (size_t i = 0; i < d->n; i++)
		tables += d->blocks[i]->kind == BLOCK_TABLE;
	for (size_t i = 0; i < d->n; i++) {
		if (d->blocks[i]->kind != BLOCK_TABLE)
			continue;
		if (tables > 1)
			buf_printf(out, "%s# %s\n", done > 0 ? "\n" : "", d->blocks[i]->table.id);
		put_table(out, &d->blocks[i]->table);
		done++;
	}
}
