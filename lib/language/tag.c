/*
 * The averaged perceptron tagger, for the first token of a text only: its features don't depend on
 * any tag before it. Weights are thousandths, so that each is the very double that the model's file
 * holds, and they are added in the order of the features.
 */
#include <string.h>

#include "language/nlp.h"

enum { TAGS_MAX = 256, HALF = 1 << 23 };

struct scores {
	const struct data *d;
	struct arena *a;
	double of[TAGS_MAX];
};

static struct ustr
ascii(struct arena *a, const char *text)
{
	return ustr_decode(a, text, strlen(text));
}

/* What stands for a word in its neighbours' eyes. */
static struct ustr
normalized(struct arena *a, struct ustr w)
{
	if (w.s[0] != '-' && ustr_has_char(w, '-'))
		return ascii(a, "!HYPHEN");
	if (w.n == 4 && ustr_isdigit(w))
		return ascii(a, "!YEAR");
	if (uc_is(w.s[0], UC_DIGIT))
		return ascii(a, "!DIGITS");
	return ustr_lower(a, w);
}

static void
add_feature(struct scores *s, const char *name, struct ustr value)
{
	struct ustr prefix = ascii(s->a, name);
	uint32_t *key = arena_alloc(s->a, prefix.n + value.n, sizeof *key), at, n;

	memcpy(key, prefix.s, prefix.n * sizeof *key);
	if (value.n)
		memcpy(key + prefix.n, value.s, value.n * sizeof *key);
	if (!data_find(s->d, DATA_TAG_FEATURES, (struct ustr){key, prefix.n + value.n}, &at) ||
		at >= s->d->ntag_weights)
		return;
	n = s->d->tag_weights[at];
	for (uint32_t i = 1; i <= n && at + i < s->d->ntag_weights; i++) {
		uint32_t packed = s->d->tag_weights[at + i];

		s->of[packed >> 24] += (double)((int32_t)(packed & 0xffffff) - HALF) / 1000;
	}
}

static struct ustr
last_three(struct ustr w)
{
	return w.n > 3 ? ustr_slice(w, w.n - 3, w.n) : w;
}

static void
add_features(struct scores *s, struct ulist words)
{
	static const char *const end[] = {"-END-", "-END2-"};
	struct ustr none = {NULL, 0}, word = words.at[0], next[2];

	for (size_t i = 0; i < 2; i++)
		next[i] = i + 1 < words.n ? normalized(s->a, words.at[i + 1])
					  : ascii(s->a, end[i + 1 - words.n]);
	add_feature(s, "bias", none);
	add_feature(s, "i suffix ", last_three(word));
	add_feature(s, "i pref1 ", ustr_slice(word, 0, 1));
	add_feature(s, "i-1 tag -START-", none);
	add_feature(s, "i-2 tag -START2-", none);
	add_feature(s, "i tag+i-2 tag -START- -START2-", none);
	add_feature(s, "i word ", normalized(s->a, word));
	add_feature(s, "i-1 tag+i word -START- ", normalized(s->a, word));
	add_feature(s, "i-1 word -START2-", none);
	add_feature(s, "i-1 suffix T2-", none);
	add_feature(s, "i-2 word -START-", none);
	add_feature(s, "i+1 word ", next[0]);
	add_feature(s, "i+1 suffix ", last_three(next[0]));
	add_feature(s, "i+2 word ", next[1]);
}

static const char *
tag_name(const struct data *d, uint32_t tag)
{
	const char *p = d->tags, *end = d->tags + d->tags_size;

	while (tag-- && p < end)
		p += strlen(p) + 1;
	return p < end ? p : "";
}

const char *
nlp_first_tag(const struct data *d, struct arena *a, struct ulist words)
{
	struct scores s = {.d = d, .a = a};
	uint32_t best = 0, tags = 0;

	if (!words.n || !words.at[0].n)
		return "";
	if (data_find(d, DATA_TAG_WORDS, words.at[0], &best))
		return tag_name(d, best);
	add_features(&s, words);
	for (size_t i = 0; i < d->tags_size; i++)
		tags += d->tags[i] == '\0';
	for (uint32_t i = 0; i < tags && i < TAGS_MAX; i++)
		if (s.of[i] >= s.of[best]) /* of equals the last by name */
			best = i;
	return tag_name(d, best);
}
