/* words of IFBench. */
#include <string.h>

#include "kit/mem.h"
#include "language/nlp.h"
#include "scorer/instructions/instructions.h"

/* The letter a to z that the word starts with in lower case, as 0 to 25; -1 where it is none. */
static int
first_letter(struct ustr word)
{
	uint32_t c = word.s[0] == 0x130 ? 'i' : uc_lower(word.s[0]);

	return c >= 'a' && c <= 'z' ? (int)(c - 'a') : -1;
}

enum outcome
check_alphabet(const struct constraint *c, struct text *t)
{
	struct ustr s = ustr_drop_punct(t->scratch, t->s), word;
	int letter = -1;
	bool any = false;

	(void)c;
	for (size_t at = 0; ustr_next_word(s, &at, &word); any = true) {
		int first = first_letter(word);

		/* the first word's own letter is taken alone, and U+0130 alone is two characters */
		if (first < 0 || (any ? first != (letter + 1) % 26 : word.s[0] == 0x130))
			return NOT_FOLLOWED;
		letter = first;
	}
	return any;
}

/* One line, and no more than three of a, e, i, o, u in it. */
enum outcome
check_vowel(const struct constraint *c, struct text *t)
{
	struct ustr s = ustr_strip(t->s);
	unsigned seen = 0;

	(void)c;
	for (size_t i = 0; i < s.n; i++) {
		uint32_t ch = s.s[i] == 0x130 ? 'i' : uc_lower(s.s[i]);
		const char *vowel;

		if (ch == '\n')
			return NOT_FOLLOWED;
		vowel = ch < 0x80 && ch ? strchr("aeiou", (int)ch) : NULL;
		if (vowel)
			seen |= 1U << (ch - 'a');
	}
	return __builtin_popcount(seen) <= 3;
}

static bool
consonant(uint32_t c)
{
	c = uc_lower(c);
	return c >= 'a' && c <= 'z' && !strchr("aeiou", (int)c);
}

static bool
has_cluster(struct ustr word)
{
	for (size_t i = 0; i + 1 < word.n; i++)
		if (consonant(word.s[i]) && consonant(word.s[i + 1]))
			return true;
	return false;
}

enum outcome
check_consonants(const struct constraint *c, struct text *t)
{
	struct ustr word;

	(void)c;
	for (size_t at = 0; ustr_next_word(t->s, &at, &word);)
		if (!has_cluster(word))
			return NOT_FOLLOWED;
	return FOLLOWED;
}

static bool
is_palindrome(struct ustr w)
{
	for (size_t i = 0; i < w.n / 2; i++)
		if (w.s[i] != w.s[w.n - 1 - i])
			return false;
	return true;
}

enum outcome
check_palindrome(const struct constraint *c, struct text *t)
{
	struct ustr s = ustr_lower(t->scratch, ustr_drop_punct(t->scratch, t->s)), word;
	size_t n = 0;

	(void)c;
	for (size_t at = 0; ustr_next_word(s, &at, &word);)
		n += word.n >= 5 && is_palindrome(word);
	return n >= 10;
}

static bool
is_prime(size_t n)
{
	if (n < 2 || n > 97) /* no word of more letters is looked up as prime */
		return false;
	for (size_t d = 2; d * d <= n; d++)
		if (n % d == 0)
			return false;
	return true;
}

enum outcome
check_prime_lengths(const struct constraint *c, struct text *t)
{
	size_t len = 0;

	(void)c;
	for (size_t i = 0; i <= t->s.n; i++) {
		if (i < t->s.n && !uc_space(t->s.s[i])) {
			len += !uc_punctuation(t->s.s[i]);
			continue;
		}
		if (len && !is_prime(len))
			return NOT_FOLLOWED;
		len = 0;
	}
	return FOLLOWED;
}

/* The first three words, as far as there are so many; the tag doesn't depend on more. */
static struct ulist
first_words(struct text *t)
{
	struct ulist s = text_sentences(t),
		     words = {arena_alloc(t->scratch, 3, sizeof *words.at), 0};

	for (size_t k = 0; k < s.n && words.n < 3; k++) {
		struct ulist w = text_sentence_words(t, k);

		for (size_t i = 0; i < w.n && words.n < 3; i++)
			words.at[words.n++] = w.at[i];
	}
	return words;
}

enum outcome
check_start_verb(const struct constraint *c, struct text *t)
{
	(void)c;
	return strstr(nlp_first_tag(language_data(), t->scratch, first_words(t)), "VB") != NULL;
}

enum outcome
check_repeats(const struct constraint *c, struct text *t)
{
	struct ustr s = ustr_drop_punct(t->scratch, text_lower(t)), word;
	struct umap seen = UMAP(t->scratch);

	for (size_t at = 0; ustr_next_word(s, &at, &word);)
		if ((double)++*umap_at(&seen, word) > c->arg[0].num)
			return NOT_FOLLOWED;
	return FOLLOWED;
}

enum outcome
check_syllables(const struct constraint *c, struct text *t)
{
	struct ustr s = ustr_lower(t->scratch, ustr_drop_punct(t->scratch, t->s)), word;
	int before = -1;

	(void)c;
	for (size_t at = 0; ustr_next_word(s, &at, &word);) {
		int odd = nlp_syllables(language_data(), t->scratch, word) & 1;

		if (odd == before)
			return NOT_FOLLOWED;
		before = odd;
	}
	return FOLLOWED;
}

/* The last word of s, without punctuation and spaces behind it; n 0 where there is none. */
static struct ustr
last_word(struct ustr s)
{
	size_t from;

	s = ustr_rstrip(ustr_rstrip_punct(s));
	for (from = s.n; from > 0 && !uc_space(s.s[from - 1]); from--)
		;
	return ustr_slice(s, from, s.n);
}

static bool
same_word(struct arena *a, struct ustr x, struct ustr y)
{
	return ustr_eq(ustr_lower(a, x), ustr_lower(a, y));
}

enum outcome
check_last_first(const struct constraint *c, struct text *t)
{
	struct ulist s = text_sentences(t);

	(void)c;
	for (size_t i = 0; i + 1 < s.n; i++) {
		struct ustr last = last_word(s.at[i]), first;
		size_t at = 0;

		if (!ustr_next_word(ustr_lstrip_punct(s.at[i + 1]), &at, &first) || !last.n ||
			!same_word(t->scratch, last, first))
			return NOT_FOLLOWED;
	}
	return FOLLOWED;
}

/* The line's first and last word, in lower case, punctuation at the line's ends aside. */
static bool
ends_as_it_starts(struct ustr line)
{
	struct ustr first, last;
	size_t at = 0;

	line = ustr_strip_punct(line);
	if (!ustr_next_word(line, &at, &first))
		return true;
	line = ustr_rstrip(line);
	for (at = line.n; at > 0 && !uc_space(line.s[at - 1]); at--)
		;
	last = ustr_slice(line, at, line.n);
	return ustr_eq(first, last);
}

enum outcome
check_paragraph_last_first(const struct constraint *c, struct text *t)
{
	struct ustr line;

	(void)c;
	for (size_t at = 0; ustr_next_line(t->s, &at, &line);)
		if (!ends_as_it_starts(ustr_lower(t->scratch, ustr_strip(line))))
			return NOT_FOLLOWED;
	return FOLLOWED;
}

enum outcome
check_no_consecutive(const struct constraint *c, struct text *t)
{
	struct ustr s = ustr_drop_punct(t->scratch, text_lower(t)), word;
	uint32_t before = 0;

	(void)c;
	for (size_t at = 0; ustr_next_word(s, &at, &word); before = word.s[0])
		if (word.s[0] == before)
			return NOT_FOLLOWED;
	return FOLLOWED;
}

char *
prepare_position_keyword(struct constraint *c)
{
	c->arg[0].text = ustr_lower(&c->arena, ustr_strip(c->arg[0].text));
	if (!c->arg[0].text.n)
		return xasprintf("%s: the keyword is blank", c->type->id);
	return NULL;
}

static bool
has_alnum(struct ustr token)
{
	for (size_t i = 0; i < token.n; i++)
		if (uc_is(token.s[i], UC_ALNUM))
			return true;
	return false;
}

/* The mth word of the nth sentence, tokens of punctuation not counted. */
enum outcome
check_specific_position(const struct constraint *c, struct text *t)
{
	struct ulist sentences = text_sentences(t), words;
	double n = c->arg[1].num, m = c->arg[2].num, seen = 0;

	if (n < 1 || m < 1 || (double)sentences.n < n)
		return NOT_FOLLOWED;
	words = text_sentence_words(t, (size_t)n - 1);
	for (size_t i = 0; i < words.n; i++)
		if (has_alnum(words.at[i]) && ++seen == m)
			return ustr_eq(ustr_lower(t->scratch, words.at[i]), c->arg[0].text);
	return NOT_FOLLOWED;
}

/* Is the token a part of string.punctuation, written in one piece? */
static bool
is_punctuation(struct ustr token)
{
	static const char all[] = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
	const char *at;

	if (!uc_punctuation(token.s[0]))
		return false;
	at = strchr(all, (int)token.s[0]);
	for (size_t i = 0; i < token.n; i++)
		if (!at[i] || token.s[i] != (unsigned char)at[i])
			return false;
	return true;
}

/* Are the token from the start and the one from the end both the keyword? */
static bool
both_are(struct text *t, struct ustr first, struct ustr last, struct ustr keyword)
{
	return ustr_eq(ustr_lower(t->scratch, first), keyword) &&
	       ustr_eq(ustr_lower(t->scratch, last), keyword);
}

/* The second token with a letter or digit, from the start or from the end; n 0 where there is none. */
static struct ustr
second_word(const struct tokens *w, bool from_end)
{
	size_t seen = 0;

	for (size_t k = 0; k < w->sentences; k++) {
		struct ulist of = w->of[from_end ? w->sentences - 1 - k : k];

		for (size_t i = 0; i < of.n; i++) {
			struct ustr word = of.at[from_end ? of.n - 1 - i : i];

			if (has_alnum(word) && ++seen == 2)
				return word;
		}
	}
	return (struct ustr){NULL, 0};
}

/*
 * The second word and the second to last, behind which one token of punctuation may stand. Corrected:
 * quotes and other punctuation are no words, at the start no more than at the end.
 */
enum outcome
check_words_position(const struct constraint *c, struct text *t)
{
	const struct tokens *w = text_tokens(t);
	size_t back = 2;

	if (c->reading == READ_CORRECTED)
		return both_are(t, second_word(w, false), second_word(w, true), c->arg[0].text);
	if (w->n && is_punctuation(tokens_back(w, 0)))
		back = 3;
	if (w->n < 2 || w->n < back)
		return NOT_FOLLOWED;
	return both_are(t, tokens_at(w, 1), tokens_back(w, back - 1), c->arg[0].text);
}
