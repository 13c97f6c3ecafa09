/* Laws over four and five variables against values worked out formula by formula elsewhere (tests/data/exact): by enumeration as far as that takes seconds, and by the stated
 * density for every generator that states one. */
#include "analysis/exact/exact_compare.h"
#include "generators/registry.h"
#include "tests/unit/exact_cases.h"
#include "tests/unit/generators/draw.h"

#define PATHS 100000u   /* more are for a longer day */

typedef struct known {
    char spec[128];
    hbs_exact_source source;
    bool there;               /* the law could be had */
    hbs_exact_law law;
} known;

static void read_law(known *own, const char *spec, hbs_exact_source source) {
    hbs_error error = {0};
    workbench *const bench = bench_open(spec);
    const hbs_part *const part = &bench->spec.part[0];
    hbs_exact_options options = hbs_exact_defaults();
    options.source = source;
    options.bounds.paths = PATHS;
    hbs_exact_law_free(&own->law);
    hbs_exact_law_new(&own->law);
    snprintf(own->spec, sizeof own->spec, "%s", spec);
    const hbs_status status = source == HBS_BY_DENSITY && part->generator->density == HBS_DENSITY_UNKNOWN ? HBS_ERROR_USAGE
                                                                                                          : hbs_exact_of(part->generator, &part->settings, &options, &own->law, &error);
    CU_ASSERT(status == HBS_OK || status == (source == HBS_BY_DENSITY ? HBS_ERROR_USAGE : HBS_ERROR_BUDGET));
    own->there = status == HBS_OK && !own->law.cut;
    CU_ASSERT(!own->there || (own->law.groups == 1 && (own->law.stated != HBS_DENSITY_UNKNOWN) == (source == HBS_BY_DENSITY)));
    bench_close(bench);
}

static hbs_exact_reference reference_of(const json_t *row) {
    const char *const name = case_text(row, "reference");
    return !strcmp(name, "uniform_over_classes") ? HBS_REFERENCE_CLASSES : !strcmp(name, "uniform") ? HBS_REFERENCE_UNIFORM : !strcmp(name, "uniform_sat") ? HBS_REFERENCE_YES : HBS_REFERENCE_NO;
}

static void check_row(const hbs_exact_law *law, hbs_space_labels *labels, const json_t *row) {
    hbs_error error = {0};
    hbs_exact_comparison found;
    hbs_exact_comparison_new(&found);
    CHECK_OK(hbs_exact_compare(law, 0, reference_of(row), labels, &found, &error));
    CU_ASSERT_FATAL(found.known && !found.cut);
    CU_ASSERT(same_number(found.size, case_text(row, "ref_size")));
    CU_ASSERT(same_ratio(found.share, json_object_get(row, "share")));
    CU_ASSERT(same_ratio(found.distances.tv, json_object_get(row, "tv")));
    CU_ASSERT(same_ratio(found.distances.support_share, json_object_get(row, "support_fraction")));
    CU_ASSERT(same_ratio(found.distances.collision, json_object_get(row, "collision_prob_gen")));
    CU_ASSERT(same_ratio(found.distances.chi2, json_object_get(row, "chi2")));
    CU_ASSERT(same_ratio(found.distances.largest_ratio, json_object_get(row, "max_ratio_gen_ref")));
    CU_ASSERT(same_digits(found.distances.kl, case_text(row, "kl_bits_gen_ref")));
    CU_ASSERT_EQUAL(found.distances.not_reached, !strcmp(case_text(row, "kl_bits_ref_gen"), "inf"));
    CU_ASSERT(found.distances.not_reached || same_digits(found.distances.kl_back, case_text(row, "kl_bits_ref_gen")));
    hbs_exact_comparison_free(&found);
}

/* Rows of one generator stand together. */
static size_t check_rows(hbs_exact_source source) {
    hbs_error error = {0};
    json_t *const document = case_file("generators_n4_n5.json");
    hbs_space_labels *labels = NULL;
    known own = {.source = source};
    size_t i, checked = 0;
    json_t *row;
    hbs_exact_law_new(&own.law);
    CHECK_OK(hbs_space_labels_new(&labels, NULL, &error));
    json_array_foreach(json_object_get(document, "rows"), i, row) {
        if (strcmp(own.spec, case_text(row, "spec"))) read_law(&own, case_text(row, "spec"), source);
        if (!own.there || (own.law.stated && reference_of(row) == HBS_REFERENCE_CLASSES)) continue;
        check_row(&own.law, labels, row);
        checked++;
    }
    hbs_exact_law_free(&own.law);
    hbs_space_labels_free(labels);
    json_decref(document);
    return checked;
}

static void by_choices(void) { CU_ASSERT(check_rows(HBS_BY_CHOICES) >= 51); }
static void by_density(void) { CU_ASSERT(check_rows(HBS_BY_DENSITY) >= 52); }

const hbs_test hbs_tests[] = {{"by_choices", by_choices}, {"by_density", by_density}, {NULL, NULL}};
