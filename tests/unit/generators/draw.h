/* What the tests of generators share: drawing by spec, judging by brute force, chi-square. */
#ifndef HBS_TESTS_GENERATORS_DRAW_H
#define HBS_TESTS_GENERATORS_DRAW_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/statistics.h"
#include "generators/parents.h"
#include "generators/spec.h"
#include "generators/unit.h"
#include "solvers/solver.h"
#include "tests/unit/brute_sat.h"
#include "tests/unit/test.h"

/* Zeroed memory for count things. */
static inline void *rooms(size_t count, size_t size) {
    void *const made = calloc(count, size);
    if (!made) abort();
    return made;
}

static inline bool has_parameter(const hbs_generator *generator, const char *name) {
    for (uint32_t i = 0; i < generator->parameter_count; i++)
        if (!strcmp(generator->parameters[i].name, name)) return true;
    return false;
}

/* "n=3..8" -> "n=3" in all words. */
static inline void lower_ends(const char *name, const char *example, char *out, size_t size) {
    size_t at = (size_t)snprintf(out, size, "%s ", name);
    for (const char *c = example; *c && at + 1 < size;) {
        if (!strncmp(c, "..", 2)) c += 2 + strspn(c + 2, "0123456789");
        else out[at++] = *c++;
    }
    out[at] = 0;
}

/* A generator with its settings, and room to draw. */
typedef struct workbench {
    hbs_spec spec;
    hbs_drawing drawing;
    hbs_values values;
} workbench;

static inline workbench *bench_open(const char *text) {
    hbs_error error = {0};
    workbench *const made = rooms(1, sizeof *made);
    CHECK_OK(hbs_spec_parse_text(&made->spec, text, &error));
    return made;
}

static inline void bench_close(workbench *bench) {
    hbs_drawing_free(&bench->drawing);
    hbs_spec_free(&bench->spec);
    free(bench);
}

/* The text is refused as a spec, and the message says these words. */
static inline void check_refused(const char *text, const char *words) {
    hbs_spec spec = {0};
    hbs_error error = {0};
    const hbs_status status = hbs_spec_parse_text(&spec, text, &error);
    const bool good = status == HBS_ERROR_USAGE && strlen(error.message) > 20 && strstr(error.message, words);
    CU_ASSERT(good);
    if (!good) fprintf(stderr, "\n    %s: %s", text, error.message);
    hbs_spec_free(&spec);
}

/* Twelve small instances of the problem with labels and certificates, six a label: parents for generators that need some. */
static inline hbs_status bench_parent(void *problem, int label, uint64_t i, hbs_parent *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    const bool sat = *(const hbs_problem *)problem == HBS_SAT;
    workbench *const bench = bench_open(sat ? "sat/uniform n=6 m=26" : "cqc/uniform v1=4 m1=5 v2=4 m2=4 constants=1 head=1");
    hbs_labeller labeller = {0};
    hbs_verdict verdict = {0};
    HBS_TRY(hbs_labeller_open(&labeller, NULL, *(const hbs_problem *)problem, 0, true, error));
    const int wanted = label == HBS_LABEL_UNKNOWN ? (int)(i % 2) : label;
    const uint64_t which = label == HBS_LABEL_UNKNOWN ? i / 2 : i;
    uint64_t unit = 0;
    for (uint64_t found = 0; found <= which; unit++) {
        hbs_drawing_seed(&bench->drawing, 9, unit);
        hbs_values_draw(&bench->values, &bench->spec.part[0].settings, bench->spec.part[0].generator, &bench->drawing.rng);
        HBS_TRY(hbs_draw(&bench->drawing, bench->spec.part[0].generator, &bench->values, unit, error));
        HBS_TRY(hbs_label(&labeller, &bench->drawing.drawn[0].instance, &verdict, error));
        found += verdict.label == wanted;
    }
    HBS_TRY(hbs_instance_copy(&out->instance, &bench->drawing.drawn[0].instance, error));
    HBS_TRY(hbs_certificate_copy(&out->certificate, &verdict.certificate, error));
    out->label = wanted;
    out->idx = 2 * which + (uint64_t)wanted;
done:
    hbs_verdict_free(&verdict);
    hbs_labeller_close(&labeller);
    bench_close(bench);
    return status;
}

static inline void bench_offer_parents(workbench *bench, uint64_t unit) {
    static hbs_problem problem[2] = {HBS_SAT, HBS_CQC};
    static const hbs_parents parents[2] = {{&problem[0], {6, 6, 12}, bench_parent}, {&problem[1], {6, 6, 12}, bench_parent}};
    if (!hbs_takes_parents(bench->spec.part[0].generator)) return;
    bench->drawing.parents = &parents[bench->spec.problem == HBS_CQC];
    bench->drawing.parent_label = HBS_LABEL_UNKNOWN;
    bench->drawing.turn = unit;
}

static inline hbs_status bench_try(workbench *bench, uint64_t seed, uint64_t unit, hbs_error *error) {
    const hbs_part *const part = &bench->spec.part[0];
    hbs_drawing_seed(&bench->drawing, seed, unit);
    hbs_values_draw(&bench->values, &part->settings, part->generator, &bench->drawing.rng);
    bench_offer_parents(bench, unit);
    return hbs_draw(&bench->drawing, part->generator, &bench->values, unit, error);
}

/* The instances of a unit; must succeed. */
static inline hbs_drawn *bench_draw(workbench *bench, uint64_t seed, uint64_t unit) {
    hbs_error error = {0};
    CHECK_OK(bench_try(bench, seed, unit, &error));
    return bench->drawing.drawn;
}

/* Units of both specs have the same bytes. */
static inline void check_same_units(const char *one, const char *other, uint64_t units) {
    workbench *const here = bench_open(one), *const there = bench_open(other);
    for (uint64_t u = 0; u < units; u++) {
        hbs_bytes a = {0}, b = {0};
        hbs_error error = {0};
        CHECK_OK(hbs_instance_encode(&bench_draw(here, 3, u)->instance, &a, &error));
        CHECK_OK(hbs_instance_encode(&bench_draw(there, 3, u)->instance, &b, &error));
        CU_ASSERT(a.size == b.size && !memcmp(a.data, b.data, a.size));
        hbs_bytes_free(&a);
        hbs_bytes_free(&b);
    }
    bench_close(here);
    bench_close(there);
}

/* The claim, which no solver made, follows from its certificate. */
static inline void check_proved(const hbs_drawn *drawn) {
    hbs_error error = {0};
    CU_ASSERT_PTR_NULL(drawn->solver);
    CHECK_OK(hbs_certificate_check(NULL, &drawn->instance, drawn->claim, &drawn->certificate, &error));
}

static inline bool has_atom(const hbs_query *query, uint32_t relation, const hbs_term *term, size_t arity) {
    for (size_t a = 0; a < query->atoms; a++)
        if (query->relation[a] == relation && !memcmp(hbs_atom(query, a), term, arity * sizeof *term)) return true;
    return false;
}

static inline bool is_homomorphism(const hbs_query_pair *pair, const hbs_term *image) {
    const hbs_query *const q1 = &pair->q1, *const q2 = &pair->q2;
    hbs_term term[64];
    if (q1->head_arity != q2->head_arity) return false;
    for (size_t i = 0; i < q2->head_arity; i++)
        if ((hbs_is_constant(q2->head[i]) ? q2->head[i] : image[q2->head[i]]) != q1->head[i]) return false;
    for (size_t a = 0; a < q2->atoms; a++) {
        for (size_t i = 0; i < hbs_atom_arity(q2, a); i++) term[i] = hbs_is_constant(hbs_atom(q2, a)[i]) ? hbs_atom(q2, a)[i] : image[hbs_atom(q2, a)[i]];
        if (!has_atom(q1, q2->relation[a], term, hbs_atom_arity(q2, a))) return false;
    }
    return true;
}

/* Is there a homomorphism from q2 to q1? By trying all maps. */
static inline bool contained(const hbs_query_pair *pair) {
    const size_t terms = pair->q1.variables + pair->constants.count;
    size_t choice[16] = {0};
    hbs_term image[16];
    CU_ASSERT_FATAL(pair->q2.variables <= 16);
    for (;;) {
        for (uint32_t v = 0; v < pair->q2.variables; v++)
            image[v] = choice[v] < pair->q1.variables ? (hbs_term)choice[v] : HBS_CONSTANT | (hbs_term)(choice[v] - pair->q1.variables);
        if (is_homomorphism(pair, image)) return true;
        uint32_t v = 0;
        while (v < pair->q2.variables && ++choice[v] >= terms) choice[v++] = 0;
        if (v == pair->q2.variables) return false;
    }
}

static inline int true_label(const hbs_instance *instance) {
    return instance->problem == HBS_SAT ? hbs_brute_sat_label(&instance->cnf) : contained(&instance->pair);
}

/* P[chi-square with `freedom` degrees >= chi2], by the cube-root approximation of Wilson and Hilferty (good to 1e-3 from 10 degrees on). */
static inline double chi_square_tail(double chi2, double freedom) {
    const double z = (cbrt(chi2 / freedom) - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom));
    return 1 - hbs_normal_cdf(z);
}

/* p-value of counts against expectations; expectation 0 means that the count must be 0. */
static inline double fit(const double *count, const double *expected, size_t cells) {
    double chi2 = 0, freedom = -1;
    for (size_t i = 0; i < cells; i++) {
        if (expected[i] <= 0) {
            CU_ASSERT_EQUAL(count[i], 0);
            continue;
        }
        chi2 += (count[i] - expected[i]) * (count[i] - expected[i]) / expected[i];
        freedom++;
    }
    return chi_square_tail(chi2, freedom);
}

#endif
