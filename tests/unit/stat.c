/*
 * The statistics against published or independently computed values: those of the definitions, and
 * edges. tests/unit/stat_reference.c holds the long table from scipy and statsmodels.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "stat/adjust.h"
#include "stat/bootstrap.h"
#include "stat/grade.h"
#include "stat/histogram.h"
#include "stat/mcnemar.h"
#include "stat/mde.h"
#include "stat/mean.h"
#include "stat/noise.h"
#include "stat/signflip.h"
#include "stat/tango.h"
#include "stat/wilson.h"

/* want was printed with so many digits after the point */
#define near(got, want, digits)                                                                    \
	do {                                                                                       \
		double got_ = (got);                                                               \
		if (!(fabs(got_ - (want)) <= .500001 * pow(10, -(digits))))                        \
			fail_msg("%s = %.12g, want %.12g", #got, got_, (double)(want));            \
	} while (0)

static void
wilson(void **state)
{
	struct interval r;

	(void)state;
	r = wilson_interval(7, 10, .95);
	near(r.lo, .39678, 5);
	near(r.hi, .89221, 5);
	r = wilson_interval(0, 10, .95);
	assert_true(r.lo == 0);
	near(r.hi, .27753, 5);
	r = wilson_interval(90, 100, .95);
	near(r.lo, .82563, 5);
	near(r.hi, .94477, 5);
	r = wilson_interval(164, 164, .95);
	near(r.lo, .97711, 5);
	assert_true(r.hi == 1);
	r = wilson_interval(0, 0, .95);
	assert_true(isnan(r.lo) && isnan(r.hi));
}

/* 20 items: d_i = A_i − B_i */
static void
pair(double *d, size_t *cluster)
{
	static const char a[] = "11110011011101101110", b[] = "11010010011111001110";

	for (size_t i = 0; i < 20; i++) {
		d[i] = a[i] - b[i];
		cluster[i] = i / 4;
	}
}

static void
paired_and_clustered(void **state)
{
	double d[20];
	size_t cluster[20];
	struct mean_estimate m;

	(void)state;
	pair(d, cluster);
	m = mean_of(d, 20);
	near(m.mean, .1, 12);
	near(m.se, .1, 4);
	assert_true(m.df == 19);
	near(paired_proportion_se(3, 1, 20), m.se, 12);
	m = clustered_mean(d, cluster, 20, 5, false);
	near(m.se, .0548, 4);
	m = clustered_mean(d, cluster, 20, 5, true);
	near(m.se, .0612, 4);
	assert_true(m.df == 4);
	memset(cluster, 0, sizeof cluster);
	m = clustered_mean(d, cluster, 20, 1, true);
	assert_true(isnan(m.se) && isnan(m.df));
	near(m.mean, .1, 12);
}

static void
tango(void **state)
{
	struct interval r = tango_interval(0, 0, 164, .95), back;

	(void)state;
	near(r.lo, -.0228874, 7);
	near(r.hi, .0228874, 7);
	r = tango_interval(3, 1, 20, .95);
	near(r.lo, -.124118, 6);
	near(r.hi, .326428, 6);
	back = tango_interval(1, 3, 20, .95);
	assert_true(back.lo == -r.hi && back.hi == -r.lo);
	r = tango_interval(10, 0, 10, .95);
	assert_true(r.hi == 1 && r.lo < 1 && r.lo > 0);
	r = tango_interval(1, 0, 1, .95);
	assert_true(r.hi == 1 && r.lo >= -1 && r.lo < 1);
	r = tango_interval(0, 0, 0, .95);
	assert_true(isnan(r.lo));
}

static void
exact_mcnemar(void **state)
{
	(void)state;
	near(mcnemar_exact(10, 3), .092285, 6);
	near(mcnemar_mid_p(10, 3), .057373, 6);
	assert_true(mcnemar_exact(0, 6) == .03125);
	assert_true(mcnemar_exact(5, 5) == 1);
	near(mcnemar_mid_p(5, 5), .87695, 5);
	assert_true(mcnemar_exact(3, 1) == .625);
	assert_true(mcnemar_exact(0, 0) == 1 && mcnemar_mid_p(0, 0) == 1);
	assert_true(mcnemar_exact(3, 10) == mcnemar_exact(10, 3));
}

static void
adjusted(void **state)
{
	static const double p[] = {.205, .001, .008, .042, .039, .041, .06, .074};
	static const double bh[] = {.205, .008, .032, .0672, .0672, .0672, .08, .0846};
	static const double same[] = {.03, .03, .03};
	double got[8];

	(void)state;
	holm(p, 8, 8, got);
	near(got[1], .008, 9);
	near(got[2], .056, 9);
	near(got[4], .234, 9);
	assert_true(got[0] >= got[7] && got[7] >= got[6] && got[6] >= got[3]);
	benjamini_hochberg(p, 8, 8, got);
	for (int i = 0; i < 8; i++)
		near(got[i], bh[i], 4);
	holm(same, 3, 3, got);
	assert_true(got[0] == got[1] && got[1] == got[2]);
	near(got[0], .09, 12);
	/* a member of the family that gave no p counts all the same */
	holm(same, 1, 8, got);
	near(got[0], .24, 12);
	holm(p, 0, 0, got);
}

static void
detectable(void **state)
{
	double se;

	(void)state;
	near(mde_factor(.05, .8), 2.8016, 4);
	near(mde_factor(.05 / 8, .8), 3.576, 3);
	assert_true(items_needed(1. / 9, 0, 0, 1, 1, .03, .05, .8, 1) == 969);
	/* n 198, σ² 1/6 on either side, ω² 1/9 */
	se = sqrt(paired_variance(1. / 9, 1. / 6, 1. / 6, 1, 1, 198));
	near(100 * mde(se, .05, .8, 1), 13.27, 2);
	se = sqrt(paired_variance(1. / 9, 1. / 6, 1. / 6, 10, 10, 198));
	near(100 * mde(se, .05, .8, 1), 7.57, 2);
	near(100 * mde_discordant(.1, 200, .05, .8, 1), 6.26, 2);
	near(100 * mde_discordant(.1, 500, .05, .8, 1), 3.96, 2);
	near(100 * mde_discordant(.1, 500, .05, .8, 8), 5.06, 2);
}

static void
passes(void **state)
{
	(void)state;
	near(pass_at_k(10, 3, 5), .916667, 6);
	near(pass_at_k(200, 10, 100), .999229, 6);
	assert_true(isnan(pass_at_k(4, 2, 5)));
	assert_true(pass_at_k(5, 5, 1) == 1 && pass_at_k(5, 0, 5) == 0);
}

static void
floors(void **state)
{
	/* items × runs; run means .5 .75 .5 */
	static const double y[] = {1, 1, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0};
	static const double still[] = {1, 1, 1, 0, 0, 0, 1, 1, 1};
	struct noise o = noise_parts(y, 4, 3);
	double df;

	(void)state;
	near(o.s_m, .14433757, 8);
	near(o.ms_run, 4 * o.s_m * o.s_m, 12);
	near(o.f, o.ms_run / o.ms_e, 12);
	/* per item 2c(R−c)/(R(R−1)): 0, 2/3, 2/3, 2/3 */
	near(o.flip_rate, .5, 12);
	assert_false(o.identical);
	assert_true(isnan(o.flip_upper) && o.tau2 == 0);
	o = noise_parts(still, 3, 3);
	assert_true(o.identical && o.s_m == 0 && o.flip_rate == 0 && isnan(o.f));
	near(o.flip_upper, 1 - cbrt(.05), 12);
	near(sd_upper_factor(3), 4.42, 2);
	near(sd_upper_factor(5), 2.37, 2);
	near(sd_upper_factor(10), 1.65, 2);
	near(noise_floor(.01, 3, 3, 3), 4.302653 * .01 * sqrt(2. / 3), 8);
	assert_true(isnan(contrast_floor(.01, 2, .01, 3)));
	assert_true(contrast_floor(0, 3, 0, 3) == 0);
	/* equal sides: ν = 2(R−1) */
	near(contrast_floor(.01, 3, .01, 3), 2.776445 * .01 * sqrt(2. / 3), 8);
	near(contrast_floor(.01, 3, 0, 3), 4.302653 * .01 * sqrt(1. / 3), 8);
	near(total_se(.03, 99, .0004, 4, .0004, 4, &df), sqrt(.0009 + .0002), 12);
	near(df, .0011 * .0011 / (.0009 * .0009 / 99 + 2 * .0001 * .0001 / 3), 8);
}

static void
grades(void **state)
{
	struct grade_input in = {.starred = true,
		.first = -.05,
		.diff = -.04,
		.se = .01,
		.floor = .02,
		.ninety_five = {-.06, -.02},
		.ninety = {-.056, -.024},
		.margin = .03};

	(void)state;
	assert_string_equal(grade_name(grade_gap(&in)), "stands");
	in.floor = .04;
	assert_string_equal(grade_name(grade_gap(&in)), "inside-noise");
	in.floor = .02;
	in.diff = .04; /* the other way round than what was selected */
	assert_string_equal(grade_name(grade_gap(&in)), "inside-noise");
	in.diff = -.04;
	in.floor = NAN;
	assert_string_equal(grade_name(grade_gap(&in)), "ungraded");
	in.floor = .02;
	in.se = 0;
	assert_string_equal(grade_name(grade_gap(&in)), "ungraded");
	in.se = .01;
	in.starred = false;
	assert_string_equal(grade_name(grade_gap(&in)), "unresolved");
	in.ninety_five = (struct interval){-.029, .005};
	assert_string_equal(grade_name(grade_gap(&in)), "no-deficit");
	in.margin = NAN;
	assert_string_equal(grade_name(grade_gap(&in)), "unresolved");
	assert_true(is_equivalent((struct interval){-.02, .02}, .021));
	assert_false(is_equivalent((struct interval){-.02, .022}, .021));
	assert_false(is_noninferior((struct interval){NAN, NAN}, .03));
}

static void
student(void **state)
{
	struct interval r = t_interval(.1, .05, 9, .95);
	struct mean_estimate m[2] = {{10, .5, .1, 9}, {20, .7, .05, 19}}, r2;
	double v[2] = {.01, .0025}, df[2] = {9, 19};

	(void)state;
	near(r.lo, .1 - 2.262157 * .05, 6);
	near(r.hi, .1 + 2.262157 * .05, 6);
	near(t_p(.1, .05, 9), .0765526, 6);
	assert_true(isnan(t_p(.1, 0, 9)) && isnan(t_interval(.1, 0, 9, .95).lo));
	assert_true(isnan(t_interval(.1, NAN, NAN, .95).lo));
	r2 = mean_of_means(m, 2);
	near(r2.mean, .6, 12);
	near(r2.se, sqrt(.0125) / 2, 12);
	near(r2.df, welch_satterthwaite(v, df, 2), 12);
	m[1].se = NAN;
	assert_true(isnan(mean_of_means(m, 2).se));
	assert_true(isnan(mean_of(NULL, 0).mean) && isnan(mean_of(v, 1).se));
}

static void
flips_of_sign(void **state)
{
	double w[40];
	struct signflip s;

	(void)state;
	for (int i = 0; i < 13; i++)
		w[i] = i < 10 ? 1 : -1;
	s = signflip_test(w, 13, 1000, 1);
	assert_true(s.exact);
	near(s.p, mcnemar_exact(10, 3), 12);
	/* thirds, as means of three replicates are; by convolution */
	for (int i = 0; i < 40; i++)
		w[i] = (i % 4 - 1) / 3.;
	s = signflip_test(w, 40, 1000, 1);
	assert_true(s.exact && s.p > 0 && s.p < .05);
	/* no common step: by enumeration, here 2 of 8 patterns */
	w[0] = 1;
	w[1] = M_PI;
	w[2] = M_E;
	s = signflip_test(w, 3, 1000, 1);
	assert_true(s.exact);
	near(s.p, .25, 12);
	for (int i = 0; i < 40; i++)
		w[i] = sin(i + 1) + .2;
	s = signflip_test(w, 40, 20000, 7);
	assert_false(s.exact);
	assert_true(s.resamples == 20000 && s.p > .03 && s.p < .2);
	assert_true(s.p == signflip_test(w, 40, 20000, 7).p);
	memset(w, 0, sizeof w);
	assert_true(signflip_test(w, 40, 10, 1).p == 1);
}

static void
bootstraps(void **state)
{
	double y[200], x[200];
	struct bca r, again;

	(void)state;
	for (int i = 0; i < 200; i++) {
		y[i] = i % 10 == 0 ? 1 : i % 17 == 0 ? -1 : 0;
		x[i] = 1;
	}
	r = bca_ratio(y, NULL, 200, .95, 5000, 42);
	assert_null(r.degenerate);
	near(r.estimate, .05, 12);
	assert_true(r.lo < .015 && r.lo > -.02 && r.hi > .085 && r.hi < .13);
	again = bca_ratio(y, NULL, 200, .95, 5000, 42);
	assert_true(r.lo == again.lo && r.hi == again.hi);
	/* the same by drawing units one by one */
	again = bca_ratio(y, x, 200, .95, 5000, 42);
	assert_true(fabs(again.lo - r.lo) < .012 && fabs(again.hi - r.hi) < .012);
	for (int i = 0; i < 200; i++)
		y[i] = .5;
	r = bca_ratio(y, NULL, 200, .95, 100, 42);
	assert_non_null(r.degenerate);
	assert_true(isnan(r.lo) && r.estimate == .5);
	assert_non_null(bca_ratio(y, NULL, 1, .95, 100, 42).degenerate);
}

static void
percentiles(void **state)
{
	struct histogram h = {0}, a = {0}, b = {0};

	(void)state;
	assert_true(isnan(histogram_percentile(&h, .5)));
	for (int i = 1; i <= 9999; i++)
		histogram_add(&h, i);
	assert_true(histogram_percentile(&h, .5) == 5000);
	for (int i = 10000; i <= 100000; i++)
		histogram_add(&h, i);
	for (int p = 0; p <= 100; p++) {
		double want = 1 + (1e5 - 1) * p / 100;

		assert_true(fabs(histogram_percentile(&h, p / 100.) - want) <= .0101 * want);
	}
	assert_true(histogram_mean(&h) == 50000.5);
	for (int i = 1; i <= 100000; i++)
		histogram_add(i % 3 ? &a : &b, i);
	histogram_merge(&a, &b);
	assert_true(a.n == h.n && histogram_mean(&a) == histogram_mean(&h));
	for (int p = 0; p <= 100; p++)
		assert_true(
			histogram_percentile(&a, p / 100.) == histogram_percentile(&h, p / 100.));
	histogram_free(&a);
	histogram_free(&b);
	histogram_free(&h);
}

static void
sums_keep_every_bit(void **state)
{
	static const double terms[] = {1e16, 1, -1e16, 1e-20, 3, -4, 1e100, -1e100};
	struct exact_sum forth = {0}, back = {0};
	struct moments m = {0};

	(void)state;
	for (int i = 0; i < 8; i++) {
		sum_add(&forth, terms[i]);
		sum_add(&back, terms[7 - i]);
	}
	assert_true(sum_value(&forth) == 1e-20 && sum_value(&back) == 1e-20);
	for (int i = 0; i < 1000000; i++)
		moments_add(&m, 1e9 + (i & 1));
	near(moments_variance(&m), .25 * 1e6 / (1e6 - 1), 12);
	memset(&m, 0, sizeof m);
	for (int i = 0; i < 7; i++)
		moments_add(&m, .1);
	assert_true(moments_variance(&m) < 1e-30);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wilson),
		cmocka_unit_test(paired_and_clustered),
		cmocka_unit_test(tango),
		cmocka_unit_test(exact_mcnemar),
		cmocka_unit_test(adjusted),
		cmocka_unit_test(detectable),
		cmocka_unit_test(passes),
		cmocka_unit_test(floors),
		cmocka_unit_test(grades),
		cmocka_unit_test(student),
		cmocka_unit_test(flips_of_sign),
		cmocka_unit_test(bootstraps),
		cmocka_unit_test(percentiles),
		cmocka_unit_test(sums_keep_every_bit),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
