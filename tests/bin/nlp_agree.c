/*
 * Agreement of sentences, words, first tags, languages and syllables with what the references gave:
 * nlp_agree [-v N] ORACLE reads nlp_intermediate, if_dense (for the texts) and syllables in the
 * folder ORACLE. Exits 1 where a bar is missed. -v N shows the first N disagreements of each kind.
 */
#include <jansson.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kit/err.h"
#include "kit/mem.h"
#include "language/detect.h"
#include "language/nlp.h"

enum kind {
	SENTENCES,
	WORDS,
	TAG,
	WORD_COUNT,
	SPLIT_COUNT,
	LANGUAGE,
	PROBABILITY,
	SYLLABLES,
	KINDS
};
static const struct {
	const char *name;
	double bar;
} kinds[] = {{"sentences", .999}, {"words", .999}, {"first tag", .999}, {"count of words", .999},
	{"count by blanks", .999}, {"language, seed 0", .995}, {"its probabilities", .99},
	{"syllables", 1}};

struct run {
	const struct data *d;
	json_t *texts; /* id → text */
	long n[KINDS], hits[KINDS], shown[KINDS], show;
};

static void
each_row(struct run *run, const char *dir, const char *name,
	void (*each)(struct run *, const json_t *))
{
	char *command = xasprintf("gzip -dc '%s/%s.jsonl.gz'", dir, name), *line = NULL;
	FILE *f = popen(command, "r");
	size_t cap = 0;
	ssize_t len;
	long rows = 0;

	if (!f)
		die_errno(EXIT_OS, "%s", command);
	while ((len = getline(&line, &cap, f)) > 0) {
		json_t *row = json_loadb(line, (size_t)len, 0, NULL);

		if (!row)
			die(EXIT_BAD_INPUT, "%s: line %ld is no JSON", name, rows + 1);
		each(run, row);
		json_decref(row);
		rows++;
	}
	if (pclose(f) != 0 || rows == 0)
		die(EXIT_NO_INPUT, "%s: cannot read it", name);
	free(line);
	free(command);
}

static void
count(struct run *run, enum kind k, bool same, const char *id, const char *detail)
{
	run->n[k]++;
	run->hits[k] += same;
	if (!same && run->shown[k]++ < run->show)
		printf("%s: %s: %s\n", kinds[k].name, id, detail);
}

static void
keep_text(struct run *run, const json_t *row)
{
	json_object_set(run->texts, json_string_value(json_object_get(row, "id")),
		json_object_get(row, "text"));
}

static bool
same_spans(const json_t *spans, struct ulist sentences, struct ustr s)
{
	if (json_array_size(spans) != sentences.n)
		return false;
	for (size_t i = 0; i < sentences.n; i++) {
		const json_t *span = json_array_get(spans, i);
		size_t from = (size_t)(sentences.at[i].s - s.s);

		if ((size_t)json_integer_value(json_array_get(span, 0)) != from ||
			(size_t)json_integer_value(json_array_get(span, 1)) !=
				from + sentences.at[i].n)
			return false;
	}
	return true;
}

/* The first twelve hex digits of SHA-1 over the words joined by LF. */
static bool
same_digest(const char *want, struct ulist words, struct arena *a)
{
	EVP_MD_CTX *c = EVP_MD_CTX_new();
	unsigned char digest[EVP_MAX_MD_SIZE];
	char hex[13];

	EVP_DigestInit_ex(c, EVP_sha1(), NULL);
	for (size_t i = 0; i < words.n; i++) {
		size_t len;
		const char *s = ustr_encode(a, words.at[i], &len);

		if (i)
			EVP_DigestUpdate(c, "\n", 1);
		EVP_DigestUpdate(c, s, len);
	}
	EVP_DigestFinal_ex(c, digest, NULL);
	EVP_MD_CTX_free(c);
	for (int i = 0; i < 6; i++)
		snprintf(hex + 2 * i, 3, "%02x", digest[i]);
	return strcmp(hex, want) == 0;
}

static struct ulist
all_words(struct arena *a, struct ulist sentences)
{
	struct ulist all = {NULL, 0};

	for (size_t i = 0; i < sentences.n; i++)
		all.n += nlp_words(a, sentences.at[i]).n;
	all.at = arena_alloc(a, all.n, sizeof *all.at);
	all.n = 0;
	for (size_t i = 0; i < sentences.n; i++) {
		struct ulist part = nlp_words(a, sentences.at[i]);

		memcpy(all.at + all.n, part.at, part.n * sizeof *all.at);
		all.n += part.n;
	}
	return all;
}

static void
language(struct run *run, const json_t *row, struct ustr s, struct arena *a)
{
	const json_t *want = json_object_get(row, "lang0");
	const char *id = json_string_value(json_object_get(row, "id"));
	struct detected got[DETECTED_MAX];
	int n = language_detect(run->d, a, s, 0, got);
	bool same = json_array_size(want) == (size_t)(n < 0 ? 0 : n), equal = same;

	for (int i = 0; i < n && same; i++) {
		const json_t *w = json_array_get(want, (size_t)i);
		double p = json_number_value(json_array_get(w, 1));

		same &= strcmp(json_string_value(json_array_get(w, 0)), got[i].name) == 0;
		equal &= same && p - got[i].probability < 1e-9 && got[i].probability - p < 1e-9;
	}
	count(run, LANGUAGE, same, id, n > 0 ? got[0].name : "none");
	count(run, PROBABILITY, equal, id, n > 0 ? got[0].name : "none");
}

static void
text(struct run *run, const json_t *row)
{
	const char *id = json_string_value(json_object_get(row, "id"));
	const char *tag = json_string_value(json_object_get(row, "pos0"));
	const json_t *t = json_object_get(run->texts, id);
	struct arena a = ARENA_INIT;
	struct ustr s = ustr_decode(&a, json_string_value(t), json_string_length(t)), word;
	struct ulist sentences = nlp_sentences(run->d, &a, s), words;
	size_t n = 0, at = 0, split = ustr_split(&a, s).n;
	const char *got;

	count(run, SENTENCES, same_spans(json_object_get(row, "sent_spans"), sentences, s), id, "");
	words = all_words(&a, sentences);
	count(run, WORDS,
		words.n == (size_t)json_integer_value(json_object_get(row, "n_tok")) &&
			same_digest(json_string_value(json_object_get(row, "tok_sha")), words, &a),
		id, "");
	got = nlp_first_tag(run->d, &a, words);
	count(run, TAG, strcmp(tag ? tag : "", got) == 0, id, got);
	while (ustr_next_word(s, &at, &word))
		n++;
	count(run, SPLIT_COUNT,
		n == split &&
			n == (size_t)json_integer_value(json_object_get(row, "n_words_split")),
		id, "");
	count(run, WORD_COUNT,
		nlp_count_words(s) == (size_t)json_integer_value(json_object_get(row, "n_words_w")),
		id, "");
	language(run, row, s, &a);
	arena_release(&a);
}

static void
syllables(struct run *run, const json_t *row)
{
	const json_t *w = json_object_get(row, "w");
	struct arena a = ARENA_INIT;
	struct ustr s = ustr_decode(&a, json_string_value(w), json_string_length(w));

	count(run, SYLLABLES,
		nlp_syllables(run->d, &a, s) == json_integer_value(json_object_get(row, "n")),
		json_string_value(w), "");
	arena_release(&a);
}

int
main(int argc, char **argv)
{
	struct run run = {.d = language_data(), .texts = json_object()};
	int ch, low = 0;

	while ((ch = getopt(argc, argv, "v:")) != -1) {
		if (ch != 'v')
			return EXIT_USAGE;
		run.show = atol(optarg);
	}
	if (optind != argc - 1)
		die(EXIT_USAGE, "usage: nlp_agree [-v N] ORACLE");
	if (!run.d)
		die(EXIT_CONFIG, "language data missing, run make language-data");
	each_row(&run, argv[optind], "if_dense", keep_text);
	each_row(&run, argv[optind], "nlp_intermediate", text);
	each_row(&run, argv[optind], "syllables", syllables);
	for (int k = 0; k < KINDS; k++) {
		double share = (double)run.hits[k] / (double)run.n[k];

		printf("%s: %ld of %ld, %.3f %%, want %.1f %%%s\n", kinds[k].name, run.hits[k],
			run.n[k], 100 * share, 100 * kinds[k].bar,
			share < kinds[k].bar ? " !" : "");
		low += share < kinds[k].bar;
	}
	json_decref(run.texts);
	return low ? EXIT_ANSWER_NO : EXIT_DONE;
}
