#include "kit/mem.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/err.h"

static void *
checked(void *p)
{
	if (!p)
		die(EXIT_OS, "out of memory");
	return p;
}

void *
xmalloc(size_t size)
{
	return checked(malloc(size ? size : 1));
}

void *
xcalloc(size_t count, size_t size)
{
	return checked(calloc(count ? count : 1, size ? size : 1));
}

void *
xreallocarray(void *p, size_t count, size_t size)
{
	return checked(reallocarray(p, count ? count : 1, size ? size : 1));
}

char *
xstrdup(const char *s)
{
	return checked(strdup(s));
}

char *
xstrndup(const char *s, size_t len)
{
	return checked(strndup(s, len));
}

char *
xasprintf(const char *fmt, ...)
{
	va_list args;
	char *s = NULL;

	va_start(args, fmt);
	int n = vasprintf(&s, fmt, args);
	va_end(args);
	return checked(n < 0 ? NULL : s);
}
