/* Runs a fuzz target over the files of a corpus, for compilers without libFuzzer. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "kit/buf.h"
#include "kit/file.h"
#include "kit/mem.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t len);

static size_t
replay(const char *path)
{
	struct stat st;
	size_t n = 0;

	if (stat(path, &st) == 0 && S_ISDIR(st.st_mode)) {
		DIR *d = opendir(path);
		struct dirent *e;
		while (d && (e = readdir(d)))
			if (e->d_name[0] != '.') {
				char *below = xasprintf("%s/%s", path, e->d_name);
				n += replay(below);
				free(below);
			}
		if (d)
			closedir(d);
		return n;
	}
	struct buf b = BUF_INIT;
	if (!read_file(path, &b)) {
		perror(path);
		exit(1);
	}
	LLVMFuzzerTestOneInput((const unsigned char *)b.s, b.len);
	buf_free(&b);
	return 1;
}

int
main(int argc, char **argv)
{
	size_t n = 0;

	for (int i = 1; i < argc; i++)
		n += replay(argv[i]);
	if (!n) {
		fprintf(stderr, "no inputs\n");
		return 1;
	}
	printf("1..1\nok 1 - %zu inputs\n", n);
	return 0;
}
