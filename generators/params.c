/* Parameters, driven by the descriptor's array alone: parsing, bounds, canonical text, drawing. A setting without value (no default, not given) is
 * an empty range, low 1 and high 0; a rational with denominator 0; a NULL text. */
#include "generators/params.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "generators/closest.h"
#include "generators/numbers.h"
#include "generators/unit.h"

#define TEXT_MAX 1024u
#define CORNERS_MAX 10u   /* ranges whose ends are all combined; with more, all low ends and all high ends */

void hbs_settings_free(hbs_settings *settings) {
    for (uint32_t i = 0; i < settings->count; i++) free(settings->item[i].text);
    *settings = (hbs_settings){0};
}

static hbs_status outside(const hbs_generator *generator, const hbs_parameter *parameter, const char *text, hbs_error *error) {
    return hbs_raise(error, HBS_ERROR_USAGE, "%s: %s=%s is out of range: it must lie in %lld..%lld", generator->name, parameter->name, text,
            (long long)parameter->low, (long long)parameter->high);
}

static hbs_status assign_integer(hbs_setting *setting, const hbs_generator *generator, const hbs_parameter *parameter, const char *text, hbs_error *error) {
    const char *const dots = strstr(text, "..");
    int64_t low, high;
    if (dots) {
        if (!hbs_read_integer(text, (size_t)(dots - text), &low) || !hbs_read_integer(dots + 2, strlen(dots + 2), &high))
            return hbs_raise(error, HBS_ERROR_USAGE, "%s: %s=%s is not a range of integers: write %s=10..40", generator->name, parameter->name, text,
                    parameter->name);
        if (low > high)
            return hbs_raise(error, HBS_ERROR_USAGE, "%s: %s=%s is an empty range: write the smaller number first", generator->name, parameter->name, text);
    } else {
        if (!hbs_read_integer(text, strlen(text), &low))
            return hbs_raise(error, HBS_ERROR_USAGE, "%s: %s=%s is not an integer (of 64 bits, digits only) nor a range lo..hi", generator->name,
                    parameter->name, text);
        high = low;
    }
    if (low < parameter->low || high > parameter->high) return outside(generator, parameter, text, error);
    setting->low = low;
    setting->high = high;
    return HBS_OK;
}

static hbs_status assign_rational(hbs_setting *setting, const hbs_generator *generator, const hbs_parameter *parameter, const char *text, hbs_error *error) {
    __extension__ typedef __int128 wide;
    int64_t p, q;
    if (strstr(text, ".."))
        return hbs_raise(error, HBS_ERROR_USAGE, "%s: %s=%s: only integers can be ranges; give one number", generator->name, parameter->name, text);
    if (!hbs_read_rational(text, strlen(text), &p, &q))
        return hbs_raise(error, HBS_ERROR_USAGE, "%s: %s=%s is not a number: write it as 4.26 or 213/50", generator->name, parameter->name, text);
    if (p < (wide)parameter->low * q || p > (wide)parameter->high * q) return outside(generator, parameter, text, error);
    setting->low = p;
    setting->high = q;
    return HBS_OK;
}

static hbs_status assign_flag(hbs_setting *setting, const hbs_generator *generator, const hbs_parameter *parameter, const char *text, hbs_error *error) {
    const bool yes = !strcmp(text, "yes");
    if (!yes && strcmp(text, "no")) return hbs_raise(error, HBS_ERROR_USAGE, "%s: %s=%s: it must be yes or no", generator->name, parameter->name, text);
    setting->low = setting->high = yes;
    return HBS_OK;
}

static hbs_status assign_text(hbs_setting *setting, const hbs_generator *generator, const hbs_parameter *parameter, const char *text, hbs_error *error) {
    if (strlen(text) > TEXT_MAX)
        return hbs_raise(error, HBS_ERROR_USAGE, "%s: %s is longer than %u bytes", generator->name, parameter->name, TEXT_MAX);
    for (const char *c = text; *c; c++)
        if ((unsigned char)*c <= ' ' || *c == 127) return hbs_raise(error, HBS_ERROR_USAGE, "%s: %s must be without blanks", generator->name, parameter->name);
    char *copy = NULL;
    const hbs_status status = hbs_copy_text(&copy, text, error);
    if (status != HBS_OK) return status;
    free(setting->text);
    setting->text = copy;
    return HBS_OK;
}

static hbs_status assign_value(hbs_setting *setting, const hbs_generator *generator, const hbs_parameter *parameter, const char *text, hbs_error *error) {
    switch (parameter->type) {
    case HBS_INTEGER: return assign_integer(setting, generator, parameter, text, error);
    case HBS_RATIONAL: return assign_rational(setting, generator, parameter, text, error);
    case HBS_FLAG: return assign_flag(setting, generator, parameter, text, error);
    case HBS_TEXT: return assign_text(setting, generator, parameter, text, error);
    }
    return hbs_raise(error, HBS_ERROR_USAGE, "%s: parameter %s has no known type", generator->name, parameter->name);
}

static void leave_open(hbs_setting *setting, hbs_parameter_type type) { *setting = (hbs_setting){.low = type != HBS_RATIONAL}; }

static bool has_value(const hbs_setting *setting, hbs_parameter_type type) {
    if (type == HBS_TEXT) return setting->text != NULL;
    return type == HBS_RATIONAL ? setting->high != 0 : setting->low <= setting->high;
}

hbs_status hbs_settings_defaults(hbs_settings *settings, const hbs_generator *generator, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_settings made = {0};
    if (generator->parameter_count > HBS_PARAMETERS_MAX)
        HBS_FAIL(error, HBS_ERROR_USAGE, "%s: %u parameters, at most %u are possible", generator->name, generator->parameter_count, HBS_PARAMETERS_MAX);
    made.count = generator->parameter_count;
    for (uint32_t i = 0; i < made.count; i++) {
        const hbs_parameter *const parameter = &generator->parameters[i];
        leave_open(&made.item[i], parameter->type);
        if (parameter->fallback) HBS_TRY(assign_value(&made.item[i], generator, parameter, parameter->fallback, error));
    }
    hbs_settings_free(settings);
    *settings = made;
    made = (hbs_settings){0};
done:
    hbs_settings_free(&made);
    return status;
}

static hbs_status unknown_parameter(const hbs_generator *generator, const char *name, size_t length, hbs_error *error) {
    hbs_bytes names = {0};
    hbs_status status = HBS_OK;
    const char *closest = NULL;
    for (uint32_t i = 0; i < generator->parameter_count; i++) {
        const char *const known = generator->parameters[i].name;
        if (!closest || hbs_name_distance(name, length, known) < hbs_name_distance(name, length, closest)) closest = known;
        HBS_TRY(hbs_bytes_print(&names, error, "%s%s", i ? ", " : "", known));
    }
    const int shown = length > 64 ? 64 : (int)length;
    if (!closest) HBS_FAIL(error, HBS_ERROR_USAGE, "%s: unknown parameter `%.*s`: it has none", generator->name, shown, name);
    HBS_FAIL(error, HBS_ERROR_USAGE, "%s: unknown parameter `%.*s`: did you mean %s? Parameters: %s", generator->name, shown, name, closest,
            (const char *)names.data);
done:
    hbs_bytes_free(&names);
    return status;
}

hbs_status hbs_settings_assign(hbs_settings *settings, const hbs_generator *generator, const char *assignment, hbs_error *error) {
    assert(settings->count == generator->parameter_count);
    const char *const equals = strchr(assignment, '=');
    if (!equals) return hbs_raise(error, HBS_ERROR_USAGE, "%s: `%s` is not a parameter: write name=value", generator->name, assignment);
    const size_t length = (size_t)(equals - assignment);
    uint32_t i = 0;
    while (i < settings->count && (strncmp(generator->parameters[i].name, assignment, length) || generator->parameters[i].name[length])) i++;
    if (i == settings->count) return unknown_parameter(generator, assignment, length, error);
    if (settings->item[i].given) return hbs_raise(error, HBS_ERROR_USAGE, "%s: %s is given twice", generator->name, generator->parameters[i].name);
    const hbs_status status = assign_value(&settings->item[i], generator, &generator->parameters[i], equals + 1, error);
    if (status == HBS_OK) settings->item[i].given = true;
    return status;
}

/* One value of each setting; bit r of `high_ends` says at which end the r-th range stands. */
static void values_at(hbs_values *values, const hbs_settings *settings, const hbs_generator *generator, uint64_t high_ends) {
    memset(values, 0, sizeof *values);
    for (uint32_t i = 0; i < settings->count; i++) {
        const hbs_setting *const setting = &settings->item[i];
        const bool rational = generator->parameters[i].type == HBS_RATIONAL, range = !rational && setting->low < setting->high;
        values->item[i] = (hbs_value){.integer = range && (high_ends & 1) ? setting->high : setting->low,
                                      .denominator = rational ? setting->high : 1,
                                      .text = setting->text};
        if (range) high_ends >>= 1;
    }
}

static unsigned count_ranges(const hbs_settings *settings, const hbs_generator *generator) {
    unsigned ranges = 0;
    for (uint32_t i = 0; i < settings->count; i++) ranges += generator->parameters[i].type == HBS_INTEGER && settings->item[i].low < settings->item[i].high;
    return ranges;
}

hbs_status hbs_settings_complete(const hbs_settings *settings, const hbs_generator *generator, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_values values;
    for (uint32_t i = 0; i < settings->count; i++)
        if (!has_value(&settings->item[i], generator->parameters[i].type))
            HBS_FAIL(error, HBS_ERROR_USAGE, "%s: %s must be given: %s", generator->name, generator->parameters[i].name, generator->parameters[i].meaning);
    const unsigned ranges = count_ranges(settings, generator);
    const uint64_t corners = UINT64_C(1) << (ranges <= CORNERS_MAX ? ranges : 1);
    for (uint64_t corner = 0; corner < corners; corner++) {
        values_at(&values, settings, generator, ranges > CORNERS_MAX && corner ? UINT64_MAX : corner);
        HBS_TRY(hbs_values_check(&values, generator, error));
    }
done:
    return status;
}

/* Equal to the default of the descriptor? */
static bool is_default(const hbs_setting *setting, const hbs_setting *fallback, hbs_parameter_type type) {
    if (!has_value(fallback, type)) return false;
    if (type == HBS_TEXT) return !strcmp(setting->text, fallback->text);
    return setting->low == fallback->low && setting->high == fallback->high;
}

static hbs_status print_setting(const hbs_setting *setting, const hbs_parameter *parameter, hbs_bytes *out, hbs_error *error) {
    const hbs_status status = hbs_bytes_print(out, error, " %s=", parameter->name);
    if (status != HBS_OK) return status;
    switch (parameter->type) {
    case HBS_RATIONAL: return hbs_print_rational(out, setting->low, setting->high, error);
    case HBS_FLAG: return hbs_bytes_print(out, error, "%s", setting->low ? "yes" : "no");
    case HBS_TEXT: return hbs_bytes_print(out, error, "%s", setting->text);
    case HBS_INTEGER: break;
    }
    if (setting->low == setting->high) return hbs_bytes_print(out, error, "%lld", (long long)setting->low);
    return hbs_bytes_print(out, error, "%lld..%lld", (long long)setting->low, (long long)setting->high);
}

hbs_status hbs_settings_print(const hbs_settings *settings, const hbs_generator *generator, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_settings defaults = {0};
    HBS_TRY(hbs_settings_defaults(&defaults, generator, error));
    HBS_TRY(hbs_bytes_print(out, error, "%s", generator->name));
    for (uint32_t i = 0; i < settings->count; i++)
        if (settings->item[i].given && !is_default(&settings->item[i], &defaults.item[i], generator->parameters[i].type))
            HBS_TRY(print_setting(&settings->item[i], &generator->parameters[i], out, error));
done:
    hbs_settings_free(&defaults);
    return status;
}

void hbs_values_draw(hbs_values *values, const hbs_settings *settings, const hbs_generator *generator, hbs_rng *rng) {
    values_at(values, settings, generator, 0);
    for (uint32_t i = 0; i < settings->count; i++) {
        const hbs_setting *const setting = &settings->item[i];
        if (generator->parameters[i].type == HBS_INTEGER && setting->low < setting->high)
            values->item[i].integer = hbs_rng_between(rng, setting->low, setting->high);
    }
}
