/*
 * The statistics against the table that tests/stat/reference.py makes by scipy, statsmodels and mpmath: to
 * 1e-9 of the value or of 1, but for the bootstrap, which is drawn on either side.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "kit/mem.h"
#include "stat/adjust.h"
#include "stat/bootstrap.h"
#include "stat/mcnemar.h"
#include "stat/mde.h"
#include "stat/mean.h"
#include "stat/noise.h"
#include "stat/signflip.h"
#include "stat/tango.h"
#include "stat/wilson.h"

#include "../stat/reference.h"

enum { CASES = sizeof references / sizeof *references, OUT_MAX = 64 };

/* Each do_…() computes what its case is about, in the order of its table. */

static size_t
whole(double x)
{
	return (size_t)x;
}

static void
do_wilson(const struct reference *r, double *out)
{
	struct interval i = wilson_interval(whole(r->in[0]), whole(r->in[1]), r->in[2]);

	out[0] = i.lo;
	out[1] = i.hi;
}

static void
do_t_quantile(const struct reference *r, double *out)
{
	out[0] = t_quantile(r->in[0], r->in[1]);
}

static void
do_t_two_sided(const struct reference *r, double *out)
{
	out[0] = t_two_sided(r->in[0], r->in[1]);
}

static void
do_normal_quantile(const struct reference *r, double *out)
{
	out[0] = normal_quantile(r->in[0]);
}

static void
do_chi2_quantile(const struct reference *r, double *out)
{
	out[0] = chi2_quantile(r->in[0], r->in[1]);
}

static void
do_tango(const struct reference *r, double *out)
{
	struct interval i = tango_interval(
		whole(r->in[0]), whole(r->in[1]), whole(r->in[2]), r->in[3]);

	out[0] = i.lo;
	out[1] = i.hi;
}

static void
do_mcnemar(const struct reference *r, double *out)
{
	out[0] = mcnemar_exact(whole(r->in[0]), whole(r->in[1]));
	out[1] = mcnemar_mid_p(whole(r->in[0]), whole(r->in[1]));
}

static void
do_holm(const struct reference *r, double *out)
{
	holm(r->in, r->nin, r->nin, out);
}

static void
do_bh(const struct reference *r, double *out)
{
	benjamini_hochberg(r->in, r->nin, r->nin, out);
}

static void
do_clustered(const struct reference *r, double *out)
{
	size_t n = (r->nin - 1) / 2, *cluster = xcalloc(n, sizeof *cluster);
	double *x = xcalloc(n, sizeof *x);

	for (size_t i = 0; i < n; i++) {
		x[i] = r->in[1 + 2 * i];
		cluster[i] = whole(r->in[2 + 2 * i]);
	}
	out[0] = clustered_mean(x, cluster, n, whole(r->in[0]), false).mean;
	out[1] = clustered_mean(x, cluster, n, whole(r->in[0]), false).se;
	out[2] = clustered_mean(x, cluster, n, whole(r->in[0]), true).se;
	free(x);
	free(cluster);
}

static void
do_mean(const struct reference *r, double *out)
{
	struct mean_estimate m = mean_of(r->in, r->nin);
	struct interval i = t_interval(m.mean, m.se, m.df, .95);

	out[0] = m.mean;
	out[1] = m.se;
	out[2] = t_p(m.mean, m.se, m.df);
	out[3] = i.lo;
	out[4] = i.hi;
}

static void
do_welch(const struct reference *r, double *out)
{
	double v[] = {r->in[0], r->in[2]}, df[] = {r->in[1], r->in[3]};

	out[0] = welch_satterthwaite(v, df, 2);
}

static void
do_noise(const struct reference *r, double *out)
{
	struct noise o = noise_parts(r->in + 2, whole(r->in[0]), whole(r->in[1]));

	out[0] = o.s_m;
	out[1] = o.ms_run;
	out[2] = o.ms_e;
	out[3] = o.tau2;
	out[4] = o.f;
	out[5] = o.f_p;
	out[6] = o.flip_rate;
}

static void
do_signflip(const struct reference *r, double *out)
{
	struct signflip s = signflip_test(r->in, r->nin, 100, 1);

	assert_true(s.exact);
	out[0] = s.p;
}

static void
do_pass_at_k(const struct reference *r, double *out)
{
	out[0] = pass_at_k(whole(r->in[0]), whole(r->in[1]), whole(r->in[2]));
}

static void
do_mde(const struct reference *r, double *out)
{
	out[0] = mde(r->in[0], r->in[1], r->in[2], whole(r->in[3]));
}

static const struct {
	const char *name;
	void (*f)(const struct reference *r, double *out);
} computes[] = {
	{"wilson", do_wilson},
	{"t_quantile", do_t_quantile},
	{"t_two_sided", do_t_two_sided},
	{"normal_quantile", do_normal_quantile},
	{"chi2_quantile", do_chi2_quantile},
	{"tango", do_tango},
	{"mcnemar", do_mcnemar},
	{"holm", do_holm},
	{"bh", do_bh},
	{"clustered", do_clustered},
	{"mean", do_mean},
	{"welch", do_welch},
	{"noise", do_noise},
	{"signflip", do_signflip},
	{"pass_at_k", do_pass_at_k},
	{"mde", do_mde},
};

static void
do_case(const struct reference *r, double *out)
{
	for (size_t i = 0; i < sizeof computes / sizeof *computes; i++) {
		if (strcmp(computes[i].name, r->name) == 0) {
			computes[i].f(r, out);
			return;
		}
	}
	fail_msg("no statistic '%s'", r->name);
}

static void
values(void **state)
{
	double out[OUT_MAX];
	size_t off = 0;

	(void)state;
	for (int i = 0; i < CASES; i++) {
		const struct reference *r = &references[i];

		if (strcmp(r->name, "bca") == 0)
			continue;
		assert_true(r->nout <= OUT_MAX);
		do_case(r, out);
		for (size_t k = 0; k < r->nout; k++) {
			if (fabs(out[k] - r->out[k]) <= 1e-9 * fmax(1, fabs(r->out[k])))
				continue;
			print_message("# case %d, %s: value %zu is %.17g, want %.17g\n", i, r->name,
				k, out[k], r->out[k]);
			off++;
		}
	}
	assert_true(off == 0);
}

/* Exactly: what is a fraction of powers of two, to the last bit of a double. */
static void
exact_values(void **state)
{
	(void)state;
	for (int i = 0; i < CASES; i++) {
		const struct reference *r = &references[i];

		if (strcmp(r->name, "mcnemar") != 0 || r->in[0] + r->in[1] > 2000)
			continue;
		assert_true(fabs(mcnemar_exact(whole(r->in[0]), whole(r->in[1])) - r->out[0]) <=
			    r->out[0] * 2.3e-16);
	}
}

/* The limits of two bootstraps differ by their own noise; the acceleration is a formula. */
static void
bootstrapped(void **state)
{
	(void)state;
	for (int i = 0; i < CASES; i++) {
		const struct reference *r = &references[i];
		struct bca b;
		double width;

		if (strcmp(r->name, "bca") != 0)
			continue;
		b = bca_ratio(r->in, NULL, r->nin, .95, 200000, 3);
		width = r->out[2] - r->out[1];
		assert_true(fabs(b.estimate - r->out[0]) < 1e-12);
		assert_true(fabs(b.a - r->out[3]) < 1e-9);
		if (fabs(b.lo - r->out[1]) > .02 * width || fabs(b.hi - r->out[2]) > .02 * width)
			fail_msg("case %d: [%g, %g], want [%g, %g]", i, b.lo, b.hi, r->out[1],
				r->out[2]);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values),
		cmocka_unit_test(exact_values),
		cmocka_unit_test(bootstrapped),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
