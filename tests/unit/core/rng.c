#include "core/rng.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/test.h"

/* The known-answer vectors that the authors of Philox publish with Random123 (kat_vectors, philox4x32 10). */
static void known_answers(void) {
    static const struct {
        uint32_t counter[4], key[2], out[4];
    } row[] = {
        {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
        {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}, {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
        {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}, {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        uint32_t out[4];
        hbs_philox4x32(row[i].counter, row[i].key, out);
        CU_ASSERT_EQUAL(memcmp(out, row[i].out, sizeof out), 0);
    }
}

/* The mapping from words to choices, worked out from the published block of counter 0 and key 0. */
static void words_to_choices(void) {
    hbs_rng rng;
    hbs_rng_seed(&rng, 0, 0, HBS_LANE_INSTANCE);
    CU_ASSERT_EQUAL(hbs_rng_below(&rng, UINT64_C(1) << 32), 0x6627e8d5);
    CU_ASSERT_EQUAL(hbs_rng_below(&rng, 16), 0xe);                               /* the high bits of e169c58d */
    CU_ASSERT_EQUAL(hbs_rng_below(&rng, UINT64_C(1) << 63), UINT64_C(0x9b00dbd8bc57ac4c) >> 1);
    CU_ASSERT_EQUAL(hbs_rng_below(&rng, 1), 0);
    CU_ASSERT_DOUBLE_EQUAL(hbs_rng_choice_bits(&rng), 32 + 4 + 63, 1e-9);
}

static void streams_differ(void) {
    uint64_t seen[4];
    const struct {
        uint64_t seed, unit;
        hbs_lane lane;
    } stream[4] = {{1, 0, HBS_LANE_INSTANCE}, {2, 0, HBS_LANE_INSTANCE}, {1, 1, HBS_LANE_INSTANCE}, {1, 0, HBS_LANE_ORDER}};
    for (int i = 0; i < 4; i++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, stream[i].seed, stream[i].unit, stream[i].lane);
        seen[i] = hbs_rng_below(&rng, UINT64_C(1) << 60);
        for (int j = 0; j < i; j++) CU_ASSERT_NOT_EQUAL(seen[i], seen[j]);
    }
}

/* chi-square of counts against equal expectation, below a bound that a fair stream exceeds with probability under 1e-6. */
static void check_uniform(const uint64_t *count, size_t cells, double draws, double bound) {
    double chi2 = 0;
    for (size_t i = 0; i < cells; i++) chi2 += pow((double)count[i] - draws / (double)cells, 2) / (draws / (double)cells);
    CU_ASSERT(chi2 < bound);
}

static void bounded_draws_are_uniform(void) {
    hbs_rng rng;
    hbs_rng_seed(&rng, 7, 0, HBS_LANE_INSTANCE);
    uint64_t count[6] = {0};
    for (int i = 0; i < 60000; i++) count[hbs_rng_below(&rng, 6)]++;
    check_uniform(count, 6, 60000, 40);
    uint64_t third[3] = {0};   /* a wide bound where a plain modulo would show: 2^64 is not a multiple of 3 * 2^62 */
    for (int i = 0; i < 60000; i++) third[hbs_rng_below(&rng, UINT64_C(3) << 62) >> 62]++;
    check_uniform(third, 3, 60000, 32);
}

static void tuples_are_uniform_and_ordered(void) {
    hbs_rng rng;
    hbs_rng_seed(&rng, 8, 0, HBS_LANE_INSTANCE);
    uint64_t count[64] = {0}, cell[12];
    for (int i = 0; i < 60000; i++) {
        uint32_t t[2];
        hbs_rng_sample(&rng, 4, 2, t);
        CU_ASSERT_FATAL(t[0] < 4 && t[1] < 4 && t[0] != t[1]);
        count[t[0] * 4 + t[1]]++;
    }
    size_t cells = 0;
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++)
            if (a != b) cell[cells++] = count[a * 4 + b];
    check_uniform(cell, 12, 60000, 55);
}

static void long_tuples_are_distinct(void) {
    hbs_rng rng;
    hbs_rng_seed(&rng, 9, 0, HBS_LANE_INSTANCE);
    uint32_t t[200];
    hbs_rng_sample(&rng, 200, 200, t);
    uint8_t seen[200] = {0};
    for (int i = 0; i < 200; i++) {
        CU_ASSERT_FATAL(t[i] < 200);
        seen[t[i]]++;
    }
    for (int i = 0; i < 200; i++) CU_ASSERT_EQUAL(seen[i], 1);
}

/* The j-th smallest number that is not there yet, found by asking each number. */
static void sample_by_asking(hbs_rng *rng, uint32_t n, uint32_t k, uint8_t *there, uint32_t *out) {
    memset(there, 0, n);
    for (uint32_t i = 0; i < k; i++) {
        uint64_t left = hbs_rng_below(rng, n - i);
        uint32_t v = 0;
        for (; there[v] || left; v++) left -= !there[v];
        there[v] = 1;
        out[i] = v;
    }
}

/* Answers that come together: the smallest, the largest, and by turns. */
static uint64_t draw_first(hbs_rng *rng, uint64_t bound) { return (void)rng, (void)bound, 0; }
static uint64_t draw_last(hbs_rng *rng, uint64_t bound) { return (void)rng, bound - 1; }
static uint64_t draw_middle(hbs_rng *rng, uint64_t bound) { return (void)rng, bound / 2; }

#define ASKED_MOST 3000u

static void tuples_are_what_asking_gives(void) {
    static uint8_t there[ASKED_MOST];
    static uint32_t mine[ASKED_MOST], theirs[ASKED_MOST];
    uint64_t (*const draw[])(hbs_rng *, uint64_t) = {NULL, draw_first, draw_last, draw_middle};
    const uint32_t size[] = {1, 2, 63, 64, 65, 66, 100, 127, 128, 129, 130, 255, 256, 257, 511, 700, 1000, 1023, 1024, 1025, 2047, ASKED_MOST};
    hbs_rng a, b;
    for (size_t n = 0; n < sizeof size / sizeof *size; n++)
        for (size_t k = 0; k <= n; k++)
            for (size_t d = 0; d < 4; d++) {
                hbs_rng_seed(&a, 12, n * 100 + k, HBS_LANE_INSTANCE);
                a.draw = draw[d];
                b = a;
                hbs_rng_sample(&a, size[n], size[k], mine);
                sample_by_asking(&b, size[n], size[k], there, theirs);
                CU_ASSERT_FATAL(!memcmp(mine, theirs, size[k] * sizeof *mine));
                CU_ASSERT_EQUAL(hbs_rng_below(&a, 1000), hbs_rng_below(&b, 1000));
                CU_ASSERT_EQUAL(hbs_rng_choice_bits(&a), hbs_rng_choice_bits(&b));
            }
}

/* Over all numbers below 2^32 - 1, of which no table has room; and a million, of which a quadratic way takes minutes. */
static void tuples_of_many(void) {
    enum { MANY = 1000000 };
    static uint32_t t[MANY];
    static uint8_t seen[MANY];
    hbs_rng a, b;
    hbs_rng_seed(&a, 13, 0, HBS_LANE_INSTANCE);
    b = a;
    hbs_rng_sample(&a, UINT32_MAX, 100, t);
    for (uint32_t i = 0; i < 100; i++) {
        const uint64_t j = hbs_rng_below(&b, UINT32_MAX - i);
        uint32_t below = 0, same = 0;
        for (uint32_t s = 0; s < i; s++) below += t[s] < t[i], same += t[s] == t[i];
        CU_ASSERT(!same && t[i] == j + below);
    }
    hbs_rng_sample(&a, MANY, MANY, t);
    for (uint32_t i = 0; i < MANY; i++) seen[t[i]]++;
    for (uint32_t i = 0; i < MANY; i++) CU_ASSERT_FATAL(seen[i] == 1);
}

static void shuffles_are_uniform(void) {
    hbs_rng rng;
    hbs_rng_seed(&rng, 10, 0, HBS_LANE_INSTANCE);
    uint64_t count[6] = {0};
    for (int i = 0; i < 60000; i++) {
        uint32_t p[3] = {0, 1, 2};
        hbs_rng_shuffle(&rng, p, 3);
        count[p[0] * 2 + (p[1] > p[2])]++;
    }
    check_uniform(count, 6, 60000, 40);
}

static void bernoulli_is_exact_at_the_ends_and_fair_between(void) {
    hbs_rng rng;
    hbs_rng_seed(&rng, 11, 0, HBS_LANE_INSTANCE);
    CU_ASSERT_FALSE(hbs_rng_bernoulli(&rng, 0, 5));
    CU_ASSERT_TRUE(hbs_rng_bernoulli(&rng, 5, 5));
    CU_ASSERT_EQUAL(hbs_rng_choice_bits(&rng), 0);
    uint64_t yes = 0;
    for (int i = 0; i < 100000; i++) yes += hbs_rng_bernoulli(&rng, 3, 10);
    CU_ASSERT(fabs((double)yes - 30000) < 5 * sqrt(21000));
}

static void rejected_draws_give_their_bits_back(void) {
    hbs_rng rng;
    hbs_rng_seed(&rng, 12, 0, HBS_LANE_INSTANCE);
    for (int i = 0; i < 1000; i++) hbs_rng_below(&rng, 1000);   /* past the point where the product is folded into bits */
    const double before = hbs_rng_choice_bits(&rng);
    CU_ASSERT_DOUBLE_EQUAL(before, 1000 * log2(1000), 1e-6);
    const hbs_rng_mark mark = hbs_rng_take_mark(&rng);
    for (int i = 0; i < 1000; i++) hbs_rng_below(&rng, 1000);
    rng.retry_limit = 2;
    CU_ASSERT_TRUE(hbs_rng_reject(&rng, mark));
    CU_ASSERT_EQUAL(hbs_rng_choice_bits(&rng), before);
    CU_ASSERT_FALSE(hbs_rng_reject(&rng, mark));
}

static uint64_t least(hbs_rng *rng, uint64_t bound) { return bound - 1 - (rng->retries++ % bound); }

/* Falling bounds are as many single draws, from the stream and from hooks, over 32 bits too. */
static void falling_bounds(void) {
    static const uint64_t bounds[] = {50, 1000, UINT64_C(1) << 32, (UINT64_C(1) << 32) + 20, UINT64_MAX};
    for (int hooked = 0; hooked < 2; hooked++)
        for (size_t b = 0; b < sizeof bounds / sizeof *bounds; b++) {
            uint64_t out[50];
            hbs_rng rng, same;
            hbs_rng_seed(&rng, 13, b, HBS_LANE_INSTANCE);
            if (hooked) rng.draw = least;
            same = rng;
            hbs_rng_falling(&rng, bounds[b], 50, out);
            for (uint64_t i = 0; i < 50; i++) CU_ASSERT_EQUAL(out[i], hbs_rng_below(&same, bounds[b] - i));
            CU_ASSERT_EQUAL(hbs_rng_choice_bits(&rng), hbs_rng_choice_bits(&same));
            CU_ASSERT_EQUAL(hbs_rng_below(&rng, 77), hbs_rng_below(&same, 77));
        }
}

const hbs_test hbs_tests[] = {{"known_answers", known_answers},
                              {"words_to_choices", words_to_choices},
                              {"streams_differ", streams_differ},
                              {"bounded_draws_are_uniform", bounded_draws_are_uniform},
                              {"tuples_are_uniform_and_ordered", tuples_are_uniform_and_ordered},
                              {"long_tuples_are_distinct", long_tuples_are_distinct},
                              {"tuples_are_what_asking_gives", tuples_are_what_asking_gives},
                              {"tuples_of_many", tuples_of_many},
                              {"shuffles_are_uniform", shuffles_are_uniform},
                              {"bernoulli", bernoulli_is_exact_at_the_ends_and_fair_between},
                              {"rejected_draws_give_their_bits_back", rejected_draws_give_their_bits_back},
                              {"falling_bounds", falling_bounds},
                              {NULL, NULL}};
