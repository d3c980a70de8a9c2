/* The index against Jansson: the same lines accepted, the same values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <stdlib.h>
#include <cmocka.h>
#include <jansson.h>

#include "kit/buf.h"
#include "kit/mem.h"
#include "kit/scan.h"

static void
same_as_jansson(const char *text, size_t len)
{
	struct scan s = {0};
	json_t *v = json_loadb(text, len, JSON_REJECT_DUPLICATES, NULL);
	bool want = json_is_object(v), got = scan_object(&s, text, len);

	if (want != got)
		print_error("%.*s: ours %d (%s), Jansson %d\n", (int)len, text, got,
			got ? "" : s.why, want);
	assert_int_equal(want, got);
	if (got) {
		assert_int_equal(json_object_size(v), s.nmembers);
		for (size_t i = 0; i < s.nmembers; i++) {
			struct member *m = &s.members[i];
			char *key = xmalloc(m->key.len + 1);
			scan_unescape(m->key.s, m->key.len, key);
			json_t *ours = json_loadb(m->value.s, m->value.len, JSON_DECODE_ANY, NULL);
			assert_true(json_equal(ours, json_object_get(v, key)));
			json_decref(ours);
			free(key);
		}
	} else {
		assert_non_null(s.why);
		assert_in_range(s.column, 1, len + 1);
	}
	json_decref(v);
	scan_free(&s);
}

static void
accepted_lines(void **state)
{
	static const char *const lines[] = {"{}", " { } \r", "{\"a\":1}",
		"{\"a\":{\"b\":[1,2.5,-0,1e5]}}", "{\"a\":\"\\u00e9\\ud83d\\ude00\\n\\/\"}",
		"{\"\":null,\"x\":true,\"y\":false}", "{\"a\":9223372036854775807}",
		"{\"a\":-9223372036854775808}", "{\"a\":1e-400}", "{\"a\":0.1,\"A\":0.1}",
		"{\"\xc3\xa9\":\"\xf0\x9f\x98\x80\"}", "{\"a\":\"\x7f\"}",
		"{\"k1\":1,\"k2\":1,\"k3\":1,\"k4\":1,\"k5\":1,\"k6\":1,\"k7\":1,\"k8\":1,\"k9\":1,"
		"\"k10\":2}"};

	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		struct scan s = {0};
		same_as_jansson(lines[i], strlen(lines[i]));
		assert_true(scan_object(&s, lines[i], strlen(lines[i])));
		scan_free(&s);
	}
}

static void
refused_lines(void **state)
{
	static const char *const lines[] = {"", "  ", "[]", "1", "{", "{\"a\"}", "{\"a\":}",
		"{\"a\":1,}", "{,}", "{\"a\":1}x", "{\"a\":01}", "{\"a\":1.}", "{\"a\":.5}",
		"{\"a\":1e}", "{\"a\":+1}", "{\"a\":-}", "{\"a\":1e400}",
		"{\"a\":9223372036854775808}", "{\"a\":NaN}", "{\"a\":tru}", "{\"a\":truex}",
		"{\"a\":\"\\u0000\"}", "{\"a\":\"\\ud800\"}", "{\"a\":\"\\udc00\"}",
		"{\"a\":\"\\ud800\\u0041\"}", "{\"a\":\"\\x\"}", "{\"a\":\"\t\"}",
		"{\"a\":\"\xff\"}", "{\"a\":\"\xc0\x80\"}", "{\"a\":\"\xed\xa0\x80\"}",
		"{\"a\":1,\"a\":2}", "{\"a\":1,\"\\u0061\":2}", "{\"b\":{\"a\":1,\"a\":2}}",
		"\xef\xbb\xbf{}", "{'a':1}",
		"{\"k1\":1,\"k2\":1,\"k3\":1,\"k4\":1,\"k5\":1,\"k6\":1,\"k7\":1,\"k8\":1,\"k9\":1,"
		"\"k2\":2}"};

	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		struct scan s = {0};
		same_as_jansson(lines[i], strlen(lines[i]));
		assert_false(scan_object(&s, lines[i], strlen(lines[i])));
		scan_free(&s);
	}
	same_as_jansson("{\"a\":\"\0\"}", 9);
}

static void
depth_is_bounded(void **state)
{
	(void)state;
	for (int depth = 2044; depth <= 2050; depth++) {
		struct buf b = BUF_INIT;
		buf_puts(&b, "{\"a\":");
		for (int i = 0; i < depth; i++)
			buf_putc(&b, '[');
		for (int i = 0; i < depth; i++)
			buf_putc(&b, ']');
		buf_putc(&b, '}');
		same_as_jansson(b.s, b.len);
		buf_free(&b);
	}
}

static void
every_cut_and_flip(void **state)
{
	static const char line[] =
		"{\"kind\":\"x\",\"n\":[-1.5e3,null,{\"\\u00e9\":\"\xc3\xa9\\n\"}],\"z\":12}";
	char copy[sizeof line];
	static const char swaps[] = "\"\\{}[],: 01eE.-u\n\x80\xc3";

	(void)state;
	for (size_t n = 0; n <= strlen(line); n++)
		same_as_jansson(line, n);
	for (size_t i = 0; i < strlen(line); i++)
		for (const char *c = swaps; *c; c++) {
			memcpy(copy, line, sizeof line);
			copy[i] = *c;
			same_as_jansson(copy, strlen(line));
		}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(accepted_lines),
		cmocka_unit_test(refused_lines), cmocka_unit_test(depth_is_bounded),
		cmocka_unit_test(every_cut_and_flip)};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
