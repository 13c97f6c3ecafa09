/* Which files of plugins a dataset was made by: part of what decides its rows. */
#ifndef HBS_DATASETS_MAKE_PLUGINS_H
#define HBS_DATASETS_MAKE_PLUGINS_H

#include "datasets/make/make.h"

/* Writes the plugins of the spec into the options: sorted by generator, each once. */
void hbs_make_seal(const hbs_spec *spec, hbs_make_options *options);
/* Do two stored options, of the same spec, speak of different files? Then *why is the difference in words. */
bool hbs_make_plugins_differ(const char *stored, const char *asked, hbs_error *why);
/* Do stored options name a plugin? */
bool hbs_make_names_plugins(const char *stored);

#endif
