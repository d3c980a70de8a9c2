/* Questions to a server besides the run: what it is, by /v1/models, which all dialects know. */
#ifndef TIERBENCH_HTTP_PROBE_H
#define TIERBENCH_HTTP_PROBE_H

#include <signal.h>

#include "http/client.h"
#include "http/request.h"

struct probe {
	enum dialect dialect; /* DIALECT_OPENAI where the server isn't one we know */
	char *model; /* the first one served; the caller frees it; NULL where it tells none */
};

/*
 * Asks, with retries while there is no connection or the model loads. EXIT_DONE, or having said why
 * EXIT_NO_SERVER, EXIT_CONFIG, or 128 + the signal in *caught.
 */
int probe_server(struct client *c, const char *url, int retries, volatile sig_atomic_t *caught,
	struct probe *out);

/*
 * GETs path and waits, at most so long. The body, for the caller to free, with *len; NULL where it could
 * not be had.
 */
char *probe_get(struct client *c, const char *path, double timeout_s, volatile sig_atomic_t *caught,
	size_t *len);

#endif
