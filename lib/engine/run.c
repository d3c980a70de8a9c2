#include "engine/run.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/argv.h"
#include "engine/engine.h"
#include "engine/findings.h"
#include "engine/lock.h"
#include "engine/machine.h"
#include "engine/memory.h"
#include "engine/ready.h"
#include "engine/registry.h"
#include "engine/server.h"
#include "kit/buf.h"
#include "kit/clock.h"
#include "kit/err.h"
#include "kit/file.h"
#include "kit/json.h"
#include "kit/mem.h"
#include "kit/proc.h"

enum { TAIL_LINES = 20, PORT_TRIES = 3, SAMPLE_MS = 50, OVERRIDES_MAX = 1 };

/* Seconds; where the engine file and the options say nothing. */
#define START_S	  3600.0
#define IDLE_S	  300.0
#define REFUSED_S 3.0 /* a server that says no for so long means it */
#define ORPHAN_S  2.0 /* what a command gets to notice that its server died */
#define FREED_S	  60.0

struct run {
	const struct run_options *o;
	FILE *out;
	struct engine *engine;
	json_t *cell, *vars, *override, *checkpoint;
	struct lock device_lock;
	struct server server;
	struct memory *memory;
	struct findings findings;
	size_t findings_written;
	struct argv argv, env;
	char *program, *url, *version, *api_key;
	char *log_path; /* of server.log */
	int log_fd;
	size_t log_from; /* where this attempt's text begins */
	int port, attempt, status;
	bool foreign; /* somebody else answers on our port */
	int signal;
	const char *outcome;
	char *why; /* of an outcome that isn't served */
	double started_s, load_s, moved_s, deadline_s, command_s;
	double start_limit_s, idle_limit_s;
	off_t log_seen;
	double memory_seen;
	int exit_status; /* of the server, -1 unknown */
	int command_status;
	pid_t command;
};

/* Signals and children. */

/* Takes in pending signals. CHLD only wakes us. */
static void
take_signals(struct run *r)
{
	struct signalfd_siginfo info;

	while (read(r->o->signals, &info, sizeof info) == (ssize_t)sizeof info)
		if (info.ssi_signo != SIGCHLD && r->signal == 0)
			r->signal = (int)info.ssi_signo;
}

/* Waits for a signal, the guard's word, or ms. */
static void
pause_ms(struct run *r, int ms)
{
	struct pollfd p[2] = {
		{.fd = r->o->signals, .events = POLLIN}, {.fd = r->server.fd, .events = POLLIN}};

	poll(p, r->server.fd >= 0 && !r->server.dead ? 2 : 1, ms);
	take_signals(r);
}

static bool
nap_for_lock(void *context)
{
	struct run *r = context;

	pause_ms(r, 100);
	return r->signal == 0;
}

/* Records. */

static json_t *
finding_ids(const struct run *r)
{
	json_t *ids = json_array();

	for (size_t i = 0; i < r->findings.n; i++)
		json_array_append(ids, json_object_get(r->findings.v[i].row, "id"));
	return ids;
}

/* A record into the stream and, where the cell has a folder, into its append-only launch.part. */
static void
put_record(struct run *r, json_t *record)
{
	struct buf line = BUF_INIT;
	char *path;
	int fd;

	json_put(&line, record);
	buf_putc(&line, '\n');
	if (fwrite(line.s, 1, line.len, r->out) != line.len)
		die_errno(EXIT_IO, "output");
	if (r->o->dir != NULL) {
		path = xasprintf("%s/launch.part", r->o->dir);
		fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
		if (fd < 0 || !write_all(fd, line.s, line.len))
			die_errno(EXIT_IO, "%s", path);
		close(fd);
		free(path);
	}
	buf_free(&line);
	json_decref(record);
}

/* The last lines of this attempt's log. */
static json_t *
log_tail(const struct run *r)
{
	json_t *lines = json_array();
	struct buf text = BUF_INIT, one = BUF_INIT;
	size_t at, n = 0;

	if (read_file(r->log_path, &text) && text.len > r->log_from) {
		at = text.len;
		while (at > r->log_from && n <= TAIL_LINES)
			if (text.s[--at] == '\n' && at + 1 < text.len)
				n += n < TAIL_LINES ? 1 : TAIL_LINES + 1;
		at += at > r->log_from || text.s[at] == '\n' ? 1 : 0;
		while (at < text.len) {
			size_t len = strcspn(text.s + at, "\n");

			if (len > text.len - at)
				len = text.len - at;
			buf_clear(&one);
			json_put_string(&one, text.s + at, len < 2000 ? len : 2000);
			json_array_append_new(
				lines, json_loadb(one.s, one.len, JSON_DECODE_ANY, NULL));
			at += len + 1;
		}
	}
	buf_free(&one);
	buf_free(&text);
	return lines;
}

static void
set_or_null(json_t *o, const char *key, json_t *v)
{
	json_object_set_new(o, key, v ? json_incref(v) : json_null());
}

static void
put_findings(struct run *r, const char *did)
{
	json_t *machine = NULL;

	for (; r->findings_written < r->findings.n; r->findings_written++) {
		const struct finding *f = &r->findings.v[r->findings_written];
		json_t *record;

		if (machine == NULL)
			machine = machine_record();
		record = finding_record(f, r->cell, f->what == DO_NOTE ? "noted it" : did);
		json_object_set_new(record, "engine_version",
			r->version ? json_string(r->version) : json_null());
		set_or_null(record, "compute_capability",
			json_path(json_array_get(json_object_get(machine, "gpu"), 0),
				"compute_capability"));
		set_or_null(record, "toolkit", json_object_get(machine, "toolkit"));
		put_record(r, record);
	}
	json_decref(machine);
}

static json_t *
argv_json(const struct argv *a)
{
	json_t *list = json_array();

	for (size_t i = 0; i < a->n; i++)
		json_array_append_new(list, json_string(a->v[i]));
	return list;
}

static void
put_launch(struct run *r, const char *phase)
{
	json_t *record = json_object();
	bool down = strcmp(phase, "down") == 0;

	json_object_set_new(record, "kind", json_string("launch"));
	json_object_set(record, "cell", json_object_get(r->cell, "cell"));
	json_object_set_new(record, "attempt", json_integer(r->attempt));
	json_object_set_new(record, "phase", json_string(phase));
	json_object_set_new(record, "outcome", json_string(r->outcome));
	json_object_set_new(record, "argv", argv_json(&r->argv));
	if (r->version)
		json_object_set_new(record, "version", json_string(r->version));
	if (r->load_s >= 0)
		json_set_num(record, "load_s", r->load_s);
	if (down && r->command_s >= 0)
		json_set_num(record, "wall_s", r->command_s);
	if (down && r->command_status >= 0)
		json_object_set_new(record, "command_status", json_integer(r->command_status));
	if (r->memory != NULL)
		json_object_set_new(record, "memory", memory_record(r->memory));
	json_object_set_new(record, "findings", finding_ids(r));
	if (r->why != NULL)
		json_object_set_new(record, "why", json_string(r->why));
	if (r->signal != 0)
		json_object_set_new(record, "interrupted", json_string(sigabbrev_np(r->signal)));
	if (r->server.dead && WIFSIGNALED(r->server.status))
		json_object_set_new(
			record, "signal", json_string(sigabbrev_np(WTERMSIG(r->server.status))));
	else if (r->server.dead && WIFEXITED(r->server.status))
		json_object_set_new(record, "exit", json_integer(WEXITSTATUS(r->server.status)));
	if (strcmp(r->outcome, "served") != 0)
		json_object_set_new(record, "log_tail", log_tail(r));
	put_record(r, record);
}

/* Before the start. */

static bool
config_fault(struct run *r, char *why)
{
	warn("cell %s: %s", json_str(r->cell, "cell", "?"), why);
	free(why);
	r->status = EXIT_CONFIG;
	return false;
}

char *
engine_file(const char *folder, const char *name, char **why)
{
	char *path = xasprintf("%s/%s.json", folder, name);
	struct dirent *d;
	DIR *dir;

	if (file_exists(path))
		return path;
	free(path);
	path = NULL;
	dir = opendir(folder);
	while (dir != NULL && path == NULL && (d = readdir(dir)) != NULL) {
		size_t len = strlen(d->d_name);
		char *unreadable = NULL;
		struct engine *e;

		if (len < 6 || strcmp(d->d_name + len - 5, ".json") != 0)
			continue;
		path = xasprintf("%s/%s", folder, d->d_name);
		e = engine_try(path, &unreadable);
		if (e == NULL || strcmp(engine_name(e), name) != 0) {
			free(path);
			path = NULL;
		}
		free(unreadable);
		engine_free(e);
	}
	if (dir != NULL)
		closedir(dir);
	if (path == NULL)
		*why = xasprintf("no engine file for '%s' in %s", name, folder);
	return path;
}

static bool
load_engine(struct run *r)
{
	const char *name = json_str(r->cell, "engine.name", NULL);
	char *why = NULL, *path;

	if (name == NULL)
		return config_fault(r, xstrdup("the cell names no engine"));
	path = engine_file(r->o->engines, name, &why);
	if (path == NULL)
		return config_fault(r, why);
	r->engine = engine_try(path, &why);
	free(path);
	return r->engine != NULL || config_fault(r, why);
}

/* The engine here must be the one that the cell's key was made of. */
static bool
check_identity(struct run *r)
{
	const char *want_sha = json_str(r->cell, "engine.sha256", NULL), *have_sha;
	const char *want = json_str(r->cell, "engine.version", NULL), *have;
	json_t *identity;
	char *why = NULL;
	bool same;

	if (want != NULL)
		r->version = xstrdup(want);
	if (!r->o->check_identity || json_object_get(engine_root(r->engine), "url"))
		return true;
	identity = engine_identity(r->engine, &why);
	if (identity == NULL)
		return config_fault(r, why);
	have = json_str(identity, "version", "");
	have_sha = json_str(identity, "sha256", "");
	same = (!want || strcmp(want, have) == 0) && (!want_sha || strcmp(want_sha, have_sha) == 0);
	if (!same)
		config_fault(
			r, xasprintf("its engine is %s (%.12s), here is %s (%.12s): plan again, or "
				     "launch "
				     "with the engine it was planned for",
				   want ? want : "?", want_sha ? want_sha : "?", have, have_sha));
	else if (r->version == NULL)
		r->version = xstrdup(have);
	json_decref(identity);
	return same;
}

static bool
check_command(struct run *r)
{
	const char *name = r->o->command[0];
	const char *path = getenv("PATH");
	char *copy, *save, *dir;
	bool found = false, there = false;

	if (strchr(name, '/') != NULL) {
		there = access(name, F_OK) == 0;
		found = access(name, X_OK) == 0;
	} else {
		copy = xstrdup(path ? path : "/usr/bin:/bin");
		for (dir = strtok_r(copy, ":", &save); dir; dir = strtok_r(NULL, ":", &save)) {
			char *full = xasprintf("%s/%s", dir, name);

			there = there || access(full, F_OK) == 0;
			found = found || access(full, X_OK) == 0;
			free(full);
		}
		free(copy);
	}
	if (found)
		return true;
	warn("%s: %s", name, there ? "not executable" : "not found");
	r->status = there ? EXIT_CANNOT_EXEC : EXIT_NOT_FOUND;
	return false;
}

static bool
check_files(struct run *r)
{
	const char *role;
	json_t *path;

	json_object_foreach(json_object_get(r->cell, "paths"), role, path)
	{
		const char *s = json_string_value(path);

		if (s == NULL || access(s, R_OK) != 0)
			return config_fault(r,
				xasprintf("%s: %s: %s", role, s ? s : "no path", strerror(errno)));
	}
	return true;
}

static bool
prepare(struct run *r)
{
	char *why = NULL;
	const char *weights = json_str(r->cell, "paths.weights", NULL);

	if (!check_command(r) || !load_engine(r) || !check_files(r) || !check_identity(r))
		return false;
	if (!json_object_get(engine_root(r->engine), "url")) {
		r->program = engine_program(r->engine, &why);
		if (r->program == NULL)
			return config_fault(r, why);
	}
	r->vars = engine_vars(r->engine, r->cell);
	r->checkpoint = weights ? registry_properties(weights) : json_object();
	return true;
}

/* Locks. */

static bool
take_locks(struct run *r)
{
	char now[CLOCK_TEXT], *who, *device;
	enum lock_outcome got;

	clock_wall(now);
	who = xasprintf("launch, pid %d, cell %s, since %s", (int)getpid(),
		json_str(r->cell, "cell", "?"), now);
	device = device_name();
	got = lock_device(&r->device_lock, device, who, r->o->wait, nap_for_lock, r);
	free(device);
	free(who);
	if (got != LOCK_TAKEN)
		r->status = got == LOCK_HELD ? EXIT_TRY_AGAIN : got == LOCK_STOPPED ? 0 : EXIT_IO;
	return got == LOCK_TAKEN;
}

/* Says in the cell's lock that we are on our way out: who wants it next waits instead of giving up.
 */
static void
say_ending(struct run *r)
{
	if (r->o->cell_lock != NULL)
		lock_rename(r->o->cell_lock, LOCK_ENDING);
}

/* The start. */

static void
open_log(struct run *r)
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

	take_signals(r);
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
		pause_ms(r, nap);
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
		return config_fault(r, why);
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
			return config_fault(
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
static bool
bring_up(struct run *r)
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

static void
take_down(struct run *r)
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

static char *
how_it_ended(const struct run *r, const char *when)
{
	if (WIFSIGNALED(r->server.status))
		return xasprintf("the server ended by signal %s %s",
			sigabbrev_np(WTERMSIG(r->server.status)), when);
	return xasprintf(
		"the server ended with exit status %d %s", WEXITSTATUS(r->server.status), when);
}

/*
 * What became of an attempt that did not come up: 1 another try with an override, 0 it is over
 * (a result, or a failure with r->status set).
 */
static bool
judge_failure(struct run *r, int overrides)
{
	const struct finding *f;
	bool died = r->server.dead;

	take_down(r);
	r->server.dead = died;
	if (r->status != 0 || r->signal != 0)
		return false;
	findings_scan(
		&r->findings, r->engine, r->cell, r->log_path, "server.log", r->log_from, "start");
	f = findings_gravest(&r->findings);
	if (r->outcome == NULL || strcmp(r->outcome, "served") == 0)
		r->outcome = "died";
	if (f != NULL && f->what == DO_OVERRIDE && overrides < OVERRIDES_MAX &&
		r->override == NULL) {
		r->override = json_deep_copy(json_path(f->row, "do.override"));
		put_launch(r, "up");
		put_findings(r, "tried once more with an override");
		return true;
	}
	if (f != NULL && f->what == DO_UNSERVABLE)
		r->outcome = "unservable";
	else if (f != NULL && f->what == DO_DOES_NOT_FIT)
		r->outcome = "does-not-fit";
	else
		r->status = strcmp(r->outcome, "timeout") == 0 ? EXIT_TIMED_OUT
							       : EXIT_LAUNCH_FAILED;
	if (f != NULL && f->what >= DO_UNSERVABLE) {
		free(r->why);
		r->why = xstrdup(json_str(f->row, "means", ""));
	}
	if (r->why == NULL && died)
		r->why = how_it_ended(r, "before it was ready");
	return false;
}

/* The command. */

static void
command_env(struct run *r, struct argv *env)
{
	static const struct {
		const char *variable, *path;
		json_int_t otherwise;
	} numbers[] = {
		{"TIERBENCH_REPLICATE", "replicate", 0},
		{"TIERBENCH_SEED", "seed", 0},
		{"TIERBENCH_LOAD", "knobs.load", 1},
	};
	const struct {
		const char *variable, *value;
	} texts[] = {
		{"TIERBENCH_URL", r->url},
		{"TIERBENCH_MODEL", json_str(r->vars, "model", "")},
		{"TIERBENCH_DIALECT", engine_dialect(r->engine)},
		{"TIERBENCH_API_KEY", r->api_key ? r->api_key : ""},
		{"TIERBENCH_CELL", json_str(r->cell, "cell", "adhoc")},
		{"TIERBENCH_LOCK_HELD", r->device_lock.path ? r->device_lock.path : ""},
	};
	char *pair;

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		pair = xasprintf("%s=%s", texts[i].variable, texts[i].value);
		argv_add(env, pair);
		free(pair);
	}
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		pair = xasprintf("%s=%" JSON_INTEGER_FORMAT, numbers[i].variable,
			json_int(r->cell, numbers[i].path, numbers[i].otherwise));
		argv_add(env, pair);
		free(pair);
	}
	pair = xasprintf("TIERBENCH_PID=%d", (int)r->server.pid);
	argv_add(env, pair);
	free(pair);
}

static bool
start_command(struct run *r)
{
	struct argv env = {0};
	struct proc_spec spec = {
		.argv = r->o->command, .in = -1, .out = fileno(r->out), .err = STDERR_FILENO};

	if (fflush(r->out) != 0)
		die_errno(EXIT_IO, "output");
	command_env(r, &env);
	spec.env_add = env.v;
	r->command = proc_start(&spec);
	if (r->command < 0) {
		warn_errno("%s", r->o->command[0]);
		r->status = errno == ENOENT ? EXIT_NOT_FOUND : EXIT_CANNOT_EXEC;
	}
	argv_free(&env);
	return r->command > 0;
}

/* Ends the command in steps, each after its time: told_s is when it was asked to. */
static void
press_command(struct run *r, double *told_s, double wait_s)
{
	double now = clock_s();

	if (*told_s == 0) {
		*told_s = now + wait_s;
		if (wait_s > 0)
			return;
	}
	if (now >= *told_s + r->o->grace_s)
		kill(r->command, SIGKILL);
	else if (now >= *told_s)
		kill(r->command, SIGTERM);
}

/* Until the command ends, by itself or because it must. */
static void
watch_command(struct run *r)
{
	double told_s = 0, began = clock_s();
	int status;
	bool late = false;

	for (;;) {
		pid_t got = waitpid(r->command, &status, WNOHANG);

		if (got == r->command || (got < 0 && errno != EINTR))
			break;
		if (r->memory && memory_due(r->memory, SAMPLE_MS))
			memory_sample(r->memory, &r->server);
		if (r->program != NULL)
			server_alive(&r->server);
		late = late || (r->o->run_s > 0 && clock_s() > began + r->o->run_s);
		if (r->signal != 0) {
			say_ending(r);
			press_command(r, &told_s, 0);
		} else if (late) {
			press_command(r, &told_s, 0);
		} else if (r->server.dead) {
			press_command(r, &told_s, ORPHAN_S);
		}
		pause_ms(r, SAMPLE_MS);
	}
	r->command_s = clock_s() - began;
	r->command_status = proc_status(status);
	r->command = 0;
	if (late) {
		r->outcome = "timeout";
		r->why = xasprintf("the command took more than %.0f s", r->o->run_s);
		r->status = EXIT_TIMED_OUT;
	}
}

/* After the command: whether the server lived to its end. */
static void
judge_run(struct run *r)
{
	bool alive = r->program == NULL || server_alive(&r->server);

	if (r->memory && alive)
		memory_sample(r->memory, &r->server);
	if (!alive) {
		r->outcome = "died";
		free(r->why);
		r->why = how_it_ended(r, "while the command ran");
		if (r->status == 0)
			r->status = EXIT_LAUNCH_FAILED;
	}
	if (r->status == 0 && r->command_status != 0)
		r->status = r->command_status;
	take_down(r);
	r->server.dead = !alive;
	if (r->program != NULL)
		findings_scan(&r->findings, r->engine, r->cell, r->log_path, "server.log",
			r->log_from, "run");
}

/*
 * A server that came up may say in its log that it isn't what was asked for: then it is not
 * measured. False where that ended it.
 */
static bool
still_wanted(struct run *r)
{
	const struct finding *f;

	if (r->program == NULL)
		return true;
	findings_scan(
		&r->findings, r->engine, r->cell, r->log_path, "server.log", r->log_from, "ready");
	f = findings_gravest(&r->findings);
	if (f == NULL || f->what < DO_UNSERVABLE)
		return true;
	r->outcome = f->what == DO_UNSERVABLE ? "unservable" : "does-not-fit";
	free(r->why);
	r->why = xstrdup(json_str(f->row, "means", ""));
	take_down(r);
	put_launch(r, "up");
	put_findings(r, r->outcome);
	return false;
}

static void
serve(struct run *r)
{
	r->outcome = "served";
	if (!still_wanted(r))
		return;
	put_launch(r, "up");
	if (start_command(r)) {
		watch_command(r);
		judge_run(r);
	} else {
		take_down(r);
	}
	put_launch(r, "down");
	put_findings(r, r->override ? "served with an override" : "went on");
}

/* The earlier attempts' records, which stand in the final stream; how many attempts there were. */
static void
put_earlier(struct run *r)
{
	char *path = xasprintf("%s/launch.part", r->o->dir ? r->o->dir : "");
	struct buf text = BUF_INIT;
	size_t at = 0;

	if (r->o->dir == NULL || !read_file(path, &text)) {
		free(path);
		return;
	}
	while (at < text.len) {
		char *end = memchr(text.s + at, '\n', text.len - at);
		size_t len = end ? (size_t)(end - (text.s + at)) : 0;
		json_t *v;

		if (end == NULL) /* torn by a kill: dropped */
			break;
		v = json_loadb(text.s + at, len, 0, NULL);
		if (v != NULL) {
			int attempt = (int)json_int(v, "attempt", 0);

			r->attempt = attempt > r->attempt ? attempt : r->attempt;
			fwrite(text.s + at, 1, len + 1, r->out);
		}
		json_decref(v);
		at += len + 1;
	}
	if (at < text.len && truncate(path, (off_t)at) < 0)
		warn_errno("%s", path);
	buf_free(&text);
	free(path);
}

/* A cell that plan found impossible is a result without a try. */
static bool
is_impossible(struct run *r)
{
	const char *why = json_str(r->cell, "impossible", NULL);

	if (why == NULL)
		return false;
	r->outcome = strncmp(why, "does not fit", 12) == 0 ? "does-not-fit" : "unservable";
	r->why = xstrdup(why);
	return true;
}

static void
attempt_all(struct run *r)
{
	for (int overrides = 0;; overrides++) {
		r->attempt++;
		free(r->why);
		r->why = NULL;
		r->outcome = "served";
		r->load_s = r->command_s = -1;
		r->command_status = -1;
		open_log(r);
		if (overrides == 0) {
			findings_before(&r->findings, r->engine, r->cell, r->checkpoint,
				json_str(r->checkpoint, "pinned.where", "config.json"));
			const struct finding *f = findings_gravest(&r->findings);

			if (f && f->what == DO_OVERRIDE)
				r->override = json_deep_copy(json_path(f->row, "do.override"));
		}
		if (bring_up(r)) {
			serve(r);
			return;
		}
		if (!judge_failure(r, overrides))
			break;
		close(r->log_fd);
		free(r->log_path);
		r->log_path = NULL;
		r->log_fd = -1;
	}
	put_launch(r, "up");
	put_findings(r, r->outcome);
}

static void
release(struct run *r)
{
	if (r->log_fd >= 0)
		close(r->log_fd);
	free(r->log_path);
	memory_free(r->memory);
	findings_free(&r->findings);
	argv_free(&r->argv);
	argv_free(&r->env);
	free(r->program);
	free(r->url);
	free(r->version);
	free(r->api_key);
	free(r->why);
	json_decref(r->vars);
	json_decref(r->override);
	json_decref(r->checkpoint);
	json_decref(r->cell);
	engine_free(r->engine);
	lock_release(&r->device_lock);
}

/* One line, and the next command, where a cell has come to nothing. Results are none of this. */
static void
say_outcome(const struct run *r)
{
	const char *cell = json_str(r->cell, "cell", "?");
	char *next = r->o->advice ? xasprintf("; next: %s", r->o->advice) : xstrdup("");
	const char *log = r->o->dir ? r->o->dir : NULL;

	if (r->signal == 0 && r->status != 0) {
		if (r->why != NULL)
			warn("cell %s not finished: %s%s%s%s%s", cell, r->why, log ? " (log: " : "",
				log ? log : "", log ? "/server.log)" : "", next);
		else if (r->command_status > 0)
			warn("cell %s not finished: the command ended with %d%s", cell,
				r->command_status, next);
		else
			warn("cell %s not finished%s", cell, next);
	} else if (r->signal == 0 && r->outcome && strcmp(r->outcome, "served") != 0) {
		warn("cell %s: %s: %s", cell, r->outcome, r->why ? r->why : "");
	}
	free(next);
}

struct run_result
run_cell(struct rec *cell, const struct run_options *o, FILE *out)
{
	struct run r = {.o = o,
		.out = out,
		.cell = rec_value(cell),
		.device_lock = {.fd = -1},
		.server = {.fd = -1},
		.log_fd = -1,
		.load_s = -1,
		.command_s = -1,
		.command_status = -1};
	struct run_result result;

	rec_write(cell, out);
	if (is_impossible(&r)) {
		put_launch(&r, "up");
	} else if (prepare(&r) && take_locks(&r)) {
		json_write_line(machine_record(), out);
		put_earlier(&r);
		attempt_all(&r);
	}
	if (r.signal != 0)
		children_end(o->grace_s);
	say_outcome(&r);
	result = (struct run_result){
		.status = r.status, .finished = r.status == 0 && r.signal == 0, .signal = r.signal};
	release(&r);
	return result;
}
