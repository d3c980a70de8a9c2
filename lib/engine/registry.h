/*
 * The registry: what a checkpoint's own files say of it, without loading weights.
 */
#ifndef TIERBENCH_ENGINE_REGISTRY_H
#define TIERBENCH_ENGINE_REGISTRY_H

#include <jansson.h>

/*
 * What must be known of a checkpoint before its server starts, from its configuration alone:
 * {"pinned": {"kv": "fp8", "where": "config.json:12"}} or {}. path is a checkpoint's file or
 * folder. A new object; {} where nothing can be read.
 */
json_t *registry_properties(const char *path);

#endif
