/* Code out of replies, and programs out of code: what passes, and its nearest neighbour. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "kit/buf.h"
#include "scorer/code_program.h"

#define PROMPT                                                                                     \
	"import math\nfrom typing import List\n\n\ndef helper(x):\n    return x\n\ndef add(a, "    \
	"b):\n    \"\"\" Adds. \"\"\"\n"
#define BODY "    return a + b\n"
#define CODE "def add(a, b):\n" BODY

struct reply_case {
	const char *what, *reply, *prompt, *entry_point, *want;
};

static const struct reply_case replies[] = {
	{"a fenced block", "Sure:\n```python\n" CODE "```\nDone.", NULL, "add", CODE},
	{"no language", "```\n" CODE "```", NULL, "add", CODE},
	{"tildes", "~~~py\n" CODE "~~~", NULL, "add", CODE},
	{"CRLF", "```python\r\ndef add(a, b):\r\n    return 1\r\n```\r\n", NULL, "add",
		"def add(a, b):\r\n    return 1\r\n"},
	{"cut by the token limit", "```python\n" CODE, NULL, "add", CODE},
	{"a fence inside a longer one", "````\n" CODE "# ```\n````", NULL, "add", CODE "# ```\n"},
	{"a fence in a list is indented",
		"1. So:\n   ```python\n   def add(a, b):\n       return 1\n   ```", NULL, "add",
		"def add(a, b):\n    return 1\n"},
	{"the last block that defines it counts",
		"```python\ndef add(a, b):\n    pass\n```\nBetter:\n```python\n" CODE "```", NULL,
		"add", CODE},
	{"usage behind the solution doesn't",
		"```python\n" CODE "```\n```python\nprint(add(1, 2))\n```", NULL, "add", CODE},
	{"nor does a shell block", "```bash\npip install add\n```\n```python\n" CODE "```", NULL,
		"add", CODE},
	{"a definition of another name doesn't count",
		"```python\ndef add2(a, b):\n    pass\n```\n```python\n" CODE "```", NULL, "add",
		CODE},
	{"without an entry point all blocks are joined",
		"```python\nx = 1\n```\n```python\ny = 2\n```", NULL, NULL, "x = 1\ny = 2\n"},
	{"a class", "```python\nclass add:\n    pass\n```", NULL, "add", "class add:\n    pass\n"},
	{"a value", "```python\nadd = max\n```", NULL, "add", "add = max\n"},
	{"a comparison is no definition", "```python\nadd == max\n```\n```python\nadd = max\n```\n",
		NULL, "add", "add = max\n"},
	{"prose around bare code", "Here it is:\n\n" CODE "\nThis adds the two numbers.\n", NULL,
		"add", CODE "\n"},
	{"bare code with a main part", CODE "\nprint(add(1, 2))\n", NULL, "add",
		CODE "\nprint(add(1, 2))\n"},
	{"imports and helpers of the prompt are kept", "```python\n" CODE "```", PROMPT, "add",
		"import math\nfrom typing import List\ndef helper(x):\n    return x\n\n" CODE},
	{"a bare body continues the prompt", BODY, PROMPT, "add", PROMPT BODY},
	{"a fenced body continues the prompt", "```python\n" BODY "```", PROMPT, "add",
		PROMPT BODY},
	{"a body whose first blanks are lost", "return a + b\n", PROMPT, "add", PROMPT BODY},
	{"a longer one", "c = a\n    return c + b\n", PROMPT, "add",
		PROMPT "    c = a\n    return c + b\n"},
	{"a prompt in prose gives nothing", "```python\n" CODE "```",
		"Write a function add.\nIt adds a and b.\n", "add", CODE},
	{"an empty block is no code", "```python\n```", NULL, "add", ""},
};

static void
test_replies(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof replies / sizeof *replies; i++) {
		const struct reply_case *c = replies + i;
		struct buf out = BUF_INIT;
		code_of_reply(&out, c->reply, strlen(c->reply), c->prompt, c->entry_point);
		const char *got = out.s ? out.s : "";
		if (strcmp(got, c->want) != 0)
			fail_msg("%s: got\n%s\nwant\n%s", c->what, got, c->want);
		buf_free(&out);
	}
}

struct program_case {
	const char *scoring, *reply, *want, *corrected;
	enum program_result result;
};

#define CRUX "'code':'def f(x): return x','input':'1','output':'[1, 2]'}"

static const struct program_case programs[] = {
	{"{'mode':'completion','prompt':'def g():\\n','entry_point':'g','test':'def check(c): "
	 "pass'}",
		"    return 1", "def g():\n    return 1\ndef check(c): pass\ncheck(g)", "",
		PROGRAM_READY},
	{"{'mode':'completion','prompt':'p','test':'t'}", "x", "", "", PROGRAM_BAD_ITEM},
	{"{'mode':'program','test':'assert x'}", "x = 1", "x = 1\nassert x", "", PROGRAM_READY},
	{"{'mode':'program','test':'T','entry_point':'g'}", "x", "x\nT\ncheck(g)", "",
		PROGRAM_READY},
	{"{'mode':'program'}", "x", "", "", PROGRAM_BAD_ITEM},
	{"{'mode':'chat','prompt':'','test':'T','entry_point':'g'}", "```\ndef g(): pass\n```",
		"def g(): pass\n\nT\ncheck(g)", "", PROGRAM_READY},
	{"{'mode':'chat','prompt':'','test':'T','entry_point':'g'}", "```python\n```", "", "",
		PROGRAM_NO_CODE},
	{"{'mode':'crux-output'," CRUX, "[1, 2]", "def f(x): return x\nassert [1, 2] == [1, 2]", "",
		PROGRAM_READY},
	{"{'mode':'crux-output'," CRUX, "f(1) == [1, 2]", "",
		"def f(x): return x\nassert [1, 2] == [1, 2]", PROGRAM_NO_CODE},
	{"{'mode':'crux-output'," CRUX, "f(1)", "", "", PROGRAM_NO_CODE},
	{"{'mode':'crux-output'," CRUX, "f(12)", "def f(x): return x\nassert [1, 2] == f(12)", "",
		PROGRAM_READY},
	{"{'mode':'crux-input'," CRUX, "f([1, 2])",
		"def f(x): return x\nassert [1, 2] == f([1, 2])", "", PROGRAM_READY},
	{"{'mode':'crux-input'," CRUX, "[1, 2]", "", "", PROGRAM_NO_CODE},
	{"{'mode':'dance'}", "x", "", "", PROGRAM_BAD_ITEM},
	{"{}", "x", "", "", PROGRAM_BAD_ITEM},
};

static json_t *
scoring_of(const char *text)
{
	char *copy = strdup(text);

	for (char *c = copy; *c; c++)
		if (*c == '\'')
			*c = '"';
	json_t *v = json_loads(copy, 0, NULL);
	assert_non_null(v);
	free(copy);
	return v;
}

static void
test_programs(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
		const struct program_case *c = programs + i;
		json_t *scoring = scoring_of(c->scoring);
		struct program p;
		assert_int_equal(program_build(&p, scoring, c->reply, strlen(c->reply)), c->result);
		assert_string_equal(p.text.s ? p.text.s : "", c->want);
		assert_string_equal(p.corrected.s ? p.corrected.s : "", c->corrected);
		assert_true((c->result == PROGRAM_READY) == (p.why == NULL));
		program_release(&p);
		json_decref(scoring);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_replies),
		cmocka_unit_test(test_programs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
