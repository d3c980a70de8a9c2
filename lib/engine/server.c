#include "engine/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "kit/clock.h"
#include "kit/proc.h"

enum word { STARTED, NOT_STARTED, DIED, END, ENDED };

struct message {
	enum word word;
	int value; /* pid, errno, wait status, grace in ms, whether all are gone */
};

enum { LAST_RESORT_S = 30 };

static void
tell(int fd, enum word word, int value)
{
	struct message m = {word, value};

	/* Where nobody listens any more, ending the tree is what is left to do, and we do that. */
	while (send(fd, &m, sizeof m, MSG_NOSIGNAL) < 0 && errno == EINTR)
		;
}

static void
nap_ms(long ms)
{
	nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

/* Reaps whatever can be reaped; the wait status of pid where it was among it. */
static bool
reap(pid_t pid, int *status)
{
	bool met = false;
	pid_t got;
	int st;

	while ((got = waitpid(-1, &st, WNOHANG)) > 0) {
		if (got == pid) {
			met = true;
			*status = st;
		}
	}
	return met;
}

/* Signals everything below us; how many there were. */
static size_t
signal_below(int sig)
{
	struct pid_list l = {0};
	size_t n;

	tree_below(getpid(), &l);
	n = l.n;
	for (size_t i = 0; i < n; i++)
		kill(l.v[i], sig);
	pid_list_free(&l);
	return n;
}

/* KILL again and again, since what is killed may just have forked, until nothing is left. */
static bool
kill_below(double within_s)
{
	double until = clock_s() + within_s;
	int ignored;

	for (long nap = 1;; nap = nap < 50 ? nap * 2 : 50) {
		size_t n = signal_below(SIGKILL);

		reap(0, &ignored);
		if (n == 0)
			return true;
		if (clock_s() > until)
			return false;
		nap_ms(nap);
	}
}

bool
children_end(double within_s)
{
	return kill_below(within_s);
}

/* The guard's part: TERM to the server, grace for the whole tree, KILL to what is left. */
static bool
guard_end(pid_t pid, double grace_s)
{
	double until = clock_s() + grace_s;
	struct pid_list l = {0};
	bool server_gone = pid <= 0 || kill(pid, SIGTERM) < 0;
	int status;
	size_t left;

	if (pid > 0)
		kill(pid, SIGCONT); /* one that is stopped hears no TERM */
	for (long nap = 1;; nap = nap < 20 ? nap * 2 : 20) {
		server_gone = reap(pid, &status) || server_gone;
		tree_below(getpid(), &l);
		left = l.n;
		if (left == 0 || clock_s() > until)
			break;
		/* The server went and left something: that won't end by itself. */
		if (server_gone)
			signal_below(SIGTERM);
		if (server_gone && until > clock_s() + 1)
			until = clock_s() + 1;
		nap_ms(nap);
	}
	pid_list_free(&l);
	return kill_below(LAST_RESORT_S);
}

static _Noreturn void
guard_run(int fd, pid_t pid, int signals)
{
	struct pollfd p[2] = {{.fd = fd, .events = POLLIN}, {.fd = signals, .events = POLLIN}};
	struct signalfd_siginfo info;
	struct message m;
	double grace_s = 2; /* where launch is gone without a word */
	int status;
	bool all_gone;

	for (;;) {
		if (poll(p, 2, -1) < 0)
			continue;
		if (p[1].revents) {
			ssize_t n = read(signals, &info, sizeof info);

			if (n > 0 && pid > 0 && reap(pid, &status)) {
				tell(fd, DIED, status);
				pid = 0;
			}
		}
		if (p[0].revents) {
			if (recv(fd, &m, sizeof m, 0) == sizeof m && m.word == END)
				grace_s = m.value / 1000.0;
			break;
		}
	}
	all_gone = guard_end(pid, grace_s);
	tell(fd, ENDED, all_gone);
	_exit(all_gone ? 0 : 1);
}

static _Noreturn void
guard_main(int fd, pid_t parent, char *const *argv, char *const *env, int log_fd)
{
	struct proc_spec spec = {.argv = argv,
		.env_add = env,
		.in = -1,
		.out = log_fd,
		.err = log_fd,
		.own_group = true};
	sigset_t set;
	pid_t pid;
	int signals;

	/* Not in the terminal's foreground group: an interrupt is launch's to act on. */
	setpgid(0, 0);
	sigfillset(&set);
	sigprocmask(SIG_SETMASK, &set, NULL);
	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (signals < 0 || prctl(PR_SET_CHILD_SUBREAPER, 1) < 0 || getppid() != parent) {
		tell(fd, NOT_STARTED, errno);
		_exit(1);
	}
	prctl(PR_SET_NAME, "launch-guard");
	pid = proc_start(&spec);
	if (pid < 0) {
		tell(fd, NOT_STARTED, errno);
		_exit(1);
	}
	tell(fd, STARTED, pid);
	guard_run(fd, pid, signals);
}

static bool
hear(int fd, struct message *m, int flags)
{
	ssize_t got;

	while ((got = recv(fd, m, sizeof *m, flags)) < 0 && errno == EINTR)
		;
	return got == sizeof *m;
}

bool
server_start(struct server *s, char *const *argv, char *const *env, int log_fd)
{
	struct message m;
	pid_t parent = getpid();
	int fds[2];

	*s = (struct server){.fd = -1};
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds) < 0) {
		s->start_errno = errno;
		return false;
	}
	s->guard = fork();
	if (s->guard == 0) {
		close(fds[0]);
		guard_main(fds[1], parent, argv, env, log_fd);
	}
	close(fds[1]);
	s->fd = fds[0];
	if (s->guard > 0 && hear(s->fd, &m, 0) && m.word == STARTED) {
		s->pid = m.value;
		return true;
	}
	s->start_errno = s->guard < 0 ? errno : m.word == NOT_STARTED ? m.value : ECHILD;
	if (s->guard > 0)
		proc_wait(s->guard);
	close(s->fd);
	*s = (struct server){.fd = -1, .start_errno = s->start_errno};
	return false;
}

bool
server_alive(struct server *s)
{
	struct message m;
	char byte;

	if (s->fd < 0)
		return false;
	while (!s->dead && hear(s->fd, &m, MSG_DONTWAIT)) {
		if (m.word == DIED) {
			s->dead = true;
			s->status = m.value;
		}
	}
	/* The guard was killed, and the server with it. */
	if (!s->dead && recv(s->fd, &byte, 1, MSG_DONTWAIT | MSG_PEEK) == 0) {
		s->dead = true;
		s->status = SIGKILL;
	}
	return !s->dead;
}

void
server_tree(const struct server *s, struct pid_list *l)
{
	l->n = 0;
	if (s->guard > 0)
		tree_below(s->guard, l);
}

bool
server_end(struct server *s, double grace_s)
{
	struct message m = {.word = ENDED, .value = 1};
	bool gone = true;

	if (s->fd < 0)
		return true;
	server_alive(s);
	tell(s->fd, END, (int)(grace_s * 1000));
	while (hear(s->fd, &m, 0))
		if (m.word == ENDED)
			gone = m.value;
	proc_wait(s->guard);
	close(s->fd);
	s->fd = -1;
	s->guard = 0;
	return children_end(LAST_RESORT_S) && gone;
}

int
free_port(void)
{
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t len = sizeof a;
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), port = -1, fault;

	if (fd < 0)
		return -1;
	if (bind(fd, (struct sockaddr *)&a, sizeof a) == 0 &&
		getsockname(fd, (struct sockaddr *)&a, &len) == 0)
		port = ntohs(a.sin_port);
	fault = errno;
	close(fd);
	errno = fault;
	return port;
}
