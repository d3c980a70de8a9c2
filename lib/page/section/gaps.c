#include "page/section.h"

void
section_gaps(struct doc *d, const struct report *r)
{
	(void)d;
	(void)r;
}
