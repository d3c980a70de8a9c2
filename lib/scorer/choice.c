/*
 * A letter out of several options, read as MMLU-Pro's compute_accuracy.py reads it at level 2, in
 * linear time: the first "answer is (X"; else the last "nswer: X" of the first line that has one;
 * else the last letter that stands alone. Letters are A…J for up to ten options, as there, and
 * reach further for more. Where the reference would draw a random letter, there is no answer here.
 *
 * variants: strict is the first pattern alone (level 1), lenient is level 2, which is also pass.
 */
#include <stdlib.h>
#include <string.h>

#include "scorer/raw.h"
#include "scorer/scorer.h"
#include "scorer/text.h"

static bool
is_option(char c, char last)
{
	return c >= 'A' && c <= last;
}

/* "answer is X" or "answer is (X". 0 where there is none. */
static char
read_answer_is(struct span t, char last)
{
	static const struct span words = {"answer is ", 10};
	ptrdiff_t at;

	while ((at = span_find(t, words)) >= 0) {
		t = span_from(t, (size_t)at + words.len);
		if (t.len > 1 && t.s[0] == '(' && is_option(t.s[1], last))
			return t.s[1];
		if (t.len > 0 && is_option(t.s[0], last))
			return t.s[0];
	}
	return 0;
}

/* "answer: X" or "Answer: X", the last one that starts on the first line that has any. */
static char
read_answer_colon(struct span t, char last)
{
	static const struct span words = {"nswer:", 6};
	const char *line_end = NULL;
	char found = 0;
	ptrdiff_t at;
	size_t from = 0;

	while ((at = span_find(span_from(t, from), words)) >= 0) {
		size_t start = from + (size_t)at;
		struct span rest = span_from(t, start + words.len);

		if (found && t.s + start > line_end)
			break;
		from = start + words.len;
		if (start == 0 || (t.s[start - 1] != 'a' && t.s[start - 1] != 'A'))
			continue;
		while (rest.len > 0) {
			size_t n;

			if (!is_unicode_space(utf8_first(rest, &n)))
				break;
			rest = span_from(rest, n);
		}
		if (rest.len == 0 || !is_option(rest.s[0], last))
			continue;
		found = rest.s[0];
		line_end = memchr(t.s + start, '\n', t.len - start);
		if (!line_end)
			line_end = t.s + t.len;
	}
	return found;
}

/* The last option letter with no word character on either side. */
static char
read_lone_letter(struct span t, char last)
{
	for (size_t i = t.len; i-- > 0;) {
		size_t n;

		if (!is_option(t.s[i], last))
			continue;
		if (i + 1 < t.len && is_unicode_word(utf8_first(span_from(t, i + 1), &n)))
			continue;
		if (i > 0 && is_unicode_word(utf8_last(span_cut(t, 0, i), &n)))
			continue;
		return t.s[i];
	}
	return 0;
}

static void
set_verdict(struct verdict *v, char read, const char *where, struct span gold)
{
	v->extracted = span_copy((struct span){&read, 1});
	if (gold.len == 1 && gold.s[0] == read)
		verdict_set(v, PASS_TRUE, "read %c from %s", read, where);
	else
		verdict_set(v, PASS_FALSE, "read %c from %s, want %.*s", read, where, (int)gold.len,
			gold.s);
}

static void
judge(const struct score_input *in, struct verdict *v)
{
	struct span text = {in->text, in->len}, gold;
	json_int_t options = raw_integer(raw_field(in->scoring_text, "options"));
	char last, strict, read;
	const char *where = "'answer is'";

	if (!scoring_string(in, "gold", &gold, v) || verdict_no_answer(in, v))
		return;
	if (gold.len != 1 || !is_option(gold.s[0], 'Z')) {
		verdict_set(v, PASS_NULL, "not-judged: scoring.gold is not one letter A to Z");
		return;
	}
	last = (char)('A' + (options <= 10 ? 9 : options > 26 ? 25 : options - 1));
	strict = read = read_answer_is(text, last);
	if (!read && (read = read_answer_colon(text, last)))
		where = "'answer:'";
	if (!read && (read = read_lone_letter(text, last)))
		where = "the last letter that stands alone";
	if (read)
		set_verdict(v, read, where, gold);
	else
		verdict_set(v, PASS_FALSE, "no option's letter was found");
	v->extra = json_pack("{s:{s:b, s:b}}", "variants", "strict", strict == gold.s[0], "lenient",
		read == gold.s[0]);
}

const struct scorer scorer_choice = {
	.name = "choice",
	.version = "1",
	.help = "a letter out of several options",
	.judge = judge,
	.reads_text = true,
};
