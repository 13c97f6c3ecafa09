#include "generators/spec.h"

#include "tests/unit/generators/draw.h"

/* Walks the schedule: units and indices count up without gap, shares are kept within one unit all the way, the count is met exactly. */
static void walk(const char *text, uint64_t count) {
    hbs_error error = {0};
    hbs_spec spec = {0};
    hbs_schedule schedule;
    CHECK_OK(hbs_spec_parse_text(&spec, text, &error));
    CHECK_OK(hbs_schedule_start(&schedule, &spec, count, &error));
    uint64_t unit, idx, units = 0, made = 0, by_part[HBS_PARTS_MAX] = {0};
    for (int part; (part = hbs_schedule_next(&schedule, &unit, &idx)) >= 0; units++) {
        CU_ASSERT_EQUAL(unit, units);
        CU_ASSERT_EQUAL(idx, made);
        const uint32_t size = spec.part[part].generator->instances_per_unit;
        made += size;
        by_part[part] += size;
        for (size_t p = 0; p < spec.parts && made + 8 < count; p++) {
            const double share = (double)spec.part[p].share_numerator / (double)spec.part[p].share_denominator;
            CU_ASSERT(fabs((double)by_part[p] - share * (double)made) <= 2. * (double)spec.parts);
        }
    }
    CU_ASSERT_EQUAL(made, count);
    CU_ASSERT_EQUAL(hbs_schedule_units(&spec, count), units);
    CU_ASSERT_EQUAL(hbs_schedule_next(&schedule, &unit, &idx), -1);
    hbs_spec_free(&spec);
}

static void whole(void) {
    walk("sat/sr", 0);
    walk("sat/sr", 1000);
    walk("sat/uniform n=9", 7);
    walk("sat/planted n=9 + sat/uniform n=9", 1001);
    walk("sat/planted n=9 share=.3 + sat/uniform n=9 + sat/core n=9 share=1/7", 999);
    walk("sat/sr + sat/uniform n=9", 1001);
    walk("sat/sr + sat/uniform n=9", 1);
    walk("sat/sr share=.9 + sat/uniform n=9 share=.05 + sat/core n=9 share=.05", 997);
}

/* Equal shares alternate, from the first part on. */
static void order(void) {
    hbs_error error = {0};
    hbs_spec spec = {0};
    hbs_schedule schedule;
    uint64_t unit, idx;
    CHECK_OK(hbs_spec_parse_text(&spec, "sat/planted n=9 + sat/uniform n=9 + sat/core n=9", &error));
    CHECK_OK(hbs_schedule_start(&schedule, &spec, 9, &error));
    for (int i = 0; i < 9; i++) CU_ASSERT_EQUAL(hbs_schedule_next(&schedule, &unit, &idx), i % 3);
    hbs_spec_free(&spec);
}

static void odd_count_of_twins(void) {
    hbs_error error = {0};
    hbs_spec spec = {0};
    hbs_schedule schedule = {.count = 77};
    CHECK_OK(hbs_spec_parse_text(&spec, "sat/sr", &error));
    CU_ASSERT_EQUAL(hbs_schedule_start(&schedule, &spec, 1001, &error), HBS_ERROR_USAGE);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "ask for 1000 or 1002"));
    CU_ASSERT_EQUAL(schedule.count, 77);
    hbs_spec_free(&spec);
}

const hbs_test hbs_tests[] = {{"whole", whole}, {"order", order}, {"odd_count_of_twins", odd_count_of_twins}, {NULL, NULL}};
