#include "generators/cqc/bodies.h"
#include "tests/unit/generators/cqc/classes.h"

static void append(hbs_query_pair *pair, hbs_query *query, uint32_t from, uint32_t to) {
    hbs_error error = {0};
    CHECK_OK(hbs_query_append(query, pair, 0, (const hbs_term[]){from, to}, &error));
}

/* A directed triangle in q2 with one of the other three atoms, and q1 two of the three atoms that go up in one of six orders. */
static void law_of_no(void) {
    static const uint32_t order[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}, up[3][2] = {{0, 1}, {0, 2}, {1, 2}};
    tally *const t = rooms(1, sizeof *t);
    hbs_query_pair pair = {0};
    hbs_error error = {0};
    uint32_t relation;
    CHECK_OK(hbs_symbol_intern(&pair.relations, "e", 1, 2, &relation, &error));
    pair.q1.variables = pair.q2.variables = 3;
    for (unsigned x = 0; x < 6 * 3 * 6 * 3; x++) {
        const uint32_t *const first = order[x % 6], *const second = order[x / 18 % 6];
        pair.q1.atoms = pair.q2.atoms = 0;
        for (unsigned e = 0; e < 3; e++)
            if (e != x / 6 % 3) append(&pair, &pair.q1, first[up[e][0]], first[up[e][1]]);
        for (unsigned i = 0; i < 3; i++) append(&pair, &pair.q2, second[i], second[(i + 1) % 3]);
        const unsigned back = x / 108;   /* the other atoms run the triangle backwards */
        append(&pair, &pair.q2, second[(back + 1) % 3], second[back]);
        tally_pair(t, &pair, 1);
    }
    CU_ASSERT(tally_fit(t, "cqc/constructed v1=3 m1=2 v2=3 m2=4 yes=0", 6000) > 1e-3);
    CU_ASSERT_EQUAL(t->cells, 3);   /* out-star, in-star, path */
    hbs_query_pair_free(&pair);
    free(t);
}

/* A larger cycle: how often each atom is in q2 besides. Every ordered pair is equally likely. */
static void atoms_are_even(void) {
    enum { DRAWS = 4000, V = 6 };
    double found[V] = {0}, expected[V] = {0};
    workbench *const bench = bench_open("cqc/constructed v1=6 m1=15 v2=6 m2=30 cycle=4 yes=0");
    const hbs_query_pair *const full = &bench_draw(bench, 1, 0)->instance.pair;
    CU_ASSERT_EQUAL(full->q2.atoms, 30);   /* all there are, each once */
    CU_ASSERT_EQUAL(full->q1.atoms, 15);
    bench_close(bench);
    workbench *const small = bench_open("cqc/constructed v1=6 m1=1 v2=6 m2=8 cycle=2 yes=0");
    for (uint64_t u = 0; u < DRAWS; u++) {
        const hbs_query *const q2 = &bench_draw(small, 1, u)->instance.pair.q2;
        CU_ASSERT_EQUAL_FATAL(q2->atoms, 8);
        /* the cycle comes first and is x, y; atoms behind it that are x,z or z,x or y,z or z,y, or without both */
        unsigned touching = 0;
        for (size_t a = 2; a < 8; a++) touching += hbs_atom(q2, a)[0] < 2 || hbs_atom(q2, a)[1] < 2;
        found[touching < V ? touching : V - 1]++;
    }
    /* hypergeometric: 6 of 28, of which 16 touch */
    for (unsigned k = 0; k <= 6; k++) {
        double ways = 1;
        for (unsigned i = 0; i < k; i++) ways *= (16. - i) / (i + 1);
        for (unsigned i = 0; i < 6 - k; i++) ways *= (12. - i) / (i + 1);
        expected[k < V ? k : V - 1] += DRAWS * ways / 376740;
    }
    CU_ASSERT(fit(found, expected, V) > 1e-3);
    bench_close(small);
}

/* A yes is a pull-back, drawn as cqc/pullback draws it. */
static void yes_is_a_pullback(void) { check_same_law("cqc/constructed v1=3 m1=2 v2=3 m2=2 cycle=2 yes=1", "cqc/pullback v1=3 m1=2 v2=3 m2=2", 6000); }

static void certificates(void) {
    static const char *const specs[] = {"cqc/constructed", "cqc/constructed v1=20 m1=60 v2=20 m2=40 cycle=7", "cqc/constructed v1=5 m1=10 v2=6 m2=12 cycle=2",
                                        "cqc/constructed v1=200 m1=600 v2=300 m2=700 cycle=40"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        unsigned yes = 0;
        workbench *const bench = bench_open(specs[i]);
        for (uint64_t u = 0; u < 200; u++) {
            const hbs_drawn *const drawn = bench_draw(bench, 1, u);
            yes += drawn->claim == HBS_LABEL_YES;
            CU_ASSERT_EQUAL(drawn->certificate.kind, drawn->claim ? HBS_CERTIFICATE_HOMOMORPHISM : HBS_CERTIFICATE_SEARCH_TREE);
            check_proved(drawn);
        }
        CU_ASSERT(yes > 65 && yes < 135);
        bench_close(bench);
    }
}

static void refusals(void) {
    static const char *const rows[][2] = {{"cqc/constructed v1=5 m1=11", "at most 10"}, {"cqc/constructed cycle=9", "does not fit"}, {"cqc/constructed v2=4 m2=13", "there are only 12"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check_refused(rows[i][0], rows[i][1]);
}

const hbs_test hbs_tests[] = {{"law_of_no", law_of_no}, {"atoms_are_even", atoms_are_even}, {"yes_is_a_pullback", yes_is_a_pullback}, {"certificates", certificates}, {"refusals", refusals}, {NULL, NULL}};
