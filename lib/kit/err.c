#include "kit/err.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MESSAGE_MAX = 4096 };

/* One line, one write, nothing in it that a terminal obeys. */
static void
say(const char *fmt, va_list args, const char *cause)
{
	char line[MESSAGE_MAX];
	size_t room = sizeof line - 1;
	int head = snprintf(line, room, "%s: ", program_invocation_short_name);
	size_t len = head < 0 ? 0 : (size_t)head;

	int n = len < room ? vsnprintf(line + len, room - len, fmt, args) : 0;
	if (n > 0)
		len += (size_t)n;
	if (len < room && cause) {
		n = snprintf(line + len, room - len, ": %s", cause);
		if (n > 0)
			len += (size_t)n;
	}
	if (len > room - 1)
		len = room - 1;
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)line[i];
		bool utf8_c1 = c == 0xc2 && i + 1 < len && (unsigned char)line[i + 1] < 0xa0;
		if (c < 0x20 || c == 0x7f || utf8_c1)
			line[i] = '?';
	}
	line[len++] = '\n';
	while (write(STDERR_FILENO, line, len) < 0 && errno == EINTR)
		;
}

void
warn(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	say(fmt, args, NULL);
	va_end(args);
}

void
warn_errno(const char *fmt, ...)
{
	const char *cause = strerror(errno);
	va_list args;

	va_start(args, fmt);
	say(fmt, args, cause);
	va_end(args);
}

void
die(int status, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	say(fmt, args, NULL);
	va_end(args);
	exit(status);
}

void
die_errno(int status, const char *fmt, ...)
{
	const char *cause = strerror(errno);
	va_list args;

	va_start(args, fmt);
	say(fmt, args, cause);
	va_end(args);
	exit(status);
}
