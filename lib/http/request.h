/*
 * An item as the body of a request. Items with `messages` are chats, items with `prompt` are raw
 * completions.
 *
 * Of `sampling`, `seed` is raised by the run's seed and replicate, `stop` is applied by whom
 * `stop_applied` says (see request_stops()), `thinking` (true or false) becomes the chat template's
 * enable_thinking, and all others are sent as they stand, so that a server that doesn't know one
 * can say so.
 */
#ifndef TIERBENCH_HTTP_REQUEST_H
#define TIERBENCH_HTTP_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/buf.h"
#include "kit/rec.h"

enum dialect {
	DIALECT_AUTO,	/* ask the server */
	DIALECT_OPENAI, /* nothing beyond the common part */
	DIALECT_LLAMA,
	DIALECT_VLLM,
};

/* "auto", "openai", "llama.cpp" (or "llama"), "vllm"; false where the name is none of them. */
bool dialect_parse(const char *name, enum dialect *out);
const char *dialect_name(enum dialect d);

struct request_conf {
	enum dialect dialect;
	const char *model; /* NULL: not sent */
	int64_t seed;	   /* the run's seed and replicate, added to sampling.seed */
	bool prefix_cache; /* leave the server's prefix cache on */
	bool ids;	   /* ask for token ids */
	const char *
		salt; /* with the prefix cache off, what vLLM's cache is salted with, and the seq */
};

/* The path below the server's address, static. */
const char *request_path(const struct request_conf *conf, struct rec *item);
/*
 * Appends the body. seq salts the prefix cache. False, with *why (static) set, where the item can't
 * be asked: it has neither messages nor prompt, or a field has the wrong type.
 */
bool request_body(const struct request_conf *conf, struct rec *item, uint64_t seq, struct buf *b,
	const char **why);
/* As request_body() would say, without a body: NULL where the item can be asked. Static. */
const char *request_fault(struct rec *item);
/*
 * The stop strings that we apply ourselves, NULL-terminated, or NULL where there are none; one
 * block, free() it. A chat's are ours unless sampling.stop_applied is "server", since the server
 * would apply them inside the thinking; a raw completion's are the server's unless it is "client".
 */
const char **request_stops(struct rec *item);
/*
 * What makes an item the same request as another: a hash of task, id, messages, prompt, tools,
 * sampling and limits as they stand in the line. How it is scored is no part of it.
 */
uint64_t request_identity(struct rec *item);
/* limits.timeout_s, or otherwise. */
double request_timeout_s(struct rec *item, double otherwise);

#endif
