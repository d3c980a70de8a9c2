/*
 * Verdicts read in place, against Jansson: the same task, id, score, times, arrivals; and what aggregate and
 * ci make of any records, which must not crash and must be JSON.
 */
#include <gsl/gsl_errno.h>
#include <jansson.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "kit/json.h"
#include "tally/gaps.h"
#include "tally/judged.h"
#include "tally/rows.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static void
must(bool ok)
{
	if (!ok)
		abort();
}

/* A number of ours and its value in the tree: both absent, or the same to the last bit. */
static void
same(double ours, const json_t *tree, const char *path)
{
	const json_t *v = json_path(tree, path);

	if (json_is_number(v) && json_number_value(v) >= 0 && json_number_value(v) <= 1e9)
		must(ours == json_number_value(v));
	else
		must(isnan(ours));
}

static bool
in_range(const json_t *v, double most)
{
	return json_is_number(v) && json_number_value(v) >= 0 && json_number_value(v) <= most;
}

static void
same_arrivals(const struct judged *v, const json_t *tree)
{
	const json_t *all = json_path(tree, "answer.arrivals");

	for (size_t i = 0; i < json_array_size(all); i++) {
		const json_t *pair = json_array_get(all, i);

		/* pairs of numbers in range are promised to be read as they stand */
		if (json_array_size(pair) != 2 || !in_range(json_array_get(pair, 0), 1e9) ||
			!in_range(json_array_get(pair, 1), 1e6))
			return;
	}
	must(v->arrivals == json_array_size(all));
	for (size_t i = 0; i < v->arrivals; i++) {
		const json_t *pair = json_array_get(all, i);

		must(v->arrival[2 * i] == json_number_value(json_array_get(pair, 0)));
		must(v->arrival[2 * i + 1] == json_number_value(json_array_get(pair, 1)));
	}
}

/* Keys written with escapes are read as other keys: the walker compares them as they stand. */
static bool
plain_keys(const char *text, size_t len)
{
	return memchr(text, '\\', len) == NULL;
}

static void
check_verdict(struct rec *r, const char *text, size_t len)
{
	struct judged_reader reader = {0};
	struct judged v;
	const char *why = NULL;
	json_t *tree = rec_value(r);

	if (judged_read(&reader, r, &v, &why) && plain_keys(text, len)) {
		must(strcmp(v.task, json_str(tree, "task", "")) == 0);
		must(strcmp(v.id, json_str(tree, "id", "")) == 0);
		if (json_is_object(json_object_get(tree, "answer"))) {
			same(v.sent_s, tree, "answer.sent_s");
			same(v.last_token_s, tree, "answer.last_token_s");
			if (json_is_object(json_path(tree, "answer.tokens")))
				same(v.completion, tree, "answer.tokens.completion");
			if (json_is_array(json_path(tree, "answer.arrivals")))
				same_arrivals(&v, tree);
		}
	}
	judged_reader_free(&reader);
	json_decref(tree);
}

static void
finite_record(const json_t *record, void *unused)
{
	char *text = json_text(record);
	json_t *again = json_loads(text, JSON_REJECT_DUPLICATES, NULL);

	(void)unused;
	must(again != NULL);
	json_decref(again);
	free(text);
}

static void
finite_gap(json_t *record, void *unused)
{
	finite_record(record, unused);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	static const struct gap_options options = {100, 1, .05, .8, METHOD_AUTO};
	const char *text = (const char *)data, *end = text + len, *why;
	struct rows *rows = rows_new();
	struct campaign *c = campaign_new();

	gsl_set_error_handler_off();
	while (text < end) {
		const char *line = memchr(text, '\n', (size_t)(end - text));
		size_t n = (size_t)((line ? line : end) - text);
		struct rec *r = rec_parse(text, n, NULL, NULL);

		if (r) {
			check_verdict(r, text, n);
			rows_take(rows, r, &why);
			campaign_take(c, r, &why);
			rec_free(r);
		}
		text += n + 1;
	}
	rows_each(rows, finite_record, NULL);
	campaign_close(c);
	noise_each(c, finite_gap, NULL);
	gaps_each(c, &options, finite_gap, NULL);
	rows_free(rows);
	campaign_free(c);
	return 0;
}
