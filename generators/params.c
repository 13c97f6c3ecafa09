/* Parameters, driven by the descriptor's array alone: parsing, bounds, canonical text, drawing. A setting without value (no default, not given) is
 * an empty range, low 1 and high 0; a rational with denominator 0; a NULL text. */
#include "generators/params.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "generators/closest.h"
#include "generators/numbers.h"
#include "generators/plugins/plugins.h"
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

__extension__ typedef __int128 wide;

/* The ends of a range over a common denominator: low = first/below, high = last/below; false when the values between, below * HBS_RATIONAL_STEPS, would not fit. */
static bool common_ends(const hbs_setting *setting, int64_t *first, int64_t *last, int64_t *below) {
    const int64_t common = (int64_t)hbs_gcd((uint64_t)setting->high, (uint64_t)setting->end_denominator), limit = INT64_MAX / HBS_RATIONAL_STEPS;
    return !__builtin_mul_overflow(setting->high / common, setting->end_denominator, below) && *below <= limit &&
           !__builtin_mul_overflow(setting->low, setting->end_denominator / common, first) && *first <= limit && *first >= -limit &&
           !__builtin_mul_overflow(setting->end, setting->high / common, last) && *last <= limit && *last >= -limit;
}

static bool is_rational_range(const hbs_setting *setting) { return setting->low != setting->end || setting->high != setting->end_denominator; }

/* low + step/HBS_RATIONAL_STEPS of the way to the high end, in lowest terms. */
static hbs_value rational_between(const hbs_setting *setting, int64_t step) {
    int64_t first = 0, last = 0, below = 1;
    const bool fits = common_ends(setting, &first, &last, &below);
    assert(fits);
    (void)fits;
    const int64_t p = (int64_t)((wide)first * HBS_RATIONAL_STEPS + ((wide)last - first) * step), q = below * HBS_RATIONAL_STEPS;
    const int64_t common = (int64_t)hbs_gcd(p < 0 ? (uint64_t)-p : (uint64_t)p, (uint64_t)q);
    return (hbs_value){.integer = p / common, .denominator = q / common};
}

static hbs_status assign_rational(hbs_setting *setting, const hbs_generator *generator, const hbs_parameter *parameter, const char *text, hbs_error *error) {
    const char *const dots = strstr(text, "..");
    hbs_setting read = *setting;
    int64_t first, last, below;
    if (!hbs_read_rational(text, dots ? (size_t)(dots - text) : strlen(text), &read.low, &read.high) ||
        (dots && !hbs_read_rational(dots + 2, strlen(dots + 2), &read.end, &read.end_denominator)))
        return hbs_raise(error, HBS_ERROR_USAGE, "%s: %s=%s is not a number: write it as 4.26 or 213/50, or a range as 4..4.5", generator->name, parameter->name, text);
    if (!dots) read.end = read.low, read.end_denominator = read.high;
    if (read.low < (wide)parameter->low * read.high || read.end > (wide)parameter->high * read.end_denominator)
        return outside(generator, parameter, text, error);
    if ((wide)read.low * read.end_denominator > (wide)read.end * read.high)
        return hbs_raise(error, HBS_ERROR_USAGE, "%s: %s=%s is an empty range: write the smaller number first", generator->name, parameter->name, text);
    if (is_rational_range(&read) && !common_ends(&read, &first, &last, &below))
        return hbs_raise(error, HBS_ERROR_USAGE, "%s: %s=%s: ends with so many digits cannot bound a range: use fewer", generator->name, parameter->name, text);
    *setting = read;
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
    if (!hbs_is_close(hbs_name_distance(name, length, closest), length))
        HBS_FAIL(error, HBS_ERROR_USAGE, "%s: unknown parameter `%.*s`. Parameters: %s", generator->name, shown, name, (const char *)names.data);
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

static bool is_range(const hbs_setting *setting, hbs_parameter_type type) {
    return type == HBS_RATIONAL ? is_rational_range(setting) : type == HBS_INTEGER && setting->low < setting->high;
}

/* One value of each setting; bit r of `high_ends` says at which end the r-th range stands. */
static void values_at(hbs_values *values, const hbs_settings *settings, const hbs_generator *generator, uint64_t high_ends) {
    memset(values, 0, sizeof *values);
    for (uint32_t i = 0; i < settings->count; i++) {
        const hbs_setting *const setting = &settings->item[i];
        const bool rational = generator->parameters[i].type == HBS_RATIONAL, range = is_range(setting, generator->parameters[i].type), high = range && (high_ends & 1);
        values->item[i] = (hbs_value){.integer = !high ? setting->low : rational ? setting->end : setting->high,
                                      .denominator = !rational ? 1 : high ? setting->end_denominator : setting->high,
                                      .text = setting->text};
        if (range) high_ends >>= 1;
    }
}

static unsigned count_ranges(const hbs_settings *settings, const hbs_generator *generator) {
    unsigned ranges = 0;
    for (uint32_t i = 0; i < settings->count; i++) ranges += is_range(&settings->item[i], generator->parameters[i].type);
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
    if (type == HBS_RATIONAL && (setting->end != fallback->end || setting->end_denominator != fallback->end_denominator)) return false;
    return setting->low == fallback->low && setting->high == fallback->high;
}

static hbs_status print_rational_setting(const hbs_setting *setting, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(hbs_print_rational(out, setting->low, setting->high, error));
    if (!is_rational_range(setting)) goto done;
    HBS_TRY(hbs_bytes_print(out, error, ".."));
    HBS_TRY(hbs_print_rational(out, setting->end, setting->end_denominator, error));
done:
    return status;
}

static hbs_status print_setting(const hbs_setting *setting, const hbs_parameter *parameter, hbs_bytes *out, hbs_error *error) {
    const hbs_status status = hbs_bytes_print(out, error, " %s=", parameter->name);
    if (status != HBS_OK) return status;
    switch (parameter->type) {
    case HBS_RATIONAL: return print_rational_setting(setting, out, error);
    case HBS_FLAG: return hbs_bytes_print(out, error, "%s", setting->low ? "yes" : "no");
    case HBS_TEXT: return hbs_bytes_print(out, error, "%s", setting->text);
    case HBS_INTEGER: break;
    }
    if (setting->low == setting->high) return hbs_bytes_print(out, error, "%lld", (long long)setting->low);
    return hbs_bytes_print(out, error, "%lld..%lld", (long long)setting->low, (long long)setting->high);
}

/* Defaults of a plugin are with the plugin alone, and whoever reads the text may not have it. */
static bool is_told(const hbs_setting *setting, const hbs_setting *fallback, const hbs_generator *generator, uint32_t parameter) {
    if (hbs_plugin_of(generator)) return setting->given || generator->parameters[parameter].fallback;
    return setting->given && !is_default(setting, fallback, generator->parameters[parameter].type);
}

hbs_status hbs_settings_print(const hbs_settings *settings, const hbs_generator *generator, hbs_bytes *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_settings defaults = {0};
    HBS_TRY(hbs_settings_defaults(&defaults, generator, error));
    HBS_TRY(hbs_bytes_print(out, error, "%s", generator->name));
    for (uint32_t i = 0; i < settings->count; i++)
        if (is_told(&settings->item[i], &defaults.item[i], generator, i))
            HBS_TRY(print_setting(&settings->item[i], &generator->parameters[i], out, error));
done:
    hbs_settings_free(&defaults);
    return status;
}

void hbs_values_draw(hbs_values *values, const hbs_settings *settings, const hbs_generator *generator, hbs_rng *rng) {
    values_at(values, settings, generator, 0);
    for (uint32_t i = 0; i < settings->count; i++) {
        const hbs_setting *const setting = &settings->item[i];
        if (!is_range(setting, generator->parameters[i].type)) continue;
        if (generator->parameters[i].type == HBS_RATIONAL)
            values->item[i] = rational_between(setting, hbs_rng_between(rng, 0, HBS_RATIONAL_STEPS));
        else
            values->item[i].integer = hbs_rng_between(rng, setting->low, setting->high);
    }
}
