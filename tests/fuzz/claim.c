/* Any text as a claim and its set: read or refused, never a crash. */
#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "kit/mem.h"
#include "tally/claim.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	char *text = xstrndup((const char *)data, len), *over = strchr(text, '|');
	json_t *gap = json_pack("{s:s,s:s,s:s,s:s,s:f,s:f,s:f,s:f}", "kind", "gap", "metric",
		"score", "task", "t", "knob", "kv", "diff", -.01, "lo", -.02, "hi", .01, "mde",
		.03);
	const char *why;
	struct claim *c;

	if (over)
		*over++ = '\0';
	c = claim_new(text, over, &why);
	if ((c == NULL) != (why != NULL))
		abort();
	if (c) {
		json_t *v;

		claim_see(c, gap);
		v = claim_record(c);
		json_decref(v);
		claim_free(c);
	}
	json_decref(gap);
	free(text);
	return 0;
}
