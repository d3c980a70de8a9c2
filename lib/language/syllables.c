/* Syllables as syllapy counts them: by its list, else by groups of vowels. */
#include <string.h>

#include "language/nlp.h"

static bool
vowel(uint32_t c)
{
	return c < 0x80 && c && strchr("aeiouy", (int)c);
}

static int
by_vowels(struct ustr w)
{
	int n = vowel(w.s[0]);

	for (size_t i = 1; i < w.n; i++)
		n += vowel(w.s[i]) && !vowel(w.s[i - 1]);
	if (w.s[w.n - 1] == 'e')
		n--;
	if (w.n > 2 && ustr_ends_ascii(w, "le") && !vowel(w.s[w.n - 3]))
		n++;
	return n == 0 ? 1 : n;
}

static struct ustr
strip_punctuation(struct ustr w)
{
	while (w.n && uc_punctuation(w.s[w.n - 1]))
		w.n--;
	while (w.n && uc_punctuation(w.s[0]))
		w.s++, w.n--;
	return w;
}

/* A compound is the sum of its parts, 0 where one of them is; a loop, as the second may be one too.
 */
int
nlp_syllables(const struct data *d, struct arena *a, struct ustr word)
{
	int sum = 0;

	for (struct ustr w = word;;) {
		uint32_t known;
		size_t hyphen;
		int first;

		w = strip_punctuation(ustr_lower(a, ustr_strip(w)));
		for (size_t i = 0; i < w.n; i++)
			if (uc_is(w.s[i], UC_DECIMAL))
				return 0;
		if (!w.n)
			return 0;
		if (data_find(d, DATA_SYLLABLES, w, &known))
			return known ? sum + (int)known : 0;
		hyphen = ustr_find_char(w, '-', 0);
		/* ([^-]+)-(.+): the dot matches no LF */
		if (hyphen == SIZE_MAX || hyphen == 0 || hyphen + 1 >= w.n ||
			w.s[hyphen + 1] == '\n')
			return sum + by_vowels(w);
		first = nlp_syllables(d, a, ustr_slice(w, 0, hyphen));
		if (first == 0)
			return 0;
		sum += first;
		w = ustr_slice(w, hyphen + 1, w.n);
	}
}

bool
nlp_stop_word(const struct data *d, struct ustr word)
{
	return data_find(d, DATA_STOPWORDS, word, NULL);
}
