/* Each type: a text that follows, and the nearest one that doesn't; strict and loose. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "scorer/instructions/instructions.h"

struct row {
	const char *id, *args, *text;
	int strict, loose;
};

static const struct row rows[] = {
	{"keywords:existence", "{'keywords':['Cat','dog']}", "a CAT, a hotdog", 1, 1},
	{"keywords:existence", "{'keywords':['cat','dog']}", "a cat, a do g", 0, 0},
	{"keywords:existence", "{'keywords':['c.t']}", "a cut", 1, 1},
	{"keywords:existence", "{'keywords':['c.t']}", "a c\nt", 0, 0},
	{"keywords:existence", "{'keywords':['c*t']}", "a cct", 1, 1},
	{"keywords:existence", "{'keywords':['kelvin']}",
		"\xe2\x84\xaa"
		"elvin",
		1, 1},
	{"keywords:frequency", "{'keyword':' aa ','frequency':2,'relation':'at least'}", "aaAa", 1,
		1},
	{"keywords:frequency", "{'keyword':'aa','frequency':2,'relation':'at least'}", "aaA", 0, 0},
	{"keywords:frequency", "{'keyword':'aa','frequency':2,'relation':'less than'}", "aaa", 1,
		1},
	{"keywords:frequency", "{'keyword':'aa','frequency':0,'relation':'at least'}", "b", 1, 1},
	{"keywords:forbidden_words", "{'forbidden_words':['cat']}",
		"cats, cat_, \xc3\xa9"
		"cat",
		1, 1},
	{"keywords:forbidden_words", "{'forbidden_words':['cat']}", "a CAT-like", 0, 0},
	{"keywords:forbidden_words", "{'forbidden_words':['cat']}", "cat\nnone here\ncat", 0, 1},
	{"keywords:letter_frequency", "{'letter':'I','let_frequency':3,'let_relation':'at least'}",
		"I\xc4\xb0i", 1, 1},
	{"keywords:letter_frequency", "{'letter':'i','let_frequency':3,'let_relation':'at least'}",
		"I\xc4\xb1i", 0, 0},
	{"keywords:letter_frequency", "{'letter':'#','let_frequency':2,'let_relation':'at least'}",
		"##", 1, 1},
	{"length_constraints:number_paragraphs", "{'num_paragraphs':2}", "a\n***\nb", 1, 1},
	{"length_constraints:number_paragraphs", "{'num_paragraphs':2}", "a\n***\n***\nb", 0, 0},
	{"length_constraints:number_paragraphs", "{'num_paragraphs':1}", "***\na\n***", 1, 1},
	{"length_constraints:number_words", "{'num_words':3,'relation':'at least'}", "a-b c", 1, 1},
	{"length_constraints:number_words", "{'num_words':3,'relation':'at least'}", "a_b c'", 0,
		0},
	/* a combining mark belongs to its word */
	{"length_constraints:number_words", "{'num_words':2,'relation':'less than'}", "e\xcc\x81t",
		1, 1},
	{"length_constraints:nth_paragraph_first_word",
		"{'num_paragraphs':2,'nth_paragraph':2,'first_word':'Hi'}", "a\n\n'hI, you", 1, 1},
	{"length_constraints:nth_paragraph_first_word",
		"{'num_paragraphs':2,'nth_paragraph':2,'first_word':'hi'}", "a\n\nhi-there", 0, 0},
	{"length_constraints:nth_paragraph_first_word",
		"{'num_paragraphs':2,'nth_paragraph':2,'first_word':'hi'}", "a\nhi", 0, 0},
	{"detectable_content:number_placeholders", "{'num_placeholders':2}", "[a][]", 1, 1},
	{"detectable_content:number_placeholders", "{'num_placeholders':2}", "[a][b\n]", 0, 0},
	{"detectable_content:postscript", "{'postscript_marker':'P.S.'}", "so\np. s. yes", 1, 1},
	{"detectable_content:postscript", "{'postscript_marker':'P.S.'}", "so\nP.  S. no", 0, 0},
	{"detectable_content:postscript", "{'postscript_marker':'P.P.S'}", "p.\np. s", 1, 1},
	{"detectable_content:postscript", "{'postscript_marker':'P.P.S'}", "P.S. no", 0, 0},
	{"detectable_format:number_bullet_lists", "{'num_bullets':2}", "* a\n - b\n**c", 1, 1},
	{"detectable_format:number_bullet_lists", "{'num_bullets':2}", "* a\n+ b", 0, 0},
	{"detectable_format:number_bullet_lists", "{'num_bullets':1}", "*\n* b", 1, 1},
	{"detectable_format:number_bullet_lists", "{'num_bullets':0}", "*", 1, 1},
	{"detectable_format:constrained_response", "{}", "So: My answer is no.", 1, 1},
	{"detectable_format:constrained_response", "{}", "My answer is no", 0, 0},
	{"detectable_format:number_highlighted_sections", "{'num_highlights':2}", "*a* **b**", 1,
		1},
	{"detectable_format:number_highlighted_sections", "{'num_highlights':2}", "*a* * *", 0, 0},
	{"detectable_format:multiple_sections", "{'section_spliter':'Day','num_sections':2}",
		"Day 1\nx\nDay2", 1, 1},
	{"detectable_format:multiple_sections", "{'section_spliter':'Day','num_sections':2}",
		"Day 1\nx\nDay  2", 0, 0},
	{"detectable_format:json_format", "{}", "```json\n{\"a\":[1.5e3,NaN,\"\\ud800\"]}\n```", 1,
		1},
	{"detectable_format:json_format", "{}", "{\"a\":[01]}", 0, 0},
	{"detectable_format:json_format", "{}", "{\"a\":1,}", 0, 0},
	{"detectable_format:json_format", "{}", "Here:\n[1]", 0, 1},
	{"detectable_format:title", "{}", "<<a>>", 1, 1},
	{"detectable_format:title", "{}", "<< >>", 0, 0},
	{"detectable_format:title", "{}", "<<a\n>>", 0, 0},
	{"combination:two_responses", "{}", "a******b", 1, 1},
	{"combination:two_responses", "{}", "a******a ", 0, 0},
	{"combination:two_responses", "{}", "a******b******", 1, 1},
	{"combination:repeat_prompt", "{'prompt_to_repeat':'Do it. '}", " do IT. Well", 1, 1},
	{"combination:repeat_prompt", "{'prompt_to_repeat':'Do it.'}", "Do it! Well", 0, 0},
	{"combination:repeat_prompt", "{'prompt_to_repeat':'Do it.'}", "Sure:\nDo it.", 0, 1},
	{"startend:end_checker", "{'end_phrase':'The End'}", "this is\nthe end\"\n", 1, 1},
	{"startend:end_checker", "{'end_phrase':'The End'}", "the end.", 0, 0},
	{"startend:quotation", "{}", " \"a\"\n", 1, 1},
	{"startend:quotation", "{}", "\"", 0, 0},
	{"punctuation:no_comma", "{}", "a; b", 1, 1},
	{"punctuation:no_comma", "{}", "a, b", 0, 0},
	{"punctuation:no_comma", "{}", "a, b\nc", 0, 1},
	/* blank answers follow nothing */
	{"punctuation:no_comma", "{}", " \n\xc2\xa0\r\n", 0, 0},
	{"punctuation:no_comma", "{}", "", 0, 0},
	{"keywords:forbidden_words", "{'forbidden_words':['cat']}", "\xe3\x80\x80", 0, 0},
};

/* Arguments are written with ' for ". */
static json_t *
args_of(const char *text)
{
	char *copy = strdup(text);
	json_t *args;

	for (char *p = copy; *p; p++)
		*p = *p == '\'' ? '"' : *p;
	args = json_loads(copy, 0, NULL);
	free(copy);
	assert_non_null(args);
	return args;
}

static void
check_row(const struct row *r, enum reading reading)
{
	json_t *args = args_of(r->args);
	struct answer_text t;
	struct constraint c;
	char *why = constraint_init(&c, r->id, args, reading);

	json_decref(args);
	if (why)
		fail_msg("%s: %s", r->id, why);
	answer_text_init(&t, r->text, strlen(r->text));
	if ((int)judge_strict(&c, &t) != r->strict || (int)judge_loose(&c, &t) != r->loose)
		fail_msg("%s %s: strict %d, loose %d of '%s'", r->id, r->args, judge_strict(&c, &t),
			judge_loose(&c, &t), r->text);
	answer_text_release(&t);
	constraint_release(&c);
}

static void
types_judge(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		check_row(&rows[i], READ_COMPATIBLE);
}

/* Each type has a row that follows and one that doesn't. */
static void
every_type_has_both(void **state)
{
	(void)state;
	for (const struct constraint_type *t = constraint_types; t->id; t++) {
		int seen[2] = {0, 0};

		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
			if (strcmp(rows[i].id, t->id) == 0)
				seen[rows[i].strict]++;
		if (!seen[0] || !seen[1])
			fail_msg("%s has no row of each kind", t->id);
	}
}

static void
wrong_is_an_error(void **state)
{
	static const char *const bad[][2] = {
		{"no:such_type", "{}"},
		{"keywords:existence", "{}"},
		{"keywords:existence", "{'keywords':null}"},
		{"keywords:existence", "{'keywords':[]}"},
		{"keywords:existence", "{'keywords':['a(']}"},
		{"keywords:existence", "{'keywords':['\\\\q']}"},
		{"keywords:frequency", "{'keyword':'a','frequency':-1,'relation':'at least'}"},
		{"keywords:frequency", "{'keyword':'a','frequency':1,'relation':'at most'}"},
		{"keywords:frequency", "{'keyword':' ','frequency':1,'relation':'at least'}"},
		{"keywords:letter_frequency",
			"{'letter':'ab','let_frequency':1,'let_relation':'at least'}"},
		{"length_constraints:nth_paragraph_first_word",
			"{'num_paragraphs':2,'nth_paragraph':3,'first_word':'a'}"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		json_t *args = args_of(bad[i][1]);
		struct constraint c;
		char *why = constraint_init(&c, bad[i][0], args, READ_COMPATIBLE);

		if (!why)
			fail_msg("%s %s is taken", bad[i][0], bad[i][1]);
		free(why);
		json_decref(args);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(types_judge),
		cmocka_unit_test(every_type_has_both),
		cmocka_unit_test(wrong_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
