/*
 * Every recorded stream under fixtures/streams, cut in two at every byte, and cut into single bytes, gives
 * the answer that stands beside it; and random streams, cut at random, give theirs.
 *
 * NAME.http is what a server sent, its head included; NAME.json the answer, with all times 1.
 * "http_streams print FILE" prints the answer of a stream, for a new fixture.
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "http/answer.h"
#include "http/sse.h"
#include "kit/buf.h"
#include "kit/file.h"
#include "kit/json.h"
#include "kit/mem.h"

#define FIXTURES "fixtures/streams"

struct feed {
	struct answer a;
	struct sse sse;
	bool over;
};

static bool
on_event(void *ctx, enum sse_kind kind, const char *data, size_t len)
{
	struct feed *f = ctx;

	return answer_event(&f->a, kind, data, len, 1);
}

static void
feed_piece(struct feed *f, const char *s, size_t len)
{
	/* a copy of its very size, so that reading past a piece is seen */
	char *copy = xmalloc(len ? len : 1);

	memcpy(copy, s, len);
	if (!f->over && !sse_feed(&f->sse, copy, len, on_event, f))
		f->over = true;
	free(copy);
}

static void
feed_end(struct feed *f, struct buf *out)
{
	if (!f->over)
		sse_finish(&f->sse, on_event, f);
	answer_finish(&f->a, -1);
	buf_clear(out);
	answer_put(&f->a, out, ANSWER_ARRIVALS | ANSWER_IDS);
	buf_putc(out, '\n');
}

static void
feed_start(struct feed *f)
{
	answer_clear(&f->a);
	sse_clear(&f->sse);
	f->a.due_s = f->a.sent_s = f->a.first_byte_s = 1;
	f->over = false;
}

static const char *
body_of(const struct buf *http, size_t *len, bool *stream)
{
	const char *end = memmem(http->s, http->len, "\r\n\r\n", 4);

	assert_non_null(end);
	*len = http->len - (size_t)(end + 4 - http->s);
	*stream = memmem(http->s, (size_t)(end - http->s), "text/event-stream", 17) != NULL;
	return end + 4;
}

static void
whole_body(struct feed *f, const struct buf *http, struct buf *out)
{
	size_t len;
	bool stream;
	const char *body = body_of(http, &len, &stream);

	feed_start(f);
	if (stream) {
		feed_piece(f, body, len);
	} else {
		answer_body(&f->a, body, len, 1);
		f->over = true;
	}
	feed_end(f, out);
}

static void
check(const char *name, size_t at, const struct buf *got, const struct buf *want)
{
	if (got->len == want->len && memcmp(got->s, want->s, got->len) == 0)
		return;
	print_error("%s, cut at %zu:\n%sinstead of\n%s", name, at, got->s, want->s);
	fail();
}

static void
check_stream(struct feed *f, const char *name)
{
	char *http_path = xasprintf(FIXTURES "/%s.http", name),
	     *json_path = xasprintf(FIXTURES "/%s.json", name);
	struct buf http = BUF_INIT, want = BUF_INIT, got = BUF_INIT;
	size_t len;
	bool stream;
	const char *body;

	assert_true(read_file(http_path, &http));
	if (!read_file(json_path, &want))
		fail_msg("%s is missing", json_path);
	whole_body(f, &http, &got);
	check(name, 0, &got, &want);
	body = body_of(&http, &len, &stream);
	for (size_t at = 0; stream && at <= len; at++) {
		feed_start(f);
		feed_piece(f, body, at);
		feed_piece(f, body + at, len - at);
		feed_end(f, &got);
		check(name, at, &got, &want);
	}
	feed_start(f);
	for (size_t at = 0; stream && at < len; at++)
		feed_piece(f, body + at, 1);
	if (stream) {
		feed_end(f, &got);
		check(name, SIZE_MAX, &got, &want);
	}
	buf_free(&http);
	buf_free(&want);
	buf_free(&got);
	free(http_path);
	free(json_path);
}

static void
every_stream_at_every_split(void **state)
{
	struct feed f = {0};
	DIR *dir = opendir(FIXTURES);
	struct dirent *d;
	int n = 0;

	(void)state;
	assert_non_null(dir);
	while ((d = readdir(dir))) {
		char *dot = strstr(d->d_name, ".http");

		/* names in http-… are about HTTP itself: tests/query/replay.t */
		if (!dot || strncmp(d->d_name, "http-", 5) == 0)
			continue;
		*dot = '\0';
		check_stream(&f, d->d_name);
		n++;
	}
	closedir(dir);
	assert_true(n > 40);
	answer_release(&f.a);
	sse_release(&f.sse);
}

static uint64_t
mix(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

static uint64_t
below(uint64_t *state, uint64_t n)
{
	return mix(state) % n;
}

/* A stream of random pieces of text, with random line ends and noise between, and its text. */
static void
random_stream(uint64_t *rng, struct buf *stream, struct buf *text, int64_t *tokens)
{
	static const char *const words[] = {"a", " b", "\xc3\xa9", "\xf0\x9f\x99\x82", "\"", "\\",
		"\n", "\t", "data:", "}", "[DONE]", "\xe6\x97\xa5", " ", "\r", "error"};
	static const char *const ends[] = {"\n", "\r\n", "\r"};
	int n = (int)below(rng, 20);

	buf_clear(stream);
	buf_clear(text);
	*tokens = 0;
	for (int i = 0; i <= n; i++) {
		const char *nl = ends[below(rng, 3)];
		struct buf piece = BUF_INIT;

		for (uint64_t k = below(rng, 4); i < n && k > 0; k--)
			buf_puts(&piece, words[below(rng, sizeof words / sizeof *words)]);
		*tokens += piece.len > 0 ? (int64_t)below(rng, 4) + 1 : 0;
		if (below(rng, 3) == 0)
			buf_printf(stream, ": noise%s", nl);
		buf_printf(stream,
			"data:%s{\"choices\":[{\"delta\":{\"content\":", below(rng, 2) ? " " : "");
		json_put_string(stream, piece.s ? piece.s : "", piece.len);
		buf_printf(stream,
			"},\"finish_reason\":%s}],\"timings\":{\"predicted_n\":%lld}}%s%s",
			i == n ? "\"stop\"" : "null", (long long)*tokens, nl, nl);
		buf_add(text, piece.s ? piece.s : "", piece.len);
		buf_free(&piece);
	}
	buf_puts(stream, "data: [DONE]\n\n");
}

static void
random_streams_at_random_splits(void **state)
{
	struct feed f[8] = {0};
	struct buf stream = BUF_INIT, text = BUF_INIT, whole = BUF_INIT, got = BUF_INIT;
	uint64_t rng = 1;
	int64_t tokens;

	(void)state;
	for (int round = 0; round < 2000; round++) {
		struct feed *one = &f[round % 8]; /* slots are used again, as in a run */

		random_stream(&rng, &stream, &text, &tokens);
		feed_start(one);
		feed_piece(one, stream.s, stream.len);
		feed_end(one, &whole);
		assert_int_equal(one->a.error, ANSWER_OK);
		assert_int_equal(one->a.text.len, text.len);
		assert_memory_equal(
			one->a.text.s ? one->a.text.s : "", text.s ? text.s : "", text.len);
		assert_int_equal(one->a.completion, tokens);
		feed_start(one);
		for (size_t at = 0; at < stream.len;) {
			size_t n = 1 + below(&rng, below(&rng, 4) ? 40 : 3);

			n = n > stream.len - at ? stream.len - at : n;
			feed_piece(one, stream.s + at, n);
			at += n;
		}
		feed_end(one, &got);
		check("random", (size_t)round, &got, &whole);
	}
	for (int i = 0; i < 8; i++) {
		answer_release(&f[i].a);
		sse_release(&f[i].sse);
	}
	buf_free(&stream);
	buf_free(&text);
	buf_free(&whole);
	buf_free(&got);
}

static void
a_chunk_of_32_mib(void **state)
{
	struct feed f = {0};
	struct buf stream = BUF_INIT;
	const size_t size = (size_t)32 << 20;
	const size_t pieces[] = {size / 2, 1 << 16};

	(void)state;
	buf_puts(&stream, "data: {\"choices\":[{\"delta\":{\"content\":\"");
	for (size_t i = 0; i < size / 8; i++)
		buf_puts(&stream, "\xc3\xa9\\n1234");
	buf_puts(&stream, "\"},\"finish_reason\":\"stop\"}],\"usage\":{\"completion_tokens\":5}}"
			  "\n\ndata: [DONE]\n\n");
	for (int i = 0; i < 2; i++) {
		feed_start(&f);
		for (size_t at = 0; at < stream.len; at += pieces[i])
			feed_piece(&f, stream.s + at,
				stream.len - at < pieces[i] ? stream.len - at : pieces[i]);
		answer_finish(&f.a, -1);
		assert_int_equal(f.a.error, ANSWER_OK);
		assert_int_equal(f.a.text.len, size / 8 * 7);
		assert_int_equal(f.a.completion, 5);
	}
	answer_release(&f.a);
	sse_release(&f.sse);
	buf_free(&stream);
}

static void
an_event_over_the_limit(void **state)
{
	struct feed f = {0};
	char *block = xmalloc(1 << 20);

	(void)state;
	memset(block, 'x', 1 << 20);
	feed_start(&f);
	feed_piece(&f, "data: ", 6);
	for (int i = 0; i < 70 && !f.over; i++)
		feed_piece(&f, block, 1 << 20);
	assert_true(f.over);
	assert_true(f.sse.too_big);
	answer_release(&f.a);
	sse_release(&f.sse);
	free(block);
}

static struct answer
stopped(const char *const *stops, const char *const *pieces)
{
	struct answer a = {0};
	struct buf b = BUF_INIT;
	bool more = true;

	answer_clear(&a);
	a.stops = stops;
	for (; *pieces && more; pieces++) {
		buf_clear(&b);
		buf_puts(&b, "{\"choices\":[{\"delta\":{\"content\":");
		json_put_string(&b, *pieces, strlen(*pieces));
		buf_puts(&b, "},\"finish_reason\":null}]}");
		more = answer_event(&a, SSE_DATA, b.s, b.len, 1);
	}
	buf_free(&b);
	return a;
}

static void
stop_strings_come_after_thinking(void **state)
{
	static const struct {
		const char *stops[3], *pieces[6], *text;
		bool stopped;
	} cases[] = {
		{{"STOP"}, {"a ST", "OP b"}, "a ", true},
		{{"STOP"}, {"STOP b"}, "", true},
		{{"x", "ab"}, {"12a", "bx"}, "12", true},
		{{"ab", "b"}, {"1", "a", "b"}, "1", true},
		{{"STOP"}, {"<think>STOP</think>", "a", " STOP"}, "<think>STOP</think>a ", true},
		{{"STOP"}, {" \n<thi", "nk>STOP", "</thi", "nk>ok"}, " \n<think>STOP</think>ok",
			false},
		{{"STOP"}, {"<think>STOP, never closed"}, "<think>STOP, never closed", false},
		{{"nk>"}, {"<think>a</thi", "nk>b", "nk>c"}, "<think>a</think>b", true},
		{{"</think>"}, {"<think>a</think>", "b</thi", "nk>c"}, "<think>a</think>b", true},
		{{""}, {"a", "b"}, "ab", false},
		{{"aab"}, {"aa", "ab"}, "a", true},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct answer a = stopped(cases[i].stops, cases[i].pieces);

		assert_string_equal(a.text.s, cases[i].text);
		assert_int_equal(a.stopped, cases[i].stopped);
		answer_release(&a);
	}
}

static void
seconds_are_written_shortly(void **state)
{
	static const struct {
		double x;
		const char *text;
	} cases[] = {{0, "0.0"}, {1, "1.0"}, {.5, "0.5"}, {12.000345, "12.000345"},
		{.0000004, "0.0"}, {.0000005, "0.000001"}, {1.9999999, "2.0"},
		{123456.7, "123456.7"}, {-1.25, "-1.25"}};
	struct buf b = BUF_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		buf_clear(&b);
		put_seconds(&b, cases[i].x);
		assert_string_equal(b.s, cases[i].text);
	}
	buf_free(&b);
}

static void
error_kinds_have_names(void **state)
{
	(void)state;
	for (int e = ANSWER_LENGTH; e <= ANSWER_UNFINISHED; e++) {
		const char *name = answer_error_name((enum answer_error)e);

		assert_true(strlen(name) > 0);
		assert_int_equal(answer_error_from(name, strlen(name)), e);
		assert_int_equal(answer_error_is_servers((enum answer_error)e), e != ANSWER_LENGTH);
	}
	assert_int_equal(answer_error_from("none", 4), ANSWER_OK);
}

static int
print(const char *path)
{
	struct feed f = {0};
	struct buf http = BUF_INIT, out = BUF_INIT;

	if (!read_file(path, &http))
		return 1;
	whole_body(&f, &http, &out);
	fputs(out.s, stdout);
	buf_free(&http);
	buf_free(&out);
	answer_release(&f.a);
	sse_release(&f.sse);
	return 0;
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_stream_at_every_split),
		cmocka_unit_test(random_streams_at_random_splits),
		cmocka_unit_test(a_chunk_of_32_mib),
		cmocka_unit_test(an_event_over_the_limit),
		cmocka_unit_test(stop_strings_come_after_thinking),
		cmocka_unit_test(seconds_are_written_shortly),
		cmocka_unit_test(error_kinds_have_names),
	};

	if (argc == 3 && strcmp(argv[1], "print") == 0)
		return print(argv[2]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
