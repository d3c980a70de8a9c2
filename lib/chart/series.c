#include "chart/series.h"

#include <string.h>

#include "kit/json.h"
#include "page/name.h"

bool
series_differs(const json_t *a, const json_t *b, const char *knob)
{
	bool kv = strcmp(knob_kv(a), knob_kv(b)) == 0, depth = knob_depth(a) == knob_depth(b);
	bool np = knob_np(a) == knob_np(b), load = knob_load(a) == knob_load(b);

	if (strcmp(json_str(a, "checkpoint", ""), json_str(b, "checkpoint", "")) != 0 ||
		strcmp(cell_engine(a), cell_engine(b)) != 0 || knob_replicate(b) != 0)
		return false;
	if (strcmp(knob, "kv") == 0)
		return !kv && depth && np && load;
	if (strcmp(knob, "draft") == 0)
		return kv && !depth && np && load;
	return kv && depth && !np && knob_np(b) == knob_load(b);
}

json_t *
series_collect(const struct report *r, const char *knob, series_datum *datum)
{
	json_t *values = json_array(), *base, *cell, *v;
	size_t i, k;

	json_array_foreach(r->list[KIND_CELL], i, base)
	{
		bool any = false;

		if (report_base(r, json_str(base, "checkpoint", "")) != base)
			continue;
		json_array_foreach(r->list[KIND_CELL], k, cell)
		{
			if (!series_differs(base, cell, knob) || (v = datum(r, cell)) == NULL)
				continue;
			if (!any) {
				json_t *first = datum(r, base);

				any = true;
				if (first != NULL)
					json_array_append_new(values, first);
			}
			json_array_append_new(values, v);
		}
	}
	return values;
}
