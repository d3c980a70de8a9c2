#include "page/status.h"

#include <string.h>

#include "kit/json.h"

const char *
state_name(enum state s)
{
	static const char *const names[] = {
		[STATE_MEASURED] = "measured",
		[STATE_QUEUED] = "queued",
		[STATE_RUNNING] = "running",
		[STATE_IMPOSSIBLE] = "impossible",
		[STATE_UNSERVABLE] = "unservable",
		[STATE_TOO_LARGE] = "does not fit",
		[STATE_DIED] = "died",
		[STATE_TIMED_OUT] = "timed out",
	};

	return names[s];
}

/* What the first finding of the cell means. */
static const char *
finding_of(const struct report *r, const char *key)
{
	for (size_t i = 0; i < report_count(r, KIND_FINDING); i++) {
		json_t *f = report_at(r, KIND_FINDING, i);

		if (strcmp(cell_key(f), key) == 0)
			return json_str(f, "means", json_str(f, "seen.line", ""));
	}
	return NULL;
}

static struct status
from_launch(const struct report *r, const char *key, const json_t *launch)
{
	static const struct {
		const char *outcome;
		enum state state;
		const char *why;
	} all[] = {
		{"unservable", STATE_UNSERVABLE, "the engine cannot serve it here"},
		{"does-not-fit", STATE_TOO_LARGE, "the memory of the device does not hold it"},
		{"died", STATE_DIED, "the server ended while it was measured"},
		{"timeout", STATE_TIMED_OUT, "the server was not ready in time"},
	};
	const char *outcome = json_str(launch, "outcome", ""), *why = finding_of(r, key);

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (strcmp(all[i].outcome, outcome) == 0)
			return (struct status){all[i].state, why != NULL ? why : all[i].why};
	return (struct status){STATE_RUNNING, "its answers are not aggregated here"};
}

struct status
cell_status(const struct report *r, const json_t *cell)
{
	const char *key = cell_key(cell), *impossible = json_str(cell, "impossible", NULL);
	json_t *up = report_launch(r, key, "up"), *down = report_launch(r, key, "down");

	if (report_main_row(r, key) != NULL || json_object_get(r->row_index, key) != NULL)
		return (struct status){STATE_MEASURED, ""};
	if (impossible != NULL)
		return (struct status){STATE_IMPOSSIBLE, impossible};
	if (down != NULL)
		return from_launch(r, key, down);
	if (up != NULL)
		return from_launch(r, key, up);
	return (struct status){STATE_QUEUED, "planned, not asked yet"};
}
