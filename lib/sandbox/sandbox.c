#include "sandbox/sandbox.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kit/clock.h"
#include "kit/mem.h"
#include "sandbox/filter.h"
#include "sandbox/protocol.h"
#include "sandbox/start.h"

const struct sandbox_limits sandbox_default_limits = {.cpu_s = 3,
	.wall_s = 30,
	.memory_mib = 1024,
	.output_mib = 64,
	.files_mib = 64,
	.threads = 64};

/* The keeper inside watches the limits; past this it must be lost itself. */
static const double grace_s = 15;
/* What the server and the keeper need beside a program. */
enum { server_bytes = 128 << 20, server_processes = 16 };

struct sandbox {
	struct server server;
	char *missing; /* why none can be had; found out once */
};

struct sandbox *
sandbox_new(void)
{
	struct sandbox *box = xcalloc(1, sizeof *box);

	box->server = (struct server){.pid = 0, .channel = -1, .errors = -1};
	return box;
}

void
sandbox_free(struct sandbox *box)
{
	if (!box)
		return;
	fork_server_end(&box->server);
	free(box->missing);
	free(box);
}

const char *
sandbox_outcome_name(enum sandbox_outcome outcome)
{
	static const char *const names[] = {
		[SANDBOX_PASSED] = "passed",
		[SANDBOX_WRONG] = "wrong answer",
		[SANDBOX_CPU] = "processor time",
		[SANDBOX_WALL] = "wall clock",
		[SANDBOX_MEMORY] = "memory",
		[SANDBOX_OUTPUT] = "output flood",
		[SANDBOX_FORBIDDEN] = "forbidden system call",
		[SANDBOX_EARLY] = "exit before the tests ran",
		[SANDBOX_CHANNEL] = "reached for the tests' result channel",
		[SANDBOX_FAILED] = "could not run",
		[SANDBOX_NONE] = "no sandbox",
	};

	return names[outcome];
}

static bool
send_all(int fd, const void *data, size_t len)
{
	for (size_t n = 0; n < len;) {
		ssize_t put = send(fd, (const char *)data + n, len - n, MSG_NOSIGNAL);
		if (put < 0 && errno == EINTR)
			continue;
		if (put <= 0)
			return false;
		n += (size_t)put;
	}
	return true;
}

/* For patience_s at most, not counting times in which we were stopped ourselves. */
static bool
receive(int fd, void *to, size_t len, double patience_s)
{
	double seen_s = clock_s();

	for (size_t n = 0; n < len;) {
		struct pollfd p = {fd, POLLIN, 0};
		int ready = poll(&p, 1, 500);
		double now_s = clock_s();
		patience_s -= fmin(now_s - seen_s, 1);
		seen_s = now_s;
		if (ready == 0 && patience_s <= 0)
			return false;
		if (ready == 0 || (ready < 0 && errno == EINTR))
			continue;
		ssize_t got = ready > 0 ? read(fd, (char *)to + n, len - n) : -1;
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		n += (size_t)got;
	}
	return true;
}

static void
settle(struct sandbox_result *r, enum sandbox_outcome outcome, char *detail)
{
	r->outcome = outcome;
	r->detail = detail;
}

static char *
how_it_ended(int status)
{
	if (WIFSIGNALED(status))
		return xasprintf("signal %d, %s", WTERMSIG(status), strsignal(WTERMSIG(status)));
	return xasprintf("exit status %d", WEXITSTATUS(status));
}

/* Takes detail over. */
static void
translate(const struct guard_reply *g, char *detail, struct sandbox_result *r)
{
	static const enum sandbox_outcome plain[] = {
		[GUARD_PASSED] = SANDBOX_PASSED,
		[GUARD_WRONG] = SANDBOX_WRONG,
		[GUARD_EXIT] = SANDBOX_EARLY,
		[GUARD_NO_MEMORY] = SANDBOX_MEMORY,
		[GUARD_SYSCALL] = SANDBOX_FORBIDDEN,
		[GUARD_CPU] = SANDBOX_CPU,
		[GUARD_WALL] = SANDBOX_WALL,
		[GUARD_OUTPUT] = SANDBOX_OUTPUT,
		[GUARD_ENDED] = SANDBOX_EARLY,
		[GUARD_CHANNEL] = SANDBOX_CHANNEL,
		[GUARD_FAILED] = SANDBOX_FAILED,
	};

	if (g->outcome == GUARD_SYSCALL || g->outcome == GUARD_ENDED) {
		free(detail);
		detail = g->outcome == GUARD_ENDED ? how_it_ended(g->number)
						   : filter_call_name(g->number);
	} else if (g->detail_len == 0) {
		free(detail);
		detail = NULL;
	}
	bool known = g->outcome < sizeof plain / sizeof *plain;
	settle(r, known ? plain[g->outcome] : SANDBOX_FAILED, detail);
	r->cpu_s = g->cpu_s;
	r->wall_s = g->wall_s;
}

/* False where the server is lost. */
static bool
ask(struct sandbox *box, const char *program, size_t len, const struct sandbox_limits *l,
	struct sandbox_result *r)
{
	struct guard_request q = {.magic = GUARD_MAGIC,
		.len = (uint32_t)len,
		.cpu_s = l->cpu_s,
		.wall_s = l->wall_s,
		.memory_bytes = (uint64_t)l->memory_mib << 20,
		.output_bytes = (uint64_t)l->output_mib << 20,
		.files_bytes = (uint64_t)l->files_mib << 20,
		.threads = (uint32_t)l->threads};
	struct guard_reply g;
	int fd = box->server.channel;
	double patience_s = l->wall_s + grace_s;

	cgroup_limit(&box->server.group, q.memory_bytes + q.files_bytes + server_bytes,
		l->threads + server_processes);
	if (!send_all(fd, &q, sizeof q) || !send_all(fd, program, len) ||
		!receive(fd, &g, sizeof g, patience_s) || g.magic != GUARD_MAGIC ||
		g.detail_len > GUARD_DETAIL_MAX)
		return false;
	char *detail = xmalloc(g.detail_len + 1);
	detail[g.detail_len] = '\0';
	if (!receive(fd, detail, g.detail_len, patience_s)) {
		free(detail);
		return false;
	}
	translate(&g, detail, r);
	if (cgroup_killed(&box->server.group) && r->outcome == SANDBOX_EARLY)
		r->outcome = SANDBOX_MEMORY;
	return true;
}

void
sandbox_run(struct sandbox *box, const char *program, size_t len,
	const struct sandbox_limits *limits, struct sandbox_result *r)
{
	*r = (struct sandbox_result){.outcome = SANDBOX_FAILED};
	if (memchr(program, '\0', len)) {
		settle(r, SANDBOX_WRONG, xstrdup("ValueError: the program holds a NUL"));
		return;
	}
	if (len > GUARD_PROGRAM_MAX) {
		settle(r, SANDBOX_FAILED, xstrdup("the program is too long"));
		return;
	}
	for (int attempt = 0; attempt < 2; attempt++) {
		if (!box->missing && box->server.pid == 0)
			box->missing = fork_server_start(&box->server);
		if (box->missing) {
			settle(r, SANDBOX_NONE, xstrdup(box->missing));
			return;
		}
		if (ask(box, program, len, limits, r))
			return;
		fork_server_end(&box->server);
	}
	settle(r, SANDBOX_FAILED, xstrdup("the sandbox was lost, twice"));
}

void
sandbox_result_release(struct sandbox_result *r)
{
	free(r->detail);
	r->detail = NULL;
}

char *
sandbox_missing(void)
{
	static const char program[] = "assert sum(range(4)) == 6\n";
	struct sandbox *box = sandbox_new();
	struct sandbox_result r;

	sandbox_run(box, program, sizeof program - 1, &sandbox_default_limits, &r);
	char *why = r.outcome == SANDBOX_PASSED
			    ? NULL
			    : xasprintf("%s: %s", sandbox_outcome_name(r.outcome),
				      r.detail ? r.detail : "no reason known");
	sandbox_result_release(&r);
	sandbox_free(box);
	return why;
}
