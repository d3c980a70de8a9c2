/* Without the language data the types that need it say so, and the others judge. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "language/data.h"
#include "scorer/instructions/instructions.h"

static void
types_say_so(void **state)
{
	int needing = 0;

	(void)state;
	assert_null(language_data());
	for (const struct constraint_type *t = constraint_types; t->id; t++) {
		struct constraint c;
		char *why = constraint_init(&c, t->id, NULL, READ_COMPATIBLE);

		if (t->needs_data) {
			needing++;
			assert_string_equal(why, "language data missing, run make language-data");
		} else if (why) {
			assert_non_null(strstr(why, "is missing"));
		} else {
			constraint_release(&c);
		}
		free(why);
	}
	assert_int_equal(needing, 22);
}

/* Not a file of ours, and one that is cut: refused, not followed into the void. */
static void
damaged_files(void **state)
{
	char path[] = "/tmp/language-data.XXXXXX";
	int fd = mkstemp(path);
	struct data_header h = {.magic = DATA_MAGIC,
		.version = DATA_VERSION,
		.order = DATA_ORDER,
		.size = sizeof h};
	const char *why;

	(void)state;
	assert_null(data_open(path, &why)); /* empty */
	assert_int_equal(write(fd, "no language data here", 21), 21);
	assert_null(data_open(path, &why));
	assert_string_equal(why, "no language data");
	assert_int_equal(pwrite(fd, &h, sizeof h, 0), sizeof h);
	assert_null(data_open(path, &why)); /* sections without anything in them */
	assert_string_equal(why, "damaged: run make language-data");
	h.size++;
	assert_int_equal(pwrite(fd, &h, sizeof h, 0), sizeof h);
	assert_null(data_open(path, &why));
	assert_string_equal(why, "cut short: run make language-data");
	h.size--;
	h.section[3].at = 1 << 20;
	assert_int_equal(pwrite(fd, &h, sizeof h, 0), sizeof h);
	assert_null(data_open(path, &why));
	assert_string_equal(why, "damaged: run make language-data");
	h.version++;
	assert_int_equal(pwrite(fd, &h, sizeof h, 0), sizeof h);
	assert_null(data_open(path, &why));
	assert_string_equal(why, "language data of another version: run make language-data");
	close(fd);
	unlink(path);
	assert_null(data_open("/no/such/file", &why));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(types_say_so),
		cmocka_unit_test(damaged_files),
	};

	setenv("TIERBENCH_LANGUAGE_DATA", "/no/such/file", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
