/* The sandbox as its users see it. Without namespaces: it must say so, and run nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "sandbox/sandbox.h"

static struct sandbox_result
run(struct sandbox *box, const char *program, const struct sandbox_limits *limits)
{
	struct sandbox_result r;

	sandbox_run(box, program, strlen(program), limits, &r);
	return r;
}

static void
expect(struct sandbox *box, const char *program, enum sandbox_outcome want, const char *detail)
{
	struct sandbox_limits limits = sandbox_default_limits;

	limits.cpu_s = 1;
	limits.wall_s = want == SANDBOX_WALL ? 2 : 60;
	limits.memory_mib = 256;
	struct sandbox_result r = run(box, program, &limits);
	if (r.outcome != want || (detail && (!r.detail || !strstr(r.detail, detail))))
		fail_msg("%s: %s: %s", program, sandbox_outcome_name(r.outcome),
			r.detail ? r.detail : "-");
	sandbox_result_release(&r);
}

static void
test_outcomes(void **state)
{
	char *missing = sandbox_missing();

	(void)state;
	if (missing) {
		struct sandbox *none = sandbox_new();
		expect(none, "x = 1", SANDBOX_NONE, NULL);
		print_message("# the rest left out: %s\n", missing);
		sandbox_free(none);
		free(missing);
		return;
	}
	struct sandbox *box = sandbox_new();
	expect(box, "assert 1 + 1 == 2", SANDBOX_PASSED, NULL);
	expect(box, "", SANDBOX_PASSED, NULL);
	expect(box, "assert 1 + 1 == 3", SANDBOX_WRONG, "AssertionError (line 1)");
	expect(box, "assert False, 'so\\nwhat'", SANDBOX_WRONG, "AssertionError: so what");
	expect(box, "\n\n)", SANDBOX_WRONG, "SyntaxError: unmatched ')' (line 3)");
	expect(box, "while True: pass", SANDBOX_CPU, NULL);
	expect(box, "import time; time.sleep(99)", SANDBOX_WALL, NULL);
	expect(box, "x = ' ' * 10 ** 12", SANDBOX_MEMORY, "MemoryError");
	expect(box, "while True: print('x' * 9999)", SANDBOX_OUTPUT, NULL);
	expect(box, "import posix; posix.fork()", SANDBOX_FORBIDDEN, "clone");
	expect(box, "raise SystemExit('bye')", SANDBOX_EARLY, "SystemExit: bye");
	expect(box, "import os; os._exit(0)", SANDBOX_EARLY, "exit status 0");
	expect(box, "import os; os.closerange(3, 999); input()", SANDBOX_WRONG, "OSError");
	sandbox_free(box);
}

static void
test_a_nul_is_wrong(void **state)
{
	struct sandbox *box = sandbox_new();
	struct sandbox_result r;

	(void)state;
	sandbox_run(box, "x = 1\0y", 7, &sandbox_default_limits, &r);
	assert_int_equal(r.outcome, SANDBOX_WRONG);
	sandbox_result_release(&r);
	sandbox_free(box);
}

static void
test_every_outcome_has_a_name(void **state)
{
	(void)state;
	for (int i = SANDBOX_PASSED; i <= SANDBOX_NONE; i++)
		assert_true(strlen(sandbox_outcome_name((enum sandbox_outcome)i)) > 3);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_outcomes),
		cmocka_unit_test(test_a_nul_is_wrong),
		cmocka_unit_test(test_every_outcome_has_a_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
