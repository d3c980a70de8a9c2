#include "engine/memory.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engine/nvml.h"
#include "kit/clock.h"
#include "kit/mem.h"

#define LOOK_EVERY_S 0.5
#define PSS_SHARE    0.005 /* of a core, at most, for PSS */

enum {
	LEAST_DEVICE_MIB = 16, /* less than any context: others' noise on a GPU that isn't used */
	FREED_MIB = 64,	       /* how near to its use before the start a device must come again */
};

struct process {
	pid_t pid;
	char name[32];
	double rss, hwm, pss, pss_peak; /* MiB */
	bool live;
};

/* One way of measuring; negative: nothing measured yet. */
struct series {
	double now, loaded, peak;
};

enum source { NVML_PROCESS, NVML_DEVICE, AMDGPU, PSS, VMHWM, SOURCES };

static const char *const source_names[SOURCES] = {
	"nvml-process", "nvml-device", "amdgpu", "pss", "vmhwm"};

struct memory {
	double rest_host, rest_device; /* in use by all before the start; negative: not told */
	struct series series[SOURCES];
	const struct nvml *nvml;
	char **amd; /* files that tell VRAM in use */
	size_t namd;
	unsigned others; /* processes of others on the GPUs, at the last sample */
	struct process *v;
	size_t n, cap;
	double looked_at, pss_next, last_s;
	uint64_t samples;
};

static const char *
proc_text(pid_t pid, const char *file, char *buf, size_t size)
{
	char path[64];
	ssize_t got;
	int fd;

	if (pid > 0)
		snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, file);
	else
		snprintf(path, sizeof path, "/proc/%s", file);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return NULL;
	got = read(fd, buf, size - 1);
	close(fd);
	if (got <= 0)
		return NULL;
	buf[got] = '\0';
	return buf;
}

/* "Name:   123 kB" of a /proc text, in MiB; negative where absent. */
static double
kib_line(const char *text, const char *name)
{
	const char *at = text ? strstr(text, name) : NULL;

	return at ? strtod(at + strlen(name), NULL) / 1024 : -1;
}

static void
note(struct memory *m, enum source source, double mib)
{
	struct series *s = &m->series[source];

	if (mib < 0)
		return;
	s->now = mib;
	if (mib > s->peak)
		s->peak = mib;
}

/* In use on all GPUs that may be used; negative: not told. */
static double
device_used(const struct memory *m)
{
	const struct gpu *gpus;
	unsigned n = nvml_gpus(m->nvml, &gpus);
	double sum = n > 0 || m->namd > 0 ? 0 : -1;

	for (unsigned i = 0; i < n && sum >= 0; i++) {
		double mib = nvml_used_mib(m->nvml, i);

		sum = mib < 0 ? -1 : sum + mib;
	}
	for (size_t i = 0; i < m->namd && sum >= 0; i++) {
		char text[64];
		int fd = open(m->amd[i], O_RDONLY | O_CLOEXEC);
		ssize_t got = fd < 0 ? -1 : read(fd, text, sizeof text - 1);

		if (fd >= 0)
			close(fd);
		text[got > 0 ? got : 0] = '\0';
		sum = got > 0 ? sum + strtod(text, NULL) / 1048576 : -1;
	}
	return sum;
}

/* The driver's files for graphics cards of the other make, none where NVML has GPUs. */
static void
find_amd(struct memory *m)
{
	const char *root = getenv("TIERBENCH_SYSFS");
	char *pattern = xasprintf(
		"%s/class/drm/card*/device/mem_info_vram_used", root && *root ? root : "/sys");
	glob_t g;

	if (m->nvml == NULL && glob(pattern, 0, NULL, &g) == 0) {
		m->amd = xcalloc(g.gl_pathc, sizeof *m->amd);
		for (size_t i = 0; i < g.gl_pathc; i++)
			m->amd[m->namd++] = xstrdup(g.gl_pathv[i]);
		globfree(&g);
	}
	free(pattern);
}

struct memory *
memory_open(void)
{
	struct memory *m = xcalloc(1, sizeof *m);
	char buf[4096];
	const char *text = proc_text(0, "meminfo", buf, sizeof buf);
	double total = kib_line(text, "MemTotal:"), available = kib_line(text, "MemAvailable:");

	for (int i = 0; i < SOURCES; i++)
		m->series[i] = (struct series){-1, -1, -1};
	m->nvml = nvml_get();
	find_amd(m);
	m->rest_host = total >= 0 && available >= 0 ? total - available : -1;
	m->rest_device = device_used(m);
	m->last_s = clock_s();
	return m;
}

void
memory_free(struct memory *m)
{
	if (m == NULL)
		return;
	for (size_t i = 0; i < m->namd; i++)
		free(m->amd[i]);
	free(m->amd);
	free(m->v);
	free(m);
}

static struct process *
process_of(struct memory *m, pid_t pid)
{
	for (size_t i = 0; i < m->n; i++)
		if (m->v[i].pid == pid)
			return &m->v[i];
	GROW(m->v, m->n, m->cap);
	m->v[m->n] = (struct process){.pid = pid, .pss = -1, .pss_peak = -1};
	return &m->v[m->n++];
}

/* The tree by the kernel's own lists of children: no walk over all of /proc. */
static void
look_below(struct memory *m, pid_t pid, int depth)
{
	char path[64], buf[4096], *p;
	struct dirent *d;
	DIR *dir;

	snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
	dir = depth < 32 ? opendir(path) : NULL;
	while (dir != NULL && (d = readdir(dir)) != NULL) {
		char file[64];

		if (!isdigit((unsigned char)d->d_name[0]))
			continue;
		snprintf(file, sizeof file, "task/%.20s/children", d->d_name);
		p = (char *)proc_text(pid, file, buf, sizeof buf);
		while (p != NULL && *p) {
			pid_t child = (pid_t)strtol(p, &p, 10);

			if (child <= 0)
				break;
			process_of(m, child)->live = true;
			look_below(m, child, depth + 1);
			p += strspn(p, " ");
		}
	}
	if (dir != NULL)
		closedir(dir);
}

static void
look(struct memory *m, const struct server *s)
{
	m->looked_at = clock_s();
	for (size_t i = 0; i < m->n; i++)
		m->v[i].live = false;
	if (s->guard > 0)
		look_below(m, s->guard, 0);
}

static void
sample_status(struct process *p)
{
	char buf[4096];
	const char *text = proc_text(p->pid, "status", buf, sizeof buf);
	double hwm = kib_line(text, "VmHWM:"), rss = kib_line(text, "VmRSS:");

	if (hwm < 0) { /* gone, or a zombie */
		p->live = false;
		return;
	}
	p->hwm = hwm > p->hwm ? hwm : p->hwm;
	p->rss = rss;
	if (p->name[0] == '\0' || p->hwm == hwm)
		sscanf(text, "Name:\t%31[^\n]", p->name);
}

/* PSS walks a process's page tables: it is asked for as seldom as it is dear. */
static void
sample_pss(struct memory *m)
{
	double before = clock_s(), sum = 0, cost;
	bool any = false;

	for (size_t i = 0; i < m->n; i++) {
		char buf[4096];
		double pss;

		if (!m->v[i].live)
			continue;
		pss = kib_line(proc_text(m->v[i].pid, "smaps_rollup", buf, sizeof buf), "\nPss:");
		if (pss < 0)
			continue;
		any = true;
		m->v[i].pss = pss;
		if (pss > m->v[i].pss_peak)
			m->v[i].pss_peak = pss;
		sum += pss;
	}
	cost = clock_s() - before;
	m->pss_next = clock_s() + cost / PSS_SHARE;
	if (any)
		note(m, PSS, sum);
}

/* GPU memory by process and by device. */
static void
sample_device(struct memory *m)
{
	const struct gpu *gpus;
	unsigned n = nvml_gpus(m->nvml, &gpus), others;
	double used = device_used(m), sum = 0;
	struct pid_list pids = {0};
	bool any = false;

	if (used >= 0 && m->rest_device >= 0)
		note(m, n > 0 ? NVML_DEVICE : AMDGPU,
			used > m->rest_device ? used - m->rest_device : 0);
	if (n == 0)
		return;
	for (size_t i = 0; i < m->n; i++) {
		GROW(pids.v, pids.n, pids.cap);
		pids.v[pids.n++] = m->v[i].pid;
	}
	m->others = 0;
	for (unsigned i = 0; i < n; i++) {
		double mib = nvml_processes_mib(m->nvml, i, &pids, &others);

		any = any || mib >= 0;
		sum += mib > 0 ? mib : 0;
		m->others += others;
	}
	if (any)
		note(m, NVML_PROCESS, sum);
	pid_list_free(&pids);
}

void
memory_sample(struct memory *m, const struct server *s)
{
	double before = clock_s(), hwm = 0;
	bool any = false;

	if (before - m->looked_at >= LOOK_EVERY_S)
		look(m, s);
	for (size_t i = 0; i < m->n; i++) {
		if (!m->v[i].live)
			continue;
		sample_status(&m->v[i]);
		hwm += m->v[i].live ? m->v[i].hwm : 0;
		any = any || m->v[i].live;
	}
	if (any)
		note(m, VMHWM, hwm);
	if (before >= m->pss_next)
		sample_pss(m);
	sample_device(m);
	m->samples++;
	m->last_s = clock_s();
}

bool
memory_due(const struct memory *m, int every_ms)
{
	return m->samples == 0 || clock_s() - m->last_s >= every_ms / 1000.0;
}

double
memory_now(const struct memory *m)
{
	double sum = 0;

	for (size_t i = 0; i < m->n; i++)
		sum += m->v[i].live ? m->v[i].rss : 0;
	for (int i = NVML_PROCESS; i <= AMDGPU; i++)
		sum += m->series[i].now > 0 ? m->series[i].now : 0;
	return sum;
}

void
memory_mark_loaded(struct memory *m, const struct server *s)
{
	m->looked_at = m->pss_next = 0;
	memory_sample(m, s);
	for (int i = 0; i < SOURCES; i++)
		m->series[i].loaded = m->series[i].now;
	/* A peak that is over before the server is ready is no loaded figure. */
	m->series[VMHWM].loaded = 0;
	for (size_t i = 0; i < m->n; i++)
		m->series[VMHWM].loaded += m->v[i].live ? m->v[i].rss : 0;
}

static void
set_mib(json_t *o, const char *key, double mib)
{
	if (mib >= 0)
		json_object_set_new(o, key, json_real((double)(long)(mib * 100 + .5) / 100));
}

/* The source that speaks for the server: the GPU's where the server took any of it. */
static enum source
main_source(const struct memory *m)
{
	static const enum source order[] = {NVML_PROCESS, NVML_DEVICE, AMDGPU};

	for (size_t i = 0; i < sizeof order / sizeof *order; i++)
		if (m->series[order[i]].peak > LEAST_DEVICE_MIB)
			return order[i];
	return VMHWM;
}

static json_t *
processes_json(const struct memory *m)
{
	json_t *list = json_array(), *p;

	for (size_t i = 0; i < m->n; i++) {
		if (m->v[i].hwm <= 0)
			continue; /* gone before it could be looked at */
		p = json_object();
		json_object_set_new(p, "name", json_string(m->v[i].name));
		set_mib(p, "vmhwm_mib", m->v[i].hwm);
		set_mib(p, "pss_mib", m->v[i].pss_peak);
		json_array_append_new(list, p);
	}
	return list;
}

json_t *
memory_record(const struct memory *m)
{
	json_t *r = json_object(), *also = json_object();
	enum source source = main_source(m);

	for (int i = 0; i < SOURCES; i++) {
		json_t *o = i == (int)source ? r : json_object();

		if (i == (int)source)
			set_mib(r, "rest_mib", source >= PSS ? m->rest_host : m->rest_device);
		set_mib(o, "loaded_mib", m->series[i].loaded);
		set_mib(o, "peak_mib", m->series[i].peak);
		if (o != r && m->series[i].peak >= 0)
			json_object_set(also, source_names[i], o);
		if (o != r)
			json_decref(o);
	}
	if (m->series[source].peak >= 0)
		json_object_set_new(r, "source", json_string(source_names[source]));
	else
		json_object_set_new(r, "why", json_string("no process of ours to measure"));
	json_object_set_new(r, "also", also);
	json_object_set_new(r, "processes", processes_json(m));
	json_object_set_new(r, "samples", json_integer((json_int_t)m->samples));
	return r;
}

unsigned
memory_others(struct memory *m, const struct server *s)
{
	m->looked_at = 0; /* a child of the server just started is not another's */
	memory_sample(m, s);
	return m->others;
}

bool
memory_wait_freed(struct memory *m, double within_s)
{
	double until = clock_s() + within_s, used;

	/* Resident memory is free when its process is reaped. */
	while ((used = device_used(m)) >= 0 && m->rest_device >= 0 &&
		used > m->rest_device + FREED_MIB) {
		if (clock_s() > until)
			return false;
		nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
	}
	return true;
}
