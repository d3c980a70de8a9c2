#include "kit/proc.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "kit/clock.h"
#include "kit/err.h"
#include "kit/mem.h"

extern char **environ;

/* environ with add in front, so that its values win; the array is the caller's, its strings are
 * not. */
static char **
joined_environment(char *const *add)
{
	size_t n = 0, m = 0, out = 0;

	while (environ[n])
		n++;
	while (add && add[m])
		m++;
	char **all = xcalloc(n + m + 1, sizeof *all);
	for (size_t i = 0; i < m; i++)
		all[out++] = add[i];
	for (size_t i = 0; i < n; i++) {
		size_t name = strcspn(environ[i], "=") + 1;
		bool replaced = false;
		for (size_t j = 0; j < m && !replaced; j++)
			replaced = strncmp(environ[i], add[j], name) == 0;
		if (!replaced)
			all[out++] = environ[i];
	}
	return all;
}

static void
take_descriptor(int from, int to)
{
	int fd = from >= 0 ? from : open("/dev/null", O_RDWR | O_CLOEXEC);

	if (fd == to)
		fcntl(fd, F_SETFD, 0);
	else
		dup2(fd, to);
}

/* In the child, between fork and exec: async-signal-safe calls only. */
static _Noreturn void
become(const struct proc_spec *spec, char **env, pid_t parent, int fault_fd)
{
	sigset_t none;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(EXIT_OS);
	if (spec->own_group)
		setpgid(0, 0);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	signal(SIGHUP, SIG_DFL);
	signal(SIGCHLD, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	take_descriptor(spec->in, STDIN_FILENO);
	take_descriptor(spec->out, STDOUT_FILENO);
	take_descriptor(spec->err, STDERR_FILENO);
	if (!spec->directory || chdir(spec->directory) == 0)
		execvpe(spec->argv[0], spec->argv, env);
	int fault = errno;
	ssize_t n = write(fault_fd, &fault, sizeof fault);
	_exit(n < 0 ? EXIT_OS : EXIT_CANNOT_EXEC);
}

pid_t
proc_start(const struct proc_spec *spec)
{
	int fault_pipe[2], fault = 0;
	sigset_t all, before;

	if (pipe2(fault_pipe, O_CLOEXEC) < 0)
		return -1;
	char **env = joined_environment(spec->env_add);
	pid_t parent = getpid();
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	pid_t pid = fork();
	if (pid == 0)
		become(spec, env, parent, fault_pipe[1]);
	int fork_fault = errno;
	sigprocmask(SIG_SETMASK, &before, NULL);
	free(env);
	close(fault_pipe[1]);
	ssize_t n = 0;
	if (pid > 0)
		while ((n = read(fault_pipe[0], &fault, sizeof fault)) < 0 && errno == EINTR)
			;
	close(fault_pipe[0]);
	if (pid < 0 || n == (ssize_t)sizeof fault) {
		if (pid > 0)
			proc_wait(pid);
		errno = pid < 0 ? fork_fault : fault;
		return -1;
	}
	return pid;
}

int
proc_wait(pid_t pid)
{
	int status = 0;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return status;
}

int
proc_status(int wait_status)
{
	if (WIFSIGNALED(wait_status))
		return EXIT_SIGNAL_BASE + WTERMSIG(wait_status);
	return WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : EXIT_OS;
}

void
proc_become_subreaper(void)
{
	if (prctl(PR_SET_CHILD_SUBREAPER, 1) < 0)
		die_errno(EXIT_OS, "prctl");
}

/* The parent of pid by /proc, 0 where it is gone. */
static pid_t
parent_of(pid_t pid)
{
	char path[64], line[512];
	int parent = 0;

	snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	FILE *f = fopen(path, "re");
	if (!f)
		return 0;
	/* "pid (name) state parent": the name may hold anything, so look behind its last ')'. */
	if (fgets(line, sizeof line, f)) {
		char *close = strrchr(line, ')');
		if (close)
			sscanf(close + 1, " %*c %d", &parent);
	}
	fclose(f);
	return parent;
}

static bool
below(pid_t pid, pid_t root)
{
	for (int hops = 0; pid > 1 && hops < 64; hops++) {
		if (pid == root)
			return true;
		pid = parent_of(pid);
	}
	return false;
}

/*
 * Signals root's tree and whatever of it was handed to us as subreaper: everything below us that is
 * below root, or has us as parent although we never kept it.
 */
static int
signal_tree(pid_t root, int sig)
{
	DIR *d = opendir("/proc");
	struct dirent *e;
	int n = 0;
	pid_t self = getpid();

	if (!d)
		return 0;
	while ((e = readdir(d))) {
		pid_t pid = (pid_t)strtol(e->d_name, NULL, 10);
		if (pid <= 1 || pid == self)
			continue;
		if (below(pid, root)) {
			n++;
			kill(pid, sig);
		}
	}
	closedir(d);
	if (kill(-root, sig) == 0)
		n++;
	return n;
}

static bool
reaped_within(pid_t root, double seconds)
{
	double until = clock_s() + seconds;

	for (;;) {
		pid_t got = waitpid(root, NULL, WNOHANG);
		bool root_gone = got == root || (got < 0 && errno == ECHILD);
		while (waitpid(-root, NULL, WNOHANG) > 0)
			;
		if (root_gone && kill(-root, 0) < 0)
			return true;
		if (clock_s() > until)
			return false;
		nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
	}
}

bool
proc_end_tree(pid_t pid, double grace_s)
{
	signal_tree(pid, SIGTERM);
	if (reaped_within(pid, grace_s))
		return true;
	signal_tree(pid, SIGKILL);
	return reaped_within(pid, grace_s);
}
