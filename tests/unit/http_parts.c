/* The small parts of query: counters, chunk scan, text repair, request bodies, shares of a processor. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "http/chunk.h"
#include "http/echo.h"
#include "http/host.h"
#include "http/meter.h"
#include "http/metrics.h"
#include "http/request.h"
#include "kit/json.h"

static void
counters(void **state)
{
	static const char text[] =
		"# HELP a_total text\n# TYPE a_total counter\n"
		"a_total{m=\"x y}\",n=\"a_total 9\"} 3.0\na_total{m=\"z\"} 4\na_totally 100\n"
		"b_total 1e3\nc_total NaN\nd_total -1\ne_total\nf_total{x=\"1\" 5\na_total 0.0";

	(void)state;
	assert_int_equal(metrics_sum(text, sizeof text - 1, "a_total"), 7);
	assert_int_equal(metrics_sum(text, sizeof text - 1, "b_total"), 1000);
	assert_int_equal(metrics_sum(text, sizeof text - 1, "c_total"), -1);
	assert_int_equal(metrics_sum(text, sizeof text - 1, "d_total"), -1);
	assert_int_equal(metrics_sum(text, sizeof text - 1, "e_total"), -1);
	assert_int_equal(metrics_sum(text, sizeof text - 1, "f_total"), -1);
	assert_int_equal(metrics_sum(text, sizeof text - 1, "total"), -1);
	assert_int_equal(metrics_sum("", 0, "a"), -1);
}

static void
chunks_that_are_none(void **state)
{
	static const char *const bad[] = {"", "[]", "1", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}",
		"{\"a\":1}x", "{\"a\":\"", "{\"a\":\"\\", "{\"a\":tru}", "{\"a\":-}", "{\"a\":1.}",
		"{\"a\":1e}", "{a:1}", "{\"a\":[1,]}", "{\"a\":[1", "{\"a\":1 \"b\":2}"};
	struct chunk c;
	const char *why;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		assert_false(chunk_scan(bad[i], strlen(bad[i]), &c, &why));
		assert_non_null(why);
	}
	assert_true(chunk_scan(" { } ", 5, &c, &why));
	assert_int_equal(c.completion, -1);
	assert_null(c.text.s);
}

static void
deep_chunks_do_no_harm(void **state)
{
	enum { DEEP = 100000 };
	char *s = malloc(DEEP);
	struct chunk c;
	const char *why;

	(void)state;
	memset(s, '[', DEEP);
	memcpy(s, "{\"a\":", 5);
	assert_false(chunk_scan(s, DEEP, &c, &why));
	assert_string_equal(why, "nested too deeply");
	free(s);
}

static void
counts_out_of_range_are_absent(void **state)
{
	static const char s[] =
		"{\"usage\":{\"completion_tokens\":99999999999999999999,\"prompt_tokens\":1.5},"
		"\"timings\":{\"predicted_n\":-3,\"prompt_ms\":1e2}}";
	struct chunk c;
	const char *why;

	(void)state;
	assert_true(chunk_scan(s, sizeof s - 1, &c, &why));
	assert_int_equal(c.completion, -1);
	assert_int_equal(c.prompt, -1);
	assert_int_equal(c.predicted, -1);
	assert_true(c.prompt_ms == 100);
}

static void
elements_are_counted(void **state)
{
	(void)state;
	assert_int_equal(chunk_count((struct span){"[]", 2}), 0);
	assert_int_equal(chunk_count((struct span){"[ 1, 22 ,333]", 13}), 3);
	assert_int_equal(chunk_count((struct span){NULL, 0}), 0);
}

static void
text_is_repaired(void **state)
{
	static const struct {
		const char *in, *out;
		size_t len, repaired;
	} cases[] = {
		{"plain", "plain", 5, 0},
		{"", "", 0, 0},
		{"a\0b",
			"a\xef\xbf\xbd"
			"b",
			3, 1},
		{"\xc3\xa9", "\xc3\xa9", 2, 0},
		{"\xc3", "\xef\xbf\xbd", 1, 1},
		{"\xed\xa0\xbd\xed\xb8\x80", "\xf0\x9f\x98\x80", 6, 0},
		{"\xed\xb8\x80\xed\xa0\xbd", "\xef\xbf\xbd\xef\xbf\xbd", 6, 2},
		{"\xed\xa0\xbdx", "\xef\xbf\xbdx", 4, 1},
		{"\xf4\x90\x80\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd", 4, 4},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct buf b = BUF_INIT;

		buf_add(&b, cases[i].in, cases[i].len);
		assert_int_equal(text_repair(&b), cases[i].repaired);
		assert_string_equal(b.s ? b.s : "", cases[i].out);
		buf_free(&b);
	}
}

static struct rec *
item(const char *text)
{
	struct rec *r = rec_parse(text, strlen(text), NULL, NULL);

	assert_non_null(r);
	return r;
}

static void
items_that_cannot_be_asked(void **state)
{
	static const char *const bad[] = {"{\"kind\":\"item\"}",
		"{\"messages\":[],\"prompt\":\"x\"}", "{\"messages\":{}}", "{\"prompt\":[1]}",
		"{\"prompt\":\"x\",\"tools\":{}}", "{\"prompt\":\"x\",\"sampling\":[]}",
		"{\"prompt\":\"x\",\"limits\":1}", "{\"prompt\":\"x\",\"sampling\":{\"stop\":1}}",
		"{\"prompt\":\"x\",\"sampling\":{\"seed\":1.5}}",
		"{\"prompt\":\"x\",\"limits\":{\"max_tokens\":0}}",
		"{\"prompt\":\"x\",\"limits\":{\"timeout_s\":0}}"};

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct rec *r = item(bad[i]);

		assert_non_null(request_fault(r));
		rec_free(r);
	}
}

static uint64_t
identity_of(const char *text)
{
	struct rec *r = item(text);
	uint64_t h = request_identity(r);

	rec_free(r);
	return h;
}

static void
identity_is_what_is_asked(void **state)
{
	static const char *const others[] = {"{\"task\":\"t\",\"id\":\"2\",\"prompt\":\"x\"}",
		"{\"task\":\"u\",\"id\":\"1\",\"prompt\":\"x\"}",
		"{\"task\":\"t\",\"id\":\"1\",\"prompt\":\"y\"}",
		"{\"task\":\"t\",\"id\":\"1\",\"prompt\":\"x\",\"limits\":{}}",
		"{\"task\":\"t\",\"id\":\"1\",\"messages\":\"x\"}"};
	uint64_t h = identity_of("{\"task\":\"t\",\"id\":\"1\",\"prompt\":\"x\"}");

	(void)state;
	assert_true(
		h == identity_of(
			     "{\"id\":\"1\", \"prompt\" : \"x\",\"kind\":\"answer\",\"task\":\"t\","
			     "\"scoring\":{\"a\":1},\"seq\":3,\"answer\":{}}"));
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		assert_true(h != identity_of(others[i]));
}

static void
others_share(void **state)
{
	const struct host_sample a = {true, 10, 100, 5}, b = {true, 40, 150, 25}, none = {0},
				 odd = {true, 20, 150, 50};

	(void)state;
	assert_true(fabs(host_share_of_others(&a, &b) - .2) < 1e-12);
	assert_true(host_share_of_others(&a, &none) < 0);
	assert_true(host_share_of_others(&a, &a) < 0);
	assert_true(host_share_of_others(&a, &odd) == 0);
	assert_false(host_sample(0).known);
}

static void
flight_is_weighted_by_time(void **state)
{
	struct meter m = {0};

	(void)state;
	meter_flight(&m, 1, 0);
	meter_flight(&m, 1, 2);
	meter_flight(&m, -2, 3);
	meter_flight(&m, 0, 10);
	assert_true(fabs(m.busy_s - 4) < 1e-12);
}

static void
slo_is_from_when_it_was_due(void **state)
{
	struct arrival at[] = {{1.2, 3, 0}, {2.2, 10, 0}};
	struct answer a = {.due_s = 1,
		.sent_s = 1.1,
		.first_token_s = 1.2,
		.last_token_s = 2.2,
		.arrivals = at,
		.narrivals = 2,
		.completion = 13};

	(void)state;
	assert_true(slo_met(&(struct slo){201, 101}, &a));
	assert_false(slo_met(&(struct slo){150, -1}, &a));
	assert_false(slo_met(&(struct slo){-1, 99}, &a));
	assert_true(slo_met(&(struct slo){-1, -1}, &a));
	a.error = ANSWER_LOST;
	assert_false(slo_met(&(struct slo){-1, -1}, &a));
}

static size_t
findings(const char *slots, const char *sampling, json_t **first)
{
	json_t *s = json_loads(slots, 0, NULL), *a = json_loads(sampling, 0, NULL);
	json_t *list = echo_findings(s, a, -1, 8, "c");
	size_t n = json_array_size(list);

	*first = json_incref(json_array_get(list, 0));
	json_decref(list);
	json_decref(s);
	json_decref(a);
	return n;
}

static void
sampling_that_differs_is_found(void **state)
{
	static const char slots[] =
		"[{\"id\":0},{\"params\":{\"seed\":4294967295,\"n_predict\":8,\"top_k\":40,"
		"\"min_p\":0.0500000007,\"temperature\":0.0}}]";
	json_t *f;

	(void)state;
	assert_int_equal(
		findings(slots, "{\"temperature\":0,\"min_p\":0.05,\"top_k\":40,\"stop\":[]}", &f),
		0);
	assert_int_equal(findings(slots, "{\"top_k\":5}", &f), 1);
	assert_string_equal(json_str(f, "id", ""), "sampling-differs");
	assert_string_equal(
		json_str(f, "means", ""), "the server sampled with top_k 40, asked was 5");
	json_decref(f);
	assert_int_equal(findings(slots, "{\"repetition_penalty\":1.1}", &f), 1);
	assert_string_equal(json_str(f, "id", ""), "sampling-ignored");
	json_decref(f);
	assert_int_equal(
		findings("[{\"params\":{\"seed\":1,\"n_predict\":8}}]", "{\"top_k\":5}", &f), 0);
	assert_int_equal(findings("[]", "{\"top_k\":5}", &f), 0);
	assert_int_equal(findings("{}", "{\"top_k\":5}", &f), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counters),
		cmocka_unit_test(chunks_that_are_none),
		cmocka_unit_test(deep_chunks_do_no_harm),
		cmocka_unit_test(counts_out_of_range_are_absent),
		cmocka_unit_test(elements_are_counted),
		cmocka_unit_test(text_is_repaired),
		cmocka_unit_test(items_that_cannot_be_asked),
		cmocka_unit_test(identity_is_what_is_asked),
		cmocka_unit_test(sampling_that_differs_is_found),
		cmocka_unit_test(others_share),
		cmocka_unit_test(flight_is_weighted_by_time),
		cmocka_unit_test(slo_is_from_when_it_was_due),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
