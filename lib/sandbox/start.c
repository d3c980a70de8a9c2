#include "sandbox/start.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kit/buf.h"
#include "kit/file.h"
#include "kit/mem.h"
#include "sandbox/blob.h"
#include "sandbox/filter.h"
#include "sandbox/protocol.h"

#define BWRAP  "/usr/bin/bwrap"
#define PYTHON "/usr/bin/python3"

enum {
	NOBODY = 65534,
	ARGV_MAX = 128,
	START_TIMEOUT_MS = 30000,
	END_TIMEOUT_MS = 3000,
	FD_FILTER = 10,
	FD_GUARD = 11
};

struct words {
	const char *v[ARGV_MAX];
	size_t n;
};

static void
put(struct words *w, const char *const *words)
{
	for (; *words && w->n < ARGV_MAX - 1; words++)
		w->v[w->n++] = *words;
}

#define PUT(w, ...) put(w, (const char *const[]){__VA_ARGS__, NULL})

/* The loader's folders: links into /usr, or folders of their own on systems that aren't merged. */
static void
put_loader_folders(struct words *w)
{
	static const char *const names[] = {"/lib", "/lib32", "/lib64", "/libx32"};
	static const char *const targets[] = {"usr/lib", "usr/lib32", "usr/lib64", "usr/libx32"};
	struct stat st;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (lstat(names[i], &st) < 0)
			continue;
		if (S_ISLNK(st.st_mode))
			PUT(w, "--symlink", targets[i], names[i]);
		else
			PUT(w, "--ro-bind", names[i], names[i]);
	}
}

static void
put_command(struct words *w, const char *python)
{
	PUT(w, BWRAP, "--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-net",
		"--unshare-uts", "--unshare-cgroup-try", "--uid", "65534", "--gid", "65534",
		"--hostname", "sandbox", "--new-session", "--die-with-parent", "--as-pid-1",
		"--cap-drop", "ALL", "--cap-add", "CAP_SYS_ADMIN", "--clearenv");
	/* UTF-8 everywhere, and the same order of sets and dictionaries in every run. */
	PUT(w, "--setenv", "PATH", "/usr/bin", "--setenv", "HOME", "/tmp", "--setenv", "USER",
		"nobody", "--setenv", "LANG", "C.UTF-8", "--setenv", "TZ", "UTC", "--setenv",
		"PYTHONUTF8", "1", "--setenv", "PYTHONHASHSEED", "0", "--setenv",
		"PYTHONIOENCODING", "utf-8:backslashreplace", "--setenv", "MALLOC_ARENA_MAX", "2",
		"--setenv", "OMP_NUM_THREADS", "1");
	PUT(w, "--ro-bind", "/usr/lib", "/usr/lib", "--ro-bind-try", "/usr/lib64", "/usr/lib64",
		"--ro-bind-try", "/usr/share/zoneinfo", "/usr/share/zoneinfo", "--ro-bind", python,
		python);
	put_loader_folders(w);
	PUT(w, "--dev-bind", "/dev/null", "/dev/null", "--dev-bind", "/dev/zero", "/dev/zero",
		"--dev-bind", "/dev/full", "/dev/full", "--dev-bind", "/dev/random", "/dev/random",
		"--dev-bind", "/dev/urandom", "/dev/urandom", "--dir", "/tmp", "--perms", "0444",
		"--ro-bind-data", "11", "/sandbox/guard.so", "--remount-ro", "/", "--chdir", "/",
		"--seccomp", "10", "--");
	PUT(w, python, "-s", "-S", "-P", "-B", "-X", "faulthandler=0", "-c", sandbox_prelude);
}

/* A file in memory with these bytes, at its start; -1 with errno set. */
static int
file_of(const void *data, size_t len)
{
	int fd = memfd_create("sandbox", MFD_CLOEXEC);

	if (fd < 0)
		return -1;
	if (write_all(fd, data, len) && lseek(fd, 0, SEEK_SET) == 0)
		return fd;
	close(fd);
	return -1;
}

/* Root's rights stay outside: bubblewrap itself needs none where users may make namespaces. */
static bool
drop_root(void)
{
	if (geteuid() != 0 && getuid() != 0)
		return true;
	return setgroups(0, NULL) == 0 && setresgid(NOBODY, NOBODY, NOBODY) == 0 &&
	       setresuid(NOBODY, NOBODY, NOBODY) == 0;
}

static bool
place(int from, int to)
{
	return from == to ? fcntl(to, F_SETFD, 0) == 0 : dup2(from, to) == to;
}

/* In the child. Every descriptor that isn't named here is closed. */
static _Noreturn void
become(struct words *w, const struct cgroup *group, int channel, int errors, int filter, int guard)
{
	static char *const none[] = {NULL};
	int null = open("/dev/null", O_WRONLY);
	struct rlimit files;
	sigset_t all;

	signal(SIGPIPE, SIG_DFL);
	sigemptyset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
		files.rlim_cur = files.rlim_max < 1024 ? files.rlim_max : 1024;
		setrlimit(RLIMIT_NOFILE, &files);
	}
	/* Out of each other's way first. */
	filter = fcntl(filter, F_DUPFD, 100);
	guard = fcntl(guard, F_DUPFD, 100);
	channel = fcntl(channel, F_DUPFD, 100);
	errors = fcntl(errors, F_DUPFD, 100);
	if (null < 0 || !place(channel, 0) || !place(null, 1) || !place(errors, 2) ||
		!place(filter, FD_FILTER) || !place(guard, FD_GUARD))
		_exit(126);
	close_range(3, FD_FILTER - 1, 0);
	close_range(FD_GUARD + 1, ~0U, 0);
	/* The same addresses in every run: what a program prints or orders by them shall not differ. */
	personality(ADDR_NO_RANDOMIZE);
	cgroup_enter(group);
	if (chdir("/") < 0 || !drop_root())
		_exit(125);
	umask(077);
	execve(BWRAP, (char *const *)w->v, none);
	_exit(127);
}

static void
close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* Until all that hold the other end of the complaints are gone, and they are all. */
static bool
is_gone(struct server *s, int timeout_ms)
{
	char text[512];
	struct pollfd p = {s->errors, POLLIN, 0};

	while (poll(&p, 1, timeout_ms) > 0)
		if (read(s->errors, text, sizeof text) == 0)
			return true;
	return false;
}

void
fork_server_end(struct server *s)
{
	int status;

	if (s->pid <= 0)
		return;
	/* With its channel closed the guard ends by itself, and bubblewrap after it. */
	close_fd(&s->channel);
	if (!is_gone(s, END_TIMEOUT_MS)) {
		/* bubblewrap takes its first process along, and that one its namespace. */
		kill(s->pid, SIGKILL);
		is_gone(s, END_TIMEOUT_MS);
	}
	while (waitpid(s->pid, &status, 0) < 0 && errno == EINTR)
		;
	close_fd(&s->errors);
	cgroup_remove(&s->group);
	s->pid = 0;
}

/* Its first line of complaint. */
static char *
complaint(struct server *s)
{
	char text[512];
	struct pollfd p = {s->errors, POLLIN, 0};
	ssize_t n = poll(&p, 1, 200) > 0 ? read(s->errors, text, sizeof text - 1) : 0;

	text[n > 0 ? n : 0] = '\0';
	text[strcspn(text, "\n")] = '\0';
	return xstrdup(text);
}

static long
number_in(const char *path, long otherwise)
{
	struct buf b = BUF_INIT;
	long x = otherwise;

	if (read_file(path, &b) && b.len)
		x = strtol(b.s, NULL, 10);
	buf_free(&b);
	return x;
}

/* What brings what is missing, as far as the machine tells. */
static const char *
remedy(void)
{
	if (access(BWRAP, X_OK) < 0)
		return BWRAP " is missing: apt install bubblewrap";
	if (access(PYTHON, X_OK) < 0)
		return PYTHON " is missing: apt install python3";
	if (number_in("/proc/sys/kernel/unprivileged_userns_clone", 1) == 0)
		return "user namespaces are off: sysctl kernel.unprivileged_userns_clone=1";
	if (number_in("/proc/sys/user/max_user_namespaces", 1) == 0)
		return "user namespaces are off: sysctl user.max_user_namespaces=10000";
	if (number_in("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", 0) == 1)
		return "AppArmor keeps user namespaces from programs without a profile: sysctl "
		       "kernel.apparmor_restrict_unprivileged_userns=0";
	return "namespaces can't be had here: run outside a container, or in one that allows user "
	       "namespaces and mounts";
}

static char *
failure(struct server *s, const char *what)
{
	char *said = s->pid > 0 ? complaint(s) : xstrdup("");
	char *text = *said ? xasprintf("%s (%s); %s", what, said, remedy())
			   : xasprintf("%s; %s", what, remedy());

	free(said);
	fork_server_end(s);
	return text;
}

static bool
receive(int fd, void *to, size_t len, int timeout_ms)
{
	for (size_t n = 0; n < len;) {
		struct pollfd p = {fd, POLLIN, 0};
		int ready = poll(&p, 1, timeout_ms);
		if (ready < 0 && errno == EINTR)
			continue;
		ssize_t got = ready > 0 ? read(fd, (char *)to + n, len - n) : 0;
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		n += (size_t)got;
	}
	return true;
}

/* A write to a socket whose reader is gone shall be an error, not a signal. */
static bool
send_all(int fd, const void *data, size_t len)
{
	for (size_t n = 0; n < len;) {
		ssize_t put_ = send(fd, (const char *)data + n, len - n, MSG_NOSIGNAL);
		if (put_ < 0 && errno == EINTR)
			continue;
		if (put_ <= 0)
			return false;
		n += (size_t)put_;
	}
	return true;
}

/* Tells the guard its filter for programs, and waits until it is ready. */
static bool
introduce(struct server *s)
{
	int fd = filter_for_programs();
	char filter[GUARD_FILTER_MAX];
	ssize_t n = fd < 0 ? -1 : read(fd, filter, sizeof filter);
	struct guard_hello hello;

	close_fd(&fd);
	if (n <= 0)
		return false;
	struct guard_setup setup = {GUARD_MAGIC, (uint32_t)n};
	return send_all(s->channel, &setup, sizeof setup) &&
	       send_all(s->channel, filter, (size_t)n) &&
	       receive(s->channel, &hello, sizeof hello, START_TIMEOUT_MS) &&
	       hello.magic == GUARD_MAGIC && !hello.failed;
}

char *
fork_server_start(struct server *s)
{
	struct words w = {.n = 0};
	char python[PATH_MAX];
	int pair[2] = {-1, -1}, errors[2] = {-1, -1}, filter = -1, guard = -1;

	*s = (struct server){.pid = 0, .channel = -1, .errors = -1};
	if (access(BWRAP, X_OK) < 0 || !realpath(PYTHON, python))
		return xstrdup(remedy());
	cgroup_make(&s->group);
	put_command(&w, python);
	w.v[w.n] = NULL;
	if ((filter = filter_for_server()) >= 0 &&
		(guard = file_of(sandbox_guard, (size_t)(sandbox_guard_end - sandbox_guard))) >=
			0 &&
		socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == 0 &&
		pipe2(errors, O_CLOEXEC | O_NONBLOCK) == 0)
		s->pid = fork();
	else
		s->pid = -1;
	if (s->pid == 0)
		become(&w, &s->group, pair[1], errors[1], filter, guard);
	int why = errno;
	close_fd(&filter);
	close_fd(&guard);
	close_fd(&pair[1]);
	close_fd(&errors[1]);
	s->channel = pair[0];
	s->errors = errors[0];
	if (s->pid < 0) {
		close_fd(&s->channel);
		close_fd(&s->errors);
		cgroup_remove(&s->group);
		s->pid = 0;
		return xasprintf("no process for the sandbox: %s", strerror(why));
	}
	if (!introduce(s))
		return failure(s, "bubblewrap didn't start");
	return NULL;
}
