#include "engine/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "engine/engine.h"
#include "engine/nvml.h"
#include "kit/buf.h"
#include "kit/file.h"
#include "kit/json.h"
#include "kit/mem.h"

/* The first line of a file; the caller frees it. NULL where it can't be read or is empty. */
static char *
first_line(const char *path)
{
	struct buf b = BUF_INIT;
	char *line = NULL;

	if (read_file(path, &b) && b.len > 0) {
		b.s[strcspn(b.s, "\n")] = '\0';
		line = *b.s ? xstrdup(b.s) : NULL;
	}
	buf_free(&b);
	return line;
}

static char *
value_behind(const char *path, const char *name)
{
	char line[1024], *found = NULL;
	FILE *f = fopen(path, "re");

	while (f != NULL && found == NULL && fgets(line, sizeof line, f) != NULL) {
		char *value = line + strlen(name);

		if (strncmp(line, name, strlen(name)) != 0)
			continue;
		value += strspn(value, " \t:=\"");
		value[strcspn(value, "\"\n")] = '\0';
		found = xstrdup(value);
	}
	if (f != NULL)
		fclose(f);
	return found;
}

static char *
cpu_model(void)
{
	static const char *const names[] = {"model name", "Model", "Hardware", "cpu model"};
	char *found = NULL;
	struct utsname u;

	for (size_t i = 0; i < sizeof names / sizeof *names && found == NULL; i++)
		found = value_behind("/proc/cpuinfo", names[i]);
	if (found == NULL)
		found = xstrdup(uname(&u) == 0 ? u.machine : "unknown processor");
	return found;
}

char *
device_class(void)
{
	const struct gpu *gpus;
	unsigned n = nvml_gpus(nvml_get(), &gpus);
	bool same = true;
	struct buf b = BUF_INIT;

	if (n == 0)
		return cpu_model();
	for (unsigned i = 1; i < n; i++)
		same = same && strcmp(gpus[0].name, gpus[i].name) == 0;
	if (same && n > 1)
		buf_printf(&b, "%u x %s", n, gpus[0].name);
	for (unsigned i = 0; i < n && (!same || n == 1); i++)
		buf_printf(&b, "%s%s", i ? " + " : "", gpus[i].name);
	return buf_steal(&b);
}

char *
device_name(void)
{
	const struct gpu *gpus;
	unsigned n = nvml_gpus(nvml_get(), &gpus);
	struct buf b = BUF_INIT;

	if (n == 0)
		return xstrdup("cpu");
	for (unsigned i = 0; i < n; i++)
		buf_printf(&b, "%s%u", i ? "+" : "gpu", gpus[i].index);
	return buf_steal(&b);
}

static double
machine_memory_mib(void)
{
	char *memory = value_behind("/proc/meminfo", "MemTotal");
	double mib = memory ? strtod(memory, NULL) / 1024 : 0;

	free(memory);
	return mib;
}

double
device_memory_mib(void)
{
	const struct gpu *gpus;
	unsigned n = nvml_gpus(nvml_get(), &gpus);
	double sum = 0;

	for (unsigned i = 0; i < n; i++)
		sum += gpus[i].memory_mib;
	return n > 0 ? sum : machine_memory_mib();
}

static void
set_string(json_t *o, const char *key, char *owned)
{
	if (owned != NULL)
		json_object_set_new(o, key, json_string(owned));
	free(owned);
}

static json_t *
gpus_json(void)
{
	const struct nvml *nvml = nvml_get();
	const struct gpu *gpus;
	unsigned n = nvml_gpus(nvml, &gpus);
	json_t *list = json_array();

	for (unsigned i = 0; i < n; i++) {
		json_t *g = json_pack("{s:s, s:I, s:s}", "name", gpus[i].name, "memory_mib",
			(json_int_t)gpus[i].memory_mib, "driver", nvml_driver(nvml));

		if (gpus[i].major > 0) {
			char *capability = xasprintf("%d.%d", gpus[i].major, gpus[i].minor);

			set_string(g, "compute_capability", capability);
		}
		json_array_append_new(list, g);
	}
	return list;
}

/* The CUDA toolkit's version, by the file that it installs; NULL where there is none. */
static char *
toolkit(void)
{
	const char *home = getenv("CUDA_HOME");
	char *path = xasprintf("%s/version.json", home && *home ? home : "/usr/local/cuda");
	json_t *v = json_load_file(path, 0, NULL);
	const char *version = json_str(v, "cuda_nvcc.version", json_str(v, "cuda.version", NULL));
	char *found = version ? xasprintf("CUDA %s", version) : NULL;

	json_decref(v);
	free(path);
	return found;
}

json_t *
machine_record(void)
{
	json_t *r = json_object();
	struct utsname u;

	json_object_set_new(r, "kind", json_string("machine"));
	set_string(r, "cpu", cpu_model());
	json_object_set_new(r, "cores", json_integer(cores_usable()));
	json_object_set_new(r, "memory_mib", json_integer((json_int_t)machine_memory_mib()));
	json_object_set_new(r, "gpu", gpus_json());
	set_string(r, "toolkit", toolkit());
	set_string(r, "os", value_behind("/etc/os-release", "PRETTY_NAME"));
	if (uname(&u) == 0)
		json_object_set_new(r, "kernel", json_string(u.release));
	set_string(
		r, "governor", first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"));
	return r;
}
