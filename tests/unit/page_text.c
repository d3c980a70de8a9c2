/* Escapes and figures: what others wrote is shown for what it is, numbers as people write them. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "page/escape.h"
#include "page/figure.h"

static void
visible(void **state)
{
	static const struct {
		const char *in, *out;
	} cases[] = {
		{"plain", "plain"},
		{"a\nb\tc", "a b c"},
		{"\033[31m", "\xe2\x90\x9b[31m"},
		{"\x7f", "\xe2\x90\xa1"},
		{"\xe2\x80\xae", "<U+202E>"},
		{"\xe2\x80\x8b", "<U+200B>"},
		{"\xef\xbb\xbf", "<U+FEFF>"},
		{"\xc2\x9b", "<U+009B>"},
		{"\xc3\xa9 \xe4\xb8\xad \xf0\x9f\x98\x80",
			"\xc3\xa9 \xe4\xb8\xad \xf0\x9f\x98\x80"},
		/* joiners belong to emoji and to scripts */
		{"\xe2\x80\x8d", "\xe2\x80\x8d"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct buf b = BUF_INIT;

		escape_visible(&b, cases[i].in, false);
		assert_string_equal(b.s, cases[i].out);
		buf_free(&b);
	}
}

static void
html(void **state)
{
	struct buf b = BUF_INIT;

	(void)state;
	escape_html(&b, "<a href='x' b=\"y\">&\n</script>", false);
	assert_string_equal(b.s, "&lt;a href=&#39;x&#39; b=&quot;y&quot;&gt;&amp; &lt;/script&gt;");
	buf_free(&b);
	escape_json_block(&b, "[\"</script><!--\"]", 17);
	assert_string_equal(b.s, "[\"\\u003c/script>\\u003c!--\"]");
	buf_free(&b);
}

static void
markdown(void **state)
{
	struct buf b = BUF_INIT;

	(void)state;
	escape_md(&b, "a|b [c](d) <i> q8_0 _x_ `y`");
	assert_string_equal(b.s, "a\\|b \\[c\\](d) &lt;i> q8_0 \\_x\\_ \\`y\\`");
	buf_free(&b);
	escape_md_code(&b, "a`b");
	assert_string_equal(b.s, "`` a`b ``");
	buf_free(&b);
}

static void
others(void **state)
{
	struct buf b = BUF_INIT;

	(void)state;
	escape_csv(&b, "a,\"b\"");
	assert_string_equal(b.s, "\"a,\"\"b\"\"\"");
	buf_free(&b);
	escape_url(&b, "a b/\xc3\xa9");
	assert_string_equal(b.s, "a%20b%2F%C3%A9");
	buf_free(&b);
	assert_int_equal(escape_columns("ab\xe4\xb8\xad"
					"e\xcc\x81"),
		5);
}

typedef void writer(struct buf *, double);

static void
figures(void **state)
{
	static const struct {
		writer *write;
		double x;
		const char *out;
	} cases[] = {
		{figure_percent, .8234, "82.3%"},
		{figure_percent, 1, "100.0%"},
		{figure_percent, NAN, FIGURE_NONE},
		{figure_points, -.041, FIGURE_MINUS "4.1"},
		{figure_points, .012, "+1.2"},
		{figure_points, -.0004, "0.0"},
		{figure_width, .049, "4.9"},
		{figure_mde, 2.354, ">100"},
		{figure_rate, 39.46, "39.5"},
		{figure_rate, 219.4, "219"},
		{figure_rate, 99.96, "100"},
		{figure_rate, 1234, "1,234"},
		{figure_rate, 1.234, "1.23"},
		{figure_mib, 812, "812 MiB"},
		{figure_mib, 12122, "11.8 GiB"},
		{figure_mib_change, -1843.2, FIGURE_MINUS "1.8 GiB"},
		{figure_ms, 58.2, "58 ms"},
		{figure_ms, 1240, "1.24 s"},
		{figure_seconds, 125, "2 min 5 s"},
		{figure_seconds, 7500, "2 h 5 min"},
		{figure_parameters, 27e9, "27B"},
		{figure_parameters, 134.5e6, "134M"},
		{figure_count, 1234567, "1,234,567"},
		{figure_p, .0001, "<.001"},
		{figure_p, .031, "0.031"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct buf b = BUF_INIT;

		cases[i].write(&b, cases[i].x);
		assert_string_equal(b.s, cases[i].out);
		buf_free(&b);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(visible),
		cmocka_unit_test(html),
		cmocka_unit_test(markdown),
		cmocka_unit_test(others),
		cmocka_unit_test(figures),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
