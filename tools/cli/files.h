/* The files below paths, one call each, so that one that cannot be read does not hide the others. */
#ifndef HBS_TOOLS_CLI_FILES_H
#define HBS_TOOLS_CLI_FILES_H

#include <stddef.h>

#include "core/status.h"

/* `path` is a path as given, or a regular file below a folder that was. What the function returns, unless HBS_OK, ends the walk. */
typedef hbs_status (*cli_file_function)(void *context, const char *path, hbs_error *error);
/* Paths in the order given, below a folder by name; hidden files and folders are passed over there, symbolic links followed. A path that does not exist is
 * visited too: whoever reads it says so. */
hbs_status cli_files(const char *const *paths, size_t count, cli_file_function visit, void *context, hbs_error *error);

#endif
