/* Allocation that never returns NULL: out of memory ends the tool with EXIT_OS. */
#ifndef TIERBENCH_KIT_MEM_H
#define TIERBENCH_KIT_MEM_H

#include <stddef.h>

void *xmalloc(size_t size);
void *xcalloc(size_t count, size_t size);
/* count × size is checked for overflow. */
void *xreallocarray(void *p, size_t count, size_t size);
char *xstrdup(const char *s);
char *xstrndup(const char *s, size_t len);
/* printf into a new string; the caller frees it. */
char *xasprintf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Makes room for one more element in the array *array of *cap elements, n of them in use. */
#define GROW(array, n, cap)                                                                        \
	do {                                                                                       \
		if ((n) == (cap)) {                                                                \
			(cap) = (cap) ? (cap)*2 : 16;                                              \
			(array) = xreallocarray((array), (cap), sizeof *(array));                  \
		}                                                                                  \
	} while (0)

#endif
