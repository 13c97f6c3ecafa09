/* Nothing is forked for a command line without plugins. */
#include "tools/cli/plugins.h"

#include <stdlib.h>

hbs_status cli_plugins_open(const cli_plugins *given, const hbs_listener *listener, hbs_plugins **out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_plugins *plugins = NULL;
    hbs_error why = {0};
    const hbs_plugin_options options = {.timeout = (unsigned)given->timeout, .listener = listener, .in_process = given->in_process};
    const char *const folders = getenv("HARDBIAS_PLUGIN_PATH");
    const bool searched = folders && *folders;
    if (!searched && !given->files.count) goto done;
    HBS_TRY(hbs_plugins_open(&plugins, &options, error));
    status = searched ? hbs_plugins_load_folders(plugins, folders, &why) : HBS_OK;
    if (status != HBS_OK) HBS_FAIL(error, status, "HARDBIAS_PLUGIN_PATH: %s", why.message);
    for (size_t i = 0; i < given->files.count; i++) HBS_TRY(hbs_plugins_load(plugins, given->files.word[i], error));
    *out = plugins;
    plugins = NULL;
done:
    hbs_plugins_close(plugins);
    return status;
}
