/*
 * Verdicts with planted effects, for the tests that read the report: plant SEEDS ITEMS MANIFEST >records
 *
 * For each seed four families of eight tasks, two cells each that flip 10 % of their items between them;
 * one task of each loses a multiple of the MDE of that design at 8 comparisons: none, half, one, two.
 * The manifest, which no tool reads, says what was planted: "FAMILY TASK MULTIPLE" a line.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { TASKS = 8, EFFECTS = 4 };

static const double multiples[EFFECTS] = {0, .5, 1, 2};
static const char *const effect_names[EFFECTS] = {"null", "half", "one", "two"};
/* z(1 − .025/8) + z(.8), the discordance, and the share that passes */
static const double Z = 3.576, DISCORDANCE = .10, PASS = .6;

/* splitmix64 (Steele, Lea and Flood 2014), as a number in [0, 1). */
static double
uniform(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

static void
put_cell(const char *key, const char *family, const char *quant)
{
	printf("{\"kind\":\"cell\",\"cell\":\"%s\",\"campaign\":\"planted "
	       "(synthetic)\",\"tier\":\"2\","
	       "\"checkpoint\":\"%s-%s\",\"family\":\"%s\",\"arch\":\"dense\",\"engine\":{\"name\":"
	       "\"none\","
	       "\"version\":\"0\",\"sha256\":\"\"},\"files\":[{\"role\":\"weights\",\"sha256\":\"%"
	       "s\"}],\"paths\":{},\"knobs\":{\"quant\":\"%s\","
	       "\"kv\":\"f16\",\"draft\":{\"how\":\"none\",\"depth\":0},\"np\":1,\"load\":1,"
	       "\"watermark\":null},\"settings\":{},\"suite\":\"\",\"seed\":0,\"replicate\":0,"
	       "\"device\":\"none\"}\n",
		key, family, quant, family, key, quant);
}

static void
put_verdict(const char *key, int task, int item, int pass)
{
	printf("{\"kind\":\"verdict\",\"task\":\"task%d\",\"id\":\"%d/"
	       "%d\",\"cell\":\"%s\",\"replicate\":0,"
	       "\"seq\":%d,\"scoring\":{\"scorer\":\"exact\"},\"answer\":{\"text\":\"%d\","
	       "\"finish\":\"stop\","
	       "\"error\":null,\"tokens\":{\"prompt\":9,\"completion\":9}},\"verdict\":{\"pass\":%"
	       "s,"
	       "\"score\":%d,\"why\":\"planted\",\"scorer\":\"exact\",\"version\":\"0\"}}\n",
		task, task, item, key, item, pass, pass ? "true" : "false", pass);
}

/* The other side: flips both ways alike, and the planted loss on top. */
static int
other(int pass, double loss, uint64_t *state)
{
	double away = DISCORDANCE / 2 / (pass ? PASS : 1 - PASS);

	if (uniform(state) < away)
		return !pass;
	return pass && uniform(state) < loss / PASS / (1 - away) ? 0 : pass;
}

static void
put_family(int seed, int effect, int items, FILE *manifest)
{
	uint64_t state = (uint64_t)seed * 1000003 + (uint64_t)effect * 7919 + 17;
	double loss = multiples[effect] * Z * sqrt(DISCORDANCE / items);
	int planted = (int)(uniform(&state) * TASKS);
	char family[32], a[17], b[17];

	snprintf(family, sizeof family, "s%d-%s", seed, effect_names[effect]);
	snprintf(a, sizeof a, "%012x%02xaa", (unsigned)seed, (unsigned)effect);
	snprintf(b, sizeof b, "%012x%02xbb", (unsigned)seed, (unsigned)effect);
	put_cell(a, family, "Q8_0");
	put_cell(b, family, "Q4_0");
	printf("{\"kind\":\"contrast\",\"contrast\":\"quant:%s\",\"knob\":\"quant\",\"a\":\"%s\","
	       "\"b\":\"%s\",\"isolates\":\"quant\",\"changed\":[\"quant\"],\"family\":\"quant:%"
	       "s\","
	       "\"margin\":0.03,\"tier\":\"2\"}\n",
		family, a, b, family);
	for (int task = 0; task < TASKS; task++)
		for (int item = 0; item < items; item++) {
			int pass = uniform(&state) < PASS;

			put_verdict(a, task, item, pass);
			put_verdict(b, task, item, other(pass, task == planted ? loss : 0, &state));
		}
	fprintf(manifest, "%s task%d %g\n", family, planted, multiples[effect]);
}

int
main(int argc, char **argv)
{
	FILE *manifest;
	int seeds, items;

	if (argc != 4 || (seeds = (int)strtol(argv[1], NULL, 10)) < 1 ||
		(items = (int)strtol(argv[2], NULL, 10)) < 1 ||
		(manifest = fopen(argv[3], "we")) == NULL) {
		fprintf(stderr, "usage: plant SEEDS ITEMS MANIFEST\n");
		return 64;
	}
	for (int seed = 1; seed <= seeds; seed++)
		for (int effect = 0; effect < EFFECTS; effect++)
			put_family(seed, effect, items, manifest);
	return fclose(manifest) != 0 || fclose(stdout) != 0 ? 74 : 0;
}
