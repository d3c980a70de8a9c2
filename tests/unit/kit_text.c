/* Numbers, JSON as text, UTF-8, hashes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "kit/hash.h"
#include "kit/json.h"
#include "kit/num.h"
#include "kit/utf8.h"

static void
reals_read_back(void **state)
{
	char t[NUM_TEXT];
	uint64_t bits = 88172645463325252u;

	(void)state;
	num_real(t, 0.1);
	assert_string_equal(t, "0.1");
	num_real(t, 3);
	assert_string_equal(t, "3.0");
	num_real(t, 1e300);
	assert_string_equal(t, "1e+300");
	for (int i = 0; i < 200000; i++) {
		double x;
		bits ^= bits << 13, bits ^= bits >> 7, bits ^= bits << 17;
		memcpy(&x, &bits, sizeof x);
		if (x - x != 0)
			continue;
		num_real(t, x);
		assert_true(strtod(t, NULL) == x);
		num_canonical(t, x);
		assert_true(strtod(t, NULL) == x);
	}
}

/* RFC 8785, appendix B. */
static void
canonical_numbers(void **state)
{
	static const struct {
		uint64_t bits;
		const char *text;
	} rows[] = {{0x0000000000000000, "0"}, {0x8000000000000000, "0"},
		{0x0000000000000001, "5e-324"}, {0x7fefffffffffffff, "1.7976931348623157e+308"},
		{0x4340000000000000, "9007199254740992"},
		{0x4430000000000000, "295147905179352830000"},
		{0x44b52d02c7e14af5, "9.999999999999997e+22"}, {0x44b52d02c7e14af6, "1e+23"},
		{0x444b1ae4d6e2ef4e, "999999999999999700000"}, {0x444b1ae4d6e2ef50, "1e+21"},
		{0x3eb0c6f7a0b5ed8c, "9.999999999999997e-7"}, {0x3eb0c6f7a0b5ed8d, "0.000001"},
		{0x41b3de4355555553, "333333333.3333332"},
		{0xbecbf647612f3696, "-0.0000033333333333333333"}};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char t[NUM_TEXT];
		double x;
		memcpy(&x, &rows[i].bits, sizeof x);
		num_canonical(t, x);
		assert_string_equal(t, rows[i].text);
	}
}

/* RFC 8785, 3.2.3. */
static void
canonical_members_sort_by_utf16(void **state)
{
	json_t *v = json_pack("{ss ss ss ss ss ss ss}", "\xe2\x82\xac", "Euro", "\r", "CR",
		"\xef\xac\xb3", "Hebrew", "1", "One", "\xf0\x9f\x98\x80", "Emoji", "\xc2\x80",
		"Control", "\xc3\xb6", "o");
	struct buf b = BUF_INIT;

	(void)state;
	json_put_canonical(&b, v);
	assert_string_equal(b.s,
		"{\"\\r\":\"CR\",\"1\":\"One\",\"\xc2\x80\":\"Control\",\"\xc3\xb6\":\"o\","
		"\"\xe2\x82\xac\":\"Euro\",\"\xf0\x9f\x98\x80\":\"Emoji\",\"\xef\xac\xb3\":"
		"\"Hebrew\"}");
	buf_free(&b);
	json_decref(v);
}

static void
strings_are_repaired(void **state)
{
	struct buf b = BUF_INIT;

	(void)state;
	assert_int_equal(json_put_string(&b, "a\xff\x01\"\\\n\x7f\xe2\x82\xac", 10), 1);
	assert_string_equal(b.s, "\"a\xef\xbf\xbd\\u0001\\\"\\\\\\n\x7f\xe2\x82\xac\"");
	buf_free(&b);
}

static void
checked_numbers(void **state)
{
	int64_t i = -1;
	double x = -1;

	(void)state;
	assert_true(num_parse_int("12", 0, 12, &i));
	assert_int_equal(i, 12);
	static const char *const bad[] = {
		"", " 1", "1 ", "+1", "1x", "13", "-1", "99999999999999999999"};
	for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
		assert_false(num_parse_int(bad[k], 0, 12, &i));
	assert_int_equal(i, 12);
	assert_true(num_parse_real("-.5", -1, 1, &x));
	assert_false(num_parse_real("nan", -1, 1, &x));
	assert_false(num_parse_real("1e999", -1, 1e308, &x));
	assert_true(x == -.5);
}

static void
sizes_and_times_as_people_write_them(void **state)
{
	char t[NUM_TEXT];

	(void)state;
	num_human_bytes(t, 98362432);
	assert_string_equal(t, "93.8 MiB");
	num_human_bytes(t, 12);
	assert_string_equal(t, "12 B");
	num_human_seconds(t, .0123);
	assert_string_equal(t, "12 ms");
	num_human_seconds(t, 3.14);
	assert_string_equal(t, "3.1 s");
	num_human_seconds(t, 200);
	assert_string_equal(t, "3 min 20 s");
	num_human_seconds(t, 7500);
	assert_string_equal(t, "2 h 5 min");
}

static void
hashes(void **state)
{
	char hex[HASH_HEX];

	(void)state;
	hash_hex("abc", 3, hex);
	assert_string_equal(
		hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(reals_read_back),
		cmocka_unit_test(canonical_numbers),
		cmocka_unit_test(canonical_members_sort_by_utf16),
		cmocka_unit_test(strings_are_repaired), cmocka_unit_test(checked_numbers),
		cmocka_unit_test(sizes_and_times_as_people_write_them), cmocka_unit_test(hashes)};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
