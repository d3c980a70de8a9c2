/* The types of constraint, a line each: id, arguments with commas between, "data" where it is needed. */
#include <stdio.h>

#include "kit/rec.h"
#include "scorer/instructions/instructions.h"

int
main(void)
{
	for (const struct constraint_type *t = constraint_types; t->id; t++) {
		printf("%s\t", t->id);
		for (int i = 0; i < ARGS_MAX && t->arg[i].name; i++)
			printf("%s%s", i ? "," : "", t->arg[i].name);
		printf("\t%s\t%s\n", t->needs_data ? "data" : "", t->help);
	}
	return close_stdout();
}
