#include "sandbox/cgroup.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kit/buf.h"
#include "kit/file.h"
#include "kit/mem.h"

#define ROOT "/sys/fs/cgroup"
#define NAME "tierbench-sandbox-"

static bool
put(const char *dir, const char *file, const char *text)
{
	char *path = xasprintf("%s/%s", dir, file);
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	bool done = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);

	if (fd >= 0)
		close(fd);
	free(path);
	return done;
}

static bool
has(const char *dir, const char *file)
{
	char *path = xasprintf("%s/%s", dir, file);
	bool is = access(path, W_OK) == 0;

	free(path);
	return is;
}

/* The groups of owners that are gone; one that still holds a process can't be removed. */
static void
sweep(const char *parent)
{
	DIR *d = opendir(parent);
	struct dirent *e;

	while (d && (e = readdir(d)))
		if (strncmp(e->d_name, NAME, strlen(NAME)) == 0) {
			pid_t owner = (pid_t)strtol(e->d_name + strlen(NAME), NULL, 10);
			if (owner > 0 && kill(owner, 0) < 0 && errno == ESRCH)
				unlinkat(dirfd(d), e->d_name, AT_REMOVEDIR);
		}
	if (d)
		closedir(d);
}

/* A group of ours in parent, with the file that says it is of use; NULL where it can't be had. */
static char *
make_in(const char *parent, const char *useful)
{
	char *dir = xasprintf("%s/" NAME "%d", parent, (int)getpid());

	sweep(parent);
	if ((mkdir(dir, 0755) == 0 || errno == EEXIST) && has(dir, useful) &&
		has(dir, "cgroup.procs"))
		return dir;
	rmdir(dir);
	free(dir);
	return NULL;
}

/* Our own group in the hierarchy that a line of /proc/self/cgroup names; the caller frees it. */
static char *
own_group(const char *line, const char **useful)
{
	const char *controllers = strchr(line, ':'), *path = NULL;

	if (controllers)
		path = strchr(controllers + 1, ':');
	if (!path)
		return NULL;
	int len = (int)strcspn(path + 1, "\n");
	if (strncmp(controllers, "::", 2) == 0) {
		*useful = "memory.max";
		const char *unified = access(ROOT "/cgroup.controllers", R_OK) == 0 ? ""
										    : "/unified";
		return xasprintf(ROOT "%s%.*s", unified, len, path + 1);
	}
	if (strncmp(controllers, ":memory:", 8) == 0) {
		*useful = "memory.limit_in_bytes";
		return xasprintf(ROOT "/memory%.*s", len, path + 1);
	}
	if (strncmp(controllers, ":pids:", 6) == 0) {
		*useful = "pids.max";
		return xasprintf(ROOT "/pids%.*s", len, path + 1);
	}
	return NULL;
}

void
cgroup_make(struct cgroup *g)
{
	struct buf b = BUF_INIT;
	const char *useful = NULL;
	int n = 0;

	*g = (struct cgroup){.memory_bytes = 0};
	if (!read_file("/proc/self/cgroup", &b))
		buf_clear(&b);
	for (char *line = b.s; line && *line && n < CGROUP_DIRS; line = strchr(line, '\n') + 1) {
		char *own = own_group(line, &useful);
		if (own)
			g->dirs[n] = make_in(own, useful);
		/* Version 2 gives controllers to a group without processes only: try beside us. */
		if (own && !g->dirs[n] && strrchr(own, '/') > own + strlen(ROOT)) {
			*strrchr(own, '/') = '\0';
			g->dirs[n] = make_in(own, useful);
		}
		n += g->dirs[n] != NULL;
		free(own);
		if (!strchr(line, '\n'))
			break;
	}
	buf_free(&b);
	cgroup_killed(g);
}

void
cgroup_enter(const struct cgroup *g)
{
	for (int i = 0; i < CGROUP_DIRS && g->dirs[i]; i++)
		put(g->dirs[i], "cgroup.procs", "0");
}

void
cgroup_limit(struct cgroup *g, uint64_t memory_bytes, int processes)
{
	char bytes[32], count[32];

	if (memory_bytes == g->memory_bytes)
		return;
	g->memory_bytes = memory_bytes;
	snprintf(bytes, sizeof bytes, "%" PRIu64, memory_bytes);
	snprintf(count, sizeof count, "%d", processes);
	for (int i = 0; i < CGROUP_DIRS && g->dirs[i]; i++) {
		put(g->dirs[i], "pids.max", count);
		put(g->dirs[i], "memory.swap.max", "0");
		put(g->dirs[i], "memory.max", bytes);
		put(g->dirs[i], "memory.limit_in_bytes", bytes);
	}
}

/* The number behind the word oom_kill in dir/file. */
static uint64_t
count_in(const char *dir, const char *file)
{
	char *path = xasprintf("%s/%s", dir, file);
	struct buf b = BUF_INIT;
	uint64_t n = 0;
	const char *at = read_file(path, &b) && b.s ? strstr(b.s, "oom_kill ") : NULL;

	if (at)
		n = strtoull(at + strlen("oom_kill "), NULL, 10);
	buf_free(&b);
	free(path);
	return n;
}

uint64_t
cgroup_killed(struct cgroup *g)
{
	uint64_t before = g->oom_kills, n = 0;

	for (int i = 0; i < CGROUP_DIRS && g->dirs[i]; i++)
		n += count_in(g->dirs[i], "memory.events") +
		     count_in(g->dirs[i], "memory.oom_control");
	g->oom_kills = n;
	return n - before;
}

void
cgroup_remove(struct cgroup *g)
{
	for (int i = 0; i < CGROUP_DIRS && g->dirs[i]; i++) {
		/* The kernel lets go of the last process a moment after it is reaped. */
		for (int k = 0; k < 50 && rmdir(g->dirs[i]) < 0 && errno == EBUSY; k++)
			usleep(2000);
		free(g->dirs[i]);
		g->dirs[i] = NULL;
	}
}
