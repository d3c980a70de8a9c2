#include "scorer/calls/check.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "kit/buf.h"
#include "kit/json.h"
#include "kit/mem.h"
#include "kit/utf8.h"
#include "scorer/calls/convert.h"
#include "scorer/calls/pyvalue.h"
#include "scorer/raw.h"

/* Lower case of the letters that answers are written in: ASCII, Latin-1, Greek, Cyrillic. */
static unsigned
lower(unsigned c)
{
	if ((c >= 'A' && c <= 'Z') || (c >= 0xC0 && c <= 0xDE && c != 0xD7) ||
		(c >= 0x391 && c <= 0x3A9) || (c >= 0x410 && c <= 0x42F))
		return c + 32;
	if (c >= 0x400 && c <= 0x40F)
		return c + 80;
	if (c >= 0x100 && c <= 0x137)
		return c | 1;
	return c;
}

/* Without blanks and , . / - _ * ^, in lower case, with " for '. A new string. */
static char *
standardized(const json_t *string)
{
	struct span t = {json_string_value(string), json_string_length(string)};
	struct buf out = BUF_INIT;

	buf_reserve(&out, t.len + 1);
	while (t.len > 0) {
		size_t n;
		uint32_t c = utf8_first(t, &n);
		char utf8[4];

		if (c < 0x80) {
			if (!strchr(" ,./-_*^", (int)c) || c == 0)
				buf_putc(&out, c == '\'' ? '"' : (char)lower(c));
		} else if (c != 0xFFFD) {
			buf_add(&out, utf8, utf8_encode(utf8, lower(c)));
		} else {
			buf_add(&out, t.s, n);
		}
		t = span_from(t, n);
	}
	return buf_steal(&out);
}

static bool
same_standardized(const json_t *a, const json_t *b)
{
	char *x, *y;
	bool same;

	if (py_equal(a, b))
		return true;
	x = standardized(a);
	y = standardized(b);
	same = strcmp(x, y) == 0;
	free(x);
	free(y);
	return same;
}

/* Equal; strings are compared by their standard form. */
static bool
same_value(const json_t *a, const json_t *b)
{
	if (json_is_string(a) && json_is_string(b))
		return same_standardized(a, b);
	return py_equal(a, b);
}

static bool
is_blank(const json_t *v)
{
	return json_is_string(v) && json_string_length(v) == 0;
}

static bool
holds_blank(const json_t *options)
{
	for (size_t i = 0; i < json_array_size(options); i++)
		if (is_blank(json_array_get(options, i)))
			return true;
	return false;
}

static bool
is_one_of(const json_t *v, const json_t *options, bool (*same)(const json_t *, const json_t *))
{
	for (size_t i = 0; i < json_array_size(options); i++)
		if (same(v, json_array_get(options, i)))
			return true;
	return false;
}

/* A list equals a possible one, strings in both by their standard form; "" stands for []. */
static bool
list_fits(const json_t *value, const json_t *options)
{
	for (size_t i = 0; i < json_array_size(options); i++) {
		const json_t *option = json_array_get(options, i);
		size_t n = json_array_size(option), k = 0;

		if (is_blank(option) && json_array_size(value) == 0)
			return true;
		if (!json_is_array(option) || json_array_size(value) != n)
			continue;
		while (k < n && same_value(json_array_get(value, k), json_array_get(option, k)))
			k++;
		if (k == n)
			return true;
	}
	return false;
}

static bool
fits_dict(const json_t *value, const json_t *option)
{
	const char *key;
	json_t *v;

	if (!json_is_object(option) || !json_is_object(value))
		return false;
	json_object_foreach((json_t *)value, key,
		v) if (!is_one_of(v, json_object_get(option, key), same_value)) return false;
	json_object_foreach((json_t *)option, key,
		v) if (!json_object_get(value, key) && !holds_blank(v)) return false;
	return true;
}

static bool
dict_fits(const json_t *value, const json_t *options)
{
	for (size_t i = 0; i < json_array_size(options); i++)
		if (fits_dict(value, json_array_get(options, i)))
			return true;
	return false;
}

static bool
list_of_dicts_fits(const json_t *value, const json_t *options)
{
	for (size_t i = 0; i < json_array_size(options); i++) {
		const json_t *option = json_array_get(options, i);
		size_t n = json_array_size(value), k = 0;

		if (!(json_is_array(option) || is_blank(option)) || json_array_size(option) != n)
			continue;
		while (k < n && fits_dict(json_array_get(value, k), json_array_get(option, k)))
			k++;
		if (k == n)
			return true;
	}
	return false;
}

struct expected {
	enum py_type type, nested;
	bool has_nested;
};

static enum py_type
python_type(const char *declared)
{
	static const struct {
		const char *name;
		enum py_type type;
	} types[] = {{"string", PY_STR}, {"integer", PY_INT}, {"float", PY_FLOAT},
		{"boolean", PY_BOOL}, {"array", PY_LIST}, {"tuple", PY_LIST}, {"dict", PY_DICT},
		{"any", PY_STR}, {"number", PY_FLOAT}, {"object", PY_DICT}, {"list", PY_LIST},
		{"bool", PY_BOOL}};

	for (size_t i = 0; declared && i < sizeof types / sizeof *types; i++)
		if (strcmp(declared, types[i].name) == 0)
			return types[i].type;
	return PY_OTHER;
}

/* The type of the first possible answer that isn't ""; false where there is none. */
static bool
answers_type(const json_t *options, enum py_type *out)
{
	for (size_t i = 0; i < json_array_size(options); i++) {
		const json_t *option = json_array_get(options, i);

		if (!is_blank(option)) {
			*out = py_type(option);
			return true;
		}
	}
	return false;
}

/*
 * Whether the type of a value fits. A possible answer of another type than the declared one is a
 * variable's name: *variable.
 */
static bool
type_fits(const json_t *value, const json_t *options, struct expected e, bool *variable)
{
	enum py_type answer = PY_OTHER;
	bool known = answers_type(options, &answer), nested_fits = false, ignored;

	*variable = known && answer != e.type;
	if (py_type(value) != e.type) {
		*variable = true;
		return known && py_type(value) == answer;
	}
	if (!e.has_nested)
		return true;
	for (size_t i = 0; !nested_fits && i < json_array_size(options); i++) {
		const json_t *option = json_array_get(options, i);

		nested_fits = true;
		for (size_t k = 0; json_is_array(option) && k < json_array_size(value); k++)
			if (!type_fits(json_array_get(value, k), option,
				    (struct expected){.type = e.nested}, &ignored)) {
				nested_fits = false;
				break;
			}
	}
	return nested_fits;
}

static bool
value_fits(const json_t *value, const json_t *options, struct expected e, bool variable)
{
	if (!variable) {
		if (e.type == PY_DICT)
			return dict_fits(value, options);
		if (e.type == PY_LIST && e.has_nested && e.nested == PY_DICT)
			return list_of_dicts_fits(value, options);
		if (e.type == PY_STR)
			return is_one_of(value, options, same_value);
		if (e.type == PY_LIST)
			return list_fits(value, options);
	}
	return is_one_of(value, options, py_equal);
}

static bool
has_members(enum call_language language, const char *declared)
{
	static const char *const python[] = {"array", "tuple", "list", NULL}, *const other[] = {
										      "Array",
										      "ArrayList",
										      "array",
										      NULL};
	const char *const *names = language == CALL_PYTHON ? python : other;

	for (size_t i = 0; names[i]; i++)
		if (strcmp(declared, names[i]) == 0)
			return true;
	return false;
}

/* A value as the checker sees it, in *value, which is owned. */
static char *
converted(const struct call_question *q, const char *name, const char *declared, const char *nested,
	json_t **value)
{
	if (q->language != CALL_PYTHON) {
		json_t *out;

		if (!json_is_string(*value))
			return xasprintf(
				"parameter %s is %s where text in the language's syntax is wanted",
				name, py_type_name(py_type(*value)));
		out = convert_literal(q->language, json_string_value(*value), declared, nested);
		json_decref(*value);
		*value = out ? out : json_null();
		return out ? NULL
			   : xasprintf("parameter %s has type %s, which can't be read", name,
				     declared);
	}
	if (strcmp(declared, "tuple") == 0 && py_type(*value) == PY_TUPLE) {
		json_t *list = json_incref(py_tuple_list(*value));

		json_decref(*value);
		*value = list;
	} else if (python_type(declared) == PY_FLOAT && json_is_integer(*value)) {
		double x = json_number_value(*value);

		json_decref(*value);
		*value = json_real(x);
	}
	return NULL;
}

static char *
wrong_value(const char *name, const json_t *value, const char *what)
{
	char *shown = json_text(value);
	char *why;

	if (strlen(shown) > 80) {
		size_t n = 80;

		while (n > 0 && (shown[n] & 0xC0) == 0x80)
			n--;
		shown[n] = '\0';
	}
	why = xasprintf("parameter %s: %s %s", name, shown, what);
	free(shown);
	return why;
}

/* One argument against its declaration and its possible answers. */
static char *
check_argument(const struct call_question *q, const char *name, const json_t *given,
	struct span declaration, const json_t *options)
{
	struct span items = raw_member(declaration, "items");
	char *nested = raw_text(raw_member(items, "type"), NULL);
	char *type = raw_text(raw_member(declaration, "type"), NULL);
	const char *declared = type ? type : "";
	struct expected e = {.has_nested = has_members(q->language, declared)};
	json_t *value = json_incref((json_t *)given);
	bool variable;
	char *why;

	if (q->language == CALL_PYTHON) {
		e.type = python_type(declared);
		e.nested = python_type(nested);
	} else {
		e.type = convert_type(q->language, declared);
		e.nested = nested ? convert_type(q->language, nested) : PY_OTHER;
	}
	why = converted(q, name, declared, e.has_nested ? nested : NULL, &value);
	if (!why && !type_fits(value, options, e, &variable))
		why = wrong_value(name, value, "has the wrong type");
	if (!why && !value_fits(value, options, e, variable))
		why = wrong_value(name, value, "is none of the possible answers");
	json_decref(value);
	free(nested);
	free(type);
	return why;
}

static bool
same_name(enum call_names names, const char *given, const char *name)
{
	if (names != NAMES_UNDERSCORED && strcmp(given, name) == 0)
		return true;
	if (names == NAMES_AS_WRITTEN)
		return false;
	while (*given && *given == (*name == '.' ? '_' : *name)) {
		given++;
		name++;
	}
	return !*given && !*name;
}

static char *
check_required(struct span required, const json_t *arguments)
{
	struct raw_walk w = {.in = required};
	struct span element;
	char *why = NULL;

	while (!why && raw_next_element(&w, &element)) {
		char *name = raw_text(element, NULL);

		if (name && !json_object_get(arguments, name))
			why = xasprintf("parameter %s is required and missing", name);
		free(name);
	}
	return why;
}

static char *
check_arguments(const struct call_question *q, struct span function, const json_t *options,
	const json_t *arguments)
{
	struct span parameters = raw_member(function, "parameters");
	struct span declared = raw_member(parameters, "properties");
	const char *name;
	json_t *value;
	char *why = check_required(raw_member(parameters, "required"), arguments);

	if (why)
		return why;
	json_object_foreach((json_t *)arguments, name, value)
	{
		struct span declaration = raw_member(declared, name);
		const json_t *possible = json_object_get(options, name);

		if (!declaration.s || !possible)
			return xasprintf("parameter %s is not expected", name);
		if ((why = check_argument(q, name, value, declaration, possible)))
			return why;
	}
	json_object_foreach((json_t *)options, name, value) if (
		!json_object_get(arguments, name) &&
		!holds_blank(value)) return xasprintf("parameter %s is missing and not optional",
		name);
	return NULL;
}

/* One call against one possible answer, {function name: {parameter: [values]}}. */
static char *
check_call(const struct call_question *q, struct span function, const json_t *answer,
	const struct call *call)
{
	char *name = raw_text(raw_member(function, "name"), NULL), *why;
	const json_t *options = json_object_iter_value(json_object_iter((json_t *)answer));

	if (!name || !options)
		why = xstrdup("the question has no such function");
	else if (!same_name(q->names, call->name, name))
		why = xasprintf("calls %s, want %s%s", call->name, name,
			q->names == NAMES_UNDERSCORED && strchr(name, '.') ? " with _ for each dot"
									   : "");
	else
		why = check_arguments(q, function, options, call->arguments);
	free(name);
	return why;
}

static const char *
answer_name(const json_t *answer)
{
	void *first = json_object_iter((json_t *)answer);

	return first ? json_object_iter_key(first) : "";
}

/* A function without a name has the name "". */
static struct span
find_function(struct span functions, const char *name)
{
	struct raw_walk w = {.in = functions};
	struct span f;

	while (raw_next_element(&w, &f)) {
		struct span own = raw_member(f, "name");

		if (raw_is_string(own) ? raw_equals(own, name) : !*name)
			return f;
	}
	return (struct span){NULL, 0};
}

static char *
wrong_count(size_t have, size_t want)
{
	return xasprintf("%zu call%s, want %zu", have, have == 1 ? "" : "s", want);
}

char *
calls_check_simple(const struct call_question *q, const struct calls *c)
{
	if (c->n != 1)
		return wrong_count(c->n, 1);
	struct raw_walk w = {.in = q->functions};
	struct span function = {NULL, 0};
	raw_next_element(&w, &function);
	return check_call(q, function, json_array_get(q->answers, 0), &c->call[0]);
}

char *
calls_check_multiple(const struct call_question *q, const struct calls *c)
{
	const json_t *answer = json_array_get(q->answers, 0);

	if (c->n != json_array_size(q->answers))
		return wrong_count(c->n, json_array_size(q->answers));
	if (c->n == 0)
		return NULL;
	return check_call(q, find_function(q->functions, answer_name(answer)), answer, &c->call[0]);
}

char *
calls_check_parallel(const struct call_question *q, const struct calls *c)
{
	bool *taken;
	char *why = NULL;

	if (c->n != json_array_size(q->answers))
		return wrong_count(c->n, json_array_size(q->answers));
	taken = xcalloc(c->n + 1, sizeof *taken);
	for (size_t i = 0; !why && i < c->n; i++) {
		const json_t *answer = json_array_get(q->answers, i);
		struct span function = find_function(q->functions, answer_name(answer));
		size_t k;

		for (k = 0; k < c->n; k++) {
			char *this = taken[k] ? NULL : check_call(q, function, answer, &c->call[k]);

			if (!taken[k] && !this)
				break;
			if (this && why)
				free(this);
			else if (this)
				why = this;
		}
		if (k < c->n) {
			taken[k] = true;
			free(why);
			why = NULL;
		}
	}
	free(taken);
	return why;
}
