/*
 * The treebank tokenizer as NLTK has it: a chain of rewritings that put blanks round what is a
 * token of its own, then a split at blanks. The order matters, as one rewriting sees what the ones
 * before it put in; so each is a pass here too, but a pass runs only where the sentence holds what
 * it looks for.
 */
#include <stdlib.h>
#include <string.h>

#include "kit/mem.h"
#include "language/nlp.h"

/* A sentence between two passes. */
struct work {
	uint32_t *s, *to;
	size_t n, cap, out;
};

/* What a sentence holds, so that passes that would find nothing are left out. */
enum has {
	HAS_OPEN = 1 << 0,    /* « “ ‘ „ ` */
	HAS_DOUBLE = 1 << 1,  /* " */
	HAS_SINGLE = 1 << 2,  /* ' */
	HAS_STOP = 1 << 3,    /* . */
	HAS_COLON = 1 << 4,   /* : , */
	HAS_MARK = 1 << 5,    /* ; @ # $ % & */
	HAS_DASH = 1 << 6,    /* U+2012…U+2015 */
	HAS_END = 1 << 7,     /* ? ! */
	HAS_STAR = 1 << 8,    /* * */
	HAS_PAREN = 1 << 9,   /* ] [ ( ) { } < > */
	HAS_HYPHEN = 1 << 10, /* - */
	HAS_CLOSE = 1 << 11,  /* » ” ’ */
};

static unsigned
kind_of(uint32_t c)
{
	switch (c) {
	case 0xab:
	case 0x201c:
	case 0x2018:
	case 0x201e:
	case '`': return HAS_OPEN;
	case '"': return HAS_DOUBLE;
	case '\'': return HAS_SINGLE;
	case '.': return HAS_STOP;
	case ':':
	case ',': return HAS_COLON;
	case ';':
	case '@':
	case '#':
	case '$':
	case '%':
	case '&': return HAS_MARK;
	case 0x2012:
	case 0x2013:
	case 0x2014:
	case 0x2015: return HAS_DASH;
	case '?':
	case '!': return HAS_END;
	case '*': return HAS_STAR;
	case ']':
	case '[':
	case '(':
	case ')':
	case '{':
	case '}':
	case '<':
	case '>': return HAS_PAREN;
	case '-': return HAS_HYPHEN;
	case 0xbb:
	case 0x201d:
	case 0x2019: return HAS_CLOSE;
	default: return 0;
	}
}

static void
start_pass(struct work *w, size_t grow)
{
	size_t need = w->n * grow + 8;

	if (need > w->cap) {
		w->cap = need * 2;
		w->s = xreallocarray(w->s, w->cap, sizeof *w->s);
		w->to = xreallocarray(w->to, w->cap, sizeof *w->to);
	}
	w->out = 0;
}

static void
end_pass(struct work *w)
{
	uint32_t *s = w->s;

	w->s = w->to;
	w->to = s;
	w->n = w->out;
}

static void
put(struct work *w, uint32_t c)
{
	w->to[w->out++] = c;
}

static void
put_padded(struct work *w, uint32_t c)
{
	put(w, ' ');
	put(w, c);
	put(w, ' ');
}

/* A blank on each side of every character of the kinds. */
static void
pad_kinds(struct work *w, unsigned kinds)
{
	start_pass(w, 3);
	for (size_t i = 0; i < w->n; i++) {
		if (kind_of(w->s[i]) & kinds)
			put_padded(w, w->s[i]);
		else
			put(w, w->s[i]);
	}
	end_pass(w);
}

static uint32_t
at(const struct work *w, size_t i)
{
	return i < w->n ? w->s[i] : 0;
}

/* Opening quotes alone, and runs of backquotes, get blanks round them. */
static void
pad_open(struct work *w)
{
	start_pass(w, 3);
	for (size_t i = 0; i < w->n; i++) {
		if (kind_of(w->s[i]) != HAS_OPEN) {
			put(w, w->s[i]);
			continue;
		}
		put(w, ' ');
		put(w, w->s[i]);
		while (w->s[i] == '`' && at(w, i + 1) == '`')
			put(w, w->s[i++]);
		put(w, ' ');
	}
	end_pass(w);
}

/* A " at the very start is a ``. */
static void
first_quote(struct work *w)
{
	start_pass(w, 2);
	put(w, '`');
	put(w, '`');
	for (size_t i = 1; i < w->n; i++)
		put(w, w->s[i]);
	end_pass(w);
}

/* Two of c get blanks round them. */
static void
pad_pair(struct work *w, uint32_t c)
{
	start_pass(w, 2);
	for (size_t i = 0; i < w->n; i++) {
		if (w->s[i] != c || at(w, i + 1) != c) {
			put(w, w->s[i]);
			continue;
		}
		put(w, ' ');
		put(w, c);
		put(w, c);
		put(w, ' ');
		i++;
	}
	end_pass(w);
}

/* A " or '' behind a blank or an opening bracket is a ``. */
static void
inner_quotes(struct work *w)
{
	start_pass(w, 3);
	for (size_t i = 0; i < w->n; i++) {
		uint32_t c = w->s[i];
		size_t quote = at(w, i + 1) == '"' ? 1 : 0;

		if (!quote && at(w, i + 1) == '\'' && at(w, i + 2) == '\'')
			quote = 2;
		put(w, c);
		if (!quote || (c != ' ' && c != '(' && c != '[' && c != '{' && c != '<'))
			continue;
		put(w, ' ');
		put(w, '`');
		put(w, '`');
		put(w, ' ');
		i += quote;
	}
	end_pass(w);
}

static uint32_t
ascii_lower(uint32_t c)
{
	/* as regex folds: the long s and the kelvin sign are letters of the clitics too */
	return c == 0x17f ? 's' : c >= 'A' && c <= 'Z' ? c + 32 : c;
}

static bool
rword(const struct work *w, size_t i)
{
	return i < w->n && uc_is(w->s[i], UC_RWORD);
}

/* Is there re, ve, ll, m, t, s, d or n as a whole word at i? */
static bool
clitic_at(const struct work *w, size_t i)
{
	uint32_t a = ascii_lower(at(w, i)), b = ascii_lower(at(w, i + 1));

	if ((a == 'm' || a == 't' || a == 's' || a == 'd' || a == 'n') && !rword(w, i + 1))
		return true;
	return ((b == 'e' && (a == 'r' || a == 'v')) || (a == 'l' && b == 'l')) && !rword(w, i + 2);
}

/* A ' at a word's start, unless a clitic follows, gets a blank behind it. */
static void
word_quotes(struct work *w)
{
	start_pass(w, 2);
	for (size_t i = 0; i < w->n; i++) {
		put(w, w->s[i]);
		if (w->s[i] == '\'' && !(i > 0 && rword(w, i - 1)) && rword(w, i + 1) &&
			!clitic_at(w, i + 1))
			put(w, ' ');
	}
	end_pass(w);
}

static bool
closer(uint32_t c)
{
	return c < 0x80 ? c && strchr("])}>\"' ", (int)c) : kind_of(c) == HAS_CLOSE;
}

/*
 * The full stop at the end, closing quotes, brackets and blanks behind it, gets blanks round it. (NLTK
 * has a second such rule further on. It never finds what the first didn't, and then adds blanks only.)
 */
static void
final_period(struct work *w)
{
	size_t dot = w->n, from;

	while (dot > 0 && w->s[dot - 1] != '.' &&
		(closer(w->s[dot - 1]) || uc_is(w->s[dot - 1], UC_RSPACE)))
		dot--;
	if (dot < 2 || w->s[dot - 1] != '.' || w->s[dot - 2] == '.')
		return;
	for (from = dot; from < w->n && closer(w->s[from]); from++)
		;
	for (size_t i = from; i < w->n; i++)
		if (!uc_is(w->s[i], UC_RSPACE))
			return; /* closing again behind blanks */
	start_pass(w, 2);
	for (size_t i = 0; i + 1 < dot; i++)
		put(w, w->s[i]);
	put_padded(w, '.');
	for (size_t i = dot; i < from; i++)
		put(w, w->s[i]);
	put(w, ' ');
	end_pass(w);
}

/* : and , before anything but a digit, then at the end. The character behind is used up with them.
 */
static void
pad_colons(struct work *w)
{
	start_pass(w, 3);
	for (size_t i = 0; i < w->n; i++) {
		if (kind_of(w->s[i]) != HAS_COLON || i + 1 >= w->n ||
			uc_is(w->s[i + 1], UC_RDIGIT)) {
			put(w, w->s[i]);
			continue;
		}
		put(w, ' ');
		put(w, w->s[i]);
		put(w, ' ');
		put(w, w->s[++i]);
	}
	end_pass(w);
	for (size_t back = 1; back <= 2 && back <= w->n;
		back++) { /* $ also stands before a last LF */
		size_t i = w->n - back;

		if (kind_of(w->s[i]) == HAS_COLON && (back == 1 || w->s[w->n - 1] == '\n')) {
			start_pass(w, 3);
			for (size_t k = 0; k < w->n; k++) {
				if (k == i)
					put_padded(w, w->s[k]);
				else
					put(w, w->s[k]);
			}
			end_pass(w);
			return;
		}
	}
}

/* Two full stops and more stay together and get blanks round them. */
static void
pad_dots(struct work *w)
{
	start_pass(w, 2);
	for (size_t i = 0; i < w->n; i++) {
		if (w->s[i] != '.' || at(w, i + 1) != '.') {
			put(w, w->s[i]);
			continue;
		}
		put(w, ' ');
		while (at(w, i) == '.')
			put(w, w->s[i++]);
		i--;
		put(w, ' ');
	}
	end_pass(w);
}

/* ' before a space, not behind another, gets a space before it. */
static void
pad_single(struct work *w)
{
	start_pass(w, 2);
	for (size_t i = 0; i < w->n; i++) {
		put(w, w->s[i]);
		if (w->s[i] == '\'' || at(w, i + 1) != '\'' || at(w, i + 2) != ' ')
			continue;
		put(w, ' ');
		put(w, '\'');
		put(w, ' ');
		i += 2;
	}
	end_pass(w);
}

/* '' and " alike become '' with blanks round it. */
static void
closing_quotes(struct work *w)
{
	start_pass(w, 4);
	for (size_t i = 0; i < w->n; i++) {
		bool two = w->s[i] == '\'' && at(w, i + 1) == '\'';

		if (!two && w->s[i] != '"') {
			put(w, w->s[i]);
			continue;
		}
		put(w, ' ');
		put(w, '\'');
		put(w, '\'');
		put(w, ' ');
		i += two;
	}
	end_pass(w);
}

/* A space at each end, and every run of blanks one space. */
static void
one_space(struct work *w)
{
	bool before = true;

	start_pass(w, 1);
	put(w, ' ');
	for (size_t i = 0; i < w->n; i++) {
		bool blank = uc_is(w->s[i], UC_RSPACE);

		if (!blank)
			put(w, w->s[i]);
		else if (!before)
			put(w, ' ');
		before = blank;
	}
	if (!before)
		put(w, ' ');
	end_pass(w);
}

/* The length of 's 'm 'd (either case) or a bare ' that stands at i before a space; 0 where none
 * does. */
static size_t
short_clitic(const struct work *w, size_t i)
{
	uint32_t c = at(w, i + 1);

	if (at(w, i) != '\'')
		return 0;
	if (c && strchr("sSmMdD", (int)(c < 0x80 ? c : 'x')) && at(w, i + 2) == ' ')
		return 2;
	return c == ' ' ? 1 : 0;
}

/* As above for 'll 're 've n't, all in one case. */
static size_t
long_clitic(const struct work *w, size_t i)
{
	static const char *const all[] = {
		"'ll ", "'LL ", "'re ", "'RE ", "'ve ", "'VE ", "n't ", "N'T "};

	if (i + 4 > w->n || (w->s[i] != '\'' && w->s[i] != 'n' && w->s[i] != 'N'))
		return 0;
	for (size_t k = 0; k < sizeof all / sizeof *all; k++)
		if (ustr_starts_ascii((struct ustr){w->s + i, w->n - i}, all[k]))
			return 3;
	return 0;
}

/* A clitic behind anything but ' and space, and before a space, gets a space before it. */
static void
split_clitics(struct work *w, size_t (*clitic)(const struct work *, size_t))
{
	start_pass(w, 2);
	for (size_t i = 0; i < w->n; i++) {
		size_t len = w->s[i] != '\'' && w->s[i] != ' ' ? clitic(w, i + 1) : 0;

		put(w, w->s[i]);
		if (!len)
			continue;
		put(w, ' ');
		while (len--)
			put(w, w->s[++i]);
		put(w, w->s[++i]); /* the space is used up too */
	}
	end_pass(w);
}

struct contraction {
	const char *first, *second;
};

static bool
word(const struct work *w, size_t i)
{
	return i < w->n && uc_word(w->s[i]);
}

/* Does text stand at i, in any case? */
static bool
folded_at(const struct work *w, size_t i, const char *text)
{
	for (; *text; text++, i++)
		if (uc_fold(at(w, i)) != uc_fold((unsigned char)*text))
			return false;
	return true;
}

static bool
starts_contraction(uint32_t c)
{
	c |= 0x20;
	return c == 'c' || c == 'd' || c == 'g' || c == 'l' || c == 'm' || c == 'w';
}

static size_t
contraction_at(const struct work *w, size_t i, size_t *second)
{
	static const struct contraction all[] = {{"can", "not"}, {"d", "'ye"}, {"gim", "me"},
		{"gon", "na"}, {"got", "ta"}, {"lem", "me"}, {"more", "'n"}, {"wan", "na"}};

	if (!starts_contraction(w->s[i]))
		return 0;
	for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
		size_t a = strlen(all[k].first), b = strlen(all[k].second);

		if (!folded_at(w, i, all[k].first) || !folded_at(w, i + a, all[k].second))
			continue;
		/* "wanna" asks for a blank behind it, the others for a word's end */
		if (all[k].first[0] == 'w' ? !(i + a + b < w->n && uc_space(at(w, i + a + b)))
					   : word(w, i + a + b))
			continue;
		*second = b;
		return a;
	}
	return 0;
}

/* cannot, gonna and their like become two words. Each starts at a word's start, so one pass does.
 */
static void
split_contractions(struct work *w)
{
	start_pass(w, 4);
	for (size_t i = 0; i < w->n; i++) {
		size_t second = 0, first = 0;

		if (!(i > 0 && word(w, i - 1)) && word(w, i))
			first = contraction_at(w, i, &second);
		if (!first) {
			put(w, w->s[i]);
			continue;
		}
		put(w, ' ');
		for (size_t k = 0; k < first; k++)
			put(w, w->s[i + k]);
		put(w, ' ');
		for (size_t k = 0; k < second; k++)
			put(w, w->s[i + first + k]);
		put(w, ' ');
		i += first + second - 1;
	}
	end_pass(w);
}

/* 'tis and 'twas behind a space. */
static void
split_it(struct work *w)
{
	start_pass(w, 3);
	for (size_t i = 0; i < w->n; i++) {
		size_t len = 0;

		if (w->s[i] == ' ' && at(w, i + 1) == '\'')
			len = folded_at(w, i, " 'tis") ? 5 : folded_at(w, i, " 'twas") ? 6 : 0;

		if (!len || word(w, i + len)) {
			put(w, w->s[i]);
			continue;
		}
		put(w, ' ');
		put(w, w->s[i + 1]);
		put(w, w->s[i + 2]);
		put(w, ' ');
		for (size_t k = 3; k < len; k++)
			put(w, w->s[i + k]);
		put(w, ' ');
		i += len - 1;
	}
	end_pass(w);
}

static void
rewrite(struct work *w)
{
	unsigned has = 0;

	for (size_t i = 0; i < w->n; i++)
		has |= kind_of(w->s[i]);
	if (has & HAS_OPEN)
		pad_open(w);
	if (at(w, 0) == '"')
		first_quote(w), has |= HAS_OPEN;
	if (has & HAS_OPEN)
		pad_pair(w, '`');
	if (has & (HAS_DOUBLE | HAS_SINGLE))
		inner_quotes(w);
	if (has & HAS_SINGLE)
		word_quotes(w);
	if (has & HAS_STOP)
		final_period(w);
	if (has & HAS_COLON)
		pad_colons(w);
	if (has & HAS_STOP)
		pad_dots(w);
	if (has & (HAS_MARK | HAS_DASH))
		pad_kinds(w, HAS_MARK | HAS_DASH);
	if (has & HAS_END)
		pad_kinds(w, HAS_END);
	if (has & HAS_SINGLE)
		pad_single(w);
	if (has & (HAS_STAR | HAS_PAREN))
		pad_kinds(w, HAS_STAR | HAS_PAREN);
	if (has & HAS_HYPHEN)
		pad_pair(w, '-');
	if (has & HAS_CLOSE)
		pad_kinds(w, HAS_CLOSE);
	if (has & (HAS_DOUBLE | HAS_SINGLE))
		closing_quotes(w);
	one_space(w);
	if (has & HAS_SINGLE) {
		split_clitics(w, short_clitic);
		split_clitics(w, long_clitic);
	}
	split_contractions(w);
	if (has & HAS_SINGLE)
		split_it(w);
}

struct ulist
nlp_words_by_rules(struct arena *a, struct ustr sentence)
{
	struct work w = {NULL, NULL, 0, 0, 0};
	uint32_t *copy;

	w.n = sentence.n;
	start_pass(&w, 1);
	memcpy(w.s, sentence.s, sentence.n * sizeof *w.s);
	rewrite(&w);
	copy = arena_alloc(a, w.n, sizeof *copy);
	memcpy(copy, w.s, w.n * sizeof *copy);
	free(w.s);
	free(w.to);
	return ustr_split(a, (struct ustr){copy, w.n});
}

/*
 * Most sentences hold nothing that one rewriting does for another to see: no quotes but " and an
 * apostrophe inside a word, no contraction but clitics. Then their words can be told in one pass.
 */
struct direct {
	struct ustr s;
	struct ulist out;
	size_t from;   /* the word being read starts here */
	size_t quote;  /* an apostrophe in it; SIZE_MAX where there is none */
	size_t period; /* the place of the full stop at the end; SIZE_MAX */
	bool failed;   /* something that needs the rewritings */
};

static const uint32_t open_quotes[] = {'`', '`'}, close_quotes[] = {'\'', '\''};

static void
emit(struct direct *d, size_t from, size_t to)
{
	if (from < to)
		d->out.at[d->out.n++] = ustr_slice(d->s, from, to);
}

/* How much of the word's end is a clitic to be split off, its apostrophe at q. */
static size_t
clitic_length(struct ustr s, size_t q, size_t to)
{
	struct ustr tail = ustr_slice(s, q, to);

	if (to - q <= 2)
		return to - q == 1 || (tail.s[1] < 0x80 && strchr("sSmMdD", (int)tail.s[1]))
			       ? to - q
			       : 0;
	if (to - q == 3 && (ustr_eq_ascii(tail, "'ll") || ustr_eq_ascii(tail, "'LL") ||
				   ustr_eq_ascii(tail, "'re") || ustr_eq_ascii(tail, "'RE") ||
				   ustr_eq_ascii(tail, "'ve") || ustr_eq_ascii(tail, "'VE")))
		return 3;
	return 0;
}

/* The word ends before `to`, and what follows is a token of its own or blank. */
static void
end_word(struct direct *d, size_t to)
{
	size_t from = d->from, q = d->quote, clitic = 0;

	if (q != SIZE_MAX) {
		clitic = clitic_length(d->s, q, to);
		if (!clitic && to - q == 2 && q > from + 1 &&
			((d->s.s[q - 1] == 'n' && d->s.s[q + 1] == 't') ||
				(d->s.s[q - 1] == 'N' && d->s.s[q + 1] == 'T')))
			clitic = 3;
	}
	emit(d, from, to - clitic);
	emit(d, to - clitic, to);
	d->quote = SIZE_MAX;
}

/* A token of its own from i on; reading goes on behind it. */
static size_t
own_token(struct direct *d, size_t i, size_t len)
{
	end_word(d, i);
	emit(d, i, i + len);
	d->from = i + len;
	return i + len;
}

/* Is the " at i an opening one? */
static bool
opens(struct ustr s, size_t i)
{
	uint32_t before = i ? s.s[i - 1] : ' ';

	return before == ' ' || before == '(' || before == '[' || before == '{' || before == '<' ||
	       (i == 1 && before == '"');
}

static size_t
double_quote(struct direct *d, size_t i)
{
	end_word(d, i);
	d->out.at[d->out.n++] = (struct ustr){opens(d->s, i) ? open_quotes : close_quotes, 2};
	d->from = i + 1;
	return i + 1;
}

/* An apostrophe is inside a word or at its end, and alone in it; else the rewritings must do. */
static size_t
apostrophe(struct direct *d, size_t i)
{
	d->failed |= i == d->from || d->quote != SIZE_MAX || !uc_is(d->s.s[i - 1], UC_RWORD);
	d->quote = i;
	return i + 1;
}

/* The full stop at the end, behind which are only closing marks and blanks; as final_period(). */
static size_t
find_period(struct ustr s)
{
	size_t dot = s.n, from;

	while (dot > 0 && s.s[dot - 1] != '.' &&
		((closer(s.s[dot - 1]) && !(s.s[dot - 1] == '"' && opens(s, dot - 1))) ||
			uc_is(s.s[dot - 1], UC_RSPACE)))
		dot--;
	if (dot < 2 || s.s[dot - 1] != '.' || s.s[dot - 2] == '.')
		return SIZE_MAX;
	for (from = dot; from < s.n && closer(s.s[from]); from++)
		;
	for (; from < s.n; from++)
		if (!uc_is(s.s[from], UC_RSPACE))
			return SIZE_MAX;
	return dot - 1;
}

/* A colon or comma at i, unless a digit follows. A second one right behind it stays with what follows. */
static size_t
colon(struct direct *d, size_t i)
{
	struct ustr s = d->s;

	if (i + 1 < s.n && uc_is(s.s[i + 1], UC_RDIGIT))
		return i + 1;
	d->failed |= i + 1 < s.n && kind_of(s.s[i + 1]) == HAS_COLON;
	return own_token(d, i, 1);
}

static size_t
run_length(struct ustr s, size_t i)
{
	size_t n = 1;

	while (i + n < s.n && s.s[i + n] == s.s[i])
		n++;
	return n;
}

/* What stands at i, of a kind that isn't 0; where reading goes on. */
static size_t
special(struct direct *d, size_t i, unsigned kind)
{
	size_t n;

	switch (kind) {
	case HAS_OPEN: d->failed = true; return i + 1;
	case HAS_DOUBLE: return double_quote(d, i);
	case HAS_SINGLE: return apostrophe(d, i);
	case HAS_STOP:
		n = run_length(d->s, i);
		return n > 1 ? own_token(d, i, n) : i == d->period ? own_token(d, i, 1) : i + 1;
	case HAS_COLON: return colon(d, i);
	case HAS_HYPHEN: return run_length(d->s, i) > 1 ? own_token(d, i, 2) : i + 1;
	default: return own_token(d, i, 1);
	}
}

/* Could a contraction that is to be split start at the word that starts at i? */
static bool
may_contract(struct ustr s, size_t i)
{
	static const char *const all[] = {
		"cannot", "d'ye", "gimme", "gonna", "gotta", "lemme", "more'n", "wanna"};

	if (s.s[i] >= 0x80 || !starts_contraction(s.s[i]))
		return false;
	for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
		size_t j = 0;

		while (all[k][j] && i + j < s.n &&
			uc_fold(s.s[i + j]) == uc_fold((unsigned char)all[k][j]))
			j++;
		if (!all[k][j])
			return true;
	}
	return false;
}

static void
read_words(struct direct *d)
{
	struct ustr s = d->s;
	bool before = false; /* the character before is one of a word */

	for (size_t i = 0; i < s.n && !d->failed;) {
		uint32_t c = s.s[i];
		unsigned kind;

		if (c < 0x80 ? (c | 0x20) >= 'a' && (c | 0x20) <= 'z' : uc_word(c)) {
			d->failed |= !before && may_contract(s, i);
			before = true;
			i++;
			continue;
		}
		before = uc_word(c);
		kind = kind_of(c);
		if (kind) {
			i = special(d, i, kind);
		} else if (uc_space(c)) {
			/* blanks to split but not to regex are rare enough */
			d->failed |= !uc_is(c, UC_RSPACE);
			end_word(d, i);
			d->from = ++i;
		} else {
			i++;
		}
	}
	if (!d->failed)
		end_word(d, s.n);
}

struct ulist
nlp_words(struct arena *a, struct ustr sentence)
{
	struct direct d = {.s = sentence, .quote = SIZE_MAX};

	d.out.at = arena_alloc(a, sentence.n + 2, sizeof *d.out.at);
	d.period = find_period(sentence);
	read_words(&d);
	arena_trim(a, d.out.at, d.failed ? 0 : d.out.n * sizeof *d.out.at);
	return d.failed ? nlp_words_by_rules(a, sentence) : d.out;
}

size_t
nlp_count_words(struct ustr s)
{
	size_t n = 0;
	bool inside = false;

	for (size_t i = 0; i < s.n; i++) {
		bool word = s.s[i] < 0x80 ? uc_word(s.s[i]) : uc_is(s.s[i], UC_RWORD);

		n += word && !inside;
		inside = word;
	}
	return n;
}
