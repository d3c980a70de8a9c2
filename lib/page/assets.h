/* The page's own style and script, built in. */
#ifndef TIERBENCH_PAGE_ASSETS_H
#define TIERBENCH_PAGE_ASSETS_H

#include <stddef.h>

struct asset {
	const char *s;
	size_t len;
};

struct asset asset_css(void);
struct asset asset_js(void);
/* The script of a file of answers. */
struct asset asset_answers_js(void);

#endif
