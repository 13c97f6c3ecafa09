#include "generators/cqc/surjections.h"

#include "tests/unit/generators/draw.h"

/* All surjections from 5 places onto 3 targets (150 of 243 maps) are equally likely. */
static void uniform(void) {
    enum { DRAWS = 30000 };
    hbs_surjections surjections = {0};
    hbs_error error = {0};
    hbs_rng rng;
    double count[243] = {0}, expected[243] = {0};
    hbs_rng_seed(&rng, 1, 0, HBS_LANE_ANALYSIS);
    for (int sizes = 0; sizes < 2; sizes++) {
        CHECK_OK(hbs_surjections_set(&surjections, 5, sizes ? 3 : 5, &error));
        for (int i = 0; i < (sizes ? DRAWS : 10); i++) {
            uint32_t out[5];
            size_t cell = 0;
            unsigned hit = 0;
            hbs_surjection_draw(&surjections, &rng, out);
            for (int j = 0; j < 5; j++) cell = 3 * cell + out[j], hit |= 1u << out[j];
            CU_ASSERT_EQUAL(hit, sizes ? 7u : 31u);
            if (sizes) count[cell]++;
        }
    }
    for (size_t cell = 0; cell < 243; cell++) {
        unsigned hit = 0;
        for (size_t left = cell, i = 0; i < 5; i++, left /= 3) hit |= 1u << left % 3;
        expected[cell] = hit == 7 ? DRAWS / 150. : 0;
    }
    CU_ASSERT(fit(count, expected, 243) > 1e-3);
    hbs_surjections_free(&surjections);
}

/* 60 places, 59 targets: one pair of places shares its target, each of the 1770 pairs equally often. */
static void nearly_bijective(void) {
    enum { PLACES = 60, DRAWS = 4000 };
    hbs_surjections surjections = {0};
    hbs_error error = {0};
    hbs_rng rng;
    double sum = 0;
    hbs_rng_seed(&rng, 1, 1, HBS_LANE_ANALYSIS);
    CHECK_OK(hbs_surjections_set(&surjections, PLACES, PLACES - 1, &error));
    for (int i = 0; i < DRAWS; i++) {
        uint32_t out[PLACES];
        int count[PLACES] = {0}, twice = 0;
        hbs_surjection_draw(&surjections, &rng, out);
        for (int j = 0; j < PLACES; j++) count[out[j]]++;
        for (int v = 0; v < PLACES - 1; v++) CU_ASSERT(count[v] == 1 || count[v] == 2);
        for (int j = 0; j < PLACES; j++)
            if (count[out[j]] == 2) twice += j;
        sum += twice;
    }
    CU_ASSERT(fabs(sum / DRAWS - 59) < 4 * 24.3 / sqrt(DRAWS));   /* mean of two distinct of 0..59, added; deviation sqrt(2 * 58 * 61 / 12) */
    hbs_surjections_free(&surjections);
}

static void fits(void) {
    CU_ASSERT(hbs_surjections_fit(1, 1));
    CU_ASSERT(!hbs_surjections_fit(1, 2));
    CU_ASSERT(!hbs_surjections_fit(5, 0));
    CU_ASSERT(!hbs_surjections_fit(UINT64_MAX, 2));
    CU_ASSERT(!hbs_surjections_fit(UINT64_MAX, UINT64_MAX));
}

const hbs_test hbs_tests[] = {{"uniform", uniform}, {"nearly_bijective", nearly_bijective}, {"fits", fits}, {NULL, NULL}};
