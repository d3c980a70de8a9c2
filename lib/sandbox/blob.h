/* What the sandbox needs inside, carried in the program itself. */
#ifndef TIERBENCH_SANDBOX_BLOB_H
#define TIERBENCH_SANDBOX_BLOB_H

extern const unsigned char sandbox_guard[], sandbox_guard_end[];
extern const char sandbox_prelude[]; /* terminated */

#endif
