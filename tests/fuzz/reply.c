/* Code out of a reply: any text, any prompt, any entry point. The input is cut at NULs: reply, prompt, name. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "kit/buf.h"
#include "scorer/code_program.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *copy = malloc(size + 3);
	struct buf out = BUF_INIT;

	memcpy(copy, data, size);
	memset(copy + size, 0, 3);
	const char *prompt = copy + strlen(copy) + 1;
	const char *name = prompt <= copy + size ? prompt + strlen(prompt) + 1 : NULL;
	if (prompt > copy + size)
		prompt = NULL;
	if (name && name > copy + size)
		name = NULL;
	code_of_reply(&out, copy, strlen(copy), prompt, name);
	/* Code is made of the reply, the prompt, and an indent and a line's end here and there. */
	if (out.len > 3 * size + 64)
		abort();
	buf_free(&out);
	free(copy);
	return 0;
}
