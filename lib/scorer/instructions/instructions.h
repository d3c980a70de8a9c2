/*
 * The constraints of IFEval and IFBench: a type is a row of the table in table.c and a function
 *that says of one text whether it follows. The functions behave as the reference checkers do (the
 * compatible reading); where those have a plain fault, the corrected reading has it put right.
 *
 *	struct answer_text t;
 *	struct constraint c;
 *	answer_text_init(&t, text, len);
 *	char *why = constraint_init(&c, "keywords:existence", args, READ_COMPATIBLE);
 *	if (!why) {
 *		enum outcome strict = judge_strict(&c, &t), loose = judge_loose(&c, &t);
 *		…
 *	}
 */
#ifndef TIERBENCH_SCORER_INSTRUCTIONS_H
#define TIERBENCH_SCORER_INSTRUCTIONS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "language/ustr.h"

enum outcome { OUTCOME_ERROR = -1, NOT_FOLLOWED = 0, FOLLOWED = 1 };

enum reading { READ_COMPATIBLE, READ_CORRECTED };

/* One text under judgement. What is derived from it is made when first asked for. */
struct text {
	struct arena *arena;
	struct ustr s;
	bool blank;
	struct ustr lower; /* s NULL until made */
	const char *utf8;
	size_t utf8_len;
};

/* str.lower() of the text. */
struct ustr text_lower(struct text *t);
/* The text as UTF-8. */
const char *text_utf8(struct text *t, size_t *len);

/*
 * An answer and what is left of it for the loose verdict: as it is, without '*', without its first
 * line, its last, both, and these three without '*', in this order. Variants that are the same
 * slice as an earlier one are left out.
 */
enum { VARIANTS_MAX = 8 };
struct answer_text {
	struct arena arena;
	struct text variant[VARIANTS_MAX];
	int n;
};

void answer_text_init(struct answer_text *t, const char *text, size_t len);
void answer_text_release(struct answer_text *t);

enum arg_kind {
	ARG_NONE,
	ARG_COUNT,    /* a number, not negative */
	ARG_RELATION, /* "at least" or "less than" */
	ARG_TEXT,     /* a string that isn't empty */
	ARG_TEXTS,    /* an array of them, not empty */
};

struct arg {
	double num;
	bool less; /* relation: "less than" */
	struct ustr text;
	struct ulist texts;
};

struct pattern;
struct constraint;

enum { ARGS_MAX = 5 };

struct constraint_type {
	const char *id;
	enum outcome (*check)(const struct constraint *c, struct text *t);
	struct {
		const char *name;
		enum arg_kind kind;
	} arg[ARGS_MAX];
	/* More to make ready: NULL, or what is wrong (the caller's to free). May be NULL. */
	char *(*prepare)(struct constraint *c);
	bool needs_data;  /* the language data must be there */
	const char *help; /* what follows, in one line */
};

/* A type with its arguments. */
struct constraint {
	const struct constraint_type *type;
	enum reading reading;
	struct arena arena;
	struct arg arg[ARGS_MAX]; /* in the order of the type's row */
	struct pattern **patterns;
	size_t npatterns;
};

/* The table, all types of IFEval, then of IFBench; ends with a row whose id is NULL. */
extern const struct constraint_type constraint_types[];
const struct constraint_type *constraint_type_find(const char *id);

/*
 * Makes c of an id and its arguments (an object, or NULL for none; nulls in it count as absent,
 * names that the type doesn't know are passed over, as the references do). NULL, or what is wrong,
 * the caller's to free; then c holds nothing.
 */
char *constraint_init(struct constraint *c, const char *id, const json_t *args, enum reading r);
void constraint_release(struct constraint *c);

enum outcome judge_strict(const struct constraint *c, struct answer_text *t);
/* Followed where any variant follows; an error where one comes before that. */
enum outcome judge_loose(const struct constraint *c, struct answer_text *t);

/* count `less than` or `at least` a number of argument num, by the relation of argument rel. */
enum outcome compare_count(const struct constraint *c, size_t count, int num, int rel);

/*
 * Patterns come unescaped from arguments into the references' regular expressions. Without any
 * special character they are searched for as they are, else by PCRE2 with Python's spelling
 * translated.
 */
enum pattern_flag {
	PATTERN_IGNORE_CASE = 1,
	PATTERN_WORD = 2, /* \b before and behind */
	PATTERN_MULTILINE = 4,
	PATTERN_NUMBERED = 8, /* \s? before, \s?\d+\s? behind */
};
/* Adds one to c; NULL, or what is wrong with it. */
char *pattern_add(struct constraint *c, struct ustr source, unsigned flags);
void pattern_free(struct pattern *p);
/* Is it in the text? */
enum outcome pattern_search(const struct pattern *p, struct text *t);
/* How often, without overlaps; -1 where the search gave up. *groups: capture groups, for re.split.
 */
long pattern_count(const struct pattern *p, struct text *t, size_t *groups);

/* Does Python's json.loads accept it? */
bool python_json_valid(struct ustr s);

/* keywords.c */
char *prepare_keywords(struct constraint *c);
char *prepare_keyword(struct constraint *c);
char *prepare_forbidden(struct constraint *c);
char *prepare_letter(struct constraint *c);
enum outcome check_keywords(const struct constraint *c, struct text *t);
enum outcome check_frequency(const struct constraint *c, struct text *t);
enum outcome check_forbidden(const struct constraint *c, struct text *t);
enum outcome check_letter_frequency(const struct constraint *c, struct text *t);
/* lengths.c */
char *prepare_nth_paragraph(struct constraint *c);
enum outcome check_number_words(const struct constraint *c, struct text *t);
enum outcome check_paragraphs(const struct constraint *c, struct text *t);
enum outcome check_nth_paragraph(const struct constraint *c, struct text *t);
/* detectable.c */
char *prepare_postscript(struct constraint *c);
char *prepare_sections(struct constraint *c);
enum outcome check_placeholders(const struct constraint *c, struct text *t);
enum outcome check_postscript(const struct constraint *c, struct text *t);
enum outcome check_bullets(const struct constraint *c, struct text *t);
enum outcome check_constrained(const struct constraint *c, struct text *t);
enum outcome check_highlights(const struct constraint *c, struct text *t);
enum outcome check_sections(const struct constraint *c, struct text *t);
enum outcome check_json(const struct constraint *c, struct text *t);
enum outcome check_title(const struct constraint *c, struct text *t);
/* startend.c */
enum outcome check_two_responses(const struct constraint *c, struct text *t);
enum outcome check_repeat_prompt(const struct constraint *c, struct text *t);
enum outcome check_end(const struct constraint *c, struct text *t);
enum outcome check_quotation(const struct constraint *c, struct text *t);
enum outcome check_no_comma(const struct constraint *c, struct text *t);

#endif
