#include "http/request.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "kit/json.h"
#include "kit/mem.h"

static const struct {
	const char *name;
	enum dialect dialect;
} dialects[] = {{"auto", DIALECT_AUTO}, {"openai", DIALECT_OPENAI}, {"llama.cpp", DIALECT_LLAMA},
	{"llama", DIALECT_LLAMA}, {"vllm", DIALECT_VLLM}};
enum { NDIALECTS = sizeof dialects / sizeof *dialects };

bool
dialect_parse(const char *name, enum dialect *out)
{
	for (int i = 0; i < NDIALECTS; i++)
		if (strcmp(name, dialects[i].name) == 0) {
			*out = dialects[i].dialect;
			return true;
		}
	return false;
}

const char *
dialect_name(enum dialect d)
{
	for (int i = 0; i < NDIALECTS; i++)
		if (dialects[i].dialect == d)
			return dialects[i].name;
	return "";
}

static bool
is_chat(struct rec *item)
{
	size_t len;

	return rec_raw(item, "messages", &len) != NULL;
}

const char *
request_path(const struct request_conf *conf, struct rec *item)
{
	if (is_chat(item))
		return "/v1/chat/completions";
	return conf->dialect == DIALECT_LLAMA ? "/completion" : "/v1/completions";
}

static bool
starts(struct rec *item, const char *key, char first, bool *there)
{
	size_t len;
	const char *raw = rec_raw(item, key, &len);

	*there = raw != NULL;
	return !raw || *raw == first;
}

const char *
request_fault(struct rec *item)
{
	bool messages, prompt, there;
	json_t *sampling, *limits;

	if (!starts(item, "messages", '[', &messages))
		return "messages is no array";
	if (!starts(item, "prompt", '"', &prompt))
		return "prompt is no string";
	if (messages == prompt)
		return messages ? "both messages and prompt" : "neither messages nor prompt";
	if (!starts(item, "tools", '[', &there))
		return "tools is no array";
	if (!starts(item, "sampling", '{', &there))
		return "sampling is no object";
	if (!starts(item, "limits", '{', &there))
		return "limits is no object";
	sampling = rec_get(item, "sampling");
	limits = rec_get(item, "limits");
	json_t *stop = json_object_get(sampling, "stop"), *seed = json_object_get(sampling, "seed");
	if (stop && !json_is_array(stop) && !json_is_string(stop) && !json_is_null(stop))
		return "sampling.stop is neither a string nor an array";
	if (seed && !json_is_integer(seed) && !json_is_null(seed))
		return "sampling.seed is no integer";
	if (json_object_get(limits, "max_tokens") && json_int(limits, "max_tokens", 0) < 1)
		return "limits.max_tokens is no positive integer";
	if (json_object_get(limits, "timeout_s") && json_num(limits, "timeout_s", 0) <= 0)
		return "limits.timeout_s is no positive number";
	return NULL;
}

static bool
stops_are_ours(struct rec *item)
{
	const char *by = json_str(
		rec_get(item, "sampling"), "stop_applied", is_chat(item) ? "client" : "server");

	return strcmp(by, "client") == 0;
}

const char **
request_stops(struct rec *item)
{
	json_t *stop = json_object_get(rec_get(item, "sampling"), "stop"), *one;
	size_t n = json_is_array(stop) ? json_array_size(stop) : 1, bytes = 0, i;
	const char **list;
	char *text;

	if (!stop || json_is_null(stop) || !stops_are_ours(item))
		return NULL;
	for (i = 0; i < n; i++) {
		one = json_is_array(stop) ? json_array_get(stop, i) : stop;
		bytes += json_string_length(one) + 1;
	}
	list = xmalloc((n + 1) * sizeof *list + bytes);
	text = (char *)(list + n + 1);
	for (i = 0; i < n; i++) {
		one = json_is_array(stop) ? json_array_get(stop, i) : stop;
		size_t len = json_string_length(one);
		list[i] = text;
		memcpy(text, len ? json_string_value(one) : "", len + 1);
		text += len + 1;
	}
	list[n] = NULL;
	return list;
}

static void
put_member(struct buf *b, const char *key, const char *value, size_t len)
{
	json_put_string(b, key, strlen(key));
	buf_putc(b, ':');
	buf_add(b, value, len);
	buf_putc(b, ',');
}

static void
put_raw(struct buf *b, struct rec *item, const char *key)
{
	size_t len;
	const char *raw = rec_raw(item, key, &len);

	if (raw)
		put_member(b, key, raw, len);
}

static void
put_sampling(const struct request_conf *conf, struct rec *item, struct buf *b)
{
	json_t *sampling = rec_get(item, "sampling"), *v;
	bool ours = stops_are_ours(item);
	const char *key;

	json_object_foreach(sampling, key, v)
	{
		if (strcmp(key, "seed") == 0 || strcmp(key, "stop_applied") == 0 ||
			json_is_null(v) || strcmp(key, "thinking") == 0 ||
			(strcmp(key, "stop") == 0 && ours))
			continue;
		json_put_string(b, key, strlen(key));
		buf_putc(b, ':');
		json_put(b, v);
		buf_putc(b, ',');
	}
	buf_printf(b, "\"seed\":%" PRId64 ",", (int64_t)json_int(sampling, "seed", 0) + conf->seed);
	v = json_object_get(sampling, "thinking");
	if (json_is_boolean(v) && conf->dialect != DIALECT_OPENAI)
		buf_printf(b, "\"chat_template_kwargs\":{\"enable_thinking\":%s},",
			json_is_true(v) ? "true" : "false");
}

static void
put_dialect(const struct request_conf *conf, uint64_t seq, bool chat, struct buf *b)
{
	bool llama = conf->dialect == DIALECT_LLAMA, vllm = conf->dialect == DIALECT_VLLM;

	buf_puts(b, "\"stream\":true,");
	if (vllm)
		buf_puts(b, "\"stream_options\":{\"include_usage\":true,\"continuous_usage_stats\":"
			    "true},");
	else if (chat || !llama)
		buf_puts(b, "\"stream_options\":{\"include_usage\":true},");
	if (llama) {
		buf_puts(b, "\"timings_per_token\":true,");
		if (!conf->prefix_cache)
			buf_puts(b, "\"cache_prompt\":false,");
		if (conf->ids && !chat)
			buf_puts(b, "\"return_tokens\":true,");
	}
	if (vllm) {
		if (!conf->prefix_cache)
			buf_printf(b, "\"cache_salt\":\"%s-%" PRIu64 "\",",
				conf->salt ? conf->salt : "", seq);
		if (conf->ids)
			buf_puts(b, "\"return_token_ids\":true,");
	}
}

bool
request_body(const struct request_conf *conf, struct rec *item, uint64_t seq, struct buf *b,
	const char **why)
{
	bool chat = is_chat(item);
	int64_t max = json_int(rec_get(item, "limits"), "max_tokens", -1);

	*why = request_fault(item);
	if (*why)
		return false;
	buf_putc(b, '{');
	if (conf->model) {
		buf_puts(b, "\"model\":");
		json_put_string(b, conf->model, strlen(conf->model));
		buf_putc(b, ',');
	}
	put_raw(b, item, chat ? "messages" : "prompt");
	put_raw(b, item, "tools");
	if (max > 0)
		buf_printf(b, "\"%s\":%" PRId64 ",",
			!chat && conf->dialect == DIALECT_LLAMA ? "n_predict" : "max_tokens", max);
	put_sampling(conf, item, b);
	put_dialect(conf, seq, chat, b);
	b->s[b->len - 1] = '}';
	return true;
}

/* FNV-1a (Fowler, Noll, Vo) over eight bytes at a time; the tail singly. */
static uint64_t
hash_add(uint64_t h, const char *s, size_t len)
{
	for (; len >= 8; s += 8, len -= 8) {
		uint64_t w;

		memcpy(&w, s, 8);
		h = (h ^ w) * 0x100000001b3u;
		h ^= h >> 29;
	}
	for (; len; s++, len--)
		h = (h ^ (unsigned char)*s) * 0x100000001b3u;
	return h;
}

uint64_t
request_identity(struct rec *item)
{
	static const char *const keys[] = {
		"task", "id", "messages", "prompt", "tools", "sampling", "limits"};
	uint64_t h = 0xcbf29ce484222325u;

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		size_t len = 0;
		const char *raw = rec_raw(item, keys[i], &len);

		h = hash_add(h, (const char *)&len, sizeof len);
		if (raw)
			h = hash_add(h, raw, len);
	}
	return h;
}

double
request_timeout_s(struct rec *item, double otherwise)
{
	return json_num(rec_get(item, "limits"), "timeout_s", otherwise);
}
