/*
 * The language data of the constraint checkers: the Punkt model for English, stop words, syllable
 * counts, the part-of-speech tagger's weights, language profiles, emoji. `make language-data`
 * fetches it and compiles it to one file, which is mapped and used as it lies: nothing is parsed at
 * start.
 *
 * The file starts with struct data_header; a section is a run of bytes at a multiple of 16. It is
 * written and read on the same kind of machine; the header says when it was not.
 */
#ifndef TIERBENCH_LANGUAGE_DATA_H
#define TIERBENCH_LANGUAGE_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "language/ustr.h"

enum data_section {
	DATA_ORTHO,	   /* dictionary: type → orthographic contexts */
	DATA_ABBREV,	   /* dictionary: abbreviations without their period */
	DATA_COLLOCATIONS, /* dictionary: two types with an LF between */
	DATA_STARTERS,	   /* dictionary: frequent sentence starters */
	DATA_STOPWORDS,	   /* dictionary */
	DATA_SYLLABLES,	   /* dictionary: word → count */
	DATA_TAG_WORDS,	   /* dictionary: unambiguous word → tag */
	DATA_TAG_FEATURES, /* dictionary: feature → place in DATA_TAG_WEIGHTS */
	DATA_TAG_WEIGHTS,  /* uint32: count, then count times (tag << 24 | weight in thousandths +
			      2^23) */
	DATA_TAGS,	   /* names, each terminated, sorted */
	DATA_LANGUAGES,	   /* struct data_language, in the order of the reference's folder */
	DATA_GRAMS,	   /* struct data_gram: a hash table of a power of two slots */
	DATA_GRAM_SHARES,  /* double: how much of a profile's n-grams of that length it is */
	DATA_GRAM_OWNERS,  /* a byte for each share: the language's place in DATA_LANGUAGES */
	DATA_GRAM_ROWS,	   /* DATA_LANGUAGES_MAX doubles a row: the shares of a frequent n-gram */
	DATA_ASCII_GRAMS,  /* a bit for each n-gram of ASCII letters and spaces: see ascii_gram() */
	DATA_ASCII_RANKS,  /* uint32: how many bits are set before each 64 of them */
	DATA_ASCII_SHARES, /* struct data_shares: of each set bit, in order */
	DATA_RANDOM,	   /* uint32: the state of the random generator for seed 0 */
	DATA_EMOJI,	   /* uint32, sorted: the emoji of one code point */
	DATA_SECTIONS
};

/* Languages there may be; an even number, for vectors. N-grams of so many have a row for all. */
enum { DATA_LANGUAGES_MAX = 56, GRAM_ROW_FROM = 12 };
#define GRAM_ROW UINT32_MAX

enum { DATA_VERSION = 5, DATA_ORDER = 0x01020304 };
#define DATA_MAGIC "tblang\r\n"

struct data_header {
	char magic[8];
	uint32_t version, order;
	uint64_t size; /* of the whole file */
	struct {
		uint64_t at, size;
	} section[DATA_SECTIONS];
};

struct data_language {
	char name[8];
};

/* An n-gram's shares, in DATA_GRAM_SHARES and DATA_GRAM_OWNERS; or, with n GRAM_ROW, row `at`. */
struct data_shares {
	uint32_t at, n;
};

struct data_gram {
	uint64_t key; /* code points, 21 bits each, the last lowest; 0 is a free slot */
	struct data_shares shares;
};

/* A dictionary's section: its slots' number (a power of two), the slots, the keys as terminated
 * UTF-8. */
struct data_slot {
	uint32_t hash; /* of the key's code points, see data_hash */
	uint32_t key;  /* from the first key; UINT32_MAX is a free slot */
	uint32_t value;
};

struct data_dict {
	const struct data_slot *slots;
	const char *keys;
	uint32_t nslots, keys_size;
};

struct data {
	struct data_dict dict[DATA_TAG_FEATURES + 1];
	const uint32_t *tag_weights, *emoji;
	const char *tags;
	const struct data_language *languages;
	const struct data_gram *grams;
	const double *gram_shares, *gram_rows;
	const unsigned char *gram_owners;
	const uint64_t *ascii_grams;
	const uint32_t *ascii_ranks, *random;
	const struct data_shares *ascii_shares;
	size_t ntag_weights, nshares, nrows, nascii, nemoji, tags_size, nlanguages, ngrams;
};

/*
 * The data, or NULL where it isn't there: in the file that TIERBENCH_LANGUAGE_DATA names, else in
 * .deps/language/language.bin of the folder above the program's or one of those above it. Mapped by
 * the first call, for the whole run; read-only from then on, so that any number of threads may use
 * it.
 */
const struct data *language_data(void);
/* Maps one file: NULL, with *why (static) set, where it can't be used. Not undone: for whole runs.
 */
const struct data *data_open(const char *path, const char **why);

/* Where an n-gram's key starts to look for its slot. */
static inline uint64_t
gram_hash(uint64_t key)
{
	key *= 0x9e3779b97f4a7c15;
	return key ^ key >> 32;
}

/* The bits of DATA_ASCII_GRAMS: 18 for up to three characters, 6 each, the last lowest. */
enum { ASCII_GRAM_BITS = 18, ASCII_GRAM_BYTES = 1 << (ASCII_GRAM_BITS - 3) };

/* A letter or space as one of 1…53; 0 for any other character. */
static inline uint32_t
ascii_gram(uint32_t c)
{
	return c >= 'A' && c <= 'Z'   ? c - 'A' + 1
	       : c >= 'a' && c <= 'z' ? c - 'a' + 27
	       : c == ' '	      ? 53
				      : 0;
}

uint32_t data_hash(struct ustr key);
/* Is key there? Its value to *value, which may be NULL. */
bool data_find(const struct data *d, enum data_section dict, struct ustr key, uint32_t *value);
bool data_emoji(const struct data *d, uint32_t c);

#endif
