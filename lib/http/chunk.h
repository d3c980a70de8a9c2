/*
 * What one chunk of an answer says: a scan of its JSON that takes text and counts out, without
 * building a tree. Both dialects of llama.cpp (chat and /completion) and vLLM's are known, streamed
 * or whole; a key that isn't known is stepped over.
 *
 * The scan asks for JSON's grammar, but not for valid UTF-8 or paired surrogates in strings, since
 * a server may cut a character in two: text is repaired when the answer is whole (text_repair()).
 */
#ifndef TIERBENCH_HTTP_CHUNK_H
#define TIERBENCH_HTTP_CHUNK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kit/buf.h"
#include "kit/scan.h"

/*
 * Spans point into the text that was scanned; s is NULL where the field is absent or null. Strings
 * are what stands between the quotes (text_unescape()); others are raw JSON. Counts are -1 where
 * absent.
 */
struct chunk {
	struct span text;	/* delta.content, message.content, content, choices[].text */
	struct span reasoning;	/* reasoning or reasoning_content */
	struct span finish;	/* finish_reason */
	struct span tool_calls; /* raw */
	struct span error;	/* raw; a string keeps its quotes */
	struct span token_ids;	/* raw array: ids of this chunk's tokens */
	struct span prompt_ids; /* raw array: prompt_token_ids */
	struct span stop_type;	/* llama.cpp's /completion: why it stopped */
	struct span settings; /* raw: generation_settings, what llama.cpp made of the parameters */
	struct span object;   /* "error" in an old form of vLLM's errors */
	struct span message;  /* beside it */
	int64_t prompt, completion, cached;	    /* usage */
	int64_t predicted, prompt_n, cache_n;	    /* timings, all so far */
	int64_t drafted, accepted;		    /* timings */
	int64_t tokens_predicted, tokens_evaluated; /* /completion */
	double prompt_ms;			    /* timings; negative where absent */
	bool stop;				    /* /completion: this is the last chunk */
};

/* False where the text is no JSON object; *why (static) says what is wrong. */
bool chunk_scan(const char *s, size_t len, struct chunk *out, const char **why);

/* How many elements the raw array has (0 where it is none), for arrays of numbers. */
size_t chunk_count(struct span array);

/*
 * Appends a string's text, escapes undone. A surrogate that stands alone is put in its three-byte
 * form, so that its other half can still come in the next chunk.
 */
void text_unescape(struct buf *b, struct span string);
/*
 * Makes b valid UTF-8 without NUL: pairs of surrogates are joined, what can't be read becomes
 * U+FFFD. Returns how many times it did.
 */
size_t text_repair(struct buf *b);

#endif
