/*
 * gpualloc MIB READY: takes so much of the first GPU's memory by the driver's own library, opened at
 * run time, creates READY, and keeps it until killed. Exits 77 where there is no such GPU.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *library;

static void
find(const char *name, void *slot)
{
	void *symbol = dlsym(library, name);

	if (!symbol) {
		fprintf(stderr, "gpualloc: no %s\n", name);
		exit(77);
	}
	memcpy(slot, &symbol, sizeof symbol);
}

int
main(int argc, char **argv)
{
	int (*init)(unsigned), (*device)(int *, int), (*context)(void **, unsigned, int);
	int (*allocate)(unsigned long long *, size_t),
		(*fill)(unsigned long long, unsigned char, size_t);
	int gpu;
	void *ctx;
	unsigned long long at;
	size_t bytes = argc > 1 ? strtoul(argv[1], NULL, 10) << 20 : 0;

	library = dlopen("libcuda.so.1", RTLD_NOW);
	if (!library || argc != 3)
		return 77;
	find("cuInit", &init);
	find("cuDeviceGet", &device);
	find("cuCtxCreate_v2", &context);
	find("cuMemAlloc_v2", &allocate);
	find("cuMemsetD8_v2", &fill);
	if (init(0) || device(&gpu, 0) || context(&ctx, 0, gpu))
		return 77;
	if (bytes && (allocate(&at, bytes) || fill(at, 1, bytes))) {
		fprintf(stderr, "gpualloc: out of memory\n");
		return 1;
	}
	FILE *f = fopen(argv[2], "w");
	if (!f || fclose(f))
		return 1;
	for (;;)
		pause();
}
