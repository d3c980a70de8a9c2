/*
 * Function calls: the first byte chooses the shape and language, the first line is a tool call's
 * arguments (none where it is empty), the rest the text. The question is fixed.
 */
#include "judging.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	static const char question[] = "{\"shape\":\"%s\",\"language\":\"%s\",\"functions\":[{"
				       "\"name\":\"a.b\",\"parameters\":"
				       "{\"properties\":{\"i\":{\"type\":\"integer\"},\"f\":{"
				       "\"type\":\"float\"},\"s\":{\"type\":"
				       "\"string\"},\"l\":{\"type\":\"array\",\"items\":{\"type\":"
				       "\"dict\"}},\"t\":{\"type\":"
				       "\"tuple\",\"items\":{\"type\":\"integer\"}},\"d\":{"
				       "\"type\":\"dict\"},\"h\":{\"type\":"
				       "\"HashMap\"},\"A\":{\"type\":\"ArrayList\",\"items\":{"
				       "\"type\":\"integer\"}},\"r\":{\"type\":"
				       "\"Array\"}},\"required\":[]}}],\"gold\":[{\"a.b\":{\"i\":["
				       "1,\"\"],\"f\":[1.5,\"\"],\"s\":"
				       "[\"x\",\"\"],\"l\":[[{\"k\":[1]}],\"\"],\"t\":[[1,2],\"\"],"
				       "\"d\":[{\"k\":[1]},\"\"],\"h\":"
				       "[{\"k\":[1]},\"\"],\"A\":[[1],\"\"],\"r\":[[1],\"\"]}}]}";
	static const char *const shapes[] = {
		"simple", "multiple", "parallel", "parallel_multiple", "irrelevance"};
	static const char *const languages[] = {"python", "java", "javascript"};
	struct fuzz_case c = fuzz_split(data, len);
	char *text = xasprintf(question, shapes[c.choice % 5], languages[c.choice / 5 % 3]);
	json_t *answer = c.head[0] ? json_pack("{s:[{s:s, s:s}]}", "tool_calls", "name", "a_b",
					     "arguments", c.head)
				   : NULL;

	fuzz_judge(&scorer_calls, c.text, json_loads(text, 0, NULL), answer);
	free(text);
	fuzz_free(&c);
	return 0;
}
