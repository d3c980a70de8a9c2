/* A doc for a terminal: aligned columns, no frame, colour only where it is asked for. */
#include <stdlib.h>
#include <string.h>

#include "kit/mem.h"
#include "kit/utf8.h"
#include "page/escape.h"
#include "page/write.h"

enum { GUTTER = 2, RUNNING_WIDTH = 100, WRAPPED_MIN = 24, NARROW_MIN = 12 };

static const char BOLD[] = "\033[1m", DIM[] = "\033[2m", RESET[] = "\033[0m";
static const char RED[] = "\033[31m", YELLOW[] = "\033[33m", GREEN[] = "\033[32m";

static char *
shown(const struct text *t)
{
	struct buf b = BUF_INIT;
	char *plain = text_plain(t);

	escape_visible(&b, plain, false);
	buf_puts(&b, "");
	free(plain);
	return buf_steal(&b);
}

static void
coloured(struct buf *out, const struct text_style *style, const char *code, const char *s)
{
	if (style->colour && code != NULL)
		buf_printf(out, "%s%s%s", code, s, RESET);
	else
		buf_puts(out, s);
}

static void
blanks(struct buf *out, size_t n)
{
	while (n-- > 0)
		buf_putc(out, ' ');
}

/* Words of s in lines of at most width columns, each behind indent blanks. */
static void
wrapped(struct buf *out, const char *s, size_t width, size_t indent, size_t first)
{
	size_t at = first;

	while (*s != '\0') {
		size_t len = strcspn(s, " "), columns;
		char *word = xstrndup(s, len);

		columns = escape_columns(word);
		if (at > indent && width > 0 && at + 1 + columns > width) {
			buf_putc(out, '\n');
			blanks(out, indent);
			at = indent;
		}
		if (at > indent) {
			buf_putc(out, ' ');
			at++;
		}
		buf_puts(out, word);
		at += columns;
		free(word);
		s += len;
		s += strspn(s, " ");
	}
	buf_putc(out, '\n');
}

struct layout {
	char **texts;	/* of every entry */
	size_t *widths; /* of every column; 0 is left out */
	size_t dropped, total;
};

static size_t
total_width(const struct layout *l, const struct table *t)
{
	size_t total = 0;

	for (size_t c = 0; c < t->ncolumns; c++)
		if (l->widths[c] > 0)
			total += l->widths[c] + (total > 0 ? GUTTER : 0);
	return total;
}

static char *
column_head(const struct column *c)
{
	return c->unit == NULL ? xstrdup(c->head) : xasprintf("%s %s", c->head, c->unit);
}

static void
measure(struct layout *l, const struct table *t)
{
	l->texts = xreallocarray(NULL, t->nentries + 1, sizeof *l->texts);
	l->widths = xcalloc(t->ncolumns + 1, sizeof *l->widths);
	for (size_t c = 0; c < t->ncolumns; c++) {
		char *head = column_head(&t->columns[c]);

		l->widths[c] = escape_columns(head);
		free(head);
	}
	for (size_t i = 0; i < t->nentries; i++) {
		size_t c = i % t->ncolumns, w;

		l->texts[i] = shown(&t->entries[i].text);
		w = escape_columns(l->texts[i]);
		if (w > l->widths[c])
			l->widths[c] = w;
	}
}

/* The column to leave out next: the smallest keep that isn't 0, the rightmost of those. */
static size_t
least_column(const struct layout *l, const struct table *t)
{
	size_t least = t->ncolumns;

	for (size_t c = 0; c < t->ncolumns; c++)
		if (l->widths[c] > 0 && t->columns[c].keep > 0 &&
			(least == t->ncolumns || t->columns[c].keep <= t->columns[least].keep))
			least = c;
	return least;
}

static size_t
last_column(const struct layout *l, const struct table *t)
{
	size_t last = 0;

	for (size_t c = 0; c < t->ncolumns; c++)
		if (l->widths[c] > 0)
			last = c;
	return last;
}

/* Takes what is over off the widest columns of words, whose entries then wrap. */
static void
narrow(struct layout *l, const struct table *t, size_t over, size_t least)
{
	while (over > 0) {
		size_t widest = t->ncolumns;

		for (size_t c = 0; c < t->ncolumns; c++)
			if (t->columns[c].kind == COLUMN_TEXT && l->widths[c] > least &&
				(widest == t->ncolumns || l->widths[c] >= l->widths[widest]))
				widest = c;
		if (widest == t->ncolumns)
			return;
		l->widths[widest]--;
		over--;
	}
}

static void
fit(struct layout *l, const struct table *t, size_t width)
{
	while (width > 0 && total_width(l, t) > width) {
		size_t last = last_column(l, t), over = total_width(l, t) - width, c;

		if (t->columns[last].kind == COLUMN_TEXT && l->widths[last] >= WRAPPED_MIN + over) {
			l->widths[last] -= over;
			return;
		}
		c = least_column(l, t);
		if (c == t->ncolumns) {
			narrow(l, t, over, NARROW_MIN);
			return;
		}
		l->widths[c] = 0;
		l->dropped++;
	}
}

static const char *
class_colour(const char *class)
{
	static const struct {
		const char *class, *code;
	} codes[] = {{"bad", RED}, {"unsure", YELLOW}, {"good", GREEN}, {"dim", DIM}};

	for (size_t i = 0; class != NULL && i < sizeof codes / sizeof *codes; i++)
		if (strcmp(class, codes[i].class) == 0)
			return codes[i].code;
	return NULL;
}

static void
put_aligned(struct buf *out, const struct text_style *style, const char *s, size_t width,
	const char *code, bool right, bool last)
{
	size_t w = escape_columns(s), pad = width > w ? width - w : 0;

	if (right)
		blanks(out, pad);
	coloured(out, style, code, s);
	if (!right && !last)
		blanks(out, pad);
}

static void
put_heads(struct buf *out, const struct table *t, const struct layout *l,
	const struct text_style *style)
{
	size_t last = last_column(l, t);
	bool first = true;

	for (size_t c = 0; c < t->ncolumns; c++) {
		char *head;

		if (l->widths[c] == 0)
			continue;
		if (!first)
			blanks(out, GUTTER);
		first = false;
		head = column_head(&t->columns[c]);
		put_aligned(out, style, head, l->widths[c], BOLD,
			t->columns[c].kind == COLUMN_NUMBER, c == last);
		free(head);
	}
	buf_putc(out, '\n');
}

/* The bytes of s that fit into width columns, broken at a blank where there is one. */
static size_t
fitting(const char *s, size_t width)
{
	size_t at = 0, blank = 0;

	if (escape_columns(s) <= width)
		return strlen(s);
	for (size_t columns = 0; s[at] != '\0';) {
		size_t len = utf8_length(s + at, strnlen(s + at, 4));
		char one[5] = "";

		memcpy(one, s + at, len == 0 ? 1 : len);
		columns += escape_columns(one);
		if (s[at] == ' ')
			blank = at;
		if (columns > width)
			break;
		at += len == 0 ? 1 : len;
	}
	return blank > 0 ? blank : at > 0 ? at : 1;
}

/* One line of a row; each entry's rest moves on. Returns whether any is left. */
static bool
put_line(struct buf *out, const struct table *t, const struct layout *l, size_t row,
	const char **rest, const struct text_style *style)
{
	size_t last = last_column(l, t);
	bool first = true, more = false;

	for (size_t c = 0; c < t->ncolumns; c++) {
		const struct entry *e = table_entry(t, row, c);
		size_t len;
		char *part;

		if (l->widths[c] == 0)
			continue;
		if (!first)
			blanks(out, GUTTER);
		first = false;
		len = fitting(rest[c], l->widths[c]);
		part = xstrndup(rest[c], len);
		put_aligned(out, style, part, l->widths[c], class_colour(e->class),
			t->columns[c].kind == COLUMN_NUMBER, c == last);
		rest[c] += len;
		rest[c] += strspn(rest[c], " ");
		more = more || *rest[c] != '\0';
		free(part);
	}
	while (out->len > 0 && out->s[out->len - 1] == ' ')
		out->s[--out->len] = '\0';
	buf_putc(out, '\n');
	return more;
}

static void
put_row(struct buf *out, const struct table *t, const struct layout *l, size_t row,
	const struct text_style *style)
{
	const char **rest = xreallocarray(NULL, t->ncolumns + 1, sizeof *rest);

	for (size_t c = 0; c < t->ncolumns; c++)
		rest[c] = l->texts[row * t->ncolumns + c];
	while (put_line(out, t, l, row, rest, style))
		;
	free(rest);
}

static void
put_dropped(struct buf *out, const struct table *t, const struct layout *l,
	const struct text_style *style)
{
	struct buf b = BUF_INIT;

	if (l->dropped == 0)
		return;
	buf_puts(&b, "(left out at this width:");
	for (size_t c = 0, n = 0; c < t->ncolumns; c++)
		if (l->widths[c] == 0)
			buf_printf(&b, "%s %s", n++ > 0 ? "," : "", t->columns[c].head);
	buf_puts(&b, ")");
	if (style->colour)
		buf_puts(out, DIM);
	wrapped(out, b.s, style->width, 1, 0);
	if (style->colour)
		buf_puts(out, RESET);
	buf_free(&b);
}

static void
put_table(struct buf *out, const struct table *t, const struct text_style *style)
{
	struct layout l = {0};

	measure(&l, t);
	fit(&l, t, style->width);
	if (t->caption != NULL)
		wrapped(out, t->caption, style->width > 0 ? style->width : RUNNING_WIDTH, 0, 0);
	put_heads(out, t, &l, style);
	for (size_t r = 0; r < t->nrows; r++)
		put_row(out, t, &l, r, style);
	put_dropped(out, t, &l, style);
	for (size_t i = 0; i < t->nentries; i++)
		free(l.texts[i]);
	free(l.texts);
	free(l.widths);
}

static void
put_head(struct buf *out, const struct block *b, const struct text_style *style)
{
	char *s = shown(&b->text);

	coloured(out, style, BOLD, s);
	buf_putc(out, '\n');
	if (b->level == 1) {
		for (size_t i = escape_columns(s); i > 0; i--)
			buf_putc(out, '=');
		buf_putc(out, '\n');
	} else if (b->level == 2) {
		for (size_t i = escape_columns(s); i > 0; i--)
			buf_putc(out, '-');
		buf_putc(out, '\n');
	}
	free(s);
}

static void
put_block(struct buf *out, const struct block *b, const struct text_style *style)
{
	size_t width = style->width > 0 ? style->width : RUNNING_WIDTH;
	char *s;

	if (b->kind == BLOCK_HEAD) {
		put_head(out, b, style);
		return;
	}
	if (b->kind == BLOCK_TABLE) {
		put_table(out, &b->table, style);
		return;
	}
	s = shown(&b->text);
	if (b->kind == BLOCK_ITEM)
		buf_puts(out, "- ");
	if (b->kind == BLOCK_LOG)
		buf_printf(out, "  | %s\n", s);
	else
		wrapped(out, s, width, b->kind == BLOCK_ITEM ? 2 : 0,
			b->kind == BLOCK_ITEM ? 2 : 0);
	free(s);
}

static bool
is_shown(const struct block *b)
{
	return b->kind != BLOCK_CHART && b->kind != BLOCK_HTML &&
	       !(b->kind == BLOCK_TABLE && b->table.behind);
}

/* Whether a blank line stands between two blocks. */
static bool
is_parted(const struct block *before, const struct block *b)
{
	if (before->kind == BLOCK_HEAD)
		return b->kind == BLOCK_HEAD;
	return b->kind != before->kind || (b->kind != BLOCK_ITEM && b->kind != BLOCK_LOG);
}

void
write_text(struct buf *out, const struct doc *d, const struct text_style *style)
{
	const struct block *before = NULL;

	for (size_t i = 0; i < d->n; i++) {
		const struct block *b = d->blocks[i];

		if (!is_shown(b))
			continue;
		if (before != NULL && is_parted(before, b))
			buf_putc(out, '\n');
		put_block(out, b, style);
		before = b;
	}
}
