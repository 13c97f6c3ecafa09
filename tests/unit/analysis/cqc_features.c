/* CQC features: worked examples, plain definitions on random pairs, invariance as flagged, size features as functions of the signature, corners. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/rng.h"
#include "datasets/formats/datalog.h"
#include "generators/spaces/signature.h"
#include "tests/unit/brute_cqc.h"
#include "tests/unit/analysis/feature_values.h"

#define MAX_FEATURES 128

typedef struct expectation {
    const char *name;
    double value;
} expectation;

static void check_text(const char *text, const expectation *wanted) {
    hbs_error error = {0};
    hbs_profile *profile = NULL;
    hbs_instance instance = {.problem = HBS_CQC};
    double value[MAX_FEATURES];
    size_t at = 0;
    bool found;
    CHECK_OK(hbs_datalog_read(&instance.pair, &found, text, strlen(text), &at, "test", HBS_VARIABLES_UPPER, NULL, &error));
    CU_ASSERT_FATAL(found);
    CHECK_OK(hbs_profile_new(&profile, HBS_CQC, &error));
    values(profile, &instance, value);
    for (; wanted->name; wanted++) expect(HBS_CQC, value, wanted->name, wanted->value);
    hbs_profile_free(profile);
    hbs_instance_free(&instance);
}

static void registry(void) {
    const hbs_feature *const *features = hbs_features(HBS_CQC);
    size_t count = 0;
    for (; features[count]; count++) {
        const hbs_feature *feature = features[count];
        CU_ASSERT(strlen(feature->name) > 0 && strlen(feature->meaning) > 10 && strlen(feature->source) > 0);
        CU_ASSERT_EQUAL(feature->problem, HBS_CQC);
        CU_ASSERT_FALSE(feature->size && feature->order);
        CU_ASSERT_FALSE(feature->order && feature->invariant);
        CU_ASSERT_EQUAL(strspn(feature->name, "abcdefghijklmnopqrstuvwxyz0123456789_"), strlen(feature->name));
        CU_ASSERT_EQUAL(find(HBS_CQC, feature->name), count);
    }
    CU_ASSERT_EQUAL(count, hbs_feature_count(HBS_CQC));
    CU_ASSERT(count >= 12 && count < MAX_FEATURES);
}

static void worked_examples(void) {
    /* q1: X -> Y -> Z -> X, Y -> X; q2: a triangle and an edge apart. */
    check_text("q1() :- e(X,Y), e(Y,Z), e(Z,X), e(Y,X).\nq2() :- e(A,B), e(B,C), e(C,A), e(D,F).\n",
               (const expectation[]){{"q1_atoms", 4}, {"q2_atoms", 4}, {"q1_variables", 3}, {"q2_variables", 5}, {"body_constants", 0}, {"head_arity", 0},
                                     {"relations", 1}, {"max_arity", 2}, {"missing_relations", 0}, {"q1_largest_relation", 4}, {"q2_largest_relation", 4},
                                     {"kappa", 4 * (2 * log(3) - log(4)) / (5 * log(3))},
                                     /* positions: X 3, Y 3, Z 2; A, B, C 2, D, F 1 */
                                     {"q1_sd_occurrences", sqrt(2. / 9)}, {"q1_max_occurrences", 3}, {"q2_sd_occurrences", sqrt(14. / 5 - 2.56)},
                                     {"q2_max_occurrences", 2},
                                     /* out, in: X 1 2, Y 2 1, Z 1 1; A, B, C 1 1, D 1 0, F 0 1; first positions are out, second ones in */
                                     {"q1_sd_out_degree", sqrt(2. / 9)}, {"q1_max_in_degree", 2}, {"q2_sd_in_degree", .4}, {"q2_max_out_degree", 1},
                                     {"q1_sd_position", sqrt(2. / 9)}, {"q1_max_position", 2}, {"q2_sd_position", .4}, {"q2_max_position", 1},
                                     /* q1 has XYX, YXY, XYZ, YZX, ZXY; closed of length 4 XYXYX and YXYXY; ends of 3: XYXY, XYZX, YXYX, YXYZ, YZXY, ZXYX, ZXYZ */
                                     {"q1_closed_4_walks", 2}, {"q2_closed_4_walks", 0}, {"q1_joined_by_2_walks", 5}, {"q2_joined_by_2_walks", 3},
                                     {"q1_joined_by_3_walks", 7}, {"q2_joined_by_3_walks", 3}, {"q1_closing_edges", 1}, {"q2_closing_edges", 0},
                                     {"q1_loops", 0}, {"q1_mean_neighbours", 2}, {"q2_mean_neighbours", 8. / 5}, {"q1_sd_neighbours", 0},
                                     {"q2_sd_neighbours", sqrt(14. / 5 - 2.56)}, {"q2_max_neighbours", 2}, {"q1_clustering", 1}, {"q2_clustering", 1},
                                     {"q1_sources", 0}, {"q1_sinks", 0}, {"q2_sources", 1}, {"q2_sinks", 1}, {"q1_two_cycles", 1}, {"q2_two_cycles", 0},
                                     {"q1_closed_3_walks", 3}, {"q2_closed_3_walks", 3}, {"min_candidates", 4}, {"mean_candidates", 4}, {"max_candidates", 4},
                                     {"few_candidates_share", 0}, {"q1_loop_terms", 0}, {"q2_components", 2}, {"q2_cycle_rank", 1}, {"q2_cyclic_atoms", 3},
                                     {"q1_chaining", 0}, {"q2_chaining", 2. / 3 - 3. / 6}, {NULL, 0}});
    /* The head freezes A: the triangle opens, B -> C is left with two atoms that hold one variable each. */
    check_text("q1(X) :- e(X,X), e(X,\"c\"), f(X,X,X), g(\"c\").\nq2(A) :- e(A,B), e(B,C), e(C,A), f(A,B,B), h(\"d\",A).\n",
               (const expectation[]){{"head_arity", 1}, {"relations", 4}, {"max_arity", 3}, {"missing_relations", 1}, {"body_constants", 2}, {"kappa", NAN},
                                     {"q1_variables", 1}, {"q2_variables", 3}, {"min_candidates", 0}, {"mean_candidates", 6. / 5}, {"max_candidates", 2},
                                     {"few_candidates_share", 1}, {"q1_loop_terms", 0}, {"q2_components", 1}, {"q2_cycle_rank", 0}, {"q2_cyclic_atoms", 0},
                                     {"q1_closed_3_walks", 1}, {"q1_sinks", 1}, {"q1_sources", 0},
                                     {"q1_loops", 1}, {"q1_two_cycles", 0}, {"q1_closed_4_walks", 1}, {"q1_max_out_degree", 2}, {"q2_clustering", 3. / 5},   /* "d" meets A: 5 paths, 3 of them closed */
                                     /* X and "c", on the two positions of e, three of f, one of g: X 2 1 1 1 1 0, "c" 0 1 0 0 0 1 */
                                     {"q1_max_position", 2}, {"q1_sd_position", sqrt(10. / 12 - 64. / 144)}, {"q1_clustering", NAN}, {NULL, 0}});
    check_text("q1() :- e(X,X), e(Y,X), f(X,X,X), f(Y,Y,Y).\nq2() :- e(A,B), f(B,C,D).\n", (const expectation[]){{"q1_loop_terms", 1}, {NULL, 0}});
}

static void edge_cases(void) {
    const expectation nothing[] = {{"q1_atoms", 0}, {"kappa", NAN}, {"q1_sd_occurrences", NAN}, {"q2_max_occurrences", NAN}, {"min_candidates", NAN},
                                   {"few_candidates_share", NAN}, {"q1_loop_terms", NAN}, {"q2_components", 0}, {"q2_cycle_rank", 0}, {"q2_cyclic_atoms", 0},
                                   {"q1_chaining", NAN}, {"max_arity", 0}, {"q1_sd_out_degree", NAN}, {"q2_max_in_degree", NAN},
                                   {"q1_closed_4_walks", 0}, {"q1_sd_position", NAN}, {"q2_mean_neighbours", NAN}, {"q1_clustering", NAN}, {NULL, 0}};
    check_text("q1() :- .\nq2() :- .\n", nothing);
    check_text("q1() :- p().\nq2() :- p().\n", (const expectation[]){{"q1_atoms", 1}, {"min_candidates", 1}, {"q1_loop_terms", NAN}, {"max_arity", 0}, {NULL, 0}});
    check_text("q1(\"a\") :- e(X,Y).\nq2(\"b\") :- e(X,Y).\n", (const expectation[]){{"mean_candidates", NAN}, {"q2_components", 1}, {NULL, 0}});
}

/* --- against plain definitions --- */

static bool edge(const hbs_query *query, hbs_term from, hbs_term to) {
    for (size_t a = 0; a < query->atoms; a++)
        if (hbs_atom_arity(query, a) == 2 && hbs_atom(query, a)[0] == from && hbs_atom(query, a)[1] == to) return true;
    return false;
}

static size_t terms_of(const hbs_query_pair *pair, const hbs_query *query, hbs_term *out) {
    size_t count = 0;
    for (uint32_t v = 0; v < query->variables; v++) out[count++] = v;
    for (uint32_t c = 0; c < pair->constants.count; c++) out[count++] = HBS_CONSTANT | c;
    return count;
}

#define MOST 32
typedef struct matrix {
    unsigned at[MOST][MOST], size;
} matrix;

static matrix product(const matrix *a, const matrix *b) {
    matrix c = {.size = a->size};
    for (unsigned i = 0; i < c.size; i++)
        for (unsigned j = 0; j < c.size; j++)
            for (unsigned k = 0; k < c.size; k++) c.at[i][j] += a->at[i][k] * b->at[k][j];
    return c;
}

static double trace(const matrix *a) {
    double sum = 0;
    for (unsigned i = 0; i < a->size; i++) sum += a->at[i][i];
    return sum;
}

static double nonzero(const matrix *a) {
    double count = 0;
    for (unsigned i = 0; i < a->size; i++)
        for (unsigned j = 0; j < a->size; j++) count += a->at[i][j] > 0;
    return count;
}

static double deviation(const unsigned *x, size_t count) {
    double mean = 0, square = 0;
    for (size_t i = 0; i < count; i++) mean += x[i] / (double)count;
    for (size_t i = 0; i < count; i++) square += (x[i] - mean) * (x[i] - mean) / (double)count;
    return count ? sqrt(square) : NAN;
}

static double most(const unsigned *x, size_t count) {
    double greatest = NAN;
    for (size_t i = 0; i < count; i++) greatest = x[i] > greatest || isnan(greatest) ? x[i] : greatest;
    return greatest;
}

static void expect_of(const double *value, const char *side, const char *stem, double wanted) {
    char name[64];
    snprintf(name, sizeof name, "%s_%s", side, stem);
    expect(HBS_CQC, value, name, wanted);
}

static void check_ends(const matrix *a, const double *value, const char *side) {
    unsigned out[MOST], in[MOST], on = 0, sources = 0, sinks = 0, both = 0, loops = 0;
    for (unsigned i = 0; i < a->size; i++) {
        out[on] = in[on] = 0;
        for (unsigned j = 0; j < a->size; j++) {
            out[on] += a->at[i][j];
            in[on] += a->at[j][i];
            both += i < j && a->at[i][j] && a->at[j][i];
        }
        loops += a->at[i][i];
        sources += out[on] && !in[on];
        sinks += in[on] && !out[on];
        on += out[on] || in[on];
    }
    expect_of(value, side, "sd_out_degree", deviation(out, on));
    expect_of(value, side, "sd_in_degree", deviation(in, on));
    expect_of(value, side, "max_out_degree", most(out, on));
    expect_of(value, side, "max_in_degree", most(in, on));
    expect_of(value, side, "sources", sources);
    expect_of(value, side, "sinks", sinks);
    expect_of(value, side, "two_cycles", both);
    expect_of(value, side, "loops", loops);
}

/* By powers of the adjacency matrix. */
static void check_digraph(const hbs_query_pair *pair, const hbs_query *query, const double *value, const char *side) {
    hbs_term term[MOST];
    matrix a = {.size = (unsigned)terms_of(pair, query, term)};
    double closing = 0;
    for (unsigned i = 0; i < a.size; i++)
        for (unsigned j = 0; j < a.size; j++) a.at[i][j] = edge(query, term[i], term[j]);
    const matrix a2 = product(&a, &a), a3 = product(&a2, &a), a4 = product(&a2, &a2);
    for (unsigned i = 0; i < a.size; i++)
        for (unsigned j = 0; j < a.size; j++) closing += a.at[i][j] && a2.at[i][j];
    check_ends(&a, value, side);
    expect_of(value, side, "closed_3_walks", trace(&a3));
    expect_of(value, side, "closed_4_walks", trace(&a4));
    expect_of(value, side, "joined_by_2_walks", nonzero(&a2));
    expect_of(value, side, "joined_by_3_walks", nonzero(&a3));
    expect_of(value, side, "closing_edges", closing);
}

static bool holds(const hbs_query *query, size_t a, hbs_term term) {
    for (size_t p = 0; p < hbs_atom_arity(query, a); p++)
        if (hbs_atom(query, a)[p] == term) return true;
    return false;
}

/* By all pairs and all triples of terms. */
static void check_neighbours(const hbs_query_pair *pair, const hbs_query *query, const double *value, const char *side) {
    hbs_term term[MOST];
    const size_t count = terms_of(pair, query, term);
    bool meet[MOST][MOST] = {{false}};
    unsigned degree[MOST], body = 0, wedges = 0, closed = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t a = 0; a < query->atoms; a++)
            for (size_t j = 0; j < count; j++) meet[i][j] = meet[i][j] || (holds(query, a, term[i]) && holds(query, a, term[j]));
    for (size_t i = 0; i < count; i++) {   /* a term of the body meets itself */
        degree[body] = 0;
        for (size_t j = 0; j < count; j++) {
            degree[body] += i != j && meet[i][j];
            for (size_t k = 0; k < j; k++) {
                const bool wedge = i != j && i != k && meet[i][j] && meet[i][k];
                wedges += wedge;
                closed += wedge && meet[j][k];
            }
        }
        body += meet[i][i];
    }
    double mean = body ? 0 : NAN;
    for (unsigned i = 0; i < body; i++) mean += degree[i] / (double)body;
    expect_of(value, side, "mean_neighbours", mean);
    expect_of(value, side, "sd_neighbours", deviation(degree, body));
    expect_of(value, side, "max_neighbours", most(degree, body));
    expect_of(value, side, "clustering", wedges ? closed / (double)wedges : NAN);
}

/* Position by position of the relations that occur, term by term of the body. */
static void check_positions(const hbs_query_pair *pair, const hbs_query *query, const double *value, const char *side) {
    hbs_term term[MOST];
    unsigned times[MOST * MOST], cells = 0;
    const size_t count = terms_of(pair, query, term);
    for (size_t t = 0; t < count; t++) {
        bool there = false;
        for (size_t a = 0; a < query->atoms; a++) there = there || holds(query, a, term[t]);
        for (size_t r = 0; there && r < pair->relations.count; r++)
            for (size_t p = 0; p < pair->relations.item[r].kind; p++) {
                bool used = false;
                times[cells] = 0;
                for (size_t a = 0; a < query->atoms; a++) {
                    used = used || query->relation[a] == r;
                    times[cells] += query->relation[a] == r && hbs_atom(query, a)[p] == term[t];
                }
                cells += used;
            }
    }
    expect_of(value, side, "sd_position", deviation(times, cells));
    expect_of(value, side, "max_position", most(times, cells));
}

static void check_side(const hbs_query_pair *pair, const hbs_query *query, const double *value, const char *side) {
    check_digraph(pair, query, value, side);
    check_neighbours(pair, query, value, side);
    check_positions(pair, query, value, side);
}

/* Parts by painting until nothing changes. */
static unsigned components(const hbs_query_pair *pair) {
    const hbs_query *q2 = &pair->q2;
    unsigned colour[16] = {0}, parts = 0;
    for (size_t i = 0; q2->atoms && i < q2->start[q2->atoms]; i++)
        if (!hbs_is_constant(q2->argument[i])) colour[q2->argument[i]] = q2->argument[i] + 1;
    for (size_t i = 0; i < q2->head_arity; i++)
        if (!hbs_is_constant(q2->head[i])) colour[q2->head[i]] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t a = 0; a < q2->atoms; a++)
            for (size_t i = q2->start[a]; i < q2->start[a + 1]; i++)
                for (size_t j = q2->start[a]; j < q2->start[a + 1]; j++) {
                    if (hbs_is_constant(q2->argument[i]) || hbs_is_constant(q2->argument[j])) continue;
                    unsigned *x = &colour[q2->argument[i]], *y = &colour[q2->argument[j]];
                    if (*x && *y && *x < *y) *y = *x, changed = true;
                }
    }
    for (unsigned v = 0; v < 16; v++) parts += colour[v] == v + 1;
    return parts;
}

/* A term that swallows q2: sending every variable there is a homomorphism of q2's body without its constants. */
static unsigned loop_terms(const hbs_query_pair *pair) {
    hbs_term term[32];
    unsigned found = 0;
    const size_t count = terms_of(pair, &pair->q1, term);
    for (size_t t = 0; t < count; t++) {
        bool all = true;
        for (size_t a = 0; a < pair->q2.atoms; a++) {
            bool has = false;
            for (size_t b = 0; b < pair->q1.atoms; b++) {
                bool equal = pair->q1.relation[b] == pair->q2.relation[a];
                for (size_t p = 0; equal && p < hbs_atom_arity(&pair->q1, b); p++) equal = hbs_atom(&pair->q1, b)[p] == term[t];
                has = has || equal;
            }
            all = all && has;
        }
        found += all;
    }
    return found;
}

static void plain_definitions(void) {
    hbs_error error = {0};
    hbs_profile *profile = NULL;
    hbs_instance instance = {.problem = HBS_CQC};
    double value[MAX_FEATURES];
    unsigned defined = 0;
    CHECK_OK(hbs_profile_new(&profile, HBS_CQC, &error));
    for (uint64_t i = 0; i < 3000; i++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, 41, i, HBS_LANE_INSTANCE);
        CHECK_OK(hbs_random_pair(&rng, &instance.pair, &error));
        values(profile, &instance, value);
        check_side(&instance.pair, &instance.pair.q1, value, "q1");
        check_side(&instance.pair, &instance.pair.q2, value, "q2");
        if (instance.pair.q2.atoms) expect(HBS_CQC, value, "q2_components", components(&instance.pair));
        if (!isnan(value[find(HBS_CQC, "q1_loop_terms")])) {
            expect(HBS_CQC, value, "q1_loop_terms", loop_terms(&instance.pair));
            defined++;
        }
    }
    CU_ASSERT(defined > 1000);
    hbs_profile_free(profile);
    hbs_instance_free(&instance);
}

/* Renaming variables and reordering atoms leaves invariant features as they are, to the last bit; what is flagged order does depend on it. */
static void invariance(void) {
    hbs_error error = {0};
    hbs_profile *profile = NULL;
    hbs_instance instance = {.problem = HBS_CQC};
    const hbs_feature *const *features = hbs_features(HBS_CQC);
    double before[MAX_FEATURES], after[MAX_FEATURES];
    bool changed[MAX_FEATURES] = {false};
    hbs_bytes bytes = {0};
    CHECK_OK(hbs_profile_new(&profile, HBS_CQC, &error));
    for (uint64_t i = 0; i < 2000; i++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, 42, i, HBS_LANE_INSTANCE);
        CHECK_OK(hbs_random_pair(&rng, &instance.pair, &error));
        values(profile, &instance, before);
        CHECK_OK(hbs_query_pair_shuffle(&instance.pair, &rng, &error));
        values(profile, &instance, after);
        for (size_t f = 0; features[f]; f++) {
            const bool equal = same(before[f], after[f]);
            changed[f] = changed[f] || !equal;
            CU_ASSERT(equal || features[f]->order);
        }
        CHECK_OK(hbs_query_pair_rename(&instance.pair, &rng, &error));
        CHECK_OK(hbs_instance_encode(&instance, &bytes, &error));
        CHECK_OK(hbs_instance_decode(&instance, HBS_CQC, bytes.data, bytes.size, &error));   /* relations and constants in another order too */
        values(profile, &instance, after);
        for (size_t f = 0; features[f]; f++) CU_ASSERT(same(before[f], after[f]) || !features[f]->invariant);
    }
    for (size_t f = 0; features[f]; f++) CU_ASSERT_EQUAL(changed[f], features[f]->order);
    hbs_profile_free(profile);
    hbs_instance_free(&instance);
    hbs_bytes_free(&bytes);
}

static void query_of(hbs_query *query, hbs_query_pair *pair, uint32_t variables, uint32_t relation, const hbs_term *arguments, size_t count) {
    hbs_error error = {0};
    query->variables = variables;
    for (size_t i = 0; i < count; i += pair->relations.item[relation].kind) CHECK_OK(hbs_query_append(query, pair, relation, arguments + i, &error));
}

/* A term that everything runs through has quadratically many walks, and a long atom as many pairs: no value rather than quadratic time. */
static void what_is_quadratic_is_not_counted(void) {
    hbs_error error = {0};
    hbs_profile *profile = NULL;
    hbs_instance instance = {.problem = HBS_CQC};
    double value[MAX_FEATURES];
    hbs_term *argument = NULL;
    uint32_t e, r;
    const size_t n = 12000;
    CHECK_OK(hbs_allocate(&argument, 4 * n, sizeof *argument, &error));
    CHECK_OK(hbs_symbol_intern(&instance.pair.relations, "e", 1, 2, &e, &error));
    CHECK_OK(hbs_symbol_intern(&instance.pair.relations, "r", 1, (uint32_t)n, &r, &error));
    for (uint32_t i = 0; i < n; i++) {
        argument[4 * i] = argument[4 * i + 3] = i + 1;
        argument[4 * i + 1] = argument[4 * i + 2] = 0;
    }
    query_of(&instance.pair.q1, &instance.pair, (uint32_t)n + 1, e, argument, 4 * n);
    for (uint32_t i = 0; i < n; i++) argument[i] = i;
    query_of(&instance.pair.q2, &instance.pair, (uint32_t)n, r, argument, n);
    CHECK_OK(hbs_profile_new(&profile, HBS_CQC, &error));
    values(profile, &instance, value);
    const expectation wanted[] = {{"q1_closed_3_walks", NAN}, {"q1_closed_4_walks", NAN}, {"q1_joined_by_2_walks", NAN}, {"q1_joined_by_3_walks", NAN},
                                  {"q1_closing_edges", NAN}, {"q1_two_cycles", (double)n}, {"q1_max_out_degree", (double)n}, {"q1_max_neighbours", (double)n},
                                  {"q1_clustering", 0}, {"q2_mean_neighbours", NAN}, {"q2_clustering", NAN}, {"q2_max_position", 1}, {NULL, 0}};
    for (const expectation *one = wanted; one->name; one++) expect(HBS_CQC, value, one->name, one->value);
    free(argument);
    hbs_profile_free(profile);
    hbs_instance_free(&instance);
}

/* Over all orders of one body the mean of its order features is 0. */
static void chaining_is_about_order_alone(void) {
    hbs_error error = {0};
    hbs_profile *profile = NULL;
    hbs_instance instance = {.problem = HBS_CQC};
    double value[MAX_FEATURES], sum = 0;
    const char *text = "q1() :- p().\nq2() :- e(A,B), e(B,C), e(A,C), f(D), e(D,F).\n";
    size_t at = 0;
    bool found;
    CHECK_OK(hbs_profile_new(&profile, HBS_CQC, &error));
    CHECK_OK(hbs_datalog_read(&instance.pair, &found, text, strlen(text), &at, "test", HBS_VARIABLES_UPPER, NULL, &error));
    for (uint64_t i = 0; i < 20000; i++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, 44, i, HBS_LANE_ORDER);
        CHECK_OK(hbs_query_pair_shuffle(&instance.pair, &rng, &error));
        values(profile, &instance, value);
        sum += value[find(HBS_CQC, "q2_chaining")];
    }
    CU_ASSERT(fabs(sum / 20000) < .01);   /* over four standard errors */
    hbs_profile_free(profile);
    hbs_instance_free(&instance);
}

/* Size features are equal for two uniform draws of one signature; every other feature tells some two such pairs apart. */
static void sizes(void) {
    hbs_error error = {0};
    hbs_profile *profile = NULL;
    hbs_instance instance = {.problem = HBS_CQC}, twin = {.problem = HBS_CQC};
    hbs_signature signature = {0};
    const hbs_feature *const *features = hbs_features(HBS_CQC);
    double first[MAX_FEATURES], second[MAX_FEATURES];
    bool differs[MAX_FEATURES] = {false};
    unsigned drawn = 0;
    CHECK_OK(hbs_profile_new(&profile, HBS_CQC, &error));
    for (uint64_t i = 0; i < 3000; i++) {
        hbs_rng rng;
        hbs_rng_seed(&rng, 43, i, HBS_LANE_INSTANCE);
        CHECK_OK(hbs_random_pair(&rng, &instance.pair, &error));
        if (hbs_signature_of(&instance, &signature, &error) != HBS_OK) continue;   /* an unsafe head */
        CHECK_OK(hbs_signature_draw(NULL, &signature, true, &rng, &twin, &error));
        values(profile, &instance, first);
        values(profile, &twin, second);
        for (size_t f = 0; features[f]; f++) {
            if (features[f]->size && !same(first[f], second[f])) fprintf(stderr, "\n    %s tells pair %d from its twin\n", features[f]->name, (int)i);
            CU_ASSERT(same(first[f], second[f]) || !features[f]->size);
            differs[f] = differs[f] || !same(first[f], second[f]);
        }
        drawn++;
    }
    CU_ASSERT(drawn > 1000);
    for (size_t f = 0; features[f]; f++) CU_ASSERT_EQUAL(differs[f], !features[f]->size);
    hbs_signature_free(&signature);
    hbs_profile_free(profile);
    hbs_instance_free(&instance);
    hbs_instance_free(&twin);
}

const hbs_test hbs_tests[] = {
    {"registry", registry},
    {"worked examples", worked_examples},
    {"edge cases", edge_cases},
    {"plain definitions", plain_definitions},
    {"what is quadratic is not counted", what_is_quadratic_is_not_counted},
    {"invariance as flagged", invariance},
    {"chaining is about order alone", chaining_is_about_order_alone},
    {"sizes are functions of the signature", sizes},
    {NULL, NULL},
};
