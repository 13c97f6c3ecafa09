/* Generators from shared objects beside the built-in ones (generators/plugin.h says how one is written).
 *
 * A plugin runs in processes of its own, one for each drawing (hbs_drawing) that draws from it, forked by a server that hbs_plugins_open forks. What a plugin does there, a crash, an
 * endless loop, writing to standard output, cannot harm this process; it becomes an error that names the file, the generator and the unit. It protects from mistakes, not from malice: a plugin
 * has the rights of whoever runs it. Platforms without fork have in-process plugins alone.
 *
 *     hbs_plugins *plugins = NULL;
 *     hbs_plugins_open(&plugins, NULL, &error);                      // before threads are started
 *     hbs_plugins_load(plugins, "./mine.so", &error);
 *     hbs_spec_parse_among(&spec, hbs_plugins_generators(plugins), words, count, &error);
 *     ..                                                             // draw, make, as ever
 *     hbs_plugins_close(plugins);                                    // when all drawings and specs are freed
 */
#ifndef HBS_GENERATORS_PLUGINS_PLUGINS_H
#define HBS_GENERATORS_PLUGINS_PLUGINS_H

#include <stdbool.h>

#include "core/listener.h"
#include "core/status.h"
#include "generators/plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HBS_PLUGIN_TIMEOUT 60u   /* seconds */

typedef struct hbs_plugins hbs_plugins;
typedef struct hbs_plugin hbs_plugin;

typedef struct hbs_plugin_options {
    unsigned timeout;    /* seconds after which a unit that has not come is an error; 0: HBS_PLUGIN_TIMEOUT. Never decides what a unit is */
    const hbs_listener *listener;   /* its `stop` ends what takes long without a draw, a load or a check of parameters; kept as long as the plugins are; NULL: nothing does */
    bool in_process;     /* load into this process: no protection, nothing to wait for, any debugger */
} hbs_plugin_options;

/* `options` may be NULL. Forks, unless in_process: a program with threads should call it before it starts them. */
hbs_status hbs_plugins_open(hbs_plugins **out, const hbs_plugin_options *options, hbs_error *error);
void hbs_plugins_close(hbs_plugins *plugins);   /* NULL is legal */
/* Adds the generators of the file; one that is loaded already (by its real path) is not loaded again. HBS_ERROR_INPUT, _NOT_FOUND, _EXISTS (a name is taken: says by whom), _FAULT (it crashed
 * or hung): names the file and leaves the others as they were. Not while units are drawn. */
hbs_status hbs_plugins_load(hbs_plugins *plugins, const char *file, hbs_error *error);
/* Every *.so in the folders (separated by colons; an empty name is none), by name. */
hbs_status hbs_plugins_load_folders(hbs_plugins *plugins, const char *folders, hbs_error *error);

/* Built-in and loaded generators, sorted by name, NULL at the end; valid until the next load. NULL: the built-in ones. */
const hbs_generator *const *hbs_plugins_generators(const hbs_plugins *plugins);

/* The plugin that a generator comes from, or NULL. */
const hbs_plugin *hbs_plugin_of(const hbs_generator *generator);
const char *hbs_plugin_file(const hbs_plugin *plugin);     /* as it was given */
const char *hbs_plugin_digest(const hbs_plugin *plugin);   /* SHA-256 of the file, in hexadecimal */

#ifdef __cplusplus
}
#endif
#endif
