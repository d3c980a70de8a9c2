/*
 * Under which conditions a run was measured: clocks, temperature, power and throttling, energy, and
 * what others did with the machine. Begun when the server is ready, ended with the command.
 *
 * A GPU tells by NVML. Without one the processor's clock comes from cpufreq or /proc/cpuinfo, thermal
 * throttling from the kernel's counters, energy from RAPL's packages; what isn't told is absent.
 */
#ifndef TIERBENCH_ENGINE_CONDITIONS_H
#define TIERBENCH_ENGINE_CONDITIONS_H

#include <jansson.h>

#include "engine/server.h"

struct conditions;

struct conditions *conditions_begin(const struct server *s);
void conditions_free(struct conditions *c);
/* Twice a second at most; cheap between. */
void conditions_sample(struct conditions *c);
/* Takes the last figures, while the server still runs. */
void conditions_end(struct conditions *c, const struct server *s, unsigned gpu_others);
/*
 * Adds to a launch record: energy_j and energy_source; clocks {sm_mhz | cpu_mhz: {min, mean, max},
 * memory_mhz, temperature_c, power_w, power_limit_w, throttled, reasons}; load {loadavg, steal,
 * involuntary_switches_s, gpu_processes}.
 *
 * throttled is true where heat, a hardware slowdown or a power brake was seen, or a power cap below
 * the device's own default; a cap at the default is how a busy GPU runs, and only listed.
 */
void conditions_put(const struct conditions *c, json_t *record);

#endif
