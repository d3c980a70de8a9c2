/* Sentences, words, tags, syllables, languages; texts of which a part breaks as the whole does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "language/detect.h"
#include "language/mt19937.h"
#include "language/nlp.h"

static struct ustr
u(struct arena *a, const char *text)
{
	return ustr_decode(a, text, strlen(text));
}

/* The list with '|' between. */
static char *
joined(struct arena *a, struct ulist list)
{
	size_t n = 1;
	char *out, *p;

	for (size_t i = 0; i < list.n; i++)
		n += list.at[i].n * 4 + 1;
	out = p = arena_alloc(a, n, 1);
	for (size_t i = 0; i < list.n; i++) {
		size_t len;
		char *s = ustr_encode(a, list.at[i], &len);

		if (i)
			*p++ = '|';
		memcpy(p, s, len);
		p += len;
	}
	*p = '\0';
	return out;
}

static void
words_are_split(void **state)
{
	static const char *const rows[][2] = {
		{"They'll save, don't they? It's 3,36.",
			"They|'ll|save|,|do|n't|they|?|It|'s|3,36|."},
		{"\"Hi,\" (he) said.", "``|Hi|,|''|(|he|)|said|."},
		{"He said \"no\".", "He|said|``|no|''|."},
		{"I cannot... 'tis--well", "I|can|not|...|'|tis|--|well"},
		{"gonna wanna go", "gon|na|wan|na|go"},
		{"'Hello' the dogs' x'y'z", "'|Hello|'|the|dogs|'|x'y'z"},
		{"cost: $5; a@b 50% *x*", "cost|:|$|5|;|a|@|b|50|%|*|x|*"},
		{"\xe2\x80\x9cSo\xe2\x80\x9d \xe2\x80\x93 it\xe2\x80\x99s",
			"\xe2\x80\x9c|So|\xe2\x80\x9d|\xe2\x80\x93|it|\xe2\x80\x99|s"},
		{"a,,b \"\"", "a|,|,b|``|''"},
		{"", ""},
		{" \t\n", ""},
		{"e\xcc\x81 \xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d.",
			"e\xcc\x81|\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d|."},
		{"a\r\nb\xc2\xa0"
		 "c",
			"a|b|c"},
	};
	struct arena a = ARENA_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		assert_string_equal(joined(&a, nlp_words(&a, u(&a, rows[i][0]))), rows[i][1]);
		assert_string_equal(
			joined(&a, nlp_words_by_rules(&a, u(&a, rows[i][0]))), rows[i][1]);
	}
	arena_release(&a);
}

/* Asked for only by tests that main() leaves out where the data is missing. */
static const struct data *
need_data(void)
{
	assert_non_null(language_data());
	return language_data();
}

static void
sentences_are_cut(void **state)
{
	static const char *const rows[][2] = {
		{"Dr. Smith came at 5 p.m. on Monday. He left.",
			"Dr. Smith came at 5 p.m. on Monday.|He left."},
		{"J. Bach wrote it. So what?! Yes.", "J. Bach wrote it.|So what?!|Yes."},
		{"(It is so.) \"Is it?\" he said.", "(It is so.)|\"Is it?\"|he said."},
		{"One.\n\nTwo.\r\nThree", "One.|Two.|Three"},
		{"", ""},
		{" \n ", ""},
		{"...", "..."},
		{"Hi.", "Hi."},
	};
	const struct data *d = need_data();
	struct arena a = ARENA_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		assert_string_equal(
			joined(&a, nlp_sentences(d, &a, u(&a, rows[i][0]))), rows[i][1]);
	arena_release(&a);
}

/* Every part that strip() would leave breaks as it does alone. */
static void
parts_break_as_alone(void **state)
{
	static const char text[] =
		"Mr. A. Smith came. (He left.) \"So?!\" he said ... And then? No. 5 is it!\n\nIt's "
		"e.g. this. \xe2\x80\x9cOh.\xe2\x80\x9d Well. . . . Right? Yes.No.\nThe end.";
	const struct data *d = need_data();
	struct arena a = ARENA_INIT;
	struct ustr s = u(&a, text);
	struct nlp_breaks whole = nlp_breaks(d, &a, s);

	(void)state;
	for (size_t from = 0; from < s.n; from++)
		for (size_t to = from + 1; to <= s.n; to++) {
			struct ustr part = ustr_slice(s, from, to);
			struct nlp_breaks alone, shared;

			if ((from && !uc_space(s.s[from - 1])) ||
				(to < s.n && !uc_space(s.s[to])) || ustr_strip(part).n != part.n)
				continue;
			alone = nlp_breaks(d, &a, part);
			shared = nlp_breaks_part(d, &a, s, &whole, from, to);
			assert_int_equal(alone.n, shared.n);
			assert_memory_equal(alone.at, shared.at, alone.n * sizeof *alone.at);
		}
	arena_release(&a);
}

static void
tags_and_syllables(void **state)
{
	static const struct {
		const char *word;
		int n;
	} rows[] = {{"table", 2}, {"self-care", 2}, {"x-1", 0}, {"the", 1}, {"zzz", 1}, {"--", 0},
		{"brbl", 1}, {"Strengths.", 1}};
	const struct data *d = need_data();
	struct arena a = ARENA_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		assert_int_equal(nlp_syllables(d, &a, u(&a, rows[i].word)), rows[i].n);
	assert_string_equal(nlp_first_tag(d, &a, nlp_words(&a, u(&a, "Take the bus"))), "VB");
	assert_string_equal(nlp_first_tag(d, &a, nlp_words(&a, u(&a, "The bus"))), "DT");
	assert_string_equal(nlp_first_tag(d, &a, nlp_words(&a, u(&a, ""))), "");
	assert_true(nlp_stop_word(d, u(&a, "the")) && !nlp_stop_word(d, u(&a, "bus")));
	assert_true(data_emoji(d, 0x1f600) && !data_emoji(d, 'a'));
	arena_release(&a);
}

static void
languages_are_told(void **state)
{
	const struct data *d = need_data();
	struct detected out[DETECTED_MAX], again[DETECTED_MAX];
	struct arena a = ARENA_INIT;
	struct ustr s = u(&a, "Ceci est une phrase en fran\xc3\xa7"
			      "ais, assez longue.");

	(void)state;
	assert_int_equal(language_detect(d, &a, s, 0, out), 1);
	assert_string_equal(out[0].name, "fr");
	language_detect(d, &a, s, 0, again);
	assert_memory_equal(&out[0].probability, &again[0].probability, sizeof(double));
	assert_int_equal(language_detect(d, &a, u(&a, "12 ?!"), 0, out), -1);
	assert_int_equal(language_detect(d, &a, u(&a, ""), 0, out), -1);
	assert_int_equal(
		language_detect(d, &a, u(&a, "http://example.org/x me@here.org"), 0, out), -1);
	arena_release(&a);
}

/* What CPython's random.seed(0) gives; any CPython 3 shows the same. */
static void
random_is_pythons(void **state)
{
	struct mt19937 m;

	(void)state;
	mt19937_seed(&m, 0);
	assert_true(mt19937_real(&m) == 0.8444218515250481);
	assert_true(mt19937_real(&m) == 0.7579544029403025);
	mt19937_seed(&m, 0);
	assert_true(mt19937_gauss(&m) == 0.9417154046806644);
	mt19937_seed(&m, 0);
	assert_int_equal(mt19937_below(&m, 100), 49);
	assert_int_equal(mt19937_below(&m, 100), 97);
}

int
main(void)
{
	const struct CMUnitTest alone[] = {
		cmocka_unit_test(words_are_split),
		cmocka_unit_test(random_is_pythons),
	};
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_are_split),
		cmocka_unit_test(random_is_pythons),
		cmocka_unit_test(sentences_are_cut),
		cmocka_unit_test(parts_break_as_alone),
		cmocka_unit_test(tags_and_syllables),
		cmocka_unit_test(languages_are_told),
	};

	if (!language_data()) {
		print_message("# 4 tests left out: language data missing, run make language-data\n");
		return cmocka_run_group_tests(alone, NULL, NULL);
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
