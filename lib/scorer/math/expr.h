/*
 * Mathematical expressions as people and models write final answers: LaTeX, plain text, or both
 * mixed.
 *
 * A tree is built once, in an arena that owns every node, and not changed afterwards. The size of a
 * tree and the depth of its nesting are bounded, so the work on it is; what goes beyond is no
 * expression. Units, currency signs, degree signs and text beside a value are read and dropped: an
 * answer is compared by its value. A percent sign is remembered in the arena.
 */
#ifndef TIERBENCH_SCORER_MATH_EXPR_H
#define TIERBENCH_SCORER_MATH_EXPR_H

#include <gmp.h>

#include "scorer/text.h"

enum node_kind {
	NODE_NUMBER,   /* value */
	NODE_SYMBOL,   /* name */
	NODE_WORDS,    /* name: text that is no mathematics */
	NODE_INFINITY, /* positive; its negative is a product with -1 */
	NODE_SUM,
	NODE_PRODUCT,
	NODE_POWER,	/* base, exponent; a quotient is a product with a power of -1 */
	NODE_FUNCTION,	/* name; arguments */
	NODE_PLUSMINUS, /* one kid; op is '+' for ±, '-' for ∓ */
	NODE_LIST,	/* members in any order, without brackets */
	NODE_SET,	/* members in any order */
	NODE_TUPLE,	/* members in order; open and close are its brackets: ( [ < : */
	NODE_MATRIX,	/* rows × (n / rows) cells, row by row */
	NODE_RELATION,	/* kids and the relation in front of each but the first: ops[i] */
	NODE_UNION, /* members in any order; op is 'u' union, 'n' intersection, '\\' difference */
	NODE_BASED, /* name: the digits; one kid: their base */
};

enum relation { REL_EQ, REL_NE, REL_LT, REL_LE, REL_GT, REL_GE, REL_IN, REL_OTHER };

struct node {
	enum node_kind kind;
	char op, open, close;
	mpq_t value;
	struct span name;
	struct node **kids;
	unsigned char *ops;
	size_t n, rows;
	struct node *next; /* in the arena */
};

struct arena {
	struct node *first;
	size_t nodes;
	bool percent; /* a percent sign stood in the text */
	bool pure; /* set by the caller: prose outside \text{…} is refused, units and "and" are not
		    */
	bool stop;     /* a full stop stood at the end */
	long compared; /* values compared so far, against runaway lists */
};

enum { EXPR_NODES = 4000, EXPR_DEPTH = 60, EXPR_BYTES = 8000, EXPR_COMPARED = 20000 };

void arena_free(struct arena *a);
struct node *node_new(struct arena *a, enum node_kind kind);
struct node *node_integer(struct arena *a, long value);
/* Appends a kid. */
void node_add(struct node *parent, struct node *kid);
struct node *node_two(struct arena *a, enum node_kind kind, struct node *x, struct node *y);
struct node *node_negated(struct arena *a, struct node *x);

/* The tree of all of text, which must outlive it; NULL where text is no expression or too large. */
struct node *expr_parse(struct arena *a, struct span text);

/*
 * Exact evaluation to a rational number. point < 0: constants only; else every symbol (but not i,
 * e, π) stands for a fixed rational that depends on its name and on point. False where the value is
 * no rational number, or too large to be worth the work.
 */
bool expr_exact(const struct node *x, int point, mpq_t out);

/* The same in floating point, complex. False where the value is unknown or not finite. */
struct complex_value {
	long double re, im;
};
bool expr_numeric(const struct node *x, int point, struct complex_value *out, long double *scale);

/*
 * A real algebraic expression in numbers and π to about 300 digits. False where it is something
 * else. out is initialised by the caller with EXPR_BITS.
 */
enum { EXPR_BITS = 1024 };
bool expr_precise(const struct node *x, mpf_t out);

/* A text that is equal for trees that differ only in the order of terms and factors. */
char *expr_canonical(const struct node *x);

bool expr_has_symbols(const struct node *x);

/* Whether two answers mean the same; new nodes go to a. */
bool expr_equal(struct arena *a, struct node *x, struct node *y);

#endif
