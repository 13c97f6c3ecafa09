/* The generators there are. Adding one: its file under sat/ or cqc/, and its line in registry.c. */
#ifndef HBS_GENERATORS_REGISTRY_H
#define HBS_GENERATORS_REGISTRY_H

#include "core/instance.h"
#include "generators/plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

/* NULL-terminated, sorted by name. */
const hbs_generator *const *hbs_generators(void);
/* HBS_ERROR_USAGE: unknown name, with the closest known ones. */
hbs_status hbs_generator_find(const char *name, const hbs_generator **out, hbs_error *error);
/* The same in another list, such as that of hbs_plugins_generators; it is not empty. */
hbs_status hbs_generator_find_among(const hbs_generator *const *generators, const char *name, const hbs_generator **out, hbs_error *error);
/* The label that all its instances have by construction; HBS_LABEL_UNKNOWN: either may come. */
int hbs_generator_only_label(const hbs_generator *generator);

/* Its group, "other" when it names none. */
const char *hbs_generator_group(const hbs_generator *generator);

#ifdef __cplusplus
}
#endif
#endif
