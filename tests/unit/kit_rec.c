#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <stdlib.h>
#include <cmocka.h>

#include "kit/rec.h"
#include "kit/json.h"

static struct rec *
parse(const char *line)
{
	struct rec *r = rec_parse(line, strlen(line), NULL, NULL);

	assert_non_null(r);
	return r;
}

static void
becomes(struct rec *r, const char *want)
{
	struct buf b = BUF_INIT;

	rec_put(r, &b);
	assert_string_equal(b.s, want);
	buf_free(&b);
	rec_free(r);
}

static void
untouched_bytes_stay(void **state)
{
	struct rec *r;

	(void)state;
	becomes(parse("{ \"a\" : 1.50 ,\"b\":[ ] }"), "{ \"a\" : 1.50 ,\"b\":[ ] }\n");
	r = parse("{ \"a\" : 1.50 ,\"b\":[ ] }");
	rec_set_new(r, "b", json_true());
	becomes(r, "{ \"a\" : 1.50 ,\"b\":true }\n");
	r = parse("{ \"a\" : 1e0 }");
	rec_set_new(r, "verdict", json_pack("{sb}", "pass", 1));
	becomes(r, "{ \"a\" : 1e0,\"verdict\":{\"pass\":true} }\n");
	r = parse("{}");
	rec_set_new(r, "x", json_real(0.1));
	rec_set_new(r, "y", json_integer(2));
	rec_set_new(r, "x", json_real(2));
	becomes(r, "{\"x\":2.0,\"y\":2}\n");
	r = parse("{\"a\":1,\"b\":2,\"c\":3}");
	rec_set_new(r, "b", NULL);
	becomes(r, "{\"a\":1,\"c\":3}\n");
}

static void
fields_are_found(void **state)
{
	struct rec *r = parse("{\"k\\u0069nd\":\"\\u0061nswer\",\"n\":{\"x\":[1]}}");
	size_t len;

	(void)state;
	assert_true(rec_is(r, "answer"));
	assert_false(rec_is(r, "answe"));
	assert_string_equal(rec_kind(r), "answer");
	assert_int_equal(json_integer_value(json_array_get(json_path(rec_get(r, "n"), "x"), 0)), 1);
	assert_null(rec_get(r, "none"));
	assert_non_null(rec_raw(r, "n", &len));
	assert_int_equal(len, 9);
	json_t *v = rec_value(r);
	assert_int_equal(json_object_size(v), 2);
	json_decref(v);
	rec_free(r);
	r = rec_new("gap");
	assert_true(rec_is(r, "gap"));
	becomes(r, "{\"kind\":\"gap\"}\n");
}

static void
faults_have_a_column(void **state)
{
	size_t column = 0;
	const char *why = NULL;

	(void)state;
	assert_null(rec_parse("{\"a\":1,\"b\":x}", 13, &column, &why));
	assert_int_equal(column, 12);
	assert_string_equal(why, "unexpected character");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(untouched_bytes_stay),
		cmocka_unit_test(fields_are_found), cmocka_unit_test(faults_have_a_column)};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
