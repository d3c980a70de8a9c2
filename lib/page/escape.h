/*
 * Text of others made harmless, in one place. A model's words, a log's line and a file's name may hold
 * anything: tags, terminal escapes, marks that turn the direction of what follows. Each function shows
 * such characters for what they are: controls as their pictures (U+2400…), direction marks and other
 * characters without a shape as <U+202E>. LF and TAB stay where keep_lines is set, else become blanks.
 */
#ifndef TIERBENCH_PAGE_ESCAPE_H
#define TIERBENCH_PAGE_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>

#include "kit/buf.h"

/* For a terminal, and the base of the others. */
void escape_visible(struct buf *b, const char *s, bool keep_lines);
/* For HTML, as text and in quoted attributes. */
void escape_html(struct buf *b, const char *s, bool keep_lines);
/* For Markdown (GitHub's), in a paragraph or a table. */
void escape_md(struct buf *b, const char *s);
/* As a code span of Markdown. */
void escape_md_code(struct buf *b, const char *s);
/* A part of a URL's path or fragment: all but letters, digits and "-._~" as %XX. */
void escape_url(struct buf *b, const char *s);
/* A field of RFC 4180. */
void escape_csv(struct buf *b, const char *s);
/* JSON text for a data block of HTML: no "<" stays in it, so no tag can end the block. */
void escape_json_block(struct buf *b, const char *json, size_t len);
/* Columns that s takes on a terminal (after escape_visible). */
size_t escape_columns(const char *s);

#endif
