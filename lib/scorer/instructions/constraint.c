/* A constraint from its id and its arguments. */
#include <stdlib.h>
#include <string.h>

#include "kit/mem.h"
#include "language/data.h"
#include "scorer/instructions/instructions.h"

const struct constraint_type *
constraint_type_find(const char *id)
{
	for (const struct constraint_type *t = constraint_types; t->id; t++)
		if (strcmp(t->id, id) == 0)
			return t;
	return NULL;
}

static bool
read_text(struct arena *a, const json_t *v, struct ustr *out)
{
	if (!json_is_string(v) || json_string_length(v) == 0)
		return false;
	*out = ustr_decode(a, json_string_value(v), json_string_length(v));
	return true;
}

static bool
read_texts(struct arena *a, const json_t *v, struct ulist *out)
{
	size_t n = json_array_size(v);

	if (n == 0)
		return false;
	out->at = arena_alloc(a, n, sizeof *out->at);
	for (out->n = 0; out->n < n; out->n++)
		if (!read_text(a, json_array_get(v, out->n), &out->at[out->n]))
			return false;
	return true;
}

static bool
read_relation(const json_t *v, bool *less)
{
	const char *s = json_string_value(v);

	*less = s && strcmp(s, "less than") == 0;
	return *less || (s && strcmp(s, "at least") == 0);
}

static bool
read_arg(struct constraint *c, int i, const json_t *v)
{
	struct arg *arg = &c->arg[i];

	switch (c->type->arg[i].kind) {
	case ARG_COUNT: arg->num = json_number_value(v); return json_is_number(v) && arg->num >= 0;
	case ARG_RELATION: return read_relation(v, &arg->less);
	case ARG_TEXT: return read_text(&c->arena, v, &arg->text);
	case ARG_TEXTS: return read_texts(&c->arena, v, &arg->texts);
	case ARG_NONE: break;
	}
	return false;
}

static const char *
wanted(enum arg_kind kind)
{
	switch (kind) {
	case ARG_COUNT: return "a number from 0 up";
	case ARG_RELATION: return "\"at least\" or \"less than\"";
	case ARG_TEXT: return "a string";
	case ARG_TEXTS: return "an array of strings";
	case ARG_NONE: break;
	}
	return "nothing";
}

/* Where the references draw an argument at random because it is missing, nothing can be judged. */
static char *
read_args(struct constraint *c, const json_t *args)
{
	for (int i = 0; i < ARGS_MAX && c->type->arg[i].name; i++) {
		const json_t *v = json_object_get(args, c->type->arg[i].name);

		if (!v || json_is_null(v))
			return xasprintf(
				"%s: argument %s is missing", c->type->id, c->type->arg[i].name);
		if (!read_arg(c, i, v))
			return xasprintf("%s: argument %s: want %s", c->type->id,
				c->type->arg[i].name, wanted(c->type->arg[i].kind));
	}
	return c->type->prepare ? c->type->prepare(c) : NULL;
}

char *
constraint_init(struct constraint *c, const char *id, const json_t *args, enum reading reading)
{
	char *why;

	*c = (struct constraint){.type = constraint_type_find(id), .reading = reading};
	if (!c->type)
		return xasprintf("unknown constraint %s", id);
	if (c->type->needs_data && !language_data())
		return xstrdup("language data missing, run make language-data");
	why = read_args(c, args);
	if (why)
		constraint_release(c);
	return why;
}

void
constraint_release(struct constraint *c)
{
	for (size_t i = 0; i < c->npatterns; i++)
		pattern_free(c->patterns[i]);
	free(c->patterns);
	arena_release(&c->arena);
	*c = (struct constraint){0};
}

enum outcome
compare_count(const struct constraint *c, size_t count, int num, int rel)
{
	double n = (double)count;

	return c->arg[rel].less ? n < c->arg[num].num : n >= c->arg[num].num;
}
