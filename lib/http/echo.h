/*
 * Sampling parameters that were asked for against those that the server says it used. A difference is a
 * finding: the run goes on, but its answers are not what was asked for.
 */
#ifndef TIERBENCH_HTTP_ECHO_H
#define TIERBENCH_HTTP_ECHO_H

#include <jansson.h>
#include <stdint.h>

/*
 * slots is llama.cpp's /slots: of each slot the parameters of the request that it had last. sampling is an
 * item's, which went out with this seed and limit of tokens. A new array of finding records, empty where
 * all agrees or no slot had that request.
 */
json_t *echo_findings(const json_t *slots, const json_t *sampling, int64_t seed, int64_t max_tokens,
	const char *cell);

#endif
