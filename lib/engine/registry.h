/*
 * The registry: checkpoint records from the files themselves, without loading weights.
 *
 * Understood are a GGUF file (of a split one the first part), a folder of config.json and
 * *.safetensors, and folders of these, however deep: caches with links into a folder of blobs, and
 * stores of manifests/ and blobs/ named by their hash among them. A link to a folder is not followed, but where
 * it is named itself.
 *
 * Checkpoints of the same weights at other bit widths share a family: by their norm weights, which
 * quantization leaves alone, and where these tell nothing, by the name that their metadata gives.
 */
#ifndef TIERBENCH_ENGINE_REGISTRY_H
#define TIERBENCH_ENGINE_REGISTRY_H

#include <jansson.h>

/*
 * An array of checkpoint records, in order of path, each id once. Files are hashed (see hashes.h; cache
 * is the file that keeps hashes, NULL: none). A path that begins with http:// or https:// is a running
 * server: its list of models, with what that tells (format "remote"); EXIT_NO_SERVER where it answers
 * nothing. Another path that isn't there exits with EXIT_NO_INPUT; a
 * damaged or hostile file says "PATH: what" and exits with EXIT_BAD_INPUT.
 */
json_t *registry_read(char **paths, int n, const char *cache);
/*
 * Adds to each record, for every engine file in the folder: kv, {ENGINE: [types it can have]}, and
 * levels, {ENGINE: {kv, draft: [levels that it can have], why: {"draft draft-mtp": "no MTP head", …}}}.
 */
void registry_add_levels(json_t *all, const char *engines);
/*
 * What must be known of a checkpoint before its server starts, from its configuration alone:
 * {"pinned": {"kv": "fp8", "where": "config.json:12"}} or {}. path is a checkpoint's file or folder. A
 * new object; {} where nothing can be read.
 */
json_t *registry_properties(const char *path);

#endif
