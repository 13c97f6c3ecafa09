/* Bisection keeps two values, one on each side of the target by their shares, until they are neighbours. Noise in a share can send it to a wrong neighbour near the
 * crossing; how far is said by the values whose interval still holds the target, whose ends are found by two more bisections. (Thresholds of random CSP models stand near
 * constrainedness 1, but heads and sparse schemas move them, so that a formula is where to start and a sample is where to end.) */
#include "datasets/make/calibrate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generators/numbers.h"
#include "generators/unit.h"
#include "solvers/solver.h"

typedef struct calibrator {
    const hbs_generator *generator;
    hbs_setting *setting;
    const hbs_settings *settings;
    const hbs_calibrate_options *options;
    hbs_drawing drawing;
    hbs_labeller labeller;
    hbs_verdict verdict;
    hbs_bytes payload;
    hbs_calibration found;
    int64_t denominator;
} calibrator;

void hbs_calibration_free(hbs_calibration *calibration) {
    free(calibration->point);
    *calibration = (hbs_calibration){0};
}

const hbs_calibration_point *hbs_calibration_at(const hbs_calibration *calibration, int64_t value) {
    for (size_t i = 0; i < calibration->points; i++)
        if (calibration->point[i].value == value) return &calibration->point[i];
    return NULL;
}

static hbs_parameter_type type_of(const calibrator *c) { return c->generator->parameters[c->setting - c->settings->item].type; }

__extension__ typedef __int128 wide;

/* Tables say "0: .." where a parameter's 0 stands for something else, such as m=0 for "as ratio has it": that is another law, and not the next one below 1. */
static bool is_zero_special(const hbs_parameter *parameter) {
    const char *const zero = parameter->meaning ? strstr(parameter->meaning, "0: ") : NULL;
    return zero && (zero == parameter->meaning || zero[-1] == ' ') && (parameter->type == HBS_INTEGER || (parameter->fallback && !strcmp(parameter->fallback, "0")));
}

static hbs_status check_range(const calibrator *c, hbs_error *error) {
    const hbs_parameter *const parameter = &c->generator->parameters[c->setting - c->settings->item];
    const hbs_calibrate_options *const o = c->options;
    if (o->low <= 0 && o->high >= 0 && is_zero_special(parameter))
        return hbs_raise(error, HBS_ERROR_USAGE, "%s=0 of %s is no value like the others (%s): look above 0", o->parameter, c->generator->name, parameter->meaning);
    if (o->low >= (wide)parameter->low * c->denominator && o->high <= (wide)parameter->high * c->denominator) return HBS_OK;
    return hbs_raise(error, HBS_ERROR_USAGE, "%s of %s is from %lld to %lld: look between them", o->parameter, c->generator->name, (long long)parameter->low, (long long)parameter->high);
}

static hbs_status find_setting(calibrator *c, hbs_settings *settings, hbs_error *error) {
    const hbs_generator *const g = c->generator;
    for (uint32_t i = 0; i < g->parameter_count; i++)
        if (!strcmp(g->parameters[i].name, c->options->parameter)) c->setting = &settings->item[i];
    if (!c->setting || (type_of(c) != HBS_INTEGER && type_of(c) != HBS_RATIONAL))
        return hbs_raise(error, HBS_ERROR_USAGE, "%s has no number `%s` to calibrate; gen describe %s lists its parameters", g->name, c->options->parameter, g->name);
    if (type_of(c) == HBS_INTEGER && c->denominator != 1) return hbs_raise(error, HBS_ERROR_USAGE, "%s of %s is an integer: give integers to look between", c->options->parameter, g->name);
    const hbs_status status = check_range(c, error);
    if (status == HBS_OK && g->instances_per_unit > 1)
        return hbs_raise(error, HBS_ERROR_USAGE, "%s makes %u instances a unit, whose labels belong together: there is no share to calibrate", g->name, g->instances_per_unit);
    return status;
}

static void set_value(calibrator *c, int64_t value) {
    const int64_t common = (int64_t)hbs_gcd((uint64_t)(value < 0 ? -value : value), (uint64_t)c->denominator);
    const bool rational = type_of(c) == HBS_RATIONAL;
    c->setting->low = c->setting->end = value / common;
    c->setting->high = rational ? c->denominator / common : value;
    c->setting->end_denominator = c->setting->high;
    c->setting->given = true;
}

/* "ratio=4.26" */
typedef struct named_value {
    char text[120];
} named_value;

static named_value name_value(const calibrator *c, int64_t value) {
    named_value out;
    hbs_bytes number = {0};
    const int64_t common = (int64_t)hbs_gcd((uint64_t)(value < 0 ? -value : value), (uint64_t)c->denominator);
    const bool known = hbs_print_rational(&number, value / common, c->denominator / common, NULL) == HBS_OK;
    snprintf(out.text, sizeof out.text, "%.60s=%.50s", c->options->parameter, known ? (const char *)number.data : "?");
    hbs_bytes_free(&number);
    return out;
}

/* FNV-1a over the payloads. */
static hbs_status take_print(calibrator *c, hbs_calibration_point *point, hbs_error *error) {
    const hbs_status status = hbs_instance_encode(&c->drawing.drawn[0].instance, &c->payload, error);
    for (size_t i = 0; status == HBS_OK && i < c->payload.size; i++) point->print = (point->print ^ c->payload.data[i]) * UINT64_C(0x100000001B3);
    return status;
}

static hbs_status label_unit(calibrator *c, uint64_t unit, hbs_calibration_point *point, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_values values;
    hbs_drawing_seed(&c->drawing, c->options->seed, unit);
    hbs_values_draw(&values, c->settings, c->generator, &c->drawing.rng);
    HBS_TRY(hbs_draw(&c->drawing, c->generator, &values, unit, error));
    HBS_TRY(take_print(c, point, error));
    HBS_TRY(hbs_label(&c->labeller, &c->drawing.drawn[0].instance, &c->verdict, error));
    point->effort += c->verdict.effort;
    if (c->verdict.label == HBS_LABEL_UNKNOWN) point->unknown++;
    else point->label[c->verdict.label]++;
done:
    return status;
}

static hbs_status insert(hbs_calibration *found, const hbs_calibration_point *point, hbs_error *error) {
    const hbs_status status = hbs_grow(&found->point, &found->capacity, found->points + 1, sizeof *found->point, error);
    if (status != HBS_OK) return status;
    size_t at = found->points++;
    for (; at > 0 && found->point[at - 1].value > point->value; at--) found->point[at] = found->point[at - 1];
    found->point[at] = *point;
    return HBS_OK;
}

/* Draws and solves at a value, once. */
static hbs_status try_value(calibrator *c, int64_t value, hbs_calibration_point *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const hbs_calibration_point *const known = hbs_calibration_at(&c->found, value);
    hbs_calibration_point point = {.value = value};
    if (known) {
        *out = *known;
        return HBS_OK;
    }
    set_value(c, value);
    HBS_TRY(hbs_settings_complete(c->settings, c->generator, error));
    for (uint64_t unit = 0; unit < c->options->count; unit++) {
        status = hbs_should_stop(c->options->listener) ? HBS_ERROR_INTERRUPTED : label_unit(c, unit, &point, error);
        if (status == HBS_ERROR_INTERRUPTED) HBS_FAIL(error, status, "interrupted at %s", name_value(c, value).text);
        HBS_TRY(status);
        hbs_report_progress(c->options->listener, "calibrate", unit + 1, c->options->count, "instances at this value");
    }
    point.share = hbs_wilson(point.label[1], point.label[0] + point.label[1], c->options->level);
    if (isnan(point.share.estimate))
        HBS_FAIL(error, HBS_ERROR_BUDGET, "%s: no label was known within the budget: raise it", name_value(c, value).text);
    HBS_TRY(insert(&c->found, &point, error));
    *out = point;
done:
    return status;
}

static bool is_above(const calibrator *c, const hbs_calibration_point *point) { return point->share.estimate >= c->options->target; }
static bool holds_target(const calibrator *c, const hbs_calibration_point *point) { return point->share.ci_low <= c->options->target && c->options->target <= point->share.ci_high; }

/* The last value, from `inside` towards `end`, whose interval holds the target, if those that do are without a gap. */
static hbs_status find_edge(calibrator *c, int64_t inside, int64_t end, int64_t *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_calibration_point point;
    HBS_TRY(try_value(c, end, &point, error));
    if (holds_target(c, &point)) inside = end;
    while (inside != end && inside - end != 1 && end - inside != 1) {
        const int64_t middle = inside + (end - inside) / 2;
        HBS_TRY(try_value(c, middle, &point, error));
        if (holds_target(c, &point)) inside = middle; else end = middle;
    }
    *out = inside;
done:
    return status;
}

/* The range does not hold the target: it has no effect at all, or others have to move. */
static hbs_status refuse_range(const calibrator *c, const hbs_calibration_point *low, const hbs_calibration_point *high, hbs_error *error) {
    const hbs_generator *const g = c->generator;
    char others[300] = "";
    size_t used = 0;
    for (uint32_t i = 0; i < g->parameter_count && used < sizeof others - 64; i++)
        if (&c->settings->item[i] != c->setting && (g->parameters[i].type == HBS_INTEGER || g->parameters[i].type == HBS_RATIONAL))
            used += (size_t)snprintf(others + used, sizeof others - used, "%s%.40s", used ? ", " : "", g->parameters[i].name);
    if (low->print == high->print)
        return hbs_raise(error, HBS_ERROR_USAGE, "%s has no effect here: %s and %s give the same instances, so something else that was given says what it would (gen describe %s); calibrate another parameter",
                         c->options->parameter, name_value(c, low->value).text, name_value(c, high->value).text, g->name);
    return hbs_raise(error, HBS_ERROR_USAGE, "the share of label 1 is %.3f at %s and %.3f at %s: %.3f is not between them; look over another range%s%s%s", low->share.estimate,
                     name_value(c, low->value).text, high->share.estimate, name_value(c, high->value).text, c->options->target, used ? ", or where there is none change another parameter (" : "", others, used ? ")" : "");
}

/* Two neighbours on both sides of the target. */
static hbs_status bisect(calibrator *c, hbs_calibration_point *low, hbs_calibration_point *high, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_calibration_point middle;
    HBS_TRY(try_value(c, c->options->low, low, error));
    HBS_TRY(try_value(c, c->options->high, high, error));
    if (is_above(c, low) == is_above(c, high))
        HBS_TRY(refuse_range(c, low, high, error));
    while (high->value - low->value > 1) {
        HBS_TRY(try_value(c, low->value + (high->value - low->value) / 2, &middle, error));
        *(is_above(c, &middle) == is_above(c, low) ? low : high) = middle;
    }
done:
    return status;
}

static hbs_status search(calibrator *c, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_calibration_point low, high;
    HBS_TRY(bisect(c, &low, &high, error));
    const double target = c->options->target;
    const hbs_calibration_point *const best = fabs(high.share.estimate - target) < fabs(low.share.estimate - target) ? &high : &low;
    c->found.value = c->found.low = c->found.high = best->value;
    if (holds_target(c, &low)) HBS_TRY(find_edge(c, low.value, c->options->low, &c->found.low, error));
    if (holds_target(c, &high)) HBS_TRY(find_edge(c, high.value, c->options->high, &c->found.high, error));
done:
    return status;
}

hbs_status hbs_calibrate(const hbs_generator *generator, hbs_settings *settings, const hbs_calibrate_options *options, hbs_calibration *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    calibrator c = {.generator = generator, .settings = settings, .options = options, .denominator = options->denominator ? options->denominator : 1};
    hbs_setting before = {0};
    bool changed = false;
    if (options->low >= options->high) HBS_FAIL(error, HBS_ERROR_USAGE, "%s..%s is no range to look over", name_value(&c, options->low).text,
                                               strchr(name_value(&c, options->high).text, '=') + 1);
    if (!(options->target > 0 && options->target < 1)) HBS_FAIL(error, HBS_ERROR_USAGE, "a share of %g is no target: it must lie between 0 and 1", options->target);
    HBS_TRY(find_setting(&c, settings, error));
    before = *c.setting;
    changed = true;
    HBS_TRY(hbs_labeller_open(&c.labeller, options->solver, generator->problem == HBS_GENERATES_CQC ? HBS_CQC : HBS_SAT, options->budget, true, error));
    if (options->listener) {
        c.drawing.stop = options->listener->stop;
        c.drawing.stop_context = options->listener->context;
        hbs_labeller_stop_when(&c.labeller, options->listener->stop, options->listener->context);
    }
    HBS_TRY(search(&c, error));
    set_value(&c, c.found.value);
    changed = false;
    hbs_calibration_free(out);
    *out = c.found;
    c.found = (hbs_calibration){0};
done:
    if (changed) *c.setting = before;
    hbs_calibration_free(&c.found);
    hbs_verdict_free(&c.verdict);
    hbs_bytes_free(&c.payload);
    hbs_labeller_close(&c.labeller);
    hbs_drawing_free(&c.drawing);
    return status;
}
