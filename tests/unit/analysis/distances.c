/* Distances between laws over whole spaces of formulas over three variables, each law worked out here set by set, against known values; and identities that
 * hold for any two laws. */
#include "analysis/exact/distances.h"

#include <stdlib.h>

#include "generators/sat/signed_group.h"
#include "generators/spaces/small_space.h"
#include "tests/unit/exact_cases.h"

#define CLAUSES_MAX 26
#define ALL 0xffu   /* assignments of three variables */

/* All sets of m clauses of the length over three variables, as words of bits. */
typedef struct space {
    uint32_t n, length, clauses, m;
    uint32_t code[CLAUSES_MAX], index[27], falsified[CLAUSES_MAX];
    uint32_t *set;
    size_t sets;
} space;

/* The next word with as many bits (HAKMEM 175). */
static uint32_t next_set(uint32_t set) {
    const uint32_t lowest = set & -set, above = set + lowest;
    return (((above ^ set) >> 2) / lowest) | above;
}

static space *space_of(uint32_t length, uint32_t m) {
    space *const own = calloc(1, sizeof *own);
    CU_ASSERT_PTR_NOT_NULL_FATAL(own);
    own->n = 3;
    own->length = length;
    own->m = m;
    for (uint32_t code = 1; code < 27; code++) {
        if (length != HBS_ANY_LENGTH && hbs_clause_code_length(code) != length) continue;
        own->index[code] = own->clauses;
        own->falsified[own->clauses] = hbs_clause_code_falsified(3, code);
        own->code[own->clauses++] = code;
    }
    CU_ASSERT_FATAL(m > 0);
    const uint32_t first = (1u << m) - 1, end = 1u << own->clauses;
    for (uint32_t s = first; s < end; s = next_set(s)) own->sets++;
    own->set = calloc(own->sets, sizeof *own->set);
    CU_ASSERT_PTR_NOT_NULL_FATAL(own->set);
    for (uint32_t s = first, i = 0; s < end; s = next_set(s)) own->set[i++] = s;
    return own;
}

static void space_free(space *own) {
    free(own->set);
    free(own);
}

static unsigned models(const space *own, uint32_t set) {
    uint32_t falsified = 0;
    for (; set; set &= set - 1) falsified |= own->falsified[__builtin_ctz(set)];
    return 8 - (unsigned)__builtin_popcount(falsified);
}

static unsigned class_size(const space *own, uint32_t set) {
    unsigned fixed = 0;
    for (uint32_t i = 0; i < 48; i++) {
        const hbs_signed_permutation g = hbs_signed_element(3, i);
        uint32_t image = 0;
        for (uint32_t left = set; left; left &= left - 1) image |= 1u << own->index[hbs_signed_clause(&g, own->code[__builtin_ctz(left)])];
        fixed += image == set;
    }
    return 48 / fixed;
}

/* Full blocks: all sign patterns on `length` variables. */
static unsigned blocks(const space *own, uint32_t set) {
    unsigned count = 0;
    for (uint32_t variables = 0; variables < 8; variables++) {
        uint32_t block = 0;
        if ((uint32_t)__builtin_popcount(variables) != own->length) continue;
        for (uint32_t c = 0; c < own->clauses; c++) {
            uint32_t over = 0;
            for (uint32_t v = 0, code = own->code[c]; v < 3; v++, code /= 3) over |= (uint32_t)(code % 3 != 0) << v;
            if (over == variables) block |= 1u << c;
        }
        count += (set & block) == block;
    }
    return count;
}

/* Clauses whose removal leaves a model. */
static unsigned critical(const space *own, uint32_t set) {
    unsigned count = 0;
    for (uint32_t left = set; left; left &= left - 1) count += models(own, set & ~(left & -left)) > 0;
    return models(own, set) ? 0 : count;
}

/* Ways to come from an unsatisfiable set by flipping one literal of a critical clause, to a clause that is new. */
static unsigned flipped(const space *own, uint32_t set) {
    unsigned count = 0;
    static const uint32_t power[] = {1, 3, 9};
    for (uint32_t left = set; left; left &= left - 1) {
        const uint32_t c = (uint32_t)__builtin_ctz(left), rest = set & ~(1u << c), code = own->code[c];
        for (uint32_t v = 0; v < 3; v++) {
            const uint32_t digit = code / power[v] % 3;
            if (!digit) continue;
            const uint32_t before = own->index[digit == 1 ? code + power[v] : code - power[v]];
            count += models(own, rest) > 0 && !(rest >> before & 1) && models(own, rest | 1u << before) == 0;
        }
    }
    return count;
}

/* The law of a generator as weights; probabilities are shares of their sum, for some of two sums, one a label. */
static void weigh(const space *own, const char *generator, uint64_t *weight, uint64_t sum[2], bool halves[1]) {
    const bool planted = !strcmp(generator, "planted"), half = !strncmp(generator, "half_", 5), balanced = !strncmp(generator, "balanced", 8);
    halves[0] = half || balanced;
    sum[0] = sum[1] = 0;
    for (size_t i = 0; i < own->sets; i++) {
        const uint32_t set = own->set[i];
        const unsigned z = models(own, set);
        uint64_t w = 0;
        if (!strcmp(generator, "uniform") || balanced) w = 1;
        else if (!strcmp(generator, "constant")) w = i == 0;
        else if (planted) w = z;
        else if (half) w = z ? z : 1;
        else if (!strcmp(generator, "uniform_over_classes")) w = 48 / class_size(own, set);
        else if (!strcmp(generator, "uniform_over_sat_classes")) w = z ? 48 / class_size(own, set) : 0;
        else if (!strcmp(generator, "planted_core_unsat")) w = blocks(own, set);
        else if (!strcmp(generator, "sr_distinct_unsat_given_m")) w = critical(own, set);
        else if (!strcmp(generator, "sr_distinct_sat_given_m")) w = flipped(own, set);
        else CU_FAIL_FATAL("unknown generator");
        weight[i] = w;
        sum[halves[0] && z > 0] += w;
    }
}

static bool in_reference(const char *reference, unsigned z) { return !strcmp(reference, "uniform") || (!strcmp(reference, "uniform_sat")) == (z > 0); }

static void compare_sets(const json_t *row, hbs_distances *out) {
    hbs_error error = {0};
    space *const own = space_of(case_length(row), (uint32_t)case_number(row, "m"));
    const char *const reference = case_text(row, "reference");
    uint64_t *const weight = calloc(own->sets, sizeof *weight), sum[2], size = 0;
    bool halves[1];
    hbs_law_pair pair = {0};
    mpz_t one;
    mpq_t p, u;
    mpq_inits(p, u, NULL);
    mpz_init_set_ui(one, 1);
    weigh(own, case_text(row, "generator"), weight, sum, halves);
    for (size_t i = 0; i < own->sets; i++) size += in_reference(reference, models(own, own->set[i]));
    char wanted[24];
    snprintf(wanted, sizeof wanted, "%llu", (unsigned long long)size);
    CU_ASSERT_STRING_EQUAL(wanted, case_text(row, "ref_size"));
    for (size_t i = 0; i < own->sets; i++) {
        const unsigned z = models(own, own->set[i]);
        mpq_set_ui(p, weight[i], halves[0] ? 2 * sum[z > 0] : sum[0]);
        mpq_canonicalize(p);
        mpq_set_ui(u, in_reference(reference, z), size);
        mpq_canonicalize(u);
        if (hbs_law_pair_add(&pair, one, p, u, &error) != HBS_OK) CU_FAIL_FATAL("out of memory");
    }
    CHECK_OK(hbs_distances_of(&pair, out, &error));
    hbs_law_pair_free(&pair);
    mpz_clear(one);
    mpq_clears(p, u, NULL);
    free(weight);
    space_free(own);
}

/* Planted sequences: P = Z / (2^n Ns^m), and all sequences of as many models come together. */
static void compare_sequences(const json_t *row, hbs_distances *out) {
    hbs_error error = {0};
    const uint32_t length = case_length(row);
    const size_t m = case_number(row, "m");
    const uint64_t clauses = length == HBS_ANY_LENGTH ? 26 : length == 2 ? 12 : 8, falsified = length == HBS_ANY_LENGTH ? 7 : length == 2 ? 3 : 1;
    const bool satisfiable = !strcmp(case_text(row, "reference"), "uniform_sat");
    hbs_small_space *small = NULL;
    hbs_law_pair pair = {0};
    mpz_t by_models[9], number, all;
    mpq_t p, u;
    mpq_inits(p, u, NULL);
    mpz_inits(number, all, NULL);
    for (size_t j = 0; j < 9; j++) mpz_init(by_models[j]);
    CHECK_OK(hbs_small_space_new(&small, 3, &length, 1, &error));
    hbs_small_space_models(small, &m, HBS_SEQUENCES, by_models);
    mpz_ui_pow_ui(all, clauses, m);
    if (satisfiable) mpz_sub(all, all, by_models[0]);
    CU_ASSERT(same_number(all, case_text(row, "ref_size")));
    for (unsigned j = 0; j < 9; j++) {
        mpz_ui_pow_ui(number, clauses - falsified, m);
        mpz_mul_ui(number, number, 8);
        mpq_set_ui(p, j, 1);
        mpz_set(mpq_denref(p), number);
        mpq_canonicalize(p);
        mpq_set_ui(u, j > 0 || !satisfiable, 1);
        mpz_set(mpq_denref(u), all);
        mpq_canonicalize(u);
        CHECK_OK(hbs_law_pair_add(&pair, by_models[j], p, u, &error));
    }
    CHECK_OK(hbs_distances_of(&pair, out, &error));
    hbs_law_pair_free(&pair);
    hbs_small_space_free(small);
    for (size_t j = 0; j < 9; j++) mpz_clear(by_models[j]);
    mpz_clears(number, all, NULL);
    mpq_clears(p, u, NULL);
}

static void check_row(const json_t *row) {
    hbs_distances d;
    hbs_distances_new(&d);
    if (strcmp(case_text(row, "space"), "sets")) compare_sequences(row, &d); else compare_sets(row, &d);
    CU_ASSERT(mpq_cmp_ui(d.total_p, 1, 1) == 0 && mpq_cmp_ui(d.total_u, 1, 1) == 0);
    CU_ASSERT(same_ratio(d.tv, json_object_get(row, "tv")));
    CU_ASSERT(same_ratio(d.support_share, json_object_get(row, "support_fraction")));
    CU_ASSERT(same_ratio(d.collision, json_object_get(row, "collision_prob_gen")));
    const char *const kl = case_text(row, "kl_bits_gen_ref"), *const back = case_text(row, "kl_bits_ref_gen");
    CU_ASSERT_EQUAL(d.outside, !strcmp(kl, "inf"));
    CU_ASSERT_EQUAL(d.not_reached, !strcmp(back, "inf"));
    CU_ASSERT(d.outside || same_digits(d.kl, kl));
    CU_ASSERT(d.not_reached || same_digits(d.kl_back, back));
    const json_t *const ratio = json_object_get(row, "max_ratio_gen_ref");
    CU_ASSERT(d.outside ? !json_is_object(ratio) : same_ratio(d.largest_ratio, ratio));
    hbs_distances_free(&d);
}

static void generators_of_three_variables(void) {
    json_t *const document = case_file("generators.json"), *row;
    size_t i;
    json_array_foreach(json_object_get(document, "rows"), i, row) check_row(row);
    CU_ASSERT_EQUAL(i, 79);
    json_decref(document);
}

/* A hand example with mass on both sides outside the other's support, and the refusal of an empty reference. */
static void by_hand(void) {
    hbs_error error = {0};
    hbs_law_pair pair = {0};
    hbs_distances d;
    mpz_t count;
    mpq_t p, u;
    hbs_distances_new(&d);
    mpz_init(count);
    mpq_inits(p, u, NULL);
    static const unsigned cell[][3] = {{1, 1, 4}, {2, 1, 2}, {1, 1, 0}, {1, 0, 4}, {0, 3, 3}};   /* count, p in quarters, u in twelfths */
    for (size_t i = 0; i < 5; i++) {
        mpz_set_ui(count, cell[i][0]);
        mpq_set_ui(p, cell[i][1], 4);
        mpq_set_ui(u, cell[i][2], 12);
        mpq_canonicalize(p);
        mpq_canonicalize(u);
        if (i == 4) mpz_set_ui(count, 0);
        CHECK_OK(hbs_law_pair_add(&pair, count, p, u, &error));
    }
    CHECK_OK(hbs_distances_of(&pair, &d, &error));
    CU_ASSERT(mpq_cmp_ui(d.total_p, 1, 1) == 0 && mpq_cmp_ui(d.total_u, 1, 1) == 0);
    CU_ASSERT(mpq_cmp_ui(d.tv, 5, 12) == 0);   /* 1/2 (1/12 + 2/12 + 3/12 + 4/12) */
    CU_ASSERT(mpq_cmp_ui(d.support_share, 3, 4) == 0 && mpq_cmp_ui(d.collision, 1, 4) == 0);
    CU_ASSERT(d.outside && d.not_reached && !mpq_sgn(d.kl) && !mpq_sgn(d.kl_back) && !mpq_sgn(d.chi2));
    hbs_law_pair_free(&pair);
    CU_ASSERT_EQUAL(hbs_distances_of(&pair, &d, &error), HBS_ERROR_USAGE);
    hbs_distances_free(&d);
    mpz_clear(count);
    mpq_clears(p, u, NULL);
}

const hbs_test hbs_tests[] = {{"generators_of_three_variables", generators_of_three_variables}, {"by_hand", by_hand}, {NULL, NULL}};
