/* The containment solver against all maps, against published counts, and against itself with a fresh workspace; every certificate is checked. */
#include "solvers/containment/homomorphism.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/rng.h"
#include "datasets/formats/datalog.h"
#include "solvers/checking/homomorphism_check.h"
#include "solvers/checking/search_tree.h"
#include "tests/unit/brute_cqc.h"
#include "tests/unit/test.h"

typedef struct fixture {
    void *workspace;
    hbs_instance instance;
    hbs_verdict verdict;
    hbs_error error;
} fixture;

static void set_up(fixture *f) {
    *f = (fixture){.instance = {.problem = HBS_CQC}};
    CU_ASSERT_EQUAL_FATAL(hbs_solver_homomorphism.open(&f->workspace, &f->error), HBS_OK);
}

static void tear_down(fixture *f) {
    hbs_solver_homomorphism.close(f->workspace);
    hbs_instance_free(&f->instance);
    hbs_certificate_free(&f->verdict.certificate);
}

static hbs_status solve(fixture *f, uint64_t budget, bool certify) {
    return hbs_solver_homomorphism.solve(f->workspace, &f->instance, budget, certify, &f->verdict, &f->error);
}

static bool certified(fixture *f) {
    const hbs_query_pair *pair = &f->instance.pair;
    const hbs_certificate *c = &f->verdict.certificate;
    if (f->verdict.label == HBS_LABEL_NO)
        return c->kind == HBS_CERTIFICATE_SEARCH_TREE && hbs_search_tree_check(pair, c->bytes.data, c->bytes.size, &f->error) == HBS_OK;
    if (f->verdict.label != HBS_LABEL_YES || c->kind != HBS_CERTIFICATE_HOMOMORPHISM) return false;
    hbs_term *image = calloc((size_t)pair->q2.variables + 1, sizeof *image);
    const bool good = hbs_certificate_read_homomorphism(c, pair->q2.variables, image, &f->error) == HBS_OK &&
                      hbs_homomorphism_check(pair, image, &f->error) == HBS_OK;
    free(image);
    return good;
}

static bool solved(fixture *f, int label) {
    return solve(f, 0, true) == HBS_OK && f->verdict.label == label && certified(f);
}

static void agrees_with_all_maps_on_random_pairs(void) {
    fixture f;
    set_up(&f);
    unsigned yes = 0, wrong = 0;
    for (unsigned i = 0; i < 24000; i++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, 7, i, HBS_LANE_INSTANCE);
        if (hbs_random_pair(&rng, &f.instance.pair, &f.error) != HBS_OK) wrong++;
        const int label = hbs_brute_homomorphisms(&f.instance.pair) > 0;
        yes += (unsigned)label;
        if (solved(&f, label)) continue;
        wrong++;
        fprintf(stderr, "\n    pair %u: label %d, should be %d: %s", i, f.verdict.label, label, f.error.message);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT(yes > 6000 && yes < 18000);
    tear_down(&f);
}

/* All subsets of `of` atoms with `atoms` of them, as masks over v * v atoms. */
static size_t bodies(uint32_t v, unsigned atoms, bool loops, uint32_t *out) {
    size_t count = 0;
    for (uint32_t mask = 0; mask < UINT32_C(1) << (v * v); mask++) {
        bool fits = (unsigned)__builtin_popcount(mask) == atoms;
        for (uint32_t i = 0; i < v && !loops; i++) fits = fits && !(mask >> (v * i + i) & 1);
        if (fits) out[count++] = mask;
    }
    return count;
}

static void count_row(fixture *f, const json_t *row, bool loops) {
    uint32_t left[512], right[512];
    const uint32_t v = (uint32_t)json_integer_value(json_object_get(row, "v"));
    const size_t rows = bodies(v, (unsigned)json_integer_value(json_object_get(row, "atoms_q1")), loops, left);
    const size_t columns = bodies(v, (unsigned)json_integer_value(json_object_get(row, "atoms_q2")), loops, right);
    json_int_t contained = 0, homomorphisms = 0;
    bool certificates = true;
    for (size_t i = 0; i < rows * columns; i++) {
        CU_ASSERT_EQUAL_FATAL(hbs_digraph_pair(&f->instance.pair, v, left[i / columns], right[i % columns], &f->error), HBS_OK);
        CU_ASSERT_EQUAL_FATAL(solve(f, 0, true), HBS_OK);
        certificates = certificates && certified(f);
        contained += f->verdict.label == HBS_LABEL_YES;
        homomorphisms += (json_int_t)hbs_brute_homomorphisms(&f->instance.pair);
    }
    CU_ASSERT(certificates);
    CU_ASSERT_EQUAL((json_int_t)(rows * columns), json_integer_value(json_object_get(row, "pairs")));
    CU_ASSERT_EQUAL(contained, json_integer_value(json_object_get(row, "contained")));
    CU_ASSERT_EQUAL(homomorphisms, json_integer_value(json_object_get(row, "homomorphisms_total")));
}

static void count_rows(fixture *f, const json_t *rows, bool loops, size_t *counted) {
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row) {
        if (json_integer_value(json_object_get(row, "pairs")) > 20000) continue;
        count_row(f, row, loops);
        ++*counted;
    }
}

static void counts_whole_spaces(void) {
    fixture f;
    set_up(&f);
    size_t counted = 0;
    json_error_t at;
    json_t *file = json_load_file(hbs_test_data("cqc/exact_counts.json"), 0, &at);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    count_rows(&f, json_object_get(file, "rows"), true, &counted);
    count_rows(&f, json_object_get(file, "rows_without_loops"), false, &counted);
    CU_ASSERT_EQUAL(counted, 53);
    json_decref(file);
    tear_down(&f);
}

/* The pair of a case, the other way round when `reverse`. */
static hbs_status read_case(hbs_query_pair *out, const json_t *row, bool reverse, hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_bytes text = {0};
    size_t at = 0;
    bool found;
    HBS_TRY(hbs_bytes_print(&text, error, "%s\n%s\n", json_string_value(json_object_get(row, reverse ? "q2" : "q1")),
                            json_string_value(json_object_get(row, reverse ? "q1" : "q2"))));
    HBS_TRY(hbs_datalog_read(out, &found, (const char *)text.data, text.size, &at, "case", HBS_VARIABLES_ANY, NULL, error));
    if (!found) HBS_FAIL(error, HBS_ERROR_INPUT, "no pair found");
done:
    hbs_bytes_free(&text);
    return status;
}

static bool case_holds(fixture *f, const json_t *row) {
    const int label = !strcmp(json_string_value(json_object_get(row, "expected")), "contained");
    const json_t *count = json_object_get(row, "homomorphisms"), *reverse = json_object_get(row, "homomorphisms_reverse");
    if (reverse && (read_case(&f->instance.pair, row, true, &f->error) != HBS_OK || !solved(f, json_integer_value(reverse) > 0))) return false;
    if (read_case(&f->instance.pair, row, false, &f->error) != HBS_OK || !solved(f, label)) return false;
    return !count || json_is_false(json_object_get(row, "decided_three_ways")) ||
           (json_int_t)hbs_brute_homomorphisms(&f->instance.pair) == json_integer_value(count);
}

static void file_of_cases(const char *name, size_t rows) {
    fixture f;
    set_up(&f);
    json_error_t at;
    json_t *file = json_load_file(hbs_test_data(name), 0, &at), *row;
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    size_t i, wrong = 0;
    json_array_foreach(json_object_get(file, "cases"), i, row) {
        if (case_holds(&f, row)) continue;
        wrong++;
        fprintf(stderr, "\n    %s: label %d: %s", json_string_value(json_object_get(row, "id")), f.verdict.label, f.error.message);
    }
    CU_ASSERT_EQUAL(i, rows);
    CU_ASSERT_EQUAL(wrong, 0);
    json_decref(file);
    tear_down(&f);
}

static void answers_published_cases(void) {
    file_of_cases("cqc/courses.json", 87);
    file_of_cases("cqc/edge_cases.json", 45);
    file_of_cases("cqc/random_truth_a.json", 150);
}

static void random_digraphs(uint32_t n1, uint32_t m1, uint32_t n2, uint32_t m2, unsigned pairs, unsigned least, unsigned most) {
    fixture f;
    set_up(&f);
    unsigned yes = 0, wrong = 0;
    for (unsigned i = 0; i < pairs; i++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, 8, i, HBS_LANE_INSTANCE);
        CU_ASSERT_EQUAL_FATAL(hbs_random_digraph_pair(&rng, &f.instance.pair, n1, m1, n2, m2, &f.error), HBS_OK);
        wrong += solve(&f, 0, true) != HBS_OK || !certified(&f);
        yes += f.verdict.label == HBS_LABEL_YES;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT(yes >= least && yes <= most);
    tear_down(&f);
}

/* Each at its transition, so that both labels come up and refutations need branches. */
static void certifies_larger_digraphs(void) {
    random_digraphs(20, 60, 20, 31, 400, 100, 300);
    random_digraphs(30, 100, 30, 46, 200, 40, 160);
    random_digraphs(80, 420, 10, 16, 40, 8, 32);     /* domains of two words */
}

static hbs_status add_atoms(hbs_query_pair *pair, hbs_query *query, const uint32_t (*edges)[2], size_t count, hbs_error *error) {
    hbs_status status = HBS_OK;
    for (size_t i = 0; i < count; i++) HBS_TRY(hbs_query_atom(query, pair, 0, edges[i], NULL, error));
done:
    return status;
}

/* More terms in q1 than its other relations warrant: an atom pad(x) for each of `terms` new variables. */
static hbs_status pad(hbs_query_pair *pair, uint32_t terms, hbs_error *error) {
    hbs_status status = HBS_OK;
    uint32_t relation;
    HBS_TRY(hbs_symbol_intern(&pair->relations, "pad", 3, 1, &relation, error));
    for (uint32_t i = 0; i < terms; i++) {
        const hbs_term term = pair->q1.variables++;
        HBS_TRY(hbs_query_append(&pair->q1, pair, relation, &term, error));
    }
done:
    return status;
}

/* Colourings by 4 colours near their threshold are searched for long enough to start over; the tree that is left is that of the last run, and whole. */
static void starts_over(void) {
    fixture f;
    unsigned wrong = 0, long_yes = 0, long_no = 0, shorter = 0;
    set_up(&f);
    for (unsigned i = 0; i < 96; i++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, 13, i, HBS_LANE_INSTANCE);
        CU_ASSERT_EQUAL_FATAL(hbs_random_digraph_pair(&rng, &f.instance.pair, 4, 12, 70, 276 + i % 24, &f.error), HBS_OK);
        CU_ASSERT_EQUAL_FATAL(solve(&f, 0, true), HBS_OK);
        wrong += !certified(&f);
        if (f.verdict.effort < 150) continue;
        const bool no = f.verdict.label == HBS_LABEL_NO;
        long_yes += !no;
        long_no += no;
        shorter += no && f.verdict.certificate.bytes.size < f.verdict.effort;   /* a byte a node */
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT(long_yes > 3 && long_no > 3);
    CU_ASSERT_EQUAL(shorter, long_no);
    tear_down(&f);
}

static void padded_pairs(uint32_t terms, unsigned pairs) {
    fixture f;
    set_up(&f);
    unsigned wrong = 0, yes = 0;
    for (unsigned i = 0; i < pairs; i++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, 12, i, HBS_LANE_INSTANCE);
        if (i % 2) CU_ASSERT_EQUAL_FATAL(hbs_random_pair(&rng, &f.instance.pair, &f.error), HBS_OK);
        if (i % 2 == 0) CU_ASSERT_EQUAL_FATAL(hbs_random_digraph_pair(&rng, &f.instance.pair, 6, 11, 6, 7, &f.error), HBS_OK);
        const int label = hbs_brute_homomorphisms(&f.instance.pair) > 0;
        CU_ASSERT_EQUAL_FATAL(pad(&f.instance.pair, terms, &f.error), HBS_OK);
        wrong += !solved(&f, label);
        yes += (unsigned)label;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT(yes > pairs / 5 && yes < pairs - pairs / 5);
    tear_down(&f);
}

/* Which way a constraint is kept depends on sizes; the answer must not. */
static void sizes_do_not_matter(void) {
    padded_pairs(70, 1500);     /* domains of two words */
    padded_pairs(700, 400);     /* no neighbour tables: bits */
    padded_pairs(5000, 100);    /* no masks: lists; the checker walks */
}

/* q1: a directed cycle of `length`. q2: a walk of `steps` back to its start. */
static void long_cycle(fixture *f, uint32_t length, uint32_t steps, int label) {
    hbs_query_pair *pair = &f->instance.pair;
    CU_ASSERT_EQUAL_FATAL(hbs_digraph_pair(pair, 1, 0, 0, &f->error), HBS_OK);
    pair->q1.variables = length;
    pair->q2.variables = steps;
    for (uint32_t i = 0; i < length; i++)
        CU_ASSERT_EQUAL_FATAL(add_atoms(pair, &pair->q1, (const uint32_t[][2]){{i, (i + 1) % length}}, 1, &f->error), HBS_OK);
    for (uint32_t i = 0; i < steps; i++)
        CU_ASSERT_EQUAL_FATAL(add_atoms(pair, &pair->q2, (const uint32_t[][2]){{i, (i + 1) % steps}}, 1, &f->error), HBS_OK);
    CU_ASSERT(solved(f, label));
}

static void long_cycles(void) {
    fixture f;
    set_up(&f);
    long_cycle(&f, 300, 600, HBS_LABEL_YES);
    long_cycle(&f, 300, 450, HBS_LABEL_NO);
    CU_ASSERT_EQUAL(f.verdict.certificate.size, 300);   /* a leaf a value: the cycle is the same from everywhere */
    long_cycle(&f, 5, 10, HBS_LABEL_YES);
    long_cycle(&f, 5, 11, HBS_LABEL_NO);
    tear_down(&f);
}

/* q2: many copies of a part with two solutions, then an odd cycle, which does not go into q1 = one edge both ways. */
static void refutes_one_part_alone(void) {
    fixture f;
    set_up(&f);
    hbs_query_pair *pair = &f.instance.pair;
    CU_ASSERT_EQUAL_FATAL(hbs_digraph_pair(pair, 2, 6, 0, &f.error), HBS_OK);
    pair->q2.variables = 2 * 40 + 3;
    for (uint32_t i = 0; i < 40; i++)
        CU_ASSERT_EQUAL_FATAL(add_atoms(pair, &pair->q2, (const uint32_t[][2]){{2 * i, 2 * i + 1}}, 1, &f.error), HBS_OK);
    CU_ASSERT_EQUAL_FATAL(add_atoms(pair, &pair->q2, (const uint32_t[][2]){{80, 81}, {81, 82}, {82, 80}}, 3, &f.error), HBS_OK);
    CU_ASSERT(solved(&f, HBS_LABEL_NO));
    CU_ASSERT_EQUAL(f.verdict.certificate.size, 2);
    CU_ASSERT(f.verdict.effort <= 1 + 40 + 2);
    tear_down(&f);
}

static void budget_is_kept(void) {
    fixture f;
    set_up(&f);
    unsigned unknown = 0;
    for (unsigned i = 0; i < 200; i++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, 9, i, HBS_LANE_INSTANCE);
        CU_ASSERT_EQUAL_FATAL(hbs_random_digraph_pair(&rng, &f.instance.pair, 20, 60, 20, 31, &f.error), HBS_OK);
        CU_ASSERT_EQUAL_FATAL(solve(&f, 0, false), HBS_OK);
        CU_ASSERT_EQUAL(f.verdict.certificate.kind, HBS_CERTIFICATE_NONE);
        const uint64_t needed = f.verdict.effort;
        const int label = f.verdict.label;
        CU_ASSERT(solve(&f, needed, true) == HBS_OK && f.verdict.label == label && f.verdict.effort == needed);
        if (needed == 1) continue;
        unknown++;
        CU_ASSERT(solve(&f, needed - 1, true) == HBS_OK && f.verdict.label == HBS_LABEL_UNKNOWN && f.verdict.effort == needed - 1);
        CU_ASSERT_EQUAL(f.verdict.certificate.kind, HBS_CERTIFICATE_NONE);
    }
    CU_ASSERT(unknown > 100);
    tear_down(&f);
}

static void workspace_leaves_no_trace(void) {
    fixture used, fresh;
    set_up(&used);
    for (unsigned i = 0; i < 500; i++) {
        hbs_rng rng;
        set_up(&fresh);
        hbs_rng_seed(&rng, 10, i, HBS_LANE_INSTANCE);
        if (i % 3 == 0)
            CU_ASSERT_EQUAL_FATAL(hbs_random_digraph_pair(&rng, &used.instance.pair, 30, 100, 30, 46, &used.error), HBS_OK);
        if (i % 3) CU_ASSERT_EQUAL_FATAL(hbs_random_pair(&rng, &used.instance.pair, &used.error), HBS_OK);
        CU_ASSERT_EQUAL_FATAL(hbs_instance_copy(&fresh.instance, &used.instance, &used.error), HBS_OK);
        CU_ASSERT(solve(&used, 0, true) == HBS_OK && solve(&fresh, 0, true) == HBS_OK);
        const hbs_certificate *a = &used.verdict.certificate, *b = &fresh.verdict.certificate;
        CU_ASSERT(used.verdict.label == fresh.verdict.label && used.verdict.effort == fresh.verdict.effort);
        CU_ASSERT(a->kind == b->kind && a->size == b->size && a->bytes.size == b->bytes.size);
        CU_ASSERT(!a->bytes.size || !memcmp(a->bytes.data, b->bytes.data, a->bytes.size));
        tear_down(&fresh);
    }
    tear_down(&used);
}

/* An image is refused exactly when it is no homomorphism. */
static void check_of_images_is_exact(void) {
    hbs_error error = {0};
    hbs_query_pair pair = {0};
    unsigned good = 0, wrong = 0;
    for (unsigned i = 0; i < 20000; i++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, 11, i, HBS_LANE_INSTANCE);
        CHECK_OK(hbs_random_pair(&rng, &pair, &error));
        hbs_term image[8] = {0};
        for (uint32_t v = 0; v < pair.q2.variables; v++) {
            image[v] = (hbs_term)hbs_rng_below(&rng, 6);   /* often beyond what q1 has */
            if (hbs_rng_bernoulli(&rng, 1, 4)) image[v] |= HBS_CONSTANT;
        }
        const bool is = hbs_brute_is_homomorphism(&pair, image);
        good += is;
        wrong += is != (hbs_homomorphism_check(&pair, image, &error) == HBS_OK);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT(good > 500);
    hbs_query_pair_free(&pair);
}

const hbs_test hbs_tests[] = {
    {"agrees with all maps on 24,000 random pairs", agrees_with_all_maps_on_random_pairs},
    {"counts whole spaces as published", counts_whole_spaces},
    {"answers the published cases", answers_published_cases},
    {"certifies larger digraphs at the transition", certifies_larger_digraphs},
    {"starts over, certified", starts_over},
    {"sizes do not matter", sizes_do_not_matter},
    {"long cycles", long_cycles},
    {"refutes one part alone", refutes_one_part_alone},
    {"the budget is kept", budget_is_kept},
    {"a used workspace leaves no trace", workspace_leaves_no_trace},
    {"the check of images is exact", check_of_images_is_exact},
    {NULL, NULL},
};
