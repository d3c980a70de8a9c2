/*
 * plan: reads checkpoint records (the registry) and a campaign file, writes the cells to measure
 * and the contrasts between them. It slurps: a plan is small.
 */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/engine.h"
#include "engine/registry.h"
#include "kit/err.h"
#include "kit/file.h"
#include "kit/json.h"
#include "kit/mem.h"
#include "kit/opts.h"
#include "kit/rec.h"
#include "plan/forecast.h"
#include "plan/key.h"
#include "plan/mk.h"
#include "plan/tier.h"

enum {
	OPT_REGISTRY = 256,
	OPT_CONTRASTS,
	OPT_MK,
	OPT_OUT,
	OPT_ONLY,
	OPT_ENGINES,
	OPT_DEVICE,
	OPT_STARRED,
	OPT_DIFF,
	OPT_DOT,
	OPT_CACHE,
	OPT_KEEP_GOING,
};

static const struct opt options[] = {
	{'t', "tiers", "FILE", "the campaign file: what varies, on which tasks"},
	{'o', "output", "FILE", "write cells there, whole or not at all"},
	{OPT_CONTRASTS, "contrasts", "FILE", "write contrasts there, not behind the cells"},
	{OPT_MK, "mk", "FILE", "write the rules that Make includes"},
	{OPT_OUT, "out", "DIR", "where cells are measured (out); cell.json is put there with --mk"},
	{OPT_ONLY, "only", "TIER", "only what this tier needs"},
	{OPT_STARRED, "starred", "GAPS", "replicates for both sides of each starred gap"},
	{'n', "dry-run", NULL,
		"say how many cells, how many are done, and how long the rest takes"},
	{OPT_DOT, "dot", NULL, "print the cells and contrasts as a Graphviz graph"},
	{OPT_DIFF, "diff", NULL,
		"operands are two cell.json files: print which parts of the keys differ"},
	{OPT_REGISTRY, "registry", NULL,
		"operands are folders and model files: write checkpoint records"},
	{OPT_CACHE, "cache", "FILE", "with --registry: hashes known by path, size, time and inode"},
	{OPT_ENGINES, "engines", "DIR", "folder of the engine files"},
	{OPT_DEVICE, "device", "NAME", "plan for this device class, not for this machine"},
	{OPT_KEEP_GOING, "keep-going", NULL, "put an error record in place of a bad line"},
	{0},
};

static const struct opt_table table = {
	.tool = "plan",
	.summary = "Reads checkpoint records, writes the cells of a campaign and the contrasts "
		   "between them.",
	.operands = "[FILE ...]",
	.example = "plan --registry ~/models | plan -t pipelines/tiers/demo.json -n",
	.opts = options,
};

struct opts {
	const char *tiers, *output, *contrasts, *mk, *out, *only, *starred, *engines, *device,
		*cache;
	bool dry_run, dot, diff, registry, keep_going;
};

/* The folder of engine files beside the program's own: bin/../pipelines/engines. */
static char *
default_engines(void)
{
	char self[4096];
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);

	if (n < 0)
		return xstrdup("pipelines/engines");
	self[n] = '\0';
	char *slash = strrchr(self, '/');
	*slash = '\0';
	return xasprintf("%s/../pipelines/engines", self);
}

/* Checkpoint records into an array; other kinds pass through to standard output. */
static json_t *
read_checkpoints(char **files, int n, bool keep_going, int *status)
{
	struct rec_reader in;
	struct rec *r;
	json_t *all = json_array();

	rec_reader_init(&in, files, n);
	in.keep_going = keep_going;
	while (rec_next(&in, &r)) {
		if (rec_is(r, "checkpoint"))
			json_array_append_new(all, rec_value(r));
		else
			rec_write(r, stdout);
	}
	*status = rec_reader_finish(&in);
	return all;
}

static json_t *
read_gaps(const char *path)
{
	char *files[] = {(char *)path};
	struct rec_reader in;
	struct rec *r;
	json_t *all = json_array();

	rec_reader_init(&in, files, 1);
	while (rec_next(&in, &r))
		if (rec_is(r, "gap"))
			json_array_append_new(all, rec_value(r));
	rec_reader_finish(&in);
	return all;
}

static void
commit(struct atomic_file *a)
{
	int status = atomic_commit(a);

	if (status != EXIT_DONE)
		exit(status);
}

/* Leaves a file alone whose content would be the same, so that nothing downstream is made anew. */
static void
write_if_changed(const char *path, const struct buf *text)
{
	struct buf have = BUF_INIT;
	struct atomic_file a;

	bool same = read_file(path, &have) && have.len == text->len &&
		    memcmp(have.s, text->s ? text->s : "", text->len) == 0;
	if (!same) {
		atomic_open(&a, path);
		fwrite(text->s ? text->s : "", 1, text->len, a.f);
		commit(&a);
	}
	buf_free(&have);
}

static void
add_line(struct buf *b, const json_t *v)
{
	json_put(b, v);
	buf_putc(b, '\n');
}

static void
write_records(const struct plan *p, const struct opts *o)
{
	struct buf cells = BUF_INIT, contrasts = BUF_INIT;
	json_t *x;
	size_t i;

	for (i = 0; i < p->ncells; i++)
		if (planned_in(&p->cells[i], o->only))
			add_line(&cells, p->cells[i].cell);
	json_array_foreach(
		p->contrasts, i, x) if (!o->only || strcmp(json_str(x, "tier", ""), o->only) == 0)
		add_line(&contrasts, x);
	if (o->contrasts)
		write_if_changed(o->contrasts, &contrasts);
	else
		buf_add(&cells, contrasts.s ? contrasts.s : "", contrasts.len);
	if (o->output)
		write_if_changed(o->output, &cells);
	else if (!o->mk)
		fwrite(cells.s ? cells.s : "", 1, cells.len, stdout);
	buf_free(&cells);
	buf_free(&contrasts);
}

static void
write_rules(const struct plan *p, const struct opts *o)
{
	struct atomic_file a;

	mk_write_cells(p, o->out);
	atomic_open(&a, o->mk);
	mk_write(a.f, p, o->only);
	commit(&a);
}

static void
print_dot(const struct plan *p)
{
	json_t *x;
	size_t i;

	printf("digraph %s {\n\trankdir=LR;\n\tnode [shape=box];\n", p->campaign);
	for (i = 0; i < p->ncells; i++) {
		const json_t *c = p->cells[i].cell;
		char *knobs = json_text(json_object_get(c, "knobs"));
		for (char *s = knobs; *s; s++)
			if (*s == '"')
				*s = '\'';
		printf("\t\"%s\" [label=\"%s\\n%s\\nreplicate %d\"];\n", json_str(c, "cell", ""),
			json_str(c, "checkpoint", ""), knobs, (int)json_int(c, "replicate", 0));
		free(knobs);
	}
	json_array_foreach(p->contrasts, i, x) printf("\t\"%s\" -> \"%s\" [label=\"%s\"];\n",
		json_str(x, "a", ""), json_str(x, "b", ""), json_str(x, "knob", ""));
	printf("}\n");
}

static int
make_plan(const struct opts *o, char **files, int n)
{
	struct plan p;
	struct forecast f;
	int status = EXIT_DONE;
	char *engines = o->engines ? xstrdup(o->engines) : default_engines();
	char *device = o->device ? xstrdup(o->device) : device_class();
	json_t *campaign = json_load_path(o->tiers);
	json_t *checkpoints = read_checkpoints(files, n, o->keep_going, &status);
	json_t *starred = o->starred ? read_gaps(o->starred) : NULL;
	struct plan_input in = {.campaign = campaign,
		.path = o->tiers,
		.checkpoints = checkpoints,
		.engines = engines,
		.device = device,
		.starred = starred};

	plan_expand(&p, &in);
	if (o->dry_run) {
		forecast(&p, o->out, o->only, &f);
		forecast_print(&f, p.campaign, stdout);
	} else if (o->dot) {
		print_dot(&p);
	} else {
		write_records(&p, o);
		if (o->mk)
			write_rules(&p, o);
	}
	plan_release(&p);
	json_decref(campaign);
	json_decref(checkpoints);
	json_decref(starred);
	free(engines);
	free(device);
	return status;
}

/* Prints "settings.threads: 2 | 4" for each leaf that differs. */
static bool
differ(const char *path, json_t *a, json_t *b)
{
	const char *key;
	json_t *v;
	bool any = false;

	if (json_equal(a, b))
		return false;
	if (!json_is_object(a) || !json_is_object(b)) {
		char *ta = a ? json_text(a) : xstrdup("absent"),
		     *tb = b ? json_text(b) : xstrdup("absent");
		printf("%s: %s | %s\n", path, ta, tb);
		free(ta);
		free(tb);
		return true;
	}
	json_object_foreach(a, key, v)
	{
		char *below = xasprintf("%s%s%s", path, *path ? "." : "", key);
		any |= differ(below, v, json_object_get(b, key));
		free(below);
	}
	json_object_foreach(b, key, v) if (!json_object_get(a, key))
	{
		char *below = xasprintf("%s%s%s", path, *path ? "." : "", key);
		any |= differ(below, NULL, v);
		free(below);
	}
	return any;
}

static int
diff_cells(char **files, int n)
{
	if (n != 2)
		opt_usage(&table, "--diff wants two cell.json files");
	json_t *a = json_load_path(files[0]), *b = json_load_path(files[1]);
	json_t *pa = key_parts(a), *pb = key_parts(b);
	bool any = differ("", pa, pb);

	json_decref(a);
	json_decref(b);
	json_decref(pa);
	json_decref(pb);
	return any ? EXIT_ANSWER_NO : EXIT_DONE;
}

static int
print_registry(char **paths, int n, const struct opts *o)
{
	json_t *all = registry_read(paths, n, o->cache), *x;
	size_t i;
	struct atomic_file a;

	atomic_open(&a, o->output);
	json_array_foreach(all, i, x) json_write_line(x, a.f);
	json_decref(all);
	return atomic_commit(&a);
}

int
main(int argc, char **argv)
{
	struct opts o = {.out = "out"};
	int ch, status;

	while ((ch = opt_next(&table, argc, argv)) != -1) {
		switch (ch) {
		case 't': o.tiers = optarg; break;
		case 'o': o.output = optarg; break;
		case 'n': o.dry_run = true; break;
		case OPT_CONTRASTS: o.contrasts = optarg; break;
		case OPT_MK: o.mk = optarg; break;
		case OPT_OUT: o.out = optarg; break;
		case OPT_ONLY: o.only = optarg; break;
		case OPT_STARRED: o.starred = optarg; break;
		case OPT_DOT: o.dot = true; break;
		case OPT_DIFF: o.diff = true; break;
		case OPT_REGISTRY: o.registry = true; break;
		case OPT_CACHE: o.cache = optarg; break;
		case OPT_ENGINES: o.engines = optarg; break;
		case OPT_DEVICE: o.device = optarg; break;
		case OPT_KEEP_GOING: o.keep_going = true; break;
		}
	}
	char **files = argv + optind;
	int n = argc - optind;
	if (o.diff)
		status = diff_cells(files, n);
	else if (o.registry)
		status = print_registry(files, n, &o);
	else if (o.tiers)
		status = make_plan(&o, files, n);
	else
		opt_usage(&table, "want -t FILE, --registry or --diff");
	int closed = close_stdout();
	return status ? status : closed;
}
