/* The text under judgement and its loose variants. */
#include "language/detect.h"
#include "language/nlp.h"
#include "scorer/instructions/instructions.h"

enum made {
	MADE_LOWER = 1,
	MADE_SPLIT = 2,
	MADE_SENTENCES = 4,
	MADE_TOKENS = 8,
	MADE_PRONOUNS = 16,
	MADE_UTF8 = 32,
	MADE_LANGUAGE = 64,
};

/* True the first time, when the thing is to be made. */
static bool
to_make(struct text *t, enum made what)
{
	bool first = !(t->made & what);

	t->made |= what;
	return first;
}

struct ustr
text_lower(struct text *t)
{
	if (to_make(t, MADE_LOWER))
		t->lower = ustr_lower(t->arena, t->s);
	return t->lower;
}

const char *
text_utf8(struct text *t, size_t *len)
{
	if (to_make(t, MADE_UTF8))
		t->utf8 = ustr_encode(t->arena, t->s, &t->utf8_len);
	*len = t->utf8_len;
	return t->utf8;
}

struct ulist
text_split(struct text *t)
{
	if (to_make(t, MADE_SPLIT))
		t->split = ustr_split(t->arena, t->s);
	return t->split;
}

struct ulist
text_sentences(struct text *t)
{
	if (to_make(t, MADE_SENTENCES))
		t->sentences = nlp_sentences(language_data(), t->arena, t->s);
	return t->sentences;
}

struct ulist
text_tokens(struct text *t)
{
	if (to_make(t, MADE_TOKENS))
		t->tokens = nlp_text_words(t->arena, text_sentences(t));
	return t->tokens;
}

struct ulist
text_pronoun_tokens(struct text *t)
{
	if (to_make(t, MADE_PRONOUNS)) {
		uint32_t *spaced = arena_alloc(t->scratch, t->s.n, sizeof *spaced);
		struct ustr low;

		for (size_t i = 0; i < t->s.n; i++)
			spaced[i] = t->s.s[i] == '/' ? ' ' : t->s.s[i];
		low = ustr_lower(t->scratch, (struct ustr){spaced, t->s.n});
		t->lower_tokens = nlp_text_words(
			t->arena, nlp_sentences(language_data(), t->scratch, low));
	}
	return t->lower_tokens;
}

const char *
text_language(struct text *t)
{
	struct detected found[DETECTED_MAX];
	int n;

	if (to_make(t, MADE_LANGUAGE)) {
		n = language_detect(language_data(), t->scratch, t->s, LANGUAGE_SEED, found);
		t->language = n > 0 ? found[0].name : n == 0 ? "unknown" : NULL;
		t->probability = n > 0 ? found[0].probability : 0;
	}
	return t->language;
}

static void
add_variant(struct answer_text *t, struct ustr s)
{
	struct text *v;

	for (int i = 0; i < t->n; i++)
		if (t->variant[i].s.s == s.s && t->variant[i].s.n == s.n)
			return;
	v = &t->variant[t->n++];
	*v = (struct text){.arena = &t->arena, .scratch = &t->scratch, .s = s};
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
	add_variant(t, s);
	add_variant(t, bare);
	for (int i = 0; i < 3; i++)
		add_variant(t, cut[i]);
	for (int i = 0; i < 3 && bare.s != s.s; i++) {
		size_t from = (size_t)(cut[i].s - s.s);

		add_variant(t, ustr_slice(bare, place_without(s, from),
				       place_without(s, from + cut[i].n)));
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
judge_loose(const struct constraint *c, struct answer_text *t)
{
	enum outcome o = NOT_FOLLOWED;

	for (int i = 0; i < t->n && o == NOT_FOLLOWED; i++)
		o = judge_text(c, &t->variant[i]);
	return o;
}
