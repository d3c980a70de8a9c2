/* custom of IFBench: one task each. */
#include <string.h>

#include "scorer/instructions/instructions.h"

static struct ustr
next_digits(struct ustr s, size_t *at)
{
	size_t from = *at, to;

	while (from < s.n && !uc_is(s.s[from], UC_DECIMAL))
		from++;
	for (to = from; to < s.n && uc_is(s.s[to], UC_DECIMAL); to++)
		;
	*at = to;
	return ustr_slice(s, from, to);
}

/* The multiples of 7 from 10 to 50, and no other number. */
enum outcome
check_multiples(const struct constraint *c, struct text *t)
{
	static const char *const all[] = {"14", "21", "28", "35", "42", "49", ""};
	size_t at = 0;

	(void)c;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (!ustr_eq_ascii(next_digits(t->s, &at), all[i]))
			return NOT_FOLLOWED;
	return FOLLOWED;
}

static bool
in(uint32_t c, const char *set)
{
	return c < 0x80 && c && strchr(set, (int)c);
}

/* Question \d+[.|):;]?\s* at i: its length, 0 where it isn't there. */
static size_t
label_at(struct ustr s, size_t i)
{
	size_t digits = 0, end;

	if (!ustr_starts_ascii(ustr_slice(s, i, s.n), "Question "))
		return 0;
	for (end = i + 9; end < s.n && uc_is(s.s[end], UC_DECIMAL); end++)
		digits++;
	if (!digits)
		return 0;
	if (end < s.n && in(s.s[end], ".|):;"))
		end++;
	while (end < s.n && uc_space(s.s[end]))
		end++;
	return end - i;
}

/* [A-Ea-e][.|)]\s*\w+ */
static bool
is_option(struct ustr line)
{
	size_t i = 2;

	if (line.n < 3 || !in(line.s[0], "ABCDEabcde") || !in(line.s[1], ".|)"))
		return false;
	while (i < line.n && uc_space(line.s[i]))
		i++;
	return i < line.n && uc_word(line.s[i]);
}

/* The length of the question's own text, its lines joined; SIZE_MAX where it hasn't five options. */
static size_t
question_length(struct ustr q)
{
	size_t options = 0, len = 0, pending = 0;
	struct ustr line;

	for (size_t at = 0; ustr_next_line(q, &at, &line);) {
		line = ustr_strip(line);
		if (is_option(line)) {
			options++;
		} else if (!options && line.n) {
			len += (len ? 1 + pending : 0) + line.n;
			pending = 0;
		} else if (!options) {
			pending++;
		}
	}
	return options == 5 ? len : SIZE_MAX;
}

/* Four questions with five options each, each question longer than the one before it. */
enum outcome
check_mcq(const struct constraint *c, struct text *t)
{
	size_t questions = 0, before = 0, from = 0, i = 0;

	(void)c;
	if (!ustr_starts_ascii(t->s, "Question"))
		return NOT_FOLLOWED;
	while (i <= t->s.n) {
		size_t label = i < t->s.n ? label_at(t->s, i) : 0, len;
		struct ustr q;

		if (i < t->s.n && !label) {
			i++;
			continue;
		}
		q = ustr_strip(ustr_slice(t->s, from, i));
		from = i = i + label + (i == t->s.n);
		if (!q.n)
			continue;
		len = question_length(q);
		if (len == SIZE_MAX || (questions && len <= before) || ++questions > 4)
			return NOT_FOLLOWED;
		before = len;
	}
	return questions == 4;
}

/* From the line with Zimbabwe on, 52 lines and more, none behind the one before it in the alphabet. */
enum outcome
check_reverse_newline(const struct constraint *c, struct text *t)
{
	struct ustr line, before = {NULL, 0};
	bool started = false;
	size_t n = 0;

	(void)c;
	for (size_t at = 0; ustr_next_line(t->s, &at, &line);) {
		line = ustr_strip_punct(line);
		if (!line.n)
			continue;
		if (!started && ustr_find_ascii(line, "Zimbabwe", 0) == SIZE_MAX)
			continue;
		started = true;
		line = ustr_to_ascii(t->scratch, line);
		if (n++ && ustr_cmp(before, line) < 0)
			return NOT_FOLLOWED;
		before = line;
	}
	return n >= 52;
}

/*
 * "eagle" right before "bald", in reverse order of words. The references then look whether the turned
 * text is a sentence of itself, which holds as no full stop is left in it.
 */
enum outcome
check_word_reverse(const struct constraint *c, struct text *t)
{
	struct ustr s = ustr_drop_punct(t->scratch, ustr_strip(text_lower(t))), word;
	bool eagle = false;

	(void)c;
	for (size_t at = 0; ustr_next_word(s, &at, &word);) {
		if (eagle && ustr_ends_ascii(word, "bald"))
			return FOLLOWED;
		eagle = ustr_starts_ascii(word, "eagle");
	}
	return NOT_FOLLOWED;
}

enum outcome
check_character_reverse(const struct constraint *c, struct text *t)
{
	(void)c;
	return ustr_find_ascii(text_lower(t), "elgae dlab", 0) != SIZE_MAX;
}

/* 26 sentences, the first words' letters in the order of the alphabet. */
enum outcome
check_sentence_alphabet(const struct constraint *c, struct text *t)
{
	struct ulist s = text_sentences(t);

	(void)c;
	if (s.n != 26)
		return NOT_FOLLOWED;
	for (size_t i = 0; i < s.n; i++) {
		struct ustr word;
		size_t at = 0;

		if (!ustr_next_word(s.at[i], &at, &word) ||
			(word.s[0] == 0x130 ? 'i' : uc_lower(word.s[0])) != 'a' + i)
			return NOT_FOLLOWED;
	}
	return FOLLOWED;
}

/* The list that the references want, accents taken off, between commas. */
enum outcome
check_european_capitals(const struct constraint *c, struct text *t)
{
	static const char *const order[] = {"Reykjavik", "Helsinki", "Oslo", "Tallinn", "Stockholm",
		"Riga", "Moscow", "Copenhagen", "Vilnius", "Minsk", "Dublin", "Berlin", "Amsterdam",
		"Warsaw", "London", "Brussels", "Prague", "Luxembourg", "Paris", "Vienna",
		"Bratislava", "Budapest", "Vaduz", "Chisinau", "Bern", "Ljubljana", "Zagreb"};
	enum { N = sizeof order / sizeof *order };
	struct ulist parts = ustr_split_char(t->scratch, ustr_to_ascii(t->scratch, t->s), ',');
	size_t n = 0;

	(void)c;
	for (size_t i = 0; i < parts.n; i++) {
		struct ustr part = ustr_strip(parts.at[i]);

		if (part.n && (n >= N || !ustr_eq_ascii(part, order[n++])))
			return NOT_FOLLOWED;
	}
	return n == N;
}

/* Decimal digits s[from..from+n) as a number; -1 where one is none. */
static int
digits_at(struct ustr s, size_t from, size_t n)
{
	int v = 0;

	for (size_t i = from; i < from + n; i++) {
		if (!uc_is(s.s[i], UC_DECIMAL))
			return -1;
		v = v * 10 + uc(s.s[i])->decimal;
	}
	return v;
}

/* YYYY-MM-DD between 1769 and 1821. The references let month 0 and day 0 pass; not so when corrected. */
static bool
is_date(struct ustr s, bool corrected)
{
	static const int days[] = {31, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	int year, month, day;

	if (s.n != 10 || s.s[4] != '-' || s.s[7] != '-')
		return false;
	year = digits_at(s, 0, 4);
	month = digits_at(s, 5, 2);
	day = digits_at(s, 8, 2);
	if (year < 1769 || year > 1821 || month < corrected || month > 12 || day < corrected)
		return false;
	return day <= (month == 0 ? 99 : days[month]);
}

enum outcome
check_dates(const struct constraint *c, struct text *t)
{
	struct ulist parts = ustr_split_char(t->scratch, ustr_strip(t->s), ',');

	for (size_t i = 0; i < parts.n; i++)
		if (!is_date(ustr_strip(parts.at[i]), c->reading == READ_CORRECTED))
			return NOT_FOLLOWED;
	return FOLLOWED;
}
