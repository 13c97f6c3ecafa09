/* Every function against its definition: a formula's models after substitution are, for each model before, all ways to give every variable its value. */
#include "tests/unit/generators/draw.h"

typedef bool (*definition)(uint32_t mask, uint32_t k, uint32_t j);

static uint32_t ones(uint32_t mask) { return (uint32_t)__builtin_popcount(mask); }
static bool is_or(uint32_t mask, uint32_t k, uint32_t j) { return (void)k, (void)j, mask != 0; }
static bool is_and(uint32_t mask, uint32_t k, uint32_t j) { return (void)j, ones(mask) == k; }
static bool is_xor(uint32_t mask, uint32_t k, uint32_t j) { return (void)k, (void)j, ones(mask) % 2; }
static bool is_maj(uint32_t mask, uint32_t k, uint32_t j) { return (void)j, 2 * ones(mask) >= k; }
static bool is_eq(uint32_t mask, uint32_t k, uint32_t j) { return (void)j, ones(mask) == 0 || ones(mask) == k; }
static bool is_neq(uint32_t mask, uint32_t k, uint32_t j) { return !is_eq(mask, k, j); }
static bool is_ite(uint32_t mask, uint32_t k, uint32_t j) { return (void)k, (void)j, mask & 1 ? mask >> 1 & 1 : mask >> 2 & 1; }
static bool is_exact(uint32_t mask, uint32_t k, uint32_t j) { return (void)k, ones(mask) == j; }
static bool is_anybut(uint32_t mask, uint32_t k, uint32_t j) { return (void)k, ones(mask) != j; }
static bool is_atleast(uint32_t mask, uint32_t k, uint32_t j) { return (void)k, ones(mask) >= j; }
static bool is_atmost(uint32_t mask, uint32_t k, uint32_t j) { return (void)k, ones(mask) <= j; }
static bool is_not(uint32_t mask, uint32_t k, uint32_t j) { return (void)k, (void)j, !mask; }
static bool is_same(uint32_t mask, uint32_t k, uint32_t j) { return (void)k, (void)j, mask; }

typedef struct function {
    const char *text;
    uint32_t k, j;
    definition define;
} function;

static const function functions[] = {
    {"none", 1, 0, is_same},         {"flip", 1, 0, is_not},           {"or:2", 2, 0, is_or},           {"or:1", 1, 0, is_or},           {"and:2", 2, 0, is_and},
    {"and:3", 3, 0, is_and},         {"xor:2", 2, 0, is_xor},          {"xor:3", 3, 0, is_xor},         {"xor:1", 1, 0, is_xor},         {"maj:3", 3, 0, is_maj},
    {"maj:4", 4, 0, is_maj},         {"eq:2", 2, 0, is_eq},            {"eq:3", 3, 0, is_eq},           {"neq:2", 2, 0, is_neq},         {"neq:3", 3, 0, is_neq},
    {"ite", 3, 0, is_ite},           {"one:3", 3, 1, is_exact},        {"one:1", 1, 1, is_exact},       {"exact:3:2", 3, 2, is_exact},   {"exact:3:0", 3, 0, is_exact},
    {"anybut:3:1", 3, 1, is_anybut}, {"atleast:3:2", 3, 2, is_atleast}, {"atleast:4:3", 4, 3, is_atleast}, {"atmost:3:1", 3, 1, is_atmost}, {"atmost:2:0", 2, 0, is_atmost},
};

/* Base formulas of at most five variables: no models, a few, many; unit clauses, long ones. */
static const char *const bases[] = {"sat/coloring graph=edges:1-2 n=2 k=2", "sat/coloring graph=edges:1-2 n=2 k=2 functional=no", "sat/tseitin graph=cycle n=4 charges=none", "sat/matching graph=path n=4",
                                    "sat/pebbling graph=path height=1", "sat/pigeonhole pigeons=2 holes=2", "sat/van_der_waerden n=4"};

static uint64_t expected_models(const hbs_cnf *base, const uint64_t ways[2]) {
    uint64_t sum = 0;
    for (uint32_t row = 0; row < UINT32_C(1) << base->variables; row++) {
        uint8_t model[32] = {0};
        uint64_t product = 1;
        for (uint32_t v = 0; v < base->variables; v++) {
            model[v + 1] = row >> v & 1;
            product *= ways[model[v + 1]];
        }
        if (hbs_cnf_satisfied(base, model)) sum += product;
    }
    return sum;
}

static void check(const char *base, const char *text, uint32_t width, const uint64_t ways[2]) {
    char spec[512];
    hbs_error error = {0};
    hbs_checker *checker = NULL;
    snprintf(spec, sizeof spec, "%s substitution=%s", base, text);
    workbench *const plain = bench_open(base), *const made = bench_open(spec);
    const hbs_drawn *const before = bench_draw(plain, 1, 0), *const after = bench_draw(made, 1, 0);
    CU_ASSERT_EQUAL(after->instance.cnf.variables, width * before->instance.cnf.variables);
    CU_ASSERT_EQUAL(hbs_brute_sat_count(&after->instance.cnf, NULL), expected_models(&before->instance.cnf, ways));
    CU_ASSERT_EQUAL(after->claim, before->claim);
    CHECK_OK(hbs_checker_new(&checker, &error));
    if (after->claim == HBS_LABEL_YES) CHECK_OK(hbs_certificate_check(checker, &after->instance, HBS_LABEL_YES, &after->certificate, &error));
    hbs_checker_free(checker);
    bench_close(plain);
    bench_close(made);
}

static void functions_are_their_definitions(void) {
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++)
        for (size_t b = 0; b < sizeof bases / sizeof *bases; b++) {
            uint64_t ways[2] = {0};
            for (uint32_t mask = 0; mask < UINT32_C(1) << functions[f].k; mask++) ways[functions[f].define(mask, functions[f].k, functions[f].j)]++;
            check(bases[b], functions[f].text, functions[f].k, ways);
        }
}

/* A value selected among K: K selectors, the selected value counts, the K - 1 others are free. */
static void lifting(void) {
    for (uint32_t k = 1; k <= 2; k++)
        for (size_t b = 0; b < sizeof bases / sizeof *bases; b++) {
            char text[16];
            const uint64_t each = (uint64_t)k << (k - 1), ways[2] = {each, each};
            snprintf(text, sizeof text, "lift:%u", k);
            check(bases[b], text, 2 * k, ways);
        }
}

static void refused(void) {
    static const char *const texts[] = {"", "foo", "xor", "xor:", "xor:0", "xor:17", "xor:2:2", "none:1", "exact:3", "exact:3:4", "anybut:3:4", "atleast:3:0", "atleast:3:4", "atmost:3:3", "lift:9", "eq:1", "flip:1",
                                        "xor:-1", "exact:3:-1"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char text[256];
        snprintf(text, sizeof text, "sat/parity substitution=%s", texts[i]);
        check_refused(text, "substitution");
    }
}

const hbs_test hbs_tests[] = {{"functions_are_their_definitions", functions_are_their_definitions}, {"lifting", lifting}, {"refused", refused}, {NULL, NULL}};
