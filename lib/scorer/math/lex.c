#include "scorer/math/lex.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "kit/buf.h"
#include "kit/mem.h"

static char
at_or_zero(struct span t, size_t i)
{
	return i < t.len ? t.s[i] : '\0';
}

static bool
is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
starts(struct span t, size_t i, const char *s)
{
	size_t n = strlen(s);

	return i + n <= t.len && memcmp(t.s + i, s, n) == 0;
}

/* The command at t.s[i] == '\\': its name without the backslash. */
static struct span
command_at(struct span t, size_t i)
{
	size_t n = 1;

	while (is_letter(at_or_zero(t, i + n)))
		n++;
	if (n == 1 && i + 1 < t.len)
		n = 2;
	return span_cut(t, i + 1, i + n);
}

static bool
is_one_of(struct span name, const char *const *names)
{
	for (size_t i = 0; names[i]; i++)
		if (strlen(names[i]) == name.len && memcmp(names[i], name.s, name.len) == 0)
			return true;
	return false;
}

static const char *const passed_over[] = {",", ";", ":", "!", " ", ">", "$", "quad", "qquad",
	"enspace", "thinspace", "left", "right", "middle", "big", "Big", "bigg", "Bigg", "bigl",
	"bigr", "Bigl", "Bigr", "biggl", "biggr", "displaystyle", "textstyle", "scriptstyle",
	"limits", "nolimits", "nonumber", "hfill", "hline", "bf", "rm", "it", "(", ")", "[", "]",
	"/", "-", "@", "mathstrut", "strut", "relax", NULL};

/* Length of a blank at t.s[i]: 0 where there is none. */
static size_t
blank_at(struct span t, size_t i)
{
	static const struct {
		const char *s;
		size_t n;
	} signs[] = {{"\xC2\xA0", 2}, {"\xC2\xA3", 2}, {"\xC2\xA5", 2}, {"\xE2\x82\xAC", 3},
		{"\xE2\x80\x8B", 3}, {"\xE2\x80\xAF", 3}, {"\xE2\x80\x89", 3}, {"\xEF\xBB\xBF", 3}};
	struct span name;
	size_t n;

	if (strchr(" \t\r\n\f\v$~", t.s[i]) && t.s[i])
		return 1;
	for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
		if (starts(t, i, signs[k].s))
			return signs[k].n;
	if (t.s[i] != '\\')
		return 0;
	name = command_at(t, i);
	if (!is_one_of(name, passed_over))
		return 0;
	n = 1 + name.len;
	/* \left. and \right. are no brackets. */
	if ((span_equal(name, SPAN("left")) || span_equal(name, SPAN("right"))) &&
		at_or_zero(t, i + n) == '.')
		n++;
	return n;
}

size_t
lex_skip(struct span t, size_t i)
{
	size_t n;

	while (i < t.len && (n = blank_at(t, i)) > 0)
		i += n;
	return i;
}

struct command {
	const char *name;
	enum token_kind kind;
	char op;
	enum relation rel;
	const char *means; /* the name of the token, where another one */
};

static const struct command commands[] = {
	{"frac", TOK_FRACTION, 0, 0, NULL},
	{"dfrac", TOK_FRACTION, 0, 0, NULL},
	{"tfrac", TOK_FRACTION, 0, 0, NULL},
	{"cfrac", TOK_FRACTION, 0, 0, NULL},
	{"sqrt", TOK_ROOT, 0, 0, NULL},
	{"binom", TOK_BINOMIAL, 0, 0, NULL},
	{"dbinom", TOK_BINOMIAL, 0, 0, NULL},
	{"tbinom", TOK_BINOMIAL, 0, 0, NULL},
	{"infty", TOK_INFINITY, 0, 0, NULL},
	{"cdot", TOK_OP, '*', 0, NULL},
	{"times", TOK_OP, '*', 0, NULL},
	{"ast", TOK_OP, '*', 0, NULL},
	{"div", TOK_OP, '/', 0, NULL},
	{"over", TOK_OP, '/', 0, NULL},
	{"slash", TOK_OP, '/', 0, NULL},
	{"colon", TOK_OP, ':', 0, NULL},
	{"pm", TOK_PLUSMINUS, '+', 0, NULL},
	{"mp", TOK_PLUSMINUS, '-', 0, NULL},
	{"le", TOK_RELATION, 0, REL_LE, NULL},
	{"leq", TOK_RELATION, 0, REL_LE, NULL},
	{"leqslant", TOK_RELATION, 0, REL_LE, NULL},
	{"ge", TOK_RELATION, 0, REL_GE, NULL},
	{"geq", TOK_RELATION, 0, REL_GE, NULL},
	{"geqslant", TOK_RELATION, 0, REL_GE, NULL},
	{"lt", TOK_RELATION, 0, REL_LT, NULL},
	{"gt", TOK_RELATION, 0, REL_GT, NULL},
	{"ne", TOK_RELATION, 0, REL_NE, NULL},
	{"neq", TOK_RELATION, 0, REL_NE, NULL},
	{"in", TOK_RELATION, 0, REL_IN, NULL},
	{"approx", TOK_RELATION, 0, REL_EQ, NULL},
	{"equiv", TOK_RELATION, 0, REL_OTHER, NULL},
	{"sim", TOK_RELATION, 0, REL_OTHER, NULL},
	{"to", TOK_RELATION, 0, REL_OTHER, NULL},
	{"rightarrow", TOK_RELATION, 0, REL_OTHER, NULL},
	{"mid", TOK_OP, '|', 0, NULL},
	{"vert", TOK_OP, '|', 0, NULL},
	{"lvert", TOK_OP, '|', 0, NULL},
	{"rvert", TOK_OP, '|', 0, NULL},
	{"cup", TOK_UNION, 'u', 0, NULL},
	{"bigcup", TOK_UNION, 'u', 0, NULL},
	{"cap", TOK_UNION, 'n', 0, NULL},
	{"setminus", TOK_UNION, '\\', 0, NULL},
	{"backslash", TOK_UNION, '\\', 0, NULL},
	{"circ", TOK_OP, 'd', 0, NULL},
	{"degree", TOK_OP, 'd', 0, NULL},
	{"prime", TOK_OP, '\'', 0, NULL},
	{"%", TOK_OP, '%', 0, NULL},
	{"_", TOK_OP, '_', 0, NULL},
	{"{", TOK_OPEN, 'S', 0, NULL},
	{"}", TOK_CLOSE, 'S', 0, NULL},
	{"lbrace", TOK_OPEN, 'S', 0, NULL},
	{"rbrace", TOK_CLOSE, 'S', 0, NULL},
	{"langle", TOK_OPEN, '<', 0, NULL},
	{"rangle", TOK_CLOSE, '>', 0, NULL},
	{"lfloor", TOK_OPEN, 'F', 0, NULL},
	{"rfloor", TOK_CLOSE, 'F', 0, NULL},
	{"lceil", TOK_OPEN, 'C', 0, NULL},
	{"rceil", TOK_CLOSE, 'C', 0, NULL},
	{"lbrack", TOK_OPEN, '[', 0, NULL},
	{"rbrack", TOK_CLOSE, ']', 0, NULL},
	{"overline", TOK_WRAP, 0, 0, NULL},
	{"bar", TOK_WRAP, 0, 0, "overline"},
	{"vec", TOK_WRAP, 0, 0, NULL},
	{"hat", TOK_WRAP, 0, 0, NULL},
	{"underline", TOK_WRAP, 0, 0, NULL},
	{"overrightarrow", TOK_WRAP, 0, 0, "vec"},
	{"widehat", TOK_WRAP, 0, 0, "hat"},
	{"mathbb", TOK_WRAP, 0, 0, ""},
	{"mathbf", TOK_WRAP, 0, 0, ""},
	{"mathcal", TOK_WRAP, 0, 0, ""},
	{"boldsymbol", TOK_WRAP, 0, 0, ""},
	{"bold", TOK_WRAP, 0, 0, ""},
	{"boxed", TOK_WRAP, 0, 0, ""},
	{"fbox", TOK_WRAP, 0, 0, ""},
	{"ldots", TOK_NAME, 0, 0, "dots"},
	{"cdots", TOK_NAME, 0, 0, "dots"},
	{"varnothing", TOK_NAME, 0, 0, "emptyset"},
	{"varphi", TOK_NAME, 0, 0, "phi"},
	{"varepsilon", TOK_NAME, 0, 0, "epsilon"},
	{"operatorname", TOK_TEXT, 0, 0, NULL},
	{"text", TOK_TEXT, 0, 0, NULL},
	{"textbf", TOK_TEXT, 0, 0, NULL},
	{"textit", TOK_TEXT, 0, 0, NULL},
	{"textrm", TOK_TEXT, 0, 0, NULL},
	{"textnormal", TOK_TEXT, 0, 0, NULL},
	{"emph", TOK_TEXT, 0, 0, NULL},
	{"mbox", TOK_TEXT, 0, 0, NULL},
	{"hbox", TOK_TEXT, 0, 0, NULL},
	{"mathrm", TOK_TEXT, 0, 0, NULL},
	{"mathit", TOK_TEXT, 0, 0, NULL},
	{"rm", TOK_TEXT, 0, 0, NULL},
	{"begin", TOK_BEGIN, 0, 0, NULL},
	{"end", TOK_FINISH, 0, 0, NULL},
	{"\\", TOK_ROW, 0, 0, NULL},
	{"cr", TOK_ROW, 0, 0, NULL},
	{"&", TOK_BAD, 0, 0, NULL},
};

static const char *const functions[] = {"sin", "cos", "tan", "cot", "sec", "csc", "arcsin",
	"arccos", "arctan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "log", "ln", "lg",
	"exp", "abs", "floor", "ceil", "gcd", "lcm", "max", "min", "det", NULL};

/* Words that may stand beside a value and change nothing about it. */
static const char *const units[] = {"cm", "mm", "km", "ft", "in", "inch", "inches", "foot", "feet",
	"yard", "yards", "mile", "miles", "mph", "kph", "meter", "meters", "metre", "metres",
	"centimeter", "centimeters", "kilometers", "kilometer", "millimeters", "unit", "units",
	"sq", "square", "cubic", "degree", "degrees", "deg", "radian", "radians", "rad", "percent",
	"dollar", "dollars", "cent", "cents", "euro", "euros", "pound", "pounds", "lb", "lbs", "oz",
	"ounce", "ounces", "gram", "grams", "kg", "mg", "kilogram", "kilograms", "liter", "liters",
	"litre", "litres", "ml", "gallon", "gallons", "second", "seconds", "sec", "secs", "minute",
	"minutes", "mins", "hour", "hours", "hr", "hrs", "day", "days", "week", "weeks", "month",
	"months", "year", "years", "am", "pm", "per", "ways", "way", "people", "students", "apples",
	"points", "times", "USD", "usd", "yuan", "rupees", "mod", "bits", "bytes", NULL};

/* Short words of prose; longer ones are told by their length. */
static const char *const short_words[] = {"a", "an", "the", "is", "are", "was", "be", "so", "we",
	"it", "he", "she", "to", "of", "for", "as", "at", "by", "on", "if", "has", "had", "can",
	"all", "no", "yes", "not", "you", "her", "his", "its", "our", "get", "got", "each", "The",
	"So", "We", "It", "He", "She", "If", "A", "An", "Is", "No", "Yes", "For", "To", "In", "On",
	"As", "At", "By", "Of", "odd", "but", "But", "let", "Let", "do", "one", "two", "six", "ten",
	"I", "up", "out", "any", "now", "Now", "how", "How", "us", "my", "My", "red", NULL};

static bool
same_word(struct span a, const char *b)
{
	return strlen(b) == a.len && strncasecmp(a.s, b, a.len) == 0;
}

/* What a run of plain letters is. */
static struct token
word_token(struct span t, size_t i)
{
	struct token k = {.kind = TOK_NAME, .start = i};
	size_t n = 1;

	while (is_letter(at_or_zero(t, i + n)))
		n++;
	k.name = span_cut(t, i, i + n);
	k.end = i + n;
	if (n == 1) {
		return k;
	} else if (same_word(k.name, "and") || same_word(k.name, "or")) {
		k.kind = TOK_AND;
	} else if (same_word(k.name, "sqrt")) {
		k.kind = TOK_ROOT;
	} else if (same_word(k.name, "pi")) {
		k.name = SPAN("pi");
	} else if (same_word(k.name, "infinity") || same_word(k.name, "inf") ||
		   same_word(k.name, "infty") || span_equal(k.name, SPAN("oo"))) {
		k.kind = TOK_INFINITY;
	} else if (is_one_of(k.name, functions)) {
		k.kind = TOK_FUNCTION;
	} else if (is_one_of(k.name, units)) {
		k.kind = TOK_WORD;
	} else if (n >= 4 || is_one_of(k.name, short_words)) {
		k.kind = TOK_WORD;
		k.bare = true;
	} else {
		k.name.len = 1;
		k.end = i + 1;
	}
	return k;
}

/* Text of a \text{…}: what joins a list, mathematics, or words. t.s[i] is the brace. */
static void
text_token(struct span t, size_t i, struct token *k)
{
	struct span in;
	size_t depth = 0, j;
	bool mathematics = false;

	if (at_or_zero(t, i) != '{') {
		k->kind = TOK_BAD;
		return;
	}
	for (j = i; j < t.len; j++) {
		if (t.s[j] == '{')
			depth++;
		else if (t.s[j] == '}' && --depth == 0)
			break;
	}
	if (j == t.len) {
		k->kind = TOK_BAD;
		return;
	}
	in = span_strip(span_cut(t, i + 1, j));
	while (in.len > 0 && strchr(",.;:", in.s[0]))
		in = span_strip(span_from(in, 1));
	while (in.len > 0 && strchr(",.;:", in.s[in.len - 1])) {
		in.len--;
		in = span_strip(in);
	}
	for (size_t c = 0; c < in.len; c++)
		mathematics |= is_digit(in.s[c]) || strchr("\\$(", in.s[c]) || in.s[c] == '{';
	if (same_word(in, "and") || same_word(in, "or")) {
		k->kind = TOK_AND;
		k->end = j + 1;
	} else if (mathematics) {
		k->kind = TOK_GROUP;
		k->end = i + 1;
	} else if (is_one_of(in, functions)) {
		k->kind = TOK_FUNCTION;
		k->name = in;
		k->end = j + 1;
	} else {
		k->kind = TOK_TEXT;
		k->name = in;
		k->end = j + 1;
	}
}

static const struct command *
find_command(struct span name)
{
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (strlen(commands[i].name) == name.len &&
			memcmp(commands[i].name, name.s, name.len) == 0)
			return &commands[i];
	return NULL;
}

/* Whether a command with an argument in braces starts at t.s[i]. */
static bool
takes_group(struct span t, size_t i)
{
	size_t n = 1;

	while (is_letter(at_or_zero(t, i + n)))
		n++;
	return n > 1 && at_or_zero(t, i + n) == '{';
}

static struct token
command_token(struct span t, size_t i, bool in_rows)
{
	struct span name = command_at(t, i);
	const struct command *c = find_command(name);
	struct token k = {.kind = TOK_NAME,
		.start = i,
		.end = i + 1 + name.len,
		.name = name,
		.command = true};

	if (name.len == 0) {
		k.kind = TOK_BAD;
	} else if (!c) {
		if (is_one_of(name, functions))
			k.kind = TOK_FUNCTION;
	} else if (c->kind == TOK_TEXT) {
		text_token(t, lex_skip(t, k.end), &k);
	} else if (c->kind == TOK_ROW && !in_rows && takes_group(t, i + 1)) {
		/* A backslash that was escaped twice on its way: \\frac{1}{2}. */
		return command_token(t, i + 1, in_rows);
	} else if (c->kind == TOK_BEGIN || c->kind == TOK_FINISH) {
		const char *close = memchr(t.s + k.end, '}', t.len - k.end);

		k.kind = at_or_zero(t, k.end) == '{' && close ? c->kind : TOK_BAD;
		if (k.kind != TOK_BAD) {
			k.name = span_cut(t, k.end + 1, (size_t)(close - t.s));
			k.end = (size_t)(close - t.s) + 1;
		}
	} else {
		k.kind = c->kind;
		k.op = c->op;
		k.rel = c->rel;
		if (c->means)
			k.name = span_of(c->means);
	}
	return k;
}

static const struct {
	const char *s;
	struct token token;
} signs[] = {
	{"<=", {.kind = TOK_RELATION, .rel = REL_LE}},
	{">=", {.kind = TOK_RELATION, .rel = REL_GE}},
	{"!=", {.kind = TOK_RELATION, .rel = REL_NE}},
	{"==", {.kind = TOK_RELATION, .rel = REL_EQ}},
	{"=", {.kind = TOK_RELATION, .rel = REL_EQ}},
	{"<", {.kind = TOK_RELATION, .rel = REL_LT}},
	{">", {.kind = TOK_RELATION, .rel = REL_GT}},
	{"\xE2\x89\xA4", {.kind = TOK_RELATION, .rel = REL_LE}},
	{"\xE2\x89\xA5", {.kind = TOK_RELATION, .rel = REL_GE}},
	{"\xE2\x89\xA0", {.kind = TOK_RELATION, .rel = REL_NE}},
	{"\xE2\x89\x88", {.kind = TOK_RELATION, .rel = REL_EQ}},
	{"\xE2\x88\x88", {.kind = TOK_RELATION, .rel = REL_IN}},
	{"\xE2\x88\xAA", {.kind = TOK_UNION, .op = 'u'}},
	{"\xE2\x88\xA9", {.kind = TOK_UNION, .op = 'n'}},
	{"\xE2\x88\x92", {.kind = TOK_OP, .op = '-'}},
	{"\xE2\x80\x93", {.kind = TOK_OP, .op = '-'}},
	{"\xE2\x80\x92", {.kind = TOK_OP, .op = '-'}},
	{"\xC3\x97", {.kind = TOK_OP, .op = '*'}},
	{"\xC2\xB7", {.kind = TOK_OP, .op = '*'}},
	{"\xE2\x8B\x85", {.kind = TOK_OP, .op = '*'}},
	{"\xC3\xB7", {.kind = TOK_OP, .op = '/'}},
	{"\xE2\x81\x84", {.kind = TOK_OP, .op = '/'}},
	{"\xC2\xB1", {.kind = TOK_PLUSMINUS, .op = '+'}},
	{"\xC2\xB0", {.kind = TOK_OP, .op = 'd'}},
	{"\xE2\x88\x9A", {.kind = TOK_ROOT}},
	{"\xE2\x88\x9E", {.kind = TOK_INFINITY}},
	{"\xC2\xB2", {.kind = TOK_SUPERSCRIPT, .op = '2'}},
	{"\xC2\xB3", {.kind = TOK_SUPERSCRIPT, .op = '3'}},
	{"\xE2\x80\xB2", {.kind = TOK_OP, .op = '\''}},
	{"\xE2\x80\x99", {.kind = TOK_OP, .op = '\''}},
	{"\xCF\x80", {.kind = TOK_NAME, .name = {"pi", 2}}},
	{"\xCE\xB8", {.kind = TOK_NAME, .name = {"theta", 5}}},
	{"\xCE\xB1", {.kind = TOK_NAME, .name = {"alpha", 5}}},
	{"\xCE\xB2", {.kind = TOK_NAME, .name = {"beta", 4}}},
	{"\xCE\xBB", {.kind = TOK_NAME, .name = {"lambda", 6}}},
	{"\xCF\x86", {.kind = TOK_NAME, .name = {"phi", 3}}},
	{"\xCF\x89", {.kind = TOK_NAME, .name = {"omega", 5}}},
	{"\xE2\x88\x85", {.kind = TOK_NAME, .name = {"emptyset", 8}}},
	{"...", {.kind = TOK_NAME, .name = {"dots", 4}}},
	{"\xE2\x80\xA6", {.kind = TOK_NAME, .name = {"dots", 4}}},
	{"**", {.kind = TOK_OP, .op = '^'}},
	{"(", {.kind = TOK_OPEN, .op = '('}},
	{"[", {.kind = TOK_OPEN, .op = '['}},
	{")", {.kind = TOK_CLOSE, .op = ')'}},
	{"]", {.kind = TOK_CLOSE, .op = ']'}},
	{"{", {.kind = TOK_GROUP}},
	{"}", {.kind = TOK_UNGROUP}},
	{"&", {.kind = TOK_AMPERSAND}},
};

struct token
lex_token(struct span t, size_t at, bool in_rows)
{
	struct token k = {.kind = TOK_END};
	size_t i = lex_skip(t, at);

	k.start = k.end = i;
	if (i >= t.len)
		return k;
	if (t.s[i] == '\\')
		return command_token(t, i, in_rows);
	if (is_letter(t.s[i]))
		return word_token(t, i);
	if (is_digit(t.s[i]) || (t.s[i] == '.' && is_digit(at_or_zero(t, i + 1))) ||
		starts(t, i, ".\\overline{")) {
		k.kind = TOK_NUMBER;
		return k;
	}
	for (size_t s = 0; s < sizeof signs / sizeof *signs; s++) {
		if (starts(t, i, signs[s].s)) {
			k = signs[s].token;
			k.start = i;
			k.end = i + strlen(signs[s].s);
			return k;
		}
	}
	k.kind = strchr("+-*/:^_!%',;|.", t.s[i]) ? TOK_OP : TOK_BAD;
	k.op = t.s[i];
	k.end = i + 1;
	return k;
}

/* Exactly three digits at t.s[i], then none. */
static bool
three_digits(struct span t, size_t i)
{
	return is_digit(at_or_zero(t, i)) && is_digit(at_or_zero(t, i + 1)) &&
	       is_digit(at_or_zero(t, i + 2)) && !is_digit(at_or_zero(t, i + 3));
}

/* Length of a thousands mark at t.s[i] with its three digits behind it; 0 where there is none. */
static size_t
thousands_mark(struct span t, size_t i, bool commas)
{
	static const char *const marks[] = {"{,}\\!", "{,}", ",\\!", "\\,", ",\\;", "{\\,}"};

	for (size_t k = 0; k < sizeof marks / sizeof *marks; k++) {
		if (starts(t, i, marks[k])) {
			size_t j = i + strlen(marks[k]);

			while (at_or_zero(t, j) == ' ')
				j++;
			if (three_digits(t, j))
				return j - i;
		}
	}
	return commas && at_or_zero(t, i) == ',' && three_digits(t, i + 1) ? 1 : 0;
}

enum { NUMBER_DIGITS = 1500, NUMBER_EXPONENT = 400 };

/* The digits of a repeating fraction, \overline{…}, at t.s[i]; 0 where there is none. */
static size_t
repeating_at(struct span t, size_t i, struct span *digits)
{
	static const char *const names[] = {"\\overline{", "\\bar{"};

	for (size_t k = 0; k < 2; k++) {
		size_t j = i + strlen(names[k]), from = j;

		if (!starts(t, i, names[k]))
			continue;
		while (is_digit(at_or_zero(t, j)))
			j++;
		if (j > from && j - from < 50 && at_or_zero(t, j) == '}') {
			*digits = span_cut(t, from, j);
			return j + 1 - i;
		}
	}
	return 0;
}

static void
scale_by_ten(mpq_t value, long exponent)
{
	mpz_t ten;

	mpz_init(ten);
	mpz_ui_pow_ui(ten, 10, (unsigned long)labs(exponent));
	if (exponent >= 0)
		mpz_mul(mpq_numref(value), mpq_numref(value), ten);
	else
		mpz_mul(mpq_denref(value), mpq_denref(value), ten);
	mpq_canonicalize(value);
	mpz_clear(ten);
}

/* Adds 0.000ddd… with the digits repeating behind `places` decimals. */
static void
add_repeating(mpq_t value, struct span digits, size_t places)
{
	char text[64];
	mpq_t r;

	memcpy(text, digits.s, digits.len);
	text[digits.len] = '\0';
	mpq_init(r);
	mpz_set_str(mpq_numref(r), text, 10);
	mpz_ui_pow_ui(mpq_denref(r), 10, digits.len);
	mpz_sub_ui(mpq_denref(r), mpq_denref(r), 1);
	mpq_canonicalize(r);
	scale_by_ten(r, -(long)places);
	mpq_add(value, value, r);
	mpq_clear(r);
}

/* A decimal exponent at t.s[i], e-5; 0 where there is none. */
static size_t
exponent_at(struct span t, size_t i, long *exponent)
{
	size_t j = i + 1;

	if (at_or_zero(t, i) != 'e' && at_or_zero(t, i) != 'E')
		return 0;
	if (at_or_zero(t, j) == '-' || at_or_zero(t, j) == '+')
		j++;
	if (!is_digit(at_or_zero(t, j)))
		return 0;
	*exponent = 0;
	while (is_digit(at_or_zero(t, j))) {
		if (*exponent < 10000)
			*exponent = *exponent * 10 + (t.s[j] - '0');
		j++;
	}
	if (is_letter(at_or_zero(t, j)) || *exponent > NUMBER_EXPONENT)
		return 0;
	/* 4e+1 is a sum; programs write 4e+01. */
	if (!is_digit(t.s[i + 1]) && j - i < 4)
		return 0;
	if (t.s[i + 1] == '-')
		*exponent = -*exponent;
	return j - i;
}

size_t
lex_number(struct span t, size_t at, bool commas, mpq_t value, bool *whole)
{
	struct buf digits = BUF_INIT;
	struct span repeating = {NULL, 0};
	size_t i = at, n, places = 0;
	long exponent = 0;

	while (is_digit(at_or_zero(t, i)))
		buf_putc(&digits, t.s[i++]);
	if (digits.len >= 1 && digits.len <= 3 && digits.s[0] != '0')
		while ((n = thousands_mark(t, i, commas)) > 0) {
			buf_add(&digits, t.s + i + n, 3);
			i += n + 3;
		}
	*whole = true;
	if (at_or_zero(t, i) == '.' &&
		(is_digit(at_or_zero(t, i + 1)) || repeating_at(t, i + 1, &repeating))) {
		*whole = false;
		for (i++; is_digit(at_or_zero(t, i)); places++)
			buf_putc(&digits, t.s[i++]);
		i += repeating_at(t, i, &repeating);
	}
	if (digits.len > NUMBER_DIGITS || i == at) {
		buf_free(&digits);
		return at;
	}
	buf_puts(&digits, digits.len ? "" : "0");
	mpz_set_str(mpq_numref(value), digits.s, 10);
	mpz_set_ui(mpq_denref(value), 1);
	buf_free(&digits);
	scale_by_ten(value, -(long)places);
	if (repeating.len > 0)
		add_repeating(value, repeating, places);
	n = exponent_at(t, i, &exponent);
	if (n > 0) {
		*whole = false;
		scale_by_ten(value, exponent);
	}
	return i + n;
}
