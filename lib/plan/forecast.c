#include "plan/forecast.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "kit/json.h"
#include "kit/file.h"
#include "kit/mem.h"
#include "kit/num.h"
#include "kit/rec.h"

/* Seconds that a done cell took: loading and asking; negative where its stream doesn't tell. */
static double
took_s(const char *path)
{
	struct rec_reader in;
	struct rec *r;
	double load = 0, wall = -1;
	char *files[] = {(char *)path};

	rec_reader_init(&in, files, 1);
	while (rec_next(&in, &r)) {
		if (rec_is(r, "launch"))
			load += json_number_value(rec_get(r, "load_s"));
		if (rec_is(r, "run"))
			wall = json_number_value(rec_get(r, "wall_s"));
	}
	rec_reader_finish(&in);
	return wall < 0 ? -1 : load + wall;
}

static void
count_cell(const struct planned *c, const char *out, struct forecast *f, double *sum, size_t *timed)
{
	const char *key = json_str(c->cell, "cell", "?");
	char *answers = xasprintf("%s/%s/answers.jsonl", out, key);
	char *part = xasprintf("%s/%s/answers.part", out, key);
	struct stat st;
	size_t items = 0;

	for (size_t i = 0; i < c->suite->n; i++)
		items += c->suite->tasks[i].n;
	f->items += items;
	if (stat(answers, &st) == 0) {
		double s = took_s(answers);
		f->done++;
		f->items_done += items;
		f->measured_bytes += (double)st.st_size;
		if (s >= 0) {
			f->left_lo_s = !*timed || s < f->left_lo_s ? s : f->left_lo_s;
			f->left_hi_s = !*timed || s > f->left_hi_s ? s : f->left_hi_s;
			*sum += s;
			++*timed;
		}
	} else if (file_exists(part)) {
		f->part++;
	}
	free(answers);
	free(part);
}

void
forecast(const struct plan *p, const char *out, const char *tier, struct forecast *f)
{
	double sum = 0;
	size_t timed = 0;

	*f = (struct forecast){.left_s = -1};
	for (size_t i = 0; i < p->ncells; i++) {
		const struct planned *c = &p->cells[i];
		if (!planned_in(c, tier))
			continue;
		f->cells++;
		if (json_object_get(c->cell, "impossible")) {
			f->impossible++;
			continue;
		}
		double mib = json_num(c->cell, "estimate_mib", 0);
		f->largest_mib = mib > f->largest_mib ? mib : f->largest_mib;
		count_cell(c, out, f, &sum, &timed);
	}
	double left = (double)(f->cells - f->impossible - f->done);
	if (timed) {
		f->left_s = left * sum / (double)timed;
		f->left_lo_s *= left;
		f->left_hi_s *= left;
	}
}

void
forecast_print(const struct forecast *f, const char *campaign, FILE *to)
{
	char mean[NUM_TEXT], lo[NUM_TEXT], hi[NUM_TEXT], disk[NUM_TEXT], memory[NUM_TEXT];

	fprintf(to, "%s: %zu cells, %zu done", campaign, f->cells, f->done);
	if (f->part)
		fprintf(to, ", %zu part done", f->part);
	if (f->impossible)
		fprintf(to, ", %zu impossible", f->impossible);
	fprintf(to, "; %zu of %zu items answered\n", f->items_done, f->items);
	if (f->done == f->cells - f->impossible) {
		fprintf(to, "nothing is left to measure\n");
	} else if (f->left_s < 0) {
		fprintf(to, "time left: unknown until the first cell is measured\n");
	} else {
		num_human_seconds(mean, f->left_s);
		num_human_seconds(lo, f->left_lo_s);
		num_human_seconds(hi, f->left_hi_s);
		fprintf(to, "time left: about %s (%s to %s by the cells measured so far)\n", mean,
			lo, hi);
	}
	num_human_bytes(disk, f->measured_bytes);
	fprintf(to, "answers on disk: %s", disk);
	if (f->largest_mib > 0) {
		num_human_bytes(memory, f->largest_mib * 1048576);
		fprintf(to, "; largest cell: about %s of memory", memory);
	}
	fputc('\n', to);
}
