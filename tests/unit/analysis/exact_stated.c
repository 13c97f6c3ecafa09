/* The stated density and enumeration give the same law, for every generator that states one, at sizes where both can be had. */
#include "analysis/exact/exact_stated.h"

#include "analysis/exact/exact_compare.h"
#include "analysis/bias/planted_moments.h"
#include "generators/registry.h"
#include "tests/unit/generators/draw.h"

static hbs_status law_of(const char *spec, hbs_exact_source source, hbs_exact_law *law, hbs_error *error) {
    workbench *const bench = bench_open(spec);
    hbs_exact_options options = hbs_exact_defaults();
    options.source = source;
    hbs_exact_law_new(law);
    const hbs_status status = hbs_exact_of(bench->spec.part[0].generator, &bench->spec.part[0].settings, &options, law, error);
    bench_close(bench);
    return status;
}

static bool same_distances(const hbs_distances *a, const hbs_distances *b) {
    return mpq_equal(a->tv, b->tv) && mpq_equal(a->support_share, b->support_share) && mpq_equal(a->collision, b->collision) && mpq_equal(a->chi2, b->chi2) &&
           mpq_equal(a->largest_ratio, b->largest_ratio) && mpq_equal(a->kl, b->kl) && mpq_equal(a->kl_back, b->kl_back) && a->outside == b->outside && a->not_reached == b->not_reached;
}

static size_t same_group(const hbs_exact_law *law, const hbs_exact_group *wanted) {
    size_t g = 0;
    while (g < law->groups && !(hbs_signature_equal(&law->group[g].signature, &wanted->signature) && law->group[g].member == wanted->member)) g++;
    CU_ASSERT_FATAL(g < law->groups);
    return g;
}

static void check_group(const hbs_exact_law *choices, size_t g, const hbs_exact_law *density, hbs_space_labels *labels) {
    hbs_error error = {0};
    const hbs_exact_law *const law[2] = {choices, density};
    const size_t group[2] = {g, same_group(density, &choices->group[g])};
    const hbs_exact_group *const a = &choices->group[group[0]], *const b = &density->group[group[1]];
    CU_ASSERT(mpq_equal(a->mass, b->mass) && mpz_cmp(a->found, b->found) == 0);
    for (unsigned label = 0; label < 2; label++)
        CU_ASSERT(mpq_equal(a->label_mass[label], b->label_mass[label]) && mpz_cmp(a->label_found[label], b->label_found[label]) == 0);
    for (hbs_exact_reference reference = HBS_REFERENCE_NO; reference <= HBS_REFERENCE_UNIFORM; reference++) {
        hbs_exact_comparison found[2];
        for (unsigned i = 0; i < 2; i++) {
            hbs_exact_comparison_new(&found[i]);
            CHECK_OK(hbs_exact_compare(law[i], group[i], reference, labels, &found[i], &error));
        }
        CU_ASSERT(found[0].known == found[1].known && mpz_cmp(found[0].size, found[1].size) == 0 && mpq_equal(found[0].share, found[1].share));
        CU_ASSERT(same_distances(&found[0].distances, &found[1].distances));
        for (unsigned i = 0; i < 2; i++) hbs_exact_comparison_free(&found[i]);
    }
}

static void check_distance(const hbs_exact_law *law, hbs_space_labels *labels, unsigned long p, unsigned long q) {
    hbs_error error = {0};
    bool known;
    mpq_t distance;
    mpq_init(distance);
    CHECK_OK(hbs_exact_stated_distance(law, labels, distance, &known, &error));
    CU_ASSERT(known && mpq_cmp_ui(distance, p, q) == 0);
    mpq_clear(distance);
}

/* Planted formulas that state that they are uniform, and the other way round: 924 sets, planted TV .3810 from uniform, 8/21. */
static void what_is_not_drawn_is_seen(void) {
    static const char *const specs[] = {"sat/planted n=3 k=2 m=6", "sat/uniform n=3 k=2 m=6"};
    static const hbs_density lies[] = {HBS_DENSITY_UNIFORM, HBS_DENSITY_MODELS};
    hbs_error error = {0};
    hbs_space_labels *labels = NULL;
    CHECK_OK(hbs_space_labels_new(&labels, NULL, &error));
    for (size_t i = 0; i < 2; i++) {
        hbs_exact_law law;
        CHECK_OK(law_of(specs[i], HBS_BY_CHOICES, &law, &error));
        check_distance(&law, labels, 0, 1);
        law.density = lies[i];
        check_distance(&law, labels, 8, 21);
        hbs_exact_law_free(&law);
    }
    hbs_space_labels_free(labels);
}

static void check_same(const char *spec) {
    hbs_error error = {0};
    hbs_exact_law choices, density;
    hbs_space_labels *labels = NULL;
    CHECK_OK(hbs_space_labels_new(&labels, NULL, &error));
    CHECK_OK(law_of(spec, HBS_BY_CHOICES, &choices, &error));
    CHECK_OK(law_of(spec, HBS_BY_DENSITY, &density, &error));
    CU_ASSERT(!choices.stated && density.stated && !mpq_sgn(choices.left_over) && !mpq_sgn(density.left_over));
    check_distance(&choices, labels, 0, 1);
    CU_ASSERT_EQUAL_FATAL(choices.groups, density.groups);
    for (size_t g = 0; g < choices.groups; g++) check_group(&choices, g, &density, labels);
    hbs_space_labels_free(labels);
    hbs_exact_law_free(&choices);
    hbs_exact_law_free(&density);
}

/* Every generator of formulas that states a density; all clause lengths that it takes, as sets and as sequences. */
static void stated_is_drawn(void) {
    unsigned checked = 0;
    char spec[128];
    for (const hbs_generator *const *g = hbs_generators(); *g; g++) {
        if ((*g)->problem != HBS_GENERATES_SAT || (*g)->density == HBS_DENSITY_UNKNOWN) continue;
        CU_ASSERT(has_parameter(*g, "n") && has_parameter(*g, "m"));   /* else this test needs to learn how to make the family small */
        for (unsigned n = 2; n <= 4; n++)
            for (unsigned k = 1; k <= (has_parameter(*g, "k") ? n : 1); k++)
                for (unsigned m = 1; m <= 3; m++) {
                    const size_t length = (size_t)snprintf(spec, sizeof spec, "%s n=%u m=%u", (*g)->name, n, m);
                    if (has_parameter(*g, "k")) snprintf(spec + length, sizeof spec - length, " k=%u", k);
                    else if (n > 3) continue;
                    if (k > 1 || m <= n) check_same(spec);
                    if (m > 2 || !has_parameter(*g, "distinct")) continue;
                    strcat(spec, " distinct=no");
                    check_same(spec);
                    checked++;
                }
    }
    CU_ASSERT(checked >= 30);
    check_same("sat/uniform n=4 lengths=1:1,2:2,3:1");
    check_same("sat/uniform n=3 lengths=1:2,2:2 distinct=no");
    check_same("sat/planted n=2..3 k=2 m=3");
}

/* chi^2 of planted formulas in closed form, far beyond enumeration. */
static void planted_as_in_closed_form(void) {
    static const struct {
        const char *spec;
        uint32_t n, k;
        size_t m;
        hbs_collection of;
    } rows[] = {{"sat/planted n=5 k=3 m=21", 5, 3, 21, HBS_SETS}, {"sat/planted n=5 k=2 m=9", 5, 2, 9, HBS_SETS}, {"sat/planted n=4 k=3 m=17 distinct=no", 4, 3, 17, HBS_SEQUENCES}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hbs_error error = {0};
        hbs_exact_law law;
        hbs_space_labels *labels = NULL;
        hbs_exact_comparison found;
        hbs_planted_moments moments;
        hbs_planted_moments_new(&moments);
        hbs_exact_comparison_new(&found);
        CHECK_OK(hbs_space_labels_new(&labels, NULL, &error));
        CHECK_OK(law_of(rows[i].spec, HBS_BY_ANY, &law, &error));
        CU_ASSERT_EQUAL(law.stated, HBS_DENSITY_MODELS);
        CHECK_OK(hbs_exact_compare(&law, 0, HBS_REFERENCE_UNIFORM, labels, &found, &error));
        CHECK_OK(hbs_planted_moments_of(rows[i].n, rows[i].k, rows[i].m, rows[i].of, &moments, &error));
        CU_ASSERT(mpq_equal(found.distances.chi2, moments.chi2) && mpq_equal(found.distances.collision, moments.collision));
        CHECK_OK(hbs_exact_compare(&law, 0, HBS_REFERENCE_CLASSES, labels, &found, &error));
        CU_ASSERT(!found.known && strstr(found.why, "not enumerated"));
        hbs_exact_comparison_free(&found);
        hbs_planted_moments_free(&moments);
        hbs_space_labels_free(labels);
        hbs_exact_law_free(&law);
    }
}

static void refused(const char *spec, hbs_exact_source source, hbs_status wanted, const char *says) {
    hbs_error error = {0};
    hbs_exact_law law;
    CU_ASSERT_EQUAL(law_of(spec, source, &law, &error), wanted);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, says));
    hbs_exact_law_free(&law);
}

static void refusals(void) {
    refused("sat/core n=3 k=2 m=6", HBS_BY_DENSITY, HBS_ERROR_USAGE, "states no density");
    refused("sat/uniform n=6 k=3 m=9", HBS_BY_DENSITY, HBS_ERROR_USAGE, "at most 5 variables");
    refused("sat/uniform n=6 k=3 m=9", HBS_BY_ANY, HBS_ERROR_BUDGET, "density does not help");
    refused("sat/planted n=5 k=3 m=9", HBS_BY_CHOICES, HBS_ERROR_BUDGET, "for half of the probability");
}

const hbs_test hbs_tests[] = {{"stated_is_drawn", stated_is_drawn}, {"what_is_not_drawn_is_seen", what_is_not_drawn_is_seen}, {"planted_as_in_closed_form", planted_as_in_closed_form}, {"refusals", refusals}, {NULL, NULL}};
