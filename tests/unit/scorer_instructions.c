/* The scorer as a whole: verdicts, readings, what can't be judged, what is said of the language. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kit/json.h"
#include "language/data.h"
#include "scorer/scorer.h"

static struct verdict
judge(const char *scoring, const char *text)
{
	json_t *s = json_loads(scoring, 0, NULL);
	struct score_input in = {.text = text, .len = strlen(text), .scoring = s};
	struct verdict v = {.pass = PASS_NULL};

	assert_non_null(s);
	scorer_instructions.judge(&in, &v);
	json_decref(s);
	return v;
}

static void
expect(const char *scoring, const char *text, enum pass pass, const char *why, const char *extra)
{
	struct verdict v = judge(scoring, text);
	char *got = v.extra ? json_text(v.extra) : NULL;

	assert_int_equal(v.pass, pass);
	assert_string_equal(v.why, why);
	if (extra)
		assert_string_equal(got, extra);
	else
		assert_null(got);
	free(got);
	verdict_release(&v);
}

#define ONE(id, args)                                                                              \
	"{\"scorer\":\"instructions\",\"instructions\":[{\"id\":\"" id "\",\"args\":" args "}]}"
#define TWO                                                                                        \
	"\"instructions\":[{\"id\":\"punctuation:no_comma\",\"args\":{}},"                         \
	"{\"id\":\"format:line_indent\"}]}"

static void
verdicts(void **state)
{
	(void)state;
	expect("{" TWO, "a\n b", PASS_TRUE, "all followed",
		"{\"strict\":[true,true],\"loose\":[true,true],"
		"\"variants\":{\"strict\":true,\"lenient\":true}}");
	expect("{" TWO, "Sure,\na\n b", PASS_FALSE,
		"not followed: punctuation:no_comma, format:line_indent",
		"{\"strict\":[false,false],\"loose\":[true,true],"
		"\"variants\":{\"strict\":false,\"lenient\":true}}");
	expect("{" TWO, " \n", PASS_FALSE, "no-answer",
		"{\"strict\":[false,false],\"loose\":[false,false],"
		"\"variants\":{\"strict\":false,\"lenient\":false}}");
}

static void
readings(void **state)
{
	(void)state;
	expect("{\"reading\":\"corrected\"," TWO, "a\n\n\n b", PASS_TRUE, "all followed",
		"{\"strict\":[true,true],\"loose\":[true,true],"
		"\"variants\":{\"strict\":true,\"lenient\":true}}");
	expect("{\"reading\":\"both\"," TWO, "a\n\n\n b", PASS_FALSE,
		"not followed: format:line_indent",
		"{\"strict\":[true,false],\"loose\":[true,true],\"corrected\":"
		"{\"strict\":[true,true],\"loose\":[true,true]},"
		"\"variants\":{\"strict\":false,\"lenient\":true,\"compatible\":false,"
		"\"corrected\":true}}");
	expect("{\"reading\":\"other\"," TWO, "a", PASS_NULL,
		"not-judged: reading: want compatible, corrected or both", NULL);
}

static void
not_judged(void **state)
{
	(void)state;
	expect("{}", "a", PASS_NULL, "not-judged: no instructions", NULL);
	expect("{\"instructions\":[]}", "a", PASS_NULL, "not-judged: no instructions", NULL);
	expect("{\"instructions\":[{}]}", "a", PASS_NULL,
		"not-judged: an instruction without an id", NULL);
	expect(ONE("no:such", "{}"), "a", PASS_NULL, "not-judged: unknown constraint no:such",
		NULL);
	/* also where the answer is blank, and where another instruction isn't followed */
	expect(ONE("no:such", "{}"), "", PASS_NULL, "not-judged: unknown constraint no:such", NULL);
	expect("{\"instructions\":[{\"id\":\"punctuation:no_comma\"},{\"id\":\"no:such\"}]}", ",",
		PASS_NULL, "not-judged: unknown constraint no:such", NULL);
	expect(ONE("keywords:frequency", "{\"keyword\":\"a\",\"relation\":\"at least\"}"), "a",
		PASS_NULL, "not-judged: keywords:frequency: argument frequency is missing", NULL);
	expect(ONE("keywords:existence", "{\"keywords\":[\"(a+)+$\"]}"),
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", PASS_NULL,
		"not-judged: keywords:existence: the search for its pattern takes too long", NULL);
}

static void
language(void **state)
{
	(void)state;
	if (!language_data()) {
		expect(ONE("language:response_language", "{\"language\":\"en\"}"), "a", PASS_NULL,
			"not-judged: language data missing, run make language-data", NULL);
		return;
	}
	expect(ONE("language:response_language", "{\"language\":\"en\"}"), "12", PASS_TRUE,
		"all followed",
		"{\"strict\":[true],\"loose\":[true],\"variants\":{\"strict\":true,\"lenient\":"
		"true},\"language\":{\"seed\":0,\"found\":null,\"why\":\"no letters that a "
		"language is known by\"}}");
	struct verdict v = judge(ONE("language:response_language", "{\"language\":\"en\"}"),
		"This is an English sentence, long enough to be told.");

	assert_int_equal(v.pass, PASS_TRUE);
	assert_string_equal(json_str(v.extra, "language.found", ""), "en");
	assert_true(json_num(v.extra, "language.probability", 0) > .99);
	verdict_release(&v);
}

static void
what_is_missing(void **state)
{
	json_t *good = json_loads("{" TWO, 0, NULL);
	json_t *bad = json_loads(ONE("no:such", "{}"), 0, NULL);
	char *why = scorer_instructions.missing(bad);

	(void)state;
	assert_null(scorer_instructions.missing(good));
	assert_string_equal(why, "unknown constraint no:such");
	free(why);
	json_decref(good);
	json_decref(bad);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(verdicts),
		cmocka_unit_test(readings),
		cmocka_unit_test(not_judged),
		cmocka_unit_test(language),
		cmocka_unit_test(what_is_missing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
