/*
 * A doc as one HTML file that needs no network. Its Content-Security-Policy allows the two scripts and
 * the style that stand in it, by their hashes, and nothing else: no eval, no inline handler, no request.
 * Records reach it as escaped text, and as JSON in a data block.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chart/chart.h"
#include "kit/json.h"
#include "kit/num.h"
#include "page/assets.h"
#include "page/cells.h"
#include "page/csp.h"
#include "page/escape.h"
#include "page/write.h"

static void
text_of(struct buf *out, const char *s)
{
	escape_html(out, s, false);
}

static void
put_policy(struct buf *out, const struct html_page *page)
{
	struct asset css = asset_css(), js = asset_js();

	buf_puts(out, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
		      "script-src");
	csp_put_hash(out, page->bundle, page->bundle_len);
	csp_put_hash(out, js.s, js.len);
	buf_puts(out, "; style-src");
	csp_put_hash(out, css.s, css.len);
	buf_puts(out, "; frame-src 'self' file:; img-src data:; base-uri 'none'; form-action "
		      "'none'\">\n");
}

static void
put_spans(struct buf *out, const struct text *t)
{
	for (size_t i = 0; i < t->n; i++) {
		const struct span *s = &t->spans[i];

		switch (s->kind) {
		case SPAN_CODE:
			buf_puts(out, "<code>");
			text_of(out, s->text);
			buf_puts(out, "</code>");
			break;
		case SPAN_STRONG:
			buf_puts(out, "<strong>");
			text_of(out, s->text);
			buf_puts(out, "</strong>");
			break;
		case SPAN_QUIET:
			buf_puts(out, "<span class=\"quiet\">");
			text_of(out, s->text);
			buf_puts(out, "</span>");
			break;
		case SPAN_LINK:
			buf_puts(out, "<a href=\"#");
			text_of(out, s->target);
			buf_puts(out, "\">");
			text_of(out, s->text);
			buf_puts(out, "</a>");
			break;
		case SPAN_NAME:
			buf_puts(out, "<a class=\"name\" href=\"#");
			text_of(out, s->target);
			buf_puts(out, "\">");
			text_of(out, s->text);
			buf_puts(out, "</a>");
			break;
		case SPAN_FIGURE:
		case SPAN_PLAIN: text_of(out, s->text); break;
		}
	}
}

static void
put_heads(struct buf *out, const struct table *t)
{
	buf_puts(out, "<thead><tr>");
	for (size_t c = 0; c < t->ncolumns; c++) {
		buf_printf(out, "<th scope=\"col\"%s>",
			t->columns[c].kind == COLUMN_NUMBER ? " class=\"n\"" : "");
		text_of(out, t->columns[c].head);
		if (t->columns[c].unit != NULL) {
			buf_puts(out, " <span class=\"quiet\">");
			text_of(out, t->columns[c].unit);
			buf_puts(out, "</span>");
		}
		buf_puts(out, "</th>");
	}
	buf_puts(out, "</tr></thead>\n");
}

/* Running text may be broken into lines, names and figures not. */
static bool
is_long(const struct entry *e)
{
	size_t n = 0;

	for (size_t i = 0; i < e->text.n; i++)
		n += strlen(e->text.spans[i].text);
	return n > 44;
}

static void
put_entry(struct buf *out, const struct table *t, size_t row, size_t c)
{
	const struct entry *e = table_entry(t, row, c);
	const char *tag = c == 0 ? "th" : "td";
	bool number = t->columns[c].kind == COLUMN_NUMBER;
	const char *class = e->class != NULL ? e->class : is_long(e) ? "wrap" : NULL;

	buf_printf(out, "<%s%s", tag, c == 0 ? " scope=\"row\"" : "");
	if (number || class != NULL)
		buf_printf(out, " class=\"%s%s%s\"", number ? "n" : "",
			number && class != NULL ? " " : "", class != NULL ? class : "");
	if (isfinite(e->sort)) {
		char s[NUM_TEXT];

		num_canonical(s, e->sort);
		buf_printf(out, " data-v=\"%s\"", s);
	}
	buf_putc(out, '>');
	put_spans(out, &e->text);
	buf_printf(out, "</%s>", tag);
}

/* "name=value" lines as data- attributes. */
static void
put_row_data(struct buf *out, const char *data)
{
	while (data != NULL && *data != '\0') {
		size_t line = strcspn(data, "\n"), name = strcspn(data, "=");
		struct buf value = BUF_INIT;

		buf_add(&value, data + name + 1, line - name - 1);
		buf_puts(out, " data-");
		buf_add(out, data, name);
		buf_puts(out, "=\"");
		text_of(out, value.s);
		buf_putc(out, '"');
		buf_free(&value);
		data += line + (data[line] == '\n');
	}
}

static void
put_rows(struct buf *out, const struct table *t)
{
	buf_puts(out, "<tbody>\n");
	for (size_t r = 0; r < t->nrows; r++) {
		buf_puts(out, "<tr");
		if (t->row_ids[r] != NULL) {
			buf_puts(out, " id=\"");
			text_of(out, t->row_ids[r]);
			buf_putc(out, '"');
		}
		put_row_data(out, t->row_data[r]);
		buf_putc(out, '>');
		for (size_t c = 0; c < t->ncolumns; c++)
			put_entry(out, t, r, c);
		buf_puts(out, "</tr>\n");
	}
	buf_puts(out, "</tbody>");
}

struct state {
	bool section, list;
	const char *title; /* the heading above */
	size_t tables;	   /* below it so far: regions need names of their own */
};

static void
put_table(struct buf *out, const struct table *t, struct state *s)
{
	if (t->behind)
		buf_puts(out, "<details class=\"behind\"><summary>The figures</summary>\n");
	buf_printf(out, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"");
	text_of(out, t->caption != NULL ? t->caption : s->title);
	buf_puts(out, t->behind ? ", figures" : ", table");
	if (s->tables++ > 0)
		buf_printf(out, " %zu", s->tables);
	buf_puts(out, "\"><table id=\"");
	text_of(out, t->id);
	buf_printf(out, "\"%s>", t->filter ? " data-filter" : "");
	if (t->caption != NULL) {
		buf_puts(out, "<caption>");
		text_of(out, t->caption);
		buf_puts(out, "</caption>\n");
	}
	put_heads(out, t);
	put_rows(out, t);
	buf_puts(out, "</table></div>\n");
	if (t->behind)
		buf_puts(out, "</details>\n");
}

static void
put_chart(struct buf *out, const struct block *b)
{
	buf_puts(out, "<figure class=\"chart\"><figcaption>");
	put_spans(out, &b->text);
	buf_puts(out, "</figcaption><div class=\"plot\" data-chart=\"");
	text_of(out, b->id);
	buf_puts(out, "\"></div></figure>\n");
}

static void
put_head(struct buf *out, const struct block *b, struct state *s)
{
	if (b->level == 1)
		return; /* stands in the page's header */
	if (b->level == 2) {
		if (s->section)
			buf_puts(out, "</section>\n");
		buf_puts(out, "<section id=\"");
		text_of(out, b->id);
		buf_puts(out, "\" aria-labelledby=\"");
		text_of(out, b->id);
		buf_puts(out, "-title\"><h2 id=\"");
		text_of(out, b->id);
		buf_puts(out, "-title\">");
		put_spans(out, &b->text);
		buf_puts(out, "</h2>\n");
		s->section = true;
		s->title = b->text.spans[0].text;
		s->tables = 0;
		return;
	}
	s->title = b->text.spans[0].text;
	s->tables = 0;
	buf_printf(out, "<h%d", b->level);
	if (b->id != NULL) {
		buf_puts(out, " id=\"");
		text_of(out, b->id);
		buf_putc(out, '"');
	}
	buf_putc(out, '>');
	put_spans(out, &b->text);
	buf_printf(out, "</h%d>\n", b->level);
}

static void
wrapped(struct buf *out, const char *before, const struct text *t, const char *after)
{
	buf_puts(out, before);
	put_spans(out, t);
	buf_puts(out, after);
}

static void
put_block(struct buf *out, const struct block *b, struct state *s)
{
	if (b->kind == BLOCK_ITEM && !s->list)
		buf_puts(out, "<ul class=\"says\">\n");
	if (b->kind != BLOCK_ITEM && s->list)
		buf_puts(out, "</ul>\n");
	s->list = b->kind == BLOCK_ITEM;
	switch (b->kind) {
	case BLOCK_HEAD: put_head(out, b, s); break;
	case BLOCK_PARA: wrapped(out, "<p>", &b->text, "</p>\n"); break;
	case BLOCK_CAVEAT: wrapped(out, "<p class=\"caveat\">", &b->text, "</p>\n"); break;
	case BLOCK_ITEM: wrapped(out, "<li>", &b->text, "</li>\n"); break;
	case BLOCK_LOG:
		wrapped(out, "<pre class=\"log\" tabindex=\"0\">", &b->text, "</pre>\n");
		break;
	case BLOCK_TABLE: put_table(out, &b->table, s); break;
	case BLOCK_CHART: put_chart(out, b); break;
	case BLOCK_HTML:
		for (size_t i = 0; i < b->text.n; i++)
			buf_puts(out, b->text.spans[i].text);
		break;
	}
}

/* A value of ours as a data block with that id; takes v. */
static void
put_data(struct buf *out, const char *id, json_t *v)
{
	char *text = json_text(v);

	buf_printf(out, "<script type=\"application/json\" id=\"data-%s\">", id);
	escape_json_block(out, text, strlen(text));
	buf_puts(out, "</script>\n");
	free(text);
	json_decref(v);
}

static json_t *
charts_json(const struct doc *d)
{
	json_t *all = json_object();

	for (size_t i = 0; i < d->n; i++) {
		json_t *spec;

		if (d->blocks[i]->kind != BLOCK_CHART)
			continue;
		spec = chart_colours(d->blocks[i]->spec, THEME_PAGE);
		json_object_del(
			spec, "$schema"); /* Vega-Lite 6 draws it and would complain of a 5 */
		json_object_set_new(all, d->blocks[i]->id, spec);
	}
	return all;
}

static void
put_all_data(struct buf *out, const struct doc *d, const struct html_page *page)
{
	put_data(out, "charts", charts_json(d));
	put_data(out, "heads", cells_heads());
	put_data(out, "cells", cells_json(page->report));
	put_data(out, "contrasts", contrasts_json(page->report));
	put_data(out, "answers",
		page->answers == NULL ? json_object()
				      : answers_index(page->answers, page->bundled));
	if (page->answers != NULL && page->bundled)
		answers_put_blocks(page->answers, out);
}

static void
put_nav(struct buf *out, const struct doc *d)
{
	buf_puts(out, "<nav aria-label=\"Sections\"><ul>\n");
	for (size_t i = 0; i < d->n; i++) {
		const struct block *b = d->blocks[i];

		if (b->kind != BLOCK_HEAD || b->level != 2)
			continue;
		buf_puts(out, "<li><a href=\"#");
		text_of(out, b->id);
		buf_puts(out, "\">");
		put_spans(out, &b->text);
		buf_puts(out, "</a></li>\n");
	}
	buf_puts(out, "</ul></nav>\n");
}

static void
put_start(struct buf *out, const struct html_page *page)
{
	struct asset css = asset_css();

	buf_puts(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
	put_policy(out, page);
	buf_puts(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
		      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
	text_of(out, page->title);
	buf_puts(out, "</title>\n<style>");
	buf_add(out, css.s, css.len);
	buf_puts(out, "</style>\n</head>\n<body>\n"
		      "<a class=\"skip\" href=\"#report\">Skip to the report</a>\n<header><h1>");
	text_of(out, page->title);
	buf_puts(out, "</h1></header>\n");
}

static void
put_script(struct buf *out, const char *s, size_t len)
{
	buf_puts(out, "<script>");
	buf_add(out, s, len);
	buf_puts(out, "</script>\n");
}

void
write_html(struct buf *out, const struct doc *d, const struct html_page *page)
{
	struct asset js = asset_js();
	struct state s = {0};

	put_start(out, page);
	put_nav(out, d);
	buf_puts(out, "<main id=\"report\">\n");
	for (size_t i = 0; i < d->n; i++)
		put_block(out, d->blocks[i], &s);
	if (s.list)
		buf_puts(out, "</ul>\n");
	if (s.section)
		buf_puts(out, "</section>\n");
	buf_puts(out, "</main>\n<main id=\"view\" hidden></main>\n<div id=\"tip\" hidden></div>\n");
	put_all_data(out, d, page);
	put_script(out, page->bundle, page->bundle_len);
	put_script(out, js.s, js.len);
	buf_puts(out, "</body>\n</html>\n");
}
