/*
 * Whether a server is ready: it lists the model asked for, and one real token comes from a real
 * request. /health and a list of models alone are never believed.
 */
#ifndef TIERBENCH_ENGINE_READY_H
#define TIERBENCH_ENGINE_READY_H

#include <jansson.h>
#include <stdbool.h>

#include "kit/buf.h"

struct probe {
	const char *url;     /* "http://127.0.0.1:8080", without a slash behind */
	const char *model;   /* the name asked for */
	const char *api_key; /* NULL: none */
	const json_t *ready; /* the engine file's "ready", may be NULL */
	/* Asked every few milliseconds, and as soon as fd (-1: none) is readable: true ends the
	 * probe. */
	bool (*stop)(void *context);
	void *context;
	int fds[2];
};

enum ready {
	READY,
	READY_NOT_YET, /* nobody listens, it still loads, it answers with an error of its own */
	READY_REFUSED, /* it answers, but no: another model, 401, no token; *why says it */
	READY_STOPPED, /* stop() said so */
};

/* The body of a GET into out; false with *why, the caller's to free, unless it is 200. */
bool fetch_text(const char *url, const char *api_key, struct buf *out, char **why);
/* One try: the list of models. */
enum ready probe_models(const struct probe *p, char **why);
/* One try: a request of one token. May take long where the server still loads. */
enum ready probe_token(const struct probe *p, char **why);

#endif
