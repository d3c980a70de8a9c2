#include "kit/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/evp.h>
#include <stdlib.h>
#include <stdio.h>
#include <unistd.h>

#include "kit/err.h"
#include "kit/mem.h"

static void
finish(EVP_MD_CTX *c, char out[static HASH_HEX])
{
	unsigned char sum[EVP_MAX_MD_SIZE];
	unsigned n = 0;

	if (!EVP_DigestFinal_ex(c, sum, &n) || n != 32)
		die(EXIT_BUG, "SHA-256 failed");
	for (unsigned i = 0; i < n; i++)
		snprintf(out + 2 * i, 3, "%02x", sum[i]);
	EVP_MD_CTX_free(c);
}

static EVP_MD_CTX *
start(void)
{
	EVP_MD_CTX *c = EVP_MD_CTX_new();

	if (!c || !EVP_DigestInit_ex(c, EVP_sha256(), NULL))
		die(EXIT_OS, "SHA-256 can't be set up");
	return c;
}

void
hash_hex(const void *data, size_t len, char out[static HASH_HEX])
{
	EVP_MD_CTX *c = start();

	EVP_DigestUpdate(c, data, len);
	finish(c, out);
}

bool
hash_file(const char *path, char out[static HASH_HEX])
{
	enum { CHUNK = 1 << 20 };
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return false;
	EVP_MD_CTX *c = start();
	char *chunk = xmalloc(CHUNK);
	ssize_t n;
	while ((n = read(fd, chunk, CHUNK)) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			break;
		EVP_DigestUpdate(c, chunk, (size_t)n);
	}
	int fault = n < 0 ? errno : 0;
	free(chunk);
	close(fd);
	finish(c, out);
	errno = fault;
	return !fault;
}
