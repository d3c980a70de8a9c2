#include "http/items.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kit/err.h"
#include "kit/file.h"
#include "kit/mem.h"

struct place {
	int64_t offset;
	uint32_t len;
	uint32_t file; /* index into files */
};

struct items {
	struct place *at;
	size_t n, cap;
	uint32_t *task; /* of each item, with interleave */
	size_t task_cap;
	uint32_t *order; /* NULL: as they stand */
	struct place *others;
	size_t nothers, others_cap;
	FILE **files; /* those read again; the last may be the spool */
	size_t nfiles, files_cap;
	FILE *spool;
	uint32_t spool_at;
	int status;
	struct buf line;
};

/* A set of strings: ids asked for, or the tasks met; few, or looked up seldom. */
struct names {
	char **name;
	size_t n, cap;
	size_t *slot; /* open addressing, slot holds index + 1 */
	size_t nslots;
};

static uint64_t
hash_name(const char *s)
{
	uint64_t h = 0xcbf29ce484222325u;

	for (; *s; s++)
		h = (h ^ (unsigned char)*s) * 0x100000001b3u;
	return h ^ h >> 32;
}

static size_t *
names_slot(const struct names *l, const char *s)
{
	size_t at = hash_name(s) & (l->nslots - 1);

	while (l->slot[at] && strcmp(l->name[l->slot[at] - 1], s) != 0)
		at = (at + 1) & (l->nslots - 1);
	return &l->slot[at];
}

static bool
names_have(const struct names *l, const char *s)
{
	return l->nslots && *names_slot(l, s);
}

static void
names_grow(struct names *l)
{
	free(l->slot);
	l->nslots = l->nslots ? l->nslots * 2 : 64;
	l->slot = xcalloc(l->nslots, sizeof *l->slot);
	for (size_t i = 0; i < l->n; i++)
		*names_slot(l, l->name[i]) = i + 1;
}

static size_t
names_add(struct names *l, const char *s)
{
	size_t *slot;

	if (l->n * 2 >= l->nslots)
		names_grow(l);
	slot = names_slot(l, s);
	if (!*slot) {
		GROW(l->name, l->n, l->cap);
		l->name[l->n++] = xstrdup(s);
		*slot = l->n;
	}
	return *slot - 1;
}

static void
names_free(struct names *l)
{
	for (size_t i = 0; i < l->n; i++)
		free(l->name[i]);
	free(l->name);
	free(l->slot);
	*l = (struct names){0};
}

static void
read_ids(struct names *l, const char *ids)
{
	struct buf text = BUF_INIT;
	const char *separators = ",";
	char *save;

	if (!ids)
		return;
	if (*ids == '@') {
		if (!read_file(ids + 1, &text))
			die_errno(EXIT_NO_INPUT, "%s", ids + 1);
		separators = "\r\n";
	} else {
		buf_puts(&text, ids);
	}
	buf_puts(&text, "");
	for (char *id = strtok_r(text.s, separators, &save); id;
		id = strtok_r(NULL, separators, &save))
		names_add(l, id);
	buf_free(&text);
}

/* Where the line just read can be read again. */
static struct place
place_of(struct items *it, struct rec_reader *in, struct rec *r)
{
	struct place p = {0};
	bool again = it->files[it->nfiles] != NULL;

	buf_clear(&it->line);
	rec_put(r, &it->line);
	p.len = (uint32_t)it->line.len - 1;
	if (again) {
		p.offset = (int64_t)in->offset;
		p.file = (uint32_t)it->nfiles;
		return p;
	}
	if (!it->spool) {
		it->spool = tmpfile();
		if (!it->spool)
			die_errno(EXIT_IO, "temporary file");
		it->spool_at = UINT32_MAX;
	}
	p.offset = ftello(it->spool);
	p.file = it->spool_at;
	if (fwrite(it->line.s, 1, it->line.len, it->spool) != it->line.len)
		die_errno(EXIT_IO, "temporary file");
	return p;
}

/* Of each file that can be read twice a descriptor is kept. */
static void
keep_open(struct items *it, const struct rec_reader *in, const char **name)
{
	struct stat st;
	int fd;

	if (in->name == *name)
		return;
	if (*name)
		it->nfiles++;
	GROW(it->files, it->nfiles, it->files_cap);
	*name = in->name;
	it->files[it->nfiles] = NULL;
	if (fstat(in->fd, &st) < 0 || !S_ISREG(st.st_mode))
		return;
	fd = fcntl(in->fd, F_DUPFD_CLOEXEC, 0);
	it->files[it->nfiles] = fd >= 0 ? fdopen(fd, "r") : NULL;
	if (!it->files[it->nfiles])
		die_errno(EXIT_NO_INPUT, "%s", in->name);
}

static void
add_item(struct items *it, struct names *tasks, const struct items_conf *conf, struct rec *r,
	struct place p)
{
	GROW(it->at, it->n, it->cap);
	if (conf->interleave) {
		GROW(it->task, it->n, it->task_cap);
		it->task[it->n] = (uint32_t)names_add(tasks, rec_str(r, "task", ""));
	}
	it->at[it->n++] = p;
}

static void
add_other(struct items *it, const struct items_conf *conf, struct rec *r, struct place p)
{
	if (conf->others_to) {
		rec_write(r, conf->others_to);
		return;
	}
	GROW(it->others, it->nothers, it->others_cap);
	it->others[it->nothers++] = p;
}

static void
read_all(struct items *it, const struct items_conf *conf, struct names *ids, struct names *tasks)
{
	struct rec_reader in;
	struct rec *r;
	const char *name = NULL, *fault;

	rec_reader_init(&in, conf->files, conf->nfiles);
	in.keep_going = conf->keep_going;
	while (rec_next(&in, &r)) {
		keep_open(it, &in, &name);
		if (!rec_is(r, "item")) {
			add_other(it, conf, r,
				conf->others_to ? (struct place){0} : place_of(it, &in, r));
			continue;
		}
		if (conf->ids && !names_have(ids, rec_str(r, "id", "")))
			continue;
		fault = conf->fault ? conf->fault(r) : NULL;
		if (fault)
			rec_bad(&in, 1, "%s", fault);
		else
			add_item(it, tasks, conf, r, place_of(it, &in, r));
	}
	it->nfiles += name != NULL;
	it->status = rec_reader_finish(&in);
}

static uint64_t
mix(uint64_t *state) /* splitmix64 (Steele, Lea and Flood, 2014) */
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

/* Of n items exactly k, each set as likely, in their order (Knuth, TAOCP 2, 3.4.2, algorithm S). */
static size_t
draw(struct items *it, size_t n, size_t k, uint64_t seed)
{
	uint64_t state = seed;
	size_t taken = 0;

	for (size_t i = 0; i < n && taken < k; i++) {
		double u = (double)(mix(&state) >> 11) / 9007199254740992.0;

		if ((double)(n - i) * u < (double)(k - taken))
			it->order[taken++] = it->order[i];
	}
	return taken;
}

/* Round-robin: the first of each task, then the second of each … */
static void
interleave(struct items *it, size_t ntasks)
{
	uint32_t *round = xcalloc(it->n ? it->n : 1, sizeof *round),
		 *seen = xcalloc(ntasks + 1, sizeof *seen);
	size_t rounds = 0, *start;
	uint32_t *to = xcalloc(it->n ? it->n : 1, sizeof *to);

	for (size_t i = 0; i < it->n; i++) {
		round[i] = seen[it->task[it->order[i]]]++;
		rounds = round[i] >= rounds ? round[i] + 1u : rounds;
	}
	start = xcalloc(rounds + 1, sizeof *start);
	for (size_t i = 0; i < it->n; i++)
		start[round[i] + 1]++;
	for (size_t i = 1; i <= rounds; i++)
		start[i] += start[i - 1];
	for (size_t i = 0; i < it->n; i++) /* in a round, tasks stand as their items stood */
		to[start[round[i]]++] = it->order[i];
	free(it->order);
	it->order = to;
	free(round);
	free(seen);
	free(start);
}

static void
arrange(struct items *it, const struct items_conf *conf, size_t ntasks)
{
	if (conf->sample > 0 || conf->interleave) {
		it->order = xcalloc(it->n ? it->n : 1, sizeof *it->order);
		for (size_t i = 0; i < it->n; i++)
			it->order[i] = (uint32_t)i;
	}
	if (conf->sample > 0 && (size_t)conf->sample < it->n)
		it->n = draw(it, it->n, (size_t)conf->sample, conf->seed);
	if (conf->interleave)
		interleave(it, ntasks);
	if (conf->limit > 0 && (size_t)conf->limit < it->n)
		it->n = (size_t)conf->limit;
	free(it->task);
	it->task = NULL;
}

struct items *
items_read(const struct items_conf *conf)
{
	struct items *it = xcalloc(1, sizeof *it);
	struct names ids = {0}, tasks = {0};

	read_ids(&ids, conf->ids);
	read_all(it, conf, &ids, &tasks);
	if (it->spool && fflush(it->spool) != 0)
		die_errno(EXIT_IO, "temporary file");
	arrange(it, conf, tasks.n);
	names_free(&ids);
	names_free(&tasks);
	return it;
}

void
items_free(struct items *it)
{
	if (!it)
		return;
	for (size_t i = 0; i < it->nfiles; i++)
		if (it->files[i])
			fclose(it->files[i]);
	if (it->spool)
		fclose(it->spool);
	free(it->files);
	free(it->at);
	free(it->order);
	free(it->others);
	buf_free(&it->line);
	free(it);
}

size_t
items_count(const struct items *it)
{
	return it->n;
}

static bool
load(struct items *it, const struct place *p)
{
	FILE *f = p->file == UINT32_MAX ? it->spool : it->files[p->file];
	size_t got = 0;

	buf_clear(&it->line);
	buf_reserve(&it->line, p->len + 1u);
	while (got < p->len) {
		ssize_t n = pread(
			fileno(f), it->line.s + got, p->len - got, (off_t)p->offset + (off_t)got);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		got += (size_t)n;
	}
	it->line.len = got;
	return true;
}

struct rec *
items_get(struct items *it, size_t seq)
{
	const struct place *p = &it->at[it->order ? it->order[seq] : seq];
	size_t column;
	const char *why;

	return load(it, p) ? rec_parse(it->line.s, it->line.len, &column, &why) : NULL;
}

void
items_others(struct items *it, FILE *f)
{
	for (size_t i = 0; i < it->nothers; i++) {
		if (!load(it, &it->others[i]))
			die_errno(EXIT_IO, "an input file has changed");
		it->line.s[it->line.len] = '\n';
		if (fwrite(it->line.s, 1, it->line.len + 1, f) != it->line.len + 1)
			die_errno(EXIT_IO, "standard output");
	}
}

int
items_status(const struct items *it)
{
	return it->status;
}
