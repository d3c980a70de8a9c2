/*
 * query: reads items, asks a server for an answer to each, several at a time, and writes answers:
 * the item with what came, token by token with its time, or with the error that came instead.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "http/query.h"
#include "kit/err.h"
#include "kit/mem.h"
#include "kit/num.h"
#include "kit/opts.h"
#include "kit/rec.h"

enum {
	OPT_DIALECT = 256,
	OPT_JOURNAL,
	OPT_CELL,
	OPT_REPLICATE,
	OPT_SEED,
	OPT_PID,
	OPT_INTERLEAVE,
	OPT_RATE,
	OPT_DURATION,
	OPT_WARMUP,
	OPT_LIMIT,
	OPT_IDS,
	OPT_SAMPLE,
	OPT_TIMEOUT,
	OPT_RETRIES,
	OPT_SLO,
	OPT_PREFIX_CACHE,
	OPT_NO_ARRIVALS,
	OPT_TOKEN_IDS,
	OPT_DRY_RUN,
	OPT_KEEP_GOING,
};

static const struct opt opts[] = {
	{'u', "url", "URL", "the server (TIERBENCH_URL, http://127.0.0.1:8080)"},
	{'m', "model", "NAME", "the model to ask for (TIERBENCH_MODEL, the first one served)"},
	{'n', "load", "N", "at most N requests at a time (TIERBENCH_LOAD, 1)"},
	{OPT_DIALECT, "dialect", "NAME",
		"auto, llama.cpp, vllm or openai (TIERBENCH_DIALECT, auto)"},
	{OPT_JOURNAL, "journal", "FILE",
		"keep answers in FILE, resume from it, print all at the end"},
	{OPT_CELL, "cell", "KEY", "the cell asked (TIERBENCH_CELL, adhoc)"},
	{OPT_REPLICATE, "replicate", "N",
		"which replicate, added to seeds (TIERBENCH_REPLICATE, 0)"},
	{OPT_SEED, "seed", "N", "added to seeds, draws --sample (TIERBENCH_SEED, 0)"},
	{OPT_PID, "pid", "PID", "the server's process (TIERBENCH_PID)"},
	{OPT_INTERLEAVE, "interleave", NULL, "ask round-robin over the tasks"},
	{OPT_RATE, "rate", "R", "R requests a second, at most --load (4096) out"},
	{OPT_DURATION, "duration", "S", "begin no request after S seconds"},
	{OPT_WARMUP, "warmup", "N", "ask the first N items before the clock starts"},
	{OPT_LIMIT, "limit", "N", "ask the first N items only"},
	{OPT_IDS, "ids", "LIST", "ask these items only: ID,ID or @FILE, an id a line"},
	{OPT_SAMPLE, "sample", "N", "ask N items, drawn by --seed"},
	{OPT_TIMEOUT, "timeout", "S", "for items without limits.timeout_s (600)"},
	{OPT_RETRIES, "retries", "N", "after no connection, 429 and 503 (5)"},
	{OPT_SLO, "slo", "LIST", "ttft_ms=N,itl_ms=N: count answers that meet it"},
	{OPT_PREFIX_CACHE, "prefix-cache", NULL, "leave the server's prefix cache on"},
	{OPT_NO_ARRIVALS, "no-arrivals", NULL, "leave the time of each chunk out"},
	{OPT_TOKEN_IDS, "token-ids", NULL, "ask for token ids"},
	{OPT_DRY_RUN, "dry-run", NULL, "print the bodies of the requests and ask nothing"},
	{OPT_KEEP_GOING, "keep-going", NULL, "report bad lines as error records and go on"},
	{'q', "quiet", NULL, "no progress and no summary on a terminal"},
	{'v', "verbose", NULL, "a summary at the end, on a terminal or not"},
	{0, NULL, NULL, NULL},
};

static const struct opt_table table = {
	.tool = "query",
	.summary = "Reads items, asks a server each of them, writes answers.",
	.operands = "[FILE ...]",
	.example = "query --dry-run "
		   "<<<'{\"kind\":\"item\",\"task\":\"t\",\"id\":\"1\",\"prompt\":\"Hi\"}'",
	.opts = opts,
};

static volatile sig_atomic_t caught;

static void
on_signal(int number)
{
	caught = number;
}

/* Until all input is read, signals end us as they do. */
static void
catch_signals(void)
{
	struct sigaction sa = {.sa_handler = on_signal}, before;

	if (sigaction(SIGINT, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
		sigaction(SIGINT, &sa, NULL);
	if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
		sigaction(SIGHUP, &sa, NULL);
	sigaction(SIGTERM, &sa, NULL);
}

static int64_t
variable(const char *name, int64_t lo, int64_t hi, int64_t otherwise)
{
	const char *text = getenv(name);
	int64_t n;

	if (!text || !*text)
		return otherwise;
	if (!num_parse_int(text, lo, hi, &n))
		die(EXIT_CONFIG, "%s is '%s': want a whole number in %lld..%lld", name, text,
			(long long)lo, (long long)hi);
	return n;
}

static const char *
text_variable(const char *name, const char *otherwise)
{
	const char *text = getenv(name);

	return text && *text ? text : otherwise;
}

static void
set_dialect(struct query_conf *conf, const char *name, bool option)
{
	if (dialect_parse(name, &conf->dialect))
		return;
	if (option)
		opt_usage(&table, "'--dialect %s': want auto, llama.cpp, vllm or openai", name);
	die(EXIT_CONFIG, "TIERBENCH_DIALECT is '%s': want auto, llama.cpp, vllm or openai", name);
}

static void
read_slo(struct slo *slo, const char *list)
{
	char *text = xstrdup(list), *save;

	for (char *word = strtok_r(text, ",", &save); word; word = strtok_r(NULL, ",", &save)) {
		double *to = strncmp(word, "ttft_ms=", 8) == 0	? &slo->ttft_ms
			     : strncmp(word, "itl_ms=", 7) == 0 ? &slo->itl_ms
								: NULL;

		if (!to || !num_parse_real(strchr(word, '=') + 1, 0, 1e9, to))
			opt_usage(&table, "'--slo %s': want ttft_ms=N,itl_ms=N", list);
	}
	free(text);
}

static void
defaults(struct query_conf *conf)
{
	conf->url = text_variable("TIERBENCH_URL", "http://127.0.0.1:8080");
	conf->model = text_variable("TIERBENCH_MODEL", NULL);
	conf->api_key = text_variable("TIERBENCH_API_KEY", NULL);
	conf->cell = text_variable("TIERBENCH_CELL", "adhoc");
	conf->replicate = variable("TIERBENCH_REPLICATE", 0, 1000000, 0);
	conf->seed = variable("TIERBENCH_SEED", INT32_MIN, INT32_MAX, 0);
	conf->load = (int)variable("TIERBENCH_LOAD", 1, 4096, 0);
	conf->server_pid = (pid_t)variable("TIERBENCH_PID", 1, INT32_MAX, 0);
	set_dialect(conf, text_variable("TIERBENCH_DIALECT", "auto"), false);
	conf->timeout_s = 600;
	conf->retries = 5;
	conf->arrivals = true;
	conf->slo = (struct slo){-1, -1};
}

static void
take_choice(struct query_conf *conf, int ch)
{
	switch (ch) {
	case OPT_INTERLEAVE: conf->items.interleave = true; break;
	case OPT_LIMIT: conf->items.limit = opt_int(&table, ch, 1, INT64_MAX); break;
	case OPT_IDS: conf->items.ids = optarg; break;
	case OPT_SAMPLE: conf->items.sample = opt_int(&table, ch, 1, INT64_MAX); break;
	case OPT_KEEP_GOING: conf->items.keep_going = true; break;
	case OPT_RATE: conf->rate = opt_real(&table, ch, 1e-6, 1e6); break;
	case OPT_DURATION: conf->duration_s = opt_real(&table, ch, 1e-3, 1e9); break;
	case OPT_WARMUP: conf->warmup = opt_int(&table, ch, 0, INT64_MAX); break;
	case OPT_TIMEOUT: conf->timeout_s = opt_real(&table, ch, 1e-3, 1e6); break;
	case OPT_RETRIES: conf->retries = (int)opt_int(&table, ch, 0, 100); break;
	}
}

static void
take_option(struct query_conf *conf, int ch)
{
	switch (ch) {
	case 'u': conf->url = optarg; break;
	case 'm': conf->model = optarg; break;
	case 'n': conf->load = (int)opt_int(&table, ch, 1, 4096); break;
	case OPT_DIALECT: set_dialect(conf, optarg, true); break;
	case OPT_JOURNAL: conf->journal = optarg; break;
	case OPT_CELL: conf->cell = optarg; break;
	case OPT_REPLICATE: conf->replicate = opt_int(&table, ch, 0, 1000000); break;
	case OPT_SEED: conf->seed = opt_int(&table, ch, INT32_MIN, INT32_MAX); break;
	case OPT_PID: conf->server_pid = (pid_t)opt_int(&table, ch, 1, INT32_MAX); break;
	case OPT_SLO: read_slo(&conf->slo, optarg); break;
	case OPT_PREFIX_CACHE: conf->prefix_cache = true; break;
	case OPT_NO_ARRIVALS: conf->arrivals = false; break;
	case OPT_TOKEN_IDS: conf->ids = true; break;
	case OPT_DRY_RUN: conf->dry_run = true; break;
	case 'q': conf->quiet = true; break;
	case 'v': conf->verbose = true; break;
	default: take_choice(conf, ch);
	}
}

/* The address without a path that users paste along: "http://host:8080/v1/". */
static char *
plain_url(const char *url)
{
	size_t len = strlen(url);

	while (len && url[len - 1] == '/')
		len--;
	if (len >= 3 && memcmp(url + len - 3, "/v1", 3) == 0)
		len -= 3;
	return xstrndup(url, len);
}

int
main(int argc, char **argv)
{
	struct query_conf conf = {0};
	char *url;
	int ch, status, closed;

	defaults(&conf);
	while ((ch = opt_next(&table, argc, argv)) != -1)
		take_option(&conf, ch);
	if (!conf.load)
		conf.load = conf.rate > 0 ? 4096 : 1;
	conf.url = url = plain_url(conf.url);
	conf.items.files = argv + optind;
	conf.items.nfiles = argc - optind;
	conf.items.seed = (uint64_t)conf.seed;
	conf.items.fault = request_fault;
	conf.caught = &caught;
	conf.input_read = catch_signals;
	conf.items.others_to = conf.journal && !conf.dry_run ? NULL : stdout;
	status = query_run(&conf);
	free(url);
	closed = close_stdout();
	return status != EXIT_DONE ? status : closed;
}
