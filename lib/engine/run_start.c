#include "engine/run_state.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "engine/argv.h"
#include "engine/lock.h"
#include "engine/ready.h"
#include "kit/clock.h"
#include "kit/err.h"
#include "kit/json.h"
#include "kit/mem.h"

enum { PORT_TRIES = 3 };

/* Seconds; where the engine file and the options say nothing. */
#define START_S	  3600.0
#define IDLE_S	  300.0
#define REFUSED_S 3.0 /* a server that says no for so long means it */
#define FREED_S	  60.0

void
run_open_log(struct run *r)
{
	struct stat st;

	if (r->o->dir != NULL) {
		r->log_path = xasprintf("%s/server.log", r->o->dir);
		r->log_fd = open(r->log_path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	} else {
		const char *tmp = getenv("TMPDIR");

		r->log_fd = open(
			tmp ? tmp : "/tmp", O_TMPFILE | O_RDWR | O_APPEND | O_CLOEXEC, 0600);
		r->log_path = xasprintf("/proc/self/fd/%d", r->log_fd);
	}
	if (r->log_fd < 0 || fstat(r->log_fd, &st) < 0)
		die_errno(EXIT_IO, "%s", r->log_path);
	r->log_from = (size_t)st.st_size;
}

/* A server that loads for long is alive as long as its log or its memory moves. */
static void
notice_movement(struct run *r)
{
	struct stat st;
	double mib = memory_now(r->memory);
	double now = clock_s();

	if (fstat(r->log_fd, &st) == 0 && st.st_size != r->log_seen) {
		r->log_seen = st.st_size;
		r->moved_s = now;
	}
	if (mib > r->memory_seen + 1 || mib < r->memory_seen - 1) {
		r->memory_seen = mib;
		r->moved_s = now;
	}
}

static bool
timed_out(struct run *r)
{
	double now = clock_s();

	if (now > r->started_s + r->start_limit_s)
		r->why = r->why ? r->why : xasprintf("not ready within %.0f s", r->start_limit_s);
	else if (now > r->moved_s + r->idle_limit_s)
		r->why = r->why ? r->why
				: xasprintf(
					  "not ready, and neither log nor memory moved for %.0f s",
					  r->idle_limit_s);
	else
		return false;
	r->outcome = "timeout";
	return true;
}

/* The probe asks this often: whether to give up. */
static bool
stop_probe(void *context)
{
	struct run *r = context;

	run_take_signals(r);
	if (r->url == NULL || r->program != NULL) {
		server_alive(&r->server);
		if (memory_due(r->memory, SAMPLE_MS))
			memory_sample(r->memory, &r->server);
		notice_movement(r);
	}
	return r->signal != 0 || r->server.dead || timed_out(r);
}

/* Whether it is our server that listens; says so in r->foreign where it is not. */
static bool
port_is_ours(struct run *r)
{
	struct pid_list tree = {0};
	int listens;

	if (r->program == NULL)
		return true;
	server_tree(&r->server, &tree);
	listens = tree_listens(&tree, r->port);
	pid_list_free(&tree);
	if (listens == 0)
		r->foreign = true;
	return listens == 1;
}

/* From the first connection to the first token. READY, or why it stopped. */
static enum ready
probe_until_ready(struct run *r)
{
	struct probe p = {.url = r->url,
		.model = json_str(r->vars, "model", ""),
		.api_key = r->api_key,
		.ready = json_object_get(engine_root(r->engine), "ready"),
		.stop = stop_probe,
		.context = r,
		.fds = {r->o->signals, r->server.fd}};
	double refused_since = 0;
	bool listed = false;

	for (int nap = 2;; nap = nap < 100 ? nap * 2 : 100) {
		char *why = NULL;
		enum ready got = listed ? probe_token(&p, &why) : probe_models(&p, &why);

		if ((got == READY || got == READY_REFUSED) && !listed && !port_is_ours(r))
			got = r->foreign ? READY_STOPPED : READY_NOT_YET;
		if (got == READY && listed)
			return READY;
		if (got == READY) {
			listed = true;
			nap = 1;
			continue;
		}
		if (got == READY_STOPPED) {
			free(why);
			return got;
		}
		refused_since = got != READY_REFUSED ? 0
				: refused_since	     ? refused_since
						     : clock_s();
		if (refused_since && clock_s() > refused_since + REFUSED_S) {
			r->why = why;
			return got;
		}
		free(why);
		run_pause(r, nap);
		if (stop_probe(r))
			return READY_STOPPED;
	}
}

static bool
start_process(struct run *r)
{
	char *why = NULL;

	r->port = free_port();
	if (r->port < 0)
		die_errno(EXIT_OS, "no free port");
	json_object_set_new(r->vars, "program", json_string(r->program));
	json_object_set_new(r->vars, "host", json_string("127.0.0.1"));
	json_object_set_new(r->vars, "port", json_integer(r->port));
	free(r->url);
	r->url = xasprintf("http://127.0.0.1:%d", r->port);
	argv_free(&r->argv);
	argv_free(&r->env);
	if (!engine_argv(r->engine, r->cell, r->vars, r->override, &r->argv, &why) ||
		!engine_env(r->engine, r->cell, r->vars, r->override, &r->env, &why))
		return run_config_fault(r, why);
	if (!server_start(&r->server, r->argv.v, r->env.v, r->log_fd)) {
		r->outcome = "died";
		r->why = xasprintf("%s: %s", r->argv.v[0], strerror(r->server.start_errno));
		r->status = EXIT_LAUNCH_FAILED;
		return false;
	}
	return true;
}

/* A server that somebody else runs: its address and key come from the environment. */
static bool
use_url(struct run *r)
{
	const char *url = json_str(engine_root(r->engine), "url", "");
	const char *key = json_str(engine_root(r->engine), "api_key", NULL);
	size_t len;

	if (strncmp(url, "env:", 4) == 0) {
		const char *name = url + 4;

		url = getenv(name);
		if (url == NULL || *url == '\0')
			return run_config_fault(
				r, xasprintf("%s is not set: it names the server's address", name));
	}
	r->url = xstrdup(url);
	len = strlen(r->url);
	while (len > 0 && r->url[len - 1] == '/')
		r->url[--len] = '\0';
	if (len > 3 && strcmp(r->url + len - 3, "/v1") == 0)
		r->url[len - 3] = '\0';
	if (key != NULL && strncmp(key, "env:", 4) == 0)
		key = getenv(key + 4);
	if (key != NULL && *key)
		r->api_key = xstrdup(key);
	return true;
}

static double
limit_of(const struct run *r, double option, const char *path, double otherwise)
{
	return option >= 0 ? option : json_num(engine_root(r->engine), path, otherwise);
}

/* One attempt: start, wait. True: up. */
bool
run_bring_up(struct run *r)
{
	r->start_limit_s = limit_of(r, r->o->start_s, "ready.start_s", START_S);
	r->idle_limit_s = limit_of(r, r->o->idle_s, "ready.idle_s", IDLE_S);
	for (int tries = 0; tries < PORT_TRIES; tries++) {
		r->foreign = false;
		r->log_seen = 0;
		r->server = (struct server){.fd = -1};
		memory_free(r->memory);
		r->memory = NULL;
		if (r->program == NULL) {
			if (!use_url(r))
				return false;
		} else {
			r->memory = memory_open();
			if (!start_process(r))
				return false;
		}
		r->started_s = r->moved_s = clock_s();
		switch (probe_until_ready(r)) {
		case READY:
			r->load_s = clock_s() - r->started_s;
			if (r->memory)
				memory_mark_loaded(r->memory, &r->server);
			return true;
		case READY_REFUSED: r->outcome = "died"; return false;
		default: break;
		}
		if (!r->foreign)
			return false;
		warn("port %d is another server's: trying another", r->port);
		server_end(&r->server, r->o->grace_s);
	}
	r->outcome = "died";
	r->why = xstrdup("every free port was taken by another server at once");
	return false;
}

void
run_take_down(struct run *r)
{
	if (r->program == NULL || r->server.fd < 0)
		return;
	if (!server_end(&r->server, r->o->grace_s))
		warn("cell %s: something of its server would not die",
			json_str(r->cell, "cell", "?"));
	if (r->memory && !memory_wait_freed(r->memory, FREED_S))
		warn("cell %s: the device's memory is not free again after its server's end",
			json_str(r->cell, "cell", "?"));
}

char *
run_how_it_ended(const struct run *r, const char *when)
{
	if (WIFSIGNALED(r->server.status))
		return xasprintf("the server ended by signal %s %s",
			sigabbrev_np(WTERMSIG(r->server.status)), when);
	return xasprintf(
		"the server ended with exit status %d %s", WEXITSTATUS(r->server.status), when);
}
