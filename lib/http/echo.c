#include "http/echo.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "kit/json.h"
#include "kit/mem.h"

/* Servers keep reals in single precision. */
static bool
same(double a, double b)
{
	return fabs(a - b) <= 1e-5 * fmax(1, fabs(a));
}

static const json_t *
params_of(const json_t *slots, int64_t seed, int64_t max_tokens)
{
	json_t *slot, *params;
	size_t i;

	json_array_foreach(slots, i, slot)
	{
		params = json_object_get(slot, "params");
		/* the server's seed is of 32 bits without a sign */
		if (params && (uint32_t)json_int(params, "seed", -1) == (uint32_t)seed &&
			(max_tokens < 0 || json_int(params, "n_predict", -1) == max_tokens))
			return params;
	}
	return NULL;
}

static void
add_finding(json_t *list, const char *cell, const char *id, char *line, char *means)
{
	json_array_append_new(list,
		json_pack("{ss ss ss s{ss ss} ss ss}", "kind", "finding", "id", id, "cell", cell,
			"seen", "where", "/slots", "line", line, "means", means, "did", "nothing"));
	free(line);
	free(means);
}

json_t *
echo_findings(const json_t *slots, const json_t *sampling, int64_t seed, int64_t max_tokens,
	const char *cell)
{
	const json_t *params = params_of(slots, seed, max_tokens);
	json_t *list = json_array(), *asked, *used;
	const char *key;

	if (!params)
		return list;
	json_object_foreach((json_t *)sampling, key, asked)
	{
		if (!json_is_number(asked) || strcmp(key, "seed") == 0)
			continue;
		used = json_object_get(params, key);
		if (!used)
			add_finding(list, cell, "sampling-ignored", xasprintf("no %s", key),
				xasprintf("the server doesn't know %s, which was asked to be %g",
					key, json_number_value(asked)));
		else if (json_is_number(used) &&
			 !same(json_number_value(asked), json_number_value(used)))
			add_finding(list, cell, "sampling-differs",
				xasprintf("%s %g", key, json_number_value(used)),
				xasprintf("the server sampled with %s %g, asked was %g", key,
					json_number_value(used), json_number_value(asked)));
	}
	return list;
}
