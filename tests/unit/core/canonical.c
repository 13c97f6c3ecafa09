/* Canonical forms: known numbers of classes of whole small spaces, brute force over all renamings, and instances renamed, flipped and put in other orders. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/canonical.h"
#include "tests/unit/test.h"

static hbs_error error;

static hbs_canonical form_of(hbs_canonizer *canonizer, const hbs_instance *instance) {
    hbs_canonical form;
    CHECK_OK(hbs_canonical_of(canonizer, instance, 0, &form, &error));
    return form;
}

static int compare_hashes(const void *a, const void *b) { return memcmp(a, b, HBS_HASH_SIZE); }

/* How many different ones there are; sorts them. */
static size_t count_distinct(uint8_t (*hash)[HBS_HASH_SIZE], size_t count) {
    size_t distinct = 0;
    qsort(hash, count, sizeof *hash, compare_hashes);
    for (size_t i = 0; i < count; i++) distinct += !i || memcmp(hash[i], hash[i - 1], sizeof *hash) != 0;
    return distinct;
}

/* All clauses of length k over n variables, k 0: of any length but 0. */
static size_t all_clauses(uint32_t n, uint32_t k, int32_t clause[][4], size_t *length) {
    size_t count = 0;
    unsigned codes = 1;
    for (uint32_t v = 0; v < n; v++) codes *= 3;
    for (unsigned code = 1; code < codes; code++) {
        size_t size = 0;
        unsigned rest = code;
        for (uint32_t v = 1; v <= n; v++, rest /= 3)
            if (rest % 3) clause[count][size++] = rest % 3 == 1 ? (int32_t)v : -(int32_t)v;
        if (k && size != k) continue;
        length[count++] = size;
    }
    return count;
}

/* Renamings and flips that leave a formula as it is, those of its n variables that do not occur among them. */
static double stabilizer(const hbs_cnf *cnf, uint32_t n, double symmetries) {
    unsigned there = 0, free_ones = 0;
    for (size_t i = 0; i < hbs_cnf_literals(cnf); i++) there |= 1u << abs(cnf->literal[i]);
    for (uint32_t v = 1; v <= n; v++)
        if (!(there >> v & 1)) symmetries *= 2 * ++free_ones;
    return symmetries;
}

/* Classes among the sets of clauses, m of them or (m < 0) any number; and as the symmetries of all sets tell it (Burnside). */
static size_t count_classes(uint32_t n, uint32_t k, int m, bool *all_exact, double *by_symmetries) {
    int32_t clause[80][4];
    size_t length[80], sets = 0;
    const size_t clauses = all_clauses(n, k, clause, length);
    uint8_t (*hash)[HBS_HASH_SIZE] = malloc(((size_t)1 << clauses) * sizeof *hash);
    hbs_instance instance = {.problem = HBS_SAT};
    hbs_canonizer *canonizer;
    CHECK_OK(hbs_canonizer_open(&canonizer, &error));
    *all_exact = true;
    *by_symmetries = 0;
    double group = 1;
    for (uint32_t v = 1; v <= n; v++) group *= 2 * v;
    for (uint32_t set = 0; set < UINT32_C(1) << clauses; set++) {
        if (m >= 0 && __builtin_popcount(set) != m) continue;
        hbs_cnf_clear(&instance.cnf, n);
        for (size_t c = 0; c < clauses; c++)
            if (set >> c & 1) CHECK_OK(hbs_cnf_add(&instance.cnf, clause[c], length[c], &error));
        const hbs_canonical form = form_of(canonizer, &instance);
        *all_exact = *all_exact && form.exact;
        *by_symmetries += stabilizer(&instance.cnf, n, form.symmetries) / group;
        memcpy(hash[sets++], form.hash, sizeof *hash);
    }
    const size_t classes = count_distinct(hash, sets);
    hbs_canonizer_close(canonizer);
    hbs_instance_free(&instance);
    free(hash);
    return classes;
}

/* The totals and some lines of tests/data/exact/sat_counts_*.json, which were counted in two other ways. */
static void classes_of_small_spaces(void) {
    static const struct {
        uint32_t n, k;
        int m;
        size_t classes;
    } known[] = {{1, 0, -1, 3}, {2, 0, -1, 51}, {2, 1, -1, 6}, {2, 2, -1, 6}, {3, 1, -1, 10}, {3, 2, -1, 144}, {3, 3, -1, 22}, {4, 2, 4, 57}, {4, 2, 5, 169}, {4, 2, 20, 57}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        bool exact;
        double by_symmetries;
        CU_ASSERT_EQUAL(count_classes(known[i].n, known[i].k, known[i].m, &exact, &by_symmetries), known[i].classes);
        CU_ASSERT(exact);
        CU_ASSERT_DOUBLE_EQUAL(by_symmetries, (double)known[i].classes, 1e-6);
    }
}

/* ---- formulas renamed ---- */

static void random_formula(hbs_cnf *cnf, hbs_rng *rng, uint32_t n, unsigned clauses, uint32_t k) {
    hbs_cnf_clear(cnf, n);
    for (unsigned c = 0; c < clauses; c++) {
        uint32_t variable[8];
        int32_t literal[8];
        hbs_rng_sample(rng, n, k, variable);
        for (uint32_t i = 0; i < k; i++) literal[i] = hbs_rng_below(rng, 2) ? -(int32_t)variable[i] - 1 : (int32_t)variable[i] + 1;
        CHECK_OK(hbs_cnf_add(cnf, literal, k, &error));
    }
}

/* n+1 pigeons, n holes: a group of (n+1)! n! symmetries. */
static void pigeonholes(hbs_cnf *cnf, int32_t holes) {
    hbs_cnf_clear(cnf, (uint32_t)(holes * (holes + 1)));
    int32_t clause[32];
    for (int32_t p = 0; p <= holes; p++) {
        for (int32_t h = 0; h < holes; h++) clause[h] = 1 + p * holes + h;
        CHECK_OK(hbs_cnf_add(cnf, clause, (size_t)holes, &error));
    }
    for (int32_t h = 0; h < holes; h++)
        for (int32_t p = 0; p <= holes; p++)
            for (int32_t q = 0; q < p; q++) {
                const int32_t both[] = {-(1 + p * holes + h), -(1 + q * holes + h)};
                CHECK_OK(hbs_cnf_add(cnf, both, 2, &error));
            }
}

static void symmetries_of_pigeonholes(void) {
    hbs_canonizer *canonizer;
    hbs_instance instance = {.problem = HBS_SAT};
    double expected = 2; /* two pigeons, one hole */
    CHECK_OK(hbs_canonizer_open(&canonizer, &error));
    for (int32_t holes = 2; holes <= 7; holes++) {
        expected *= (holes + 1) * holes;
        pigeonholes(&instance.cnf, holes);
        CU_ASSERT_DOUBLE_EQUAL(form_of(canonizer, &instance).symmetries, expected, 0);
    }
    hbs_instance_free(&instance);
    hbs_canonizer_close(canonizer);
}

/* x_i + x_{i+1} + .. of `width` variables around a circle of n is `sum` (mod 2): colour refinement tells nothing. */
static void parities(hbs_cnf *cnf, int32_t n, int32_t width, unsigned sum) {
    hbs_cnf_clear(cnf, (uint32_t)n);
    for (int32_t i = 0; i < n; i++)
        for (unsigned signs = 0; signs < 1u << width; signs++) {
            int32_t clause[8];
            if ((unsigned)__builtin_popcount(signs) % 2 == sum) continue;
            for (int32_t k = 0; k < width; k++) clause[k] = (signs >> k & 1 ? -1 : 1) * (1 + (i + k * k) % n);
            CHECK_OK(hbs_cnf_add(cnf, clause, (size_t)width, &error));
        }
}

static void stays_when_renamed(hbs_canonizer *canonizer, const hbs_instance *instance, hbs_rng *rng, int times) {
    hbs_instance copy = {.problem = instance->problem};
    const hbs_canonical form = form_of(canonizer, instance);
    CU_ASSERT(form.exact);
    for (int i = 0; i < times; i++) {
        CHECK_OK(hbs_instance_copy(&copy, instance, &error));
        if (instance->problem == HBS_SAT) CHECK_OK(hbs_cnf_rename(&copy.cnf, rng, NULL, &error));
        else CHECK_OK(hbs_query_pair_rename(&copy.pair, rng, &error));
        CHECK_OK(hbs_instance_shuffle(&copy, rng, &error));
        const hbs_canonical again = form_of(canonizer, &copy);
        CU_ASSERT(again.exact && again.refined == form.refined && !memcmp(again.hash, form.hash, sizeof form.hash));
    }
    hbs_instance_free(&copy);
}

static void renamed_formulas(void) {
    hbs_canonizer *canonizer;
    hbs_instance instance = {.problem = HBS_SAT};
    hbs_rng rng;
    CHECK_OK(hbs_canonizer_open(&canonizer, &error));
    hbs_rng_seed(&rng, 5, 0, HBS_LANE_INSTANCE);
    for (int i = 0; i < 300; i++) {
        random_formula(&instance.cnf, &rng, 4 + (uint32_t)i % 40, 1 + (unsigned)i % 90, 1 + (uint32_t)i % 4);
        stays_when_renamed(canonizer, &instance, &rng, 3);
    }
    for (int32_t holes = 1; holes <= 7; holes++) {
        pigeonholes(&instance.cnf, holes);
        stays_when_renamed(canonizer, &instance, &rng, 3);
    }
    for (int32_t n = 9; n < 24; n += 3) {
        parities(&instance.cnf, n, 3, 1);
        stays_when_renamed(canonizer, &instance, &rng, 3);
    }
    hbs_instance_free(&instance);
    hbs_canonizer_close(canonizer);
}

/* Two triangles and a hexagon of clauses look the same to colour refinement, and are not. */
static void refinement_is_not_enough(void) {
    static const int32_t triangles[][2] = {{1, 2}, {2, 3}, {3, 1}, {4, 5}, {5, 6}, {6, 4}}, hexagon[][2] = {{1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 1}};
    hbs_canonizer *canonizer;
    hbs_instance a = {.problem = HBS_SAT}, b = {.problem = HBS_SAT};
    CHECK_OK(hbs_canonizer_open(&canonizer, &error));
    hbs_cnf_clear(&a.cnf, 6);
    hbs_cnf_clear(&b.cnf, 6);
    for (int i = 0; i < 6; i++) {
        CHECK_OK(hbs_cnf_add(&a.cnf, triangles[i], 2, &error));
        CHECK_OK(hbs_cnf_add(&b.cnf, hexagon[i], 2, &error));
    }
    const hbs_canonical first = form_of(canonizer, &a), second = form_of(canonizer, &b);
    CU_ASSERT(first.exact && second.exact);
    CU_ASSERT_EQUAL(first.refined, second.refined);
    CU_ASSERT(memcmp(first.hash, second.hash, sizeof first.hash) != 0);
    hbs_canonical cut;
    CHECK_OK(hbs_canonical_of(canonizer, &a, 1, &cut, &error));
    CU_ASSERT(!cut.exact && cut.refined == first.refined);
    b.cnf.variables = 7; /* one that occurs nowhere counts */
    CU_ASSERT(memcmp(form_of(canonizer, &b).hash, second.hash, sizeof second.hash) != 0);
    hbs_instance_free(&a);
    hbs_instance_free(&b);
    hbs_canonizer_close(canonizer);
}

/* ---- pairs of queries ---- */

static void random_query(hbs_query *query, const hbs_query_pair *pair, hbs_rng *rng, uint32_t variables, unsigned atoms) {
    query->variables = variables;
    for (unsigned i = 0; i < atoms; i++) {
        hbs_term argument[3];
        for (int k = 0; k < 3; k++) argument[k] = hbs_rng_below(rng, 5) ? (hbs_term)hbs_rng_below(rng, variables) : HBS_CONSTANT | (hbs_term)hbs_rng_below(rng, 2);
        CHECK_OK(hbs_query_atom(query, pair, (uint32_t)hbs_rng_below(rng, 3), argument, NULL, &error));
    }
    CHECK_OK(hbs_query_head(query, hbs_query_arguments(query) ? query->argument[0] : HBS_CONSTANT, &error));
}

static void random_pair(hbs_query_pair *pair, hbs_rng *rng, uint32_t variables, unsigned atoms) {
    static const char *const relation[] = {"p", "r", "t"}, *const constant[] = {"a", "b"};
    uint32_t index;
    hbs_query_pair_clear(pair);
    for (uint32_t i = 0; i < 3; i++) CHECK_OK(hbs_symbol_intern(&pair->relations, relation[i], 1, i + 1, &index, &error));
    for (uint32_t i = 0; i < 2; i++) CHECK_OK(hbs_symbol_intern(&pair->constants, constant[i], 1, HBS_CONSTANT_STRING, &index, &error));
    random_query(&pair->q1, pair, rng, variables, atoms);
    random_query(&pair->q2, pair, rng, variables, atoms);
}

/* The query under the given permutation of its variables, written as sorted atoms: an oracle that shares nothing. */
static void spell(const hbs_query *query, const uint32_t *image, char *out) {
    char atom[16][24];
    size_t used = (size_t)sprintf(out, "%x:", query->head_arity && !hbs_is_constant(query->head[0]) ? image[query->head[0]] : query->head[0]);
    for (size_t i = 0; i < query->atoms; i++) {
        char *at = atom[i] + sprintf(atom[i], "%u", query->relation[i]);
        for (size_t k = 0; k < hbs_atom_arity(query, i); k++) {
            const hbs_term term = hbs_atom(query, i)[k];
            at += hbs_is_constant(term) ? sprintf(at, "c%u", hbs_constant_index(term)) : sprintf(at, "v%u", image[term]);
        }
        for (size_t j = i; j && strcmp(atom[j - 1], atom[j]) > 0; j--) {
            char swap[24];
            memcpy(swap, atom[j], 24), memcpy(atom[j], atom[j - 1], 24), memcpy(atom[j - 1], swap, 24);
        }
    }
    for (size_t i = 0; i < query->atoms; i++) used += (size_t)sprintf(out + used, "%s.", atom[i]);
}

static const uint32_t image[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

/* How many permutations of the variables that occur leave it as it is. */
static double symmetries_of(const hbs_query *query) {
    static const double factorial[] = {1, 1, 2, 6};
    char text[400], other[400];
    unsigned same = 0, there = 0;
    spell(query, image[0], text);
    for (int i = 0; i < 6; i++) {
        spell(query, image[i], other);
        same += !strcmp(text, other);
    }
    for (size_t i = 0; i < hbs_query_arguments(query); i++)
        if (!hbs_is_constant(query->argument[i])) there |= 1u << query->argument[i];
    return same / factorial[3 - __builtin_popcount(there & 7)];
}

/* The least spelling over the six permutations of up to three variables. */
static void least(const hbs_query *query, char *out) {
    char other[400];
    spell(query, image[0], out);
    for (int i = 1; i < 6; i++) {
        spell(query, image[i], other);
        if (strcmp(other, out) < 0) strcpy(out, other);
    }
}

/* Pairs over three variables: equal hashes exactly where some permutation of each query's variables makes them equal. */
static void pairs_against_all_permutations(void) {
    enum { PAIRS = 260 };
    static char text[PAIRS][800];
    static hbs_canonical form[PAIRS];
    hbs_canonizer *canonizer;
    hbs_instance instance = {.problem = HBS_CQC};
    hbs_rng rng;
    size_t equal = 0;
    CHECK_OK(hbs_canonizer_open(&canonizer, &error));
    hbs_rng_seed(&rng, 6, 0, HBS_LANE_INSTANCE);
    for (int i = 0; i < PAIRS; i++) {
        random_pair(&instance.pair, &rng, 3, 1 + (unsigned)i % 2);
        form[i] = form_of(canonizer, &instance);
        least(&instance.pair.q1, text[i]);
        strcat(text[i], "|");
        least(&instance.pair.q2, text[i] + strlen(text[i]));
        CU_ASSERT(form[i].exact);
        CU_ASSERT_DOUBLE_EQUAL(form[i].symmetries, symmetries_of(&instance.pair.q1) * symmetries_of(&instance.pair.q2), 0);
    }
    for (int i = 0; i < PAIRS; i++)
        for (int j = 0; j < i; j++) {
            const bool same = !strcmp(text[i], text[j]);
            CU_ASSERT_EQUAL(!memcmp(form[i].hash, form[j].hash, sizeof form[i].hash), same);
            equal += same;
        }
    CU_ASSERT(equal > 20);
    hbs_instance_free(&instance);
    hbs_canonizer_close(canonizer);
}

static void renamed_pairs(void) {
    hbs_canonizer *canonizer;
    hbs_instance instance = {.problem = HBS_CQC};
    hbs_rng rng;
    CHECK_OK(hbs_canonizer_open(&canonizer, &error));
    hbs_rng_seed(&rng, 7, 0, HBS_LANE_INSTANCE);
    for (int i = 0; i < 200; i++) {
        random_pair(&instance.pair, &rng, 2 + (uint32_t)i % 20, 1 + (unsigned)i % 12);
        stays_when_renamed(canonizer, &instance, &rng, 3);
    }
    hbs_instance_free(&instance);
    hbs_canonizer_close(canonizer);
}

const hbs_test hbs_tests[] = {
    {"classes of small spaces", classes_of_small_spaces},
    {"symmetries of pigeonholes", symmetries_of_pigeonholes},
    {"renamed formulas", renamed_formulas},
    {"refinement is not enough", refinement_is_not_enough},
    {"pairs against all permutations", pairs_against_all_permutations},
    {"renamed pairs", renamed_pairs},
    {NULL, NULL},
};
