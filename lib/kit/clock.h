#ifndef TIERBENCH_KIT_CLOCK_H
#define TIERBENCH_KIT_CLOCK_H

#include <stddef.h>
#include <stdint.h>

/* CLOCK_MONOTONIC in nanoseconds, and in seconds. */
int64_t clock_ns(void);
double clock_s(void);
/* The wall clock as "2026-01-31T12:34:56Z". */
enum { CLOCK_TEXT = 32 };
void clock_wall(char out[static CLOCK_TEXT]);

#endif
