/* The files are named by the Makefile: the guard is built first, and never with sanitizers. */
#include "sandbox/blob.h"

#ifndef GUARD_SO
#define GUARD_SO "build/lib/sandbox/guard.so"
#endif

#define CARRY(name, file)                                                                          \
	__asm__(".section .rodata\n.global " name "\n.balign 16\n" name ":\n.incbin \"" file       \
		"\"\n.global " name "_end\n" name "_end:\n.byte 0\n.previous\n")

CARRY("sandbox_guard", GUARD_SO);
CARRY("sandbox_prelude", "lib/sandbox/prelude.py");
