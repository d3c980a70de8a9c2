/*
 * One answer as it comes: events and times in, the record's `answer` object out (tierbench(5)).
 * Pure: times are told, in seconds since the run's start, NAN where unknown.
 *
 * Tokens are never counted as chunks. A chunk's tokens come from counts that the server tells with
 * it
 * (`source` timings, usage or token_ids). Where it tells none, the total comes from the last chunk
 * (spread) or from the server's tokenizer (tokenizer), and is spread over the arrivals in
 * proportion to their bytes; where nobody knows, counts are absent (unknown).
 */
#ifndef TIERBENCH_HTTP_ANSWER_H
#define TIERBENCH_HTTP_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "http/sse.h"
#include "kit/buf.h"

/* What went wrong. An answer of a former attempt is kept where the error is the item's own. */
enum answer_error {
	ANSWER_OK,
	ANSWER_LENGTH,	    /* the server refuses this item: it is too long */
	ANSWER_REFUSED,	    /* another 4xx about this item */
	ANSWER_STATUS,	    /* 5xx or 429, also after retries */
	ANSWER_UNREACHABLE, /* no connection */
	ANSWER_LOST,	    /* the connection broke before the end */
	ANSWER_TIMEOUT,	    /* the item's time was up */
	ANSWER_SERVER,	    /* an error inside an answer that began well */
	ANSWER_STREAM,	    /* what came can't be read */
	ANSWER_UNFINISHED,  /* the stream ended without a finish reason */
};

/* Its name in records. */
const char *answer_error_name(enum answer_error e);
/* From the name; ANSWER_OK where it is none. */
enum answer_error answer_error_from(const char *name, size_t len);
/* Whether asking again can help. */
bool answer_error_is_servers(enum answer_error e);

struct arrival {
	double s;
	int64_t tokens; /* -1: not told */
	size_t bytes;	/* of text */
};

struct call {
	struct buf name, arguments;
};

enum { TEXT_MAX = 48 << 20 };

struct answer {
	struct buf text, reasoning, token_ids, finish, message, settings;
	struct call *calls;
	size_t ncalls, calls_cap;
	enum answer_error error;
	long status; /* HTTP's, with an error; 0 where there was none */
	unsigned attempts;
	size_t repaired;
	int64_t prompt, completion, cached, drafted, accepted;
	int64_t seen;	    /* tokens told so far, the sum over arrivals */
	bool told;	    /* each arrival's tokens were told by the server */
	const char *source; /* static */
	char prompt_sha256[65];
	double prompt_ms;
	struct arrival *arrivals;
	size_t narrivals, arrivals_cap;
	double due_s, sent_s, first_byte_s, first_token_s, last_token_s;
	bool done; /* the dialect's end mark has come */
	/* stop strings that we apply ourselves; borrowed, NULL-terminated */
	const char *const *stops;
	size_t stop_from;  /* text before it has been looked through */
	size_t think_from; /* text before it holds no end of the thinking */
	bool stopped;
};

/* Zeroed memory is fine before the first call. Keeps buffers for the next answer. */
void answer_clear(struct answer *a);
void answer_release(struct answer *a);

/* One event of the stream at time s. False: nothing more is wanted (an error, or a stop string
 * came). */
bool answer_event(struct answer *a, enum sse_kind kind, const char *data, size_t len, double s);
/* A whole body that was no stream. */
void answer_body(struct answer *a, const char *body, size_t len, double s);
/* What an HTTP error says: sets message, and error to ANSWER_STATUS, ANSWER_LENGTH or
 * ANSWER_REFUSED. */
void answer_refusal(struct answer *a, long status, const char *body, size_t len);
/* Whether the refusal speaks of the request as such: 401, 403, 404, 405, an unknown parameter. */
bool answer_refusal_is_ours(const struct answer *a);
/* Sets an error unless there is one already. */
void answer_fail(struct answer *a, enum answer_error e, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/*
 * All has come: repairs the text, applies stop strings, spreads tokens over arrivals. tokenized is
 * what the server's tokenizer counts for the text, -1 where it wasn't asked.
 */
void answer_finish(struct answer *a, int64_t tokenized);
/* Whether its tokens are still unknown, so that the tokenizer should be asked. Before
 * answer_finish(). */
bool answer_wants_count(const struct answer *a);

enum answer_fields {
	ANSWER_ARRIVALS = 1, /* with arrivals */
	ANSWER_IDS = 2,	     /* with token_ids */
};
/* Appends the object's JSON. */
void answer_put(const struct answer *a, struct buf *b, enum answer_fields fields);

/* A time or span in seconds, to the microsecond; "0.0", "12.000345". x must be finite. */
void put_seconds(struct buf *b, double x);

#endif
