/* The exact law of a generator by walking all its choice sequences through the stream's `draw` and `weigh`: masses add up to 1, what is declared uniform is
 * uniform to the last digit, and planted formulas have mass proportional to their models. */
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

/* Masses against `expected` (up to a factor), which is 0 outside of the support. */
static void check_law(const char *spec, uint32_t n, size_t clauses, unsigned length, bool distinct, bool by_models) {
    size_t base = 1, cells = 1;
    for (uint32_t v = 0; v < n; v++) base *= 3;
    for (size_t c = 0; c < clauses; c++) cells *= base;
    double *const mass = law_of(spec, base, cells), *const expected = rooms(cells, sizeof *expected), total = 0, sum = 0;
    hbs_cnf cnf = {0};
    for (size_t cell = 0; cell < cells; cell++) {
        formula_of(cell, n, base, clauses, &cnf);
        if (of_lengths(&cnf, 1u << length, distinct)) sum += expected[cell] = by_models ? (double)count_models(&cnf) : 1;
        total += mass[cell];
    }
    CU_ASSERT_DOUBLE_EQUAL(total, 1, 1e-9);
    for (size_t cell = 0; cell < cells; cell++) CU_ASSERT_DOUBLE_EQUAL_FATAL(mass[cell], expected[cell] / sum, 1e-12);
    hbs_cnf_free(&cnf);
    free(expected);
    free(mass);
}

static void uniform_is_uniform(void) {
    check_law("sat/uniform n=3 k=2 m=2", 3, 2, 2, true, false);
    check_law("sat/uniform n=3 k=2 m=2 distinct=no", 3, 2, 2, false, false);
    check_law("sat/uniform n=2 k=1 m=3", 2, 3, 1, true, false);
    check_law("sat/uniform n=4 k=3 m=2", 4, 2, 3, true, false);
}

static void planted_is_by_models(void) {
    check_law("sat/planted n=3 k=2 m=2", 3, 2, 2, true, true);
    check_law("sat/planted n=3 k=3 m=3 distinct=no", 3, 3, 3, false, true);
    check_law("sat/planted n=2 k=1 m=2", 2, 2, 1, true, true);
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

const hbs_test hbs_tests[] = {{"uniform_is_uniform", uniform_is_uniform},
                              {"planted_is_by_models", planted_is_by_models},
                              {"weighed_choices", weighed_choices},
                              {NULL, NULL}};
