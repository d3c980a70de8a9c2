/* Function calls: syntax, types, values, shapes, languages. */
#include "judging.h"

static const char area[] =
	"{'name': 'geo.area', 'parameters': {'type': 'dict', 'properties': {"
	"'base': {'type': 'integer'}, 'height': {'type': 'float'}, 'unit': {'type': 'string'},"
	"'flags': {'type': 'array', 'items': {'type': 'string'}}, 'on': {'type': 'boolean'},"
	"'at': {'type': 'tuple', 'items': {'type': 'float'}},"
	"'size': {'type': 'dict'}, 'parts': {'type': 'array', 'items': {'type': 'dict'}}},"
	"'required': ['base']}}";
static const char area_answer[] =
	"{'geo.area': {'base': [10], 'height': ['', 5.0], 'unit': ['', 'cm, each'],"
	"'flags': ['', ['a', 'B c']], 'on': ['', true], 'at': ['', [1.0, 2.5]],"
	"'size': ['', {'w': [3], 'h': ['', 4]}], 'parts': ['', [{'n': ['x']}]]}}";
static const char greet[] = "{'name': 'greet', 'parameters': {'type': 'dict', 'properties': "
			    "{'who': {'type': 'string'}},"
			    "'required': ['who']}}";

/* JSON with ' for ", as long as no value has one. */
static json_t *
from_text(const char *text)
{
	char *copy = strdup(text);
	json_t *v;

	for (char *s = copy; *s; s++)
		if (*s == '\'')
			*s = '"';
	v = json_loads(copy, JSON_DECODE_ANY, NULL);
	free(copy);
	assert_non_null(v);
	return v;
}

static json_t *
scoring(const char *shape, json_t *functions, json_t *gold)
{
	return json_pack("{s:s, s:s, s:o, s:o}", "shape", shape, "language", "python", "functions",
		functions, "gold", gold);
}

static struct verdict
simple(const char *text)
{
	return judged(&scorer_calls, text,
		scoring("simple", json_pack("[o]", from_text(area)),
			json_pack("[o]", from_text(area_answer))),
		NULL);
}

struct row {
	const char *text;
	bool pass;
};

static void
check_simple(const struct row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++)
		expect(simple(rows[i].text), rows[i].pass ? PASS_TRUE : PASS_FALSE, rows[i].text,
			"geo.area(base=10)");
}

static void
syntax(void **state)
{
	static const struct row rows[] = {
		{"[geo.area(base=10)]", true},
		{"geo.area(base=10)", true},
		{"```\n[geo.area(base=10)]\n```", true},
		{"[geo.area(base=10)]\n", true},
		{"[geo.area(base=10),]", true},
		{"[geo . area (\n base = 10 # ten\n)]", true},
		{"[geo.area(base=1_0)]", true},
		{"[geo.area(base=0xA)]", true},
		{"[geo.area(base=2*5)]", true},
		{"[geo.area(base=(2+3)*2)]", true},
		{"[geo.area(base=100//9-1)]", true},
		{"[geo.area(base=--10)]", false},
		{"[geo.area(base=010)]", false},
		{"[geo.area(base=10km)]", false},
		{"[geo.area(base=10]", false},
		{"[geo.area(base=10)] as asked", false},
		{"Sure: [geo.area(base=10)]", false},
		{"[geo.area(10)]", false},
		{"[geo.area(base=10, 5)]", false},
		{"[geo.area(base=10, from='x')]", false},
		{"[geo.area(base=10, **{'height': 5})]", false},
		{"[{'name': 'geo.area', 'base': 10}]", false},
		{"[geo.area(base=10), 5]", false},
		{"[[geo.area(base=10)]]", false},
		{"[geo.area(base=9, base=10)]", true},
		{"[geo_area(base=10)]", false},
		{"", false},
	};

	(void)state;
	check_simple(rows, ROWS(rows));
}

static void
types_and_values(void **state)
{
	static const struct row rows[] = {
		{"[geo.area(base=11)]", false},
		{"[geo.area(base=10.0)]", false},
		{"[geo.area(base='10')]", false},
		{"[geo.area(base=True)]", false},
		{"[geo.area(height=5.0)]", false},
		{"[geo.area(base=10, height=5)]", true},
		{"[geo.area(base=10, height=5.0)]", true},
		{"[geo.area(base=10, height=-5.0)]", false},
		{"[geo.area(base=10, width=5)]", false},
		{"[geo.area(base=10, unit='CM EACH')]", true},
		{"[geo.area(base=10, unit=\"cm-each\")]", true},
		{"[geo.area(base=10, unit='c' 'm each')]", true},
		{"[geo.area(base=10, unit='cm: each')]", false},
		{"[geo.area(base=10, unit='')]", true},
		{"[geo.area(base=10, unit=None)]", false},
		{"[geo.area(base=10, on=True)]", true},
		{"[geo.area(base=10, on=1)]", false},
		{"[geo.area(base=10, on=true)]", false},
		{"[geo.area(base=10, flags=['A', 'b-c'])]", true},
		{"[geo.area(base=10, flags=['b c', 'a'])]", false},
		{"[geo.area(base=10, flags=[])]", true},
		{"[geo.area(base=10, flags=[1, 2])]", false},
		{"[geo.area(base=10, flags=('a', 'b c'))]", false},
		{"[geo.area(base=10, at=(1.0, 2.5))]", true},
		{"[geo.area(base=10, at=(1.0, 2.0))]", false},
		{"[geo.area(base=10, size={'w': 3})]", true},
		{"[geo.area(base=10, size={'w': 3, 'h': 4})]", true},
		{"[geo.area(base=10, size={'h': 4})]", false},
		{"[geo.area(base=10, size={'w': 3, 'd': 4})]", false},
		{"[geo.area(base=10, size={**x})]", false},
		{"[geo.area(base=10, parts=[{'n': 'X'}])]", true},
		{"[geo.area(base=10, parts=[{'n': 'y'}])]", false},
		{"[geo.area(base=10, parts=[])]", true},
	};

	(void)state;
	check_simple(rows, ROWS(rows));
}

static struct verdict
shaped(const char *shape, const char *text)
{
	json_t *functions = json_pack("[o, o]", from_text(area), from_text(greet));
	json_t *gold =
		strcmp(shape, "multiple") == 0
			? from_text("[{'greet': {'who': ['Ann']}}]")
			: from_text("[{'greet': {'who': ['Ann']}}, {'geo.area': {'base': [1]}},"
				    " {'greet': {'who': ['Bob']}}]");

	return judged(&scorer_calls, text, scoring(shape, functions, gold), NULL);
}

static void
shapes(void **state)
{
	(void)state;
	expect(shaped("multiple", "[greet(who='Ann')]"), PASS_TRUE, "one", "Ann");
	expect(shaped("multiple", "[greet(who='Ann'), greet(who='Ann')]"), PASS_FALSE, "two",
		"Ann");
	expect(shaped("multiple", "[geo.area(base=1)]"), PASS_FALSE, "the other", "Ann");
	expect(shaped("parallel", "[greet(who='Bob'), greet(who='Ann'), geo.area(base=1)]"),
		PASS_TRUE, "any order", "all");
	expect(shaped("parallel_multiple",
		       "[greet(who='Ann'), greet(who='Ann'), geo.area(base=1)]"),
		PASS_FALSE, "Ann twice", "all");
	expect(shaped("parallel", "[greet(who='Ann'), geo.area(base=1)]"), PASS_FALSE,
		"one missing", "all");
	expect(shaped("irrelevance", "I have no tool for that."), PASS_TRUE, "prose", "nothing");
	expect(shaped("irrelevance", "[]"), PASS_TRUE, "[]", "nothing");
	expect(shaped("irrelevance", "[greet(who='Ann')]"), PASS_FALSE, "a call", "nothing");
	expect(shaped("irrelevance", ""), PASS_FALSE, "no answer", "nothing");
	expect(shaped("serial", "[greet(who='Ann')]"), PASS_NULL, "a call", "serial");
}

static struct verdict
tool_call(const char *shape, const char *name, const char *arguments)
{
	return judged(&scorer_calls, "[greet(who='Eve')]",
		scoring(shape, json_pack("[o]", from_text(area)),
			json_pack("[o]", from_text(area_answer))),
		json_pack("{s:[{s:s, s:s}]}", "tool_calls", "name", name, "arguments", arguments));
}

static void
tool_calls(void **state)
{
	struct verdict v;

	(void)state;
	expect(tool_call("simple", "geo_area", "{\"base\": 10}"), PASS_TRUE, "_", "geo.area");
	expect(tool_call("simple", "geo_areas", "{\"base\": 10}"), PASS_FALSE, "_", "geo.area");
	expect(tool_call("simple", "geo_area", "{\"base\": 10.0}"), PASS_FALSE, "real", "geo.area");
	expect(tool_call("simple", "geo_area", "{\"base\": 10"), PASS_FALSE, "cut", "geo.area");
	expect(tool_call("simple", "geo_area", "[10]"), PASS_FALSE, "list", "geo.area");
	expect(tool_call("irrelevance", "geo_area", "{}"), PASS_FALSE, "a call", "nothing");
	expect(tool_call("irrelevance", "geo_area", "{"), PASS_TRUE, "no call", "nothing");
	v = tool_call("simple", "geo.area", "{\"base\": 10}");
	assert_int_equal(v.pass, PASS_FALSE);
	assert_int_equal(variant(&v, "compatible"), 0);
	assert_int_equal(variant(&v, "corrected"), 1);
	verdict_release(&v);
}

static struct verdict
literal(const char *language, const char *type, const char *member, const char *text,
	const char *wanted)
{
	json_t *function = json_pack("{s:s, s:{s:{s:{s:s, s:{s:s}}}, s:[s]}}", "name", "C.f",
		"parameters", "properties", "p", "type", type, "items", "type", member, "required",
		"p");
	json_t *s = json_pack("{s:s, s:s, s:[o], s:[{s:{s:[o]}}]}", "shape", "simple", "language",
		language, "functions", function, "gold", "C.f", "p", from_text(wanted));

	return judged(&scorer_calls, text, s, NULL);
}

static void
java_and_javascript(void **state)
{
	static const struct {
		const char *language, *type, *member, *text, *wanted;
		bool pass;
	} rows[] = {
		{"java", "integer", "any", "[C.f(p=5)]", "5", true},
		{"java", "integer", "any", "[C.f(p=5L)]", "5", false},
		{"java", "long", "any", "C.f(p=5L)", "5", true},
		{"java", "float", "any", "C.f(p=2.5f)", "2.5", true},
		{"java", "float", "any", "C.f(p=2.5)", "2.5", false},
		{"java", "boolean", "any", "C.f(p=true)", "true", true},
		{"java", "String", "any", "C.f(p=\"a, (b)\")", "'a, (b)'", true},
		{"java", "any", "any", "C.f(p=mapArea)", "'mapArea'", true},
		{"java", "any", "any", "C.f(p=mapAreas)", "'mapArea'", false},
		{"java", "ArrayList", "String",
			"C.f(p=new ArrayList<>(Arrays.asList(\"a\", \"b\")))", "['a', 'b']", true},
		{"java", "ArrayList", "String",
			"C.f(p=new ArrayList<>(Arrays.asList(\"a\", \"c\")))", "['a', 'b']", false},
		{"java", "Array", "integer", "C.f(p=new int[]{1, 2})", "[1, 2]", true},
		{"java", "HashMap", "any", "C.f(p=new HashMap<>() {{ put(\"k\", 7); }})",
			"{'k': [7]}", true},
		{"java", "HashMap", "any", "C.f(p=new HashMap<>() {{ put(\"k\", 8); }})",
			"{'k': [7]}", false},
		{"javascript", "Boolean", "any", "[C.f(p=true)]", "true", true},
		{"javascript", "Bigint", "any", "C.f(p=12n)", "12", true},
		{"javascript", "array", "String", "C.f(p=['a', 'b'])", "['a', 'b']", true},
		{"javascript", "array", "any", "C.f(p=[[1, 2], [3]])", "[[1, 2], [3]]", true},
		{"javascript", "dict", "any", "C.f(p={k: 'v', n: 2})", "{'k': ['v'], 'n': [2]}",
			true},
		{"javascript", "dict", "any", "C.f(p={k: 'v'})", "{'k': ['w']}", false},
		{"javascript", "String", "any", "C.f(p='x'", "'x'", false},
	};

	(void)state;
	for (size_t i = 0; i < ROWS(rows); i++)
		expect(literal(rows[i].language, rows[i].type, rows[i].member, rows[i].text,
			       rows[i].wanted),
			rows[i].pass ? PASS_TRUE : PASS_FALSE, rows[i].text, rows[i].wanted);
}

static void
hostile_input_is_read_in_bounds(void **state)
{
	static const char *const pieces[] = {"[", "(", "{", "f(", "f(a=", "-", "not ",
		"lambda:", "1**", "a.b", "'", "\\", "f(a=1)+", "x[", "1if 1else ", "f'{",
		"for x in ", "a(b=[c("};
	char *text = malloc(200001);

	(void)state;
	for (size_t i = 0; i < ROWS(pieces); i++) {
		size_t n = strlen(pieces[i]), len = 0;

		while (len + n <= 200000) {
			memcpy(text + len, pieces[i], n);
			len += n;
		}
		text[len] = '\0';
		expect(simple(text), PASS_FALSE, pieces[i], "geo.area(base=10)");
	}
	free(text);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(syntax),
		cmocka_unit_test(types_and_values),
		cmocka_unit_test(shapes),
		cmocka_unit_test(tool_calls),
		cmocka_unit_test(java_and_javascript),
		cmocka_unit_test(hostile_input_is_read_in_bounds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
