#include "http/probe.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#include "kit/buf.h"
#include "kit/err.h"
#include "kit/json.h"
#include "kit/mem.h"

struct question {
	struct buf reply, message;
	struct outcome o;
	bool over;
};

static bool
on_data(void *ctx, const struct outcome *head, const char *s, size_t len, double at_s)
{
	enum { REPLY_MAX = 1 << 24 };
	struct question *q = ctx;

	(void)head;
	(void)at_s;
	if (q->reply.len + len > REPLY_MAX)
		return false;
	buf_add(&q->reply, s, len);
	return true;
}

static void
on_done(void *ctx, const struct outcome *o)
{
	struct question *q = ctx;

	q->o = *o;
	buf_clear(&q->message);
	buf_puts(&q->message, o->message);
	q->over = true;
}

static void
read_models(const struct question *q, struct probe *out)
{
	json_t *v = json_loadb(q->reply.s ? q->reply.s : "", q->reply.len, 0, NULL);
	json_t *first = json_array_get(json_object_get(v, "data"), 0);
	const char *owner = json_str(first, "owned_by", ""), *id = json_str(first, "id", NULL);

	out->dialect = strcmp(owner, "llamacpp") == 0 ? DIALECT_LLAMA
		       : strcmp(owner, "vllm") == 0   ? DIALECT_VLLM
						      : DIALECT_OPENAI;
	out->model = id ? xstrdup(id) : NULL;
	json_decref(v);
}

static bool
worth_another(const struct outcome *o)
{
	return o->result == TRANSFER_UNREACHABLE || o->result == TRANSFER_LOST ||
	       (o->result == TRANSFER_DONE && (o->status == 503 || o->status == 429));
}

static int
conclude(const struct question *q, const char *url, struct probe *out)
{
	if (q->o.result == TRANSFER_BAD) {
		warn("%s: %s", url, q->message.s);
		return EXIT_CONFIG;
	}
	if (q->o.result != TRANSFER_DONE || q->o.status >= 500 || q->o.status == 429) {
		if (q->o.status)
			warn("%s/v1/models: status %ld", url, q->o.status);
		else
			warn("%s: %s", url, q->message.s);
		return EXIT_NO_SERVER;
	}
	if (q->o.status == 401 || q->o.status == 403) {
		warn("%s/v1/models: status %ld: the API key is refused", url, q->o.status);
		return EXIT_CONFIG;
	}
	out->dialect = DIALECT_OPENAI;
	if (q->o.status == 200)
		read_models(q, out);
	return EXIT_DONE;
}

static const struct transfer_ops ops = {on_data, on_done};

static void
put_question(struct client *c, struct transfer *t, struct question *q, const char *path,
	double timeout_s, volatile sig_atomic_t *caught)
{
	q->over = false;
	buf_clear(&q->reply);
	if (!transfer_start(t, path, NULL, 0, timeout_s))
		die(EXIT_OS, "libcurl refuses a request");
	while (!q->over && !*caught)
		client_step(c, 1);
}

char *
probe_get(struct client *c, const char *path, double timeout_s, volatile sig_atomic_t *caught,
	size_t *len)
{
	struct question q = {.reply = BUF_INIT, .message = BUF_INIT};
	struct transfer *t = transfer_new(c, &ops, &q);
	bool good;

	if (!t)
		die(EXIT_OS, "libcurl can't be set up");
	put_question(c, t, &q, path, timeout_s, caught);
	good = q.over && q.o.result == TRANSFER_DONE && q.o.status == 200;
	transfer_free(t);
	buf_free(&q.message);
	*len = q.reply.len;
	if (good)
		return buf_steal(&q.reply);
	buf_free(&q.reply);
	return NULL;
}

int
probe_server(struct client *c, const char *url, int retries, volatile sig_atomic_t *caught,
	struct probe *out)
{
	struct question q = {.reply = BUF_INIT, .message = BUF_INIT};
	struct transfer *t = transfer_new(c, &ops, &q);
	int status;

	if (!t)
		die(EXIT_OS, "libcurl can't be set up");
	for (int tries = 1; !*caught; tries++) {
		double until;

		put_question(c, t, &q, "/v1/models", 30, caught);
		if (*caught || !worth_another(&q.o) || tries > retries)
			break;
		until = client_now_s(c) + .25 * ldexp(1, tries < 12 ? tries - 1 : 11);
		while (!*caught && client_now_s(c) < until)
			client_step(c, until - client_now_s(c));
	}
	status = *caught ? EXIT_SIGNAL_BASE + (int)*caught : conclude(&q, url, out);
	transfer_free(t);
	buf_free(&q.reply);
	buf_free(&q.message);
	return status;
}
