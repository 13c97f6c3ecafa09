/* Parameters of generators: parsing, canonical text, drawing of ranges. The descriptor's array is the only source. */
#ifndef HBS_GENERATORS_PARAMS_H
#define HBS_GENERATORS_PARAMS_H

#include "core/memory.h"
#include "core/rng.h"
#include "generators/plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HBS_PARAMETERS_MAX 24u

/* A setting as the user gave it: integers and rationals may be ranges. A range of rationals stands for HBS_RATIONAL_STEPS + 1 equally spaced values, both
 * ends among them. */
#define HBS_RATIONAL_STEPS 1000000
typedef struct hbs_setting {
    int64_t low, high;                 /* integer, flag: low..high; rational: low/high = numerator/denominator in lowest terms, high > 0 */
    int64_t end, end_denominator;      /* rational: the high end of a range, else low/high again */
    char *text;                        /* HBS_TEXT */
    bool given;                        /* by the user; else the default, or no value: low > high, denominator 0, text NULL */
} hbs_setting;
typedef struct hbs_settings {
    hbs_setting item[HBS_PARAMETERS_MAX];
    uint32_t count;
} hbs_settings;

/* Values of one unit: ranges drawn. Text points into the settings. */
typedef struct hbs_value {
    int64_t integer, denominator;
    const char *text;
} hbs_value;
typedef struct hbs_values {
    hbs_value item[HBS_PARAMETERS_MAX];
} hbs_values;

void hbs_settings_free(hbs_settings *settings);
/* All defaults; HBS_OK also when some parameter has none (see hbs_settings_complete). */
hbs_status hbs_settings_defaults(hbs_settings *settings, const hbs_generator *generator, hbs_error *error);
/* "n=10..40". HBS_ERROR_USAGE: unknown parameter (lists the known ones and the closest), not a number, out of range, range on a flag or text, low >
 * high, given twice. */
hbs_status hbs_settings_assign(hbs_settings *settings, const hbs_generator *generator, const char *assignment, hbs_error *error);
/* Every parameter has a value, and the generator's check passes at the corners (low and high ends) of the ranges. */
hbs_status hbs_settings_complete(const hbs_settings *settings, const hbs_generator *generator, hbs_error *error);
/* "sat/sr n=10..40": the name and what was given and differs from the default, in the order of the descriptor; of a plugin's generator all that has a value. */
hbs_status hbs_settings_print(const hbs_settings *settings, const hbs_generator *generator, hbs_bytes *out, hbs_error *error);
/* The generator's own check of one set of values. */
hbs_status hbs_values_check(const hbs_values *values, const hbs_generator *generator, hbs_error *error);
/* Draws the ranges, in the order of the descriptor. */
void hbs_values_draw(hbs_values *values, const hbs_settings *settings, const hbs_generator *generator, hbs_rng *rng);

#ifdef __cplusplus
}
#endif
#endif
