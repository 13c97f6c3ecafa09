/* The options of every verb that takes a generator's name: which plugins are there. */
#ifndef HBS_TOOLS_CLI_PLUGINS_H
#define HBS_TOOLS_CLI_PLUGINS_H

#include <stdbool.h>

#include "generators/plugins/plugins.h"
#include "tools/cli/options.h"

/* A member of the verb's own struct of options, `plugins`. */
typedef struct cli_plugins {
    cli_words files;
    uint64_t timeout; /* seconds; 0: the library's own */
    bool in_process;  /* no process of its own: for verbs that offer it */
} cli_plugins;

#define CLI_PLUGIN_OPTIONS(options)                                                                                                                       \
    {"plugin", "FILE.so", "generators of this plugin too; may be given several times. HARDBIAS_PLUGIN_PATH names folders whose *.so are loaded", CLI_EACH, \
     offsetof(options, plugins.files), 0, 0, NULL},                                                                                                       \
    {"plugin-timeout", "SECONDS", "how long a plugin may take over a unit before that is an error (default 60)", CLI_NUMBER, offsetof(options, plugins.timeout), 1, 1000000, NULL}

/* Those of HARDBIAS_PLUGIN_PATH, then the files given. *out is NULL when there are none, which hbs_plugins_generators takes. Before threads start and catalogs are opened. */
hbs_status cli_plugins_open(const cli_plugins *given, const hbs_listener *listener, hbs_plugins **out, hbs_error *error);

#endif
