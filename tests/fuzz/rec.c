/* The line index against Jansson: same lines accepted, same values. */
#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>

#include "kit/mem.h"
#include "kit/scan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	const char *text = (const char *)data;
	struct scan s = {0};
	json_t *v = json_loadb(text, len, JSON_REJECT_DUPLICATES, NULL);
	bool ours = scan_object(&s, text, len);

	if (ours != json_is_object(v))
		abort();
	if (!ours && (!s.why || s.column < 1 || s.column > len + 1))
		abort();
	for (size_t i = 0; ours && i < s.nmembers; i++) {
		struct member *m = &s.members[i];
		char *key = xmalloc(m->key.len + 1);
		scan_unescape(m->key.s, m->key.len, key);
		json_t *value = json_loadb(m->value.s, m->value.len, JSON_DECODE_ANY, NULL);
		if (!json_equal(value, json_object_get(v, key)))
			abort();
		json_decref(value);
		free(key);
	}
	json_decref(v);
	scan_free(&s);
	return 0;
}
