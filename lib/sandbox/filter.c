#include "sandbox/filter.h"

#include <errno.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

/* Nothing that an interpreter and its server need. */
static const char *const never[] = {"_sysctl", "accept", "accept4", "acct", "add_key", "adjtimex",
	"afs_syscall", "bind", "bpf", "clock_adjtime", "clock_settime", "connect", "create_module",
	"delete_module", "fanotify_init", "finit_module", "fsconfig", "fsmount", "fsopen", "fspick",
	"get_kernel_syms", "init_module", "io_uring_enter", "io_uring_register", "io_uring_setup",
	"ioperm", "iopl", "kcmp", "kexec_file_load", "kexec_load", "keyctl", "listen",
	"lookup_dcookie", "mbind", "memfd_create", "memfd_secret", "migrate_pages", "mount_setattr",
	"move_mount", "move_pages", "mq_getsetattr", "mq_notify", "mq_open", "mq_timedreceive",
	"mq_timedsend", "mq_unlink", "msgctl", "msgget", "msgrcv", "msgsnd", "name_to_handle_at",
	"nfsservctl", "open_by_handle_at", "open_tree", "perf_event_open", "personality",
	"pidfd_getfd", "pidfd_open", "pidfd_send_signal", "pivot_root", "process_madvise",
	"process_vm_readv", "process_vm_writev", "ptrace", "query_module", "quotactl",
	"quotactl_fd", "reboot", "request_key", "semctl", "semget", "semop", "semtimedop",
	"set_mempolicy", "setdomainname", "sethostname", "setns", "settimeofday", "shmat", "shmctl",
	"shmdt", "shmget", "socket", "stime", "swapoff", "swapon", "sysfs", "syslog", "umount",
	"umount2", "uselib", "userfaultfd", "ustat", "vhangup", "vm86", "vm86old"};

/* Besides these, what a program may not, but its server must. */
static const char *const not_for_programs[] = {"chroot", "execve", "execveat", "fork", "mknod",
	"mknodat", "mount", "seccomp", "setfsgid", "setfsuid", "setgid", "setgroups", "setpgid",
	"setregid", "setresgid", "setresuid", "setreuid", "setsid", "setuid", "unshare", "vfork"};

static const char *const for_programs[] = {"access", "alarm", "arch_prctl", "brk", "capget",
	"chdir", "chmod", "chown", "clock_getres", "clock_gettime", "clock_nanosleep", "close",
	"close_range", "copy_file_range", "creat", "dup", "dup2", "dup3", "epoll_create",
	"epoll_create1", "epoll_ctl", "epoll_pwait", "epoll_pwait2", "epoll_wait", "eventfd",
	"eventfd2", "exit", "exit_group", "faccessat", "faccessat2", "fadvise64", "fallocate",
	"fchdir", "fchmod", "fchmodat", "fchown", "fchownat", "fcntl", "fdatasync", "fgetxattr",
	"flistxattr", "flock", "fremovexattr", "fsetxattr", "fstat", "fstatfs", "fsync",
	"ftruncate", "futex", "futex_waitv", "get_robust_list", "getcpu", "getcwd", "getdents",
	"getdents64", "getegid", "geteuid", "getgid", "getgroups", "getitimer", "getpgid",
	"getpgrp", "getpid", "getppid", "getpriority", "getrandom", "getresgid", "getresuid",
	"getrlimit", "getrusage", "getsid", "getsockname", "getsockopt", "gettid", "gettimeofday",
	"getuid", "getxattr", "inotify_add_watch", "inotify_init1", "inotify_rm_watch", "kill",
	"lchown", "lgetxattr", "link", "linkat", "listxattr", "llistxattr", "lseek", "lstat",
	"madvise", "membarrier", "mincore", "mkdir", "mkdirat", "mmap", "mprotect", "mremap",
	"msync", "munmap", "nanosleep", "newfstatat", "open", "openat", "openat2", "pause", "pipe",
	"pipe2", "poll", "ppoll", "pread64", "preadv", "preadv2", "pselect6", "pwrite64", "pwritev",
	"pwritev2", "read", "readahead", "readlink", "readlinkat", "readv", "recvfrom", "recvmmsg",
	"recvmsg", "removexattr", "rename", "renameat", "renameat2", "restart_syscall", "rmdir",
	"rseq", "rt_sigaction", "rt_sigpending", "rt_sigprocmask", "rt_sigqueueinfo",
	"rt_sigreturn", "rt_sigsuspend", "rt_sigtimedwait", "sched_get_priority_max",
	"sched_get_priority_min", "sched_getaffinity", "sched_getattr", "sched_getparam",
	"sched_getscheduler", "sched_rr_get_interval", "sched_yield", "select", "sendfile",
	"sendmmsg", "sendmsg", "sendto", "set_robust_list", "set_tid_address", "setitimer",
	"setpriority", "setrlimit", "setsockopt", "setxattr", "shutdown", "sigaltstack", "signalfd",
	"signalfd4", "socketpair", "splice", "stat", "statfs", "statx", "symlink", "symlinkat",
	"sysinfo", "tee", "tgkill", "time", "timer_create", "timer_delete", "timer_getoverrun",
	"timer_gettime", "timer_settime", "timerfd_create", "timerfd_gettime", "timerfd_settime",
	"times", "tkill", "truncate", "umask", "uname", "unlink", "unlinkat", "utime", "utimensat",
	"utimes", "wait4", "waitid", "write", "writev"};

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* The kernel's number, negative (no such call on this machine) is left out. */
static int
add(scmp_filter_ctx f, uint32_t action, const char *const *names, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		int call = seccomp_syscall_resolve_name(names[i]);

		if (call < 0)
			continue;
		int got = seccomp_rule_add(f, action, call, 0);
		if (got < 0)
			return got;
	}
	return 0;
}

/* The filter's program in a file; releases f. */
static int
exported(scmp_filter_ctx f, int got)
{
	int fd = -1;

	if (got >= 0 && (fd = memfd_create("filter", MFD_CLOEXEC)) < 0)
		got = -errno;
	if (got >= 0)
		got = seccomp_export_bpf(f, fd);
	if (got >= 0 && lseek(fd, 0, SEEK_SET) < 0)
		got = -errno;
	seccomp_release(f);
	if (got >= 0)
		return fd;
	if (fd >= 0)
		close(fd);
	errno = -got;
	return -1;
}

int
filter_for_server(void)
{
	scmp_filter_ctx f = seccomp_init(SCMP_ACT_ALLOW);

	if (!f) {
		errno = ENOMEM;
		return -1;
	}
	return exported(f, add(f, SCMP_ACT_ERRNO(EPERM), never, COUNT(never)));
}

/* Threads, but no processes; its own limits, but no one else's; terminals can't be driven. */
static int
add_conditions(scmp_filter_ctx f)
{
	static const unsigned harmless[] = {
		TCGETS, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX, TIOCGWINSZ, TIOCGPGRP};
	static const int names[] = {PR_SET_NAME, PR_GET_NAME, PR_GET_DUMPABLE, PR_GET_PDEATHSIG,
		PR_CAPBSET_READ, PR_GET_NO_NEW_PRIVS, PR_GET_SECCOMP, PR_GET_TIMERSLACK};
	int got = seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1,
		SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));

	if (got >= 0)
		got = seccomp_rule_add(f, SCMP_ACT_TRAP, SCMP_SYS(clone), 1,
			SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
	if (got >= 0)
		got = seccomp_rule_add(
			f, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 1, SCMP_A0(SCMP_CMP_EQ, 0, 0));
	/* The C library looks for its name service daemon, and goes on without. */
	if (got >= 0)
		got = seccomp_rule_add(f, SCMP_ACT_ERRNO(EACCES), SCMP_SYS(socket), 1,
			SCMP_A0(SCMP_CMP_EQ, AF_UNIX, 0));
	if (got >= 0)
		got = seccomp_rule_add(
			f, SCMP_ACT_TRAP, SCMP_SYS(socket), 1, SCMP_A0(SCMP_CMP_NE, AF_UNIX, 0));
	for (size_t i = 0; got >= 0 && i < COUNT(harmless); i++)
		got = seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(ioctl), 1,
			SCMP_A1(SCMP_CMP_EQ, harmless[i], 0));
	for (size_t i = 0; got >= 0 && i < COUNT(names); i++)
		got = seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(prctl), 1,
			SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)names[i], 0));
	return got;
}

int
filter_for_programs(void)
{
	scmp_filter_ctx f = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));

	if (!f) {
		errno = ENOMEM;
		return -1;
	}
	int got = seccomp_attr_set(f, SCMP_FLTATR_CTL_OPTIMIZE, 2);
	if (got >= 0)
		got = add(f, SCMP_ACT_ALLOW, for_programs, COUNT(for_programs));
	for (size_t i = 0; got >= 0 && i < COUNT(never); i++)
		if (seccomp_syscall_resolve_name(never[i]) != SCMP_SYS(socket))
			got = add(f, SCMP_ACT_TRAP, never + i, 1);
	if (got >= 0)
		got = add(f, SCMP_ACT_TRAP, not_for_programs, COUNT(not_for_programs));
	if (got >= 0)
		got = add_conditions(f);
	return exported(f, got);
}

char *
filter_call_name(int number)
{
	return number < 0 ? NULL : seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, number);
}
