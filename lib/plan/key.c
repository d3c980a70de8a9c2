#include "plan/key.h"

#include <stdlib.h>
#include <string.h>

#include "kit/buf.h"
#include "kit/hash.h"
#include "kit/json.h"
#include "kit/mem.h"

static int
by_role_and_hash(const void *a, const void *b)
{
	const json_t *x = *(json_t *const *)a, *y = *(json_t *const *)b;
	int c = strcmp(json_str(x, "role", ""), json_str(y, "role", ""));

	return c ? c : strcmp(json_str(x, "sha256", ""), json_str(y, "sha256", ""));
}

static json_t *
sorted_files(const json_t *files)
{
	size_t n = json_array_size(files);
	json_t **rows = xcalloc(n, sizeof *rows), *sorted = json_array();

	for (size_t i = 0; i < n; i++)
		rows[i] = json_array_get(files, i);
	qsort(rows, n, sizeof *rows, by_role_and_hash);
	for (size_t i = 0; i < n; i++)
		json_array_append(sorted, rows[i]);
	free(rows);
	return sorted;
}

json_t *
key_parts(const json_t *cell)
{
	static const char *const same[] = {
		"engine", "knobs", "settings", "suite", "seed", "replicate", "device"};
	json_t *parts = json_object();

	for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
		json_t *v = json_object_get(cell, same[i]);
		json_object_set_new(parts, same[i], v ? json_incref(v) : json_null());
	}
	json_object_set_new(parts, "files", sorted_files(json_object_get(cell, "files")));
	json_object_set_new(parts, "protocol", json_integer(PROTOCOL));
	return parts;
}

void
key_of_cell(const json_t *cell, char out[static KEY_TEXT])
{
	struct buf b = BUF_INIT;
	char hex[HASH_HEX];
	json_t *parts = key_parts(cell);

	json_put_canonical(&b, parts);
	hash_hex(b.s, b.len, hex);
	memcpy(out, hex, KEY_TEXT - 1);
	out[KEY_TEXT - 1] = '\0';
	buf_free(&b);
	json_decref(parts);
}
