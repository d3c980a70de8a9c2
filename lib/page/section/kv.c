#include "page/section.h"

void
section_kv(struct doc *d, const struct report *r)
{
	(void)d;
	(void)r;
}
