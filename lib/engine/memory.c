#include "engine/memory.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kit/clock.h"
#include "kit/json.h"
#include "kit/mem.h"

#define LOOK_EVERY_S 0.5
#define PSS_SHARE    0.005 /* of a core, at most, for PSS */

struct process {
	pid_t pid;
	char name[32];
	double rss, hwm, pss, pss_peak; /* MiB */
	bool live;
};

struct memory {
	double rest; /* in use by all before the start */
	struct process *v;
	size_t n, cap;
	double looked_at, pss_next;
	double hwm_peak, pss_peak, hwm_loaded,
		pss_loaded; /* sums over live processes; < 0 unknown */
	uint64_t samples;
	double cost_s; /* spent sampling */
	double first_s, last_s;
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

struct memory *
memory_open(void)
{
	struct memory *m = xcalloc(1, sizeof *m);
	char buf[4096];
	const char *text = proc_text(0, "meminfo", buf, sizeof buf);
	double total = kib_line(text, "MemTotal:"), available = kib_line(text, "MemAvailable:");

	m->rest = total >= 0 && available >= 0 ? total - available : -1;
	m->hwm_peak = m->pss_peak = m->hwm_loaded = m->pss_loaded = -1;
	m->first_s = m->last_s = clock_s();
	return m;
}

void
memory_free(struct memory *m)
{
	if (m == NULL)
		return;
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
	if (any && sum > m->pss_peak)
		m->pss_peak = sum;
}

static double
live_sum(const struct memory *m, bool pss)
{
	double sum = 0;
	bool any = false;

	for (size_t i = 0; i < m->n; i++) {
		if (!m->v[i].live || (pss && m->v[i].pss < 0))
			continue;
		sum += pss ? m->v[i].pss : m->v[i].rss;
		any = true;
	}
	return any ? sum : -1;
}

void
memory_sample(struct memory *m, const struct server *s)
{
	double before = clock_s(), sum = 0;
	bool any = false;

	if (before - m->looked_at >= LOOK_EVERY_S)
		look(m, s);
	for (size_t i = 0; i < m->n; i++) {
		if (!m->v[i].live)
			continue;
		sample_status(&m->v[i]);
		sum += m->v[i].live ? m->v[i].hwm : 0;
		any = any || m->v[i].live;
	}
	if (any && sum > m->hwm_peak)
		m->hwm_peak = sum;
	if (before >= m->pss_next)
		sample_pss(m);
	m->samples++;
	m->last_s = clock_s();
	m->cost_s += m->last_s - before;
}

bool
memory_due(const struct memory *m, int every_ms)
{
	return m->samples == 0 || clock_s() - m->last_s >= every_ms / 1000.0;
}

double
memory_now(const struct memory *m)
{
	double sum = live_sum(m, false);

	return sum > 0 ? sum : 0;
}

void
memory_mark_loaded(struct memory *m, const struct server *s)
{
	m->looked_at = m->pss_next = 0;
	memory_sample(m, s);
	m->hwm_loaded = live_sum(m, false);
	m->pss_loaded = live_sum(m, true);
}

static void
set_mib(json_t *o, const char *key, double mib)
{
	if (mib >= 0)
		json_object_set_new(o, key, json_real((double)(long)(mib * 100 + .5) / 100));
}

json_t *
memory_record(const struct memory *m)
{
	json_t *r = json_object(), *pss = json_object(), *list = json_array();

	if (m->hwm_peak < 0) {
		json_decref(pss);
		json_decref(list);
		json_object_set_new(r, "why", json_string("no process of ours to measure"));
		return r;
	}
	set_mib(r, "rest_mib", m->rest);
	set_mib(r, "loaded_mib", m->hwm_loaded);
	set_mib(r, "peak_mib", m->hwm_peak);
	json_object_set_new(r, "source", json_string("vmhwm"));
	set_mib(pss, "loaded_mib", m->pss_loaded);
	set_mib(pss, "peak_mib", m->pss_peak);
	json_object_set_new(r, "pss", pss);
	for (size_t i = 0; i < m->n; i++) {
		json_t *p = json_object();

		json_object_set_new(p, "name", json_string(m->v[i].name));
		set_mib(p, "vmhwm_mib", m->v[i].hwm);
		set_mib(p, "pss_mib", m->v[i].pss_peak);
		json_array_append_new(list, p);
	}
	json_object_set_new(r, "processes", list);
	json_object_set_new(r, "samples", json_integer((json_int_t)m->samples));
	return r;
}

bool
memory_wait_freed(struct memory *m, double within_s)
{
	(void)m;
	(void)within_s;
	return true; /* resident memory is free when its process is reaped */
}
