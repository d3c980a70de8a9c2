/* What a Content-Security-Policy names a script or style by. */
#ifndef TIERBENCH_PAGE_CSP_H
#define TIERBENCH_PAGE_CSP_H

#include <stddef.h>

#include "kit/buf.h"

/* Appends " 'sha256-…'" of the source. */
void csp_put_hash(struct buf *out, const char *source, size_t len);

#endif
