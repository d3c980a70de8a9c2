#include "engine/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "engine/engine.h"
#include "kit/buf.h"
#include "kit/file.h"
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
	return cpu_model();
}

char *
device_name(void)
{
	return xstrdup("cpu");
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
	return machine_memory_mib();
}

static void
set_string(json_t *o, const char *key, char *owned)
{
	if (owned != NULL)
		json_object_set_new(o, key, json_string(owned));
	free(owned);
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
	json_object_set_new(r, "gpu", json_array());
	set_string(r, "os", value_behind("/etc/os-release", "PRETTY_NAME"));
	if (uname(&u) == 0)
		json_object_set_new(r, "kernel", json_string(u.release));
	set_string(
		r, "governor", first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"));
	return r;
}
