#include "plan/mk.h"

#include <stdlib.h>
#include <string.h>

#include "kit/err.h"
#include "kit/file.h"
#include "kit/json.h"
#include "kit/mem.h"
#include "kit/rec.h"

static bool
possible(const struct planned *c)
{
	return !json_object_get(c->cell, "impossible");
}

static const char *
key_of(const struct planned *c)
{
	return json_str(c->cell, "cell", "?");
}

static void
write_rules(FILE *f, const struct planned *c)
{
	const char *key = key_of(c);

	fprintf(f,
		"\n# %s %s, replicate %d\n$(OUT)/%s/answers.jsonl: | $(MEASURE_NEEDS)\n\t$(call "
		"measure",
		json_str(c->cell, "checkpoint", "?"), json_str(c->cell, "tier", ""),
		(int)json_int(c->cell, "replicate", 0), key);
	for (size_t i = 0; i < c->suite->n; i++)
		fprintf(f, "%s%s", i ? " " : ",", c->suite->tasks[i].items);
	fprintf(f,
		")\n$(OUT)/%s/verdicts.jsonl: $(OUT)/%s/answers.jsonl $(SCORE_IDS) | "
		"$(JUDGE_NEEDS)\n"
		"\t$(judge)\n"
		"$(OUT)/%s/rows.jsonl: $(OUT)/%s/verdicts.jsonl $(AGGREGATE_IDS) | $(SUM_NEEDS)\n"
		"\t$(summarise)\n",
		key, key, key, key);
}

void
mk_write(FILE *f, const struct plan *p, const char *tier)
{
	fprintf(f, "# Written by plan --mk; made anew when the campaign file, the registry or the "
		   "items change.\n");
	fprintf(f, "CELLS :=");
	for (size_t i = 0; i < p->ncells; i++)
		if (possible(&p->cells[i]) && planned_in(&p->cells[i], tier))
			fprintf(f, " %s", key_of(&p->cells[i]));
	fprintf(f, "\n");
	for (size_t i = 0; i < p->ncells; i++)
		if (possible(&p->cells[i]) && planned_in(&p->cells[i], tier))
			write_rules(f, &p->cells[i]);
}

static void
write_cell(const struct planned *c, const char *folder, const char *path)
{
	struct buf have = BUF_INIT, want = BUF_INIT;
	struct atomic_file a;

	json_put(&want, c->cell);
	buf_putc(&want, '\n');
	bool same = read_file(path, &have) && have.len == want.len &&
		    !memcmp(have.s, want.s, want.len);
	if (!same) {
		if (!make_dirs(folder))
			die_errno(EXIT_IO, "%s", folder);
		atomic_open(&a, path);
		fwrite(want.s, 1, want.len, a.f);
		if (atomic_commit(&a) != EXIT_DONE)
			exit(EXIT_IO);
	}
	buf_free(&have);
	buf_free(&want);
}

void
mk_write_cells(const struct plan *p, const char *out)
{
	for (size_t i = 0; i < p->ncells; i++) {
		const struct planned *c = &p->cells[i];
		if (!possible(c))
			continue;
		char *folder = xasprintf("%s/%s", out, key_of(c));
		char *path = xasprintf("%s/cell.json", folder);
		char *done = xasprintf("%s/answers.jsonl", folder);
		if (!file_exists(done))
			write_cell(c, folder, path);
		free(done);
		free(path);
		free(folder);
	}
}
