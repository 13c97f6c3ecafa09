/* The exact law of a generator by walking all its choice sequences through the stream's `draw` and `weigh`: masses add up to 1, what is declared uniform is
 * uniform to the last digit, and planted formulas have mass proportional to their models. */
#include "generators/enumeration/enumeration_size.h"
#include "generators/registry.h"
#include "tests/unit/generators/sat/cells.h"
#include "tests/unit/generators/walk.h"

/* Mass of every sequence cell; free the result. */
static double *law_of(const char *spec, size_t base, size_t cells) {
    workbench *const bench = bench_open(spec);
    const hbs_part *const part = &bench->spec.part[0];
    double *const mass = rooms(cells, sizeof *mass);
    hbs_error error = {0};
    walk w = {0};
    do {
        hbs_drawing_seed(&bench->drawing, 1, 0);
        walk_in(&bench->drawing.rng, &w);
        hbs_values_draw(&bench->values, &part->settings, part->generator, &bench->drawing.rng);
        CHECK_OK(hbs_draw(&bench->drawing, part->generator, &bench->values, 0, &error));
        mass[sequence_cell(&bench->drawing.drawn[0].instance.cnf, base)] += w.mass;
    } while (next_path(&w));
    bench_close(bench);
    return mass;
}

/* Masses, to the last digit. */
static void check_law(const char *spec, uint32_t n, size_t clauses, unsigned length, bool distinct, double (*weight)(const hbs_cnf *)) {
    size_t base, cells;
    double *const expected = law_by_weight(n, clauses, 1u << length, distinct, weight, &base, &cells), *const mass = law_of(spec, base, cells), total = 0;
    for (size_t cell = 0; cell < cells; cell++) {
        CU_ASSERT_DOUBLE_EQUAL_FATAL(mass[cell], expected[cell], 1e-12);
        total += mass[cell];
    }
    CU_ASSERT_DOUBLE_EQUAL(total, 1, 1e-9);
    free(expected);
    free(mass);
}

static void uniform_is_uniform(void) {
    check_law("sat/uniform n=3 k=2 m=2", 3, 2, 2, true, NULL);
    check_law("sat/uniform n=3 k=2 m=2 distinct=no", 3, 2, 2, false, NULL);
    check_law("sat/uniform n=2 k=1 m=3", 2, 3, 1, true, NULL);
    check_law("sat/uniform n=4 k=3 m=2", 4, 2, 3, true, NULL);
}

static void planted_is_by_models(void) {
    check_law("sat/planted n=3 k=2 m=2", 3, 2, 2, true, by_models);
    check_law("sat/planted n=3 k=3 m=3 distinct=no", 3, 3, 3, false, by_models);
    check_law("sat/planted n=2 k=1 m=2", 2, 2, 1, true, by_models);
}

/* ---- what descriptors state, for every generator of formulas that states a density ---- */

/* The lengths of a formula's two clauses, whatever their order: its signature. */
static size_t signature_of(const hbs_cnf *cnf) {
    const size_t a = hbs_cnf_length(cnf, 0), b = hbs_cnf_length(cnf, 1);
    return a < b ? 4 * a + b : 4 * b + a;
}

/* Two clauses over 3 variables: given its signature, a formula has the mass that the stated density gives it, to the last digit; nothing lies outside of the space. */
static void check_density(const hbs_generator *generator, bool distinct, const char *more) {
    enum { N = 3, BASE = 27, CELLS = BASE * BASE, SIGNATURES = 16 };
    char spec[200];
    double weight[CELLS] = {0}, of_signature[SIGNATURES] = {0}, mass_of[SIGNATURES] = {0}, total = 0;
    size_t signature[CELLS];
    snprintf(spec, sizeof spec, "%s n=3 m=2%s%s", generator->name, more, distinct ? "" : " distinct=no");
    double *const mass = law_of(spec, BASE, CELLS);
    hbs_cnf cnf = {0};
    for (size_t cell = 0; cell < CELLS; cell++) {
        formula_of(cell, N, BASE, 2, &cnf);
        signature[cell] = signature_of(&cnf);
        if (of_lengths(&cnf, ~1u, distinct)) weight[cell] = generator->density == HBS_DENSITY_MODELS ? (double)hbs_brute_sat_count(&cnf, NULL) : 1;
        of_signature[signature[cell]] += weight[cell];
        mass_of[signature[cell]] += mass[cell];
        total += mass[cell];
    }
    CU_ASSERT_DOUBLE_EQUAL(total, 1, 1e-9);
    for (size_t cell = 0; cell < CELLS; cell++) {
        const double wanted = of_signature[signature[cell]] > 0 ? mass_of[signature[cell]] * weight[cell] / of_signature[signature[cell]] : 0;
        CU_ASSERT_DOUBLE_EQUAL(mass[cell], wanted, 1e-12);
    }
    hbs_cnf_free(&cnf);
    free(mass);
}

static void stated_densities(void) {
    unsigned checked = 0;
    for (const hbs_generator *const *g = hbs_generators(); *g; g++) {
        if ((*g)->problem != HBS_GENERATES_SAT || (*g)->density == HBS_DENSITY_UNKNOWN) continue;
        CU_ASSERT(has_parameter(*g, "n") && has_parameter(*g, "m"));   /* else this test needs to learn how to make the family small */
        const bool sequences = has_parameter(*g, "distinct"), lengths = has_parameter(*g, "k");
        for (int k = 1; k <= (lengths ? 3 : 1); k++) {
            char more[16] = "";
            if (lengths) snprintf(more, sizeof more, " k=%d", k);
            check_density(*g, true, more);
            if (sequences) check_density(*g, false, more);
        }
        checked++;
    }
    CU_ASSERT(checked >= 3);
}

/* Weighed choices: the sum of two draws with probability 3/10 each. */
static void weighed_choices(void) {
    double mass[3] = {0};
    walk w = {0};
    do {
        hbs_rng rng;
        hbs_rng_seed(&rng, 1, 0, HBS_LANE_INSTANCE);
        walk_in(&rng, &w);
        const int sum = hbs_rng_bernoulli(&rng, 3, 10) + hbs_rng_bernoulli(&rng, 3, 10);
        mass[sum] += w.mass;
    } while (next_path(&w));
    CU_ASSERT_DOUBLE_EQUAL(mass[0], .49, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(mass[1], .42, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(mass[2], .09, 1e-12);
}

static hbs_enumeration_size size_of(const char *spec) {
    hbs_error error = {0};
    hbs_enumeration_size size;
    const hbs_enumeration_bounds bounds = {.choices = 60};
    workbench *const bench = bench_open(spec);
    CHECK_OK(hbs_enumeration_estimate(bench->spec.part[0].generator, &bench->spec.part[0].settings, &bounds, NULL, &size, &error));
    bench_close(bench);
    return size;
}

/* Estimates: what chooses nothing is one sequence, and one dive tells it. */
static void estimates(void) {
    CU_ASSERT(size_of("sat/counting n=9 p=3").all_bits == 0 && size_of("sat/counting n=9 p=3").half_bits < 0);
    const hbs_enumeration_size small = size_of("sat/uniform n=3 k=1 m=3 distinct=no");
    CU_ASSERT_DOUBLE_EQUAL(small.all_bits, log2(6 * 6 * 6), 1);
    CU_ASSERT(small.half_bits < log2(6 * 6 * 6));
}

const hbs_test hbs_tests[] = {{"uniform_is_uniform", uniform_is_uniform},
                              {"planted_is_by_models", planted_is_by_models},
                              {"stated_densities", stated_densities},
                              {"weighed_choices", weighed_choices},
                              {"estimates", estimates},
                              {NULL, NULL}};
