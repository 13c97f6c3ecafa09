/* Generators that promise something, to see what becomes of those that break it. */
#ifndef HBS_TESTS_GENERATORS_PROMISE_H
#define HBS_TESTS_GENERATORS_PROMISE_H

#include "generators/unit.h"
#include "tests/unit/generators/draw.h"

static const hbs_parameter parameters[] = {
    {"n", HBS_INTEGER, 0, 100, "5", "number"}, {"ratio", HBS_RATIONAL, 0, 2, "1.5", "rational"}, {"flag", HBS_FLAG, 0, 1, "yes", "flag"}, {"text",
            HBS_TEXT, 0, 0, "abc", "text"}};
enum { N, RATIO, FLAG, TEXT };

/* A generator that promises the given things and calls the function. */
static inline hbs_generator promise(hbs_generated problem, hbs_label_source labels, uint32_t instances, int (*generate)(hbs_unit *)) {
    return (hbs_generator){HBS_PLUGIN_ABI, sizeof(hbs_generator), "sat/broken", "s", "d", "u", "r", "c", "s", problem, labels, instances, 4,
            parameters, NULL, generate, "test", NULL, HBS_DENSITY_UNKNOWN};
}

/* Draws unit 7; the status, and the message in *error. */
static inline hbs_status draw(hbs_drawing *drawing, const hbs_generator *generator, hbs_error *error) {
    hbs_settings settings = {0};
    hbs_values values;
    CU_ASSERT_EQUAL_FATAL(hbs_settings_defaults(&settings, generator, error), HBS_OK);
    hbs_drawing_seed(drawing, 1, 7);
    hbs_values_draw(&values, &settings, generator, &drawing->rng);
    const hbs_status status = hbs_draw(drawing, generator, &values, 7, error);
    hbs_settings_free(&settings);
    return status;
}

static inline int clause_3(hbs_unit *unit) { return hbs_unit_clause(unit, (const int32_t[]){1, -2, 3}, 3); }
static inline int good(hbs_unit *unit) { return hbs_unit_begin_cnf(unit, 3) || clause_3(unit); }
static inline int literal_zero(hbs_unit *unit) { hbs_unit_begin_cnf(unit, 3); hbs_unit_clause(unit, (const int32_t[]){1, 0, 2}, 3); return 0; }

#endif
