#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "http/echo.h"
#include "http/metrics.h"
#include "http/probe.h"
#include "http/run.h"
#include "kit/json.h"
#include "kit/rec.h"

void
run_measure(struct run *run, bool with_host)
{
	double now = run_now_s(run), share;
	struct host_sample host;

	meter_flight(&run->meter, 0, now);
	run->attempt.wall_s = now;
	run->attempt.busy_s = run->meter.busy_s;
	run->attempt.late_ms = 1e3 * meter_quantile_s(&run->meter.late, .99);
	run->attempt.prompt = run->meter.prompt;
	run->attempt.cached = run->meter.cached;
	if (!with_host)
		return;
	host = host_sample(run->conf->server_pid);
	share = host_share_of_others(&run->host_from, &host);
	if (share >= 0) {
		run->attempt.known_s = now;
		run->attempt.others_s = share * now;
	}
}

/* vLLM counts drafted and accepted tokens over all requests only. */
static void
read_draft_counters(struct run *run, int64_t *drafted, int64_t *accepted)
{
	size_t len;
	char *text;

	*drafted = *accepted = -1;
	if (run->request.dialect != DIALECT_VLLM || items_count(run->items) == 0 ||
		*run->conf->caught)
		return;
	text = probe_get(run->client, "/metrics", 5, run->conf->caught, &len);
	if (!text)
		return;
	*drafted = metrics_sum(text, len, "vllm:spec_decode_num_draft_tokens_total");
	*accepted = metrics_sum(text, len, "vllm:spec_decode_num_accepted_tokens_total");
	free(text);
}

void
run_drafts_before(struct run *run)
{
	read_draft_counters(run, &run->drafted_from, &run->accepted_from);
}

void
run_drafts_after(struct run *run)
{
	int64_t drafted, accepted;

	if (run->drafted_from < 0 || run->accepted_from < 0)
		return;
	read_draft_counters(run, &drafted, &accepted);
	if (drafted < run->drafted_from || accepted < run->accepted_from)
		return; /* gone, or the server was started anew */
	run->attempt.drafted = drafted - run->drafted_from;
	run->attempt.accepted = accepted - run->accepted_from;
}

void
run_check_sampling(struct run *run)
{
	json_t *slots, *list, *finding;
	size_t len, i;
	char *text;

	if (run->request.dialect != DIALECT_LLAMA || !run->sampling)
		return;
	text = probe_get(run->client, "/slots", 5, run->conf->caught, &len);
	slots = text ? json_loadb(text, len, 0, NULL) : NULL;
	list = echo_findings(slots, run->sampling, run->seed, run->max_tokens, run->conf->cell);
	json_array_foreach(list, i, finding) json_write_line(finding, stdout);
	json_decref(list);
	json_decref(slots);
	free(text);
}

/* This attempt and those before it. */
static struct progress
all_attempts(const struct run *run)
{
	struct progress all = run->attempt;
	const struct progress *before = run->journal ? journal_progress(run->journal) : NULL;

	if (!before || !before->attempt)
		return all;
	memcpy(all.started, before->started, sizeof all.started);
	all.wall_s += before->wall_s;
	all.busy_s += before->busy_s;
	all.others_s += before->others_s;
	all.known_s += before->known_s;
	all.prompt += before->prompt;
	all.cached += before->cached;
	all.drafted += before->drafted;
	all.accepted += before->accepted;
	all.late_ms = before->late_ms > all.late_ms ? before->late_ms : all.late_ms;
	return all;
}

static void
set_slo(json_t *v, const struct slo *slo)
{
	json_t *object;

	if (slo->ttft_ms < 0 && slo->itl_ms < 0)
		return;
	object = json_object();
	if (slo->ttft_ms >= 0)
		json_set_num(object, "ttft_ms", slo->ttft_ms);
	if (slo->itl_ms >= 0)
		json_set_num(object, "itl_ms", slo->itl_ms);
	json_object_set_new(v, "slo", object);
}

static double
rounded(double x, double to)
{
	return round(x * to) / to;
}

/* What makes the run's speeds doubtful. */
static void
set_marks(json_t *v, const struct progress *all)
{
	const double late_ms = 10, busy = .1;
	json_t *marks = json_array();

	if (all->cached > 0)
		json_array_append_new(marks, json_string("prefix-cache"));
	if (all->late_ms > late_ms)
		json_array_append_new(marks, json_string("late"));
	if (all->known_s > 0 && all->others_s / all->known_s > busy)
		json_array_append_new(marks, json_string("busy-host"));
	if (json_array_size(marks))
		json_object_set(v, "marked", marks);
	json_decref(marks);
}

void
run_write(struct run *run)
{
	const struct query_conf *conf = run->conf;
	struct progress all = all_attempts(run);
	json_t *v = json_pack("{ss ss si}", "kind", "run", "cell", conf->cell, "load", conf->load);

	if (conf->rate > 0)
		json_set_num(v, "rate", conf->rate);
	set_slo(v, &conf->slo);
	json_object_set_new(v, "started", json_string(all.started));
	json_set_num(v, "clock_s", (double)run->origin_ns / 1e9);
	json_set_num(v, "wall_s", rounded(all.wall_s, 1e6));
	if (all.wall_s > 0)
		json_set_num(v, "in_flight", rounded(all.busy_s / all.wall_s, 1e4));
	json_set_num(v, "late_ms", rounded(all.late_ms, 1e3));
	if (all.known_s > 0)
		json_set_num(v, "load_by_others", rounded(all.others_s / all.known_s, 1e4));
	if (all.prompt > 0)
		json_set_num(
			v, "cached_share", rounded((double)all.cached / (double)all.prompt, 1e6));
	if (all.drafted > 0) {
		json_object_set_new(v, "drafted", json_integer(all.drafted));
		json_object_set_new(v, "accepted", json_integer(all.accepted));
	}
	set_marks(v, &all);
	json_object_set_new(v, "answers", json_integer((json_int_t)run->meter.done));
	json_object_set_new(v, "errors", json_integer((json_int_t)run->meter.errors));
	json_object_set_new(v, "attempt", json_integer(all.attempt ? (json_int_t)all.attempt : 1));
	json_write_line(v, stdout);
	json_decref(v);
}
