/*
 * Records: JSON Lines. A record is its line first and a value second: reading checks the line's
 *whole grammar and indexes the spans of its top-level fields in one pass, without a tree; a field
 *becomes a Jansson value when a tool asks for it; writing copies every span that the tool didn't
 *touch, byte for byte, and puts in what is new. So unknown fields stay exactly as they came.
 *
 *	struct rec_reader in;
 *	struct rec *r;
 *	rec_reader_init(&in, argv + optind, argc - optind);
 *	while (rec_next(&in, &r)) {
 *		if (rec_is(r, "answer"))
 *			rec_set_new(r, "verdict", judge(rec_get(r, "answer")));
 *		rec_write(r, stdout);
 *	}
 *	return rec_reader_finish(&in) | close_stdout() …
 *
 * Accepted is what Jansson accepts of a JSON object with JSON_REJECT_DUPLICATES (a fuzz test holds
 *the two together): UTF-8, no NUL, no lone surrogates, no number out of range, depth 2048 at most.
 * A line is 64 MiB at most; a last line without LF is accepted; a trailing CR is a blank to JSON.
 */
#ifndef TIERBENCH_KIT_REC_H
#define TIERBENCH_KIT_REC_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "kit/buf.h"

enum { REC_LINE_MAX = 64 << 20 };

struct rec; /* one record; owned by its reader, valid until the next rec_next() */

struct rec_reader {
	char **files; /* operands; "-" is standard input */
	int nfiles, at;
	bool keep_going;  /* a bad line becomes an error record on errors_to */
	FILE *errors_to;  /* where such records go: standard output unless set otherwise */
	int fd;		  /* -1 between files */
	const char *name; /* of the file being read, "<stdin>" for standard input */
	uint64_t line;	  /* number of the line just read, from 1 in each file */
	uint64_t offset;  /* where that line starts in its file, in bytes */
	uint64_t bad;	  /* bad lines met under keep_going */
	struct rec *rec;
	/* What was read and not yet given out: text[from..to). */
	char *text;
	size_t from, to, cap;
	uint64_t read; /* bytes of this file so far */
};

/* files may be NULL or nfiles 0: standard input alone. Borrows files. */
void rec_reader_init(struct rec_reader *in, char **files, int nfiles);
/*
 * The next record into *r: true, or false at the end. A bad line says "tool: file:line:column:
 * what" and exits with EXIT_BAD_INPUT; with keep_going it is replaced by an error record and
 * skipped. A file that can't be opened exits with EXIT_NO_INPUT, a failed read with EXIT_IO.
 */
bool rec_next(struct rec_reader *in, struct rec **r);
/* Says of the record just read "tool: file:line: what", as for a bad line; exits unless keep_going.
 */
void rec_bad(struct rec_reader *in, size_t column, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* Releases; returns EXIT_DONE, or EXIT_BAD_INPUT where keep_going met bad lines. */
int rec_reader_finish(struct rec_reader *in);

/* Makes a record of a line in memory: NULL, with *column and *why (static) set, where it is bad. */
struct rec *rec_parse(const char *line, size_t len, size_t *column, const char **why);
/* A new record that starts as {"kind":KIND}. */
struct rec *rec_new(const char *kind);
void rec_free(struct rec *r);

bool rec_is(const struct rec *r, const char *kind);
/* The kind, "" where there is none or it is no string; borrowed. */
const char *rec_kind(struct rec *r);
/* The field as a value, NULL where absent; borrowed from the record. Don't change it: set a new
 * one. */
json_t *rec_get(struct rec *r, const char *key);
/* The string at key, otherwise where it is absent or no string; borrowed. */
const char *rec_str(struct rec *r, const char *key, const char *otherwise);
/* The raw text of a field's value, NULL where absent; borrowed, not terminated. */
const char *rec_raw(struct rec *r, const char *key, size_t *len);
/* Replaces the field in its place, or appends it. Steals v; a NULL v removes the field. */
void rec_set_new(struct rec *r, const char *key, json_t *v);
/* As rec_set_new(), of a value that is JSON text already. */
void rec_set_raw(struct rec *r, const char *key, const char *text, size_t len);
/* The record as one Jansson object, a new reference. */
json_t *rec_value(struct rec *r);
/* Appends the record's line, LF included. Unchanged records are copied byte for byte. */
void rec_put(struct rec *r, struct buf *b);
/* Writes the line to f; a failed write exits with EXIT_IO, but EPIPE goes by SIGPIPE. */
void rec_write(struct rec *r, FILE *f);
/* Writes v as one line. */
void json_write_line(const json_t *v, FILE *f);

/* fflush, ferror and fclose of standard output, each checked: EXIT_DONE or EXIT_IO, having said
 * why. */
int close_stdout(void);

#endif
