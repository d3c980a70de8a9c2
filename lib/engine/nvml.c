#include "engine/nvml.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "kit/mem.h"

#define MIB 1048576.0

/* The library's own types, as its header documents them. */
struct nvml_memory {
	unsigned long long total, free, used;
};
struct nvml_process {
	unsigned pid;
	unsigned long long used;
	unsigned instance, compute_instance;
};
enum { NVML_OK = 0, CLOCK_SM = 1, CLOCK_MEMORY = 2, PROCESSES_MAX = 1024 };

struct nvml {
	struct gpu gpus[GPU_MAX];
	unsigned n;
	char driver[96];
	int cuda;
	int (*init)(void);
	int (*count)(unsigned *);
	int (*handle)(unsigned, void **);
	int (*name)(void *, char *, unsigned);
	int (*uuid)(void *, char *, unsigned);
	int (*memory)(void *, struct nvml_memory *);
	int (*processes)(void *, unsigned *, struct nvml_process *);
	int (*energy)(void *, unsigned long long *);
	int (*clock)(void *, int, unsigned *);
	int (*temperature)(void *, int, unsigned *);
	int (*power)(void *, unsigned *);
	int (*power_limit)(void *, unsigned *);
	int (*power_default)(void *, unsigned *);
	int (*reasons)(void *, unsigned long long *);
	int (*capability)(void *, int *, int *);
	int (*driver_version)(char *, unsigned);
	int (*cuda_version)(int *);
};

/* dlsym gives an object pointer; POSIX lets it be a function's. */
static bool
find(void *library, const char *name, void *slot)
{
	void *symbol = dlsym(library, name);

	memcpy(slot, &symbol, sizeof symbol);
	return symbol != NULL;
}

static bool
find_all(struct nvml *n, void *library)
{
	bool ok = find(library, "nvmlInit_v2", &n->init) &&
		  find(library, "nvmlDeviceGetCount_v2", &n->count) &&
		  find(library, "nvmlDeviceGetHandleByIndex_v2", &n->handle) &&
		  find(library, "nvmlDeviceGetName", &n->name) &&
		  find(library, "nvmlDeviceGetMemoryInfo", &n->memory);

	/* What an older driver lacks is not measured. */
	find(library, "nvmlDeviceGetUUID", &n->uuid);
	find(library, "nvmlDeviceGetComputeRunningProcesses_v3", &n->processes);
	find(library, "nvmlDeviceGetTotalEnergyConsumption", &n->energy);
	find(library, "nvmlDeviceGetClockInfo", &n->clock);
	find(library, "nvmlDeviceGetTemperature", &n->temperature);
	find(library, "nvmlDeviceGetPowerUsage", &n->power);
	find(library, "nvmlDeviceGetEnforcedPowerLimit", &n->power_limit);
	find(library, "nvmlDeviceGetPowerManagementDefaultLimit", &n->power_default);
	find(library, "nvmlDeviceGetCurrentClocksThrottleReasons", &n->reasons);
	find(library, "nvmlDeviceGetCudaComputeCapability", &n->capability);
	find(library, "nvmlSystemGetDriverVersion", &n->driver_version);
	find(library, "nvmlSystemGetCudaDriverVersion_v2", &n->cuda_version);
	return ok;
}

/* Whether CUDA_VISIBLE_DEVICES leaves this GPU to us: by index, or by the head of its UUID. */
static bool
visible(unsigned index, const char *uuid)
{
	const char *list = getenv("CUDA_VISIBLE_DEVICES");
	char *copy, *save, *word, *end;
	bool found = false;

	if (list == NULL)
		return true;
	copy = xstrdup(list);
	for (word = strtok_r(copy, ",", &save); word; word = strtok_r(NULL, ",", &save)) {
		unsigned long i = strtoul(word, &end, 10);

		if (*end == '\0' && end != word)
			found = found || i == index;
		else
			found = found || (*uuid && strncmp(uuid, word, strlen(word)) == 0);
	}
	free(copy);
	return found;
}

static void
add_gpu(struct nvml *n, unsigned index)
{
	struct gpu *g = &n->gpus[n->n];
	struct nvml_memory memory;
	char uuid[96] = "";

	*g = (struct gpu){.index = index};
	if (n->handle(index, &g->handle) != NVML_OK)
		return;
	if (n->uuid != NULL)
		n->uuid(g->handle, uuid, sizeof uuid);
	if (!visible(index, uuid))
		return;
	if (n->name(g->handle, g->name, sizeof g->name) != NVML_OK)
		g->name[0] = '\0';
	if (n->memory(g->handle, &memory) == NVML_OK)
		g->memory_mib = (double)memory.total / MIB;
	if (n->capability == NULL || n->capability(g->handle, &g->major, &g->minor) != NVML_OK)
		g->major = g->minor = 0;
	n->n++;
}

static struct nvml *
load(void)
{
	const char *name = getenv("TIERBENCH_NVML");
	void *library = dlopen(name && *name ? name : "libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
	struct nvml *n;
	unsigned count = 0;

	if (library == NULL)
		return NULL;
	n = xcalloc(1, sizeof *n);
	if (!find_all(n, library) || n->init() != NVML_OK || n->count(&count) != NVML_OK)
		count = 0;
	for (unsigned i = 0; i < count && n->n < GPU_MAX; i++)
		add_gpu(n, i);
	if (n->n > 0) {
		if (n->driver_version != NULL)
			n->driver_version(n->driver, sizeof n->driver);
		if (n->cuda_version != NULL && n->cuda_version(&n->cuda) != NVML_OK)
			n->cuda = 0;
		return n;
	}
	free(n);
	dlclose(library);
	return NULL;
}

const struct nvml *
nvml_get(void)
{
	static struct nvml *the;
	static bool tried;

	if (!tried)
		the = load();
	tried = true;
	return the;
}

unsigned
nvml_gpus(const struct nvml *n, const struct gpu **gpus)
{
	*gpus = n ? n->gpus : NULL;
	return n ? n->n : 0;
}

double
nvml_used_mib(const struct nvml *n, unsigned i)
{
	struct nvml_memory memory;

	return n->memory(n->gpus[i].handle, &memory) == NVML_OK ? (double)memory.used / MIB : -1;
}

double
nvml_processes_mib(const struct nvml *n, unsigned i, const struct pid_list *pids, unsigned *others)
{
	struct nvml_process list[PROCESSES_MAX];
	unsigned count = PROCESSES_MAX;
	double sum = 0;
	bool any = false;

	*others = 0;
	if (n->processes == NULL || n->processes(n->gpus[i].handle, &count, list) != NVML_OK)
		return -1;
	for (unsigned k = 0; k < count; k++) {
		if (!pid_list_has(pids, (pid_t)list[k].pid)) {
			++*others;
			continue;
		}
		any = true;
		if (list[k].used != (unsigned long long)-1) /* "not available" */
			sum += (double)list[k].used / MIB;
	}
	return any ? sum : -1;
}

static double
watts(int (*get)(void *, unsigned *), void *handle)
{
	unsigned mw;

	return get != NULL && get(handle, &mw) == NVML_OK ? mw / 1000.0 : 0;
}

void
nvml_state(const struct nvml *n, unsigned i, struct gpu_state *s)
{
	void *handle = n->gpus[i].handle;
	unsigned long long x;

	*s = (struct gpu_state){.energy_j = -1};
	if (n->clock != NULL) {
		if (n->clock(handle, CLOCK_SM, &s->sm_mhz) != NVML_OK)
			s->sm_mhz = 0;
		if (n->clock(handle, CLOCK_MEMORY, &s->memory_mhz) != NVML_OK)
			s->memory_mhz = 0;
	}
	if (n->temperature == NULL || n->temperature(handle, 0, &s->temperature_c) != NVML_OK)
		s->temperature_c = 0;
	s->power_w = watts(n->power, handle);
	s->power_limit_w = watts(n->power_limit, handle);
	s->power_default_w = watts(n->power_default, handle);
	if (n->reasons != NULL && n->reasons(handle, &x) == NVML_OK)
		s->reasons = x;
	if (n->energy != NULL && n->energy(handle, &x) == NVML_OK)
		s->energy_j = (double)x / 1000;
}

const char *
nvml_driver(const struct nvml *n)
{
	return n->driver;
}

int
nvml_cuda(const struct nvml *n)
{
	return n->cuda;
}
