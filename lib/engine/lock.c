#include "engine/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "kit/buf.h"
#include "kit/clock.h"
#include "kit/err.h"
#include "kit/file.h"
#include "kit/mem.h"

enum { HOLDER_MAX = 300 };

#define ENDING_S 40.0

char *
lock_device_path(const char *device)
{
	const char *given = getenv("TIERBENCH_LOCK");

	if (given != NULL && *given != '\0')
		return xstrdup(given);
	return xasprintf("%s/tierbench-%s.lock",
		access("/run/lock", W_OK) == 0 ? "/run/lock" : "/tmp", device);
}

/* Another user's file can be locked though not written; O_CREAT on it is refused in sticky folders.
 */
static int
open_lock(const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);

	if (fd < 0 && errno == EACCES)
		fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
	if (fd < 0 && errno == EACCES)
		fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	return fd;
}

static char *
read_holder(int fd)
{
	char text[HOLDER_MAX];
	ssize_t got = pread(fd, text, sizeof text - 1, 0);

	text[got > 0 ? got : 0] = '\0';
	text[strcspn(text, "\n")] = '\0';
	return xstrdup(text);
}

static void
write_holder(int fd, const char *who)
{
	char *line = xasprintf("%s\n", who);

	/* Only said, never relied on: a full disk doesn't unlock anything. */
	if (ftruncate(fd, 0) == 0)
		(void)!pwrite(fd, line, strlen(line), 0);
	free(line);
}

enum lock_outcome
lock_try(struct lock *l, const char *path, const char *who, char **holder)
{
	int fd = open_lock(path), fault;

	*l = (struct lock){.fd = -1};
	*holder = NULL;
	if (fd < 0)
		return LOCK_FAILED;
	if (flock(fd, LOCK_EX | LOCK_NB) == 0) {
		write_holder(fd, who);
		*l = (struct lock){fd, xstrdup(path)};
		return LOCK_TAKEN;
	}
	fault = errno;
	*holder = read_holder(fd);
	close(fd);
	errno = fault;
	if (fault == EWOULDBLOCK)
		return LOCK_HELD;
	free(*holder);
	*holder = NULL;
	return LOCK_FAILED;
}

enum lock_outcome
lock_wait(struct lock *l, const char *path, const char *who, bool (*nap)(void *), void *context)
{
	char *holder;
	bool said = false;

	for (;;) {
		enum lock_outcome got = lock_try(l, path, who, &holder);

		if (got != LOCK_HELD)
			return got;
		if (!said)
			warn("waiting for %s, held by %s", path,
				*holder ? holder : "somebody unnamed");
		said = true;
		free(holder);
		if (nap == NULL)
			nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
		else if (!nap(context))
			return LOCK_STOPPED;
	}
}

/* Whether path is among those of TIERBENCH_LOCK_HELD. */
static bool
held_above(const char *path)
{
	const char *held = getenv("TIERBENCH_LOCK_HELD");
	size_t len = strlen(path);

	while (held != NULL && *held) {
		if (strncmp(held, path, len) == 0 && (held[len] == ':' || held[len] == '\0'))
			return true;
		held = strchr(held, ':');
		held += held != NULL;
	}
	return false;
}

/* One of the device's locks into the set. */
static enum lock_outcome
lock_one(struct lock_set *set, const char *device, const char *who, bool wait, bool (*nap)(void *),
	void *context)
{
	char *path = lock_device_path(device), *holder = NULL;
	enum lock_outcome got = LOCK_TAKEN;
	struct lock l = {.fd = -1};

	for (size_t i = 0; i < set->n; i++)
		if (strcmp(set->v[i].path, path) == 0)
			goto out; /* one file for all: $TIERBENCH_LOCK */
	if (held_above(path))
		l.path = xstrdup(path);
	else
		got = wait ? lock_wait(&l, path, who, nap, context)
			   : lock_try(&l, path, who, &holder);
	if (got == LOCK_HELD)
		warn("%s is held by %s", path, *holder ? holder : "somebody unnamed");
	if (got == LOCK_FAILED)
		warn_errno("%s", path);
	if (got == LOCK_TAKEN) {
		set->v = xreallocarray(set->v, set->n + 1, sizeof *set->v);
		set->v[set->n++] = l;
	}
out:
	free(holder);
	free(path);
	return got;
}

enum lock_outcome
lock_device(struct lock_set *set, const char *device, const char *who, bool wait,
	bool (*nap)(void *), void *context)
{
	enum lock_outcome got = LOCK_TAKEN;
	const char *number = strpbrk(device, "0123456789");

	*set = (struct lock_set){0};
	if (number == NULL)
		return lock_one(set, device, who, wait, nap, context);
	while (got == LOCK_TAKEN && *number) {
		size_t len = strcspn(number, "+");
		char *one = xasprintf(
			"%.*s%.*s", (int)strcspn(device, "0123456789"), device, (int)len, number);

		got = lock_one(set, one, who, wait, nap, context);
		free(one);
		number += len + (number[len] == '+');
	}
	if (got != LOCK_TAKEN)
		lock_set_release(set);
	return got;
}

char *
lock_set_paths(const struct lock_set *set)
{
	struct buf b = BUF_INIT;

	for (size_t i = 0; i < set->n; i++)
		buf_printf(&b, "%s%s", i ? ":" : "", set->v[i].path);
	return buf_steal(&b);
}

void
lock_set_release(struct lock_set *set)
{
	for (size_t i = 0; i < set->n; i++)
		lock_release(&set->v[i]);
	free(set->v);
	*set = (struct lock_set){0};
}

static bool
holder_goes(const char *holder)
{
	const char *pid = strstr(holder, "pid ");

	if (strstr(holder, LOCK_ENDING) != NULL)
		return true;
	return pid != NULL && kill((pid_t)strtol(pid + 4, NULL, 10), 0) < 0 && errno == ESRCH;
}

enum lock_outcome
lock_cell(struct lock *l, const char *dir, const char *who)
{
	char *path = xasprintf("%s/lock", dir), *holder = NULL;
	double until = clock_s() + ENDING_S;
	enum lock_outcome got;

	if (!make_dirs(dir))
		die_errno(EXIT_IO, "%s", dir);
	while ((got = lock_try(l, path, who, &holder)) == LOCK_HELD) {
		if (!holder_goes(holder) || clock_s() > until)
			break;
		nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
		free(holder);
	}
	if (got == LOCK_HELD)
		warn("%s is held by %s", path, holder && *holder ? holder : "somebody unnamed");
	if (got == LOCK_FAILED)
		warn_errno("%s", path);
	free(holder);
	free(path);
	return got;
}

void
lock_rename(struct lock *l, const char *who)
{
	char *full = xasprintf("launch, pid %d, %s", (int)getpid(), who);

	if (l->fd >= 0)
		write_holder(l->fd, full);
	free(full);
}

void
lock_release(struct lock *l)
{
	if (l->fd >= 0) {
		(void)!ftruncate(l->fd, 0);
		close(l->fd);
	}
	free(l->path);
	*l = (struct lock){.fd = -1};
}
