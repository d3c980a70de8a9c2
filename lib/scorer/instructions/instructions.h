/*
 * The constraints of IFEval and IFBench: a type is a row of the table in table.c and a function
 *that says of one text whether it follows. The functions behave as the reference checkers do (the
 * compatible reading); where those have a plain fault, the corrected reading has it put right.
 *
 *	struct answer_text t;
 *	struct constraint c;
 *	answer_text_init(&t, text, len);
 *	char *why = constraint_init(&c, "keywords:existence", args, READ_COMPATIBLE);
 *	if (!why) {
 *		enum outcome strict = judge_strict(&c, &t), loose = judge_loose(&c, &t, strict);
 *		…
 *	}
 */
#ifndef TIERBENCH_SCORER_INSTRUCTIONS_H
#define TIERBENCH_SCORER_INSTRUCTIONS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "language/nlp.h"
#include "language/ustr.h"

enum outcome { OUTCOME_ERROR = -1, NOT_FOLLOWED = 0, FOLLOWED = 1 };

enum reading { READ_COMPATIBLE, READ_CORRECTED };

/* The tokens of a text, sentence by sentence. */
struct tokens {
	struct ulist *of; /* one list a sentence */
	size_t sentences, n;
};

/*
 * A text whose parts are judged too: what is made of it serves them as well, as sentences and words are
 * the same but at the cuts. Lower case keeps places unless U+0130 is in it, which becomes two characters.
 */
struct base {
	struct arena *arena;
	struct ustr s;
	unsigned made;
	struct nlp_breaks breaks;
	struct ulist sentences, *words; /* the words of each sentence, at NULL until made */
	struct ustr lower;
	struct base *spaced; /* in lower case, with a space for each '/' */
	bool keeps_places;
};

/*
 * One text under judgement, a part of a base. What is derived from it is made when first asked for, and
 * stays as long as the answer does; what a check needs for itself lies in scratch, emptied after each.
 */
struct text {
	struct arena *arena, *scratch;
	struct base *base;
	size_t from; /* its place in the base */
	struct ustr s;
	bool blank;
	unsigned made;
	struct ustr lower;
	struct ulist sentences;
	struct tokens tokens, lower_tokens;
	const char *utf8;
	size_t utf8_len;
	const char *language;
	double probability;
};

/* str.lower() of the text. */
struct ustr text_lower(struct text *t);
/* The text as UTF-8. */
const char *text_utf8(struct text *t, size_t *len);
/* These need the language data. nltk.sent_tokenize: */
struct ulist text_sentences(struct text *t);
/* The words of sentence i: nltk's treebank tokenizer. */
struct ulist text_sentence_words(struct text *t, size_t i);
/* nltk.word_tokenize: those of all sentences. */
const struct tokens *text_tokens(struct text *t);
/* nltk.word_tokenize of the text in lower case with a space for each '/' */
const struct tokens *text_spaced_tokens(struct text *t);
/* Token i, or the one i from the end (the last is 0); i < n. */
struct ustr tokens_at(const struct tokens *w, size_t i);
struct ustr tokens_back(const struct tokens *w, size_t i);
/* The likeliest language by langdetect with this seed; "unknown" in a mix, NULL where it can't be told. */
enum { LANGUAGE_SEED = 0 };
const char *text_language(struct text *t);
bool text_language_was_asked(const struct text *t);

/*
 * An answer and what is left of it for the loose verdict: as it is, without '*', without its first
 * line, its last, both, and these three without '*', in this order. Variants that are the same slice as
 * an earlier one are left out.
 */
enum { VARIANTS_MAX = 8 };
struct answer_text {
	struct arena arena, scratch;
	struct base base[2]; /* as it is, and without '*' */
	struct text variant[VARIANTS_MAX];
	int n;
};

void answer_text_init(struct answer_text *t, const char *text, size_t len);
void answer_text_release(struct answer_text *t);

enum arg_kind {
	ARG_NONE,
	ARG_COUNT,    /* a number, not negative */
	ARG_RELATION, /* "at least" or "less than" */
	ARG_TEXT,     /* a string that isn't empty */
	ARG_TEXTS,    /* an array of them, not empty */
};

struct arg {
	double num;
	bool less; /* relation: "less than" */
	struct ustr text;
	struct ulist texts;
};

struct pattern;
struct constraint;

enum { ARGS_MAX = 5 };

struct constraint_type {
	const char *id;
	enum outcome (*check)(const struct constraint *c, struct text *t);
	struct {
		const char *name;
		enum arg_kind kind;
	} arg[ARGS_MAX];
	/* More to make ready: NULL, or what is wrong (the caller's to free). May be NULL. */
	char *(*prepare)(struct constraint *c);
	bool needs_data;  /* the language data must be there */
	const char *help; /* what follows, in one line */
};

/* A type with its arguments. */
struct constraint {
	const struct constraint_type *type;
	enum reading reading;
	struct arena arena;
	struct arg arg[ARGS_MAX]; /* in the order of the type's row */
	struct pattern **patterns;
	size_t npatterns;
};

/* The table, all types of IFEval, then of IFBench; ends with a row whose id is NULL. */
extern const struct constraint_type constraint_types[];
const struct constraint_type *constraint_type_find(const char *id);

/*
 * Makes c of an id and its arguments (an object, or NULL for none; nulls in it count as absent,
 * names that the type doesn't know are passed over, as the references do). NULL, or what is wrong,
 * the caller's to free; then c holds nothing.
 */
char *constraint_init(struct constraint *c, const char *id, const json_t *args, enum reading r);
void constraint_release(struct constraint *c);

enum outcome judge_strict(const struct constraint *c, struct answer_text *t);
/*
 * Followed where any variant follows; an error where one comes before that. The answer as it is counts by
 * its strict outcome.
 */
enum outcome judge_loose(const struct constraint *c, struct answer_text *t, enum outcome strict);

/* count `less than` or `at least` a number of argument num, by the relation of argument rel. */
enum outcome compare_count(const struct constraint *c, size_t count, int num, int rel);

/*
 * Patterns come unescaped from arguments into the references' regular expressions. Without any
 * special character they are searched for as they are, else by PCRE2 with Python's spelling
 * translated.
 */
enum pattern_flag {
	PATTERN_IGNORE_CASE = 1,
	PATTERN_WORD = 2, /* \b before and behind */
	PATTERN_MULTILINE = 4,
	PATTERN_NUMBERED = 8, /* \s? before, \s?\d+\s? behind */
	PATTERN_LITERAL = 16, /* no character of it is special */
};
/* Adds one to c; NULL, or what is wrong with it. */
char *pattern_add(struct constraint *c, struct ustr source, unsigned flags);
void pattern_free(struct pattern *p);
/* Is it in the text? */
enum outcome pattern_search(const struct pattern *p, struct text *t);
/* A literal pattern, in a part of a text. */
bool pattern_found(const struct pattern *p, struct ustr s);
/* How often, without overlaps; -1 where the search gave up. *groups: capture groups, for re.split.
 */
long pattern_count(const struct pattern *p, struct text *t, size_t *groups);

/* Does Python's json.loads accept it? */
bool python_json_valid(struct ustr s);

/*
 * A map of slices to numbers, and so a set too. It lives in an arena and needs no end. UMAP(arena)
 * starts one.
 */
struct umap {
	struct arena *arena;
	struct umap_slot {
		struct ustr key;
		uint64_t hash;
		uint32_t value;
	} * slots;
	size_t n, cap;
};
#define UMAP(a) ((struct umap){.arena = (a)})
/* The number at key, which is 0 where key is new (and stays until the next call). */
uint32_t *umap_at(struct umap *m, struct ustr key);

#define CHECK(name)   enum outcome check_##name(const struct constraint *c, struct text *t)
#define PREPARE(name) char *prepare_##name(struct constraint *c)

/* keywords.c */
PREPARE(keywords);
PREPARE(keyword);
PREPARE(forbidden);
PREPARE(letter);
CHECK(keywords);
CHECK(frequency);
CHECK(forbidden);
CHECK(letter_frequency);
/* lengths.c */
PREPARE(nth_paragraph);
CHECK(number_words);
CHECK(number_sentences);
CHECK(paragraphs);
CHECK(nth_paragraph);
/* case.c */
CHECK(language);
CHECK(english_capital);
CHECK(english_lowercase);
CHECK(capital_words);
/* detectable.c */
PREPARE(postscript);
PREPARE(sections);
CHECK(placeholders);
CHECK(postscript);
CHECK(bullets);
CHECK(constrained);
CHECK(highlights);
CHECK(sections);
CHECK(json);
CHECK(title);
/* startend.c */
CHECK(two_responses);
CHECK(repeat_prompt);
CHECK(end);
CHECK(quotation);
CHECK(no_comma);
/* count.c */
PREPARE(keywords_multiple);
PREPARE(japanese);
CHECK(word_count_range);
CHECK(unique_words);
CHECK(conjunctions);
CHECK(person_names);
CHECK(numbers);
CHECK(punctuation);
CHECK(japanese);
CHECK(pronouns);
CHECK(keywords_multiple);
/* ratio.c */
CHECK(stop_words);
CHECK(sentence_type);
CHECK(sentence_balance);
CHECK(overlap);
CHECK(sentence_words);
/* words.c */
PREPARE(position_keyword);
CHECK(alphabet);
CHECK(vowel);
CHECK(consonants);
CHECK(palindrome);
CHECK(prime_lengths);
CHECK(start_verb);
CHECK(repeats);
CHECK(syllables);
CHECK(last_first);
CHECK(paragraph_last_first);
CHECK(no_consecutive);
CHECK(specific_position);
CHECK(words_position);
/* sentence.c */
PREPARE(sentence_keyword);
CHECK(alliteration);
CHECK(sentence_keyword);
CHECK(increment);
/* format.c */
PREPARE(options);
CHECK(parentheses);
CHECK(quotes);
CHECK(options);
CHECK(newline);
CHECK(emoji);
CHECK(line_indent);
CHECK(quote_unquote);
CHECK(list);
CHECK(thesis);
CHECK(sub_bullets);
CHECK(bullets_after_sentences);
CHECK(title_case);
CHECK(output_template);
CHECK(no_whitespace);
/* custom.c */
CHECK(multiples);
CHECK(mcq);
CHECK(reverse_newline);
CHECK(word_reverse);
CHECK(character_reverse);
CHECK(sentence_alphabet);
CHECK(european_capitals);
CHECK(dates);
/* csv.c */
CHECK(csv_city);
CHECK(csv_special);
CHECK(csv_quotes);
/* repeat.c */
CHECK(repeat_change);
CHECK(repeat_simple);
CHECK(repeat_span);

#endif
