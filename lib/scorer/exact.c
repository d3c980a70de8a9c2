/*
 * An answer that is a fixed string.
 *
 * strip: the whole answer, white space at both ends aside, is the gold string.
 * cot: what stands behind "the answer is ". The compatible reading is lm-eval's BBH filter: the
 * first line that has the words with something behind them, without its last character whatever
 * that is; the gold is compared as it stands. The corrected reading takes the last such line, and
 * takes off only a closing full stop and markup. pass is the compatible one.
 */
#include <stdlib.h>
#include <string.h>

#include "scorer/scorer.h"
#include "scorer/text.h"

static const struct span marker = {"the answer is ", 14};

/* What stands behind the marker at `at` on its line. */
static struct span
behind_marker(struct span text, ptrdiff_t at)
{
	struct span t = span_from(text, (size_t)at + marker.len);
	const char *end = memchr(t.s, '\n', t.len);

	if (end)
		t.len = (size_t)(end - t.s);
	return t;
}

static bool
read_compatible(struct span text, struct span *out)
{
	ptrdiff_t at;

	while ((at = span_find(text, marker)) >= 0) {
		struct span line = behind_marker(text, at);
		size_t n;

		if (line.len > 0) {
			utf8_last(line, &n);
			line.len -= n;
			*out = span_strip(line);
			return true;
		}
		text = span_from(text, (size_t)at + marker.len);
	}
	return false;
}

static bool
read_corrected(struct span text, struct span *out)
{
	ptrdiff_t at = span_rfind(text, marker);
	struct span line;

	if (at < 0)
		return false;
	line = span_strip(behind_marker(text, at));
	while (line.len > 0 && strchr("*`$", line.s[0]))
		line = span_from(line, 1);
	while (line.len > 0 && strchr("*`$. ", line.s[line.len - 1]))
		line.len--;
	*out = line;
	return true;
}

static void
judge_cot(struct span text, struct span gold, struct verdict *v)
{
	struct span read = SPAN(""), corrected = SPAN("");
	bool ok = read_compatible(text, &read) && span_equal(read, gold);
	bool ok_corrected = read_corrected(text, &corrected) &&
			    span_equal(corrected, span_strip(gold));

	if (read.len == 0 && corrected.len == 0)
		verdict_set(v, PASS_FALSE, "nothing stands behind 'the answer is'");
	else
		verdict_compare(v, ok, read, gold);
	v->extra = json_pack(
		"{s:{s:b, s:b}}", "variants", "compatible", ok, "corrected", ok_corrected);
}

static void
judge(const struct score_input *in, struct verdict *v)
{
	struct span text = {in->text, in->len}, gold, rule;

	if (!scoring_string(in, "gold", &gold, v) || !scoring_string(in, "rule", &rule, v))
		return;
	if (verdict_no_answer(in, v))
		return;
	if (span_equal(rule, SPAN("strip")))
		verdict_compare(
			v, span_equal(span_strip(text), span_strip(gold)), span_strip(text), gold);
	else if (span_equal(rule, SPAN("cot")))
		judge_cot(text, gold, v);
	else
		verdict_set(v, PASS_NULL, "not-judged: exact has no rule '%.*s'",
			(int)(rule.len < 40 ? rule.len : 40), rule.s);
}

const struct scorer scorer_exact = {
	.name = "exact",
	.version = "1",
	.help = "a fixed string: the whole answer (strip) or what follows 'the answer is' (cot)",
	.judge = judge,
	.reads_text = true,
};
