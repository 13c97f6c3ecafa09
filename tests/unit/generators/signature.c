#include "generators/spaces/signature.h"

#include "generators/cqc/bodies.h"
#include "tests/unit/generators/cqc/classes.h"

static void check_text(const hbs_instance *instance, const char *wanted) {
    hbs_signature signature = {0};
    hbs_bytes text = {0};
    hbs_error error = {0};
    CHECK_OK(hbs_signature_of(instance, &signature, &error));
    CHECK_OK(hbs_signature_print(&signature, &text, &error));
    CU_ASSERT_STRING_EQUAL((const char *)text.data, wanted);
    if (strcmp((const char *)text.data, wanted)) fprintf(stderr, "\n    %s", (const char *)text.data);
    hbs_bytes_free(&text);
    hbs_signature_free(&signature);
}

/* Repeated literals count once, tautologies not at all, the empty clause has length 0. */
static void of_formulas(void) {
    static const int32_t literals[] = {1, -2, 3, 0, 2, 2, 0, 1, -1, 2, 0, 0, 3, -4, 3, 0, -4, 0, 5, 4, 4, 4, 0, 2, -3, -2, 2, 0};
    hbs_instance instance = {.problem = HBS_SAT};
    hbs_error error = {0};
    check_text(&instance, "n=0");
    hbs_cnf_clear(&instance.cnf, 9);
    for (size_t i = 0, begin = 0; i < sizeof literals / sizeof *literals; i++) {
        if (literals[i]) continue;
        CHECK_OK(hbs_cnf_add(&instance.cnf, literals + begin, i - begin, &error));
        begin = i + 1;
    }
    check_text(&instance, "n=9 0:1 1:2 2:2 3:1");
    hbs_instance_free(&instance);
}

/* A pair over r/2, s/1 and unused symbols; `other` swaps names of variables, relations' order and constants without changing the signature. */
static void build_pair(hbs_instance *instance, bool other) {
    hbs_query_pair *const pair = &instance->pair;
    hbs_error error = {0};
    uint32_t r, s, unused, a, b, c;
    hbs_instance_clear(instance, HBS_CQC);
    if (other) CHECK_OK(hbs_symbol_intern(&pair->relations, "s", 1, 1, &s, &error));
    CHECK_OK(hbs_symbol_intern(&pair->relations, "r", 1, 2, &r, &error));
    CHECK_OK(hbs_symbol_intern(&pair->relations, "nobody", 6, 3, &unused, &error));
    CHECK_OK(hbs_symbol_intern(&pair->relations, "s", 1, 1, &s, &error));
    CHECK_OK(hbs_symbol_intern(&pair->constants, other ? "joe" : "ann", 3, HBS_CONSTANT_STRING, &a, &error));
    CHECK_OK(hbs_symbol_intern(&pair->constants, other ? "1" : "22", other ? 1 : 2, HBS_CONSTANT_NUMBER, &b, &error));
    CHECK_OK(hbs_symbol_intern(&pair->constants, "bob", 3, HBS_CONSTANT_STRING, &c, &error));
    if (other) {
        const uint32_t swap = a;
        a = b;
        b = swap;
    }
    const hbs_term x = other ? 2 : 0, y = other ? 0 : 1, z = other ? 1 : 2;
    pair->q1.variables = pair->q2.variables = 3;
    CHECK_OK(hbs_query_head(&pair->q1, x, &error));
    CHECK_OK(hbs_query_head(&pair->q1, HBS_CONSTANT | c, &error));
    CHECK_OK(hbs_query_head(&pair->q1, y, &error));
    CHECK_OK(hbs_query_head(&pair->q1, x, &error));
    CHECK_OK(hbs_query_atom(&pair->q1, pair, r, (const hbs_term[]){x, y}, NULL, &error));
    CHECK_OK(hbs_query_atom(&pair->q1, pair, r, (const hbs_term[]){z, HBS_CONSTANT | b}, NULL, &error));
    CHECK_OK(hbs_query_atom(&pair->q1, pair, s, (const hbs_term[]){HBS_CONSTANT | a}, NULL, &error));
    CHECK_OK(hbs_query_atom(&pair->q2, pair, r, (const hbs_term[]){y, y}, NULL, &error));
    CHECK_OK(hbs_query_atom(&pair->q2, pair, r, (const hbs_term[]){y, HBS_CONSTANT | a}, NULL, &error));
}

static void of_pairs(void) {
    hbs_instance one = {0}, two = {0};
    hbs_signature a = {0}, b = {0};
    hbs_error error = {0};
    build_pair(&one, false);
    build_pair(&two, true);
    check_text(&one, "q1(X0,c0,X1,X0) v=3 r/2:2 s/1:1 q2() v=1 r/2:2 s/1:0 repeats constants=head,both,q1");
    CHECK_OK(hbs_signature_of(&one, &a, &error));
    CHECK_OK(hbs_signature_of(&two, &b, &error));
    CU_ASSERT(hbs_signature_equal(&a, &b));
    CU_ASSERT_EQUAL(hbs_signature_hash(&a), hbs_signature_hash(&b));
    uint32_t s;
    CHECK_OK(hbs_symbol_intern(&two.pair.relations, "s", 1, 1, &s, &error));
    CHECK_OK(hbs_query_atom(&two.pair.q2, &two.pair, s, (const hbs_term[]){0}, NULL, &error));
    CHECK_OK(hbs_signature_of(&two, &b, &error));
    CU_ASSERT(!hbs_signature_equal(&a, &b));
    CHECK_OK(hbs_query_head(&two.pair.q2, 1, &error));
    CU_ASSERT_NOT_EQUAL(hbs_signature_of(&two, &b, &error), HBS_OK);   /* unsafe: b stays */
    CU_ASSERT_EQUAL(b.query[1].atoms[1], 1);
    hbs_signature_free(&a);
    hbs_signature_free(&b);
    hbs_instance_free(&one);
    hbs_instance_free(&two);
}

/* What is drawn has the signature it was drawn for, for every family and some shapes. */
static void drawn_as_asked(void) {
    static const char *const specs[] = {
        "sat/sr n=5..30", "sat/uniform n=20", "sat/uniform n=5 m=80", "sat/uniform n=30 lengths=1:3,2:10,5:7", "sat/uniform n=200 k=12 m=9",
                "cqc/uniform", "cqc/pullback",
        "cqc/uniform schema=r/2,s/3,t/1 v1=6 m1=4 v2=5 m2=3 head=2 constants=3 loops=yes", "cqc/uniform schema=r/8 v1=30 m1=3 v2=20 m2=2",
        "cqc/uniform v1=25 m1=16 v2=25 m2=16", "cqc/uniform schema=r/2,z/0 v1=0 m1=1 v2=1 m2=1 loops=yes constants=1",
    };
    hbs_error error = {0};
    hbs_sampler *sampler = NULL;
    hbs_instance out = {0};
    hbs_signature wanted = {0}, found = {0};
    CHECK_OK(hbs_sampler_new(&sampler, &error));
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        workbench *const bench = bench_open(specs[i]);
        for (uint64_t u = 0; u < 60; u++) {
            hbs_rng rng;
            hbs_rng_seed(&rng, 9, u, HBS_LANE_ANALYSIS);
            CHECK_OK(hbs_signature_of(&bench_draw(bench, 1, u)->instance, &wanted, &error));
            CHECK_OK(hbs_signature_draw(sampler, &wanted, strncmp(specs[i], "sat/sr", 6) != 0, &rng, &out, &error));
            CHECK_OK(hbs_signature_of(&out, &found, &error));
            CU_ASSERT(hbs_signature_equal(&wanted, &found));
            CU_ASSERT_EQUAL(hbs_signature_hash(&wanted), hbs_signature_hash(&found));
        }
        bench_close(bench);
    }
    hbs_signature_free(&wanted);
    hbs_signature_free(&found);
    hbs_instance_free(&out);
    hbs_sampler_free(sampler);
}

/* sat/uniform given its signature has the law of the reference: it is the same draw. */
static void sat_reference_is_uniform(void) {
    static const char *const specs[] = {"sat/uniform n=20", "sat/uniform n=20 distinct=no", "sat/uniform n=9 lengths=2:10,3:20"};
    hbs_error error = {0};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        workbench *const bench = bench_open(specs[i]);
        for (uint64_t u = 0; u < 20; u++) {
            hbs_rng rng;
            hbs_instance out = {0};
            hbs_signature signature = {0};
            hbs_bytes a = {0}, b = {0};
            const hbs_instance *const drawn = &bench_draw(bench, 4, u)->instance;
            hbs_rng_seed(&rng, 4, u, HBS_LANE_INSTANCE);
            CHECK_OK(hbs_signature_of(drawn, &signature, &error));
            CHECK_OK(hbs_signature_draw(NULL, &signature, i != 1, &rng, &out, &error));
            CHECK_OK(hbs_instance_encode(drawn, &a, &error));
            CHECK_OK(hbs_instance_encode(&out, &b, &error));
            CU_ASSERT(a.size == b.size && !memcmp(a.data, b.data, a.size));
            hbs_bytes_free(&a);
            hbs_bytes_free(&b);
            hbs_signature_free(&signature);
            hbs_instance_free(&out);
        }
        bench_close(bench);
    }
}

/* cqc/uniform given a signature, against draws from that signature: one law. The signature taken is that of the first unit. */
static double reference_fit(const char *spec, uint64_t first, unsigned wanted) {
    hbs_error error = {0};
    hbs_sampler *sampler = NULL;
    hbs_signature signature = {0}, here = {0};
    hbs_instance out = {0};
    workbench *const bench = bench_open(spec);
    tally *const t = rooms(1, sizeof *t);
    char class[2 * TEXT_SIZE];
    CHECK_OK(hbs_sampler_new(&sampler, &error));
    CHECK_OK(hbs_signature_of(&bench_draw(bench, 2, first)->instance, &signature, &error));
    unsigned kept = 0;
    for (uint64_t u = 0; kept < wanted; u++) {
        CU_ASSERT_FATAL(u < 1000000);
        const hbs_instance *const drawn = &bench_draw(bench, 3, u)->instance;
        CHECK_OK(hbs_signature_of(drawn, &here, &error));
        if (!hbs_signature_equal(&here, &signature)) continue;
        pair_class(&drawn->pair, class);
        t->found[tally_cell(t, class)]++;
        kept++;
    }
    for (uint64_t u = 0; u < wanted; u++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, 5, u, HBS_LANE_ANALYSIS);
        CHECK_OK(hbs_signature_draw(sampler, &signature, true, &rng, &out, &error));
        pair_class(&out.pair, class);
        t->expected[tally_cell(t, class)]++;
    }
    CU_ASSERT(t->cells > 3);
    const double p = same_law(t);
    hbs_signature_free(&signature);
    hbs_signature_free(&here);
    hbs_instance_free(&out);
    hbs_sampler_free(sampler);
    bench_close(bench);
    free(t);
    return p;
}

static void cqc_reference_is_uniform(void) {
    CU_ASSERT(reference_fit("cqc/uniform v1=4 m1=3 v2=3 m2=2", 0, 4000) > 1e-3);
    CU_ASSERT(reference_fit("cqc/uniform v1=3 m1=3 v2=3 m2=2 loops=yes", 0, 4000) > 1e-3);
    CU_ASSERT(reference_fit("cqc/uniform v1=3 m1=3 v2=3 m2=3 loops=yes", 3, 4000) > 1e-3);
    CU_ASSERT(reference_fit("cqc/uniform schema=r/2,s/1 v1=3 m1=1 v2=3 m2=2 head=1 loops=yes", 1, 4000) > 1e-3);
}

/* The names of constants are not in a class: only here both sides name them alike, so a single constant can be compared. */
static void cqc_reference_with_constants(void) { CU_ASSERT(reference_fit("cqc/uniform v1=2 m1=2 v2=2 m2=2 constants=1 loops=yes", 0, 4000) > 1e-3); }

/* All loop-free bodies of three atoms over e/2 in which all the variables occur, by class. */
static void count_sparse_bodies(tally *t, uint32_t variables) {
    hbs_error error = {0};
    hbs_query_pair pair = {0};
    uint32_t relation, term[2];
    uint8_t seen[8];
    char class[TEXT_SIZE];
    CHECK_OK(hbs_symbol_intern(&pair.relations, "e", 1, 2, &relation, &error));
    pair.q1.variables = variables;
    for (uint32_t a = 0; a < variables * (variables - 1); a++)
        for (uint32_t b = 0; b < a; b++)
            for (uint32_t c = 0; c < b; c++) {
                const uint32_t atom[3] = {a, b, c};
                pair.q1.atoms = 0;
                for (int i = 0; i < 3; i++) {
                    hbs_atom_of((hbs_atom_space){variables, 2, false}, atom[i], term);
                    CHECK_OK(hbs_query_append(&pair.q1, &pair, relation, term, &error));
                }
                if (!hbs_all_occur(&pair.q1, variables, seen)) continue;
                class_of(&pair, &pair.q1, class);
                t->expected[tally_cell(t, class)]++;
            }
    hbs_query_pair_free(&pair);
}

/* A sparse signature, where fillings are drawn in place of atoms: every body with all five variables in three atoms over e/2, loop-free, is
 * equally likely (compared with the enumeration of all sets of three atoms). */
static void sparse_bodies_are_uniform(void) {
    enum { DRAWS = 10000, V = 5 };
    hbs_error error = {0};
    hbs_instance out = {0};
    hbs_sampler *sampler = NULL;
    tally *const t = rooms(1, sizeof *t);
    char class[TEXT_SIZE];
    double sum = 0;
    CHECK_OK(hbs_sampler_new(&sampler, &error));
    count_sparse_bodies(t, V);
    for (size_t i = 0; i < t->cells; i++) sum += t->expected[i];
    CU_ASSERT(sum > 100 && t->cells > 1);
    for (size_t i = 0; i < t->cells; i++) t->expected[i] *= DRAWS / sum;
    hbs_length_count unused = {0};
    size_t atoms[2][1] = {{3}, {0}};
    hbs_symbol symbol = {.text = (char[]){"e"}, .kind = 2};
    const hbs_signature signature = {.problem = HBS_CQC, .length = &unused, .relations = 1, .relation = &symbol, .query = {{.variables = V,
            .atoms = atoms[0]}, {.atoms = atoms[1]}}};
    double tries = 0;
    for (uint64_t u = 0; u < DRAWS; u++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, 5, u, HBS_LANE_ANALYSIS);
        CHECK_OK(hbs_signature_draw(sampler, &signature, true, &rng, &out, &error));
        tries += (double)rng.retries;
        class_of(&out.pair, &out.pair.q1, class);
        t->found[tally_cell(t, class)]++;
    }
    CU_ASSERT(fit(t->found, t->expected, t->cells) > 1e-3);
    CU_ASSERT(tries / DRAWS < 2);   /* independent atoms would need 1140 / sum - 1 > 2.8 */
    hbs_instance_free(&out);
    hbs_sampler_free(sampler);
    free(t);
}

/* A chain of 60 atoms: all its 61 variables occur, found in a few tries although independent atoms never would. */
static void long_chains(void) {
    enum { ATOMS = 60 };
    hbs_instance instance = {.problem = HBS_CQC}, out = {0};
    hbs_signature signature = {0}, found = {0};
    hbs_error error = {0};
    uint32_t relation;
    hbs_rng rng;
    CHECK_OK(hbs_symbol_intern(&instance.pair.relations, "e", 1, 2, &relation, &error));
    instance.pair.q1.variables = ATOMS + 1;
    for (uint32_t a = 0; a < ATOMS; a++) CHECK_OK(hbs_query_atom(&instance.pair.q1, &instance.pair, relation, (const hbs_term[]){a, a + 1}, NULL, &error));
    CHECK_OK(hbs_signature_of(&instance, &signature, &error));
    hbs_rng_seed(&rng, 1, 0, HBS_LANE_ANALYSIS);
    CHECK_OK(hbs_signature_draw(NULL, &signature, true, &rng, &out, &error));
    CHECK_OK(hbs_signature_of(&out, &found, &error));
    CU_ASSERT(hbs_signature_equal(&signature, &found));
    CU_ASSERT(rng.retries < 100);
    hbs_signature_free(&signature);
    hbs_signature_free(&found);
    hbs_instance_free(&instance);
    hbs_instance_free(&out);
}

/* Empty spaces are refused, and what was in *out stays. */
static void empty_spaces(void) {
    hbs_length_count many = {.length = 2, .count = 5};
    size_t atoms[2][1] = {{2}, {0}};
    hbs_symbol symbol = {.text = (char[]){"e"}, .kind = 2};
    const hbs_signature sat = {.problem = HBS_SAT, .variables = 2, .lengths = 1, .length = &many},
                        wide = {.problem = HBS_CQC, .relations = 1, .relation = &symbol, .query = {{.variables = 5, .atoms = atoms[0]}, {.atoms = atoms[1]}}},
                        full = {.problem = HBS_CQC, .relations = 1, .relation = &symbol, .query = {{.variables = 1, .atoms = atoms[0]}, {.atoms = atoms[1]}}},
                        none = {.problem = HBS_CQC, .relations = 1, .relation = &symbol, .query = {{.variables = 2, .atoms = atoms[0]},
                                {.atoms = atoms[1], .repeats = true}}};
    const hbs_signature *const signatures[] = {&sat, &wide, &full, &none};
    hbs_error error = {0};
    hbs_instance out = {.problem = HBS_SAT};
    hbs_rng rng;
    hbs_rng_seed(&rng, 1, 0, HBS_LANE_ANALYSIS);
    hbs_cnf_clear(&out.cnf, 77);
    for (size_t i = 0; i < 4; i++) {
        CU_ASSERT_EQUAL(hbs_signature_draw(NULL, signatures[i], true, &rng, &out, &error), HBS_ERROR_USAGE);
        CU_ASSERT(out.problem == HBS_SAT && out.cnf.variables == 77);
    }
    CHECK_OK(hbs_signature_draw(NULL, &sat, false, &rng, &out, &error));
    CU_ASSERT_EQUAL(out.cnf.clauses, 5);
    hbs_instance_free(&out);
}

const hbs_test hbs_tests[] = {
    {"of_formulas", of_formulas},
    {"of_pairs", of_pairs},
    {"drawn_as_asked", drawn_as_asked},
    {"sat_reference_is_uniform", sat_reference_is_uniform},
    {"cqc_reference_is_uniform", cqc_reference_is_uniform},
    {"cqc_reference_with_constants", cqc_reference_with_constants},
    {"sparse_bodies_are_uniform", sparse_bodies_are_uniform},
    {"long_chains", long_chains},
    {"empty_spaces", empty_spaces},
    {NULL, NULL},
};
