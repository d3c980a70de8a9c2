#include "engine/run_state.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/argv.h"
#include "engine/lock.h"
#include "kit/clock.h"
#include "kit/err.h"
#include "kit/json.h"
#include "kit/mem.h"
#include "kit/proc.h"

#define ORPHAN_S 2.0 /* what a command gets to notice that its server died */

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
	char *held = lock_set_paths(&r->device_locks), *pair;
	const struct {
		const char *variable, *value;
	} texts[] = {
		{"TIERBENCH_URL", r->url},
		{"TIERBENCH_MODEL", json_str(r->vars, "model", "")},
		{"TIERBENCH_DIALECT", engine_dialect(r->engine)},
		{"TIERBENCH_API_KEY", r->api_key ? r->api_key : ""},
		{"TIERBENCH_CELL", json_str(r->cell, "cell", "adhoc")},
		{"TIERBENCH_LOCK_HELD", held},
	};

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
	free(held);
}

bool
run_start_command(struct run *r)
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

/* Says in the cell's lock that we are on our way out: who wants it next waits instead of giving up.
 */
static void
say_ending(struct run *r)
{
	if (r->o->cell_lock != NULL)
		lock_rename(r->o->cell_lock, LOCK_ENDING);
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
	if (now >= *told_s + r->o->grace_s) {
		kill(r->command, SIGKILL);
	} else if (now >= *told_s) {
		kill(r->command, SIGTERM);
		kill(r->command, SIGCONT); /* one that is stopped hears no TERM */
	}
}

/* Until the command ends, by itself or because it must. */
void
run_watch_command(struct run *r)
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
		conditions_sample(r->conditions);
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
		run_pause(r, SAMPLE_MS);
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
