/* The text under judgement and its loose variants. */
#include "language/detect.h"
#include "language/nlp.h"
#include "scorer/instructions/instructions.h"

enum made {
	MADE_LOWER = 1,
	MADE_SENTENCES = 2,
	MADE_TOKENS = 4,
	MADE_SPACED = 8,
	MADE_UTF8 = 16,
	MADE_LANGUAGE = 32,
};

/* True the first time, when the thing is to be made. */
static bool
to_make(unsigned *made, enum made what)
{
	bool first = !(*made & what);

	*made |= what;
	return first;
}

static void
base_sentences(struct base *b)
{
	if (!to_make(&b->made, MADE_SENTENCES))
		return;
	b->breaks = nlp_breaks(language_data(), b->arena, b->s);
	b->sentences = nlp_cut(b->arena, b->s, &b->breaks);
	b->words = arena_alloc(b->arena, b->sentences.n, sizeof *b->words);
	for (size_t i = 0; i < b->sentences.n; i++)
		b->words[i] = (struct ulist){NULL, 0};
}

/*
 * The words of a sentence of a part of the base: kept where the sentence is the base's own too. *k is
 * where to look for it first; it comes to be its place.
 */
static struct ulist
base_words(struct base *b, struct ustr sentence, size_t *k)
{
	while (*k < b->sentences.n && b->sentences.at[*k].s < sentence.s)
		++*k;
	if (*k == b->sentences.n || b->sentences.at[*k].s != sentence.s ||
		b->sentences.at[*k].n != sentence.n)
		return nlp_words(b->arena, sentence);
	if (!b->words[*k].at)
		b->words[*k] = nlp_words(b->arena, sentence);
	return b->words[*k];
}

static void
base_lower(struct base *b)
{
	if (to_make(&b->made, MADE_LOWER)) {
		b->lower = ustr_lower(b->arena, b->s);
		b->keeps_places = b->lower.n == b->s.n;
	}
}

/* The sentences of base[from..from+len). */
static struct ulist
part_sentences(struct base *b, size_t from, size_t len)
{
	struct ustr s = ustr_slice(b->s, from, from + len);
	struct nlp_breaks breaks;

	base_sentences(b);
	if (len == b->s.n)
		return b->sentences;
	breaks = nlp_breaks_part(language_data(), b->arena, b->s, &b->breaks, from, from + len);
	return nlp_cut(b->arena, s, &breaks);
}

static struct tokens
part_tokens(struct base *b, struct ulist sentences)
{
	struct tokens w = {arena_alloc(b->arena, sentences.n, sizeof *w.of), sentences.n, 0};
	size_t k = 0;

	for (size_t i = 0; i < sentences.n; i++) {
		w.of[i] = base_words(b, sentences.at[i], &k);
		w.n += w.of[i].n;
	}
	return w;
}

struct ustr
text_lower(struct text *t)
{
	if (!to_make(&t->made, MADE_LOWER))
		return t->lower;
	base_lower(t->base);
	/* a cut lies between blanks, so no sigma sees another neighbour */
	t->lower = t->base->keeps_places ? ustr_slice(t->base->lower, t->from, t->from + t->s.n)
					 : ustr_lower(t->arena, t->s);
	return t->lower;
}

const char *
text_utf8(struct text *t, size_t *len)
{
	if (to_make(&t->made, MADE_UTF8))
		t->utf8 = ustr_encode(t->arena, t->s, &t->utf8_len);
	*len = t->utf8_len;
	return t->utf8;
}

struct ulist
text_sentences(struct text *t)
{
	if (to_make(&t->made, MADE_SENTENCES))
		t->sentences = part_sentences(t->base, t->from, t->s.n);
	return t->sentences;
}

const struct tokens *
text_tokens(struct text *t)
{
	if (to_make(&t->made, MADE_TOKENS))
		t->tokens = part_tokens(t->base, text_sentences(t));
	return &t->tokens;
}

struct ulist
text_sentence_words(struct text *t, size_t i)
{
	struct ustr sentence = text_sentences(t).at[i];
	size_t k = 0, hi = t->base->sentences.n;

	while (k < hi) {
		size_t mid = k + (hi - k) / 2;

		if (t->base->sentences.at[mid].s < sentence.s)
			k = mid + 1;
		else
			hi = mid;
	}
	return base_words(t->base, sentence, &k);
}

/* A base of the text in lower case, with spaces for '/'. */
static struct base *
spaced_base(struct arena *a, struct ustr lower)
{
	uint32_t *s = arena_alloc(a, lower.n, sizeof *s);
	struct base *b;

	for (size_t i = 0; i < lower.n; i++)
		s[i] = lower.s[i] == '/' ? ' ' : lower.s[i];
	b = arena_alloc(a, 1, sizeof *b);
	*b = (struct base){.arena = a, .s = {s, lower.n}};
	return b;
}

const struct tokens *
text_spaced_tokens(struct text *t)
{
	struct base *b = t->base;
	struct ustr lower = text_lower(t);
	size_t from = t->from;

	if (!to_make(&t->made, MADE_SPACED))
		return &t->lower_tokens;
	if (!b->keeps_places) {
		b = spaced_base(t->arena, lower);
		from = 0;
	} else {
		if (!b->spaced)
			b->spaced = spaced_base(b->arena, b->lower);
		b = b->spaced;
	}
	t->lower_tokens = part_tokens(b, part_sentences(b, from, lower.n));
	return &t->lower_tokens;
}

struct ustr
tokens_at(const struct tokens *w, size_t i)
{
	size_t k = 0;

	while (i >= w->of[k].n)
		i -= w->of[k++].n;
	return w->of[k].at[i];
}

struct ustr
tokens_back(const struct tokens *w, size_t i)
{
	size_t k = w->sentences - 1;

	while (i >= w->of[k].n)
		i -= w->of[k--].n;
	return w->of[k].at[w->of[k].n - 1 - i];
}

const char *
text_language(struct text *t)
{
	struct detected found[DETECTED_MAX];
	int n;

	if (to_make(&t->made, MADE_LANGUAGE)) {
		n = language_detect(language_data(), t->scratch, t->s, LANGUAGE_SEED, found);
		t->language = n > 0 ? found[0].name : n == 0 ? "unknown" : NULL;
		t->probability = n > 0 ? found[0].probability : 0;
	}
	return t->language;
}

bool
text_language_was_asked(const struct text *t)
{
	return t->made & MADE_LANGUAGE;
}

static void
add_variant(struct answer_text *t, struct base *b, struct ustr s)
{
	struct text *v;

	for (int i = 0; i < t->n; i++)
		if (t->variant[i].s.s == s.s && t->variant[i].s.n == s.n)
			return;
	v = &t->variant[t->n++];
	*v = (struct text){.arena = &t->arena, .scratch = &t->scratch, .base = b, .s = s};
	v->from = (size_t)(s.s - b->s.s);
	v->blank = ustr_blank(s);
}

/* Which characters stay when '*' goes: the place of s[at] in the text without them. */
static size_t
place_without(struct ustr s, size_t at)
{
	size_t n = 0;

	for (size_t i = 0; i < at; i++)
		n += s.s[i] != '*';
	return n;
}

static struct ustr
drop_stars(struct arena *a, struct ustr s)
{
	uint32_t *out = arena_alloc(a, s.n, sizeof *out);
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++)
		if (s.s[i] != '*')
			out[n++] = s.s[i];
	return (struct ustr){out, n};
}

void
answer_text_init(struct answer_text *t, const char *text, size_t len)
{
	struct ustr s, bare, cut[3];
	struct base *b = t->base;
	size_t first, last;

	*t = (struct answer_text){.arena = ARENA_INIT, .scratch = ARENA_INIT};
	s = ustr_decode(&t->arena, text, len);
	first = ustr_find_char(s, '\n', 0);
	for (last = s.n; last > 0 && s.s[last - 1] != '\n'; last--)
		;
	if (first == SIZE_MAX) {
		cut[0] = cut[1] = cut[2] = ustr_slice(s, 0, 0);
	} else {
		cut[0] = ustr_strip(ustr_slice(s, first + 1, s.n));
		cut[1] = ustr_strip(ustr_slice(s, 0, last - 1));
		cut[2] = ustr_strip(last - 1 > first ? ustr_slice(s, first + 1, last - 1)
						     : ustr_slice(s, 0, 0));
	}
	bare = ustr_has_char(s, '*') ? drop_stars(&t->arena, s) : s;
	b[0] = (struct base){.arena = &t->arena, .s = s};
	b[1] = (struct base){.arena = &t->arena, .s = bare};
	add_variant(t, &b[0], s);
	add_variant(t, &b[1], bare);
	for (int i = 0; i < 3; i++)
		add_variant(t, &b[0], cut[i]);
	for (int i = 0; i < 3 && bare.s != s.s; i++) {
		size_t from = (size_t)(cut[i].s - s.s);

		add_variant(t, &b[1],
			ustr_slice(
				bare, place_without(s, from), place_without(s, from + cut[i].n)));
	}
}

void
answer_text_release(struct answer_text *t)
{
	arena_release(&t->arena);
	arena_release(&t->scratch);
}

static enum outcome
judge_text(const struct constraint *c, struct text *t)
{
	enum outcome o = t->blank ? NOT_FOLLOWED : c->type->check(c, t);

	arena_clear(t->scratch);
	return o;
}

enum outcome
judge_strict(const struct constraint *c, struct answer_text *t)
{
	return judge_text(c, &t->variant[0]);
}

enum outcome
judge_loose(const struct constraint *c, struct answer_text *t, enum outcome strict)
{
	enum outcome o = strict;

	for (int i = 1; i < t->n && o == NOT_FOLLOWED; i++)
		o = judge_text(c, &t->variant[i]);
	return o;
}
