/* A plugin's file: its digest, and its generators once it is loaded into this process. */
#ifndef HBS_GENERATORS_PLUGINS_FILE_H
#define HBS_GENERATORS_PLUGINS_FILE_H

#include "core/hash.h"
#include "core/status.h"
#include "generators/plugin.h"

#define HBS_DIGEST_SIZE (2 * HBS_HASH_SIZE + 1)

/* SHA-256 of the file as text. HBS_ERROR_NOT_FOUND; HBS_ERROR_INPUT: a folder or the like. */
hbs_status hbs_plugin_file_digest(const char *file, char out[HBS_DIGEST_SIZE], hbs_error *error);
/* Loads the file and asks it for its generators, which are as it gives them: nothing of them has been looked at. Runs the plugin's code. */
hbs_status hbs_plugin_file_open(const char *file, void **handle, const hbs_generator *const **generators, hbs_error *error);

#endif
