/* Engine files: what is accepted can be put to use on a cell without a crash. */
#include <stdint.h>
#include <stdlib.h>

#include "engine/argv.h"
#include "engine/engine.h"
#include "engine/enginefile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static const char cell_text[] =
	"{\"cell\":\"k\",\"checkpoint\":\"c\",\"paths\":{\"weights\":\"/w/a.gguf\",\"draft\":\"/w/b.gguf\"},"
	"\"knobs\":{\"quant\":\"F16\",\"kv\":\"q8_0\",\"draft\":{\"how\":\"draft-simple\",\"depth\":2},"
	"\"np\":2,\"load\":2},\"settings\":{\"ctx_per_slot\":64,\"fa\":\"off\",\"prefix_cache\":false,"
	"\"threads\":2,\"extra_argv\":[\"-x\"],\"env\":{\"A\":\"B\"}},\"seed\":1}";
static const char checkpoint_text[] =
	"{\"files\":[{\"role\":\"weights\",\"format\":\"gguf\",\"bytes\":1000}],\"context\":128,"
	"\"mtp\":false,\"geometry\":{\"kv_elements\":64}}";

static void
use(const struct engine *e)
{
	json_t *cell = json_loads(cell_text, 0, NULL), *checkpoint = json_loads(checkpoint_text, 0, NULL);
	json_t *vars = engine_vars(e, cell), *settings = engine_settings(e);
	const json_t *knobs = json_object_get(cell, "knobs");
	struct argv a = {0};
	char *why = NULL, *other;

	engine_argv(e, cell, vars, NULL, &a, &why);
	free(why);
	engine_env(e, cell, vars, NULL, &a, &why);
	free(why);
	argv_free(&a);
	free(engine_impossible(e, checkpoint, knobs, settings));
	other = engine_too_large(e, checkpoint, knobs, settings, 1e-6);
	free(other);
	engine_estimate_mib(e, checkpoint, knobs, settings);
	json_decref(settings);
	json_decref(vars);
	json_decref(checkpoint);
	json_decref(cell);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	char *why = NULL;
	struct engine *e = engine_parse("e.json", (const char *)data, len, &why);

	if ((e == NULL) != (why != NULL))
		abort();
	if (e != NULL) {
		if (engine_root(e) && json_object_get(engine_root(e), "extends") == NULL)
			use(e);
		engine_free(e);
	}
	free(why);
	return 0;
}
