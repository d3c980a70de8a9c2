#include "kit/file.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kit/err.h"
#include "kit/mem.h"
#include "kit/rec.h"

bool
write_all(int fd, const void *data, size_t len)
{
	const char *p = data;

	while (len) {
		ssize_t n = write(fd, p, len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		p += n;
		len -= (size_t)n;
	}
	return true;
}

bool
read_file(const char *path, struct buf *b)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return false;
	ssize_t n;
	do {
		buf_reserve(b, 65536);
		n = read(fd, b->s + b->len, b->cap - b->len - 1);
		if (n > 0)
			b->len += (size_t)n;
	} while (n > 0 || (n < 0 && errno == EINTR));
	b->s[b->len] = '\0';
	int fault = errno;
	close(fd);
	errno = fault;
	return n == 0;
}

bool
make_dirs(const char *path)
{
	char *copy = xstrdup(path);
	bool ok = true;

	for (char *c = copy + 1; ok && *c; c++) {
		if (*c != '/')
			continue;
		*c = '\0';
		ok = mkdir(copy, 0777) == 0 || errno == EEXIST;
		*c = '/';
	}
	ok = ok && (mkdir(copy, 0777) == 0 || errno == EEXIST);
	int fault = errno;
	free(copy);
	errno = fault;
	return ok;
}

bool
file_exists(const char *path)
{
	return access(path, F_OK) == 0;
}

void
atomic_open(struct atomic_file *a, const char *path)
{
	*a = (struct atomic_file){.f = stdout};
	if (!path || strcmp(path, "-") == 0)
		return;
	a->path = xstrdup(path);
	a->temporary = xasprintf("%s.XXXXXX", path);
	int fd = mkostemp(a->temporary, O_CLOEXEC);
	if (fd < 0)
		die_errno(EXIT_IO, "%s", path);
	mode_t mask = umask(0);
	umask(mask);
	fchmod(fd, 0666 & ~mask);
	a->f = fdopen(fd, "w");
	if (!a->f)
		die_errno(EXIT_OS, "%s", path);
}

static void
release(struct atomic_file *a)
{
	free(a->path);
	free(a->temporary);
	*a = (struct atomic_file){0};
}

void
atomic_abandon(struct atomic_file *a)
{
	if (a->path) {
		fclose(a->f);
		unlink(a->temporary);
	}
	release(a);
}

/* A rename is on disk when its folder is. */
static bool
sync_folder(const char *path)
{
	char *copy = xstrdup(path);
	int fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	free(copy);
	if (fd < 0)
		return false;
	bool ok = fsync(fd) == 0 || errno == EINVAL;
	close(fd);
	return ok;
}

int
atomic_commit(struct atomic_file *a)
{
	if (!a->path) {
		int status = fflush(a->f) == 0 && !ferror(a->f) ? EXIT_DONE : EXIT_IO;
		if (status != EXIT_DONE)
			warn_errno("standard output");
		release(a);
		return status;
	}
	bool ok = fflush(a->f) == 0 && !ferror(a->f) && fsync(fileno(a->f)) == 0;
	int fault = errno;
	ok = fclose(a->f) == 0 && ok;
	ok = ok && rename(a->temporary, a->path) == 0 && sync_folder(a->path);
	if (!ok) {
		errno = fault ? fault : errno;
		warn_errno("%s", a->path);
		unlink(a->temporary);
	}
	release(a);
	return ok ? EXIT_DONE : EXIT_IO;
}

void
stdout_to(struct atomic_file *a, const char *path)
{
	*a = (struct atomic_file){0};
	if (!path || strcmp(path, "-") == 0)
		return;
	atomic_open(a, path);
	if (dup2(fileno(a->f), STDOUT_FILENO) < 0)
		die_errno(EXIT_OS, "%s", path);
}

int
stdout_done(struct atomic_file *a, int status)
{
	int closed = close_stdout();

	if (!a->path)
		return status ? status : closed;
	if (closed == EXIT_DONE)
		closed = atomic_commit(a);
	else
		atomic_abandon(a);
	return status ? status : closed;
}
