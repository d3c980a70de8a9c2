/*
 * Punkt (Kiss and Strunk 2006): a full stop, ? or ! ends a sentence unless what stands before it is
 * an abbreviation, an initial or a number, and what stands behind it doesn't look like a beginning.
 * Only the words round each candidate are looked at. Blanks and word characters are those of the
 * `regex` module, which NLTK runs its patterns on.
 */
#include <string.h>

#include "language/nlp.h"

enum {
	BEG_UC = 1 << 1,
	MID_UC = 1 << 2,
	UNK_UC = 1 << 3,
	BEG_LC = 1 << 4,
	MID_LC = 1 << 5,
	UNK_LC = 1 << 6,
	ANY_UC = BEG_UC | MID_UC | UNK_UC,
	ANY_LC = BEG_LC | MID_LC | UNK_LC,
};

struct token {
	struct ustr text, type;
	bool period_final, breaks, abbr, ellipsis;
};

struct punkt {
	const struct data *d;
	struct arena *a;
	struct ustr number; /* the type of all numbers */
};

static bool
blank(uint32_t c)
{
	return uc_is(c, UC_RSPACE);
}

static bool
in(uint32_t c, const char *set)
{
	return c < 0x80 && c && strchr(set, (int)c);
}

static bool
curly_quote(uint32_t c)
{
	return c == 0x2018 || c == 0x2019 || c == 0x201c || c == 0x201d || c == 0xab || c == 0xbb;
}

/* Characters that end a word. */
static bool
non_word(uint32_t c)
{
	return in(c, ")\";}]*:@'({[?!") || curly_quote(c);
}

static bool
letter(uint32_t c)
{
	return (uc(c)->flags & (UC_RWORD | UC_RDIGIT)) == UC_RWORD;
}

/* At i: --, .., or three full stops with blanks between. */
static bool
multi_at(struct ustr s, size_t i)
{
	if (i + 1 >= s.n || (s.s[i] != '-' && s.s[i] != '.'))
		return false;
	if (s.s[i + 1] == s.s[i])
		return true;
	return s.s[i] == '.' && i + 4 < s.n && blank(s.s[i + 1]) && s.s[i + 2] == '.' &&
	       blank(s.s[i + 3]) && s.s[i + 4] == '.';
}

/* Where the token of several - or . that starts at i ends. */
static size_t
multi_end(struct ustr s, size_t i)
{
	size_t j = i + 1;

	if (s.s[j] == s.s[i]) {
		while (j < s.n && s.s[j] == s.s[i])
			j++;
		return j;
	}
	while (j + 1 < s.n && blank(s.s[j]) && s.s[j + 1] == '.')
		j += 2;
	return j;
}

/* May a word end before j? At the line's end always. */
static bool
word_ends(struct ustr s, size_t j)
{
	uint32_t c;

	if (j >= s.n)
		return true;
	c = s.s[j];
	if (blank(c) || non_word(c) || multi_at(s, j))
		return true;
	if (c != ',')
		return false;
	return j + 1 >= s.n || blank(s.s[j + 1]) || non_word(s.s[j + 1]) || multi_at(s, j + 1);
}

/* The next token of the line at or behind *at; false at its end. */
static bool
next_token(struct ustr line, size_t *at, struct ustr *token)
{
	size_t i = *at, j;

	while (i < line.n && blank(line.s[i]))
		i++;
	if (i >= line.n)
		return false;
	j = i + 1;
	if (multi_at(line, i))
		j = multi_end(line, i);
	else if (!in(line.s[i], "(\"`{[:;&#*@)}]-,"))
		while (!word_ends(line, j))
			j++;
	*token = ustr_slice(line, i, j);
	*at = j;
	return true;
}

/* -?[.,]?\d[\d,.-]*, a full stop at its end included. */
static bool
is_number(struct ustr s)
{
	size_t i = s.s[0] == '-';

	i += i < s.n && in(s.s[i], ".,");
	if (i >= s.n || !uc_is(s.s[i], UC_RDIGIT))
		return false;
	for (; i < s.n; i++)
		if (!uc_is(s.s[i], UC_RDIGIT) && !in(s.s[i], ",.-"))
			return false;
	return true;
}

static bool
all_dots(struct ustr s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.s[i] != '.')
			return false;
	return s.n > 1;
}

static struct ustr
without_period(struct ustr type)
{
	return type.n > 1 && type.s[type.n - 1] == '.' ? ustr_slice(type, 0, type.n - 1) : type;
}

/* An abbreviation, or one behind its last hyphen? low is the token in lower case, without its
 * period. */
static bool
is_abbreviation(const struct punkt *p, struct ustr low)
{
	size_t i = low.n;

	if (data_find(p->d, DATA_ABBREV, low, NULL))
		return true;
	while (i > 0 && low.s[i - 1] != '-')
		i--;
	return i > 0 && data_find(p->d, DATA_ABBREV, ustr_slice(low, i, low.n), NULL);
}

/* What the word alone says. */
static struct token
make_token(const struct punkt *p, struct ustr text)
{
	struct token t = {.text = text};
	bool end_mark = text.n == 1 && in(text.s[0], ".?!");

	t.period_final = text.s[text.n - 1] == '.';
	t.type = ustr_lower(p->a, text);
	if (end_mark)
		t.breaks = true;
	else if (all_dots(text))
		t.ellipsis = true;
	else if (t.period_final && text.s[text.n - 2] != '.') {
		t.abbr = is_abbreviation(p, ustr_lower(p->a, ustr_slice(text, 0, text.n - 1)));
		t.breaks = !t.abbr;
	}
	if (is_number(t.type))
		t.type = p->number;
	return t;
}

static bool
first_is(const struct token *t, unsigned flag)
{
	return uc_is(t->text.s[0], flag);
}

static struct ustr
type_in_place(const struct token *t)
{
	return t->breaks ? without_period(t->type) : t->type;
}

enum starts { STARTS_NOT, STARTS, STARTS_UNKNOWN };

static uint32_t
context_of(const struct punkt *p, struct ustr type)
{
	uint32_t context = 0;

	data_find(p->d, DATA_ORTHO, type, &context);
	return context;
}

/* Does it begin a sentence, by how its type is written elsewhere? */
static enum starts
looks_like_start(const struct punkt *p, const struct token *t)
{
	uint32_t context;

	if (t->text.n == 1 && in(t->text.s[0], ";:,.!?"))
		return STARTS_NOT;
	context = context_of(p, type_in_place(t));
	if (first_is(t, UC_UPPER) && (context & ANY_LC) && !(context & MID_UC))
		return STARTS;
	if (first_is(t, UC_LOWER) && ((context & ANY_UC) || !(context & BEG_LC)))
		return STARTS_NOT;
	return STARTS_UNKNOWN;
}

static bool
is_collocation(const struct punkt *p, struct ustr first, struct ustr second)
{
	uint32_t *key = arena_alloc(p->a, first.n + second.n + 1, sizeof *key);

	memcpy(key, first.s, first.n * sizeof *key);
	key[first.n] = '\n';
	memcpy(key + first.n + 1, second.s, second.n * sizeof *key);
	return data_find(p->d, DATA_COLLOCATIONS, (struct ustr){key, first.n + second.n + 1}, NULL);
}

/* An initial or a number before something that doesn't begin a sentence is an abbreviation. */
static void
reclassify_short(const struct punkt *p, struct token *t, const struct token *next, bool initial)
{
	enum starts s = looks_like_start(p, next);
	uint32_t context = context_of(p, type_in_place(next));

	if (s == STARTS_NOT || (s == STARTS_UNKNOWN && initial && first_is(next, UC_UPPER) &&
				       !(context & ANY_LC))) {
		t->breaks = false;
		t->abbr = true;
	}
}

/* What the next word says of the one before it. */
static void
look_ahead(const struct punkt *p, struct token *t, const struct token *next)
{
	bool initial = t->text.n == 2 && letter(t->text.s[0]) && t->text.s[1] == '.';
	struct ustr type = without_period(t->type), next_type = type_in_place(next);

	if (!t->period_final)
		return;
	if (is_collocation(p, type, next_type)) {
		t->breaks = false;
		t->abbr = true;
		return;
	}
	if ((t->abbr || t->ellipsis) && !initial &&
		(looks_like_start(p, next) == STARTS ||
			(first_is(next, UC_UPPER) &&
				data_find(p->d, DATA_STARTERS, next_type, NULL)))) {
		t->breaks = true;
		return;
	}
	if (initial || ustr_eq(type, p->number))
		reclassify_short(p, t, next, initial);
}

/* Does a sentence end between two tokens of the context? */
static bool
context_breaks(const struct punkt *p, struct ustr context)
{
	struct token last = {.breaks = false};
	struct ustr line, text;
	bool any = false;

	for (size_t at = 0; ustr_next_line(context, &at, &line);) {
		if (ustr_blank(line))
			continue;
		for (size_t i = 0; next_token(line, &i, &text);) {
			struct token t = make_token(p, text);

			if (any)
				look_ahead(p, &last, &t);
			if (any && last.breaks)
				return true;
			last = t;
			any = true;
		}
	}
	return false;
}

/* A candidate: the word before it from start, the mark at mark, what is behind it up to end. */
struct candidate {
	size_t start, mark, end, next;
};

/* What follows the mark at i: another mark or bracket, or blanks and a token. False where neither
 * does. */
static bool
what_follows(struct ustr s, size_t i, struct candidate *c)
{
	size_t j = i + 1;

	if (j < s.n && non_word(s.s[j])) {
		c->end = j + 1;
		c->next = i + 1;
		return true;
	}
	while (j < s.n && blank(s.s[j]))
		j++;
	if (j == i + 1 || j >= s.n)
		return false;
	c->next = j;
	while (j < s.n && !blank(s.s[j]))
		j++;
	c->end = j;
	return true;
}

/* Where the word before the mark starts: behind the last ASCII blank, but not one right behind
 * before. */
static size_t
word_start(struct ustr s, const struct candidate *before, size_t mark)
{
	for (size_t i = mark; i > before->mark + 1; i--)
		if (in(s.s[i - 1], " \t\n\r\v\f"))
			return i;
	return before->start;
}

struct spans {
	struct ulist out;
	struct ustr s;
	size_t pending_from, pending_to; /* the sentence not yet given out */
	bool pending;
	size_t realign;
};

/* Closing quotes and brackets at the sentence's start belong to the one before: how many; *used
 * with blanks. */
static size_t
closers(struct ustr s, size_t *used)
{
	size_t k = 0, j;

	while (k < s.n && (in(s.s[k], "\"')]}") || curly_quote(s.s[k]))) {
		k++;
		for (j = k; j < s.n && blank(s.s[j]); j++)
			;
		if (j > k || k == s.n || (k + 1 < s.n && s.s[k] == '-' && s.s[k + 1] == '-')) {
			*used = j;
			return k;
		}
	}
	return 0;
}

static void
give_out(struct spans *w, size_t from, size_t to)
{
	w->out.at[w->out.n++] = from < to ? ustr_slice(w->s, from, to) : ustr_slice(w->s, to, to);
}

/* A sentence as it was cut; the one before it is given out, realigned. */
static void
add_span(struct spans *w, size_t from, size_t to)
{
	size_t used = 0, k = from < to ? closers(ustr_slice(w->s, from, to), &used) : 0;

	if (w->pending) {
		size_t start = w->pending_from + w->realign;

		w->realign = k ? used : 0;
		if (k)
			give_out(w, start, from + k);
		else if (start < w->pending_to)
			give_out(w, start, w->pending_to);
	}
	w->pending = true;
	w->pending_from = from;
	w->pending_to = to;
}

static void
finish(struct spans *w)
{
	size_t start = w->pending_from + w->realign;

	if (w->pending && start < w->pending_to)
		give_out(w, start, w->pending_to);
}

/* One candidate is settled: if a sentence ends there, it is cut. */
static void
settle(const struct punkt *p, struct spans *w, const struct candidate *c, size_t *last)
{
	if (!context_breaks(p, ustr_slice(w->s, c->start, c->end)))
		return;
	add_span(w, *last, c->mark + 1);
	*last = c->next;
}

struct ulist
nlp_sentences(const struct data *d, struct arena *a, struct ustr s)
{
	static const uint32_t number[] = {'#', '#', 'n', 'u', 'm', 'b', 'e', 'r', '#', '#'};
	struct arena scratch = ARENA_INIT;
	struct punkt p = {d, &scratch, {number, sizeof number / sizeof *number}};
	struct candidate before = {0}, c;
	struct spans w = {.s = s};
	size_t last = 0, marks = 0;
	bool any = false;

	for (size_t i = 0; i < s.n; i++)
		marks += in(s.s[i], ".?!");
	w.out.at = arena_alloc(a, marks + 1, sizeof *w.out.at);
	for (size_t i = 0; i < s.n; i++) {
		if (!in(s.s[i], ".?!") || !what_follows(s, i, &c))
			continue;
		c.mark = i;
		c.start = word_start(s, &before, i);
		/* a word that reaches back over the mark before it takes that candidate's place */
		if (any && before.mark <= c.start)
			settle(&p, &w, &before, &last);
		before = c;
		any = true;
		arena_clear(&scratch);
	}
	if (any)
		settle(&p, &w, &before, &last);
	add_span(&w, last, ustr_rstrip(s).n);
	finish(&w);
	arena_release(&scratch);
	arena_trim(a, w.out.at, w.out.n * sizeof *w.out.at);
	return w.out;
}
