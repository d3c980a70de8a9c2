/*
 * A library that answers as NVIDIA's does, out of files in $FAKE_NVML: "used" (MiB on the device),
 * "processes" (lines "PID MIB"), "energy" (mJ), "reasons", "gpus" (how many).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct memory {
	unsigned long long total, free, used;
};
struct process {
	unsigned pid;
	unsigned long long used;
	unsigned instance, compute_instance;
};

static unsigned long long
number(const char *name, unsigned long long otherwise)
{
	char path[4096];
	unsigned long long x = otherwise;
	FILE *f;

	snprintf(path, sizeof path, "%s/%s", getenv("FAKE_NVML"), name);
	f = fopen(path, "r");
	if (f && fscanf(f, "%llu", &x) != 1)
		x = otherwise;
	if (f)
		fclose(f);
	return x;
}

int nvmlInit_v2(void) { return getenv("FAKE_NVML") ? 0 : 9; }
int nvmlDeviceGetCount_v2(unsigned *n) { *n = (unsigned)number("gpus", 1); return 0; }
int nvmlDeviceGetHandleByIndex_v2(unsigned i, void **h) { *h = (char *)"gpu" + i % 3; return 0; }
int nvmlDeviceGetName(void *h, char *s, unsigned n) { (void)h; snprintf(s, n, "Fake GPU"); return 0; }
int nvmlDeviceGetUUID(void *h, char *s, unsigned n) { (void)h; snprintf(s, n, "GPU-fake"); return 0; }
int nvmlDeviceGetMemoryInfo(void *h, struct memory *m)
{
	(void)h;
	m->total = 16384ull << 20;
	m->used = number("used", 600) << 20;
	m->free = m->total - m->used;
	return 0;
}
int nvmlDeviceGetComputeRunningProcesses_v3(void *h, unsigned *n, struct process *list)
{
	char path[4096];
	unsigned max = *n, pid, mib;
	FILE *f;

	(void)h;
	*n = 0;
	snprintf(path, sizeof path, "%s/processes", getenv("FAKE_NVML"));
	f = fopen(path, "r");
	while (f && *n < max && fscanf(f, "%u %u", &pid, &mib) == 2) {
		memset(&list[*n], 0, sizeof *list);
		list[*n].pid = pid;
		list[(*n)++].used = (unsigned long long)mib << 20;
	}
	if (f)
		fclose(f);
	return 0;
}
int nvmlDeviceGetTotalEnergyConsumption(void *h, unsigned long long *mj) { (void)h; *mj = number("energy", 0); return 0; }
int nvmlDeviceGetClockInfo(void *h, int what, unsigned *mhz) { (void)h; *mhz = what == 1 ? 1500 : 2600; return 0; }
int nvmlDeviceGetTemperature(void *h, int what, unsigned *c) { (void)h; (void)what; *c = 45; return 0; }
int nvmlDeviceGetPowerUsage(void *h, unsigned *mw) { (void)h; *mw = 250000; return 0; }
int nvmlDeviceGetEnforcedPowerLimit(void *h, unsigned *mw) { (void)h; *mw = 700000; return 0; }
int nvmlDeviceGetPowerManagementDefaultLimit(void *h, unsigned *mw) { (void)h; *mw = 700000; return 0; }
int nvmlDeviceGetCurrentClocksThrottleReasons(void *h, unsigned long long *r) { (void)h; *r = number("reasons", 0); return 0; }
int nvmlDeviceGetCudaComputeCapability(void *h, int *a, int *b) { (void)h; *a = 12; *b = 0; return 0; }
int nvmlSystemGetDriverVersion(char *s, unsigned n) { snprintf(s, n, "570.00"); return 0; }
int nvmlSystemGetCudaDriverVersion_v2(int *v) { *v = 12080; return 0; }
