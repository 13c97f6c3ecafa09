/* Near copies across splits: how much two formulas have in common, known by construction, and by comparing all with all; and none where there is nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/redundancy/near_copies.h"
#include "analysis/redundancy/near_search.h"
#include "core/memory.h"
#include "core/rng.h"
#include "tests/unit/audited.h"
#include "tests/unit/test.h"

enum { VARIABLES = 60, CLAUSES = 100 };

static hbs_error error;

/* A random clause whose literals ascend; 0 ends it. */
static void draw_clause(int32_t clause[4], hbs_rng *rng) {
    uint32_t variable[3];
    hbs_rng_sample(rng, VARIABLES, 3, variable);
    for (int i = 0; i < 3; i++)
        for (int k = i; k > 0 && variable[k] < variable[k - 1]; k--) {
            const uint32_t larger = variable[k - 1];
            variable[k - 1] = variable[k];
            variable[k] = larger;
        }
    for (int i = 0; i < 3; i++) clause[i] = hbs_rng_below(rng, 2) ? (int32_t)variable[i] + 1 : -(int32_t)variable[i] - 1;
    clause[3] = 0;
}

/* CLAUSES different random 3-clauses; the last `changed` of them from another stream. */
static void draw(int32_t *from, uint64_t seed, uint64_t other, size_t changed) {
    hbs_rng rng;
    hbs_rng_seed(&rng, seed, 0, HBS_LANE_INSTANCE);
    for (size_t c = 0; c < CLAUSES;) {
        if (c == CLAUSES - changed) hbs_rng_seed(&rng, other, 1, HBS_LANE_INSTANCE), changed = CLAUSES + 1;
        draw_clause(from + 4 * c, &rng);
        bool repeated = false;
        for (size_t b = 0; b < c; b++) repeated = repeated || !memcmp(from + 4 * b, from + 4 * c, 4 * sizeof *from);
        c += !repeated;
    }
    from[4 * CLAUSES] = 0;
}

/* Under v -> VARIABLES + 1 - v with all signs turned. */
static void rename_all(int32_t *literal) {
    for (size_t i = 0; i < 4 * CLAUSES; i++)
        if (literal[i]) literal[i] = literal[i] > 0 ? literal[i] - (VARIABLES + 1) : literal[i] + (VARIABLES + 1);
}

static const hbs_finding *found(const hbs_findings *f, const char *quantity, const char *subject) {
    const hbs_finding *finding = audited_find(f, "redundancy", quantity, subject);
    CU_ASSERT_PTR_NOT_NULL_FATAL(finding);
    return finding;
}

static void shares_are_exact(void) {
    audited a;
    int32_t literals[4 * CLAUSES + 1];
    audited_open(&a);
    hbs_dataset d = audited_create(&a, "d", HBS_SAT);
    for (uint64_t i = 0; i < 20; i++) {
        draw(literals, i, 0, 0);
        audited_add(&a, &d, i, i, 1, "train", VARIABLES, literals);
    }
    for (uint64_t i = 20; i < 30; i++) {
        draw(literals, i - 20, i, i == 20 ? 0 : i < 25 ? 10 : 60);   /* a copy; 90 clauses in common; 40 */
        audited_add(&a, &d, i, i, 1, "test", VARIABLES, literals);
    }
    audited_finish(&a, &d);
    hbs_findings f = audited_measure(&a, "redundancy", &d, NULL);
    CU_ASSERT_DOUBLE_EQUAL(found(&f, "near_copies_across_splits", "split=test")->value.estimate, 4. / 10, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(found(&f, "near_copies_across_splits", "split=train")->value.estimate, 4. / 20, 1e-12);
    CU_ASSERT(strstr(found(&f, "near_copies_across_splits", "split=test")->sentence, "(81.8 %), ") != NULL);   /* 90 of 110 */
    CU_ASSERT_DOUBLE_EQUAL(found(&f, "isomorphic_across_splits", "split=test")->value.estimate, 1. / 10, 1e-12);
    hbs_findings_free(&f);
    hbs_dataset_free(&d);
    audited_close(&a);
}

/* One clause changed, then renamed: by names nothing is in common, by counts most. */
static void renamed_shares(void) {
    audited a;
    int32_t literals[4 * CLAUSES + 1];
    audited_open(&a);
    hbs_dataset d = audited_create(&a, "d", HBS_SAT);
    for (uint64_t i = 0; i < 40; i++) {
        draw(literals, i % 20, 1000 + i, i < 20 ? 0 : 1);
        if (i >= 20) rename_all(literals);
        audited_add(&a, &d, i, i, 1, i < 20 ? "train" : "test", VARIABLES, literals);
    }
    audited_finish(&a, &d);
    hbs_findings f = audited_measure(&a, "redundancy", &d, NULL);
    CU_ASSERT_EQUAL(found(&f, "near_copies_across_splits", "split=test")->value.estimate, 0);
    CU_ASSERT(found(&f, "renamed_near_copies_across_splits", "split=test")->value.estimate > .5);
    CU_ASSERT_EQUAL(found(&f, "isomorphic_across_splits", "split=test")->value.estimate, 0);
    hbs_findings_free(&f);
    hbs_dataset_free(&d);
    audited_close(&a);
}

static void nothing_where_there_is_nothing(void) {
    audited a;
    audited_open(&a);
    hbs_dataset d = audited_make(&a, "d", "sat/uniform n=30 m=128", 300, 4, false, "train=.5,test=.5"), one = audited_make(&a, "one", "cqc/uniform", 20, 4, false, NULL);
    hbs_findings f = audited_measure(&a, "redundancy", &d, NULL);
    CU_ASSERT_EQUAL(found(&f, "near_copies_across_splits", "split=test")->value.estimate, 0);
    CU_ASSERT_EQUAL(found(&f, "renamed_near_copies_across_splits", "split=train")->value.estimate, 0);
    hbs_findings_free(&f);
    f = audited_measure(&a, "redundancy", &one, NULL);
    CU_ASSERT_PTR_NULL(audited_find(&f, "redundancy", "near_copies_across_splits", NULL));
    hbs_findings_free(&f);
    hbs_dataset_free(&d);
    hbs_dataset_free(&one);
    audited_close(&a);
}

/* ---- all with all ---- */

typedef struct compared {
    audited a;
    hbs_dataset dataset, other;
    hbs_copies copies;
    hbs_measure_options options;
    hbs_pieces *pieces;
    hbs_near *near;
    hbs_near_search search;
} compared;

static void read_pieces_of(compared *c, const hbs_dataset *dataset, size_t from, size_t to) {
    hbs_rows *rows = NULL;
    hbs_row row;
    hbs_instance instance = {.problem = dataset->problem};
    bool more = true;
    CHECK_OK(hbs_rows_open(&rows, c->a.catalog, dataset->id, &error));
    for (size_t i = from; i < to; i++) {
        CHECK_OK(hbs_rows_next(rows, &row, &more, &error));
        CU_ASSERT_FATAL(more && row.idx == c->copies.item[i].idx);
        CHECK_OK(hbs_row_instance(&row, instance.problem, &instance, &error));
        CHECK_OK(hbs_pieces_of(&c->pieces[i], &instance, c->search.kind, &error));
    }
    hbs_rows_close(rows);
    hbs_instance_free(&instance);
}

static void read_pieces(compared *c) {
    read_pieces_of(c, &c->dataset, 0, c->search.first);
    if (c->search.dataset[1]) read_pieces_of(c, &c->other, c->search.first, c->copies.count);
}

/* Of c->dataset, and c->other where there is one. */
static void compared_begin(compared *c) {
    size_t first;
    const bool two = c->other.name != NULL;
    c->options = (hbs_measure_options){.seed = 1, .threads = 2, .level = .95};
    if (two) CHECK_OK(hbs_copies_read_both(&c->copies, &first, c->a.catalog, &c->dataset, &c->other, &c->options, &error));
    else {
        CHECK_OK(hbs_copies_read(&c->copies, c->a.catalog, &c->dataset, &c->options, &error));
        hbs_copies_sort_by_idx(&c->copies);
        first = c->copies.count;
    }
    CHECK_OK(hbs_allocate(&c->pieces, c->copies.count, sizeof *c->pieces, &error));
    CHECK_OK(hbs_allocate(&c->near, c->copies.count, sizeof *c->near, &error));
    c->search = (hbs_near_search){.copies = &c->copies, .catalog = c->a.catalog, .dataset = {&c->dataset, two ? &c->other : NULL}, .first = first, .asked = two ? 1 : c->copies.splits,
                                  .options = &c->options, .item = c->near, .bytes = HBS_NEAR_BYTES, .steps = HBS_NEAR_STEPS};
}

static void compared_open(compared *c, const char *spec, uint64_t count, const char *split) {
    memset(c, 0, sizeof *c);
    audited_open(&c->a);
    c->dataset = audited_make(&c->a, "d", spec, count, 3, false, split);
    compared_begin(c);
}

/* `count` formulas in turn of as many schemes; changed[i % 4] clauses of the i-th are its own. */
static void compared_open_edited(compared *c, uint64_t count, uint64_t schemes, const size_t changed[4]) {
    int32_t literals[4 * CLAUSES + 1];
    memset(c, 0, sizeof *c);
    audited_open(&c->a);
    c->dataset = audited_create(&c->a, "d", HBS_SAT);
    for (uint64_t i = 0; i < count; i++) {
        draw(literals, i % schemes, 100000 + i, changed[i / schemes % 4]);
        audited_add(&c->a, &c->dataset, i, i, 1, i / schemes % 2 ? "test" : "train", VARIABLES, literals);
    }
    audited_finish(&c->a, &c->dataset);
    compared_begin(c);
}

static void compared_close(compared *c) {
    for (size_t i = 0; i < c->copies.count; i++) hbs_pieces_free(&c->pieces[i]);
    free(c->pieces);
    free(c->near);
    hbs_copies_free(&c->copies);
    hbs_dataset_free(&c->dataset);
    hbs_dataset_free(&c->other);
    audited_close(&c->a);
}

/* The best partner of i among all, as near_search.h says it. */
static hbs_near best_of(const compared *c, uint32_t i) {
    hbs_near best = {.partner = HBS_NOBODY};
    if (c->copies.item[i].split >= c->search.asked) return best;
    for (uint32_t k = 0; k < c->copies.count; k++) {
        if (!hbs_may_be_near(&c->copies, i, k)) continue;
        const uint32_t common = (uint32_t)hbs_pieces_common(&c->pieces[i], &c->pieces[k]), all = (uint32_t)(c->pieces[i].count + c->pieces[k].count) - common;
        if (all && 2 * common >= all && (best.partner == HBS_NOBODY || (uint64_t)common * best.all > (uint64_t)best.common * all)) best = (hbs_near){k, common, all};
    }
    return best;
}

/* How many have one. */
static size_t check_all(compared *c) {
    size_t found = 0;
    CHECK_OK(hbs_near_exact(&c->search, &error));
    read_pieces(c);
    for (uint32_t i = 0; i < c->copies.count; i++) {
        const hbs_near best = best_of(c, i), got = c->near[i];
        found += best.partner != HBS_NOBODY;
        CU_ASSERT_EQUAL(got.partner, best.partner);
        if (got.partner == best.partner) CU_ASSERT(got.common == best.common && got.all == best.all);
    }
    return found;
}

static void all_pairs_are_found(void) {
    static const struct {
        const char *spec, *split;
        uint64_t count;
    } of[] = {{"sat/uniform n=4 k=2 m=4", "train=.7,test=.3", 300},
              {"sat/uniform n=3 k=2 m=5 distinct=no", "train=.5,valid=.2,test=.3", 400},
              {"sat/uniform n=5..9 k=2 m=4..9", "train=.8,test=.2", 1200},
              {"cqc/uniform v1=4 m1=3 v2=3 m2=2 head=1", "train=.7,test=.3", 300},
              {"cqc/uniform v1=4..5 m1=4..8 v2=3 m2=3", "train=.6,test=.4", 800}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        for (int kind = 0; kind < 2; kind++) {
            compared c;
            compared_open(&c, of[i].spec, of[i].count, of[i].split);
            c.search.kind = (hbs_piece_kind)kind;
            const size_t found = check_all(&c);
            CU_ASSERT(found > 0);
            compared_close(&c);
        }
}

static void all_pairs_of_two_datasets_are_found(void) {
    static const char *const spec[][2] = {{"sat/uniform n=4 k=2 m=4", "sat/uniform n=4 k=2 m=3..5"}, {"cqc/uniform v1=4 m1=3 v2=3 m2=2 head=1", "cqc/uniform v1=4 m1=4 v2=3 m2=2 head=1"}};
    for (size_t i = 0; i < sizeof spec / sizeof *spec; i++) {
        compared c = {.near = NULL};
        audited_open(&c.a);
        c.dataset = audited_make(&c.a, "d", spec[i][0], 120, 3, false, "train=.5,test=.5");
        c.other = audited_make(&c.a, "other", spec[i][1], 80, 4, false, NULL);
        compared_begin(&c);
        const size_t found = check_all(&c);
        CU_ASSERT(found > 0 && found < 120);
        compared_close(&c);
    }
}

/* Shares from none to nearly all; 24 of a scheme. */
static void all_pairs_of_large_formulas_are_found(void) {
    static const size_t changed[] = {5, 20, 30, 70};
    compared c;
    compared_open_edited(&c, 600, 25, changed);
    const size_t found = check_all(&c);
    CU_ASSERT(found == 450);
    compared_close(&c);
}

/* Beyond its bounds a sample is taken: what it finds is there, and it misses some. */
static void a_sample_follows_the_bounds(void) {
    compared c;
    bool exact;
    size_t found[3] = {0, 0, 0};
    compared_open(&c, "sat/uniform n=4 k=2 m=4", 300, "train=.7,test=.3");
    for (int run = 0; run < 3; run++) {
        c.search.bytes = run == 1 ? 20000 : HBS_NEAR_BYTES;
        c.search.steps = run == 2 ? 1000 : HBS_NEAR_STEPS;
        if (run) CU_ASSERT_EQUAL(hbs_near_exact(&c.search, &error), HBS_ERROR_BUDGET);
        CHECK_OK(hbs_near_find(&c.search, 1000, &exact, &error));
        CU_ASSERT_EQUAL(exact, run == 0);
        read_pieces(&c);
        for (uint32_t i = 0; i < c.copies.count; i++) {
            const hbs_near best = best_of(&c, i), got = c.near[i];
            if (got.partner == HBS_NOBODY) continue;
            found[run]++;
            CU_ASSERT(got.all && 2 * got.common >= got.all && (uint64_t)got.common * best.all <= (uint64_t)best.common * got.all);
        }
    }
    CU_ASSERT(found[1] == found[2] && found[1] > found[0] / 3 && found[1] < found[0]);
    compared_close(&c);
}

/* 400 pairs of each share; four standard errors around .596, .865, .945 and 1. */
static void a_sample_finds_with_the_stated_probability(void) {
    static const struct {
        size_t changed;
        double low, high;
    } of[] = {{33, .50, .70}, {25, .79, .94}, {20, .89, .99}, {11, .99, 1}};
    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        const size_t changed[] = {0, of[k].changed, 0, 0};
        compared c;
        double found = 0;
        compared_open_edited(&c, 800, 400, changed);
        CHECK_OK(hbs_near_sampled(&c.search, 1000, &error));
        for (size_t i = 0; i < 400; i++) found += c.near[i].partner == 400 + i;
        CU_ASSERT(found / 400 >= of[k].low && found / 400 <= of[k].high);
        CHECK_OK(hbs_near_exact(&c.search, &error));
        for (size_t i = 0; i < 400; i++) CU_ASSERT(c.near[i].partner == 400 + i && c.near[i].common == CLAUSES - of[k].changed);
        compared_close(&c);
    }
}

/* Pieces of renamed copies are the same; repeated clauses and literals, and tautologies, make none, named or renamed, unless repeats are asked for. */
static void pieces(void) {
    hbs_instance instance = {.problem = HBS_SAT}, once = {.problem = HBS_SAT};
    hbs_pieces before = {0}, after = {0};
    hbs_rng rng;
    static const int32_t clause[][2] = {{1, -2}, {3, 4}, {-2, 1}, {1, -2}, {5, 5}, {2, -2}};
    hbs_rng_seed(&rng, 1, 0, HBS_LANE_INSTANCE);
    hbs_cnf_clear(&instance.cnf, 5);
    hbs_cnf_clear(&once.cnf, 5);
    for (int c = 0; c < 6; c++) CHECK_OK(hbs_cnf_add(&instance.cnf, clause[c], 2, &error));
    for (int c = 0; c < 2; c++) CHECK_OK(hbs_cnf_add(&once.cnf, clause[c], 2, &error));
    CHECK_OK(hbs_cnf_add(&once.cnf, clause[4], 1, &error));
    for (hbs_piece_kind kind = HBS_PIECES_NAMED; kind <= HBS_PIECES_RENAMED; kind++) {
        CHECK_OK(hbs_pieces_of(&before, &instance, kind, &error));
        CHECK_OK(hbs_pieces_of(&after, &once, kind, &error));
        CU_ASSERT(before.count == 3 && after.count == 3 && hbs_pieces_common(&before, &after) == 3);
    }
    for (int i = 0; i < 20; i++) {
        CHECK_OK(hbs_cnf_rename(&instance.cnf, &rng, NULL, &error));
        CHECK_OK(hbs_instance_shuffle(&instance, &rng, &error));
        CHECK_OK(hbs_pieces_of(&after, &instance, HBS_PIECES_RENAMED, &error));
        CU_ASSERT_EQUAL(hbs_pieces_common(&before, &after), 3);
    }
    instance.cnf.clauses = 3;
    CHECK_OK(hbs_pieces_of(&after, &instance, HBS_PIECES_REPEATED, &error));
    CU_ASSERT_EQUAL(after.count, 3);
    instance.cnf.clauses = 6;
    CHECK_OK(hbs_pieces_of(&before, &instance, HBS_PIECES_REPEATED, &error));
    CU_ASSERT_EQUAL(hbs_pieces_common(&before, &before), 6);
    CU_ASSERT_EQUAL(hbs_pieces_common(&before, &after), 3);
    hbs_pieces_free(&before);
    hbs_pieces_free(&after);
    hbs_instance_free(&instance);
    hbs_instance_free(&once);
}

const hbs_test hbs_tests[] = {
    {"shares are exact", shares_are_exact},
    {"renamed shares", renamed_shares},
    {"nothing where there is nothing", nothing_where_there_is_nothing},
    {"all pairs are found", all_pairs_are_found},
    {"all pairs of two datasets are found", all_pairs_of_two_datasets_are_found},
    {"all pairs of large formulas are found", all_pairs_of_large_formulas_are_found},
    {"a sample finds with the stated probability", a_sample_finds_with_the_stated_probability},
    {"a sample follows the bounds", a_sample_follows_the_bounds},
    {"pieces", pieces},
    {NULL, NULL},
};
