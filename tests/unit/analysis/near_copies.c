/* Near copies across splits: how much two formulas have in common, known by construction; and none where there is nothing. */
#include <stdio.h>
#include <string.h>

#include "analysis/piece_hashes.h"
#include "core/rng.h"
#include "tests/unit/audited.h"
#include "tests/unit/test.h"

enum { VARIABLES = 60, CLAUSES = 100 };

static hbs_error error;

/* CLAUSES random 3-clauses; the last `changed` of them from another stream. */
static void draw(int32_t *at, uint64_t seed, uint64_t other, size_t changed) {
    hbs_rng rng;
    hbs_rng_seed(&rng, seed, 0, HBS_LANE_INSTANCE);
    for (size_t c = 0; c < CLAUSES; c++) {
        uint32_t variable[3];
        if (c == CLAUSES - changed) hbs_rng_seed(&rng, other, 1, HBS_LANE_INSTANCE);
        hbs_rng_sample(&rng, VARIABLES, 3, variable);
        for (int i = 0; i < 3; i++) *at++ = hbs_rng_below(&rng, 2) ? (int32_t)variable[i] + 1 : -(int32_t)variable[i] - 1;
        *at++ = 0;
    }
    *at = 0;
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

/* Pieces of renamed copies are the same, of repeated clauses so many as there are. */
static void pieces(void) {
    hbs_instance instance = {.problem = HBS_SAT};
    hbs_pieces before = {0}, after = {0};
    hbs_rng rng;
    static const int32_t clause[][2] = {{1, -2}, {-2, 1}, {3, 4}, {1, -2}};
    hbs_rng_seed(&rng, 1, 0, HBS_LANE_INSTANCE);
    hbs_cnf_clear(&instance.cnf, 5);
    for (int c = 0; c < 4; c++) CHECK_OK(hbs_cnf_add(&instance.cnf, clause[c], 2, &error));
    CHECK_OK(hbs_pieces_of(&before, &instance, HBS_PIECES_NAMED, &error));
    CU_ASSERT_EQUAL(before.count, 4);
    CU_ASSERT_EQUAL(hbs_pieces_common(&before, &before), 4);
    instance.cnf.clauses = 3;
    CHECK_OK(hbs_pieces_of(&after, &instance, HBS_PIECES_NAMED, &error));
    CU_ASSERT_EQUAL(hbs_pieces_common(&before, &after), 3);
    instance.cnf.clauses = 4;
    CHECK_OK(hbs_pieces_of(&before, &instance, HBS_PIECES_RENAMED, &error));
    for (int i = 0; i < 20; i++) {
        CHECK_OK(hbs_cnf_rename(&instance.cnf, &rng, NULL, &error));
        CHECK_OK(hbs_instance_shuffle(&instance, &rng, &error));
        CHECK_OK(hbs_pieces_of(&after, &instance, HBS_PIECES_RENAMED, &error));
        CU_ASSERT_EQUAL(hbs_pieces_common(&before, &after), 4);
    }
    hbs_pieces_free(&before);
    hbs_pieces_free(&after);
    hbs_instance_free(&instance);
}

const hbs_test hbs_tests[] = {
    {"shares are exact", shares_are_exact},
    {"renamed shares", renamed_shares},
    {"nothing where there is nothing", nothing_where_there_is_nothing},
    {"pieces", pieces},
    {NULL, NULL},
};
