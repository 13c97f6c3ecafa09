/* The exact law of a generator by walking all its choice sequences through the stream's `draw` and `weigh`: masses add up to 1, what is declared uniform is
 * uniform to the last digit, and planted formulas have mass proportional to their models. */
#include "tests/unit/generators/sat/cells.h"

/* One path: the choices taken so far, and the product of their probabilities. The next path increments the last choice that has one left. */
typedef struct walk {
    struct {
        uint64_t value, bound;
        double mass[2];   /* of a weighed choice; mass[0] < 0: a uniform one */
    } choice[64];
    size_t depth, length;
    double mass;
} walk;

static uint64_t take(walk *w, uint64_t bound, double no, double yes) {
    CU_ASSERT_FATAL(w->depth < 64);
    const size_t d = w->depth++;
    if (d == w->length) {
        w->choice[w->length++].value = 0;
        w->choice[d].bound = bound;
        w->choice[d].mass[0] = no;
        w->choice[d].mass[1] = yes;
    }
    CU_ASSERT_EQUAL_FATAL(w->choice[d].bound, bound);   /* the same choices lead to the same question */
    w->mass *= no < 0 ? 1 / (double)bound : w->choice[d].mass[w->choice[d].value];
    return w->choice[d].value;
}

static uint64_t draw(hbs_rng *rng, uint64_t bound) { return bound == 1 ? 0 : take(rng->enumerator, bound, -1, -1); }

static bool weigh(hbs_rng *rng, uint64_t numerator, uint64_t denominator) {
    const double yes = (double)numerator / (double)denominator;
    return take(rng->enumerator, 2, 1 - yes, yes) != 0;
}

static bool next_path(walk *w) {
    while (w->length && w->choice[w->length - 1].value + 1 == w->choice[w->length - 1].bound) w->length--;
    if (!w->length) return false;
    w->choice[w->length - 1].value++;
    return true;
}

/* Mass of every sequence cell; free the result. */
static double *law_of(const char *spec, size_t base, size_t cells) {
    workbench *const bench = bench_open(spec);
    const hbs_part *const part = &bench->spec.part[0];
    double *const mass = rooms(cells, sizeof *mass);
    hbs_error error = {0};
    walk w = {0};
    do {
        w.depth = 0;
        w.mass = 1;
        hbs_drawing_seed(&bench->drawing, 1, 0);
        bench->drawing.rng.draw = draw;
        bench->drawing.rng.weigh = weigh;
        bench->drawing.rng.enumerator = &w;
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
        rng.draw = draw, rng.weigh = weigh, rng.enumerator = &w;
        w.depth = 0, w.mass = 1;
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
