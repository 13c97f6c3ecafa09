/* Settings of a family: its example, its defaults (and the example's for what has none), or values picked within its ranges. */
#ifndef HBS_TESTS_SOAK_SETTINGS_H
#define HBS_TESTS_SOAK_SETTINGS_H

#include "generators/params.h"

typedef enum soak_kind { SOAK_EXAMPLE, SOAK_DEFAULTS, SOAK_PICKED } soak_kind;

/* Replaces *out. The same number gives the same picked settings always; their sizes stay near those of example and defaults. HBS_ERROR_USAGE: these values do
 * not go together. */
hbs_status soak_settings_make(hbs_settings *out, const hbs_generator *generator, soak_kind kind, uint64_t number, hbs_error *error);

#endif
