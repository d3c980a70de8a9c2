/*
 * Messages on standard error: "TOOL: what is wrong", one write(2) each, so that parallel jobs don't
 * mix, with control characters shown as '?', since messages quote what models wrote.
 * The tool's name is program_invocation_short_name.
 */
#ifndef TIERBENCH_KIT_ERR_H
#define TIERBENCH_KIT_ERR_H

#include "kit/exits.h"

/* Says it and goes on. */
void warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* As warn(), with ": " and the text of errno behind. */
void warn_errno(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* Says it and exits with status (see exits.h). */
_Noreturn void die(int status, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
_Noreturn void die_errno(int status, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
