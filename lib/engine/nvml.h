/*
 * NVIDIA's management library, opened at run time: no build dependency, no GPU no harm. Works as an
 * ordinary user; a sample takes some microseconds.
 */
#ifndef TIERBENCH_ENGINE_NVML_H
#define TIERBENCH_ENGINE_NVML_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "engine/tree.h"

enum { GPU_MAX = 64, GPU_NAME = 96 };

/* Bits of gpu_state.reasons, as the library has them (nvmlClocksThrottleReasons). */
enum gpu_reason {
	GPU_POWER_CAP = 0x4,
	GPU_HW_SLOWDOWN = 0x8,
	GPU_SW_THERMAL = 0x20,
	GPU_HW_THERMAL = 0x40,
	GPU_POWER_BRAKE = 0x80,
};

struct gpu_state {
	unsigned sm_mhz, memory_mhz, temperature_c; /* 0: not told */
	double power_w, power_limit_w, power_default_w;
	uint64_t reasons;
	double energy_j; /* since the driver was loaded; negative: not told */
};

struct gpu {
	unsigned index;
	char name[GPU_NAME];
	double memory_mib;
	int major, minor; /* compute capability; 0 0: not told */
	void *handle;
};

struct nvml;

/*
 * The library, or NULL where there is none or no GPU may be used. It is loaded once a process and
 * stays so: it keeps state of its own for the process anyway. Heeds TIERBENCH_NVML (the library's
 * name) and CUDA_VISIBLE_DEVICES (indices or UUIDs).
 */
const struct nvml *nvml_get(void);
unsigned nvml_gpus(const struct nvml *n, const struct gpu **gpus);
/* Memory in use on the GPU by all, MiB; negative: not told. */
double nvml_used_mib(const struct nvml *n, unsigned i);
/*
 * Memory in use by the processes of the list, MiB; negative where none of them is listed. *others: how
 * many processes that aren't in the list use the GPU.
 */
double nvml_processes_mib(
	const struct nvml *n, unsigned i, const struct pid_list *pids, unsigned *others);
void nvml_state(const struct nvml *n, unsigned i, struct gpu_state *state);
/* Driver's version, "" where not told; CUDA version that it supports as 1000 × major + 10 × minor. */
const char *nvml_driver(const struct nvml *n);
int nvml_cuda(const struct nvml *n);

#endif
