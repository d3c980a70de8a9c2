#include "page/csp.h"

#include <openssl/evp.h>

#include "kit/err.h"

void
csp_put_hash(struct buf *out, const char *source, size_t len)
{
	unsigned char digest[EVP_MAX_MD_SIZE], text[64];
	unsigned n;

	if (EVP_Digest(source, len, digest, &n, EVP_sha256(), NULL) != 1)
		die(EXIT_OS, "SHA-256 is not to be had from libcrypto");
	EVP_EncodeBlock(text, digest, (int)n);
	buf_printf(out, " 'sha256-%s'", (char *)text);
}
