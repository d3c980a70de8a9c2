/*
 * language-compile FOLDER OUTPUT: the language data as it was fetched (unpacked, laid out as in
 * pipelines/language/SOURCE) to the one file that lib/language/data.h describes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/buf.h"
#include "kit/err.h"
#include "kit/file.h"
#include "kit/json.h"
#include "kit/mem.h"
#include "language/data.h"
#include "language/mt19937.h"

/* A dictionary as it is built. */
struct entries {
	struct entry {
		struct ustr key;
		uint32_t value;
	} * at;
	size_t n, cap;
};

struct build {
	struct buf section[DATA_SECTIONS];
	struct arena arena;
	const char *folder;
};

static char *
path_of(const struct build *b, const char *name)
{
	return xasprintf("%s/%s", b->folder, name);
}

/* The file's text; it stays in the arena. */
static struct ustr
text_of(struct build *b, const char *name)
{
	char *path = path_of(b, name);
	struct buf raw = BUF_INIT;
	struct ustr s;

	if (!read_file(path, &raw))
		die_errno(EXIT_NO_INPUT, "%s", path);
	s = ustr_decode(&b->arena, raw.s, raw.len);
	buf_free(&raw);
	free(path);
	return s;
}

static void
add(struct entries *e, struct ustr key, uint32_t value)
{
	GROW(e->at, e->n, e->cap);
	e->at[e->n++] = (struct entry){key, value};
}

static struct ustr
ustr_of(struct build *b, const char *text)
{
	return ustr_decode(&b->arena, text, strlen(text));
}

/* The section of the entries: no key twice, half of the slots free. Empties e. */
static void
put_dict(struct build *b, enum data_section which, struct entries *e)
{
	struct buf keys = BUF_INIT, *out = &b->section[which];
	struct data_slot *slots;
	uint32_t n = 16;

	while (n < e->n * 2)
		n *= 2;
	slots = xcalloc(n, sizeof *slots);
	for (uint32_t i = 0; i < n; i++)
		slots[i].key = UINT32_MAX;
	for (size_t i = 0; i < e->n; i++) {
		uint32_t hash = data_hash(e->at[i].key), at = hash & (n - 1);
		size_t len;
		char *text = ustr_encode(&b->arena, e->at[i].key, &len);

		while (slots[at].key != UINT32_MAX)
			at = (at + 1) & (n - 1);
		slots[at] = (struct data_slot){hash, (uint32_t)keys.len, e->at[i].value};
		buf_add(&keys, text, len + 1);
	}
	buf_add(out, &n, sizeof n);
	buf_add(out, slots, n * sizeof *slots);
	buf_add(out, keys.s ? keys.s : "", keys.len);
	buf_free(&keys);
	free(slots);
	free(e->at);
	*e = (struct entries){NULL, 0, 0};
}

/* A word a line, each with value 1. */
static void
put_list(struct build *b, enum data_section which, const char *name)
{
	struct ustr text = text_of(b, name), line;
	struct entries e = {NULL, 0, 0};

	for (size_t at = 0; ustr_next_line(text, &at, &line);)
		if (line.n)
			add(&e, line, 1);
	put_dict(b, which, &e);
}

static uint32_t
number_of(struct ustr digits, const char *name)
{
	uint32_t v = 0;

	if (!digits.n)
		die(EXIT_BAD_INPUT, "%s: a number is missing", name);
	for (size_t i = 0; i < digits.n; i++) {
		if (digits.s[i] < '0' || digits.s[i] > '9')
			die(EXIT_BAD_INPUT, "%s: no number", name);
		v = v * 10 + digits.s[i] - '0';
	}
	return v;
}

/* "key SEP number" a line. */
static void
put_counts(struct build *b, enum data_section which, const char *name, uint32_t sep)
{
	struct ustr text = text_of(b, name), line;
	struct entries e = {NULL, 0, 0};

	for (size_t at = 0; ustr_next_line(text, &at, &line);) {
		size_t i = ustr_find_char(line, sep, 0);

		if (i != SIZE_MAX)
			add(&e, ustr_slice(line, 0, i),
				number_of(ustr_strip(ustr_slice(line, i + 1, line.n)), name));
	}
	put_dict(b, which, &e);
}

static void
put_collocations(struct build *b)
{
	struct ustr text = text_of(b, "punkt_tab_english/collocations.tab"), line;
	struct entries e = {NULL, 0, 0};

	for (size_t at = 0; ustr_next_line(text, &at, &line);) {
		uint32_t *key = arena_alloc(&b->arena, line.n + 1, sizeof *key);

		for (size_t i = 0; i < line.n; i++)
			key[i] = line.s[i] == '\t' ? '\n' : line.s[i];
		if (line.n)
			add(&e, (struct ustr){key, line.n}, 1);
	}
	put_dict(b, DATA_COLLOCATIONS, &e);
}

static int
compare_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static uint32_t
tag_index(char *const *tags, size_t n, const char *tag)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(tags[i], tag) == 0)
			return (uint32_t)i;
	die(EXIT_BAD_INPUT, "no such tag: %s", tag);
}

/* Only the features that a text's first token can have: the others speak of tags before it. */
static bool
of_first_token(const char *f)
{
	static const char *const prefix[] = {"bias", "i suffix ", "i pref1 ", "i word ",
		"i+1 word ", "i+1 suffix ", "i+2 word ", "i-1 tag+i word -START- "};
	static const char *const whole[] = {"i-1 tag -START-", "i-2 tag -START2-",
		"i tag+i-2 tag -START- -START2-", "i-1 word -START2-", "i-1 suffix T2-",
		"i-2 word -START-"};

	for (size_t i = 0; i < sizeof prefix / sizeof *prefix; i++)
		if (strncmp(f, prefix[i], strlen(prefix[i])) == 0)
			return true;
	for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
		if (strcmp(f, whole[i]) == 0)
			return true;
	return false;
}

static void
put_weights(struct build *b, char *const *tags, size_t ntags)
{
	char *path = path_of(b, "averaged_perceptron_tagger_eng.weights.json");
	json_t *features = json_load_path(path), *weights, *w;
	struct buf *out = &b->section[DATA_TAG_WEIGHTS];
	struct entries e = {NULL, 0, 0};
	const char *name, *tag;

	json_object_foreach(features, name, weights)
	{
		uint32_t n = (uint32_t)json_object_size(weights);

		if (!of_first_token(name))
			continue;
		add(&e, ustr_of(b, name), (uint32_t)(out->len / sizeof n));
		buf_add(out, &n, sizeof n);
		json_object_foreach(weights, tag, w)
		{
			double x = json_number_value(w) * 1000;
			int64_t whole = (int64_t)(x < 0 ? x - .5 : x + .5);
			uint32_t packed = tag_index(tags, ntags, tag) << 24 |
					  (uint32_t)(whole + (1 << 23));

			if ((double)whole / 1000 != json_number_value(w) || whole < -(1 << 23) ||
				whole >= 1 << 23)
				die(EXIT_BAD_INPUT, "%s: weight of %s doesn't fit", name, tag);
			buf_add(out, &packed, sizeof packed);
		}
	}
	put_dict(b, DATA_TAG_FEATURES, &e);
	json_decref(features);
	free(path);
}

static void
put_tagger(struct build *b)
{
	char *classes_path = path_of(b, "averaged_perceptron_tagger_eng.classes.json");
	char *words_path = path_of(b, "averaged_perceptron_tagger_eng.tagdict.json");
	json_t *classes = json_load_path(classes_path), *words = json_load_path(words_path), *tag;
	size_t n = json_array_size(classes), i;
	char **tags = xcalloc(n, sizeof *tags);
	struct entries e = {NULL, 0, 0};
	const char *word;

	json_array_foreach(classes, i, tag) tags[i] = xstrdup(json_string_value(tag));
	qsort(tags, n, sizeof *tags, compare_text);
	for (i = 0; i < n; i++)
		buf_add(&b->section[DATA_TAGS], tags[i], strlen(tags[i]) + 1);
	json_object_foreach(words, word, tag)
		add(&e, ustr_of(b, word), tag_index(tags, n, json_string_value(tag)));
	put_dict(b, DATA_TAG_WORDS, &e);
	put_weights(b, tags, n);
	for (i = 0; i < n; i++)
		free(tags[i]);
	free(tags);
	json_decref(classes);
	json_decref(words);
	free(classes_path);
	free(words_path);
}

/* One n-gram of one language. */
struct gram {
	uint64_t key;
	unsigned char language; /* below DATA_LANGUAGES_MAX */
	double share;
};

struct grams {
	struct gram *at;
	size_t n, cap;
};

static int
compare_grams(const void *a, const void *b)
{
	const struct gram *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->language < y->language ? -1 : x->language > y->language;
}

static void
add_profile(struct build *b, struct grams *g, const json_t *row, unsigned char index)
{
	const json_t *profile = json_object_get(row, "profile");
	struct data_language l = {.name = ""};
	const char *gram;
	double words[3];
	json_t *count;

	snprintf(l.name, sizeof l.name, "%s", json_str(row, "lang", ""));
	for (size_t i = 0; i < 3; i++)
		words[i] = json_number_value(
			json_array_get(json_object_get(profile, "n_words"), i));
	buf_add(&b->section[DATA_LANGUAGES], &l, sizeof l);
	json_object_foreach(json_object_get(profile, "freq"), gram, count)
	{
		struct ustr s = ustr_of(b, gram);
		uint64_t key = 0;

		if (s.n < 1 || s.n > 3 || !(words[s.n - 1] > 0))
			die(EXIT_BAD_INPUT, "%s: a profile's entry doesn't fit", l.name);
		for (size_t i = 0; i < s.n; i++)
			key = key << 21 | s.s[i];
		GROW(g->at, g->n, g->cap);
		g->at[g->n++] = (struct gram){
			key, index, json_number_value(count) / words[s.n - 1]};
	}
}

/* The bits of the n-gram, where it is all ASCII letters and spaces; else 0. */
static uint32_t
ascii_code(uint64_t key)
{
	uint32_t code = 0;

	for (int shift = 42; shift >= 0; shift -= 21) {
		uint32_t c = key >> shift & 0x1fffff;

		if (c && !ascii_gram(c))
			return 0;
		code = code << 6 | ascii_gram(c);
	}
	return code;
}

/* Those of ASCII, in the order of their bits. */
static void
put_ascii(struct build *b, const struct data_shares *by_code)
{
	for (uint32_t word = 0; word < ASCII_GRAM_BYTES / 8; word++) {
		struct buf *shares = &b->section[DATA_ASCII_SHARES];
		uint32_t rank = (uint32_t)(shares->len / sizeof *by_code);
		uint64_t bits = 0;

		for (uint32_t i = 0; i < 64; i++) {
			const struct data_shares *s = &by_code[word * 64 + i];

			if (!s->n)
				continue;
			bits |= UINT64_C(1) << i;
			buf_add(shares, s, sizeof *s);
		}
		buf_add(&b->section[DATA_ASCII_GRAMS], &bits, sizeof bits);
		buf_add(&b->section[DATA_ASCII_RANKS], &rank, sizeof rank);
	}
}

static void
put_random(struct build *b)
{
	struct mt19937 m;

	mt19937_seed(&m, 0);
	buf_add(&b->section[DATA_RANDOM], m.state, sizeof m.state);
}

/* The n shares of one n-gram, as a row where they are many. */
static struct data_shares
put_shares(struct build *b, const struct gram *g, uint32_t n)
{
	struct buf *shares = &b->section[DATA_GRAM_SHARES], *rows = &b->section[DATA_GRAM_ROWS];
	double row[DATA_LANGUAGES_MAX] = {0};
	struct data_shares slot = {(uint32_t)(shares->len / sizeof(double)), n};

	if (n >= GRAM_ROW_FROM) {
		slot.at = (uint32_t)(rows->len / sizeof row);
		slot.n = GRAM_ROW;
		for (uint32_t i = 0; i < n; i++)
			row[g[i].language] = g[i].share;
		buf_add(rows, row, sizeof row);
		return slot;
	}
	for (uint32_t i = 0; i < n; i++) {
		buf_add(shares, &g[i].share, sizeof g[i].share);
		buf_putc(&b->section[DATA_GRAM_OWNERS], (char)g[i].language);
	}
	return slot;
}

static void
put_grams(struct build *b, struct grams *g)
{
	struct data_shares *by_code = xcalloc(ASCII_GRAM_BYTES * 8, sizeof *by_code);
	struct data_gram *slots;
	size_t distinct = 0, n = 1024;

	qsort(g->at, g->n, sizeof *g->at, compare_grams);
	for (size_t i = 0; i < g->n; i++)
		distinct += i == 0 || g->at[i].key != g->at[i - 1].key;
	while (n < distinct + distinct / 4)
		n *= 2;
	slots = xcalloc(n, sizeof *slots);
	for (size_t i = 0, j; i < g->n; i = j) {
		uint64_t at = gram_hash(g->at[i].key) & (n - 1);
		for (j = i; j < g->n && g->at[j].key == g->at[i].key; j++)
			;
		while (slots[at].key)
			at = (at + 1) & (n - 1);
		slots[at] = (struct data_gram){
			g->at[i].key, put_shares(b, g->at + i, (uint32_t)(j - i))};
		if (ascii_code(g->at[i].key))
			by_code[ascii_code(g->at[i].key)] = slots[at].shares;
	}
	buf_add(&b->section[DATA_GRAMS], slots, n * sizeof *slots);
	put_ascii(b, by_code);
	free(by_code);
	free(slots);
}

/*
 * langdetect adds up probabilities in the order in which its folder lists the profiles, an accident of
 * the disk that shows in their last bits. This is the order on the machine of the reference runs.
 */
static const char language_order[] =
	"pl gu zh-tw fi af ne ro da hr de pa en fa ca so ja ko es cs ru vi uk bn fr kn hu te lv sk "
	"sl el id "
	"it bg ta he sq hi th tr ml mk pt tl mr sv et nl sw cy no ur lt ar zh-cn";

/* The profile of the language among the rows; dies where it isn't there. */
static const json_t *
profile_of(const json_t *rows, const char *name)
{
	const json_t *row;
	size_t i;

	json_array_foreach(
		rows, i, row) if (strcmp(json_str(row, "lang", ""), name) == 0) return row;
	die(EXIT_BAD_INPUT, "no profile of %s", name);
}

static void
put_languages(struct build *b)
{
	char *path = path_of(b, "langdetect_profiles.jsonl");
	FILE *f = fopen(path, "re");
	struct grams g = {NULL, 0, 0};
	json_t *rows = json_array(), *row;
	char *order = xstrdup(language_order), *rest = order, *name;
	uint32_t n = 0;

	if (!f)
		die_errno(EXIT_NO_INPUT, "%s", path);
	while ((row = json_loadf(f, JSON_DISABLE_EOF_CHECK, NULL)))
		json_array_append_new(rows, row);
	while ((name = strsep(&rest, " ")) && n < DATA_LANGUAGES_MAX)
		add_profile(b, &g, profile_of(rows, name), (unsigned char)n++);
	if (n != json_array_size(rows))
		die(EXIT_BAD_INPUT, "%s: %zu profiles, want %u", path, json_array_size(rows), n);
	put_grams(b, &g);
	json_decref(rows);
	free(order);
	free(g.at);
	free(path);
	fclose(f);
}

static int
compare_points(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

static void
put_emoji(struct build *b)
{
	struct ustr text = text_of(b, "emoji_2.16.0_keys.txt"), line;
	struct buf *out = &b->section[DATA_EMOJI];

	for (size_t at = 0; ustr_next_line(text, &at, &line);)
		if (line.n == 1)
			buf_add(out, line.s, sizeof *line.s);
	qsort(out->s, out->len / sizeof(uint32_t), sizeof(uint32_t), compare_points);
}

static int
write_out(struct build *b, const char *path)
{
	struct data_header h = {.magic = DATA_MAGIC, .version = DATA_VERSION, .order = DATA_ORDER};
	static const char zeros[16];
	struct atomic_file out;

	h.size = (sizeof h + 15) / 16 * 16;
	for (int i = 0; i < DATA_SECTIONS; i++) {
		h.section[i].at = h.size;
		h.section[i].size = b->section[i].len;
		h.size += (b->section[i].len + 15) / 16 * 16;
	}
	atomic_open(&out, path);
	fwrite(&h, sizeof h, 1, out.f);
	fwrite(zeros, (16 - sizeof h % 16) % 16, 1, out.f);
	for (int i = 0; i < DATA_SECTIONS; i++) {
		const struct buf *s = &b->section[i];

		if (s->len)
			fwrite(s->s, s->len, 1, out.f);
		fwrite(zeros, (16 - s->len % 16) % 16, 1, out.f);
	}
	return atomic_commit(&out);
}

int
main(int argc, char **argv)
{
	struct build b = {.arena = ARENA_INIT};
	int status;

	if (argc != 3)
		die(EXIT_USAGE, "usage: language-compile FOLDER OUTPUT");
	b.folder = argv[1];
	put_counts(&b, DATA_ORTHO, "punkt_tab_english/ortho_context.tab", '\t');
	put_list(&b, DATA_ABBREV, "punkt_tab_english/abbrev_types.txt");
	put_collocations(&b);
	put_list(&b, DATA_STARTERS, "punkt_tab_english/sent_starters.txt");
	put_list(&b, DATA_STOPWORDS, "stopwords_english.txt");
	put_counts(&b, DATA_SYLLABLES, "syllapy_data.csv", ',');
	put_tagger(&b);
	put_languages(&b);
	put_emoji(&b);
	put_random(&b);
	status = write_out(&b, argv[2]);
	for (int i = 0; i < DATA_SECTIONS; i++)
		buf_free(&b.section[i]);
	arena_release(&b.arena);
	return status;
}
