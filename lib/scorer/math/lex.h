/*
 * The tokens of an expression, read on demand at a place in the text. Blanks, LaTeX's spacing and
 * sizing commands and currency signs are passed over.
 */
#ifndef TIERBENCH_SCORER_MATH_LEX_H
#define TIERBENCH_SCORER_MATH_LEX_H

#include "scorer/math/expr.h"

enum token_kind {
	TOK_END,
	TOK_NUMBER, /* see lex_number */
	TOK_NAME,
	TOK_FUNCTION,
	TOK_WORD, /* plain prose or a unit */
	TOK_TEXT, /* \text{…} that is no mathematics; name is what is in it */
	TOK_OP,	  /* op: + - * / : ^ _ ! % ' , ; | . and 'd' for a degree sign */
	TOK_PLUSMINUS,
	TOK_OPEN,  /* op: ( [ < S for \{ F for floor C for ceiling */
	TOK_CLOSE, /* op: ) ] > S F C */
	TOK_GROUP, /* { and what works like it: \boxed{, \text{12 */
	TOK_UNGROUP,
	TOK_RELATION, /* rel */
	TOK_UNION,    /* op: u n \ */
	TOK_AND,
	TOK_FRACTION,
	TOK_ROOT,
	TOK_BINOMIAL,
	TOK_BEGIN, /* name: the environment */
	TOK_FINISH,
	TOK_AMPERSAND,
	TOK_ROW,
	TOK_INFINITY,
	TOK_WRAP,	 /* \vec, \overline …: name */
	TOK_SUPERSCRIPT, /* ² ³: digit in op */
	TOK_BAD,
};

struct token {
	enum token_kind kind;
	char op;
	bool bare;    /* TOK_WORD: prose, no unit */
	bool command; /* written with a backslash */
	enum relation rel;
	struct span name;
	size_t start, end; /* where it stands in the text */
};

/* The token at or behind `at`. in_rows: inside an environment, where \\ ends a row. */
struct token lex_token(struct span text, size_t at, bool in_rows);
/* Where the next token starts. */
size_t lex_skip(struct span text, size_t at);
/*
 * A number: digits with thousands marks (plain commas only where commas is set), a decimal
 * fraction, a repeating one (0.1\overline{6}), a decimal exponent. Sets value; returns the end, or
 * at where there is none. *whole: digits alone.
 */
size_t lex_number(struct span text, size_t at, bool commas, mpq_t value, bool *whole);

#endif
