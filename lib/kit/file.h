/* Files whole or not at all. */
#ifndef TIERBENCH_KIT_FILE_H
#define TIERBENCH_KIT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

#include "kit/buf.h"

/* A file that is written beside its place and renamed there when whole. */
struct atomic_file {
	FILE *f;
	char *path, *temporary;
};

/* Opens PATH's neighbour for writing; exits with EXIT_IO where it can't. PATH "-" or NULL is
 * standard output. */
void atomic_open(struct atomic_file *a, const char *path);
/* Flush, fsync, rename, fsync of the folder. Returns EXIT_DONE or, having said why, EXIT_IO. */
int atomic_commit(struct atomic_file *a);
/* Drops what was written. */
void atomic_abandon(struct atomic_file *a);

/*
 * For filters, which print as they go: standard output becomes PATH's neighbour, until stdout_done()
 * renames it there. A NULL PATH leaves standard output alone.
 */
void stdout_to(struct atomic_file *a, const char *path);
/* Closes standard output; the status given, or EXIT_IO, having said why, where that failed. */
int stdout_done(struct atomic_file *a, int status);

/* Retries EINTR and short writes; false with errno set where it failed. */
bool write_all(int fd, const void *data, size_t len);
/* The whole file into b (appended); false with errno set. */
bool read_file(const char *path, struct buf *b);
/* mkdir -p; false with errno set. */
bool make_dirs(const char *path);
bool file_exists(const char *path);

#endif
