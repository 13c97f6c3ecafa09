#include "datasets/make/calibrate.h"

#include <string.h>

#include "generators/registry.h"
#include "tests/unit/test.h"

typedef struct bench {
    const hbs_generator *generator;
    hbs_settings settings;
    hbs_calibration found;
    hbs_error error;
} bench;

static hbs_status calibrate(bench *b, const char *generator, const char *const *words, hbs_calibrate_options options) {
    hbs_error error = {0};
    CHECK_OK(hbs_generator_find(generator, &b->generator, &error));
    CHECK_OK(hbs_settings_defaults(&b->settings, b->generator, &error));
    for (; *words; words++) CHECK_OK(hbs_settings_assign(&b->settings, b->generator, *words, &error));
    return hbs_calibrate(b->generator, &b->settings, &options, &b->found, &b->error);
}

static void bench_free(bench *b) {
    hbs_settings_free(&b->settings);
    hbs_calibration_free(&b->found);
}

static const hbs_calibrate_options usual = {.parameter = "m", .low = 1, .high = 4, .target = .5, .count = 400, .seed = 1, .level = .95};

/* Unit clauses over two variables: all pairs but two of the six sets of two are satisfiable, no set of three is. */
static void known_shares(void) {
    bench b = {0};
    hbs_calibrate_options options = usual;
    const char *const words[] = {"n=2", "k=1", NULL};
    CU_ASSERT_EQUAL(calibrate(&b, "sat/uniform", words, options), HBS_OK);
    CU_ASSERT(b.found.value == 2 && b.found.low == 2 && b.found.high == 2);
    CU_ASSERT_EQUAL(hbs_calibration_at(&b.found, 1)->label[1], 400);
    CU_ASSERT_EQUAL(hbs_calibration_at(&b.found, 3)->label[0], 400);
    CU_ASSERT_DOUBLE_EQUAL(hbs_calibration_at(&b.found, 2)->share.estimate, 2 / 3., .08);
    for (size_t i = 1; i < b.found.points; i++) CU_ASSERT(b.found.point[i - 1].value < b.found.point[i].value);
    CU_ASSERT(b.settings.item[2].low == 2 && b.settings.item[2].high == 2 && b.settings.item[2].given);
    bench_free(&b);
    b = (bench){0};
    options.target = 2 / 3.;
    options.count = 30;   /* a small sample: 2 is not told from the target */
    CU_ASSERT_EQUAL(calibrate(&b, "sat/uniform", words, options), HBS_OK);
    CU_ASSERT(b.found.value == 2 && b.found.low == 2 && b.found.high == 2);
    bench_free(&b);
}

/* The share rises with the atoms of q1, and the open values reach to both sides. */
static void rising(void) {
    bench b = {0}, again = {0};
    const hbs_calibrate_options options = {.parameter = "m1", .low = 10, .high = 80, .target = .5, .count = 100, .seed = 3, .level = .95};
    const char *const words[] = {"v1=10", "v2=10", "m2=14", NULL};
    CU_ASSERT_EQUAL(calibrate(&b, "cqc/uniform", words, options), HBS_OK);
    CU_ASSERT(b.found.value >= 18 && b.found.value <= 24);
    CU_ASSERT(b.found.low <= b.found.value && b.found.value <= b.found.high && b.found.high - b.found.low < 10);
    const hbs_calibration_point *const best = hbs_calibration_at(&b.found, b.found.value);
    CU_ASSERT(best->share.ci_low <= .5 && .5 <= best->share.ci_high);
    for (int64_t v = b.found.low - 1; v <= b.found.high + 1; v += b.found.high - b.found.low + 2) {
        const hbs_calibration_point *const outside = hbs_calibration_at(&b.found, v);
        CU_ASSERT_PTR_NOT_NULL_FATAL(outside);
        CU_ASSERT(outside->share.ci_low > .5 || outside->share.ci_high < .5);
    }
    CU_ASSERT_EQUAL(calibrate(&again, "cqc/uniform", words, options), HBS_OK);
    CU_ASSERT(again.found.points == b.found.points && again.found.value == b.found.value);
    for (size_t i = 0; i < b.found.points; i++) CU_ASSERT_EQUAL(again.found.point[i].label[1], b.found.point[i].label[1]);
    bench_free(&b);
    bench_free(&again);
}

static bool stop_at_once(void *context) { return context == NULL; }

/* What cannot be done is said, and the settings stay. */
static void refusals(void) {
    static const struct {
        const char *generator, *words[3], *parameter;
        int64_t low, high;
        double target;
        uint64_t budget;
        hbs_status status;
        const char *part;
    } rows[] = {{"sat/uniform", {"n=20"}, "m", 10, 20, .5, 0, HBS_ERROR_USAGE, "0.500 is not between them"},
                {"sat/uniform", {"n=20"}, "distinct", 0, 1, .5, 0, HBS_ERROR_USAGE, "no number `distinct`"},
                {"sat/uniform", {"n=20"}, "x", 3, 5, .5, 0, HBS_ERROR_USAGE, "no number `x`"},
                {"sat/uniform", {"n=20"}, "m", 0, 200, .5, 0, HBS_ERROR_USAGE, "m=0 of sat/uniform is no value like the others (clauses; 0: round(ratio * n)): look above 0"},
                {"sat/sr", {NULL}, "n", 3, 5, .5, 0, HBS_ERROR_USAGE, "2 instances a unit"},
                {"sat/uniform", {"n=20"}, "m", 5, 5, .5, 0, HBS_ERROR_USAGE, "no range"},
                {"sat/uniform", {"n=20"}, "m", 5, 9, 1, 0, HBS_ERROR_USAGE, "no target"},
                {"sat/uniform", {"n=3"}, "m", 5, 900, .5, 0, HBS_ERROR_USAGE, "there are only 8"},
                {"sat/uniform", {"n=150"}, "m", 640, 650, .5, 1, HBS_ERROR_BUDGET, "no label was known"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bench b = {0};
        hbs_calibrate_options options = {.parameter = rows[i].parameter, .low = rows[i].low, .high = rows[i].high, .target = rows[i].target, .count = 5, .seed = 1, .level = .95, .budget = rows[i].budget};
        CU_ASSERT_EQUAL(calibrate(&b, rows[i].generator, rows[i].words, options), rows[i].status);
        CU_ASSERT_PTR_NOT_NULL(strstr(b.error.message, rows[i].part));
        if (!strstr(b.error.message, rows[i].part)) fprintf(stderr, "\n    %s", b.error.message);
        CU_ASSERT(!b.found.points && (i > 6 || !b.settings.item[2].given));
        bench_free(&b);
    }
    bench b = {0};
    const hbs_listener listener = {.stop = stop_at_once};
    hbs_calibrate_options options = usual;
    options.listener = &listener;
    const char *const words[] = {"n=2", "k=1", NULL};
    CU_ASSERT_EQUAL(calibrate(&b, "sat/uniform", words, options), HBS_ERROR_INTERRUPTED);
    CU_ASSERT(!b.settings.item[2].given);
    bench_free(&b);
}

const hbs_test hbs_tests[] = {{"known_shares", known_shares}, {"rising", rising}, {"refusals", refusals}, {NULL, NULL}};
