#include <stdlib.h>
#include <string.h>

#include "scorer/scorer.h"
#include "kit/mem.h"
#include "scorer/raw.h"
#include "scorer/text.h"

struct kept {
	struct kept *next;
	char text[];
};

struct span
input_text(const struct score_input *in, struct span v)
{
	struct kept *k;
	size_t n;

	if (!raw_is_string(v))
		return (struct span){NULL, 0};
	k = xmalloc(sizeof *k + v.len);
	n = scan_unescape(v.s + 1, v.len - 2, k->text);
	k->next = *in->kept;
	*in->kept = k;
	return (struct span){k->text, n};
}

void
kept_free(struct kept **kept)
{
	for (struct kept *k = *kept, *next; k; k = next) {
		next = k->next;
		free(k);
	}
	*kept = NULL;
}

/*
 * A model may think again right behind a first closed block, so blocks are taken off as long as the
 * text starts with one. A tag inside the prose stays prose.
 */
const char *
answer_without_thinking(const char *text, size_t len, size_t *rest, bool *unclosed)
{
	static const struct span open = {"<think>", 7}, close = {"</think>", 8};
	struct span t = {text, len};

	*unclosed = false;
	for (;;) {
		struct span lead = span_strip(t);
		ptrdiff_t end;

		if (!span_starts(lead, open))
			break;
		end = span_find(lead, close);
		if (end < 0) {
			*unclosed = true;
			*rest = 0;
			return text + len;
		}
		t = span_from(t, (size_t)(lead.s - t.s) + (size_t)end + close.len);
	}
	*rest = t.len;
	return t.s;
}
