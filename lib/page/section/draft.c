#include "page/section.h"

void
section_draft(struct doc *d, const struct report *r)
{
	(void)d;
	(void)r;
}
