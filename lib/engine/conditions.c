#include "engine/conditions.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/nvml.h"
#include "engine/tree.h"
#include "kit/clock.h"
#include "kit/json.h"
#include "kit/mem.h"

#define EVERY_S 0.5

struct range {
	double min, max, sum;
	unsigned n;
};

struct conditions {
	const struct nvml *nvml;
	const char *sysfs;
	double begun_s, ended_s, sampled_s;
	struct range clock_mhz, memory_mhz, temperature_c, power_w;
	double power_limit_w, power_default_w;
	uint64_t reasons;
	double energy_from, energy_j; /* negative: not told */
	double throttles_from,
		throttles; /* of the processor, counted by the kernel; negative: not told */
	double steal_from, busy_from, steal, busy; /* jiffies of all processors */
	double switches_from, switches;
	double loadavg;
	unsigned gpu_others;
};

static void
range_add(struct range *r, double x)
{
	if (x <= 0)
		return;
	if (r->n == 0 || x < r->min)
		r->min = x;
	if (r->n == 0 || x > r->max)
		r->max = x;
	r->sum += x;
	r->n++;
}

static json_t *
range_json(const struct range *r)
{
	json_t *o = json_object();

	json_set_num(o, "min", r->min);
	json_set_num(o, "mean", r->sum / r->n);
	json_set_num(o, "max", r->max);
	return o;
}

/* A number in a file, negative where there is none. */
static double
file_number(const char *path)
{
	char text[64];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t got = fd < 0 ? -1 : read(fd, text, sizeof text - 1);

	if (fd >= 0)
		close(fd);
	if (got <= 0)
		return -1;
	text[got] = '\0';
	return strtod(text, NULL);
}

/* Sum, or mean, of the numbers in the files that match a pattern below sysfs; negative: none. */
static double
files_number(const struct conditions *c, const char *below, bool mean)
{
	char *pattern = xasprintf("%s/%s", c->sysfs, below);
	double sum = 0, n = 0;
	glob_t g;

	if (glob(pattern, 0, NULL, &g) == 0) {
		for (size_t i = 0; i < g.gl_pathc; i++) {
			double x = file_number(g.gl_pathv[i]);

			sum += x >= 0 ? x : 0;
			n += x >= 0;
		}
		globfree(&g);
	}
	free(pattern);
	return n > 0 ? mean ? sum / n : sum : -1;
}

/* Mean clock of the processor's cores, MHz. */
static double
cpu_mhz(const struct conditions *c)
{
	double khz = files_number(c, "devices/system/cpu/cpu[0-9]*/cpufreq/scaling_cur_freq", true);
	double sum = 0, mhz;
	unsigned n = 0;
	char line[512];
	FILE *f;

	if (khz > 0)
		return khz / 1000;
	f = fopen("/proc/cpuinfo", "re");
	while (f != NULL && fgets(line, sizeof line, f) != NULL) {
		if (sscanf(line, "cpu MHz : %lf", &mhz) == 1) {
			sum += mhz;
			n++;
		}
	}
	if (f != NULL)
		fclose(f);
	return n > 0 ? sum / n : -1;
}

/* Joules of all processor packages. */
static double
rapl_j(const struct conditions *c)
{
	double uj = files_number(c, "class/powercap/intel-rapl:[0-9]/energy_uj", false);

	return uj >= 0 ? uj / 1e6 : -1;
}

static void
read_jiffies(double *busy, double *steal)
{
	double v[8] = {0};
	FILE *f = fopen("/proc/stat", "re");

	if (f != NULL && fscanf(f, "cpu %lf %lf %lf %lf %lf %lf %lf %lf", v, v + 1, v + 2, v + 3,
				 v + 4, v + 5, v + 6, v + 7) == 8) {
		*steal = v[7];
		*busy = v[0] + v[1] + v[2] + v[5] + v[6] + v[7];
	}
	if (f != NULL)
		fclose(f);
}

/* Involuntary switches of all threads of a process so far. */
static double
process_switches(pid_t pid)
{
	char path[300], line[256];
	struct dirent *d;
	double sum = 0, x;
	DIR *dir;

	snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
	dir = opendir(path);
	while (dir != NULL && (d = readdir(dir)) != NULL) {
		FILE *f;

		if (!isdigit((unsigned char)d->d_name[0]))
			continue;
		snprintf(path, sizeof path, "/proc/%d/task/%.20s/status", (int)pid, d->d_name);
		f = fopen(path, "re");
		while (f != NULL && fgets(line, sizeof line, f) != NULL)
			if (sscanf(line, "nonvoluntary_ctxt_switches: %lf", &x) == 1)
				sum += x;
		if (f != NULL)
			fclose(f);
	}
	if (dir != NULL)
		closedir(dir);
	return sum;
}

static double
tree_switches(const struct server *s)
{
	struct pid_list l = {0};
	double sum = 0;

	server_tree(s, &l);
	for (size_t i = 0; i < l.n; i++)
		sum += process_switches(l.v[i]);
	pid_list_free(&l);
	return sum;
}

static double
energy_now(const struct conditions *c)
{
	const struct gpu *gpus;
	unsigned n = nvml_gpus(c->nvml, &gpus);
	double sum = 0;

	if (n == 0)
		return rapl_j(c);
	for (unsigned i = 0; i < n; i++) {
		struct gpu_state s;

		nvml_state(c->nvml, i, &s);
		if (s.energy_j < 0)
			return -1;
		sum += s.energy_j;
	}
	return sum;
}

static double
throttle_count(const struct conditions *c)
{
	return files_number(
		c, "devices/system/cpu/cpu[0-9]*/thermal_throttle/core_throttle_count", false);
}

void
conditions_sample(struct conditions *c)
{
	const struct gpu *gpus;
	unsigned n = nvml_gpus(c->nvml, &gpus);
	double now = clock_s();

	if (now < c->sampled_s + EVERY_S)
		return;
	c->sampled_s = now;
	for (unsigned i = 0; i < n; i++) {
		struct gpu_state s;

		nvml_state(c->nvml, i, &s);
		range_add(&c->clock_mhz, s.sm_mhz);
		range_add(&c->memory_mhz, s.memory_mhz);
		range_add(&c->temperature_c, s.temperature_c);
		range_add(&c->power_w, s.power_w);
		c->power_limit_w = s.power_limit_w;
		c->power_default_w = s.power_default_w;
		c->reasons |= s.reasons;
	}
	if (n == 0)
		range_add(&c->clock_mhz, cpu_mhz(c));
}

struct conditions *
conditions_begin(const struct server *s)
{
	struct conditions *c = xcalloc(1, sizeof *c);
	const char *sysfs = getenv("TIERBENCH_SYSFS");

	c->nvml = nvml_get();
	c->sysfs = sysfs && *sysfs ? sysfs : "/sys";
	c->begun_s = clock_s();
	c->energy_from = energy_now(c);
	c->throttles_from = c->nvml ? -1 : throttle_count(c);
	c->switches_from = tree_switches(s);
	read_jiffies(&c->busy_from, &c->steal_from);
	conditions_sample(c);
	return c;
}

void
conditions_free(struct conditions *c)
{
	free(c);
}

void
conditions_end(struct conditions *c, const struct server *s, unsigned gpu_others)
{
	double energy = energy_now(c), count = c->nvml ? -1 : throttle_count(c), one;
	FILE *f;

	c->sampled_s = 0;
	conditions_sample(c);
	c->ended_s = clock_s();
	c->energy_j = energy >= 0 && energy >= c->energy_from && c->energy_from >= 0
			      ? energy - c->energy_from
			      : -1; /* a counter that wrapped tells nothing */
	c->throttles = count >= 0 && c->throttles_from >= 0 ? count - c->throttles_from : -1;
	read_jiffies(&c->busy, &c->steal);
	c->switches = tree_switches(s) - c->switches_from;
	c->gpu_others = gpu_others;
	f = fopen("/proc/loadavg", "re");
	if (f != NULL) {
		if (fscanf(f, "%lf", &one) == 1)
			c->loadavg = one;
		fclose(f);
	}
}

static json_t *
reasons_json(const struct conditions *c, bool *throttled)
{
	static const struct {
		uint64_t bit;
		const char *name;
		bool slows;
	} names[] = {{GPU_POWER_CAP, "power cap", false},
		{GPU_HW_SLOWDOWN, "hardware slowdown", true},
		{GPU_SW_THERMAL, "heat (driver)", true}, {GPU_HW_THERMAL, "heat (hardware)", true},
		{GPU_POWER_BRAKE, "power brake", true}};
	json_t *list = json_array();

	*throttled = (c->reasons & GPU_POWER_CAP) && c->power_default_w > 0 &&
		     c->power_limit_w < c->power_default_w - 1;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if ((c->reasons & names[i].bit) == 0)
			continue;
		json_array_append_new(list, json_string(names[i].name));
		*throttled = *throttled || names[i].slows;
	}
	if (c->throttles > 0) {
		json_array_append_new(list, json_string("heat"));
		*throttled = true;
	}
	return list;
}

static json_t *
clocks_json(const struct conditions *c)
{
	json_t *o = json_object(), *reasons;
	bool throttled;

	if (c->clock_mhz.n > 0)
		json_object_set_new(o, c->nvml ? "sm_mhz" : "cpu_mhz", range_json(&c->clock_mhz));
	if (c->memory_mhz.n > 0)
		json_object_set_new(o, "memory_mhz", range_json(&c->memory_mhz));
	if (c->temperature_c.n > 0)
		json_object_set_new(o, "temperature_c", range_json(&c->temperature_c));
	if (c->power_w.n > 0)
		json_object_set_new(o, "power_w", range_json(&c->power_w));
	if (c->power_limit_w > 0)
		json_set_num(o, "power_limit_w", c->power_limit_w);
	reasons = reasons_json(c, &throttled);
	if (c->nvml != NULL || c->throttles >= 0) {
		json_object_set_new(o, "throttled", json_boolean(throttled));
		json_object_set(o, "reasons", reasons);
	}
	json_decref(reasons);
	return o;
}

void
conditions_put(const struct conditions *c, json_t *record)
{
	json_t *load = json_object(), *clocks = clocks_json(c);
	double wall = c->ended_s - c->begun_s, busy = c->busy - c->busy_from;

	if (c->energy_j >= 0) {
		json_set_num(record, "energy_j", c->energy_j);
		json_object_set_new(
			record, "energy_source", json_string(c->nvml ? "nvml" : "rapl"));
	}
	if (json_object_size(clocks) > 0)
		json_object_set(record, "clocks", clocks);
	json_decref(clocks);
	json_set_num(load, "loadavg", c->loadavg);
	if (busy > 0)
		json_set_num(load, "steal", (c->steal - c->steal_from) / busy);
	if (wall > 0 && c->switches >= 0)
		json_set_num(load, "involuntary_switches_s", c->switches / wall);
	if (c->nvml != NULL)
		json_object_set_new(load, "gpu_processes", json_integer(c->gpu_others));
	json_object_set_new(record, "load", load);
}
