/*
 * A journal of any bytes is either refused, or what is whole of it is kept: opened again it is the same, its
 * answers can be printed, and an answer that is added is there.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "http/journal.h"
#include "http/request.h"

enum { N = 4 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* That of an item with no fields at all: what the corpus' answers have. */
static uint64_t
identity(void *ctx, size_t seq)
{
	(void)seq;
	return *(uint64_t *)ctx;
}

static struct journal *
open_it(const char *path, uint64_t *of)
{
	int status = 0;
	char *why = NULL;
	struct journal *j = journal_try(path, "{\"a\":1}", N, identity, of, &status, &why);

	if (!j && (status == 0 || !why))
		abort();
	free(why);
	return j;
}

static void
printed(struct journal *j, char **text, size_t *len)
{
	FILE *f = open_memstream(text, len);

	journal_print(j, f);
	fclose(f);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char more[] =
		"{\"kind\":\"answer\",\"seq\":2,\"answer\":{\"error\":null,\"attempts\":1}}\n";
	int fd = memfd_create("journal", MFD_CLOEXEC);
	char path[64], *first, *second;
	size_t kept, errors, len1, len2;
	struct rec *none = rec_parse("{}", 2, NULL, NULL);
	uint64_t of = request_identity(none);
	struct journal *j;

	rec_free(none);
	if (write(fd, data, size) != (ssize_t)size)
		abort();
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	j = open_it(path, &of);
	if (j) {
		kept = journal_kept(j);
		errors = journal_errors(j);
		printed(j, &first, &len1);
		journal_close(j);
		j = open_it(path, &of);
		if (!j || journal_kept(j) != kept || journal_errors(j) != errors)
			abort();
		printed(j, &second, &len2);
		if (len1 != len2 || memcmp(first, second, len1) != 0)
			abort();
		journal_add(j, 2, ANSWER_OK, more, sizeof more - 1);
		journal_close(j);
		j = open_it(path, &of);
		if (!j || !journal_has(j, 2))
			abort();
		journal_close(j);
		free(first);
		free(second);
	}
	close(fd);
	return 0;
}
