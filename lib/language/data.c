#include "language/data.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kit/mem.h"
#include "kit/utf8.h"
#include "language/mt19937.h"

uint32_t
data_hash(struct ustr key)
{
	uint64_t h = ustr_hash(key);

	return (uint32_t)(h ^ h >> 32);
}

static bool
same_key(const struct data_dict *d, uint32_t at, struct ustr key)
{
	const char *p = d->keys + at, *end = d->keys + d->keys_size;
	unsigned point;
	size_t used;

	if (at >= d->keys_size)
		return false;
	for (size_t i = 0; i < key.n; i++) {
		if (p >= end)
			return false;
		if ((unsigned char)*p < 0x80) {
			point = (unsigned char)*p++;
		} else {
			used = utf8_decode(p, (size_t)(end - p), &point);
			p += used ? used : 1;
		}
		if (point == 0 || point != key.s[i])
			return false;
	}
	return p < end && *p == '\0';
}

bool
data_find(const struct data *data, enum data_section which, struct ustr key, uint32_t *value)
{
	const struct data_dict *d = &data->dict[which];
	uint32_t hash = data_hash(key);

	for (uint32_t i = hash, n = 0; n < d->nslots; i++, n++) {
		const struct data_slot *s = &d->slots[i & (d->nslots - 1)];

		if (s->key == UINT32_MAX)
			return false;
		if (s->hash == hash && same_key(d, s->key, key)) {
			if (value)
				*value = s->value;
			return true;
		}
	}
	return false;
}

bool
data_emoji(const struct data *d, uint32_t c)
{
	size_t lo = 0, hi = d->nemoji;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (d->emoji[mid] == c)
			return true;
		if (d->emoji[mid] < c)
			lo = mid + 1;
		else
			hi = mid;
	}
	return false;
}

/* A section's bytes; the header's places were checked. */
static const void *
section(const void *map, enum data_section which, size_t each, size_t *n)
{
	const struct data_header *h = map;

	*n = (size_t)h->section[which].size / each;
	return (const char *)map + h->section[which].at;
}

static bool
read_dict(const void *map, enum data_section which, struct data_dict *d)
{
	size_t size, slots;
	const char *p = section(map, which, 1, &size);

	if (size < sizeof(uint32_t))
		return false;
	memcpy(&d->nslots, p, sizeof d->nslots);
	slots = (size_t)d->nslots * sizeof *d->slots;
	if (!d->nslots || (d->nslots & (d->nslots - 1)) || slots > size - sizeof(uint32_t))
		return false;
	d->slots = (const struct data_slot *)(const void *)(p + sizeof(uint32_t));
	d->keys = p + sizeof(uint32_t) + slots;
	d->keys_size = (uint32_t)(size - sizeof(uint32_t) - slots);
	return true;
}

static const char *
check_header(const struct data_header *h, size_t size)
{
	if (size < sizeof *h || memcmp(h->magic, DATA_MAGIC, sizeof h->magic) != 0)
		return "no language data";
	if (h->version != DATA_VERSION || h->order != DATA_ORDER)
		return "language data of another version: run make language-data";
	if (h->size != size)
		return "cut short: run make language-data";
	for (int i = 0; i < DATA_SECTIONS; i++)
		if (h->section[i].at % 16 || h->section[i].at > size ||
			h->section[i].size > size - h->section[i].at)
			return "damaged: run make language-data";
	return NULL;
}

static bool
index_sections(const void *map, struct data *d)
{
	size_t ascii_bytes, rank_bytes, random_bytes, owners;

	for (int i = 0; i <= DATA_TAG_FEATURES; i++)
		if (!read_dict(map, (enum data_section)i, &d->dict[i]))
			return false;
	d->tag_weights = section(map, DATA_TAG_WEIGHTS, sizeof(uint32_t), &d->ntag_weights);
	d->tags = section(map, DATA_TAGS, 1, &d->tags_size);
	d->languages = section(map, DATA_LANGUAGES, sizeof *d->languages, &d->nlanguages);
	d->grams = section(map, DATA_GRAMS, sizeof *d->grams, &d->ngrams);
	d->gram_shares = section(map, DATA_GRAM_SHARES, sizeof(double), &d->nshares);
	d->gram_rows = section(map, DATA_GRAM_ROWS, DATA_LANGUAGES_MAX * sizeof(double), &d->nrows);
	d->gram_owners = section(map, DATA_GRAM_OWNERS, 1, &owners);
	d->ascii_grams = section(map, DATA_ASCII_GRAMS, 1, &ascii_bytes);
	d->ascii_ranks = section(map, DATA_ASCII_RANKS, 1, &rank_bytes);
	d->ascii_shares = section(map, DATA_ASCII_SHARES, sizeof *d->ascii_shares, &d->nascii);
	d->random = section(map, DATA_RANDOM, 1, &random_bytes);
	d->emoji = section(map, DATA_EMOJI, sizeof(uint32_t), &d->nemoji);
	return ascii_bytes == ASCII_GRAM_BYTES && rank_bytes == ASCII_GRAM_BYTES / 2 &&
	       random_bytes == MT19937_STATE * sizeof(uint32_t) && owners == d->nshares &&
	       d->ngrams && !(d->ngrams & (d->ngrams - 1)) && d->nlanguages &&
	       d->nlanguages <= DATA_LANGUAGES_MAX && d->tags_size &&
	       d->tags[d->tags_size - 1] == '\0';
}

const struct data *
data_open(const char *path, const char **why)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct data *d = NULL;
	struct stat st;
	void *map;

	*why = strerror(errno);
	if (fd < 0)
		return NULL;
	if (fstat(fd, &st) != 0 || st.st_size <= 0 ||
		(map = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0)) ==
			MAP_FAILED) {
		*why = "cannot be mapped";
		close(fd);
		return NULL;
	}
	close(fd);
	*why = check_header(map, (size_t)st.st_size);
	if (!*why) {
		d = xcalloc(1, sizeof *d);
		if (!index_sections(map, d)) {
			*why = "damaged: run make language-data";
			free(d);
			d = NULL;
		}
	}
	if (!d)
		munmap(map, (size_t)st.st_size);
	return d;
}

/* From the program's own folder upwards, as bin/score, build/tests/unit/x and the like need. */
static const struct data *
open_near_program(void)
{
	char path[PATH_MAX], *slash;
	ssize_t len = readlink("/proc/self/exe", path, sizeof path - 1);
	const struct data *d = NULL;
	const char *why;

	path[len > 0 ? len : 0] = '\0';
	while (!d && (slash = strrchr(path, '/'))) {
		char *file;

		*slash = '\0';
		file = xasprintf("%s/.deps/language/language.bin", path);
		d = data_open(file, &why);
		free(file);
	}
	return d;
}

/*
 * The one mapping of a run. It is set once, under pthread_once, and never changes afterwards, so
 * that what it shows is a constant to all who look: no state that one call could leave for another.
 */
static const struct data *the_data;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void
open_the_data(void)
{
	const char *named = getenv("TIERBENCH_LANGUAGE_DATA"), *why;

	the_data = named && *named ? data_open(named, &why) : open_near_program();
}

const struct data *
language_data(void)
{
	pthread_once(&once, open_the_data);
	return the_data;
}
