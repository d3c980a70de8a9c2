/* A server's counters, as it tells them under /metrics in Prometheus' text form. */
#ifndef TIERBENCH_HTTP_METRICS_H
#define TIERBENCH_HTTP_METRICS_H

#include <stddef.h>
#include <stdint.h>

/* The sum of a metric over all its label sets; -1 where there is no such line. text[0..len). */
int64_t metrics_sum(const char *text, size_t len, const char *name);

#endif
