/*
 * instructions_warm ANSWERS: our side of bench/instructions/ratio.py. Reads the answers, says "ready", and
 * for each line on standard input judges all of them once, strict and loose, and says how many pass and
 * the processor seconds that took.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "kit/err.h"
#include "kit/rec.h"
#include "scorer/scorer.h"

static double
processor_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static json_t *
read_answers(char **files)
{
	json_t *rows = json_array();
	struct rec_reader in;
	struct rec *r;

	rec_reader_init(&in, files, 1);
	while (rec_next(&in, &r))
		json_array_append_new(rows, rec_value(r));
	rec_reader_finish(&in);
	return rows;
}

static size_t
judge_all(const json_t *rows)
{
	size_t passed = 0, i;
	const json_t *row;

	json_array_foreach(rows, i, row)
	{
		const json_t *text = json_object_get(json_object_get(row, "answer"), "text");
		struct score_input in = {.text = json_string_value(text),
			.len = json_string_length(text),
			.scoring = json_object_get(row, "scoring")};
		struct verdict v = {.pass = PASS_NULL};

		scorer_instructions.judge(&in, &v);
		passed += v.pass == PASS_TRUE;
		verdict_release(&v);
	}
	return passed;
}

int
main(int argc, char **argv)
{
	json_t *rows;
	int ch;

	if (argc != 2)
		die(EXIT_USAGE, "usage: instructions_warm ANSWERS");
	rows = read_answers(argv + 1);
	judge_all(rows);
	puts("ready");
	fflush(stdout);
	while ((ch = getchar()) != EOF) {
		double from = processor_s();

		if (ch != '\n')
			continue;
		size_t passed = judge_all(rows);
		printf("%zu %.6f\n", passed, processor_s() - from);
		fflush(stdout);
	}
	json_decref(rows);
	return close_stdout();
}
