/*
 * Punkt (Kiss and Strunk 2006): a full stop, ? or ! ends a sentence unless what stands before it is
 * an abbreviation, an initial or a number, and what stands behind it doesn't look like a beginning.
 * Only the words round each candidate are looked at. Blanks and word characters are those of the
 * `regex` module, which NLTK runs its patterns on.
 */
#include <stdlib.h>
#include <string.h>

#include "kit/mem.h"
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
	return c < 0x80 ? c == ' ' || (c >= '\t' && c <= '\r') : uc_is(c, UC_RSPACE);
}

/* Sets of ASCII characters, a bit each. */
struct set {
	uint64_t low, high;
};

#define BIT(c)	((c) >= 64 ? 0 : UINT64_C(1) << ((c)&63))
#define HIGH(c) ((c) < 64 ? 0 : UINT64_C(1) << ((c)&63))

static bool
in_set(uint32_t c, struct set set)
{
	return c < 128 && ((c < 64 ? set.low : set.high) >> (c & 63) & 1);
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

static bool
end_mark(uint32_t c)
{
	return c == '.' || c == '?' || c == '!';
}

/* Punctuation that no word starts with: ( " ` { [ : ; & # * @ ) } ] - , */
static bool
no_start(uint32_t c)
{
	static const struct set set = {BIT('(') | BIT('"') | BIT(':') | BIT(';') | BIT('&') |
					       BIT('#') | BIT('*') | BIT(')') | BIT('-') | BIT(','),
		HIGH('`') | HIGH('{') | HIGH('[') | HIGH('@') | HIGH('}') | HIGH(']')};

	return in_set(c, set);
}

/* Characters that end a word: ) " ; } ] * : @ ' ( { [ ? ! and curly quotes. */
static bool
non_word(uint32_t c)
{
	static const struct set ends = {BIT(')') | BIT('"') | BIT(';') | BIT('*') | BIT(':') |
						BIT('\'') | BIT('(') | BIT('?') | BIT('!'),
		HIGH('}') | HIGH(']') | HIGH('@') | HIGH('{') | HIGH('[')};

	return c < 0x80 ? in_set(c, ends) : curly_quote(c);
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
	else if (!no_start(line.s[i]))
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
	bool mark = text.n == 1 && end_mark(text.s[0]);

	t.period_final = text.s[text.n - 1] == '.';
	t.type = ustr_lower(p->a, text);
	if (mark)
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

	if (t->text.n == 1 && (end_mark(t->text.s[0]) || in(t->text.s[0], ";:,")))
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
	enum { LONGEST = 64 }; /* the model has none as long */
	uint32_t key[LONGEST];
	size_t n = first.n + 1 + second.n;

	if (n > LONGEST)
		return false;
	memcpy(key, first.s, first.n * sizeof *key);
	key[first.n] = '\n';
	memcpy(key + first.n + 1, second.s, second.n * sizeof *key);
	return data_find(p->d, DATA_COLLOCATIONS, (struct ustr){key, n}, NULL);
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

/* What follows the mark at i: another mark or bracket, or blanks and a token. False where neither. */
static bool
what_follows(struct ustr s, size_t i, struct nlp_break *c)
{
	size_t j = i + 1;

	if (j < s.n && non_word(s.s[j])) {
		c->end = (uint32_t)j + 1;
		c->next = (uint32_t)i + 1;
		return true;
	}
	while (j < s.n && blank(s.s[j]))
		j++;
	if (j == i + 1 || j >= s.n)
		return false;
	c->next = (uint32_t)j;
	while (j < s.n && !blank(s.s[j]))
		j++;
	c->end = (uint32_t)j;
	return true;
}

/* Where the word before the mark starts: behind the last ASCII blank, but not one right behind before. */
static uint32_t
word_start(struct ustr s, const struct nlp_break *before, size_t mark)
{
	for (size_t i = mark; i > before->mark + 1; i--)
		if (s.s[i - 1] == ' ' || (s.s[i - 1] >= '\t' && s.s[i - 1] <= '\r'))
			return (uint32_t)i;
	return before->start;
}

/* The candidates of s from some place on. */
struct walk {
	struct punkt p;
	struct ustr s;
	struct nlp_break before; /* the last candidate, or where the text starts */
	bool pending;		 /* it isn't settled yet */
	size_t i;		 /* where to look on */
	struct nlp_breaks out;
	size_t cap;
};

static void
add_break(struct walk *w, const struct nlp_break *c)
{
	GROW(w->out.at, w->out.n, w->cap);
	w->out.at[w->out.n++] = *c;
}

/* Settles the pending candidate: true where a sentence ends there. */
static bool
settle(struct walk *w)
{
	bool breaks = w->pending &&
		      context_breaks(&w->p, ustr_slice(w->s, w->before.start, w->before.end));

	w->pending = false;
	if (breaks)
		add_break(w, &w->before);
	arena_clear(w->p.a);
	return breaks;
}

/* Walks on to the next break, which is the last in out; false at the text's end. */
static bool
next_break(struct walk *w)
{
	bool found = false;

	while (w->i < w->s.n && !found) {
		uint32_t ch = w->s.s[w->i];
		struct nlp_break c;

		if (!end_mark(ch) || !what_follows(w->s, w->i, &c)) {
			w->i++;
			continue;
		}
		c.mark = (uint32_t)w->i++;
		c.start = word_start(w->s, &w->before, c.mark);
		/* a word that reaches back over the mark before it takes that candidate's place */
		found = w->before.mark <= c.start && settle(w);
		w->before = c;
		w->pending = true;
	}
	return found || settle(w);
}

static void
walk_init(struct walk *w, const struct data *d, struct arena *scratch, struct ustr s, size_t from)
{
	static const uint32_t number[] = {'#', '#', 'n', 'u', 'm', 'b', 'e', 'r', '#', '#'};

	*w = (struct walk){.p = {d, scratch, {number, sizeof number / sizeof *number}}, .s = s};
	w->i = from;
	w->before.start = w->before.mark = (uint32_t)from;
}

/* The breaks, moved to count from `from`, into the arena. */
static struct nlp_breaks
walk_finish(struct walk *w, struct arena *a, size_t from)
{
	struct nlp_breaks out = {arena_alloc(a, w->out.n, sizeof *out.at), w->out.n};
	uint32_t origin = (uint32_t)from;

	for (size_t i = 0; i < out.n; i++) {
		const struct nlp_break *b = &w->out.at[i];

		out.at[i] = (struct nlp_break){
			b->start - origin, b->mark - origin, b->end - origin, b->next - origin};
	}
	free(w->out.at);
	arena_release(w->p.a);
	return out;
}

struct nlp_breaks
nlp_breaks(const struct data *d, struct arena *a, struct ustr s)
{
	struct arena scratch = ARENA_INIT;
	struct walk w;

	walk_init(&w, d, &scratch, s, 0);
	while (next_break(&w))
		;
	return walk_finish(&w, a, 0);
}

static bool
same_break(const struct nlp_break *a, const struct nlp_break *b)
{
	return a->start == b->start && a->mark == b->mark && a->end == b->end && a->next == b->next;
}

/*
 * Takes over the whole's breaks from number k on that the part must have too: those that saw nothing at
 * or behind its end. The last of these is left out, as the candidate behind it, which settles it, may be
 * another one. Then the walk goes on from the last one taken.
 */
static void
take_over(struct walk *w, const struct nlp_breaks *whole, size_t whole_len, size_t k)
{
	size_t n = whole->n;

	if (w->s.n < whole_len) {
		while (n > k && whole->at[n - 1].end >= w->s.n)
			n--;
		n = n > k ? n - 1 : k;
	}
	for (; k < n; k++)
		add_break(w, &whole->at[k]);
	if (n > 0 && w->out.n > 0) {
		w->before = w->out.at[w->out.n - 1];
		w->pending = false;
		w->i = w->before.mark + 1;
	}
	if (w->s.n == whole_len && w->out.n > 0)
		w->i = w->s.n;
}

struct nlp_breaks
nlp_breaks_part(const struct data *d, struct arena *a, struct ustr whole,
	const struct nlp_breaks *breaks, size_t from, size_t to)
{
	struct arena scratch = ARENA_INIT;
	struct walk w;
	size_t k = 0;

	walk_init(&w, d, &scratch, ustr_slice(whole, 0, to), from);
	if (from == 0)
		take_over(&w, breaks, whole.n, 0);
	for (bool own = from > 0; next_break(&w);) {
		const struct nlp_break *last = &w.out.at[w.out.n - 1];

		while (own && k < breaks->n && breaks->at[k].mark < last->mark)
			k++;
		if (own && k < breaks->n && same_break(&breaks->at[k], last)) {
			/* from here on the two walks are one */
			w.pending = false;
			take_over(&w, breaks, whole.n, k + 1);
			own = false;
		}
	}
	return walk_finish(&w, a, from);
}

/*
 * Closing quotes and brackets at a sentence's start belong to the one before it: how many, and with the
 * blanks behind them in *used.
 */
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

/* A slice, empty where it would end before it starts. */
static struct ustr
slice(struct ustr s, size_t from, size_t to)
{
	return from < to ? ustr_slice(s, from, to) : ustr_slice(s, to, to);
}

struct ulist
nlp_cut(struct arena *a, struct ustr s, const struct nlp_breaks *breaks)
{
	struct ulist out = {arena_alloc(a, breaks->n + 1, sizeof *out.at), 0};
	size_t from = 0, realign = 0;

	for (size_t i = 0; i <= breaks->n; i++) {
		bool last = i == breaks->n;
		size_t to = last ? ustr_rstrip(s).n : breaks->at[i].mark + 1, k = 0, used = 0;
		size_t next = last ? s.n : breaks->at[i].next;
		size_t next_to = i + 1 < breaks->n ? breaks->at[i + 1].mark + 1 : ustr_rstrip(s).n;

		if (!last)
			k = closers(slice(s, next, next_to), &used);
		if (k)
			out.at[out.n++] = slice(s, from + realign, next + k);
		else if (from + realign < to)
			out.at[out.n++] = slice(s, from + realign, to);
		realign = used;
		from = next;
	}
	return out;
}

struct ulist
nlp_sentences(const struct data *d, struct arena *a, struct ustr s)
{
	struct nlp_breaks breaks = nlp_breaks(d, a, s);

	return nlp_cut(a, s, &breaks);
}
