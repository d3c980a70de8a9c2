/*
 * launch: runs a command with a server up, for each cell. Reads cells, writes for each its line,
 * launch records, and what the command prints. Streams.
 */
#include <errno.h>
#include <getopt.h>
#include <glob.h>
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "engine/engine.h"
#include "engine/lock.h"
#include "engine/run.h"
#include "kit/clock.h"
#include "kit/err.h"
#include "kit/file.h"
#include "kit/json.h"
#include "kit/mem.h"
#include "kit/opts.h"
#include "kit/proc.h"
#include "kit/rec.h"

enum {
	CHECK = 256,
	DIR_OPTION,
	ENGINES,
	NO_WAIT,
	START,
	IDLE,
	TIMEOUT,
	GRACE,
	NO_IDENTITY,
	HASHES,
	ON_FAILURE,
	KEEP_GOING
};

static const struct opt options[] = {
	{'o', "output", "FILE", "write there, whole or not at all (standard output)"},
	{DIR_OPTION, "dir", "DIR", "the cell's folder: lock, server.log, launch.part"},
	{ENGINES, "engines", "DIR", "folder of the engine files"},
	{NO_WAIT, "no-wait", NULL, "exit 75 when another holds the device"},
	{START, "start-timeout", "S", "seconds until ready (the engine file's, else 3600)"},
	{IDLE, "idle-timeout", "S", "seconds without log or memory moving (300)"},
	{TIMEOUT, "timeout", "S", "seconds for the command (no limit)"},
	{GRACE, "grace", "S", "seconds between TERM and KILL (10)"},
	{NO_IDENTITY, "no-identity-check", NULL, "don't compare the engine with the cell's"},
	{HASHES, "hashes", "FILE", "compare the cell's files with their hashes, kept there"},
	{ON_FAILURE, "on-failure", "TEXT", "what to do next, said where a cell isn't finished"},
	{CHECK, "check", "FILE", "validate an engine file and exit"},
	{KEEP_GOING, "keep-going", NULL, "skip bad lines, exit 65 at the end"}, {0}};

static const struct opt_table table = {.tool = "launch",
	.summary = "run a command with a cell's server up",
	.operands = "[FILE ...] -- COMMAND [ARGUMENT ...]",
	.example = "launch cells.jsonl -- query items.jsonl >answers.jsonl",
	.opts = options};

struct settings {
	struct run_options run;
	const char *output, *check;
	bool keep_going;
	char **files;
	int nfiles;
};

/* Engine files lie in pipelines/engines of the tree that this program's bin/ is in. */
static char *
default_engines(void)
{
	const char *given = getenv("TIERBENCH_ENGINES");
	char path[PATH_MAX];
	ssize_t len;

	if (given != NULL && *given)
		return xstrdup(given);
	len = readlink("/proc/self/exe", path, sizeof path - 1);
	if (len < 0)
		return xstrdup("pipelines/engines");
	path[len] = '\0';
	return xasprintf("%s/../pipelines/engines", dirname(path));
}

static int
check_file(const char *path)
{
	char *why;
	struct engine *e = engine_try(path, &why);

	if (e == NULL) {
		warn("%s", why);
		free(why);
		return file_exists(path) ? EXIT_CONFIG : EXIT_NO_INPUT;
	}
	engine_free(e);
	return EXIT_DONE;
}

/* Operands before "--", at argv[dashes], are files; behind it stands the command. */
static void
take_command(struct settings *s, int argc, char **argv, int dashes)
{
	if (dashes + 1 >= argc)
		opt_usage(&table, "want -- COMMAND");
	s->run.command = argv + dashes + 1;
}

static void
read_options(struct settings *s, int argc, char **argv)
{
	int ch, ours = argc;

	for (int i = 1; i < argc && ours == argc; i++)
		if (strcmp(argv[i], "--") == 0)
			ours = i;
	while ((ch = opt_next(&table, ours, argv)) != -1) {
		switch (ch) {
		case 'o': s->output = optarg; break;
		case DIR_OPTION: s->run.dir = optarg; break;
		case ENGINES: s->run.engines = optarg; break;
		case NO_WAIT: s->run.wait = false; break;
		case START: s->run.start_s = opt_real(&table, ch, 0, 1e6); break;
		case IDLE: s->run.idle_s = opt_real(&table, ch, 0, 1e6); break;
		case TIMEOUT: s->run.run_s = opt_real(&table, ch, 0, 1e7); break;
		case GRACE: s->run.grace_s = opt_real(&table, ch, 0, 3600); break;
		case NO_IDENTITY: s->run.check_identity = false; break;
		case HASHES: s->run.hashes = optarg; break;
		case ON_FAILURE: s->run.advice = optarg; break;
		case CHECK: s->check = optarg; break;
		case KEEP_GOING: s->keep_going = true; break;
		}
	}
	s->files = argv + optind;
	s->nfiles = ours - optind;
	if (s->check == NULL)
		take_command(s, argc, argv, ours);
}

/*
 * When our parent goes (make was killed), so do we, cleanly; nohup, which leaves HUP ignored, says
 * that we shall outlive it.
 */
static void
end_with_parent(void)
{
	struct sigaction hup;
	pid_t parent = getppid();

	if (sigaction(SIGHUP, NULL, &hup) == 0 && hup.sa_handler == SIG_IGN)
		return;
	if (prctl(PR_SET_PDEATHSIG, SIGTERM) < 0)
		die_errno(EXIT_OS, "prctl");
	if (getppid() != parent)
		raise(SIGTERM);
}

static int
open_signals(void)
{
	sigset_t set;
	int fd;

	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, NULL);
	fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (fd < 0)
		die_errno(EXIT_OS, "signalfd");
	return fd;
}

/* What a killed launch left beside its output: FILE.XXXXXX. The cell's lock keeps others out. */
static void
remove_strays(const char *output)
{
	char *pattern = xasprintf("%s.??????", output);
	glob_t g;

	if (glob(pattern, 0, NULL, &g) == 0) {
		for (size_t i = 0; i < g.gl_pathc; i++)
			unlink(g.gl_pathv[i]);
		globfree(&g);
	}
	free(pattern);
}

/* The folder's lock, held until the stream is renamed. */
static void
lock_dir(struct settings *s, struct lock *l)
{
	char now[CLOCK_TEXT], *who;
	enum lock_outcome got;

	clock_wall(now);
	who = xasprintf("launch, pid %d, %s, since %s", (int)getpid(), s->run.dir, now);
	got = lock_cell(l, s->run.dir, who);
	free(who);
	if (got != LOCK_TAKEN)
		exit(got == LOCK_HELD ? EXIT_TRY_AGAIN : EXIT_IO);
	s->run.cell_lock = l;
}

/* Once the stream stands whole, the parts it was made of go. */
static void
remove_parts(const char *dir)
{
	static const char *const parts[] = {"launch.part", "answers.part"};

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		char *path = xasprintf("%s/%s", dir, parts[i]);

		unlink(path);
		free(path);
	}
}

/*
 * Whether the output holds this cell's stream already. Another launch may have finished it while we
 * waited for the folder's lock: a finished cell is never measured again.
 */
static bool
is_finished(const char *path, const char *key)
{
	FILE *f = fopen(path, "re");
	char *line = NULL;
	size_t cap = 0;
	ssize_t len = f ? getline(&line, &cap, f) : -1;
	json_t *first = len > 0 ? json_loadb(line, (size_t)len, 0, NULL) : NULL;
	bool same = strcmp(json_str(first, "kind", ""), "cell") == 0 && *key &&
		    strcmp(json_str(first, "cell", ""), key) == 0;

	json_decref(first);
	free(line);
	if (f != NULL)
		fclose(f);
	return same;
}

static _Noreturn void
die_by(int sig)
{
	sigset_t set;

	signal(sig, SIG_DFL);
	raise(sig);
	sigemptyset(&set);
	sigaddset(&set, sig);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	_exit(EXIT_SIGNAL_BASE + sig);
}

int
main(int argc, char **argv)
{
	struct settings s = {.run = {.wait = true,
				     .check_identity = true,
				     .start_s = -1,
				     .idle_s = -1,
				     .grace_s = 10}};
	struct rec_reader in;
	struct rec *r;
	struct atomic_file out;
	struct lock cell_lock = {.fd = -1};
	char *engines = default_engines();
	int status = EXIT_DONE, finish, ncells = 0;

	s.run.engines = engines;
	read_options(&s, argc, argv);
	if (s.check != NULL) {
		free(engines);
		return check_file(s.check) | close_stdout();
	}
	end_with_parent();
	proc_become_subreaper();
	s.run.signals = open_signals();
	rec_reader_init(&in, s.files, s.nfiles);
	in.keep_going = s.keep_going;
	if (s.run.dir != NULL)
		lock_dir(&s, &cell_lock);
	if (s.output != NULL && s.run.dir != NULL)
		remove_strays(s.output);
	atomic_open(&out, s.output);
	in.errors_to = out.f;
	while (rec_next(&in, &r)) {
		struct run_result got;

		if (!rec_is(r, "cell")) {
			rec_write(r, out.f);
			continue;
		}
		if (s.run.dir != NULL && ncells++ > 0)
			opt_usage(&table, "--dir is one cell's folder, and here is a second cell");
		if (s.run.dir != NULL && s.output != NULL &&
			is_finished(s.output, rec_str(r, "cell", ""))) {
			warn("%s is finished: remove it to measure the cell again", s.output);
			atomic_abandon(&out);
			exit(EXIT_DONE);
		}
		got = run_cell(r, &s.run, out.f);
		if (status == EXIT_DONE)
			status = got.status;
		if (got.signal != 0) {
			atomic_abandon(&out);
			die_by(got.signal);
		}
	}
	finish = rec_reader_finish(&in);
	if (status == EXIT_DONE)
		status = finish;
	if (s.output == NULL) {
		int written = close_stdout();

		status = status != EXIT_DONE ? status : written;
	} else if (status != EXIT_DONE) {
		atomic_abandon(&out);
	} else if ((status = atomic_commit(&out)) == EXIT_DONE && s.run.dir != NULL) {
		remove_parts(s.run.dir);
	}
	lock_release(&cell_lock);
	free(engines);
	return status;
}
