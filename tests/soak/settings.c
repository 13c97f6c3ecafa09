/* Each parameter is left alone, or set to an end of its range, or to something between that a family of small instances bears: integers a few more than what
 * the default or the example has, rationals anywhere in their range. High ends of sizes are for the family's own check to refuse, and are not drawn here. */
#include "tests/soak/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/rng.h"

#define WORDS_SIZE 2048u
#define LIKELY_SMALL 6
#define MORE 4

/* Must the parameter of this assignment be given? */
static bool is_required(const hbs_generator *generator, const char *word)
{
    const size_t length = strcspn(word, "=");
    for (uint32_t i = 0; i < generator->parameter_count; i++)
        if (strlen(generator->parameters[i].name) == length && !strncmp(generator->parameters[i].name, word, length)) return !generator->parameters[i].fallback;
    return false;
}

/* The example, or what of it has no default. */
static hbs_status assign_example(hbs_settings *settings, const hbs_generator *generator, bool required_only, hbs_error *error)
{
    char words[WORDS_SIZE], *rest = NULL;
    snprintf(words, sizeof words, "%s", generator->example ? generator->example : "");
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        if (required_only && !is_required(generator, word)) continue;
        const hbs_status status = hbs_settings_assign(settings, generator, word, error);
        if (status != HBS_OK) return status;
    }
    return HBS_OK;
}

static int64_t clamp(int64_t value, const hbs_parameter *parameter)
{
    return value < parameter->low ? parameter->low : value > parameter->high ? parameter->high : value;
}

/* The largest value of the integer in the settings, or what is small for any family. */
static int64_t usual(const hbs_setting *setting, const hbs_parameter *parameter)
{
    return clamp(setting->low <= setting->high ? setting->high : LIKELY_SMALL, parameter);
}

static void pick_integer(const hbs_setting *setting, const hbs_parameter *parameter, hbs_rng *rng, char *text, size_t size)
{
    const int64_t most = clamp(usual(setting, parameter) + MORE, parameter), small = clamp(parameter->low + LIKELY_SMALL, parameter);
    int64_t value = parameter->low;
    switch (hbs_rng_below(rng, 4)) {
    case 0: break;
    case 1: value = most; break;
    case 2: value = hbs_rng_between(rng, parameter->low, small); break;
    default: value = hbs_rng_between(rng, parameter->low, most < parameter->low ? parameter->low : most); break;
    }
    snprintf(text, size, "%s=%lld", parameter->name, (long long)value);
}

/* An end of the range, or hundredths within it and within the first ten. */
static void pick_rational(const hbs_parameter *parameter, hbs_rng *rng, char *text, size_t size)
{
    const int64_t high = parameter->high < parameter->low + 10 ? parameter->high : parameter->low + 10;
    const uint64_t way = hbs_rng_below(rng, 4);
    if (way < 2) snprintf(text, size, "%s=%lld", parameter->name, (long long)(way ? high : parameter->low));
    else snprintf(text, size, "%s=%lld/100", parameter->name, (long long)hbs_rng_between(rng, 100 * parameter->low, 100 * high));
}

static hbs_status pick(hbs_settings *settings, const hbs_generator *generator, uint32_t i, hbs_rng *rng, hbs_error *error)
{
    const hbs_parameter *const parameter = &generator->parameters[i];
    char text[128];
    if (settings->item[i].given && hbs_rng_below(rng, 2)) return HBS_OK;   /* as in the example */
    switch (parameter->type) {
    case HBS_INTEGER: pick_integer(&settings->item[i], parameter, rng, text, sizeof text); break;
    case HBS_RATIONAL: pick_rational(parameter, rng, text, sizeof text); break;
    case HBS_FLAG: snprintf(text, sizeof text, "%s=%s", parameter->name, hbs_rng_below(rng, 2) ? "yes" : "no"); break;
    case HBS_TEXT: return HBS_OK;
    }
    settings->item[i].given = false;
    return hbs_settings_assign(settings, generator, text, error);
}

hbs_status soak_settings_make(hbs_settings *out, const hbs_generator *generator, soak_kind kind, uint64_t number, hbs_error *error)
{
    hbs_status status = HBS_OK;
    hbs_settings made = {0};
    hbs_rng rng;
    hbs_rng_seed(&rng, 77, number, HBS_LANE_ANALYSIS);
    HBS_TRY(hbs_settings_defaults(&made, generator, error));
    HBS_TRY(assign_example(&made, generator, kind == SOAK_DEFAULTS, error));
    for (uint32_t i = 0; kind == SOAK_PICKED && i < generator->parameter_count; i++)
        if (hbs_rng_below(&rng, 3) == 0) HBS_TRY(pick(&made, generator, i, &rng, error));
    HBS_TRY(hbs_settings_complete(&made, generator, error));
    hbs_settings_free(out);
    *out = made;
    made = (hbs_settings){0};
done:
    hbs_settings_free(&made);
    return status;
}
