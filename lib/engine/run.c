#include "engine/run_state.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "engine/argv.h"
#include "engine/lock.h"
#include "engine/machine.h"
#include "kit/err.h"
#include "kit/json.h"
#include "kit/mem.h"

enum { OVERRIDES_MAX = 1 };

/* Takes in pending signals. CHLD only wakes us. */
void
run_take_signals(struct run *r)
{
	struct signalfd_siginfo info;

	while (read(r->o->signals, &info, sizeof info) == (ssize_t)sizeof info)
		if (info.ssi_signo != SIGCHLD && r->signal == 0)
			r->signal = (int)info.ssi_signo;
}

/* Waits for a signal, the guard's word, or ms. */
void
run_pause(struct run *r, int ms)
{
	struct pollfd p[2] = {
		{.fd = r->o->signals, .events = POLLIN}, {.fd = r->server.fd, .events = POLLIN}};

	poll(p, r->server.fd >= 0 && !r->server.dead ? 2 : 1, ms);
	run_take_signals(r);
}

bool
run_nap(void *context)
{
	struct run *r = context;

	run_pause(r, 100);
	return r->signal == 0;
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

	run_take_down(r);
	r->server.dead = died;
	if (r->status != 0 || r->signal != 0)
		return false;
	findings_scan(
		&r->findings, r->engine, r->cell, r->log_path, "server.log", r->log_from, "start");
	f = findings_gravest(&r->findings);
	if (r->outcome == NULL || strcmp(r->outcome, "served") == 0)
		r->outcome = "died";
	if (r->why == NULL && died)
		r->why = run_how_it_ended(r, "before it was ready");
	if (f != NULL && f->what == DO_OVERRIDE && overrides < OVERRIDES_MAX &&
		r->override == NULL) {
		r->override = json_deep_copy(json_path(f->row, "do.override"));
		findings_settle(&r->findings, "tried once more with an override");
		run_put_launch(r, "up");
		run_put_findings(r);
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
	return false;
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
		r->why = run_how_it_ended(r, "while the command ran");
		if (r->status == 0)
			r->status = EXIT_LAUNCH_FAILED;
	}
	if (r->status == 0 && r->command_status != 0)
		r->status = r->command_status;
	run_take_down(r);
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
	run_take_down(r);
	findings_settle(&r->findings, r->outcome);
	run_put_launch(r, "up");
	run_put_findings(r);
	return false;
}

static void
serve(struct run *r)
{
	r->outcome = "served";
	if (!still_wanted(r))
		return;
	findings_settle(&r->findings, "went on");
	run_put_launch(r, "up");
	r->conditions = conditions_begin(&r->server);
	if (run_start_command(r)) {
		run_watch_command(r);
		conditions_end(r->conditions, &r->server,
			r->memory ? memory_others(r->memory, &r->server) : 0);
		judge_run(r);
	} else {
		run_take_down(r);
	}
	findings_settle(&r->findings, "went on");
	run_put_launch(r, "down");
	run_put_findings(r);
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
	const struct finding *f;

	for (int overrides = 0;; overrides++) {
		r->attempt++;
		free(r->why);
		r->why = NULL;
		r->outcome = "served";
		r->load_s = r->command_s = -1;
		r->command_status = -1;
		run_open_log(r);
		if (overrides == 0) {
			findings_before(&r->findings, r->engine, r->cell, r->checkpoint,
				json_str(r->checkpoint, "pinned.where", "config.json"));
			f = findings_gravest(&r->findings);
			if (f && f->what == DO_OVERRIDE)
				r->override = json_deep_copy(json_path(f->row, "do.override"));
			findings_settle(&r->findings, "overridden before the start");
		}
		if (run_bring_up(r)) {
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
	findings_settle(&r->findings, r->outcome);
	run_put_launch(r, "up");
	run_put_findings(r);
}

static void
release(struct run *r)
{
	if (r->log_fd >= 0)
		close(r->log_fd);
	free(r->log_path);
	memory_free(r->memory);
	conditions_free(r->conditions);
	findings_free(&r->findings);
	argv_free(&r->argv);
	argv_free(&r->env);
	free(r->program);
	free(r->url);
	free(r->version);
	free(r->api_key);
	free(r->why);
	json_decref(r->machine);
	json_decref(r->vars);
	json_decref(r->override);
	json_decref(r->checkpoint);
	json_decref(r->cell);
	engine_free(r->engine);
	lock_set_release(&r->device_locks);
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
		.server = {.fd = -1},
		.log_fd = -1,
		.load_s = -1,
		.command_s = -1,
		.command_status = -1};
	struct run_result result;

	rec_write(cell, out);
	if (is_impossible(&r)) {
		run_put_launch(&r, "up");
	} else if (run_prepare(&r) && run_take_locks(&r)) {
		r.machine = machine_record();
		json_write_line(r.machine, out);
		run_put_earlier(&r);
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
