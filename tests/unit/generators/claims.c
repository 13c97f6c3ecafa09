/* What generators claim, and its certificates (P4 of plugin.h). */
#include "generators/renaming/renumber.h"
#include "tests/unit/generators/promise.h"

static int claims_in_attempts(hbs_unit *unit) {
    hbs_unit_begin_cnf(unit, 1);
    hbs_unit_claim(unit, 0);
    hbs_unit_retry(unit);
    return hbs_unit_claim(unit, 1);
}
/* What a rejected attempt claimed does not bind the next one. */
static void attempts_claim_anew(void) {
    hbs_drawing drawing = {0};
    hbs_error error = {0};
    const hbs_generator generator = promise(HBS_GENERATES_SAT, HBS_LABELS_BY_CONSTRUCTION, 1, claims_in_attempts);
    CHECK_OK(draw(&drawing, &generator, &error));
    CU_ASSERT_EQUAL(drawing.drawn[0].claim, 1);
    hbs_drawing_free(&drawing);
}

/* Witnesses become certificates that the checker accepts; those of queries speak of the numbers of the payload. */
static int sat_witness(hbs_unit *unit) {
    hbs_unit_begin_cnf(unit, 3);
    clause_3(unit);
    hbs_unit_claim(unit, 1);
    return hbs_unit_witness(unit, (const uint32_t[]){0, 0, 1}, 3);
}
/* Variables out of order, some unused, a constant that nothing uses before the one that is used. */
static int cqc_witness(hbs_unit *unit) {
    uint32_t unused, number;
    hbs_unit_begin_pair(unit);
    hbs_unit_constant(unit, "nobody", &unused);
    hbs_unit_constant(unit, "12", &number);
    hbs_unit_head(unit, 1, 9);
    hbs_unit_atom(unit, 1, "r", (const uint32_t[]){4, number}, 2);
    hbs_unit_atom(unit, 1, "s", (const uint32_t[]){9, 4, 2}, 3);
    hbs_unit_head(unit, 2, 3);
    hbs_unit_atom(unit, 2, "s", (const uint32_t[]){3, 7, 1}, 3);
    hbs_unit_atom(unit, 2, "r", (const uint32_t[]){7, 5}, 2);
    hbs_unit_atom(unit, 2, "r", (const uint32_t[]){7, 5}, 2);
    hbs_unit_claim(unit, 1);
    return hbs_unit_witness(unit, (const uint32_t[]){0, 2, 0, 9, 0, number, 0, 4}, 8);
}
static void witnesses(void) {
    hbs_drawing drawing = {0};
    hbs_error error = {0};
    hbs_checker *checker = NULL;
    CHECK_OK(hbs_checker_new(&checker, &error));
    const hbs_generator sat = promise(HBS_GENERATES_SAT, HBS_LABELS_BY_CONSTRUCTION, 1, sat_witness), cqc = promise(HBS_GENERATES_CQC,
            HBS_LABELS_BY_CONSTRUCTION, 1, cqc_witness);
    CHECK_OK(draw(&drawing, &sat, &error));
    CHECK_OK(hbs_certificate_check(checker, &drawing.drawn[0].instance, 1, &drawing.drawn[0].certificate, &error));
    CHECK_OK(draw(&drawing, &cqc, &error));
    CHECK_OK(hbs_certificate_check(checker, &drawing.drawn[0].instance, 1, &drawing.drawn[0].certificate, &error));
    CU_ASSERT_EQUAL(drawing.drawn[0].instance.pair.q1.variables, 3);
    CU_ASSERT_EQUAL(drawing.drawn[0].instance.pair.q2.variables, 4);
    CU_ASSERT_EQUAL(drawing.drawn[0].instance.pair.q2.atoms, 2);
    CU_ASSERT_EQUAL(drawing.drawn[0].instance.pair.constants.count, 1);
    hbs_bytes before = {0}, after = {0};
    hbs_instance again = {0};
    CHECK_OK(hbs_instance_encode(&drawing.drawn[0].instance, &before, &error));
    CHECK_OK(hbs_instance_decode(&again, HBS_CQC, before.data, before.size, &error));
    CHECK_OK(hbs_certificate_check(checker, &again, 1, &drawing.drawn[0].certificate, &error));
    CHECK_OK(hbs_instance_encode(&again, &after, &error));
    CU_ASSERT(before.size == after.size && !memcmp(before.data, after.data, after.size));
    hbs_bytes_free(&before);
    hbs_bytes_free(&after);
    hbs_instance_free(&again);
    hbs_checker_free(checker);
    hbs_drawing_free(&drawing);
}

/* Refutations likewise; what does not follow is not accepted. */
static int sat_refutation(hbs_unit *unit) {
    hbs_unit_begin_cnf(unit, 2);
    for (int i = 0; i < 4; i++) hbs_unit_clause(unit, (const int32_t[]){i & 1 ? 1 : -1, i & 2 ? 2 : -2}, 2);
    hbs_unit_claim(unit, 0);
    hbs_unit_refutation(unit, (const int32_t[]){1, 0}, 2);
    return hbs_unit_refutation(unit, (const int32_t[]){2, 0, 0}, 3);
}
static int sat_refutation_cut(hbs_unit *unit) {
    sat_refutation(unit);
    hbs_unit_current(unit)->certificate.bytes.size = 0;
    return hbs_unit_refutation(unit, (const int32_t[]){0}, 1);
}
/* r(x,y), s(y,x) has no image in r(x,y), s(x,y): y would have to be both ends. */
static int cqc_refutation(hbs_unit *unit) {
    hbs_unit_begin_pair(unit);
    hbs_unit_atom(unit, 1, "r", (const uint32_t[]){5, 3}, 2);
    hbs_unit_atom(unit, 1, "s", (const uint32_t[]){5, 3}, 2);
    hbs_unit_atom(unit, 2, "r", (const uint32_t[]){0, 1}, 2);
    hbs_unit_atom(unit, 2, "s", (const uint32_t[]){1, 0}, 2);
    hbs_unit_claim(unit, 0);
    return hbs_unit_refutation(unit, NULL, 0);
}
static void refutations(void) {
    hbs_drawing drawing = {0};
    hbs_error error = {0};
    const struct {
        hbs_generated problem;
        int (*generate)(hbs_unit *);
        uint64_t size;
        hbs_status status;
    } cases[] = {{HBS_GENERATES_SAT, sat_refutation, 3, HBS_OK},
                 {HBS_GENERATES_SAT, sat_refutation_cut, 4, HBS_ERROR_FAULT},
                 {HBS_GENERATES_CQC, cqc_refutation, 0, HBS_OK}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const hbs_generator generator = promise(cases[i].problem, HBS_LABELS_BY_CONSTRUCTION, 1, cases[i].generate);
        CHECK_OK(draw(&drawing, &generator, &error));
        const hbs_drawn *const drawn = &drawing.drawn[0];
        CU_ASSERT(drawn->claim == 0 && drawn->certificate.size == cases[i].size);
        CU_ASSERT_EQUAL(hbs_certificate_check(NULL, &drawn->instance, 0, &drawn->certificate, &error), cases[i].status);
    }
    hbs_drawing_free(&drawing);
}

/* q2 the complete graph on four vertices, q1 a triangle and a square. A vertex in the square leaves its neighbours nowhere to go; in the triangle arc consistency is content,
 * and one more branch is needed. The triangle is the constant, 1 and 3; the square 0, 2, 4, 6, which come first in q1 so that all numbers change. */
static int tree_refutation(hbs_unit *unit) {
    uint32_t unused, constant;
    static const uint32_t square[] = {6, 0, 4, 2, 6};
    hbs_unit_begin_pair(unit);
    hbs_unit_constant(unit, "nobody", &unused);
    hbs_unit_constant(unit, "someone", &constant);
    for (int i = 0; i < 4; i++) {
        hbs_unit_atom(unit, 1, "e", (const uint32_t[]){square[i], square[i + 1]}, 2);
        hbs_unit_atom(unit, 1, "e", (const uint32_t[]){square[i + 1], square[i]}, 2);
    }
    const uint32_t triangle[] = {3, constant, 1, 3};
    for (int i = 0; i < 3; i++) {
        hbs_unit_atom(unit, 1, "e", (const uint32_t[]){triangle[i], triangle[i + 1]}, 2);
        hbs_unit_atom(unit, 1, "e", (const uint32_t[]){triangle[i + 1], triangle[i]}, 2);
    }
    for (uint32_t from = 5; from < 9; from++)
        for (uint32_t to = 5; to < 9; to++)
            if (from != to) hbs_unit_atom(unit, 2, "e", (const uint32_t[]){from, to}, 2);
    hbs_unit_claim(unit, 0);
    /* on variable 8: 0 square, 1 triangle, 2 square, 3 triangle, 4 and 6 square, the constant triangle; below on 6, 5, 7 */
    hbs_unit_refutation(unit, (const int32_t[]){9, 0, 7, 0, 0, 0}, 6);
    return hbs_unit_refutation(unit, (const int32_t[]){6, 0, 0, 0, 0, 8, 0, 0}, 8);
}
static void search_trees(void) {
    hbs_drawing drawing = {0};
    hbs_error error = {0};
    const hbs_generator generator = promise(HBS_GENERATES_CQC, HBS_LABELS_BY_CONSTRUCTION, 1, tree_refutation);
    CHECK_OK(draw(&drawing, &generator, &error));
    hbs_drawn *const drawn = &drawing.drawn[0];
    CU_ASSERT_EQUAL(drawn->certificate.size, 10);
    for (uint64_t round = 0; round < 30; round++) {   /* numbered anew again and again */
        hbs_rng rng;
        CHECK_OK(hbs_certificate_check(NULL, &drawn->instance, 0, &drawn->certificate, &error));
        hbs_rng_seed(&rng, 1, round, HBS_LANE_ORDER);
        CHECK_OK(hbs_instance_shuffle(&drawn->instance, &rng, &error));
        CHECK_OK(hbs_drawn_renumber(drawn, &error));
    }
    hbs_drawing_free(&drawing);
}

const hbs_test hbs_tests[] = {{"attempts claim anew", attempts_claim_anew}, {"witnesses", witnesses}, {"refutations", refutations}, {"search_trees", search_trees}, {NULL, NULL}};
