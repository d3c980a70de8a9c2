/* A brief is anybody's text: checking it must end, and never find more wrong than there is text. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "kit/rec.h"
#include "page/check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static const char *const lines[] = {
	"{\"kind\":\"cell\",\"cell\":\"aa\",\"checkpoint\":\"M-7B\",\"knobs\":{\"kv\":\"f16\","
	"\"np\":4}}",
	"{\"kind\":\"row\",\"cell\":\"aa\",\"task\":\"t\",\"score\":0.8234,\"n\":0}",
	"{\"kind\":\"gap\",\"contrast\":\"c\",\"knob\":\"kv\",\"task\":\"t\",\"metric\":\"score\","
	"\"diff\":-0.041,\"lo\":-0.07,\"hi\":-0.012,\"mde\":0.049,\"starred\":true}",
};

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	static struct report r;
	static bool ready;
	struct buf problems = BUF_INIT;
	struct check_result got;
	char *md = malloc(len + 1);

	for (size_t i = 0; !ready && i < sizeof lines / sizeof *lines; i++) {
		size_t column;
		const char *why;
		struct rec *rec;

		if (i == 0)
			report_init(&r);
		rec = rec_parse(lines[i], strlen(lines[i]), &column, &why);
		report_add(&r, rec);
		rec_free(rec);
	}
	if (!ready)
		report_finish(&r);
	ready = true;
	if (md == NULL)
		abort();
	memcpy(md, data, len);
	md[len] = '\0';
	got = check_brief(&r, md, len, &problems);
	if (got.wrong > len + got.figures || got.figures > len)
		abort();
	buf_free(&problems);
	free(md);
	return 0;
}
