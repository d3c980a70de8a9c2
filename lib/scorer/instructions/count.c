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

/* The fifty names, in the order of their first letters; \bNAME\b is a whole run of word characters. */
static const char *const person_names[] = {"Emma", "Liam", "Sophia", "Jackson", "Olivia", "Noah",
	"Ava", "Lucas", "Isabella", "Mason", "Mia", "Ethan", "Charlotte", "Alexander", "Amelia",
	"Benjamin", "Harper", "Leo", "Zoe", "Daniel", "Chloe", "Samuel", "Lily", "Matthew", "Grace",
	"Owen", "Abigail", "Gabriel", "Ella", "Jacob", "Scarlett", "Nathan", "Victoria", "Elijah",
	"Layla", "Nicholas", "Audrey", "David", "Hannah", "Christopher", "Penelope", "Thomas",
	"Nora", "Andrew", "Aria", "Joseph", "Claire", "Ryan", "Stella", "Jonathan"};

enum outcome
check_person_names(const struct constraint *c, struct text *t)
{
	enum { NAMES = sizeof person_names / sizeof *person_names, LONGEST = 11 };
	bool seen[NAMES] = {false};
	size_t n = 0, i = 0;

	while (i < t->s.n) {
		size_t from = i;

		while (i < t->s.n && uc_word(t->s.s[i]))
			i++;
		if (i - from >= 3 && i - from <= LONGEST && t->s.s[from] >= 'A' &&
			t->s.s[from] <= 'Z')
			for (size_t k = 0; k < NAMES; k++)
				if (!seen[k] &&
					ustr_eq_ascii(ustr_slice(t->s, from, i), person_names[k])) {
					seen[k] = true;
					n++;
				}
		i += i == from;
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

static bool
is_pronoun(struct ustr word)
{
	static const char *const all[] = {"i", "me", "we", "us", "you", "he", "him", "she", "her",
		"it", "they", "them", "my", "mine", "our", "ours", "your", "yours", "his", "hers",
		"its", "their", "theirs", "myself", "ourselves", "yourself", "yourselves",
		"himself", "herself", "itself", "themselves", "this", "that", "these", "those",
		"who", "whom", "whose", "which", "what", "whoever", "whomever", "whatever",
		"whichever", "anybody", "anyone", "anything", "everybody", "everyone", "everything",
		"nobody", "nothing", "somebody", "someone", "something", "each", "either",
		"neither", "both", "all", "some", "any", "none"};

	return word.n <= 10 && one_of(word, all, sizeof all / sizeof *all);
}

enum outcome
check_pronouns(const struct constraint *c, struct text *t)
{
	struct ulist tokens = text_pronoun_tokens(t);
	size_t n = 0;

	for (size_t i = 0; i < tokens.n; i++)
		n += is_pronoun(tokens.at[i]);
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
