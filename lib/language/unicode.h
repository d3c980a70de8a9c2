/*
 * Characters as the reference checkers see them: CPython 3.11's str methods and `re` (Unicode 14),
 * and the `regex` module that their tokenizers run on, whose \w and \s differ. The tables are
 * written by pipelines/language/unicode.py. Code points lie in 0…0x10ffff.
 */
#ifndef TIERBENCH_LANGUAGE_UNICODE_H
#define TIERBENCH_LANGUAGE_UNICODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum uc_flag {
	UC_ALPHA = 1 << 0,     /* str.isalpha */
	UC_DECIMAL = 1 << 1,   /* str.isdecimal, and \d of re */
	UC_DIGIT = 1 << 2,     /* str.isdigit */
	UC_NUMERIC = 1 << 3,   /* str.isnumeric */
	UC_SPACE = 1 << 4,     /* str.isspace, str.split and strip, and \s of re */
	UC_UPPER = 1 << 5,     /* str.isupper of the character alone */
	UC_LOWER = 1 << 6,     /* str.islower of the character alone */
	UC_TITLE = 1 << 7,     /* title case, as U+01C5 */
	UC_CASED = 1 << 8,     /* a final sigma may follow it */
	UC_IGNORABLE = 1 << 9, /* not seen when a final sigma looks for its neighbours */
	UC_RWORD = 1 << 10,    /* \w of regex: marks and joiners count */
	UC_RSPACE = 1 << 11,   /* \s of regex: U+001C…U+001F don't count */
	UC_RDIGIT = 1 << 12,   /* \d of regex */
	UC_ALNUM = UC_ALPHA | UC_DECIMAL | UC_DIGIT | UC_NUMERIC, /* str.isalnum */
};

struct uc_record {
	uint16_t flags;
	uint8_t decimal;     /* the value of a decimal digit */
	int32_t lower, fold; /* what to add for lower case, and for the class of re.IGNORECASE */
};

/* What is left of a character after NFKD and the loss of all that is not ASCII. */
struct uc_ascii {
	uint32_t c;
	uint16_t at, len; /* in uc_ascii_pool */
};

/* A vowel letter with each of the tone marks U+0300, 0301, 0303, 0309, 0323, composed. */
struct uc_pair {
	uint32_t letter, with[5];
};

extern const struct uc_record uc_records[];
extern const uint16_t uc_stage1[];
extern const uint8_t uc_stage2[];
extern const struct uc_ascii uc_ascii[];
extern const size_t uc_ascii_count;
extern const char uc_ascii_pool[];
extern const struct uc_pair uc_vietnamese[];
extern const size_t uc_vietnamese_count;

static inline const struct uc_record *
uc(uint32_t c)
{
	return &uc_records[uc_stage2[(size_t)uc_stage1[c >> 6] << 6 | (c & 63)]];
}

static inline bool
uc_is(uint32_t c, unsigned flags)
{
	return (uc(c)->flags & flags) != 0;
}

/* str.isspace: as UC_SPACE, without a table for ASCII. */
static inline bool
uc_space(uint32_t c)
{
	if (c < 0x80)
		return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1c && c <= 0x1f);
	return uc_is(c, UC_SPACE);
}

/* \w of re. */
static inline bool
uc_word(uint32_t c)
{
	if (c < 0x80)
		return ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || (c >= '0' && c <= '9') ||
		       c == '_';
	return uc_is(c, UC_ALNUM);
}

/* Lower case of the character alone; U+0130 stays (str.lower makes it two characters). */
static inline uint32_t
uc_lower(uint32_t c)
{
	if (c < 0x80)
		return c >= 'A' && c <= 'Z' ? c + 32 : c;
	return c + (uint32_t)uc(c)->lower;
}

/* Equal for two characters exactly where re.IGNORECASE takes them for the same. */
static inline uint32_t
uc_fold(uint32_t c)
{
	if (c < 0x80)
		return c >= 'A' && c <= 'Z' ? c + 32 : c;
	return c + (uint32_t)uc(c)->fold;
}

/* string.punctuation: the ASCII characters that are neither letters, digits, blanks nor controls.
 */
static inline bool
uc_punctuation(uint32_t c)
{
	return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
	       (c >= '{' && c <= '~');
}

/* The letter with the mark as one character; 0 where the two aren't such a pair. */
uint32_t uc_compose_vietnamese(uint32_t letter, uint32_t mark);
/* The row of c, NULL where nothing of it is ASCII (or all of it: c < 0x80). */
const struct uc_ascii *uc_ascii_find(uint32_t c);

#endif
