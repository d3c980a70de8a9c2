/*
 * Recursive descent, from lists down to single values: list, relation, ratio, union, sum, term,
 * factor. A function returns NULL once the text is no expression.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "kit/mem.h"
#include "scorer/math/expr.h"
#include "scorer/math/lex.h"

struct parser {
	struct arena *arena;
	struct span text;
	size_t at;
	int depth;
	int brackets; /* inside ( [ or \{: a plain comma separates */
	int bars;     /* inside |…| */
	bool in_rows;
	bool degrees; /* a degree sign was read */
};

static struct node *parse_list(struct parser *p);
static struct node *parse_sum(struct parser *p);
static struct node *parse_base(struct parser *p);
static struct node *parse_factor(struct parser *p);

static struct token
peek(const struct parser *p)
{
	return lex_token(p->text, p->at, p->in_rows);
}

static struct token
take(struct parser *p)
{
	struct token k = peek(p);

	p->at = k.end;
	return k;
}

static bool
take_op(struct parser *p, char op)
{
	struct token k = peek(p);

	if (k.kind != TOK_OP || k.op != op)
		return false;
	p->at = k.end;
	return true;
}

static bool
take_kind(struct parser *p, enum token_kind kind)
{
	struct token k = peek(p);

	if (k.kind != kind)
		return false;
	p->at = k.end;
	return true;
}

static struct node *
make(struct parser *p, enum node_kind kind)
{
	return p->arena->nodes < EXPR_NODES ? node_new(p->arena, kind) : NULL;
}

static struct node *
two(struct parser *p, enum node_kind kind, struct node *x, struct node *y)
{
	return x && y && p->arena->nodes < EXPR_NODES ? node_two(p->arena, kind, x, y) : NULL;
}

static struct node *
negated(struct parser *p, struct node *x)
{
	return x && p->arena->nodes < EXPR_NODES ? node_negated(p->arena, x) : NULL;
}

static struct node *
reciprocal(struct parser *p, struct node *x)
{
	return two(p, NODE_POWER, x, node_integer(p->arena, -1));
}

static struct node *
named(struct parser *p, enum node_kind kind, struct span name)
{
	struct node *x = make(p, kind);

	if (x)
		x->name = name;
	return x;
}

static struct node *
function_of(struct parser *p, struct span name, struct node *argument)
{
	struct node *x = argument ? named(p, NODE_FUNCTION, name) : NULL;

	if (x)
		node_add(x, argument);
	return x;
}

static bool
is_number(const struct node *x, long value)
{
	return x->kind == NODE_NUMBER && mpq_cmp_si(x->value, value, 1) == 0;
}

/* Numbers */

static struct node *
parse_number(struct parser *p, bool *whole)
{
	struct node *x = make(p, NODE_NUMBER);
	size_t start = lex_skip(p->text, p->at), end;

	if (!x)
		return NULL;
	end = lex_number(p->text, start, p->brackets == 0, x->value, whole);
	if (end == start)
		return NULL;
	x->name = span_cut(p->text, start, end);
	p->at = end;
	return x;
}

/* One digit, as the argument of a command without braces: \frac12. */
static struct node *
parse_digit(struct parser *p)
{
	struct token k = peek(p);
	struct node *x;

	if (!isdigit((unsigned char)p->text.s[k.start]))
		return NULL;
	x = make(p, NODE_NUMBER);
	if (x)
		mpq_set_si(x->value, p->text.s[k.start] - '0', 1);
	p->at = k.start + 1;
	return x;
}

/* Groups and brackets */

static struct node *
parse_group(struct parser *p)
{
	int brackets = p->brackets, bars = p->bars;
	struct node *x;

	p->bars = 0;
	if (peek(p).kind == TOK_UNGROUP) {
		take(p);
		return named(p, NODE_WORDS, SPAN(""));
	}
	x = parse_list(p);
	p->brackets = brackets;
	p->bars = bars;
	return x && take_kind(p, TOK_UNGROUP) ? x : NULL;
}

/* The argument of a command: a group, one digit, or one token. */
static struct node *
parse_argument(struct parser *p)
{
	struct token k = peek(p);

	if (k.kind == TOK_GROUP) {
		take(p);
		return parse_group(p);
	}
	if (k.kind == TOK_NUMBER)
		return parse_digit(p);
	return parse_base(p);
}

static struct node *
bracket_node(struct parser *p, struct node *inside, char open, char close)
{
	struct node *x;

	if (open == 'F' || open == 'C')
		return close == open
			       ? function_of(p, open == 'F' ? SPAN("floor") : SPAN("ceil"), inside)
			       : NULL;
	if (open == 'S' || close == 'S') {
		if (open != close)
			return NULL;
		if (inside->kind == NODE_LIST) {
			inside->kind = NODE_SET;
			return inside;
		}
		x = make(p, NODE_SET);
		if (x)
			node_add(x, inside);
		return x;
	}
	if (inside->kind == NODE_LIST) {
		inside->kind = NODE_TUPLE;
		inside->open = open == '<' ? '(' : open;
		inside->close = close == '>' ? ')' : close;
		return inside;
	}
	return (open == '(' && close == ')') || (open == '[' && close == ']') ? inside : NULL;
}

static struct node *
parse_bracket(struct parser *p, char open)
{
	struct token k = peek(p);
	struct node *inside;
	int bars = p->bars;

	if (k.kind == TOK_CLOSE && open == 'S' && k.op == 'S') {
		take(p);
		return named(p, NODE_SYMBOL, SPAN("emptyset"));
	}
	p->brackets++;
	p->bars = 0;
	inside = parse_list(p);
	p->brackets--;
	p->bars = bars;
	if (!inside || peek(p).kind != TOK_CLOSE)
		return NULL;
	k = take(p);
	return bracket_node(p, inside, open, k.op);
}

static struct node *
parse_bars(struct parser *p)
{
	struct node *x;

	p->bars++;
	x = parse_sum(p);
	p->bars--;
	return x && take_op(p, '|') ? function_of(p, SPAN("abs"), x) : NULL;
}

/* Commands */

static struct node *
parse_fraction(struct parser *p)
{
	struct node *x = parse_argument(p), *y = x ? parse_argument(p) : NULL;
	struct node *z;

	if (!x || !y || x->kind == NODE_LIST || x->kind == NODE_TUPLE)
		return NULL;
	z = two(p, NODE_PRODUCT, x, reciprocal(p, y));
	if (z)
		z->op = 'f';
	return z;
}

static struct node *
parse_root(struct parser *p)
{
	struct node *index = NULL, *x;
	struct token k = peek(p);

	if (k.kind == TOK_OPEN && k.op == '[') {
		take(p);
		index = parse_sum(p);
		if (!index || peek(p).kind != TOK_CLOSE)
			return NULL;
		take(p);
		k = peek(p);
	}
	if (k.kind == TOK_OPEN && k.op == '(') {
		take(p);
		x = parse_bracket(p, '(');
	} else {
		x = parse_argument(p);
	}
	if (!x)
		return NULL;
	return two(p, NODE_POWER, x, reciprocal(p, index ? index : node_integer(p->arena, 2)));
}

static struct node *
parse_binomial(struct parser *p)
{
	struct node *x = parse_argument(p), *y = x ? parse_argument(p) : NULL, *z;

	z = function_of(p, SPAN("binom"), x);
	if (z && y)
		node_add(z, y);
	return y ? z : NULL;
}

static bool
starts_factor(const struct parser *p, struct token k)
{
	switch (k.kind) {
	case TOK_NUMBER:
	case TOK_NAME:
	case TOK_FUNCTION:
	case TOK_WORD:
	case TOK_TEXT:
	case TOK_OPEN:
	case TOK_GROUP:
	case TOK_FRACTION:
	case TOK_ROOT:
	case TOK_BINOMIAL:
	case TOK_BEGIN:
	case TOK_INFINITY:
	case TOK_WRAP: return true;
	case TOK_OP: return k.op == '|' && p->bars == 0;
	default: return false;
	}
}

/* sin 2x: the factors up to the next function or sign. */
static struct node *
parse_bare_argument(struct parser *p)
{
	struct node *x = NULL;
	struct token k = peek(p);

	if (k.kind == TOK_OP && k.op == '-') {
		if (p->depth >= EXPR_DEPTH)
			return NULL;
		take(p);
		p->depth++;
		x = parse_bare_argument(p);
		p->depth--;
		return negated(p, x);
	}
	for (;;) {
		struct node *y;

		k = peek(p);
		if (!starts_factor(p, k) || k.kind == TOK_WORD || k.kind == TOK_TEXT ||
			(x && (k.kind == TOK_FUNCTION || k.kind == TOK_OPEN)))
			return x;
		y = parse_factor(p);
		if (!y)
			return NULL;
		x = x ? two(p, NODE_PRODUCT, x, y) : y;
		if (!x)
			return NULL;
	}
}

static bool
is_trigonometric(struct span name)
{
	static const char *const names[] = {"sin", "cos", "tan", "cot", "sec", "csc"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (span_equal(name, span_of(names[i])))
			return true;
	return false;
}

/* x degrees in radians. */
static struct node *
radians(struct parser *p, struct node *x)
{
	struct node *pi = named(p, NODE_SYMBOL, SPAN("pi"));
	struct node *factor = node_integer(p->arena, 1);

	mpq_set_si(factor->value, 1, 180);
	return two(p, NODE_PRODUCT, x, two(p, NODE_PRODUCT, pi, factor));
}

static struct node *
function_argument(struct parser *p, struct span name)
{
	bool degrees = p->degrees;
	struct token k = peek(p);
	struct node *x;

	p->degrees = false;
	if (k.kind == TOK_OPEN && k.op == '(') {
		take(p);
		x = parse_bracket(p, '(');
	} else {
		x = parse_bare_argument(p);
	}
	if (x && p->degrees && is_trigonometric(name) && !expr_has_symbols(x))
		x = radians(p, x);
	p->degrees = degrees;
	return x;
}

/* The name of the inverse function, sin^{-1}; empty where there is none. */
static struct span
inverse_name(struct span name)
{
	static const char *const pairs[][2] = {
		{"sin", "arcsin"}, {"cos", "arccos"}, {"tan", "arctan"}};

	for (size_t i = 0; i < 3; i++)
		if (span_equal(name, span_of(pairs[i][0])))
			return span_of(pairs[i][1]);
	return SPAN("");
}

static struct node *
parse_function(struct parser *p, struct span name)
{
	struct node *power = NULL, *base = NULL, *x;

	for (;;) {
		if (!power && take_op(p, '^')) {
			if (!(power = parse_argument(p)))
				return NULL;
		} else if (!base && take_op(p, '_')) {
			if (!(base = parse_argument(p)))
				return NULL;
		} else {
			break;
		}
	}
	if (power && is_number(power, -1) && inverse_name(name).len > 0) {
		name = inverse_name(name);
		power = NULL;
	}
	x = function_of(p, name, function_argument(p, name));
	if (x && base)
		node_add(x, base);
	return x && power ? two(p, NODE_POWER, x, power) : x;
}

/* Environments */

static struct node *
parse_rows(struct parser *p, struct node *x)
{
	size_t columns = 0, in_row = 0;

	x->rows = 1;
	for (;;) {
		struct token k = peek(p);
		struct node *cell;

		if (k.kind == TOK_FINISH || k.kind == TOK_ROW) {
			take(p);
			if (in_row == 0 && k.kind == TOK_FINISH && x->rows > 1) {
				x->rows--;
				return x;
			}
			if (in_row == 0 || (columns && columns != in_row))
				return NULL;
			columns = in_row;
			in_row = 0;
			if (k.kind == TOK_FINISH)
				return x;
			x->rows++;
			continue;
		}
		if (k.kind == TOK_AMPERSAND) {
			take(p);
			continue;
		}
		if (!(cell = parse_list(p)))
			return NULL;
		node_add(x, cell);
		in_row++;
	}
}

static struct node *
parse_environment(struct parser *p, struct span name)
{
	struct node *x = make(p, NODE_MATRIX);
	bool in_rows = p->in_rows;
	int brackets = p->brackets;

	if (!x)
		return NULL;
	if (span_equal(name, SPAN("array")) && peek(p).kind == TOK_GROUP) {
		const char *end = memchr(p->text.s + p->at, '}', p->text.len - p->at);

		if (!end)
			return NULL;
		p->at = (size_t)(end - p->text.s) + 1;
	}
	p->in_rows = true;
	p->brackets = 0;
	x = parse_rows(p, x);
	p->in_rows = in_rows;
	p->brackets = brackets;
	if (x && span_equal(name, SPAN("vmatrix")))
		return function_of(p, SPAN("det"), x);
	return x;
}

/* Values */

static bool
is_single_letter(struct span t)
{
	return t.len == 1 && isalpha((unsigned char)t.s[0]);
}

static struct node *
parse_wrap(struct parser *p, struct span name)
{
	struct node *x = parse_argument(p);

	return name.len == 0 ? x : function_of(p, name, x);
}

/* Plain words; op says whether they are prose. */
static struct node *
words_node(struct parser *p, struct token k)
{
	struct node *x = named(p, NODE_WORDS, k.name);

	if (x && k.bare)
		x->op = 'b';
	return x;
}

static struct node *
parse_base_token(struct parser *p, struct token k)
{
	switch (k.kind) {
	case TOK_NAME: return named(p, NODE_SYMBOL, k.name);
	case TOK_FUNCTION: return parse_function(p, k.name);
	case TOK_WORD:
		if (k.bare && p->arena->pure)
			return NULL;
		return words_node(p, k);
	case TOK_TEXT: return named(p, is_single_letter(k.name) ? NODE_SYMBOL : NODE_WORDS, k.name);
	case TOK_OPEN: return parse_bracket(p, k.op);
	case TOK_GROUP: return parse_group(p);
	case TOK_FRACTION: return parse_fraction(p);
	case TOK_ROOT: return parse_root(p);
	case TOK_BINOMIAL: return parse_binomial(p);
	case TOK_BEGIN: return parse_environment(p, k.name);
	case TOK_INFINITY: return make(p, NODE_INFINITY);
	case TOK_WRAP: return parse_wrap(p, k.name);
	case TOK_OP:
		if (k.op == '|')
			return parse_bars(p);
		if (k.op == '-')
			return negated(p, parse_base(p));
		if (k.op == '+')
			return parse_base(p);
		return NULL;
	default: return NULL;
	}
}

static struct node *
parse_base(struct parser *p)
{
	struct token k = peek(p);
	struct node *x;
	bool whole;

	if (p->depth >= EXPR_DEPTH)
		return NULL;
	p->depth++;
	if (k.kind == TOK_NUMBER)
		x = parse_number(p, &whole);
	else
		x = parse_base_token(p, take(p));
	p->depth--;
	return x;
}

/* ^\circ, ^{\circ}: a degree sign. */
static bool
take_degree_power(struct parser *p)
{
	size_t at = p->at;

	if (take_op(p, 'd')) {
		p->degrees = true;
		return true;
	}
	if (take_kind(p, TOK_GROUP) && take_op(p, 'd') && take_kind(p, TOK_UNGROUP)) {
		p->degrees = true;
		return true;
	}
	p->at = at;
	return false;
}

static struct node *
parse_exponent(struct parser *p, struct node *base)
{
	struct token k;
	struct node *y;
	bool whole;

	if (take_degree_power(p))
		return base;
	k = peek(p);
	if (k.kind == TOK_OP && k.op == '\'') {
		take(p);
		return function_of(p, SPAN("prime"), base);
	}
	if (k.kind == TOK_OP && k.op == '*') {
		take(p);
		return function_of(p, SPAN("star"), base);
	}
	if (k.kind == TOK_NUMBER) {
		y = parse_number(p, &whole);
	} else {
		y = parse_argument(p);
		if (y && k.kind == TOK_OP && peek(p).kind == TOK_OP && peek(p).op == '^')
			return NULL;
	}
	/* x^y^z is x^(y^z). */
	if (y && p->depth < EXPR_DEPTH && take_op(p, '^')) {
		p->depth++;
		y = parse_exponent(p, y);
		p->depth--;
	}
	if (base->kind == NODE_WORDS)
		return y ? base : NULL;
	return two(p, NODE_POWER, base, y);
}

/* What stands behind _ : a group's inside or one token, as it is written. */
static struct span
subscript_text(struct parser *p)
{
	struct token k = peek(p);
	size_t depth = 0, i;

	if (k.kind == TOK_NUMBER) {
		i = k.start;
		while (i < p->text.len && isdigit((unsigned char)p->text.s[i]))
			i++;
		p->at = i;
		return span_cut(p->text, k.start, i);
	}
	if (k.kind != TOK_GROUP || p->text.s[k.start] != '{') {
		take(p);
		return span_cut(p->text, k.start, k.end);
	}
	for (i = k.start; i < p->text.len; i++) {
		if (p->text.s[i] == '{')
			depth++;
		else if (p->text.s[i] == '}' && --depth == 0)
			break;
	}
	p->at = i < p->text.len ? i + 1 : i;
	return span_strip(span_cut(p->text, k.start + 1, i));
}

/* The base that a subscript names; 0 where it names none. */
static long
number_base(struct span t)
{
	static const char *const names[] = {"two", "three", "four", "five", "six", "seven", "eight",
		"nine", "ten", "eleven", "twelve"};
	long base = 0;

	for (long i = 0; i < 11; i++)
		if (span_find(t, span_of(names[i])) >= 0)
			base = i + 2;
	for (size_t i = 0; i < t.len && base < 100; i++)
		if (isdigit((unsigned char)t.s[i]))
			base = base * 10 + (t.s[i] - '0');
	return base;
}

static struct node *
parse_subscript(struct parser *p, struct node *base)
{
	struct span t = subscript_text(p);
	struct node *x;

	if (base->kind == NODE_NUMBER) {
		long b = number_base(t);

		x = b >= 2 && b <= 36 ? named(p, NODE_BASED, base->name) : NULL;
		if (x)
			node_add(x, node_integer(p->arena, b));
		return x;
	}
	return two(p, NODE_FUNCTION, base, named(p, NODE_WORDS, t));
}

static struct node *
parse_superscript(struct parser *p, struct node *x)
{
	struct token k = take(p);

	if (x->kind == NODE_WORDS)
		return x;
	return two(p, NODE_POWER, x, node_integer(p->arena, k.op - '0'));
}

/* x with what stands behind it: powers, subscripts, !, %, degree signs. */
static struct node *
parse_postfix(struct parser *p, struct node *x)
{
	while (x) {
		struct token k = peek(p);

		if (k.kind == TOK_SUPERSCRIPT) {
			x = parse_superscript(p, x);
			continue;
		}
		if (k.kind != TOK_OP || !strchr("^_!%d'", k.op))
			return x;
		take(p);
		if (k.op == '^')
			x = parse_exponent(p, x);
		else if (k.op == '_')
			x = parse_subscript(p, x);
		else if (k.op == '!')
			x = function_of(p, SPAN("!"), x);
		else if (k.op == '\'')
			x = function_of(p, SPAN("prime"), x);
		else if (k.op == '%')
			p->arena->percent = true;
		else
			p->degrees = true;
	}
	return NULL;
}

static struct node *
parse_factor(struct parser *p)
{
	return parse_postfix(p, parse_base(p));
}

/* Terms */

static bool
is_whole(const struct node *x)
{
	return x->kind == NODE_NUMBER && mpz_cmp_ui(mpq_denref(x->value), 1) == 0;
}

/* x is a fraction of whole numbers between 0 and 1. */
static bool
is_proper_fraction(const struct node *x)
{
	return x->kind == NODE_PRODUCT && x->op == 'f' && is_whole(x->kids[0]) &&
	       x->kids[1]->kind == NODE_POWER && is_whole(x->kids[1]->kids[0]) &&
	       mpq_sgn(x->kids[0]->value) > 0 &&
	       mpq_cmp(x->kids[0]->value, x->kids[1]->kids[0]->value) < 0;
}

/* Whether `a b/c` in plain text starts at the number x that was just read: 4 2/3. */
static struct node *
plain_mixed(struct parser *p, struct node *x)
{
	struct node *n, *d;
	bool whole;

	n = parse_number(p, &whole);
	if (!n || !whole || !take_op(p, '/') || peek(p).kind != TOK_NUMBER)
		return NULL;
	d = parse_number(p, &whole);
	if (!d || !whole || mpq_sgn(n->value) <= 0 || mpq_cmp(n->value, d->value) >= 0)
		return NULL;
	return two(p, NODE_SUM, x, two(p, NODE_PRODUCT, n, reciprocal(p, d)));
}

static bool
has_number(const struct node *x)
{
	if (x->kind == NODE_NUMBER || x->kind == NODE_BASED || x->kind == NODE_WORDS)
		return true;
	for (size_t i = 0; i < x->n; i++)
		if (has_number(x->kids[i]))
			return true;
	return false;
}

/* x, without the words beside it: units always, prose only beside a number. */
static struct node *
beside_words(struct node *x, const struct node *words)
{
	return words->op != 'b' || has_number(x) ? x : NULL;
}

/* x y without a sign between them. */
static struct node *
juxtaposed(struct parser *p, struct node *x, struct token k)
{
	bool number = x->kind == NODE_NUMBER && x->name.len > 0 && is_whole(x);
	struct node *y;

	if (k.kind == TOK_NUMBER) {
		/* 3 4 is no product, but 4 2/3 is a mixed number. */
		if (x->kind == NODE_NUMBER)
			return number ? plain_mixed(p, x) : NULL;
	}
	if (k.kind == TOK_TEXT && x->kind != NODE_WORDS) {
		/* A unit, one letter too. */
		take(p);
		y = parse_postfix(p, named(p, NODE_WORDS, k.name));
		return y ? x : NULL;
	}
	y = parse_factor(p);
	if (!y)
		return NULL;
	if (y->kind == NODE_WORDS)
		return beside_words(x, y);
	if (x->kind == NODE_WORDS)
		return beside_words(y, x);
	if (number && is_proper_fraction(y))
		return two(p, NODE_SUM, x, y);
	if (x->kind == NODE_TUPLE || y->kind == NODE_TUPLE || x->kind == NODE_LIST ||
		y->kind == NODE_LIST)
		return NULL;
	return two(p, NODE_PRODUCT, x, y);
}

static bool
is_scalar(const struct node *x)
{
	return x->kind != NODE_TUPLE && x->kind != NODE_LIST && x->kind != NODE_SET &&
	       x->kind != NODE_UNION;
}

static struct node *
signed_factor(struct parser *p)
{
	if (take_op(p, '-'))
		return negated(p, parse_factor(p));
	take_op(p, '+');
	return parse_factor(p);
}

/* (1,2) U (3,4) */
static bool
is_letter_union(const struct node *x, struct token k)
{
	return k.kind == TOK_NAME && !k.command && span_equal(k.name, SPAN("U")) &&
	       (x->kind == NODE_TUPLE || x->kind == NODE_UNION);
}

static struct node *
parse_term(struct parser *p)
{
	struct node *x = parse_factor(p), *y;

	while (x) {
		struct token k = peek(p);

		if (k.kind == TOK_OP && (k.op == '*' || k.op == '/')) {
			take(p);
			if (!(y = signed_factor(p)))
				return NULL;
			if (y->kind == NODE_WORDS)
				continue;
			if (!is_scalar(x) || !is_scalar(y))
				return NULL;
			x = two(p, NODE_PRODUCT, x, k.op == '*' ? y : reciprocal(p, y));
		} else if (starts_factor(p, k) && !is_letter_union(x, k)) {
			x = juxtaposed(p, x, k);
		} else {
			return x;
		}
	}
	return NULL;
}

static struct node *
plus_minus(struct parser *p, struct node *x, char op)
{
	struct node *z = x ? make(p, NODE_PLUSMINUS) : NULL;

	if (z) {
		z->op = op;
		node_add(z, x);
	}
	return z;
}

static bool
is_sign(struct token k)
{
	return k.kind == TOK_PLUSMINUS || (k.kind == TOK_OP && (k.op == '+' || k.op == '-'));
}

static struct node *
signed_term(struct parser *p)
{
	struct token sign = {.kind = TOK_END};
	bool minus = false;
	struct node *x;

	while (is_sign(peek(p))) {
		struct token k = take(p);

		if (k.kind == TOK_PLUSMINUS)
			sign = k;
		else if (k.op == '-')
			minus = !minus;
	}
	x = parse_term(p);
	if (x && minus)
		x = is_scalar(x) ? negated(p, x) : NULL;
	return sign.kind == TOK_PLUSMINUS ? plus_minus(p, x, sign.op) : x;
}

static struct node *
parse_sum(struct parser *p)
{
	struct node *x, *sum;

	if (p->depth >= EXPR_DEPTH)
		return NULL;
	p->depth++;
	x = signed_term(p);
	if (x && is_sign(peek(p))) {
		sum = make(p, NODE_SUM);
		if (sum)
			node_add(sum, x);
		while (sum && is_sign(peek(p))) {
			struct node *y = signed_term(p);

			if (!y || !is_scalar(y) || !is_scalar(x)) {
				sum = NULL;
				break;
			}
			node_add(sum, y);
		}
		x = sum;
	}
	p->depth--;
	return x;
}

/* A union, or an intersection, or a difference of sets. */
static struct node *
parse_union(struct parser *p)
{
	struct node *x = parse_sum(p);

	while (x) {
		struct token k = peek(p);
		struct node *y, *z;

		if (is_letter_union(x, k))
			k.op = 'u';
		else if (k.kind != TOK_UNION)
			return x;
		take(p);
		y = parse_sum(p);
		if (!y)
			return NULL;
		if (x->kind == NODE_UNION && x->op == k.op && k.op != '\\') {
			node_add(x, y);
			continue;
		}
		z = two(p, NODE_UNION, x, y);
		if (z)
			z->op = k.op;
		x = z;
	}
	return NULL;
}

static struct node *
parse_ratio(struct parser *p)
{
	struct node *x = parse_union(p), *z;

	if (!x || peek(p).kind != TOK_OP || peek(p).op != ':')
		return x;
	z = make(p, NODE_TUPLE);
	if (!z)
		return NULL;
	z->open = z->close = ':';
	node_add(z, x);
	while (take_op(p, ':')) {
		if (!(x = parse_union(p)))
			return NULL;
		node_add(z, x);
	}
	return z;
}

static struct node *
parse_relation(struct parser *p)
{
	struct node *x = parse_ratio(p), *z;
	struct token k = peek(p);

	if (!x || k.kind != TOK_RELATION)
		return x;
	z = make(p, NODE_RELATION);
	if (!z)
		return NULL;
	z->ops = xcalloc(32, 1);
	node_add(z, x);
	while (z->n < 32 && peek(p).kind == TOK_RELATION) {
		k = take(p);
		if (!(x = parse_ratio(p)))
			return NULL;
		z->ops[z->n] = (unsigned char)k.rel;
		node_add(z, x);
	}
	return z;
}

static bool
is_separator(struct token k)
{
	return k.kind == TOK_AND || (k.kind == TOK_OP && (k.op == ',' || k.op == ';'));
}

static bool
ends_list(const struct parser *p, struct token k)
{
	return k.kind == TOK_END || k.kind == TOK_UNGROUP || k.kind == TOK_CLOSE ||
	       (p->in_rows &&
		       (k.kind == TOK_ROW || k.kind == TOK_AMPERSAND || k.kind == TOK_FINISH));
}

/* Members with commas, "and", "or" between them; one member stands for itself. */
static struct node *
parse_list(struct parser *p)
{
	struct node *x, *list = NULL;

	if (p->depth >= EXPR_DEPTH)
		return NULL;
	p->depth++;
	x = parse_relation(p);
	while (x && is_separator(peek(p))) {
		while (is_separator(peek(p)))
			take(p);
		if (ends_list(p, peek(p)))
			break;
		if (!list) {
			list = make(p, NODE_LIST);
			if (list)
				node_add(list, x);
		}
		x = list ? parse_relation(p) : NULL;
		if (x)
			node_add(list, x);
	}
	p->depth--;
	return x && list ? list : x;
}

/* The references take a full stop right behind a bracket for a part of the answer, and so do we. */
static bool
is_bracketed(const struct node *x)
{
	return x->kind == NODE_TUPLE || x->kind == NODE_SET || x->kind == NODE_UNION ||
	       x->kind == NODE_MATRIX;
}

struct node *
expr_parse(struct arena *a, struct span text)
{
	struct parser p = {.arena = a, .text = span_strip(text)};
	struct node *x;

	if (p.text.len == 0 || p.text.len > EXPR_BYTES || memchr(p.text.s, '\0', p.text.len))
		return NULL;
	while (p.text.len > 0 && strchr(". \n\t", p.text.s[p.text.len - 1])) {
		a->stop |= p.text.s[p.text.len - 1] == '.';
		p.text.len--;
	}
	x = parse_list(&p);
	if (!x || peek(&p).kind != TOK_END)
		return NULL;
	return a->stop && is_bracketed(x) ? NULL : x;
}
