#include <math.h>
#include <stdlib.h>

#include "kit/json.h"
#include "page/figure.h"
#include "page/section.h"

/* One entry whose text is what write appends. */
static void
numeric(struct table *t, double x, void (*write)(struct buf *, double))
{
	struct buf b = BUF_INIT;

	write(&b, x);
	table_number(t, x, b.s);
	if (!isfinite(x))
		table_class(t, "dim");
	buf_free(&b);
}

void
entry_percent(struct table *t, double p)
{
	numeric(t, p, figure_percent);
}

void
entry_rate(struct table *t, double x)
{
	numeric(t, x, figure_rate);
}

void
entry_mib(struct table *t, double mib)
{
	numeric(t, mib, figure_mib);
}

void
entry_mib_change(struct table *t, double mib)
{
	numeric(t, mib, figure_mib_change);
}

void
entry_ms(struct table *t, double ms)
{
	numeric(t, ms, figure_ms);
}

void
entry_count(struct table *t, double n)
{
	numeric(t, n, figure_count);
}

void
entry_points(struct table *t, double d)
{
	numeric(t, d, figure_points);
}

void
entry_int(struct table *t, int n)
{
	numeric(t, n, figure_count);
}

void
entry_score(struct table *t, const json_t *row)
{
	struct text *text;
	struct buf b = BUF_INIT;
	double score = json_num(row, "score", NAN);

	figure_percent(&b, score);
	text = table_number(t, score, b.s);
	if (isfinite(score) && json_path(row, "lo") != NULL) {
		buf_clear(&b);
		buf_putc(&b, ' ');
		figure_interval(&b, json_num(row, "lo", NAN), json_num(row, "hi", NAN));
		text_quiet(text, b.s);
	}
	buf_free(&b);
}
