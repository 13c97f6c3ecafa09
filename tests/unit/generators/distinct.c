#include "generators/distinct.h"

#include "tests/unit/generators/draw.h"
#include "tests/unit/generators/walk.h"

/* All sequences of 3 distinct numbers of 5 are equally likely. */
static void uniform_sequences(void) {
    hbs_error error = {0};
    hbs_distinct distinct = {0};
    double count[125] = {0}, expected[125] = {0};
    hbs_rng rng;
    hbs_rng_seed(&rng, 1, 0, HBS_LANE_INSTANCE);
    for (int i = 0; i < 30000; i++) {
        CHECK_OK(hbs_distinct_start(&distinct, 5, 3, &error));
        size_t cell = 0;
        for (int j = 0; j < 3; j++) cell = 5 * cell + hbs_distinct_next(&distinct, &rng);
        count[cell]++;
    }
    for (size_t a = 0; a < 5; a++)
        for (size_t b = 0; b < 5; b++)
            for (size_t c = 0; c < 5; c++)
                if (a != b && b != c && a != c) expected[25 * a + 5 * b + c] = 30000. / 60;
    CU_ASSERT(fit(count, expected, 125) > 1e-3);
    hbs_distinct_free(&distinct);
}

/* The whole of a space comes, each number once, with log2 of its factorial as choice bits; as the plain shuffle from the end would make it. */
static void whole_space(void) {
    hbs_error error = {0};
    hbs_distinct distinct = {0};
    enum { SPACE = 1000 };
    uint32_t array[SPACE];
    hbs_rng rng, same;
    hbs_rng_seed(&rng, 1, 1, HBS_LANE_INSTANCE);
    hbs_rng_seed(&same, 1, 1, HBS_LANE_INSTANCE);
    for (uint32_t i = 0; i < SPACE; i++) array[i] = i;
    hbs_rng_shuffle(&same, array, SPACE);
    CHECK_OK(hbs_distinct_start(&distinct, SPACE, SPACE, &error));
    for (uint32_t i = 0; i < SPACE; i++) CU_ASSERT_EQUAL(hbs_distinct_next(&distinct, &rng), array[SPACE - 1 - i]);
    CU_ASSERT_DOUBLE_EQUAL(hbs_rng_choice_bits(&rng), lgamma(SPACE + 1.) / log(2), 1e-6);
    CU_ASSERT_EQUAL(rng.retries, 0);
    hbs_distinct_free(&distinct);
}

static void huge_space(void) {
    hbs_error error = {0};
    hbs_distinct distinct = {0};
    hbs_rng rng;
    hbs_rng_seed(&rng, 1, 2, HBS_LANE_INSTANCE);
    CHECK_OK(hbs_distinct_start(&distinct, UINT64_C(1) << 62, 3, &error));
    const uint64_t a = hbs_distinct_next(&distinct, &rng), b = hbs_distinct_next(&distinct, &rng), c = hbs_distinct_next(&distinct, &rng);
    CU_ASSERT(a != b && b != c && a != c && (a | b | c) >> 62 == 0);
    hbs_distinct_free(&distinct);
}

/* Many at once are what they are one by one, and so is the stream behind them. */
static void many_at_once(void) {
    enum { MANY = 300 };
    hbs_error error = {0};
    for (uint64_t space = MANY; space < UINT64_C(1) << 40; space *= 97) {
        hbs_distinct one = {0}, other = {0};
        hbs_rng rng, same;
        uint64_t all[MANY];
        hbs_rng_seed(&rng, 1, space, HBS_LANE_INSTANCE);
        same = rng;
        CHECK_OK(hbs_distinct_start(&one, space, MANY, &error));
        CHECK_OK(hbs_distinct_start(&other, space, MANY, &error));
        hbs_distinct_take(&one, &rng, MANY - 40, all);
        hbs_distinct_take(&one, &rng, 40, all + MANY - 40);
        for (int i = 0; i < MANY; i++) CU_ASSERT_EQUAL(all[i], hbs_distinct_next(&other, &same));
        CU_ASSERT_EQUAL(hbs_rng_choice_bits(&rng), hbs_rng_choice_bits(&same));
        CU_ASSERT_EQUAL(hbs_rng_below(&rng, 1000), hbs_rng_below(&same, 1000));
        hbs_distinct_free(&one);
        hbs_distinct_free(&other);
    }
}

/* Who is indifferent to the order gets each set once, in one choice, rising; all others get the sequences. */
static void sets_in_one_choice(void) {
    enum { SPACE = 7, COUNT = 3, SETS = 35 };
    for (unsigned indifferent = 0; indifferent <= HBS_RNG_PART_ORDER; indifferent += HBS_RNG_PART_ORDER) {
        hbs_error error = {0};
        hbs_distinct distinct = {0};
        unsigned seen[1 << SPACE] = {0}, paths = 0, sets = 0;
        walk w = {0};
        do {
            hbs_rng rng;
            uint64_t taken[COUNT];
            hbs_rng_seed(&rng, 1, 0, HBS_LANE_INSTANCE);
            walk_in(&rng, &w);
            rng.indifferent = indifferent;
            CHECK_OK(hbs_distinct_start_set(&distinct, &rng, SPACE, COUNT, &error));
            taken[0] = hbs_distinct_next(&distinct, &rng);
            hbs_distinct_take(&distinct, &rng, COUNT - 1, taken + 1);
            unsigned set = 0;
            for (unsigned i = 0; i < COUNT; i++) set |= 1u << taken[i];
            CU_ASSERT(__builtin_popcount(set) == COUNT && (!indifferent || (taken[0] < taken[1] && taken[1] < taken[2])));
            CU_ASSERT_DOUBLE_EQUAL(w.mass, indifferent ? 1. / SETS : 1. / (7 * 6 * 5), 1e-15);
            sets += !seen[set]++;
            paths++;
        } while (next_path(&w));
        CU_ASSERT(sets == SETS && paths == (indifferent ? SETS : 6 * SETS));
        hbs_distinct_free(&distinct);
    }
}

/* Sets without numbers below 2^63 are drawn one by one. */
static void sets_without_numbers(void) {
    hbs_error error = {0};
    hbs_distinct distinct = {0};
    hbs_rng rng;
    hbs_rng_seed(&rng, 1, 2, HBS_LANE_INSTANCE);
    rng.indifferent = HBS_RNG_PART_ORDER;
    CHECK_OK(hbs_distinct_start_set(&distinct, &rng, 200, 60, &error));
    uint8_t seen[200] = {0};
    for (unsigned i = 0; i < 60; i++) CU_ASSERT(!seen[hbs_distinct_next(&distinct, &rng)]++);
    CHECK_OK(hbs_distinct_start_set(&distinct, &rng, 5, 0, &error));
    CHECK_OK(hbs_distinct_start_set(&distinct, &rng, 5, 5, &error));
    for (unsigned i = 0; i < 5; i++) CU_ASSERT_EQUAL(hbs_distinct_next(&distinct, &rng), i);
    hbs_distinct_free(&distinct);
}

const hbs_test hbs_tests[] = {{"uniform_sequences", uniform_sequences}, {"whole_space", whole_space}, {"huge_space", huge_space}, {"many_at_once", many_at_once}, {"sets_in_one_choice", sets_in_one_choice}, {"sets_without_numbers", sets_without_numbers}, {NULL, NULL}};
