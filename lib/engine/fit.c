/* What can be served at all, and how much memory it takes, before anything is tried. */
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "engine/findings.h"
#include "kit/buf.h"
#include "kit/json.h"
#include "kit/mem.h"
#include "kit/num.h"

#define MIB 1048576.0

/* The first format of the checkpoint's weights that this engine doesn't read; NULL: all are read.
 */
static const char *
foreign_format(const struct engine *e, const json_t *checkpoint)
{
	size_t i, j;
	json_t *file, *format;

	json_array_foreach(json_object_get(checkpoint, "files"), i, file)
	{
		const char *has = json_str(file, "format", NULL);
		bool known = has == NULL || strcmp(json_str(file, "role", ""), "weights") != 0;

		json_array_foreach(json_object_get(engine_root(e), "formats"), j, format) known =
			known || strcmp(json_string_value(format) ? json_string_value(format) : "",
					 has) == 0;
		if (!known)
			return has;
	}
	return NULL;
}

/* "f16, q8_0": the names of an object's members. Caller frees. */
static char *
member_names(const json_t *object)
{
	struct buf b = BUF_INIT;
	const char *key;
	json_t *v;

	json_object_foreach((json_t *)object, key, v)
	{
		buf_printf(&b, "%s%s", b.len ? ", " : "", key);
		(void)v;
	}
	return buf_steal(&b);
}

static char *
impossible_kv(const struct engine *e, const json_t *knobs)
{
	const json_t *levels = json_path(engine_root(e), "knobs.kv.levels");
	const char *kv = json_str(knobs, "kv", NULL);
	char *names, *why;

	if (kv == NULL || json_object_get(levels, kv) != NULL)
		return NULL;
	if (levels == NULL)
		return xasprintf("KV %s: %s has no KV knob", kv, engine_name(e));
	names = member_names(levels);
	why = xasprintf("KV %s: %s has %s", kv, engine_name(e), names);
	free(names);
	return why;
}

static char *
impossible_draft(const struct engine *e, const json_t *checkpoint, const json_t *knobs)
{
	const json_t *hows = json_path(engine_root(e), "knobs.draft.how"), *how;
	const char *name = json_str(knobs, "draft.how", "none");
	json_int_t depth = json_int(knobs, "draft.depth", 0);
	char *names, *why;

	if (depth == 0)
		return NULL;
	how = json_object_get(hows, name);
	if (how == NULL) {
		names = member_names(hows);
		why = xasprintf("drafting by %s: %s has %s", name, engine_name(e),
			*names ? names : "no draft knob");
		free(names);
		return why;
	}
	if (strcmp(json_str(how, "needs", ""), "mtp") == 0 && !json_flag(checkpoint, "mtp", 1))
		return xstrdup("no MTP head");
	if (depth < json_int(how, "min", 1) || depth > json_int(how, "max", 1 << 20))
		return xasprintf("draft depth %" JSON_INTEGER_FORMAT ": want %" JSON_INTEGER_FORMAT
				 "..%" JSON_INTEGER_FORMAT,
			depth, json_int(how, "min", 1), json_int(how, "max", 1 << 20));
	return NULL;
}

static char *
impossible_np(const struct engine *e, const json_t *knobs)
{
	const json_t *def = json_path(engine_root(e), "knobs.np");
	json_int_t np = json_int(knobs, "np", 1), load = json_int(knobs, "load", np);

	if (np < json_int(def, "min", 1) || np > json_int(def, "max", 1 << 20))
		return xasprintf("np %" JSON_INTEGER_FORMAT ": %s has %" JSON_INTEGER_FORMAT
				 "..%" JSON_INTEGER_FORMAT,
			np, engine_name(e), json_int(def, "min", 1), json_int(def, "max", 1 << 20));
	if (load > np)
		return xasprintf("load %" JSON_INTEGER_FORMAT
				 " is more than np %" JSON_INTEGER_FORMAT,
			load, np);
	return NULL;
}

char *
engine_impossible(const struct engine *e, const json_t *checkpoint, const json_t *knobs,
	const json_t *settings)
{
	json_int_t context = json_int(checkpoint, "context", 0);
	json_int_t wanted = json_int(settings, "ctx_per_slot", 0);
	const char *format = foreign_format(e, checkpoint);
	char *why;
	size_t i;
	json_t *rule;

	if (format != NULL)
		return xasprintf("%s doesn't read %s files", engine_name(e), format);
	if ((why = impossible_kv(e, knobs)) || (why = impossible_draft(e, checkpoint, knobs)) ||
		(why = impossible_np(e, knobs)))
		return why;
	if (context > 0 && wanted > context)
		return xasprintf("a context of %" JSON_INTEGER_FORMAT
				 " a slot is more than the checkpoint's %" JSON_INTEGER_FORMAT,
			wanted, context);
	json_array_foreach(json_object_get(engine_root(e), "excludes"), i, rule)
	{
		if (when_holds(json_object_get(rule, "when"), knobs, settings, checkpoint))
			return xstrdup(json_str(rule, "why", "excluded"));
	}
	return NULL;
}

/* Bytes of the files whose role it is, in MiB. */
static double
files_mib(const json_t *checkpoint, const char *role)
{
	double bytes = 0;
	size_t i;
	json_t *file;

	json_array_foreach(json_object_get(checkpoint, "files"), i, file)
	{
		if (strcmp(json_str(file, "role", ""), role) == 0)
			bytes += json_num(file, "bytes", 0);
	}
	return bytes / MIB;
}

/* Keys and values of all layers that keep them, for every slot's context; negative: unknown. */
static double
kv_mib(const struct engine *e, const json_t *checkpoint, const json_t *knobs,
	const json_t *settings)
{
	const json_t *table = json_path(engine_root(e), "memory.kv_bytes");
	const char *kv = json_str(knobs, "kv", json_str(engine_root(e), "memory.kv_default", ""));
	double bytes = json_number_value(json_object_get(table, kv));
	double per_token = json_num(checkpoint, "geometry.kv_elements", -1);
	double context = json_num(settings, "ctx_per_slot", json_num(checkpoint, "context", -1));

	if (json_object_get(table, kv) == NULL)
		bytes = json_number_value(
			json_object_get(table, json_str(engine_root(e), "memory.kv_default", "")));
	if (bytes <= 0 || per_token < 0 || context < 0)
		return -1;
	return per_token * bytes * context * json_num(knobs, "np", 1) / MIB;
}

static double
overhead_mib(const struct engine *e)
{
	char *device = device_name();
	const char *kind = strncmp(device, "gpu", 3) == 0 ? "memory.overhead_mib.gpu"
							  : "memory.overhead_mib.cpu";
	double mib = json_num(engine_root(e), kind, 0);

	free(device);
	return mib;
}

/* A draft model's weights and its own cache, of the engine's default type. */
static double
draft_mib(const struct engine *e, const json_t *checkpoint, const json_t *knobs,
	const json_t *settings)
{
	const json_t *draft = json_object_get(checkpoint, "draft");
	json_t *plain;
	double kv;

	if (json_int(knobs, "draft.depth", 0) == 0)
		return 0;
	if (draft == NULL)
		return files_mib(checkpoint, "draft");
	plain = json_pack("{s:I}", "np", json_int(knobs, "np", 1));
	kv = kv_mib(e, draft, plain, settings);
	json_decref(plain);
	return files_mib(draft, "weights") + (kv > 0 ? kv : 0);
}

double
engine_estimate_mib(const struct engine *e, const json_t *checkpoint, const json_t *knobs,
	const json_t *settings)
{
	double weights = files_mib(checkpoint, "weights"),
	       kv = kv_mib(e, checkpoint, knobs, settings);
	double draft = draft_mib(e, checkpoint, knobs, settings);

	if (json_object_get(engine_root(e), "url") || weights <= 0 || kv < 0)
		return -1;
	return weights + draft + kv + overhead_mib(e);
}

char *
engine_too_large(const struct engine *e, const json_t *checkpoint, const json_t *knobs,
	const json_t *settings, double available_mib)
{
	double total = engine_estimate_mib(e, checkpoint, knobs, settings);
	char w[NUM_TEXT], k[NUM_TEXT], a[NUM_TEXT];

	if (total < 0 || available_mib <= 0 || total <= available_mib)
		return NULL;
	num_human_bytes(w, files_mib(checkpoint, "weights") * MIB);
	num_human_bytes(k, kv_mib(e, checkpoint, knobs, settings) * MIB);
	num_human_bytes(a, available_mib * MIB);
	return xasprintf("does not fit: %s weights + %s KV at np %" JSON_INTEGER_FORMAT " > %s", w,
		k, json_int(knobs, "np", 1), a);
}
