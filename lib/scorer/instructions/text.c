/* The text under judgement and its loose variants. */
#include "scorer/instructions/instructions.h"

struct ustr
text_lower(struct text *t)
{
	if (!t->lower.s)
		t->lower = ustr_lower(t->arena, t->s);
	return t->lower;
}

const char *
text_utf8(struct text *t, size_t *len)
{
	if (!t->utf8)
		t->utf8 = ustr_encode(t->arena, t->s, &t->utf8_len);
	*len = t->utf8_len;
	return t->utf8;
}

static void
add_variant(struct answer_text *t, struct ustr s)
{
	struct text *v;

	for (int i = 0; i < t->n; i++)
		if (t->variant[i].s.s == s.s && t->variant[i].s.n == s.n)
			return;
	v = &t->variant[t->n++];
	*v = (struct text){.arena = &t->arena, .s = s, .blank = ustr_blank(s)};
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

	*t = (struct answer_text){.arena = ARENA_INIT};
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
}

enum outcome
judge_strict(const struct constraint *c, struct answer_text *t)
{
	return t->variant[0].blank ? NOT_FOLLOWED : c->type->check(c, &t->variant[0]);
}

enum outcome
judge_loose(const struct constraint *c, struct answer_text *t)
{
	for (int i = 0; i < t->n; i++) {
		enum outcome o = t->variant[i].blank ? NOT_FOLLOWED
						     : c->type->check(c, &t->variant[i]);

		if (o != NOT_FOLLOWED)
			return o;
	}
	return NOT_FOLLOWED;
}
