/* The machine that measures, as its own record says it. */
#ifndef TIERBENCH_ENGINE_MACHINE_H
#define TIERBENCH_ENGINE_MACHINE_H

#include <jansson.h>

/* {kind:"machine", cpu, cores, memory_mib, gpu, toolkit, os, governor}; what isn't known is absent.
 */
json_t *machine_record(void);

#endif
