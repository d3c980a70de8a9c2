/* count of IFBench. */
#include <math.h>
#include <string.h>

#include "kit/mem.h"
#include "language/nlp.h"
#include "scorer/instructions/instructions.h"

enum outcome
check_word_count_range(const struct constraint *c, struct text *t)
{
	double n = (double)nlp_count_words(t->s);

	return c->arg[0].num <= n && n <= c->arg[1].num;
}

/* Words of nothing but punctuation count as one more word, the empty one; not so when corrected. */
enum outcome
check_unique_words(const struct constraint *c, struct text *t)
{
	struct ustr low = text_lower(t), word;
	struct umap seen = UMAP(t->scratch);

	for (size_t at = 0; ustr_next_word(low, &at, &word);) {
		word = ustr_strip_punct(word);
		if (word.n || c->reading == READ_COMPATIBLE)
			umap_at(&seen, word);
	}
	return (double)seen.n >= c->arg[0].num;
}

static bool
one_of(struct ustr word, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (word.n && word.s[0] == (unsigned char)list[i][0] &&
			ustr_eq_ascii(word, list[i]))
			return true;
	return false;
}

/* "and" and "And," count as two different conjunctions in the references, as one when corrected. */
enum outcome
check_conjunctions(const struct constraint *c, struct text *t)
{
	static const char *const all[] = {"and", "but", "for", "nor", "or", "so", "yet"};
	struct umap seen = UMAP(t->scratch);
	struct ustr word;

	for (size_t at = 0; ustr_next_word(t->s, &at, &word);) {
		struct ustr bare = ustr_strip_punct(word);

		if (bare.n > 3)
			continue;
		bare = ustr_lower(t->scratch, bare);
		if (one_of(bare, all, sizeof all / sizeof *all))
			umap_at(&seen, c->reading == READ_CORRECTED ? bare : word);
	}
	return (double)seen.n >= c->arg[0].num;
}

/*
 * Words by their first letter, a to z, with a space behind each. The place of the word in its letter's
 * list; -1 where it isn't in it.
 */
static int
place_in(const char *const by_letter[26], struct ustr word)
{
	uint32_t letter = word.n ? word.s[0] | 0x20 : 0;
	const char *list;

	if (letter < 'a' || letter > 'z' || !(list = by_letter[letter - 'a']))
		return -1;
	for (int place = 0; *list; place++) {
		size_t i = 0;

		while (i < word.n && word.s[i] == (unsigned char)list[i])
			i++;
		if (i == word.n && list[i] == ' ')
			return place;
		list = strchr(list, ' ') + 1;
	}
	return -1;
}

#define AT(letter) [(letter) - 'a']

/* The fifty names of the prompt. */
static const char *const person_names[26] = {
	AT('a') = "Ava Alexander Amelia Abigail Audrey Andrew Aria ",
	AT('b') = "Benjamin ",
	AT('c') = "Charlotte Chloe Christopher Claire ",
	AT('d') = "Daniel David ",
	AT('e') = "Emma Ethan Ella Elijah ",
	AT('g') = "Grace Gabriel ",
	AT('h') = "Harper Hannah ",
	AT('i') = "Isabella ",
	AT('j') = "Jackson Jacob Joseph Jonathan ",
	AT('l') = "Liam Lucas Leo Lily Layla ",
	AT('m') = "Mason Mia Matthew ",
	AT('n') = "Noah Nathan Nicholas Nora ",
	AT('o') = "Olivia Owen ",
	AT('p') = "Penelope ",
	AT('r') = "Ryan ",
	AT('s') = "Sophia Samuel Scarlett Stella ",
	AT('t') = "Thomas ",
	AT('v') = "Victoria ",
	AT('z') = "Zoe ",
};

/* \bNAME\b is a whole run of word characters, as names are nothing else. */
enum outcome
check_person_names(const struct constraint *c, struct text *t)
{
	unsigned char seen[26] = {0};
	size_t n = 0, i = 0;

	while (i < t->s.n) {
		struct ustr run;
		size_t from = i;
		int place;

		while (i < t->s.n && uc_word(t->s.s[i]))
			i++;
		run = ustr_slice(t->s, from, i);
		i += i == from;
		if (run.n < 3 || run.s[0] > 'Z' || (place = place_in(person_names, run)) < 0)
			continue;
		n += !(seen[run.s[0] - 'A'] >> place & 1);
		seen[run.s[0] - 'A'] |= (unsigned char)(1U << place);
	}
	return (double)n >= c->arg[0].num;
}

/* Runs of digits, once ASCII punctuation is taken out: 1,000.5 is one number. */
enum outcome
check_numbers(const struct constraint *c, struct text *t)
{
	bool inside = false;
	size_t n = 0;

	for (size_t i = 0; i < t->s.n; i++) {
		bool digit = uc_is(t->s.s[i], UC_DECIMAL);

		if (uc_punctuation(t->s.s[i]))
			continue;
		n += digit && !inside;
		inside = digit;
	}
	return (double)n == c->arg[0].num;
}

/* . , ; : ! ? each once, an interrobang aside: the first ?! is taken out, else the first !?. */
enum outcome
check_punctuation(const struct constraint *c, struct text *t)
{
	size_t skip = ustr_find_ascii(t->s, "?!", 0);
	unsigned seen = 0;

	(void)c;
	if (skip == SIZE_MAX)
		skip = ustr_find_ascii(t->s, "!?", 0);
	if (skip == SIZE_MAX && !ustr_has_char(t->s, 0x203d))
		return NOT_FOLLOWED;
	for (size_t i = 0; i < t->s.n; i++) {
		const char *mark;

		if (skip != SIZE_MAX && (i == skip || i == skip + 1))
			continue;
		mark = t->s.s[i] < 0x80 && t->s.s[i] ? strchr(".,!?;:", (int)t->s.s[i]) : NULL;
		if (mark)
			seen |= 1U << (mark - &".,!?;:"[0]);
	}
	return seen == 0x3f;
}

char *
prepare_japanese(struct constraint *c)
{
	if (c->arg[0].num == 0)
		return xasprintf("%s: argument N: want a number from 1 up", c->type->id);
	return NULL;
}

static bool
has_japanese(struct ustr word)
{
	for (size_t i = 0; i < word.n; i++)
		if ((word.s[i] >= 0x3040 && word.s[i] <= 0x30ff) ||
			(word.s[i] >= 0x4e00 && word.s[i] <= 0x9fff))
			return true;
	return false;
}

/* Every Nth word has a Japanese character, numbers and punctuation aside. */
enum outcome
check_japanese(const struct constraint *c, struct text *t)
{
	struct ustr word;
	double i = 0;

	for (size_t at = 0; ustr_next_word(t->s, &at, &word);) {
		i++;
		if (fmod(i, c->arg[0].num) != 0)
			continue;
		word = ustr_strip_punct(word);
		if (word.n && !ustr_isdigit(word) && !has_japanese(word))
			return NOT_FOLLOWED;
	}
	return FOLLOWED;
}

static const char *const pronouns[26] = {
	AT('a') = "anybody anyone anything all any ",
	AT('b') = "both ",
	AT('e') = "everybody everyone everything each either ",
	AT('h') = "he him her his hers himself herself ",
	AT('i') = "i it its itself ",
	AT('m') = "me my mine myself ",
	AT('n') = "nobody nothing neither none ",
	AT('o') = "our ours ourselves ",
	AT('s') = "she somebody someone something some ",
	AT('t') = "they them their theirs themselves this that these those ",
	AT('u') = "us ",
	AT('w') = "we who whom whose which what whoever whomever whatever whichever ",
	AT('y') = "you your yours yourself yourselves ",
};

enum outcome
check_pronouns(const struct constraint *c, struct text *t)
{
	const struct tokens *w = text_spaced_tokens(t);
	size_t n = 0;

	for (size_t k = 0; k < w->sentences; k++)
		for (size_t i = 0; i < w->of[k].n; i++)
			n += place_in(pronouns, w->of[k].at[i]) >= 0;
	return (double)n >= c->arg[0].num;
}

char *
prepare_keywords_multiple(struct constraint *c)
{
	for (int i = 0; i < ARGS_MAX; i++) {
		c->arg[i].text = ustr_lower(&c->arena, ustr_strip(c->arg[i].text));
		if (!c->arg[i].text.n)
			return xasprintf("%s: a keyword is blank", c->type->id);
	}
	return NULL;
}

enum outcome
check_keywords_multiple(const struct constraint *c, struct text *t)
{
	static const size_t times[] = {1, 2, 3, 5, 7};
	struct ustr low = text_lower(t);

	for (int i = 0; i < ARGS_MAX; i++)
		if (ustr_count(low, c->arg[i].text) != times[i])
			return NOT_FOLLOWED;
	return FOLLOWED;
}
