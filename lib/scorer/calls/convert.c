#define PCRE2_CODE_UNIT_WIDTH 8
#include "scorer/calls/convert.h"

#include <ctype.h>
#include <math.h>
#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

#include "kit/mem.h"
#include "scorer/calls/pyvalue.h"

enum { GROUPS = 4, COLLECTION_DEPTH = 20 };

/*
 * Searches text from `from` on. groups[0…] are set, unset ones to NULL. Work is bounded by PCRE2's
 * match limit; beyond it nothing matches.
 */
static bool
search(const char *pattern, uint32_t options, struct span text, size_t from,
	struct span groups[GROUPS])
{
	int error;
	PCRE2_SIZE at;
	pcre2_code *code = pcre2_compile(
		(PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED, options, &error, &at, NULL);
	pcre2_match_data *data = code ? pcre2_match_data_create(GROUPS, NULL) : NULL;
	pcre2_match_context *context = code ? pcre2_match_context_create(NULL) : NULL;
	int n = -1;

	if (data && context) {
		pcre2_set_match_limit(context, 200000);
		n = pcre2_match(code, (PCRE2_SPTR)text.s, text.len, from, 0, data, context);
	}
	for (int i = 0; i < GROUPS; i++) {
		const PCRE2_SIZE *v = n > i ? pcre2_get_ovector_pointer(data) + 2 * i : NULL;

		groups[i] = v && v[0] != PCRE2_UNSET ? span_cut(text, v[0], v[1])
						     : (struct span){NULL, 0};
	}
	pcre2_match_context_free(context);
	pcre2_match_data_free(data);
	pcre2_code_free(code);
	return n > 0;
}

static bool
matches(const char *pattern, struct span text)
{
	struct span groups[GROUPS];

	return search(pattern, 0, text, 0, groups);
}

static json_t *
string_of(struct span t)
{
	return json_stringn_nocheck(t.s, t.len);
}

static json_t *
real_of(struct span t)
{
	char *s = span_copy(t);
	double x = strtod(s, NULL);

	free(s);
	return isfinite(x) ? json_real(x) : py_other();
}

static json_t *
integer_of(struct span t)
{
	char *s = span_copy(t);
	json_t *v = json_integer(strtoll(s, NULL, 10));

	free(s);
	return v;
}

static bool
is_quoted(struct span t, char quote)
{
	return t.len >= 2 && t.s[0] == quote && t.s[t.len - 1] == quote;
}

static struct span
inner(struct span t)
{
	return t.len >= 2 ? span_cut(t, 1, t.len - 1) : SPAN("");
}

/* The value of a literal whose type is not told. */
static json_t *
untyped(struct span t, bool java)
{
	if (span_equal(t, SPAN("true")) || span_equal(t, SPAN("false")))
		return json_boolean(t.s[0] == 't');
	if (is_quoted(t, '"') || (!java && is_quoted(t, '\'')))
		return string_of(inner(t));
	if (java && matches("^-?\\d+[lL]$", t))
		return integer_of(t);
	if (java && matches("^-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?[fF]$", t))
		return real_of(t);
	if (matches("^\\s*[+-]?\\d+(_\\d+)*\\s*$", t))
		return integer_of(t);
	if (matches("^\\s*[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?\\s*$", t))
		return real_of(t);
	return string_of(t);
}

/* Members of a list between commas. */
static json_t *
members(struct span t, json_t *(*value)(struct span, const char *), const char *nested, bool blanks)
{
	json_t *list = json_array();

	for (;;) {
		const char *comma = memchr(t.s, ',', t.len);
		struct span one = comma ? span_cut(t, 0, (size_t)(comma - t.s)) : t;

		one = span_strip(one);
		if (one.len > 0 || blanks)
			json_array_append_new(list, value(one, nested));
		if (!comma)
			return list;
		t = span_from(t, (size_t)(comma - t.s) + 1);
	}
}

/* Java */

static json_t *java(struct span t, const char *declared, const char *nested, int depth);

static json_t *
java_member(struct span t, const char *nested)
{
	json_t *v;

	if (!nested)
		return untyped(t, true);
	v = java(t, nested, NULL, 1);
	return v ? v : string_of(t);
}

static json_t *
java_list_member(struct span t, const char *nested)
{
	if (nested && (strcmp(nested, "char") == 0 || strcmp(nested, "String") == 0))
		return string_of(inner(t));
	return java_member(t, nested);
}

static json_t *
java_array_list(struct span t, const char *nested)
{
	struct span g[GROUPS], adds;
	json_t *list;
	size_t from = 0;

	if (search("new\\s+ArrayList<\\w*>\\(Arrays\\.asList\\((.+?)\\)\\)", 0, t, 0, g))
		return members(g[1], java_list_member, nested, true);
	if (search("new\\s+ArrayList<\\w*>\\(\\)\\s*\\{\\{\\s*(.+?)\\s*\\}\\}", PCRE2_DOTALL, t, 0,
		    g)) {
		list = json_array();
		adds = g[1];
		while (search("add\\((.+?)\\)", 0, adds, from, g)) {
			json_array_append_new(list, java_list_member(span_strip(g[1]), nested));
			from = (size_t)(g[0].s - adds.s) + g[0].len;
		}
		return list;
	}
	if (search("new\\s+ArrayList<\\w*>\\(\\)", 0, t, 0, g))
		return json_array();
	return string_of(t);
}

static json_t *
java_array(struct span t, const char *nested)
{
	struct span g[GROUPS];

	if (search("new\\s+\\w+\\[\\]\\s*\\{(.*?)\\}", 0, t, 0, g))
		return members(g[1], java_member, nested, false);
	return string_of(t);
}

static json_t *
java_map(struct span t)
{
	struct span g[GROUPS], puts;
	json_t *map;
	size_t from = 0;

	if (!search("new\\s+HashMap<.*?>\\s*\\(\\)\\s*\\{\\s*\\{?\\s*(.*?)\\s*\\}?\\s*\\}",
		    PCRE2_DOTALL, t, 0, g))
		return search("new\\s+HashMap<.*?>\\s*\\(\\)", 0, t, 0, g) ? json_object()
									   : string_of(t);
	map = json_object();
	puts = g[1];
	while (search("put\\(\\\"(.*?)\\\",\\s*(.*?)\\)", 0, puts, from, g)) {
		char *key = span_copy(g[1]);

		json_object_set_new_nocheck(map, key, untyped(span_strip(g[2]), true));
		free(key);
		from = (size_t)(g[0].s - puts.s) + g[0].len;
	}
	return map;
}

static json_t *
java(struct span t, const char *declared, const char *nested, int depth)
{
	if (strcmp(declared, "byte") == 0 || strcmp(declared, "short") == 0 ||
		strcmp(declared, "integer") == 0)
		return matches("^-?\\d+$", t) ? integer_of(t) : string_of(t);
	if (strcmp(declared, "float") == 0)
		return matches("^-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?[fF]$", t) ? real_of(t)
									    : string_of(t);
	if (strcmp(declared, "double") == 0)
		return matches("^-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?$", t) ? real_of(t) : string_of(t);
	if (strcmp(declared, "long") == 0)
		return matches("^-?\\d+[lL]$", t) ? integer_of(t) : string_of(t);
	if (strcmp(declared, "boolean") == 0)
		return span_equal(t, SPAN("true")) || span_equal(t, SPAN("false"))
			       ? json_boolean(t.s[0] == 't')
			       : string_of(t);
	if (strcmp(declared, "char") == 0 || strcmp(declared, "String") == 0 ||
		strcmp(declared, "any") == 0)
		return string_of(t);
	if (strcmp(declared, "ArrayList") == 0 && depth == 0)
		return java_array_list(t, nested);
	if (strcmp(declared, "Array") == 0 && depth == 0)
		return java_array(t, nested);
	if (strcmp(declared, "HashMap") == 0)
		return java_map(t);
	return NULL;
}

/* JavaScript */

static json_t *javascript(struct span t, const char *declared, const char *nested, int depth);

static json_t *
js_member(struct span t, const char *nested)
{
	json_t *v;

	if (!nested)
		return untyped(t, false);
	v = javascript(t, nested, NULL, 1);
	return v ? v : string_of(t);
}

/* [[…], […]] at the start of t. */
static json_t *
js_rows(struct span t)
{
	static const char pattern[] = "^(?:\\[\\s*\\[.*?\\]\\s*(,\\s*\\[.*?\\]\\s*)*\\]|\\bnew\\s+"
				      "Array\\(\\s*\\[.*?\\]\\s*(,"
				      "\\s*\\[.*?\\]\\s*)*\\))";
	struct span g[GROUPS], all;
	json_t *rows;
	size_t from = 0;

	if (!search(pattern, 0, t, 0, g))
		return NULL;
	rows = json_array();
	all = g[0];
	while (search("\\[(.*?)\\]", 0, all, from, g)) {
		struct span row = span_strip(g[1]);

		if (json_array_size(rows) == 0 && span_starts(row, SPAN("[")))
			row = span_from(row, 1);
		json_array_append_new(rows, members(row, js_member, NULL, true));
		from = (size_t)(g[0].s - all.s) + g[0].len;
	}
	return rows;
}

static json_t *
js_array(struct span t, const char *nested)
{
	struct span g[GROUPS], inside;
	json_t *rows = js_rows(t);

	if (rows)
		return rows;
	if (!search("^(?:\\[(.*?)\\]|\\bnew\\s+Array\\((.*?)\\))", 0, t, 0, g))
		return string_of(t);
	inside = span_strip(g[1].s ? g[1] : g[2]);
	return inside.len == 0 ? json_array() : members(inside, js_member, nested, true);
}

static struct span
without_quotes(struct span t)
{
	while (t.len > 0 && (t.s[0] == '\'' || t.s[0] == '"'))
		t = span_from(t, 1);
	while (t.len > 0 && (t.s[t.len - 1] == '\'' || t.s[t.len - 1] == '"'))
		t.len--;
	return t;
}

static json_t *
js_dict(struct span t, int depth)
{
	struct span g[GROUPS], content;
	json_t *dict;
	size_t from = 0;

	if (span_equal(t, SPAN("{}")))
		return json_object();
	if (depth > COLLECTION_DEPTH || !search("^\\{(.*?)\\}", 0, t, 0, g))
		return string_of(t);
	dict = json_object();
	content = g[1];
	while (search("([^:]+):\\s*(.*?)(?:,\\s*(?=[^,]+:)|$)", 0, content, from, g)) {
		char *key = span_copy(without_quotes(span_strip(g[1])));
		struct span v = span_strip(g[2]);
		json_t *value;

		if (span_starts(v, SPAN("[")) && span_ends(v, SPAN("]")))
			value = js_array(v, NULL);
		else if (span_starts(v, SPAN("{")) && span_ends(v, SPAN("}")))
			value = js_dict(v, depth + 1);
		else
			value = untyped(span_strip(without_quotes(v)), false);
		json_object_set_new_nocheck(dict, key, value);
		free(key);
		from = (size_t)(g[0].s - content.s) + g[0].len;
	}
	return dict;
}

static json_t *
javascript(struct span t, const char *declared, const char *nested, int depth)
{
	if (strcmp(declared, "String") == 0)
		return string_of(is_quoted(t, '"') || is_quoted(t, '\'') ? inner(t) : t);
	if (strcmp(declared, "integer") == 0)
		return matches("^-?\\d+$", t) ? integer_of(t) : string_of(t);
	if (strcmp(declared, "float") == 0)
		return matches("^-?\\d+(\\.\\d+)?$", t) ? real_of(t) : string_of(t);
	if (strcmp(declared, "Bigint") == 0)
		return matches("^-?\\d+n$", t) ? integer_of(t) : string_of(t);
	if (strcmp(declared, "Boolean") == 0)
		return span_equal(t, SPAN("true")) || span_equal(t, SPAN("false"))
			       ? json_boolean(t.s[0] == 't')
			       : string_of(t);
	if (strcmp(declared, "dict") == 0)
		return js_dict(span_strip(t), depth);
	if (strcmp(declared, "array") == 0)
		return js_array(span_strip(t), nested);
	if (strcmp(declared, "any") == 0)
		return string_of(t);
	return NULL;
}

enum py_type
convert_type(enum call_language language, const char *declared)
{
	static const struct {
		const char *name;
		enum py_type type;
	} types[2][16] = {
		{{"byte", PY_INT}, {"short", PY_INT}, {"integer", PY_INT}, {"float", PY_FLOAT},
			{"double", PY_FLOAT}, {"long", PY_INT}, {"boolean", PY_BOOL},
			{"char", PY_STR}, {"Array", PY_LIST}, {"ArrayList", PY_LIST},
			{"HashMap", PY_DICT}, {"String", PY_STR}, {"any", PY_STR}},
		{{"String", PY_STR}, {"integer", PY_INT}, {"float", PY_FLOAT}, {"Bigint", PY_INT},
			{"Boolean", PY_BOOL}, {"dict", PY_DICT}, {"array", PY_LIST},
			{"any", PY_STR}}};

	for (size_t i = 0; i < 16; i++) {
		const char *name = types[language == CALL_JAVASCRIPT][i].name;

		if (name && strcmp(name, declared) == 0)
			return types[language == CALL_JAVASCRIPT][i].type;
	}
	return PY_OTHER;
}

json_t *
convert_literal(
	enum call_language language, const char *text, const char *declared, const char *nested)
{
	return language == CALL_JAVA ? java(span_of(text), declared, nested, 0)
				     : javascript(span_of(text), declared, nested, 0);
}

/* The end of a value at t.s[i]: a comma or the bracket that closes the call. */
static size_t
value_end(struct span t, size_t i)
{
	int depth = 0;

	for (; i < t.len; i++) {
		char c = t.s[i];

		if (c == '"' || c == '\'' || c == '`') {
			for (i++; i < t.len && t.s[i] != c; i++)
				if (t.s[i] == '\\')
					i++;
		} else if (strchr("([{", c)) {
			depth++;
		} else if (strchr(")]}", c) && depth-- == 0) {
			return i;
		} else if (c == ',' && depth == 0) {
			return i;
		}
	}
	return t.len;
}

bool
convert_calls(struct span text, struct calls *c)
{
	struct span g[GROUPS], t = text;
	json_t *arguments;
	size_t i;

	if (!search("([A-Za-z_$][\\w$]*(?:\\.[A-Za-z_$][\\w$]*)*)\\s*\\(", 0, t, 0, g)) {
		c->why = "no call";
		return false;
	}
	t = span_from(t, (size_t)(g[0].s - t.s) + g[0].len);
	arguments = json_object();
	calls_add(c, g[1].s, g[1].len, arguments);
	for (i = 0; i < t.len;) {
		size_t end = value_end(t, i);
		struct span one = span_strip(span_cut(t, i, end)), value;
		char *name;

		if (search("^([A-Za-z_$][\\w$]*)\\s*=(?!=)\\s*", 0, one, 0, g)) {
			value = span_from(one, g[0].len);
			if (is_quoted(value, '"') || is_quoted(value, '\''))
				value = inner(value);
			name = span_copy(g[1]);
			json_object_set_new_nocheck(arguments, name, string_of(value));
			free(name);
		} else if (one.len > 0) {
			json_object_set_new_nocheck(arguments, "\x01positional", json_null());
		}
		if (end >= t.len) {
			calls_free(c);
			c->why = "the call is not closed";
			return false;
		}
		if (t.s[end] != ',')
			return true;
		i = end + 1;
	}
	calls_free(c);
	c->why = "the call is not closed";
	return false;
}
