#include "language/detect.h"

#include <math.h>
#include <string.h>

#include "language/mt19937.h"

enum {
	TRIALS = 7,
	ITERATIONS_MAX = 1000,
	TEXT_MAX = 10000,
	LANGUAGES_MAX = DATA_LANGUAGES_MAX,
};
static const double ALPHA = 0.5, ALPHA_WIDTH = 0.05, CONVERGED = 0.99999, TELL = 0.1,
		    BASE_FREQUENCY = 10000;

static bool
alnum(uint32_t c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static bool
in(uint32_t c, const char *set)
{
	return c < 0x80 && c && strchr(set, (int)c);
}

/* https?://[-_.?&~;+=/#0-9A-Za-z]{1,2076} at i: its length, 0 where there is none. */
static size_t
url_at(struct ustr s, size_t i)
{
	enum { PATH_CHARACTERS_MAX = 2076 };
	struct ustr rest = ustr_slice(s, i, s.n);
	size_t head, n = 0;

	if (s.s[i] != 'h')
		return 0;
	head = ustr_starts_ascii(rest, "http://") ? 7 : ustr_starts_ascii(rest, "https://") ? 8 : 0;
	if (!head)
		return 0;
	while (n < PATH_CHARACTERS_MAX && head + n < rest.n &&
		(alnum(rest.s[head + n]) || in(rest.s[head + n], "-_.?&~;+=/#")))
		n++;
	return n ? head + n : 0;
}

static size_t
run_of(struct ustr s, size_t from, const char *more, size_t most)
{
	size_t n = 0;

	while (n < most && from + n < s.n && (alnum(s.s[from + n]) || in(s.s[from + n], more)))
		n++;
	return n;
}

/*
 * [-_.0-9A-Za-z]{1,64}@[-_0-9A-Za-z]{1,255}[-_.0-9A-Za-z]{1,255} with the @ at `at` and the name's
 * start behind `from`: where it starts and how long it is; 0 where there is none.
 */
static size_t
mail_round(struct ustr s, size_t from, size_t at, size_t *start)
{
	enum { NAME_MAX = 64, HOST_MAX = 255 };
	size_t host, more, back = at;

	while (back > from && at - back < NAME_MAX &&
		(alnum(s.s[back - 1]) || in(s.s[back - 1], "-_.")))
		back--;
	host = run_of(s, at + 1, "-_", HOST_MAX);
	if (back == at || host == 0)
		return 0;
	more = run_of(s, at + 1 + host, "-_.", HOST_MAX);
	if (more == 0) { /* the host gives its last character to the second part */
		if (host < 2)
			return 0;
		host--;
		more = run_of(s, at + 1 + host, "-_.", HOST_MAX);
	}
	*start = back;
	return at + 1 + host + more - back;
}

/* s with a space for each address of the web. */
static struct ustr
drop_urls(struct arena *a, struct ustr s)
{
	size_t n = 0;
	uint32_t *out;

	if (ustr_find_ascii(s, "://", 0) == SIZE_MAX)
		return s;
	out = arena_alloc(a, s.n, sizeof *out);
	for (size_t i = 0, len; i < s.n; i += len ? len : 1) {
		len = url_at(s, i);
		out[n++] = len ? ' ' : s.s[i];
	}
	return (struct ustr){out, n};
}

/* The same for addresses of mail. */
static struct ustr
drop_mails(struct arena *a, struct ustr s)
{
	size_t n = 0, done = 0, start = 0, len;
	uint32_t *out;

	if (!ustr_has_char(s, '@'))
		return s;
	out = arena_alloc(a, s.n, sizeof *out);
	for (size_t at = 0; (at = ustr_find_char(s, '@', at)) != SIZE_MAX; at++) {
		if (at < done || !(len = mail_round(s, done, at, &start)))
			continue;
		while (done < start)
			out[n++] = s.s[done++];
		out[n++] = ' ';
		done = start + len;
	}
	while (done < s.n)
		out[n++] = s.s[done++];
	return (struct ustr){out, n};
}

/* Vietnamese letters composed, the rest cut off, runs of spaces made one. */
static struct ustr
compact(struct arena *a, struct ustr s)
{
	uint32_t *out = arena_alloc(a, s.n < TEXT_MAX ? s.n : TEXT_MAX, sizeof *out), before = 0;
	size_t n = 0, seen = 0;

	for (size_t i = 0; i < s.n && seen < TEXT_MAX; i++, seen++) {
		uint32_t c = s.s[i], composed = 0;

		if (i + 1 < s.n && s.s[i + 1] >= 0x300 && s.s[i + 1] <= 0x323)
			composed = uc_compose_vietnamese(c, s.s[i + 1]);
		if (composed) {
			c = composed;
			i++;
		}
		if (c != ' ' || before != ' ')
			out[n++] = c;
		before = c;
	}
	return (struct ustr){out, n};
}

/* Where twice the Latin letters are fewer than the others, they are noise. */
static struct ustr
drop_latin(struct arena *a, struct ustr s)
{
	size_t latin = 0, other = 0, n = 0;
	uint32_t *out;

	for (size_t i = 0; i < s.n; i++) {
		latin += s.s[i] >= 'A' && s.s[i] <= 'z';
		other += s.s[i] >= 0x300;
	}
	if (latin * 2 >= other)
		return s;
	out = arena_alloc(a, s.n, sizeof *out);
	for (size_t i = 0; i < s.n; i++)
		if (s.s[i] < 'A' || s.s[i] > 'z')
			out[n++] = s.s[i];
	return (struct ustr){out, n};
}

static struct ustr
clean(struct arena *a, struct ustr s)
{
	/* Addresses shrink the text, so more of it is read than is kept; all of it where that is
	 * too little. */
	enum { READ_FIRST = 8 * TEXT_MAX, LONGEST_ADDRESS = 4096 };
	struct ustr part = s.n > READ_FIRST ? ustr_slice(s, 0, READ_FIRST) : s, out;

	out = drop_mails(a, drop_urls(a, part));
	if (part.n < s.n && out.n < 2 * TEXT_MAX + LONGEST_ADDRESS)
		out = drop_mails(a, drop_urls(a, s));
	return drop_latin(a, compact(a, out));
}

/*
 * One character stands for those that tell languages no further apart. (langdetect also has Chinese
 * characters stand for others by a list of clusters, which is not in the data: here each is itself.)
 */
static uint32_t
normalize(uint32_t c)
{
	if (c < 0x80)
		return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ? c : ' ';
	if (c == 0xa0 || c == 0xab || c == 0xb0 || c == 0xbb || (c >= 0x2000 && c <= 0x206f))
		return ' ';
	if (c == 0x219 || c == 0x21b) /* Romanian: comma below as cedilla */
		return c == 0x219 ? 0x15f : 0x163;
	if (c == 0x6cc)
		return 0x64a;
	if (c >= 0x1ea0 && c <= 0x1eff)
		return 0x1ec3;
	if (c >= 0x3040 && c <= 0x309f)
		return 0x3042;
	if (c >= 0x30a0 && c <= 0x30ff)
		return 0x30a2;
	if ((c >= 0x3100 && c <= 0x312f) || (c >= 0x31a0 && c <= 0x31bf))
		return 0x3105;
	if (c >= 0xac00 && c <= 0xd7af)
		return 0xac00;
	return c;
}

static const struct data_shares no_shares = {0, 0};

static const struct data_shares *
checked(const struct data *d, const struct data_shares *s)
{
	bool fits = s->n == GRAM_ROW ? s->at < d->nrows
				     : s->at <= d->nshares && s->n <= d->nshares - s->at;

	return fits ? s : &no_shares;
}

/* The n-gram's shares; NULL where no profile has it. */
static const struct data_shares *
find_gram(const struct data *d, uint64_t key)
{
	uint64_t at = gram_hash(key);

	for (size_t n = 0; n < d->ngrams; n++, at++) {
		const struct data_gram *g = &d->grams[at & (d->ngrams - 1)];

		if (!g->key)
			return NULL;
		if (g->key == key)
			return checked(d, &g->shares);
	}
	return NULL;
}

static bool
ascii_known(const struct data *d, uint32_t code)
{
	return d->ascii_grams[code / 64] >> code % 64 & 1;
}

/* The same of one in ASCII that is known. */
static const struct data_shares *
find_ascii(const struct data *d, uint32_t code)
{
	uint64_t below = d->ascii_grams[code / 64] & ((UINT64_C(1) << code % 64) - 1);
	size_t at = d->ascii_ranks[code / 64] + (size_t)__builtin_popcountll(below);

	return at < d->nascii ? checked(d, &d->ascii_shares[at]) : &no_shares;
}

/* A window of up to three characters that slides over the words. */
struct window {
	uint32_t c[3];
	size_t n;
	uint32_t ascii; /* the characters by ascii_gram(), 6 bits each */
	size_t ascii_n; /* so many of the last are ASCII */
	bool capitals;	/* inside a word that starts with two capitals: no n-grams */
};

static bool
is_upper(uint32_t c)
{
	return c < 0x80 ? c >= 'A' && c <= 'Z' : uc_is(c, UC_UPPER);
}

static void
slide(struct window *w, uint32_t c)
{
	uint32_t last = w->c[w->n - 1];

	if (last == ' ') {
		w->c[0] = ' ';
		w->n = 1;
		w->ascii = ascii_gram(' ');
		w->ascii_n = 1;
		w->capitals = false;
		if (c == ' ')
			return;
	} else if (w->n == 3) {
		w->c[0] = w->c[1];
		w->c[1] = w->c[2];
		w->n = 2;
	}
	w->c[w->n++] = c;
	w->ascii = (w->ascii << 6 | ascii_gram(c)) & ((1U << ASCII_GRAM_BITS) - 1);
	w->ascii_n = ascii_gram(c) ? w->ascii_n + 1 : 0;
	if (!is_upper(c))
		w->capitals = false;
	else if (is_upper(last))
		w->capitals = true;
}

/* Does a profile hold the last k characters? Those in ASCII are looked up by a bit. */
static inline bool
known(const struct data *d, const struct window *w, size_t k, uint64_t key)
{
	if (w->ascii_n >= k)
		return ascii_known(d, w->ascii & ((1U << 6 * k) - 1));
	return find_gram(d, key) != NULL;
}

/* An n-gram of ASCII is kept as this and its bits of DATA_ASCII_GRAMS. */
static const uint64_t ASCII_KEY = UINT64_C(1) << 63;

/* As extract(), of a text that is ASCII once normalized; symbols by ascii_gram(). */
static size_t
extract_ascii(const struct data *d, const unsigned char *symbols, size_t len, uint64_t *out)
{
	enum { SPACE = 53, LAST_CAPITAL = 26 };
	uint32_t before = SPACE, two = SPACE;
	bool capitals = false;
	size_t n = 0;

	for (size_t i = 0; i < len; i++) {
		uint32_t c = symbols[i], pair = before << 6 | c, triple = two << 12 | pair;

		if (before == SPACE && c == SPACE)
			continue;
		capitals = c <= LAST_CAPITAL &&
			   ((capitals && before != SPACE) || before <= LAST_CAPITAL);
		if (!capitals) {
			out[n] = ASCII_KEY | c;
			n += c != SPACE && ascii_known(d, c);
			out[n] = ASCII_KEY | pair;
			n += ascii_known(d, pair);
			out[n] = ASCII_KEY | triple;
			n += before != SPACE && ascii_known(d, triple);
		}
		two = before;
		before = c;
	}
	return n;
}

static size_t
extract_any(const struct data *d, struct ustr s, uint64_t *out)
{
	struct window w = {.c = {' '}, .n = 1, .ascii = ascii_gram(' '), .ascii_n = 1};
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++) {
		uint64_t key = 0;

		slide(&w, normalize(s.s[i]));
		if (w.capitals)
			continue;
		for (size_t k = 1; k <= w.n; k++) {
			key |= (uint64_t)w.c[w.n - k] << 21 * (k - 1);
			out[n] = key;
			n += (k > 1 || key != ' ') && known(d, &w, k, key);
		}
	}
	return n;
}

/*
 * The n-grams that end with the text's characters, as far as profiles hold them. There are
 * 3 × s.n at most, and room for one more is used.
 */
static size_t
extract(const struct data *d, struct arena *a, struct ustr s, uint64_t *out)
{
	unsigned char *symbols = arena_alloc(a, s.n, 1);

	for (size_t i = 0; i < s.n; i++) {
		symbols[i] = (unsigned char)ascii_gram(normalize(s.s[i]));
		if (!symbols[i])
			return extract_any(d, s, out);
	}
	return extract_ascii(d, symbols, s.n, out);
}

/* Loops run over all places there may be, so that the compiler makes vectors of them. */
static void
weigh_row(double *restrict prob, const double *restrict row, double weight)
{
	for (size_t i = 0; i < LANGUAGES_MAX; i++)
		prob[i] *= weight + row[i];
}

static void
weigh_few(const struct data *d, double *prob, const struct data_shares *s, double weight)
{
	double factor[LANGUAGES_MAX];

	for (size_t i = 0; i < LANGUAGES_MAX; i++)
		factor[i] = weight;
	for (uint32_t i = 0; i < s->n; i++) {
		unsigned char language = d->gram_owners[s->at + i];

		if (language < d->nlanguages)
			factor[language] = weight + d->gram_shares[s->at + i];
	}
	for (size_t i = 0; i < LANGUAGES_MAX; i++)
		prob[i] *= factor[i];
}

static void
weigh(const struct data *d, double *prob, uint64_t gram, double alpha)
{
	const struct data_shares *s = gram & ASCII_KEY ? find_ascii(d, (uint32_t)gram)
						       : find_gram(d, gram);
	double weight = alpha / BASE_FREQUENCY;

	if (s && s->n == GRAM_ROW)
		weigh_row(prob, d->gram_rows + (size_t)s->at * LANGUAGES_MAX, weight);
	else
		weigh_few(d, prob, s ? s : &no_shares, weight);
}

/*
 * Makes the sum 1; the largest. The sum is taken in the languages' order, as its last bits show it; the
 * largest is divided alone, as division keeps order.
 */
static double
scale(double *prob, size_t n)
{
	double sum = 0, most = 0;

	for (size_t i = 0; i < n; i++) {
		sum += prob[i];
		most = prob[i] > most ? prob[i] : most;
	}
	for (size_t i = 0; i < LANGUAGES_MAX; i++)
		prob[i] /= sum;
	return most / sum;
}

static void
try_once(
	const struct data *d, struct mt19937 *random, const uint64_t *grams, size_t n, double *mean)
{
	double prob[LANGUAGES_MAX] = {0}, alpha = ALPHA + mt19937_gauss(random) * ALPHA_WIDTH;

	for (size_t i = 0; i < d->nlanguages; i++)
		prob[i] = 1.0 / (double)d->nlanguages;
	for (int i = 0;; i++) {
		weigh(d, prob, grams[mt19937_below(random, (uint32_t)n)], alpha);
		if (i % 5 == 0 && (scale(prob, d->nlanguages) > CONVERGED || i >= ITERATIONS_MAX))
			break;
	}
	for (size_t i = 0; i < d->nlanguages; i++)
		mean[i] += prob[i] / TRIALS;
}

/* Those over the threshold, by falling probability; equals keep the order of the data. */
static int
tell(const struct data *d, const double *prob, struct detected *out)
{
	int n = 0;

	for (size_t i = 0; i < d->nlanguages; i++) {
		int at = n;

		if (!(prob[i] > TELL) || n == DETECTED_MAX)
			continue;
		for (; at > 0 && out[at - 1].probability < prob[i]; at--)
			out[at] = out[at - 1];
		out[at] = (struct detected){d->languages[i].name, prob[i]};
		n++;
	}
	return n;
}

int
language_detect(const struct data *d, struct arena *a, struct ustr s, uint32_t seed,
	struct detected out[static DETECTED_MAX])
{
	struct ustr text = clean(a, s);
	uint64_t *grams = arena_alloc(a, 3 * text.n + 1, sizeof *grams);
	double mean[LANGUAGES_MAX] = {0};
	struct mt19937 random;
	size_t n = extract(d, a, text, grams);

	if (n == 0)
		return -1;
	if (seed == 0) {
		memcpy(random.state, d->random, sizeof random.state);
		random.at = MT19937_STATE;
		random.has_kept = false;
	} else {
		mt19937_seed(&random, seed);
	}
	for (int t = 0; t < TRIALS; t++)
		try_once(d, &random, grams, n, mean);
	return tell(d, mean, out);
}
