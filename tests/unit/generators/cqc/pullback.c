#include "generators/cqc/bodies.h"
#include "tests/unit/generators/cqc/classes.h"

/* q1 = e(x,y), three variables in q2, two atoms: the map puts one or two of them over x, which makes an out-star or an in-star; a constant map (2
 * of 8) has nothing to pull back and is redrawn. */
static void stars(void) {
    enum { DRAWS = 4000 };
    workbench *const bench = bench_open("cqc/pullback v1=2 m1=1 v2=3 m2=2");
    unsigned out = 0;
    uint64_t retries = 0;
    for (uint64_t u = 0; u < DRAWS; u++) {
        const hbs_query *const q2 = &bench_draw(bench, 1, u)->instance.pair.q2;
        CU_ASSERT_EQUAL_FATAL(q2->atoms, 2);
        const bool same_source = hbs_atom(q2, 0)[0] == hbs_atom(q2, 1)[0];
        CU_ASSERT(same_source || hbs_atom(q2, 0)[1] == hbs_atom(q2, 1)[1]);
        out += same_source;
        retries += bench->drawing.rng.retries;
    }
    CU_ASSERT(fabs(out - DRAWS / 2.) < 4 * sqrt(DRAWS) / 2);
    CU_ASSERT(fabs((double)retries - DRAWS / 3.) < 4 * sqrt(DRAWS * 4. / 9));
    bench_close(bench);
}

/* The law of q2 given q1, by enumeration: q1 is the directed path x -> y -> z or another class of two atoms over three variables; all q1, all
 * maps, all sets of two atoms. */
static void law(void) {
    enum { V = 3 };
    hbs_error error = {0};
    tally *const t = rooms(1, sizeof *t);
    hbs_query_pair pair = {0};
    uint32_t relation;
    CHECK_OK(hbs_symbol_intern(&pair.relations, "e", 1, 2, &relation, &error));
    pair.q1.variables = pair.q2.variables = V;
    const hbs_atom_space space = {V, 2, false};
    for (uint32_t a = 0; a < 6; a++)
        for (uint32_t b = 0; b < a; b++)
            for (uint32_t map = 0; map < 27; map++) {
                uint32_t term[2], image[V] = {map % 3, map / 3 % 3, map / 9}, candidate[6];
                size_t candidates = 0;
                pair.q1.atoms = 0;
                hbs_atom_of(space, a, term);
                CHECK_OK(hbs_query_append(&pair.q1, &pair, relation, term, &error));
                hbs_atom_of(space, b, term);
                CHECK_OK(hbs_query_append(&pair.q1, &pair, relation, term, &error));
                for (uint32_t c = 0; c < 6; c++) {
                    hbs_atom_of(space, c, term);
                    const hbs_term sent[2] = {image[term[0]], image[term[1]]};
                    if (has_atom(&pair.q1, relation, sent, 2)) candidate[candidates++] = c;
                }
                if (candidates < 2) continue;
                for (size_t c = 0; c < candidates; c++)
                    for (size_t d = 0; d < c; d++) {
                        pair.q2.atoms = 0;
                        hbs_atom_of(space, candidate[c], term);
                        CHECK_OK(hbs_query_append(&pair.q2, &pair, relation, term, &error));
                        hbs_atom_of(space, candidate[d], term);
                        CHECK_OK(hbs_query_append(&pair.q2, &pair, relation, term, &error));
                        tally_pair(t, &pair, 2. / (double)(candidates * (candidates - 1)));
                    }
            }
    CU_ASSERT(t->cells > 3);
    CU_ASSERT(tally_fit(t, "cqc/pullback v1=3 m1=2 v2=3 m2=2", 15000) > 1e-3);
    hbs_query_pair_free(&pair);
    free(t);
}

static void certificates(void) {
    static const char *const specs[] = {
        "cqc/pullback",
        "cqc/pullback v1=8 m1=14 v2=8 m2=14",
        "cqc/pullback schema=r/2,s/3,u/1,z/0 v1=5 m1=1 v2=9 m2=1 head=2 constants=3",
        "cqc/pullback schema=r/2,s/3 v1=5 m1=8 v2=6 m2=6 head=3 constants=2 loops=yes",
        "cqc/pullback v1=20 m1=60 v2=30 m2=40 head=1",
        "cqc/pullback v1=5 m1=9 v2=6 m2=6 head=2 constants=1 pattern=2,c1,1,2",
    };
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        workbench *const bench = bench_open(specs[i]);
        for (uint64_t u = 0; u < 200; u++) {
            const hbs_drawn *const drawn = bench_draw(bench, 1, u);
            CU_ASSERT_EQUAL(drawn->claim, HBS_LABEL_YES);
            CU_ASSERT_EQUAL(drawn->certificate.kind, HBS_CERTIFICATE_HOMOMORPHISM);
            check_proved(drawn);
        }
        bench_close(bench);
    }
}

const hbs_test hbs_tests[] = {{"stars", stars}, {"law", law}, {"certificates", certificates}, {NULL, NULL}};
