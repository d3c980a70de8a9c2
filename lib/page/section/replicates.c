#include "page/section.h"

void
section_replicates(struct doc *d, const struct report *r)
{
	(void)d;
	(void)r;
}
