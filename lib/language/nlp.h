/*
 * What the reference checkers take from NLTK 3.10 and syllapy 0.8, on the data that they use:
 * sentences (Punkt: Kiss and Strunk 2006, the English model), words (the treebank tokenizer), the
 * part of speech of a text's first word (averaged perceptron), syllables, stop words. Each takes
 * time linear in the text.
 */
#ifndef TIERBENCH_LANGUAGE_NLP_H
#define TIERBENCH_LANGUAGE_NLP_H

#include "language/data.h"
#include "language/ustr.h"

/* The sentences, slices of s; none of a blank text. */
struct ulist nlp_sentences(const struct data *d, struct arena *a, struct ustr s);

/*
 * The same in two steps, for texts that share most of what they are: where sentences end, and the cuts.
 * The breaks of a part of a text (from one place to another) are largely those of the whole.
 */
struct nlp_break {
	size_t start,
		mark;	  /* the word before the mark that ends a sentence starts here; the mark */
	size_t end, next; /* what was looked at ends here; the next sentence starts here */
};

struct nlp_breaks {
	struct nlp_break *at;
	size_t n;
};

struct nlp_breaks nlp_breaks(const struct data *d, struct arena *a, struct ustr s);
/* Of whole[from..to), counted from `from`; breaks are those of the whole. */
struct nlp_breaks nlp_breaks_part(const struct data *d, struct arena *a, struct ustr whole,
	const struct nlp_breaks *breaks, size_t from, size_t to);
struct ulist nlp_cut(struct arena *a, struct ustr s, const struct nlp_breaks *breaks);

/*
 * The words of one sentence: quotes become `` and '', contractions are split. Slices of the sentence
 * or of a copy in a.
 */
struct ulist nlp_words(struct arena *a, struct ustr sentence);
/* The same by all of NLTK's rules one after the other: slower, and what nlp_words() is held to. */
struct ulist nlp_words_by_rules(struct arena *a, struct ustr sentence);
/* How many runs of word characters: NLTK's RegexpTokenizer of \w+. */
size_t nlp_count_words(struct ustr s);
/* The tag of the first of n words, which may depend on the two behind it; "" of none. Static. */
const char *nlp_first_tag(const struct data *d, struct arena *a, struct ulist words);
/* 0 where the word has a digit, or nothing but punctuation. */
int nlp_syllables(const struct data *d, struct arena *a, struct ustr word);
/* word is in lower case. */
bool nlp_stop_word(const struct data *d, struct ustr word);

#endif
