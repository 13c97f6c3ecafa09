/* Enumeration of small samplers written here, whose laws are known: weighed choices, loops in loops, loops that nobody leaves, samplers that draw from elsewhere. */
#include "generators/enumeration/choice_tree.h"

#include "generators/enumeration/enumeration.h"
#include "tests/unit/generators/draw.h"

/* An instance without clauses over `variables` variables stands for an outcome. */
static int outcome(hbs_unit *unit, uint32_t variables) { return hbs_unit_begin_cnf(unit, variables); }

static int sum_of_weighed(hbs_unit *unit) {
    const int sum = hbs_unit_bernoulli(unit, 3, 10) + hbs_unit_bernoulli(unit, 3, 10);
    return outcome(unit, (uint32_t)sum);
}

/* A die of 6 that is thrown again until it shows 1 to 4; only then a coin, thrown again while it shows heads and the die shows 1. */
static int loop_after_loop(hbs_unit *unit) {
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    hbs_rng *const rng = &drawing->rng;
    uint64_t die, coin;
    const hbs_rng_mark first = hbs_rng_take_mark(rng);
    while ((die = hbs_rng_below(rng, 6)) > 3)
        if (!hbs_rng_reject(rng, first)) return (int)hbs_unit_raise(unit, HBS_ERROR_BUDGET, "the die");
    const hbs_rng_mark second = hbs_rng_take_mark(rng);
    while ((coin = hbs_rng_below(rng, 2)) == 1 && die == 0)
        if (!hbs_rng_reject(rng, second)) return (int)hbs_unit_raise(unit, HBS_ERROR_BUDGET, "the coin");
    return outcome(unit, (uint32_t)(2 * die + coin));
}

/* The outer loop takes everything back when the inner one ends on 0: inner 0, 1 or 2, thrown again on 2; so 0 and 1 are accepted by the inner one with 1/2 each and the
 * outer one accepts 1 alone. A first choice without a loop is left as it is. */
static int loop_in_loop(hbs_unit *unit) {
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    hbs_rng *const rng = &drawing->rng;
    const uint64_t side = hbs_rng_below(rng, 2);
    const hbs_rng_mark outer = hbs_rng_take_mark(rng);
    for (;;) {
        const uint64_t way = hbs_rng_below(rng, 2);
        const hbs_rng_mark inner = hbs_rng_take_mark(rng);
        uint64_t value;
        while ((value = hbs_rng_below(rng, 3)) == 2)
            if (!hbs_rng_reject(rng, inner)) return (int)hbs_unit_raise(unit, HBS_ERROR_BUDGET, "inner");
        if (way == 0 || value == 1) return outcome(unit, (uint32_t)(4 * side + 2 * way + value));
        if (!hbs_rng_reject(rng, outer)) return (int)hbs_unit_raise(unit, HBS_ERROR_BUDGET, "outer");
    }
}

/* A fair coin; tails never comes to an end. */
static int half_endless(hbs_unit *unit) {
    hbs_drawing *const drawing = hbs_unit_drawing(unit);
    if (hbs_rng_below(&drawing->rng, 2) == 0) return outcome(unit, 1);
    const hbs_rng_mark mark = hbs_rng_take_mark(&drawing->rng);
    do (void)hbs_rng_below(&drawing->rng, 3);
    while (hbs_rng_reject(&drawing->rng, mark));
    return (int)hbs_unit_raise(unit, HBS_ERROR_BUDGET, "tails");
}

static int from_elsewhere(hbs_unit *unit) {
    static uint64_t calls;
    return outcome(unit, (uint32_t)hbs_unit_below(unit, 2 + calls++ % 2));
}

/* What comes tells whether something was rejected, */
static int counting(hbs_unit *unit) {
    uint32_t tries = 0;
    hbs_unit_begin_cnf(unit, 0);
    for (; !hbs_unit_below(unit, 2); tries++)
        if (!hbs_unit_retry(unit)) return 0;
    return tries ? hbs_unit_clause(unit, NULL, 0) : 0;
}

/* or the attempt after a rejection is drawn otherwise. */
static int easing(hbs_unit *unit) {
    uint64_t sides = 4;
    hbs_unit_begin_cnf(unit, 0);
    for (; hbs_unit_below(unit, sides); sides = 2)
        if (!hbs_unit_retry(unit)) return 0;
    return 0;
}

static int mistaken(hbs_unit *unit) { return hbs_unit_below(unit, 3) == 2 ? hbs_unit_fail(unit, "two is not wanted") : outcome(unit, 0); }

static hbs_generator named(int (*generate)(hbs_unit *)) {
    return (hbs_generator){.abi = HBS_PLUGIN_ABI, .struct_size = sizeof(hbs_generator), .name = "sat/test", .problem = HBS_GENERATES_SAT, .instances_per_unit = 1, .generate = generate};
}

typedef struct outcomes {
    mpq_t mass[16];
} outcomes;

static hbs_status add(void *context, const hbs_drawing *drawing, const mpq_t mass, hbs_error *error) {
    outcomes *const own = context;
    (void)error;
    mpq_add(own->mass[drawing->drawn[0].instance.cnf.variables], own->mass[drawing->drawn[0].instance.cnf.variables], mass);
    return HBS_OK;
}

static void start_again(void *context) {
    outcomes *const own = context;
    for (size_t i = 0; i < 16; i++) mpq_set_ui(own->mass[i], 0, 1);
}

static hbs_status enumerate(int (*generate)(hbs_unit *), hbs_enumeration_bounds bounds, outcomes *own, hbs_enumeration *found, hbs_error *error) {
    const hbs_generator generator = named(generate);
    const hbs_settings none = {.count = 0};
    const hbs_enumeration_visitor visitor = {.path = add, .restart = start_again, .context = own};
    start_again(own);
    return hbs_enumerate(&generator, &none, &bounds, &visitor, NULL, found, error);
}

/* wanted[i] / denominator is the mass of outcome i; what is missing from the denominator is left over. */
static void check(int (*generate)(hbs_unit *), hbs_enumeration_bounds bounds, const unsigned *wanted, size_t count, unsigned denominator) {
    hbs_error error = {0};
    outcomes own;
    hbs_enumeration found;
    mpq_t share, left;
    mpq_inits(share, left, NULL);
    for (size_t i = 0; i < 16; i++) mpq_init(own.mass[i]);
    hbs_enumeration_new(&found);
    CHECK_OK(enumerate(generate, bounds, &own, &found, &error));
    mpq_set_ui(left, 1, 1);
    for (size_t i = 0; i < 16; i++) {
        mpq_set_ui(share, i < count ? wanted[i] : 0, denominator);
        mpq_canonicalize(share);
        CU_ASSERT(mpq_equal(share, own.mass[i]));
        mpq_sub(left, left, share);
    }
    CU_ASSERT(mpq_equal(left, found.left_over));
    for (size_t i = 0; i < 16; i++) mpq_clear(own.mass[i]);
    hbs_enumeration_free(&found);
    mpq_clears(share, left, NULL);
}

static const hbs_enumeration_bounds all = {.paths = 1000, .choices = 100};

static void weighed(void) { check(sum_of_weighed, all, (const unsigned[]){49, 42, 9}, 3, 100); }

static void closed(void) {
    check(loop_after_loop, all, (const unsigned[]){2, 0, 1, 1, 1, 1, 1, 1}, 8, 8);
    check(loop_in_loop, all, (const unsigned[]){2, 2, 0, 2, 2, 2, 0, 2}, 8, 12);
    check(half_endless, all, (const unsigned[]){0, 1}, 2, 2);
}

/* One attempt of the die and one of the coin; after a rejection the unit ends, with 2 of 6 for the die and 1/12 for the coin. */
static void cut_after_rejects(void) {
    const hbs_enumeration_bounds once = {.paths = 1000, .choices = 100, .cut_rejects = true, .rejects = 0}, twice = {.paths = 1000, .choices = 100, .cut_rejects = true, .rejects = 1};
    check(loop_after_loop, once, (const unsigned[]){1, 0, 1, 1, 1, 1, 1, 1}, 8, 12);
    check(loop_after_loop, twice, (const unsigned[]){11, 0, 8, 8, 8, 8, 8, 8}, 8, 72);   /* 4/3 of once; and the coin again after a first try */
}

static void cut_by_choices_and_mass(void) {
    check(sum_of_weighed, (hbs_enumeration_bounds){.paths = 1000, .choices = 1}, NULL, 0, 1);
    check(sum_of_weighed, (hbs_enumeration_bounds){.paths = 1000, .choices = 100, .least_bits = 1}, (const unsigned[]){49, 21}, 2, 100);
}

static void refused(void) {
    hbs_error error = {0};
    outcomes own;
    hbs_enumeration found;
    for (size_t i = 0; i < 16; i++) mpq_init(own.mass[i]);
    hbs_enumeration_new(&found);
    CU_ASSERT_EQUAL(enumerate(from_elsewhere, all, &own, &found, &error), HBS_ERROR_FAULT);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "another question"));
    CU_ASSERT_EQUAL(enumerate(mistaken, all, &own, &found, &error), HBS_ERROR_USAGE);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "two is not wanted"));
    CU_ASSERT_EQUAL(enumerate(sum_of_weighed, (hbs_enumeration_bounds){.paths = 3, .choices = 100}, &own, &found, &error), HBS_ERROR_BUDGET);
    CU_ASSERT_EQUAL(enumerate(sum_of_weighed, (hbs_enumeration_bounds){.paths = 3, .choices = HBS_ENUMERATION_CHOICES_MAX + 1}, &own, &found, &error), HBS_ERROR_USAGE);
    CU_ASSERT_EQUAL(enumerate(counting, all, &own, &found, &error), HBS_ERROR_FAULT);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "behind a rejected attempt"));
    CU_ASSERT_EQUAL(enumerate(easing, all, &own, &found, &error), HBS_ERROR_FAULT);
    CHECK_OK(enumerate(counting, (hbs_enumeration_bounds){.paths = 1000, .choices = 100, .cut_rejects = true, .rejects = 3}, &own, &found, &error));
    CU_ASSERT(mpq_cmp_ui(found.left_over, 1, 16) == 0);
    for (size_t i = 0; i < 16; i++) mpq_clear(own.mass[i]);
    hbs_enumeration_free(&found);
}

const hbs_test hbs_tests[] = {{"weighed", weighed},
                              {"closed", closed},
                              {"cut_after_rejects", cut_after_rejects},
                              {"cut_by_choices_and_mass", cut_by_choices_and_mass},
                              {"refused", refused},
                              {NULL, NULL}};
