/*
 * Names beside dots that don't lie on one another: each dot, in the order given, takes the first of
 * four places that is free of the dots and of the names put before, or goes unnamed.
 */
#ifndef TIERBENCH_CHART_LABEL_H
#define TIERBENCH_CHART_LABEL_H

#include <jansson.h>
#include <stdbool.h>

struct label_space {
	const char *x, *y; /* fields of the data */
	bool log_x;
	double width, height; /* pixels that the data span */
};

/*
 * Sets "place" ("right", "left", "above", "below") where the name in field finds room, first for the
 * data whose "front" is true. Data without the field or without a place have no "place".
 */
void label_place(json_t *values, const char *field, const struct label_space *space);
/*
 * Adds to a layered specification the layers that write the names in field where label_place() put
 * them, at the height of the field y. Views narrower than 480 pixels go without names.
 */
void label_layers(json_t *spec, const json_t *values, const char *field, const char *y);

#endif
