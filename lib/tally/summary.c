#include "tally/summary.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "kit/json.h"

void
summary_see(struct summary *s, const json_t *gap)
{
	const char *grade = json_str(gap, "grade", "");
	bool starred = json_flag(gap, "starred", 0);

	if (strcmp(json_str(gap, "kind", ""), "gap") != 0 ||
		strcmp(json_str(gap, "metric", ""), "score") != 0)
		return;
	if (json_path(gap, "refused")) {
		s->refused++;
		return;
	}
	if (strcmp(json_str(gap, "task", ""), "mean") == 0)
		return;
	s->gaps++;
	s->starred += starred;
	if (strcmp(grade, "stands") == 0)
		s->stands++;
	else if (strcmp(grade, "inside-noise") == 0)
		s->inside_noise++;
	else if (strcmp(grade, "no-deficit") == 0)
		s->no_deficit++;
	else if (strcmp(grade, "ungraded") == 0)
		*(starred ? &s->ungraded_stars : &s->flat) += 1;
	if (strcmp(grade, "unresolved") == 0) {
		s->unresolved++;
		s->largest_mde = fmax(s->largest_mde, json_num(gap, "mde", 0));
	}
}

/* ", N what" where there are any. */
static void
part(FILE *out, size_t n, const char *what)
{
	if (n)
		fprintf(out, ", %zu %s", n, what);
}

void
summary_say(const struct summary *s, FILE *out)
{
	if (s->gaps == 0 && s->refused == 0) {
		fputs("No gaps: no contrast of measured cells.\n", out);
		return;
	}
	fprintf(out, "Of %zu gap%s, %zu starred", s->gaps, s->gaps == 1 ? "" : "s", s->starred);
	if (s->starred)
		fprintf(out, " (%zu stand%s, %zu inside the noise, %zu without enough replicates)",
			s->stands, s->stands == 1 ? "s" : "", s->inside_noise, s->ungraded_stars);
	part(out, s->no_deficit, "without a deficit beyond the margin");
	part(out, s->unresolved, "unresolved");
	if (s->unresolved)
		fprintf(out, " (the largest MDE is %.1f points)", 100 * s->largest_mde);
	part(out, s->flat, "without a flip (ungraded)");
	part(out, s->refused, "refused");
	fputs("; differences are b - a in points, intervals are not adjusted.\n", out);
}
