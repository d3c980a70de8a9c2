/* The key, against a value computed by another program from RECORDS' rule. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "plan/key.h"

static const char cell_text[] =
	"{\"kind\":\"cell\",\"cell\":\"?\",\"campaign\":\"c\",\"tier\":\"2\",\"checkpoint\":\"k\","
	"\"engine\":{\"name\":\"fake\",\"version\":\"1\",\"sha256\":\"aa\"},"
	"\"files\":[{\"role\":\"weights\",\"sha256\":\"01\"},{\"role\":\"draft\",\"sha256\":\"02\"}"
	"],"
	"\"paths\":{\"weights\":\"/m\"},\"knobs\":{\"quant\":\"F16\",\"kv\":null,"
	"\"draft\":{\"how\":\"none\",\"depth\":0},\"np\":1,\"load\":1,\"watermark\":null},"
	"\"settings\":{\"fa\":\"on\",\"temperature\":0.5},\"suite\":\"ss\",\"seed\":1,"
	"\"replicate\":0,"
	"\"device\":\"cpu\"}";

static json_t *
cell(void)
{
	json_t *v = json_loads(cell_text, 0, NULL);

	assert_non_null(v);
	return v;
}

static void
key_is(json_t *c, const char *want)
{
	char key[KEY_TEXT];

	key_of_cell(c, key);
	assert_string_equal(key, want);
}

static void
known_key(void **state)
{
	json_t *c = cell();

	(void)state;
	key_is(c, "527dcf14ce9ce19f");
	json_decref(c);
}

static void
names_paths_and_order_of_files_never_change_it(void **state)
{
	json_t *c = cell(), *files = json_object_get(c, "files");

	(void)state;
	json_object_set_new(c, "campaign", json_string("other"));
	json_object_set_new(c, "checkpoint", json_string("renamed"));
	json_object_set_new(c, "paths", json_object());
	json_object_set_new(c, "estimate_mib", json_real(12));
	json_t *first = json_incref(json_array_get(files, 0));
	json_array_remove(files, 0);
	json_array_append_new(files, first);
	key_is(c, "527dcf14ce9ce19f");
	json_decref(c);
}

static void
each_part_changes_it(void **state)
{
	static const char *const parts[] = {
		"engine", "files", "knobs", "settings", "suite", "seed", "replicate", "device"};

	(void)state;
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		char key[KEY_TEXT];
		json_t *c = cell();
		json_object_set_new(c, parts[i], json_string("another"));
		key_of_cell(c, key);
		assert_string_not_equal(key, "527dcf14ce9ce19f");
		json_decref(c);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(known_key),
		cmocka_unit_test(names_paths_and_order_of_files_never_change_it),
		cmocka_unit_test(each_part_changes_it)};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
