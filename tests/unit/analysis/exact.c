/* Laws of generators by enumeration: against closed forms and known values, and for every generator with small instances what it declares. */
#include "analysis/exact/exact.h"

#include "analysis/exact/exact_compare.h"
#include "analysis/bias/planted_moments.h"
#include "generators/registry.h"
#include "tests/unit/exact_cases.h"
#include "tests/unit/generators/draw.h"

static void law_of(const char *text, hbs_as as, hbs_exact_law *law) {
    hbs_error error = {0};
    workbench *const bench = bench_open(text);
    hbs_exact_options options = hbs_exact_defaults();
    options.as = as;
    options.bounds.paths = as == HBS_AS_DRAWN ? 400000 : 50000;
    options.bounds.choices = 20;
    hbs_exact_law_new(law);
    CHECK_OK(hbs_exact_of(bench->spec.part[0].generator, &bench->spec.part[0].settings, &options, law, &error));
    bench_close(bench);
}

/* Masses and what is left over add up to 1, for each member of the unit. */
static void check_mass(const hbs_exact_law *law) {
    mpq_t sum;
    mpq_init(sum);
    for (unsigned member = 0; member < law->members; member++) {
        mpq_set(sum, law->left_over);
        for (size_t g = 0; g < law->groups; g++)
            if (law->group[g].member == member) mpq_add(sum, sum, law->group[g].mass);
        CU_ASSERT(mpq_cmp_ui(sum, 1, 1) == 0);
    }
    mpq_clear(sum);
}

static void compare(const hbs_exact_law *law, size_t group, hbs_exact_reference reference, hbs_exact_comparison *out) {
    hbs_error error = {0};
    hbs_space_labels *labels = NULL;
    CHECK_OK(hbs_space_labels_new(&labels, NULL, &error));
    hbs_exact_comparison_new(out);
    CHECK_OK(hbs_exact_compare(law, group, reference, labels, out, &error));
    hbs_space_labels_free(labels);
}

static const json_t *known_row(const json_t *document, const char *generator, int k, int m, const char *space, const char *reference) {
    size_t i;
    json_t *row;
    json_array_foreach(json_object_get(document, "rows"), i, row) {
        const json_t *const length = json_object_get(row, "k");
        if (!strcmp(case_text(row, "generator"), generator) && json_is_integer(length) && json_integer_value(length) == k && case_number(row, "m") == (size_t)m &&
                !strcmp(case_text(row, "space"), space) && !strcmp(case_text(row, "reference"), reference)) return row;
    }
    CU_FAIL_FATAL("no such row");
    return NULL;
}

static void check_known(const char *text, hbs_exact_reference reference, const json_t *row) {
    hbs_exact_law law;
    hbs_exact_comparison found;
    law_of(text, HBS_AS_DRAWN, &law);
    check_mass(&law);
    CU_ASSERT_EQUAL(law.groups, 1);
    compare(&law, 0, reference, &found);
    CU_ASSERT_FATAL(found.known);
    CU_ASSERT(same_number(found.size, case_text(row, "ref_size")));
    CU_ASSERT(same_ratio(found.distances.tv, json_object_get(row, "tv")));
    CU_ASSERT(same_ratio(found.distances.support_share, json_object_get(row, "support_fraction")));
    CU_ASSERT(same_ratio(found.distances.collision, json_object_get(row, "collision_prob_gen")));
    CU_ASSERT(same_ratio(found.distances.largest_ratio, json_object_get(row, "max_ratio_gen_ref")));
    CU_ASSERT(same_digits(found.distances.kl, case_text(row, "kl_bits_gen_ref")));
    CU_ASSERT(found.distances.not_reached || same_digits(found.distances.kl_back, case_text(row, "kl_bits_ref_gen")));
    CU_ASSERT(!found.cut && !law.cut && !mpq_sgn(law.left_over));
    hbs_exact_comparison_free(&found);
    hbs_exact_law_free(&law);
}

static void known_values(void) {
    json_t *const document = case_file("generators.json");
    check_known("sat/uniform n=3 k=2 m=4", HBS_REFERENCE_UNIFORM, known_row(document, "uniform", 2, 4, "sets", "uniform"));
    check_known("sat/planted n=3 k=2 m=4", HBS_REFERENCE_UNIFORM, known_row(document, "planted", 2, 4, "sets", "uniform"));
    check_known("sat/planted n=3 k=2 m=4", HBS_REFERENCE_YES, known_row(document, "planted", 2, 4, "sets", "uniform_sat"));
    check_known("sat/core n=3 k=2 m=4", HBS_REFERENCE_NO, known_row(document, "planted_core_unsat", 2, 4, "sets", "uniform_unsat"));
    check_known("sat/core n=3 k=2 m=6", HBS_REFERENCE_NO, known_row(document, "planted_core_unsat", 2, 6, "sets", "uniform_unsat"));
    check_known("sat/planted n=3 k=2 m=4 distinct=no", HBS_REFERENCE_UNIFORM, known_row(document, "planted", 2, 4, "sequences", "uniform"));
    check_known("sat/planted n=3 k=2 m=4 distinct=no", HBS_REFERENCE_YES, known_row(document, "planted", 2, 4, "sequences", "uniform_sat"));
    json_decref(document);
}

/* SR over one variable with clauses of one literal, by hand: the first clause is x or -x, the opposite comes with probability 1/2 each time. The formula with j equal clauses
 * before it has probability 2^-j, j = 1, 2, ..; as a set it is always x and -x, and its twin is one clause. */
static void sr_by_hand(void) {
    hbs_exact_law law;
    hbs_exact_comparison found;
    law_of("sat/sr n=1 k=1", HBS_AS_SEQUENCES, &law);
    check_mass(&law);
    CU_ASSERT(law.cut > 0 && mpq_sgn(law.left_over) > 0 && mpq_get_d(law.left_over) < 1e-5);
    CU_ASSERT(law.group[0].member == 0 && law.group[0].signature.length[0].count == 2 && mpq_cmp_ui(law.group[0].mass, 1, 2) == 0);
    CU_ASSERT(law.group[1].signature.length[0].count == 3 && mpq_cmp_ui(law.group[1].mass, 1, 4) == 0);
    compare(&law, 1, HBS_REFERENCE_NO, &found);   /* xx-x and -x-xx, of 6 unsatisfiable sequences */
    CU_ASSERT(mpz_cmp_ui(found.size, 6) == 0 && mpq_cmp_ui(found.distances.tv, 2, 3) == 0 && found.cut);
    CU_ASSERT(found.range.tv[0] < 2. / 3 && found.range.tv[1] > 2. / 3 && found.range.tv[1] < .667);
    hbs_exact_comparison_free(&found);
    hbs_exact_law_free(&law);
    law_of("sat/sr n=1 k=1", HBS_AS_SETS, &law);
    check_mass(&law);
    CU_ASSERT_EQUAL(law.groups, 2);
    CU_ASSERT(law.group[0].signature.length[0].count == 2 && law.group[1].signature.length[0].count == 1);
    CU_ASSERT(mpq_cmp_ui(law.merged, 1, 1) > 0);   /* half of the first members, all of the second, but for what is cut */
    hbs_exact_law_free(&law);
}

/* One atom over two variables, loops allowed: e(x,y) up to names has two members, e(x,x) has one; uniform over four named atoms. */
static void pairs_by_hand(void) {
    hbs_exact_law law;
    hbs_exact_comparison found;
    law_of("cqc/uniform v1=2 m1=1 v2=2 m2=1 loops=yes", HBS_AS_DRAWN, &law);
    check_mass(&law);
    CU_ASSERT_EQUAL(law.groups, 4);
    for (size_t g = 0; g < 4; g++) {
        CU_ASSERT(mpq_cmp_ui(law.group[g].mass, 1, 4) == 0);
        compare(&law, g, HBS_REFERENCE_UNIFORM, &found);
        CU_ASSERT(found.known && !mpq_sgn(found.distances.tv) && mpq_cmp_ui(found.distances.support_share, 1, 1) == 0);
        hbs_exact_comparison_free(&found);
    }
    hbs_exact_law_free(&law);
}

/* ---- contract: all generators ---- */

/* Parameters so small that everything can be enumerated, of those that state a density or that the examples of their own are too large for. */
static const char *const small[] = {
    "sat/uniform n=3 k=2 m=3",
    "sat/uniform n=3 k=2 m=3 distinct=no",
    "sat/uniform n=3 lengths=1:1,2:2",
    "sat/uniform n=2..3 k=2 m=2",
    "sat/any n=2 m=3",
    "sat/any n=2 m=3 distinct=no",
    "sat/planted n=3 k=2 m=3",
    "sat/planted n=3 k=2 m=3 distinct=no",
    "sat/nae n=3 k=2 m=3",
    "sat/hidden n=3 k=2 m=3 q=1",
    "sat/core n=3 k=1 m=4",
    "sat/sr n=1 k=1",
    "cqc/uniform v1=3 m1=2 v2=2 m2=2",
    "cqc/uniform v1=2 m1=2 v2=2 m2=1 head=1 loops=yes",
    "cqc/uniform v1=2 m1=1 v2=1 m2=1 constants=2",
    "cqc/uniform schema=r/1,e/2 v1=3 m1=2 v2=2 m2=1 head=1 all=yes",
    "cqc/uniform v1=3 m1=2 v2=2 m2=1 head=2 constants=1 loops=yes pattern=2,c1,1",
    "cqc/threshold v1=3 m1=3 v2=2 kappa=1/2",
    "cqc/pullback v1=2 m1=2 v2=3 m2=2",
};

/* What is declared uniform is uniform, signature by signature; what is declared to go by models has P/U in proportion to them. */
static void check_density(const hbs_generator *generator, const hbs_exact_law *law) {
    hbs_error error = {0};
    hbs_instance instance = {0};
    hbs_exact_comparison found;
    if (generator->density == HBS_DENSITY_UNKNOWN || law->cut) return;
    for (size_t g = 0; g < law->groups && generator->density == HBS_DENSITY_UNIFORM; g++) {
        compare(law, g, HBS_REFERENCE_UNIFORM, &found);
        CU_ASSERT(found.known && !mpq_sgn(found.distances.tv));
        hbs_exact_comparison_free(&found);
    }
    mpq_t scaled, first;
    mpq_inits(scaled, first, NULL);
    for (size_t i = 0; i < law->cells && generator->density == HBS_DENSITY_MODELS && law->problem == HBS_SAT; i++) {
        CHECK_OK(hbs_exact_instance(law, i, &instance, &error));
        mpq_set_ui(scaled, hbs_brute_sat_count(&instance.cnf, NULL), 1);
        mpq_div(scaled, law->kind[law->cell[i].kind].mass, scaled);
        if (i == 0 || law->kind[law->cell[i].kind].group != law->kind[law->cell[i - 1].kind].group) mpq_set(first, scaled);
        CU_ASSERT(mpq_equal(first, scaled));
    }
    mpq_clears(scaled, first, NULL);
    hbs_instance_free(&instance);
}

static hbs_status try_law(const char *text, hbs_exact_law *law, const hbs_generator **generator) {
    hbs_error error = {0};
    workbench *const bench = bench_open(text);
    hbs_exact_options options = hbs_exact_defaults();
    options.bounds = (hbs_enumeration_bounds){.paths = 20000, .choices = 30, .least_bits = 20};
    hbs_exact_law_new(law);
    *generator = bench->spec.part[0].generator;
    const hbs_status status = hbs_exact_of(*generator, &bench->spec.part[0].settings, &options, law, &error);
    if (status != HBS_OK && status != HBS_ERROR_BUDGET && status != HBS_ERROR_USAGE) fprintf(stderr, "\n    %s: %s\n", text, error.message);
    CU_ASSERT(status == HBS_OK || status == HBS_ERROR_BUDGET || status == HBS_ERROR_USAGE);
    bench_close(bench);
    return status;
}

static void check_law(const char *text, bool must, unsigned *enumerated) {
    hbs_exact_law law;
    const hbs_generator *generator;
    const hbs_status status = try_law(text, &law, &generator);
    CU_ASSERT(!must || status == HBS_OK);
    if (status == HBS_OK) {
        check_mass(&law);
        check_density(generator, &law);
        CU_ASSERT(law.cells > 0 && law.groups > 0);
        ++*enumerated;
    }
    hbs_exact_law_free(&law);
}

/* Each generator with its own small example, where that is small enough: the laws of most structured families are. */
static void contract(void) {
    unsigned enumerated = 0;
    char text[512];
    for (size_t i = 0; i < sizeof small / sizeof *small; i++) check_law(small[i], true, &enumerated);
    enumerated = 0;
    for (const hbs_generator *const *g = hbs_generators(); *g; g++) {
        lower_ends((*g)->name, (*g)->example ? (*g)->example : "", text, sizeof text);
        check_law(text, false, &enumerated);
    }
    CU_ASSERT(enumerated >= 15);
}

/* Two ways to the same law. */
static void hidden_without_preference_is_planted(void) {
    hbs_exact_law law[2];
    hbs_exact_comparison found[2];
    law_of("sat/planted n=3 k=2 m=3", HBS_AS_DRAWN, &law[0]);
    law_of("sat/hidden n=3 k=2 m=3 q=1", HBS_AS_DRAWN, &law[1]);
    CU_ASSERT(law[1].closed > 0 && !law[1].cut && law[0].cells == law[1].cells);
    for (unsigned i = 0; i < 2; i++) compare(&law[i], 0, HBS_REFERENCE_UNIFORM, &found[i]);
    CU_ASSERT(mpq_equal(found[0].distances.tv, found[1].distances.tv) && mpq_equal(found[0].distances.collision, found[1].distances.collision));
    for (unsigned i = 0; i < 2; i++) {
        hbs_exact_comparison_free(&found[i]);
        hbs_exact_law_free(&law[i]);
    }
}

/* Planted formulas of a whole small space: chi^2 as in closed form. */
static void planted_as_in_closed_form(void) {
    hbs_error error = {0};
    hbs_exact_law law;
    hbs_exact_comparison found;
    hbs_planted_moments moments;
    hbs_planted_moments_new(&moments);
    law_of("sat/planted n=4 k=3 m=3", HBS_AS_DRAWN, &law);
    compare(&law, 0, HBS_REFERENCE_UNIFORM, &found);
    CHECK_OK(hbs_planted_moments_of(4, 3, 3, HBS_SETS, &moments, &error));
    CU_ASSERT(mpq_equal(found.distances.chi2, moments.chi2) && mpq_equal(found.distances.collision, moments.collision));
    hbs_exact_comparison_free(&found);
    compare(&law, 0, HBS_REFERENCE_CLASSES, &found);
    CU_ASSERT(found.known && mpq_sgn(found.distances.tv) > 0);
    hbs_exact_comparison_free(&found);
    hbs_exact_law_free(&law);
    hbs_planted_moments_free(&moments);
}

static void refusals(void) {
    hbs_error error = {0};
    hbs_exact_law law;
    workbench *const bench = bench_open("sat/uniform n=50");
    hbs_exact_options options = hbs_exact_defaults();
    options.bounds.paths = 2000;
    hbs_exact_law_new(&law);
    CU_ASSERT_EQUAL(hbs_exact_of(bench->spec.part[0].generator, &bench->spec.part[0].settings, &options, &law, &error), HBS_ERROR_BUDGET);
    CU_ASSERT(strstr(error.message, "sat/uniform") && strstr(error.message, "smaller"));
    hbs_exact_law_free(&law);
    bench_close(bench);
}

/* One that rejects whatever it draws is told so: its space is not too large. */
static int reject_all(hbs_unit *unit) {
    hbs_unit_begin_cnf(unit, 2);
    do hbs_unit_below(unit, 4);
    while (hbs_unit_retry(unit));
    return 0;
}
static void never_accepted(void) {
    const hbs_generator never = {HBS_PLUGIN_ABI, sizeof never, "sat/never", "s", "d", "u", "all", "O(1)", "this test", HBS_GENERATES_SAT, HBS_LABELS_BY_SOLVER, 1, 0, NULL, NULL, reject_all, "test", NULL,
                                 HBS_DENSITY_UNKNOWN};
    const hbs_exact_options options = hbs_exact_defaults();
    hbs_settings settings = {0};
    hbs_exact_law law;
    hbs_error error = {0};
    CHECK_OK(hbs_settings_defaults(&settings, &never, &error));
    hbs_exact_law_new(&law);
    CU_ASSERT_EQUAL(hbs_exact_of(&never, &settings, &options, &law, &error), HBS_ERROR_FAULT);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "rejects whatever it draws"));
    hbs_exact_law_free(&law);
    hbs_settings_free(&settings);
}

/* A tenth of the units go on, and then to either side: few sequences are likely, and there is no end of them. */
static int rarely_ends(hbs_unit *unit) {
    hbs_unit_begin_cnf(unit, 1);
    while (hbs_unit_bernoulli(unit, 1, 10)) (void)hbs_unit_below(unit, 2);
    return 0;
}

typedef struct watched {
    uint64_t asked, before;
    bool again;               /* another enumeration began */
} watched;

static void watch(void *context, const hbs_progress *progress) {
    watched *const own = context;
    own->again = own->again || progress->done < own->before;
    own->before = progress->done;
}

static bool has_seen_enough(void *context) {
    watched *const own = context;
    return own->again || ++own->asked > 50000;
}

/* What seems to have few sequences is not followed for 20 million once there are far more. */
static void endless_trees_are_left_early(void) {
    const hbs_generator generator = {.abi = HBS_PLUGIN_ABI, .struct_size = sizeof generator, .name = "sat/test", .problem = HBS_GENERATES_SAT, .instances_per_unit = 1, .generate = rarely_ends};
    const hbs_settings none = {.count = 0};
    watched seen = {0};
    const hbs_listener listener = {.context = &seen, .progress = watch, .stop = has_seen_enough};
    hbs_exact_options options = hbs_exact_defaults();
    hbs_exact_law law;
    hbs_error error = {0};
    options.listener = &listener;
    hbs_exact_law_new(&law);
    CU_ASSERT_EQUAL(hbs_exact_of(&generator, &none, &options, &law, &error), HBS_ERROR_INTERRUPTED);
    CU_ASSERT(seen.again && seen.asked < 50000);
    hbs_exact_law_free(&law);
}

const hbs_test hbs_tests[] = {{"never_accepted", never_accepted},
                              {"known_values", known_values},
                              {"sr_by_hand", sr_by_hand},
                              {"pairs_by_hand", pairs_by_hand},
                              {"contract", contract},
                              {"hidden_without_preference_is_planted", hidden_without_preference_is_planted},
                              {"planted_as_in_closed_form", planted_as_in_closed_form},
                              {"refusals", refusals},
                              {"endless trees are left early", endless_trees_are_left_early},
                              {NULL, NULL}};
