#include "engine/ready.h"

#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>

#include "kit/buf.h"
#include "kit/err.h"
#include "kit/json.h"
#include "kit/mem.h"

enum { REPLY_MAX = 8 << 20, QUOTED = 200 };

struct reply {
	CURLcode code;
	long status;
	bool stopped;
	struct buf body;
};

static size_t
take_body(char *data, size_t size, size_t n, void *context)
{
	struct buf *body = context;

	if (body->len + size * n > REPLY_MAX)
		return 0;
	buf_add(body, data, size * n);
	return size * n;
}

static CURL *
request(const struct probe *p, const char *path, const char *body, struct curl_slist **headers,
	struct reply *r)
{
	CURL *h = curl_easy_init();
	char *url = xasprintf("%s%s", p->url, path);

	if (h == NULL)
		die(EXIT_OS, "libcurl: no handle");
	*headers = curl_slist_append(NULL, "Content-Type: application/json");
	if (p->api_key != NULL) {
		char *line = xasprintf("Authorization: Bearer %s", p->api_key);

		*headers = curl_slist_append(*headers, line);
		free(line);
	}
	curl_easy_setopt(h, CURLOPT_URL, url);
	curl_easy_setopt(h, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(h, CURLOPT_NOPROXY, "*");
	curl_easy_setopt(h, CURLOPT_HTTPHEADER, *headers);
	curl_easy_setopt(h, CURLOPT_WRITEFUNCTION, take_body);
	curl_easy_setopt(h, CURLOPT_WRITEDATA, &r->body);
	curl_easy_setopt(h, CURLOPT_CONNECTTIMEOUT_MS, 5000L);
	if (body != NULL)
		curl_easy_setopt(h, CURLOPT_COPYPOSTFIELDS, body);
	free(url);
	return h;
}

/* Drives one transfer to its end, or until stop() says so. */
static void
transfer(const struct probe *p, CURL *h, struct reply *r)
{
	CURLM *m = curl_multi_init();
	struct curl_waitfd extra[2];
	unsigned n_extra = 0;
	int running = 1, left;
	CURLMsg *msg;

	if (m == NULL || curl_multi_add_handle(m, h) != CURLM_OK)
		die(EXIT_OS, "libcurl: no handle");
	for (int i = 0; i < 2; i++)
		if (p->fds[i] >= 0)
			extra[n_extra++] = (struct curl_waitfd){p->fds[i], CURL_WAIT_POLLIN, 0};
	r->code = CURLE_AGAIN;
	while (running > 0) {
		if (curl_multi_perform(m, &running) != CURLM_OK)
			break;
		if (p->stop != NULL && p->stop(p->context)) {
			r->stopped = true;
			break;
		}
		if (running > 0)
			curl_multi_poll(m, extra, n_extra, 200, NULL);
	}
	while ((msg = curl_multi_info_read(m, &left)) != NULL)
		if (msg->msg == CURLMSG_DONE)
			r->code = msg->data.result;
	curl_easy_getinfo(h, CURLINFO_RESPONSE_CODE, &r->status);
	curl_multi_remove_handle(m, h);
	curl_multi_cleanup(m);
}

static void
ask(const struct probe *p, const char *path, const char *body, struct reply *r)
{
	struct curl_slist *headers;
	CURL *h = request(p, path, body, &headers, r);

	transfer(p, h, r);
	curl_easy_cleanup(h);
	curl_slist_free_all(headers);
}

/* What a status other than 200 means; READY for 200. */
static enum ready
judge_status(const struct reply *r, const char *path, char **why)
{
	if (r->stopped)
		return READY_STOPPED;
	if (r->code != CURLE_OK) {
		*why = xasprintf("%s: %s", path, curl_easy_strerror(r->code));
		return READY_NOT_YET;
	}
	if (r->status == 200)
		return READY;
	*why = xasprintf("%s: HTTP %ld: %.*s", path, r->status, QUOTED, r->body.s ? r->body.s : "");
	return r->status >= 400 && r->status < 500 && r->status != 408 && r->status != 425 &&
			       r->status != 429
		       ? READY_REFUSED
		       : READY_NOT_YET;
}

bool
fetch_text(const char *url, const char *api_key, struct buf *out, char **why)
{
	struct probe p = {.url = url, .model = "", .api_key = api_key, .fds = {-1, -1}};
	struct reply r = {.body = BUF_INIT};
	bool ok;

	*why = NULL;
	ask(&p, "", NULL, &r);
	ok = judge_status(&r, url, why) == READY;
	if (ok)
		buf_add(out, r.body.s ? r.body.s : "", r.body.len);
	buf_free(&r.body);
	return ok;
}

enum ready
probe_models(const struct probe *p, char **why)
{
	const char *path = json_str(p->ready, "models", "/v1/models");
	struct reply r = {.body = BUF_INIT};
	enum ready answer;
	struct buf names = BUF_INIT;
	json_t *list, *v;
	size_t i;

	ask(p, path, NULL, &r);
	answer = judge_status(&r, path, why);
	if (answer == READY) {
		list = json_loadb(r.body.s ? r.body.s : "", r.body.len, 0, NULL);
		answer = READY_REFUSED;
		json_array_foreach(json_object_get(list, "data"), i, v)
		{
			const char *id = json_str(v, "id", "");

			buf_printf(&names, "%s%s", i ? ", " : "", id);
			if (strcmp(id, p->model) == 0)
				answer = READY;
		}
		if (answer != READY)
			*why = xasprintf("%s lists '%.*s', not '%s'", path, QUOTED,
				names.s ? names.s : "", p->model);
		json_decref(list);
	}
	buf_free(&names);
	buf_free(&r.body);
	return answer;
}

/* The request of one token: the engine file's body, or a chat of one word, with the model put in.
 */
static char *
token_request(const struct probe *p)
{
	const json_t *given = json_object_get(p->ready, "body");
	json_t *body = given ? json_deep_copy(given)
			     : json_pack("{s:[{s:s,s:s}],s:i,s:i}", "messages", "role", "user",
				       "content", "Hi", "max_tokens", 1, "temperature", 0);
	char *text;

	json_object_set_new(body, "model", json_string(p->model));
	text = json_text(body);
	json_decref(body);
	return text;
}

static bool
has_text(const json_t *choice)
{
	static const char *const where[] = {
		"message.content", "message.reasoning_content", "message.reasoning", "text"};

	for (size_t i = 0; i < sizeof where / sizeof *where; i++)
		if (*json_str(choice, where[i], "") != '\0')
			return true;
	return false;
}

/* Whether the reply holds a token: the server counts one, or there is text. */
static bool
has_token(const json_t *reply)
{
	const json_t *choice = json_array_get(json_object_get(reply, "choices"), 0);

	if (choice == NULL || json_object_get(reply, "error"))
		return false;
	return json_int(reply, "usage.completion_tokens", 0) > 0 || has_text(choice);
}

enum ready
probe_token(const struct probe *p, char **why)
{
	const char *path = json_str(p->ready, "path", "/v1/chat/completions");
	char *body = token_request(p);
	struct reply r = {.body = BUF_INIT};
	enum ready answer;
	json_t *reply;

	ask(p, path, body, &r);
	answer = judge_status(&r, path, why);
	if (answer == READY) {
		reply = json_loadb(r.body.s ? r.body.s : "", r.body.len, 0, NULL);
		if (!has_token(reply)) {
			*why = xasprintf("%s: no token in the reply: %.*s", path, QUOTED,
				r.body.s ? r.body.s : "");
			answer = READY_NOT_YET;
		}
		json_decref(reply);
	}
	free(body);
	buf_free(&r.body);
	return answer;
}
