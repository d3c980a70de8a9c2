#include "page/section.h"

void
section_engines(struct doc *d, const struct report *r)
{
	(void)d;
	(void)r;
}
