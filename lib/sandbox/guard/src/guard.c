/*
 * The half of the sandbox that runs inside it: an extension module of the interpreter. prelude.py
 * loads it, and its init function never returns: it serves programs, one after the other, until the
 * channel closes.
 *
 * For each program the server makes a keeper, the first process of fresh pid and mount namespaces
 * with an empty /tmp; the keeper forks the candidate, holds it to its limits, and ends all that is
 * left. The candidate gives up its capabilities, takes the seccomp filter, and runs the program. So
 * nothing can pass from one program to the next but what the server itself holds, which no
 * candidate can reach.
 *
 * The report. A program shares its process with its tests, so whatever Python could find there, a
 * program could find too: frames, objects, descriptors. Therefore the report is made from C, after
 * the module's code has returned, and is believed only with a token that is no Python object.
 * Reading memory from Python needs ctypes or its like: the audit hook refuses to load those, there
 * is no /proc, and ptrace and process_vm_readv are outside the filter. A trace function could jump
 * over the tests (frame.f_lineno), so trace functions are refused as well.
 *
 * Python.h isn't needed: the few functions used are part of the stable interface, objects are
 * opaque. This file is built as a shared object, without sanitizers, and carried in the program
 * (blob.c).
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <math.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../../protocol.h"

/* The interpreter's functions, found in the program that loads us. */
struct _object;
typedef struct _object PyObject;
extern PyObject *PyExc_ImportError, *PyExc_RuntimeError;
int PySys_AddAuditHook(int (*hook)(const char *, PyObject *, void *), void *data);
void PyOS_BeforeFork(void);
void PyOS_AfterFork_Parent(void);
void PyOS_AfterFork_Child(void);
void PyErr_SetString(PyObject *type, const char *what);
void PyErr_Clear(void);
void PyErr_Fetch(PyObject **type, PyObject **value, PyObject **trace);
void PyErr_NormalizeException(PyObject **type, PyObject **value, PyObject **trace);
int PyException_SetTraceback(PyObject *value, PyObject *trace);
PyObject *PyImport_AddModule(const char *name);
PyObject *PyObject_GetAttrString(PyObject *o, const char *name);
PyObject *PyObject_CallFunctionObjArgs(PyObject *callable, ...);
PyObject *PyUnicode_DecodeUTF8(const char *s, ptrdiff_t len, const char *errors);
PyObject *PyUnicode_FromString(const char *s);
const char *PyUnicode_AsUTF8(PyObject *s);
PyObject *PyTuple_GetItem(PyObject *tuple, ptrdiff_t i);
ptrdiff_t PyTuple_Size(PyObject *tuple);
PyObject *PyDict_New(void);
int PyDict_SetItemString(PyObject *dict, const char *key, PyObject *value);
PyObject *PyEval_GetBuiltins(void);
PyObject *PyEval_EvalCode(PyObject *code, PyObject *globals, PyObject *locals);
long PyLong_AsLong(PyObject *o);

PyObject *PyInit_guard(void);

enum { CHANNEL = 0, TOKEN = 16, REPORT_MAX = 4096, SPARE_FD = 1000, NICE_FILES = 256 };

/* What a candidate reports: this, then the detail. */
struct report {
	unsigned char token[TOKEN];
	uint32_t outcome;
	int32_t number;
};

static struct {
	struct sock_filter filter[GUARD_FILTER_MAX / sizeof(struct sock_filter)];
	size_t nfilter;
	PyObject *compile, *describe; /* of prelude.py */
	bool serving, candidate;
	int report_fd;
	pid_t pid; /* the candidate's own: a copy of it has no say */
	unsigned char token[TOKEN];
} guard;

static double
now_s(clockid_t clock)
{
	struct timespec t;

	if (clock_gettime(clock, &t) < 0)
		return -1;
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool
read_all(int fd, void *to, size_t len)
{
	for (size_t n = 0; n < len;) {
		ssize_t got = read(fd, (char *)to + n, len - n);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		n += (size_t)got;
	}
	return true;
}

static bool
write_all(int fd, const void *from, size_t len)
{
	for (size_t n = 0; n < len;) {
		ssize_t put = write(fd, (const char *)from + n, len - n);
		if (put < 0 && errno == EINTR)
			continue;
		if (put <= 0)
			return false;
		n += (size_t)put;
	}
	return true;
}

static bool
last_part_is(const char *name, const char *part)
{
	const char *dot = strrchr(name, '.');

	return strcmp(dot ? dot + 1 : name, part) == 0;
}

/* Modules through which Python reads or writes memory at will, or starts an interpreter of its own.
 */
static bool
opens_memory(const char *name)
{
	static const char *const names[] = {"_ctypes", "_ctypes_test", "_testcapi", "_testbuffer",
		"_testinternalcapi", "_testclinic", "_testmultiphase", "_xxtestfuzz",
		"_cffi_backend", "_xxsubinterpreters", "_interpreters", "guard"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (last_part_is(name, names[i]))
			return true;
	return false;
}

static int
audit(const char *event, PyObject *args, void *data)
{
	(void)data;
	if (!guard.candidate || (event[0] != 'i' && event[0] != 's'))
		return 0;
	if (strcmp(event, "sys.settrace") == 0 || strcmp(event, "sys.setprofile") == 0) {
		PyErr_SetString(
			PyExc_RuntimeError, "trace functions are switched off in the sandbox");
		return -1;
	}
	if (strcmp(event, "import") != 0 || PyTuple_Size(args) < 1)
		return 0;
	const char *name = PyUnicode_AsUTF8(PyTuple_GetItem(args, 0));
	if (!name) {
		PyErr_Clear();
		return 0;
	}
	if (!opens_memory(name))
		return 0;
	PyErr_SetString(PyExc_ImportError, "this module is switched off in the sandbox");
	return -1;
}

/* Safe in a signal handler. */
static _Noreturn void
report(enum guard_outcome outcome, int number, const char *detail, size_t len)
{
	struct {
		struct report head;
		char detail[GUARD_DETAIL_MAX];
	} r;

	if (len > sizeof r.detail)
		len = sizeof r.detail;
	memset(&r.head, 0, sizeof r.head);
	memcpy(r.head.token, guard.token, TOKEN);
	r.head.outcome = (uint32_t)outcome;
	r.head.number = number;
	if (len)
		memcpy(r.detail, detail, len);
	if (syscall(SYS_getpid) == guard.pid)
		write_all(guard.report_fd, &r, sizeof r.head + len);
	syscall(SYS_exit_group, 0);
	__builtin_unreachable();
}

static void
on_forbidden(int signal_number, siginfo_t *info, void *context)
{
	(void)signal_number;
	(void)context;
	report(GUARD_SYSCALL, info->si_syscall, NULL, 0);
}

static _Noreturn void
cannot(const char *what)
{
	char text[GUARD_DETAIL_MAX];
	int n = snprintf(text, sizeof text, "%s: %s", what, strerror(errno));

	report(GUARD_FAILED, 0, text, n > 0 ? (size_t)n : 0);
}

static void
limit(int resource, const char *what, rlim_t soft, rlim_t hard)
{
	struct rlimit r = {soft, hard};

	if (setrlimit((__rlimit_resource_t)resource, &r) < 0)
		cannot(what);
}

static void
take_limits(const struct guard_request *q)
{
	rlim_t cpu = (rlim_t)ceil(q->cpu_s) + 1;

	/* The keeper counts finely; these hold should it not run for a while. */
	limit(RLIMIT_CPU, "RLIMIT_CPU", cpu, cpu + 1);
	limit(RLIMIT_AS, "RLIMIT_AS", q->memory_bytes, q->memory_bytes);
	limit(RLIMIT_FSIZE, "RLIMIT_FSIZE", q->files_bytes, q->files_bytes);
	limit(RLIMIT_NPROC, "RLIMIT_NPROC", q->threads, q->threads);
	limit(RLIMIT_NOFILE, "RLIMIT_NOFILE", NICE_FILES, NICE_FILES);
	limit(RLIMIT_CORE, "RLIMIT_CORE", 0, 0);
	limit(RLIMIT_STACK, "RLIMIT_STACK", 8 << 20, 8 << 20);
	limit(RLIMIT_MEMLOCK, "RLIMIT_MEMLOCK", 0, 0);
	limit(RLIMIT_MSGQUEUE, "RLIMIT_MSGQUEUE", 0, 0);
}

static void
give_up_rights(void)
{
	struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
	struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
	struct sock_fprog program = {(unsigned short)guard.nfilter, guard.filter};
	struct sigaction act = {.sa_sigaction = on_forbidden, .sa_flags = SA_SIGINFO};

	for (int cap = 0; cap <= 63; cap++)
		if (prctl(PR_CAPBSET_DROP, cap, 0, 0, 0) < 0)
			break; /* past the last one */
	if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) < 0 ||
		syscall(SYS_capset, &head, none) < 0)
		cannot("capset");
	if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
		cannot("prctl");
	if (sigaction(SIGSYS, &act, NULL) < 0)
		cannot("sigaction");
	if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) < 0)
		cannot("seccomp");
}

/* Keeps 0, 1, 2 and the report's descriptor, high up where programs that close all don't look. */
static void
take_descriptors(int out, int reports)
{
	int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
	struct rlimit r;
	int high = getrlimit(RLIMIT_NOFILE, &r) == 0 && r.rlim_cur <= SPARE_FD ? (int)r.rlim_cur - 1
									       : SPARE_FD;

	if (null < 0 || dup2(null, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0)
		_exit(1);
	guard.report_fd = fcntl(reports, F_DUPFD_CLOEXEC, high);
	if (guard.report_fd < 0)
		_exit(1);
	syscall(SYS_close_range, 3, guard.report_fd - 1, 0);
	syscall(SYS_close_range, guard.report_fd + 1, ~0U, 0);
}

/* The exception that is set, in words; which kind it is says prelude.py's describe(). */
static _Noreturn void
report_exception(void)
{
	PyObject *type = NULL, *value = NULL, *trace = NULL;

	PyErr_Fetch(&type, &value, &trace);
	PyErr_NormalizeException(&type, &value, &trace);
	if (value && trace)
		PyException_SetTraceback(value, trace);
	PyObject *told = value ? PyObject_CallFunctionObjArgs(guard.describe, value, NULL) : NULL;
	if (told) {
		const char *text = PyUnicode_AsUTF8(PyTuple_GetItem(told, 1));
		long kind = PyLong_AsLong(PyTuple_GetItem(told, 0));
		if (text && (kind == GUARD_WRONG || kind == GUARD_EXIT || kind == GUARD_NO_MEMORY))
			report((enum guard_outcome)kind, 0, text, strlen(text));
	}
	PyErr_Clear();
	static const char lost[] = "an exception that can't be told";
	report(GUARD_WRONG, 0, lost, sizeof lost - 1);
}

static _Noreturn void
be_candidate(const struct guard_request *q, const char *program, int out, int reports)
{
	take_descriptors(out, reports);
	prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
	setsid(); /* signals to its group stay with it */
	guard.pid = (pid_t)syscall(SYS_getpid);
	PyOS_AfterFork_Child();
	PyObject *globals = PyDict_New();
	PyObject *text = PyUnicode_DecodeUTF8(program, (ptrdiff_t)q->len, "strict");
	if (!globals || PyDict_SetItemString(globals, "__builtins__", PyEval_GetBuiltins()) < 0)
		cannot("globals");
	take_limits(q);
	give_up_rights();
	guard.candidate = true;
	PyObject *code = text ? PyObject_CallFunctionObjArgs(guard.compile, text, NULL) : NULL;
	if (!code || !PyEval_EvalCode(code, globals, globals))
		report_exception();
	report(GUARD_PASSED, 0, NULL, 0);
}

/* What the keeper knows of its candidate. */
struct watch {
	const struct guard_request *q;
	pid_t pid;
	clockid_t clock;
	int out, reports;
	double start_s, seen_s; /* by the clock: its start, and when last looked at */
	double stood_s; /* counted against wall_s: a pause of ours too is none of its doing */
	uint64_t output;
	char report[REPORT_MAX];
	size_t nreport;
	bool reports_open, out_open;
};

/* Reads what is there; false at the end. */
static bool
drain_output(struct watch *w)
{
	static char waste[64 << 10];
	ssize_t n = read(w->out, waste, sizeof waste);

	if (n > 0)
		w->output += (uint64_t)n;
	return n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN));
}

static bool
take_report(struct watch *w)
{
	if (w->nreport == sizeof w->report)
		return false;
	ssize_t n = read(w->reports, w->report + w->nreport, sizeof w->report - w->nreport);
	if (n > 0)
		w->nreport += (size_t)n;
	return n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN));
}

static double
cpu_used_s(const struct watch *w)
{
	double used = now_s(w->clock);

	return used < 0 ? 0 : used;
}

/*
 * The clock, without the times in which we were stopped ourselves (a frozen group, a stopped tree): a
 * look comes at least every quarter of a second.
 */
static double
wall_left_s(struct watch *w)
{
	double now = now_s(CLOCK_MONOTONIC);

	w->stood_s += fmin(now - w->seen_s, 1);
	w->seen_s = now;
	return w->q->wall_s - w->stood_s;
}

/* Until the candidate has reported, ended, or met a limit. */
static enum guard_outcome
wait_for(struct watch *w)
{
	while (w->reports_open && w->nreport == 0) {
		double left = w->q->cpu_s - cpu_used_s(w);
		double wall = wall_left_s(w);
		if (left < 0)
			return GUARD_CPU;
		if (wall < 0)
			return GUARD_WALL;
		if (w->output > w->q->output_bytes)
			return GUARD_OUTPUT;
		double pause = fmin(fmin(left, wall) + 0.002, 0.25);
		struct pollfd fds[2] = {
			{w->reports, POLLIN, 0}, {w->out_open ? w->out : -1, POLLIN, 0}};
		if (poll(fds, 2, (int)ceil(pause * 1000)) <= 0)
			continue;
		if (fds[0].revents)
			w->reports_open = take_report(w);
		if (fds[1].revents)
			w->out_open = drain_output(w);
	}
	return GUARD_PASSED; /* or whatever the report says */
}

/* All that the namespace still holds, ended and reaped; the candidate's own status and time. */
static int
end_all(pid_t pid, double *cpu_s)
{
	int status = 0, candidate = 0;
	struct rusage use;
	pid_t got;

	kill(-1, SIGKILL);
	while ((got = wait4(-1, &status, 0, &use)) > 0 || (got < 0 && errno == EINTR)) {
		if (got == pid)
			candidate = status;
		if (got > 0)
			*cpu_s += (double)use.ru_utime.tv_sec + (double)use.ru_stime.tv_sec +
				  (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) * 1e-6;
	}
	return candidate;
}

static void
answer(int fd, struct guard_reply r, const char *detail)
{
	r.magic = GUARD_MAGIC;
	write_all(fd, &r, sizeof r);
	if (r.detail_len)
		write_all(fd, detail, r.detail_len);
}

/* What the report says, where it is one. */
static void
read_report(const struct watch *w, struct guard_reply *r, const char **detail)
{
	struct report head;

	if (w->nreport < sizeof head || memcmp(w->report, guard.token, TOKEN) != 0) {
		r->outcome = GUARD_CHANNEL;
		return;
	}
	memcpy(&head, w->report, sizeof head);
	r->outcome = head.outcome;
	r->number = head.number;
	r->detail_len = (uint32_t)(w->nreport - sizeof head);
	*detail = w->report + sizeof head;
}

/* Whether the candidate is dead, now or very soon: its descriptors close a little before. */
static bool
is_dead(pid_t pid)
{
	for (int i = 0; i < 100; i++) {
		siginfo_t info = {0};

		if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
			info.si_pid)
			return true;
		nanosleep(&(struct timespec){0, 1000000}, NULL);
	}
	return false;
}

/* How it went without a report. */
static enum guard_outcome
told_by_death(int status)
{
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
		return GUARD_CPU;
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS)
		return GUARD_SYSCALL;
	return GUARD_ENDED;
}

static void
keep(struct watch *w, int to)
{
	struct guard_reply r = {0};
	const char *detail = NULL;
	double cpu_s = 0;

	enum guard_outcome end = wait_for(w);
	/* A report is one write; with anything before or behind it, it is none. */
	while (w->nreport && w->reports_open &&
		poll(&(struct pollfd){w->reports, POLLIN, 0}, 1, 0) > 0)
		w->reports_open = take_report(w);
	bool silent = end == GUARD_PASSED && !w->nreport;
	bool dead = silent && is_dead(w->pid);
	r.number = end_all(w->pid, &cpu_s);
	/* All writers are dead: how much there was doesn't depend on who was quicker. */
	while (w->out_open && w->output <= w->q->output_bytes)
		w->out_open = drain_output(w);
	if (end == GUARD_PASSED && w->output > w->q->output_bytes)
		end = GUARD_OUTPUT;
	if (end != GUARD_PASSED)
		r.outcome = (uint32_t)end;
	else if (silent)
		r.outcome = dead ? (uint32_t)told_by_death(r.number) : GUARD_CHANNEL;
	else
		read_report(w, &r, &detail);
	if (silent && r.outcome == GUARD_SYSCALL)
		r.number = -1;
	if (cpu_s > w->q->cpu_s && r.outcome != GUARD_FAILED)
		r.outcome = GUARD_CPU;
	r.cpu_s = cpu_s;
	r.wall_s = now_s(CLOCK_MONOTONIC) - w->start_s;
	answer(to, r, detail);
}

static _Noreturn void
keeper_failed(int to, const char *what)
{
	char text[256];
	int n = snprintf(text, sizeof text, "%s: %s", what, strerror(errno));

	answer(to, (struct guard_reply){.outcome = GUARD_FAILED, .detail_len = (uint32_t)n}, text);
	_exit(0);
}

/* An empty /tmp that no other program has seen. */
static void
fresh_files(uint64_t bytes, int to)
{
	char options[96];

	snprintf(options, sizeof options, "size=%llu,nr_inodes=4096,mode=0700",
		(unsigned long long)bytes);
	if (mount("tmpfs", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, options) < 0)
		keeper_failed(to, "mount /tmp");
	if (chdir("/tmp") < 0)
		keeper_failed(to, "chdir /tmp");
}

static _Noreturn void
be_keeper(const struct guard_request *q, const char *program, int to)
{
	int out[2], reports[2];
	struct watch w = {.q = q, .reports_open = true, .out_open = true};

	prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
	fresh_files(q->files_bytes, to);
	if (pipe2(out, O_CLOEXEC) < 0 || pipe2(reports, O_CLOEXEC) < 0)
		keeper_failed(to, "pipe");
	if (getrandom(guard.token, TOKEN, 0) != TOKEN)
		keeper_failed(to, "getrandom");
	w.start_s = w.seen_s = now_s(CLOCK_MONOTONIC);
	w.pid = fork();
	if (w.pid < 0)
		keeper_failed(to, "fork");
	if (w.pid == 0)
		be_candidate(q, program, out[1], reports[1]);
	close(out[1]);
	close(reports[1]);
	w.out = out[0];
	w.reports = reports[0];
	fcntl(w.reports, F_SETFL, O_NONBLOCK);
	if (clock_getcpuclockid(w.pid, &w.clock) != 0)
		w.clock = CLOCK_PROCESS_CPUTIME_ID;
	keep(&w, to);
	_exit(0);
}

static void
serve_failed(const char *what)
{
	char text[256];
	int n = snprintf(text, sizeof text, "%s: %s", what, strerror(errno));

	answer(CHANNEL, (struct guard_reply){.outcome = GUARD_FAILED, .detail_len = (uint32_t)n},
		text);
}

/* Passes the keeper's answer on, once all is gone. Closes from. */
static void
pass_on(int from, pid_t keeper)
{
	static char text[sizeof(struct guard_reply) + REPORT_MAX];
	size_t n = 0;
	ssize_t got;

	while (n < sizeof text &&
		((got = read(from, text + n, sizeof text - n)) > 0 || (got < 0 && errno == EINTR)))
		n += got > 0 ? (size_t)got : 0;
	while (waitpid(keeper, NULL, __WALL) < 0 && errno == EINTR)
		;
	close(from);
	if (n < sizeof(struct guard_reply)) {
		errno = ECHILD;
		serve_failed("the keeper ended early");
	} else {
		write_all(CHANNEL, text, n);
	}
}

static void
serve_one(const struct guard_request *q, const char *program)
{
	int answers[2];

	if (pipe2(answers, O_CLOEXEC) < 0) {
		serve_failed("pipe");
		return;
	}
	PyOS_BeforeFork();
	pid_t keeper = (pid_t)syscall(
		SYS_clone, CLONE_NEWPID | CLONE_NEWNS | SIGCHLD, NULL, NULL, NULL, NULL);
	if (keeper == 0) {
		close(answers[0]);
		be_keeper(q, program, answers[1]);
	}
	int why = errno;
	PyOS_AfterFork_Parent();
	close(answers[1]);
	if (keeper < 0) {
		close(answers[0]);
		errno = why;
		serve_failed("clone");
	} else {
		pass_on(answers[0], keeper);
	}
}

static void
serve(void)
{
	struct guard_request q;

	while (read_all(CHANNEL, &q, sizeof q)) {
		if (q.magic != GUARD_MAGIC || q.len > GUARD_PROGRAM_MAX)
			return;
		/* In pages of its own, given back after: no program sees the one before it. */
		char *program = mmap(NULL, (size_t)q.len + 1, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (program == MAP_FAILED || !read_all(CHANNEL, program, q.len))
			return;
		serve_one(&q, program);
		munmap(program, (size_t)q.len + 1);
	}
}

static bool
set_up(void)
{
	struct guard_setup s;

	if (!read_all(CHANNEL, &s, sizeof s) || s.magic != GUARD_MAGIC ||
		s.filter_len > sizeof guard.filter ||
		!read_all(CHANNEL, guard.filter, s.filter_len))
		return false;
	guard.nfilter = s.filter_len / sizeof *guard.filter;
	PyObject *prelude = PyImport_AddModule("__main__");
	guard.compile = prelude ? PyObject_GetAttrString(prelude, "compile_program") : NULL;
	guard.describe = prelude ? PyObject_GetAttrString(prelude, "describe") : NULL;
	if (!guard.compile || !guard.describe || PySys_AddAuditHook(audit, NULL) < 0)
		return false;
	struct guard_hello hello = {GUARD_MAGIC, 0, 0};
	return write_all(CHANNEL, &hello, sizeof hello);
}

PyObject *
PyInit_guard(void)
{
	if (guard.serving) {
		PyErr_SetString(PyExc_ImportError, "this module is switched off in the sandbox");
		return NULL;
	}
	guard.serving = true;
	signal(SIGPIPE, SIG_IGN);
	if (set_up())
		serve();
	_exit(0);
}
