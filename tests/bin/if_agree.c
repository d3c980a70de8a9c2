/*
 * Agreement of the instructions scorer with its references: if_agree ORACLE [-v N] reads the rows
 * of if_constraints, if_dense, if_edits, ifeval_responses and ifbench_responses (JSON Lines, gzip)
 * in the folder ORACLE, judges every cell, and prints for each type how many of the reference's
 * true cells and false cells ours agrees with, strict and loose, dense texts and boundary edits.
 * Cells where the reference isn't sure of itself ('?', 'E') are left out. -v N shows the first N
 * disagreements of each type. Exits 1 where a bar is missed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kit/err.h"
#include "kit/mem.h"
#include "scorer/instructions/instructions.h"

/* Counts by set (dense strict, dense loose, edits, responses strict, loose) and by the true answer.
 */
enum set { DENSE_STRICT, DENSE_LOOSE, EDITS, ANSWERS_STRICT, ANSWERS_LOOSE, SETS };
static const char *const set_name[] = {
	"dense strict", "dense loose", "edits", "answers strict", "answers loose"};
static const double bar_all[] = {.999, .999, .995, 1, 1}, bar_type[] = {.99, .99, .97, 1, 1};
enum { TYPES_MAX = 128, COLUMNS_MAX = 1024 };

struct tally {
	long cells[SETS][2], hits[SETS][2], shown;
};

struct column {
	struct constraint c;
	size_t type;
	bool ready;
};

struct run {
	struct tally by_type[TYPES_MAX];
	struct column ifeval[COLUMNS_MAX], ifbench[COLUMNS_MAX];
	long show;
};

static size_t
type_index(const char *id)
{
	size_t i;

	for (i = 0; constraint_types[i].id; i++)
		if (strcmp(constraint_types[i].id, id) == 0)
			break;
	return i;
}

/* Calls each(row) for every line of ORACLE/NAME.jsonl.gz. */
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

static struct column *
column_of(struct run *run, const char *bench, size_t c)
{
	return &(strcmp(bench, "ifeval") == 0 ? run->ifeval : run->ifbench)[c];
}

static void
add_column(struct run *run, const json_t *row)
{
	const char *id = json_string_value(json_object_get(row, "instruction_id"));
	const char *bench = json_string_value(json_object_get(row, "bench"));
	size_t c = (size_t)json_integer_value(json_object_get(row, "c"));
	struct column *col = column_of(run, bench, c);
	char *why;

	col->type = type_index(id);
	why = constraint_init(&col->c, id, json_object_get(row, "kwargs"), READ_COMPATIBLE);
	col->ready = !why;
	if (why)
		printf("%s %zu: %s\n", bench, c, why);
	free(why);
}

static void
count(struct run *run, const struct column *col, enum set set, char want, enum outcome got,
	const json_t *row)
{
	struct tally *t = &run->by_type[col->type];
	int truth = want == '1';

	if (want != '0' && want != '1')
		return;
	t->cells[set][truth]++;
	t->hits[set][truth] += (int)got == truth;
	if ((int)got == truth || t->shown++ >= run->show)
		return;
	printf("%s: %s: %s, we say %d: %s %s\n", set_name[set], constraint_types[col->type].id,
		truth ? "followed" : "not", (int)got, json_string_value(json_object_get(row, "id")),
		col->c.type && col->c.arg[0].text.n ? "(text argument)" : "");
}

static void
judge_cells(struct run *run, const json_t *row, struct answer_text *t, const char *bench)
{
	char key[32];
	const char *strict, *loose;

	snprintf(key, sizeof key, "%s_strict", bench);
	strict = json_string_value(json_object_get(row, key));
	snprintf(key, sizeof key, "%s_loose", bench);
	loose = json_string_value(json_object_get(row, key));
	for (size_t c = 0; strict && loose && strict[c] && loose[c]; c++) {
		struct column *col = column_of(run, bench, c);
		enum outcome s = OUTCOME_ERROR, l = OUTCOME_ERROR;

		if (col->ready) {
			s = judge_strict(&col->c, t);
			l = judge_loose(&col->c, t, s);
		}
		count(run, col, DENSE_STRICT, strict[c], s, row);
		count(run, col, DENSE_LOOSE, loose[c], l, row);
	}
}

static void
text_of(struct answer_text *t, const json_t *row, const char *key)
{
	const json_t *v = json_object_get(row, key);

	answer_text_init(t, json_string_value(v), json_string_length(v));
}

static void
dense(struct run *run, const json_t *row)
{
	struct answer_text t;

	text_of(&t, row, "text");
	judge_cells(run, row, &t, "ifeval");
	judge_cells(run, row, &t, "ifbench");
	answer_text_release(&t);
}

static void
edit(struct run *run, const json_t *row)
{
	struct column *col = column_of(run, json_string_value(json_object_get(row, "bench")),
		(size_t)json_integer_value(json_object_get(row, "c")));
	struct answer_text t;

	text_of(&t, row, "text");
	count(run, col, EDITS, json_string_value(json_object_get(row, "v"))[0],
		col->ready ? judge_strict(&col->c, &t) : OUTCOME_ERROR, row);
	answer_text_release(&t);
}

static void
answer(struct run *run, const json_t *row)
{
	const char *strict = json_string_value(json_object_get(row, "strict"));
	const char *loose = json_string_value(json_object_get(row, "loose"));
	struct answer_text t;

	text_of(&t, row, "response");
	for (size_t i = 0; strict[i]; i++) {
		const char *id = json_string_value(
			json_array_get(json_object_get(row, "instruction_id_list"), i));
		struct column col = {.type = type_index(id)};
		char *why = constraint_init(&col.c, id,
			json_array_get(json_object_get(row, "kwargs"), i), READ_COMPATIBLE);
		enum outcome s = OUTCOME_ERROR, l = OUTCOME_ERROR;

		if (!why) {
			s = judge_strict(&col.c, &t);
			l = judge_loose(&col.c, &t, s);
		}
		count(run, &col, ANSWERS_STRICT, strict[i], s, row);
		count(run, &col, ANSWERS_LOOSE, loose[i], l, row);
		if (!why)
			constraint_release(&col.c);
		free(why);
	}
	answer_text_release(&t);
}

/* Prints one side of a type; true where it is under its bar. */
static bool
print_side(const struct tally *t, int set, int truth)
{
	long n = t->cells[set][truth], miss = n - t->hits[set][truth];
	bool low = n && miss && (double)(n - miss) < bar_type[set] * (double)n;

	if (truth && n < 50 && set <= EDITS)
		low = miss > 1;
	printf("\t%ld/%ld%s", n - miss, n, low ? "!" : "");
	return low;
}

static int
report(const struct run *run)
{
	long cells[SETS] = {0}, hits[SETS] = {0};
	int low = 0, types = 0;

	printf("type");
	for (int s = 0; s < SETS; s++)
		printf("\t%s true\tfalse", set_name[s]);
	printf("\n");
	for (size_t i = 0; i <= type_index(""); i++) {
		types += constraint_types[i].id != NULL;
		printf("%s", constraint_types[i].id ? constraint_types[i].id : "(no such type)");
		for (int s = 0; s < SETS; s++)
			for (int truth = 1; truth >= 0; truth--) {
				low += print_side(&run->by_type[i], s, truth);
				cells[s] += run->by_type[i].cells[s][truth];
				hits[s] += run->by_type[i].hits[s][truth];
			}
		printf("\n");
	}
	printf("%d types, %d sides under their bar\n", types, low);
	for (int s = 0; s < SETS; s++) {
		printf("%s: %ld of %ld, %.4f %%, want %.1f %%\n", set_name[s], hits[s], cells[s],
			100.0 * (double)hits[s] / (double)cells[s], 100 * bar_all[s]);
		low += (double)hits[s] < bar_all[s] * (double)cells[s];
	}
	return low || types != 83;
}

int
main(int argc, char **argv)
{
	struct run *run = xcalloc(1, sizeof *run);
	int ch, low;

	while ((ch = getopt(argc, argv, "v:")) != -1) {
		if (ch != 'v')
			return EXIT_USAGE;
		run->show = atol(optarg);
	}
	if (optind != argc - 1)
		die(EXIT_USAGE, "usage: if_agree [-v N] ORACLE");
	each_row(run, argv[optind], "if_constraints", add_column);
	each_row(run, argv[optind], "if_dense", dense);
	each_row(run, argv[optind], "if_edits", edit);
	each_row(run, argv[optind], "ifeval_responses", answer);
	each_row(run, argv[optind], "ifbench_responses", answer);
	low = report(run);
	for (size_t i = 0; i < COLUMNS_MAX; i++) {
		constraint_release(&run->ifeval[i].c);
		constraint_release(&run->ifbench[i].c);
	}
	free(run);
	return low ? EXIT_ANSWER_NO : EXIT_DONE;
}
