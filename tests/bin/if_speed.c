/*
 * How long each type takes on a text of 1 MiB, strict and loose together: if_speed [-m MS] prints the slowest text for each type, in
 * milliseconds of processor time, and exits 1 where one takes longer than MS (50). With operands, only
 * types and texts whose names hold them: if_speed words: quotes. The texts are made to
 * be bad: no blanks, blanks only between two letters, full stops, quotes, bullets, brackets, long lines.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "kit/err.h"
#include "kit/mem.h"
#include "language/data.h"
#include "scorer/instructions/instructions.h"

enum { SIZE = 1 << 20 };

static const struct {
	const char *name, *unit;
} texts[] = {
	{"prose", "The quick brown fox jumps over the lazy dog, and Mr. Smith's 3 cats didn't "
		  "care.\n"},
	{"marked",
		"* **Emma** said \"it's *fine*\" (really)... [ok]? Yes! 1,000.5 - a -- b; c:d\n"},
	{"letters", "abcdefghij"},
	{"stops", ". "},
	{"dots", "a."},
	{"marks", "?!"},
	{"quotes", "'\""},
	{"stars", "*"},
	{"lines", "\n"},
	{"blanks", "a \n \n"},
	{"brackets", "([{<"},
	{"titles", "<<a\n>"},
	{"hyphens", "a-"},
	{"digits", "1 "},
	{"accents", "\xc3\xa4\xce\xa3\xc4\xb0 \xe2\x80\x9cx\xe2\x80\x9d "},
	{"letters apart", "a b c d e f g h i j k l m n o p q r s t u v w x y z "},
	{"addresses", "a@b http://c.d "},
	{"at signs", "a@"},
};

/* Arguments that no text follows early, so that all of it and all variants are looked at. */
static json_t *
args_of(const struct constraint_type *t)
{
	json_t *args = json_object();

	for (int i = 0; i < ARGS_MAX && t->arg[i].name; i++) {
		const char *name = t->arg[i].name;
		json_t *v = NULL;

		switch (t->arg[i].kind) {
		case ARG_COUNT: v = json_integer(strstr(name, "nth") ? 1 : 1000000); break;
		case ARG_RELATION: v = json_string("at least"); break;
		case ARG_TEXT: v = json_string(strcmp(name, "letter") == 0 ? "q" : "aab"); break;
		case ARG_TEXTS: v = json_pack("[ss]", "aab", "word"); break;
		case ARG_NONE: break;
		}
		json_object_set_new(args, name, v);
	}
	if (json_object_get(args, "small_n") || json_object_get(args, "percentage"))
		json_object_set_new(args,
			json_object_get(args, "small_n") ? "small_n" : "percentage",
			json_integer(3));
	return args;
}

static double
now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static double
time_one(const struct constraint_type *type, const char *text, enum reading reading)
{
	json_t *args = args_of(type);
	double from = now_ms();
	struct answer_text t;
	struct constraint c;
	char *why = constraint_init(&c, type->id, args, reading);

	if (why)
		die(EXIT_CONFIG, "%s", why);
	answer_text_init(&t, text, SIZE);
	judge_loose(&c, &t, judge_strict(&c, &t));
	answer_text_release(&t);
	constraint_release(&c);
	json_decref(args);
	return now_ms() - from;
}

int
main(int argc, char **argv)
{
	char *text = xmalloc(SIZE + 1);
	double bar = 50, worst[128] = {0};
	const char *where[128] = {NULL};
	int ch, slow = 0;

	while ((ch = getopt(argc, argv, "m:")) != -1)
		bar = ch == 'm' ? atof(optarg) : bar;
	for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
		size_t len = strlen(texts[k].unit);

		for (size_t i = 0; i < SIZE; i++)
			text[i] = i < SIZE - SIZE % len ? texts[k].unit[i % len] : 'z';
		text[SIZE] = '\0';
		if (optind + 1 < argc && !strstr(texts[k].name, argv[optind + 1]))
			continue;
		for (int i = 0; constraint_types[i].id; i++)
			for (int r = 0; r < 2; r++) {
				if (optind < argc && !strstr(constraint_types[i].id, argv[optind]))
					continue;
				double ms = time_one(&constraint_types[i], text, (enum reading)r);

				if (ms > bar)
					fprintf(stderr, "%s on %s: %.1f ms\n",
						constraint_types[i].id, texts[k].name, ms);
				if (ms > worst[i]) {
					worst[i] = ms;
					where[i] = texts[k].name;
				}
			}
	}
	for (int i = 0; constraint_types[i].id; i++) {
		if (!where[i])
			continue;
		printf("%8.1f ms\t%s\t%s%s\n", worst[i], constraint_types[i].id, where[i],
			worst[i] > bar ? "\t!" : "");
		slow += worst[i] > bar;
	}
	free(text);
	return slow ? EXIT_ANSWER_NO : EXIT_DONE;
}
