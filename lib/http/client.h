/*
 * HTTP requests, many at a time: libcurl's multi interface driven by epoll, so that a wake-up costs
 * what is ready and not what is open. Everything happens in client_step(), on the caller's thread.
 *
 * Times are seconds since an origin that the caller sets, by CLOCK_MONOTONIC.
 */
#ifndef TIERBENCH_HTTP_CLIENT_H
#define TIERBENCH_HTTP_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct client;
struct transfer; /* a slot: one request at a time, its connection kept for the next */

enum transfer_result {
	TRANSFER_DONE,	      /* the exchange is whole; see status */
	TRANSFER_ENOUGH,      /* data() wanted no more */
	TRANSFER_UNREACHABLE, /* no connection was made */
	TRANSFER_LOST,	      /* it broke; see message */
	TRANSFER_TIMEOUT,
	TRANSFER_BAD, /* the address is none, or libcurl can't do it */
};

struct outcome {
	enum transfer_result result;
	long status;	      /* HTTP's; 0 where none came */
	double retry_after_s; /* what the server asks for; negative where it doesn't */
	bool stream;	      /* the body was text/event-stream */
	unsigned sent; /* how often the body was handed out: 2 where a stale connection was met */
	double sent_s; /* the last of the body was handed to the kernel; NAN */
	double first_byte_s; /* the first byte of the answer; NAN */
	const char *message; /* libcurl's; borrowed, "" where there is nothing to say */
};

/* Called from client_step(). The transfer is free for a new request inside done(). */
struct transfer_ops {
	/* A piece of the body at time s; false: no more is wanted. */
	bool (*data)(void *ctx, const struct outcome *head, const char *s, size_t len, double at_s);
	void (*done)(void *ctx, const struct outcome *o);
};

struct client_conf {
	const char *url;     /* of the server, without a path */
	const char *api_key; /* NULL: none */
	double connect_s;    /* limit for making a connection */
	int64_t origin_ns;
};

/* NULL where libcurl can't be set up. conf is copied, its strings are borrowed. */
struct client *client_new(const struct client_conf *conf);
/* Ends everything; transfers must have been freed before. */
void client_free(struct client *c);
void client_set_origin(struct client *c, int64_t origin_ns);
double client_now_s(const struct client *c);

struct transfer *transfer_new(struct client *c, const struct transfer_ops *ops, void *ctx);
void transfer_free(struct transfer *t);
/*
 * Starts POST path with body, or GET where body is NULL; body is borrowed until done(). False where
 * libcurl refuses.
 */
bool transfer_start(
	struct transfer *t, const char *path, const char *body, size_t len, double timeout_s);
/* Drops the request; done() is not called. */
void transfer_cancel(struct transfer *t);

/* Waits at most wait_s for something to happen, and does it. Returns early on a signal. */
void client_step(struct client *c, double wait_s);
/* How many requests are out. */
size_t client_active(const struct client *c);

#endif
