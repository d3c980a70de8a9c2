#include "scorer/calls/pyvalue.h"

#include <string.h>

static const char tuple_key[] = "\x01tuple", int_key[] = "\x01int", other_key[] = "\x01other";

enum py_type
py_type(const json_t *v)
{
	switch (json_typeof(v)) {
	case JSON_NULL: return PY_NONE;
	case JSON_TRUE:
	case JSON_FALSE: return PY_BOOL;
	case JSON_INTEGER: return PY_INT;
	case JSON_REAL: return PY_FLOAT;
	case JSON_STRING: return PY_STR;
	case JSON_ARRAY: return PY_LIST;
	default: break;
	}
	if (json_object_size(v) == 1) {
		if (json_object_get(v, tuple_key))
			return PY_TUPLE;
		if (json_object_get(v, int_key))
			return PY_INT;
		if (json_object_get(v, other_key))
			return PY_OTHER;
	}
	return PY_DICT;
}

const char *
py_type_name(enum py_type t)
{
	static const char *const names[] = {
		"None", "bool", "int", "float", "str", "list", "tuple", "dict", "another type"};

	return names[t];
}

json_t *
py_tuple(json_t *list)
{
	return json_pack("{s:o}", tuple_key, list);
}

json_t *
py_other(void)
{
	return json_pack("{s:n}", other_key);
}

json_t *
py_tuple_list(const json_t *v)
{
	return json_object_get(v, tuple_key);
}

static bool
is_number(const json_t *v)
{
	return json_is_number(v) || json_is_boolean(v);
}

static double
number(const json_t *v)
{
	return json_is_boolean(v) ? json_is_true(v) : json_number_value(v);
}

static bool
equal_numbers(const json_t *a, const json_t *b)
{
	if (json_is_integer(a) && json_is_integer(b))
		return json_integer_value(a) == json_integer_value(b);
	return number(a) == number(b);
}

static bool
equal_arrays(const json_t *a, const json_t *b)
{
	if (json_array_size(a) != json_array_size(b))
		return false;
	for (size_t i = 0; i < json_array_size(a); i++)
		if (!py_equal(json_array_get(a, i), json_array_get(b, i)))
			return false;
	return true;
}

static bool
equal_objects(const json_t *a, const json_t *b)
{
	const char *key;
	json_t *value;

	if (json_object_size(a) != json_object_size(b) || json_object_get(a, other_key))
		return false;
	json_object_foreach((json_t *)a, key, value)
	{
		const json_t *other = json_object_get(b, key);

		if (!other || !py_equal(value, other))
			return false;
	}
	return true;
}

bool
py_equal(const json_t *a, const json_t *b)
{
	if (is_number(a) && is_number(b))
		return equal_numbers(a, b);
	if (json_typeof(a) != json_typeof(b))
		return false;
	switch (json_typeof(a)) {
	case JSON_STRING:
		return json_string_length(a) == json_string_length(b) &&
		       memcmp(json_string_value(a), json_string_value(b), json_string_length(a)) ==
			       0;
	case JSON_ARRAY: return equal_arrays(a, b);
	case JSON_OBJECT: return equal_objects(a, b);
	default: return true; /* two nulls */
	}
}
