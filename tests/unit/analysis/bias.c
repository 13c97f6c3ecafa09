/* Measures of bias without a model: against closed forms, whole spaces and published values; silent where there is nothing. */
#include "analysis/bias/bias.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/bias/planted_moments.h"
#include "analysis/bias/space_bits.h"
#include "core/combinatorics.h"
#include "core/rationals.h"
#include "tests/unit/audited.h"
#include "tests/unit/catalog_made.h"
#include "tests/unit/test.h"

static void sizes_of_spaces(void) {
    static const char *const text[] = {"n=3 2:6", "n=20 3:85", "n=9 1:2 2:7 4:11", "n=50 3:213", "n=5 5:32", "n=30 2:1 3:3 8:40 9:2"};
    hbs_error error = {0};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        for (unsigned of = HBS_SETS; of <= HBS_SEQUENCES; of++) {
            hbs_signature signature = {0};
            hbs_space *space = NULL;
            double bits[2];
            mpz_t size;
            mpz_init(size);
            CHECK_OK(hbs_signature_parse(text[i], &signature, &error));
            CHECK_OK(hbs_space_new(&space, &signature, (hbs_collection)of, &error));
            CHECK_OK(hbs_space_bits(&signature, bits, &error));
            hbs_space_size(space, size);
            CU_ASSERT(fabs(bits[of] - hbs_integer_bits(size)) < 1e-11 * fmax(1, bits[of]));
            hbs_space_free(space);
            hbs_signature_free(&signature);
            mpz_clear(size);
        }
}

static void lengths_that_cannot_be_numbered(void) {
    hbs_error error = {0};
    double bits[2];
    hbs_length_count length = {2000, 3};
    const hbs_signature huge = {.problem = HBS_SAT, .variables = 4000, .lengths = 1, .length = &length};
    CHECK_OK(hbs_space_bits(&huge, bits, &error));
    CU_ASSERT(isfinite(bits[0]) && bits[0] > 3 * 5000 && fabs(bits[0] + log2(6) - bits[1]) < 1e-9);
    length = (hbs_length_count){1, 3};
    const hbs_signature crowded = {.problem = HBS_SAT, .variables = 1, .lengths = 1, .length = &length};
    CHECK_OK(hbs_space_bits(&crowded, bits, &error));
    CU_ASSERT(isnan(bits[HBS_SETS]) && fabs(bits[HBS_SEQUENCES] - 3) < 1e-12);
}

static void mean_numbers_of_models(void) {
    static const struct {
        uint32_t n, k;
        size_t m;
    } row[] = {{3, 2, 6}, {20, 3, 85}, {50, 3, 213}, {4, 1, 3}, {6, 6, 5}};
    hbs_error error = {0};
    hbs_planted_moments moments;
    hbs_planted_moments_new(&moments);
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        for (unsigned of = HBS_SETS; of <= HBS_SEQUENCES; of++) {
            hbs_length_count length = {row[i].k, row[i].m};
            const hbs_signature signature = {.problem = HBS_SAT, .variables = row[i].n, .lengths = 1, .length = &length};
            CHECK_OK(hbs_planted_moments_of(row[i].n, row[i].k, row[i].m, (hbs_collection)of, &moments, &error));
            CU_ASSERT(fabs(hbs_models_bits(&signature, (hbs_collection)of) - log2(mpq_get_d(moments.models))) < 1e-10);
        }
    hbs_planted_moments_free(&moments);
    hbs_length_count all = {1, 2};
    const hbs_signature none = {.problem = HBS_SAT, .variables = 1, .lengths = 1, .length = &all}; /* x and not x */
    CU_ASSERT(isinf(hbs_models_bits(&none, HBS_SETS)));
}

static const hbs_finding *wanted(const hbs_findings *f, const char *quantity, const char *subject) {
    const hbs_finding *found = audited_find(f, "bias", quantity, subject);
    CU_ASSERT_PTR_NOT_NULL_FATAL(found);
    return found;
}

static bool covers(const hbs_finding *f, double truth) { return f->value.ci_low <= truth && truth <= f->value.ci_high; }

/* The study that these numbers come from drew its own 400 formulas: KL 1.45 +- .15, TV .56 +- .03 and .44 +- .03; chi^2 is exact. */
static void planted_at_20_85(void) {
    audited a;
    audited_one(&a, "bias", "sat/planted n=20 m=85", 400, 1, false, NULL);
    const char *const g = "generator=sat/planted";
    const hbs_finding *tv = wanted(&a.findings, "tv", g), *kl = wanted(&a.findings, "kl_bits", g), *given = wanted(&a.findings, "tv_given_label", g), *share = wanted(&a.findings, "uniform_label_share", NULL);
    CU_ASSERT(fabs(kl->value.estimate - 1.45) < .15 && fabs(tv->value.estimate - .56) < .03 && fabs(given->value.estimate - .44) < .03);
    CU_ASSERT(kl->value.ci_high - kl->value.ci_low < .35 && tv->value.ci_high - tv->value.ci_low < .08);
    CU_ASSERT(tv->weight == HBS_FINDING_BIAS && given->weight == HBS_FINDING_BIAS && kl->weight == HBS_FINDING_PLAIN);
    CU_ASSERT(fabs(wanted(&a.findings, "chi2", g)->value.estimate - 3.4598837343349062712) < 1e-12);
    CU_ASSERT(covers(wanted(&a.findings, "chi2_sampled", g), 3.4598837));
    CU_ASSERT(fabs(share->value.estimate - .70) < .02 && share->value.n == 8000);
    CU_ASSERT(fabs(wanted(&a.findings, "kl_bits_given_label", g)->value.estimate - kl->value.estimate - log2(share->value.estimate)) < 1e-9);
    CU_ASSERT(wanted(&a.findings, "effective_sample_size", g)->value.estimate < 400);
    CU_ASSERT(wanted(&a.findings, "collision_chi2", "label=1")->weight == HBS_FINDING_NOT_APPLICABLE); /* of uniform ones 1e-118 would be equal */
    CU_ASSERT(wanted(&a.findings, "support_bits_missing", "")->weight == HBS_FINDING_NONE);
    audited_close(&a);
}

/* 924 sets, 572 of them satisfiable; the law is known in full. */
static void planted_on_a_small_space(void) {
    audited a;
    audited_one(&a, "bias", "sat/planted n=3 k=2 m=6", 1000, 5, false, NULL);
    const char *const g = "generator=sat/planted";
    const double p = 572. / 924, chi2 = wanted(&a.findings, "chi2", g)->value.estimate;
    CU_ASSERT(covers(wanted(&a.findings, "tv", g), .3810) && covers(wanted(&a.findings, "kl_bits", g), .7571));
    CU_ASSERT(covers(wanted(&a.findings, "tv_given_label", g), .1228) && covers(wanted(&a.findings, "kl_bits_given_label", g), .0652));
    CU_ASSERT(fabs(chi2 - .7842) < 1e-4 && fabs(wanted(&a.findings, "chi2_given_label", g)->value.estimate - (p * (1 + chi2) - 1)) < 1e-12);
    CU_ASSERT(fabs(wanted(&a.findings, "uniform_label_share", "label=1")->value.estimate - p) < 1e-15 && wanted(&a.findings, "uniform_label_share", "label=1")->value.level == 1);
    const double effective = wanted(&a.findings, "effective_sample_size", g)->value.estimate; /* tends to N over 1 + chi^2 of uniform to the law */
    CU_ASSERT(effective > 900 && effective < 960);
    audited_close(&a);
}

/* The same law, its chi^2 given the label .1045: of twenty datasets one or two may be missed. */
static void collisions_of_planted_formulas(void) {
    unsigned covered = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        audited a;
        audited_one(&a, "bias", "sat/planted n=3 k=2 m=6", 1000, seed, false, NULL);
        const hbs_finding *chi2 = wanted(&a.findings, "collision_chi2", "label=1");
        covered += covers(chi2, wanted(&a.findings, "chi2_given_label", "generator=sat/planted")->value.estimate);
        CU_ASSERT(chi2->value.ci_high - chi2->value.ci_low < .25);
        audited_close(&a);
    }
    CU_ASSERT(covered >= 18);
}

static void sequences_and_several_sizes(void) {
    audited a;
    audited_one(&a, "bias", "sat/planted n=3..4 k=2 m=6 distinct=no", 600, 5, false, NULL);
    const char *const g = "generator=sat/planted";
    CU_ASSERT(covers(wanted(&a.findings, "chi2_sampled", g), wanted(&a.findings, "chi2", g)->value.estimate));
    CU_ASSERT(wanted(&a.findings, "tv_given_label", g)->value.estimate < wanted(&a.findings, "tv", g)->value.estimate);
    CU_ASSERT(wanted(&a.findings, "collision_chi2", "label=1")->value.n > 590);
    audited_close(&a);
}

/* Sequences come in any order, and are equal when some order makes them so: the law's distance is that of the closed form. */
static void sequences_collide_up_to_order(void) {
    audited a;
    audited_one(&a, "bias", "sat/planted n=3 k=2 m=4 distinct=no", 2000, 5, false, NULL);
    const hbs_finding *c = wanted(&a.findings, "collision_chi2", "label=1");
    CU_ASSERT(covers(c, wanted(&a.findings, "chi2_given_label", "generator=sat/planted")->value.estimate));
    CU_ASSERT(c->value.ci_high - c->value.ci_low < .5);
    CU_ASSERT_PTR_NOT_NULL(strstr(c->sentence, "up to the order of clauses"));
    audited_close(&a);
}

/* The enumerated law of these pulled-back pairs is 33/128 from uniform contained ones (analyze exact), that of uniform pairs nothing. */
static void pairs_collide_up_to_names(void) {
    audited a;
    audited_open(&a);
    hbs_dataset d = audited_make(&a, "d", "cqc/pullback v1=3 m1=3 v2=3 m2=3", 1500, 5, false, NULL), u = audited_make(&a, "u", "cqc/uniform v1=3 m1=3 v2=3 m2=2 head=1 constants=1", 1500, 5, false, NULL);
    hbs_findings f = audited_measure(&a, "bias", &d, NULL), g = audited_measure(&a, "bias", &u, NULL);
    const hbs_finding *c = wanted(&f, "collision_chi2", "label=1");
    CU_ASSERT(covers(c, 33. / 128) && c->weight == HBS_FINDING_BIAS && c->value.ci_high - c->value.ci_low < .2);
    for (int label = 0; label < 2; label++) {
        c = wanted(&g, "collision_chi2", label ? "label=1" : "label=0");
        CU_ASSERT(covers(c, 0) && c->weight == HBS_FINDING_NONE && c->value.ci_high < 1);
    }
    CU_ASSERT(wanted(&f, "tv", NULL)->weight == HBS_FINDING_NOT_APPLICABLE);
    CU_ASSERT(wanted(&g, "tv", "generator=cqc/uniform")->weight == HBS_FINDING_NONE && wanted(&g, "tv", "generator=cqc/uniform")->value.estimate == 0);
    hbs_findings_free(&f);
    hbs_findings_free(&g);
    hbs_dataset_free(&d);
    hbs_dataset_free(&u);
    audited_close(&a);
}

static hbs_dataset constant(audited *a, uint64_t count, uint64_t a_unit) {
    static const int32_t formula[] = {1, 2, 0, 1, -2, 0, -1, 3, 0, 2, 3, 0, -2, 3, 0, 1, 3, 0, 0};
    hbs_dataset d = audited_create(a, "d", HBS_SAT);
    for (uint64_t i = 0; i < count; i++) audited_add(a, &d, i, i / a_unit, HBS_LABEL_YES, NULL, 3, formula);
    audited_finish(a, &d);
    return d;
}

static void one_formula_alone(void) {
    audited a;
    audited_open(&a);
    hbs_dataset d = constant(&a, 120, 1);
    hbs_findings f = audited_measure(&a, "bias", &d, NULL);
    const hbs_finding *c = wanted(&f, "collision_chi2", "label=1");
    CU_ASSERT(fabs(c->value.estimate - 571) < 1e-6 && c->weight == HBS_FINDING_BIAS && c->value.n == 120);
    CU_ASSERT(wanted(&f, "tv", "")->weight == HBS_FINDING_NOT_APPLICABLE && wanted(&f, "support_bits_missing", "")->weight == HBS_FINDING_NOT_APPLICABLE);
    hbs_findings_free(&f);
    hbs_dataset_free(&d);
    audited_close(&a);
}

/* Equal instances of one unit are no two draws. */
static void copies_within_units_do_not_collide(void) {
    audited a;
    audited_open(&a);
    hbs_dataset d = constant(&a, 4, 4);
    hbs_findings f = audited_measure(&a, "bias", &d, NULL);
    CU_ASSERT(wanted(&f, "collision_chi2", "label=1")->weight == HBS_FINDING_NOT_APPLICABLE);
    hbs_findings_free(&f);
    hbs_dataset_free(&d);
    audited_close(&a);
}

/* In large spaces that no two are equal says nothing, of one size as of several; in small ones it is weighed. */
static void no_collisions_in_large_spaces(void) {
    static const struct { const char *spec; hbs_weight weight; } of[] = {{"sat/uniform n=60 m=150", HBS_FINDING_NOT_APPLICABLE}, {"sat/uniform n=60..61 m=150", HBS_FINDING_NOT_APPLICABLE},
                                                                         {"cqc/uniform v1=20 m1=20 v2=14 m2=14", HBS_FINDING_NOT_APPLICABLE}, {"sat/uniform n=10 k=2 m=2", HBS_FINDING_NONE}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        audited a;
        audited_one(&a, "bias", of[i].spec, 40, 1, false, NULL);
        unsigned looks = 0;
        for (size_t j = 0; j < a.findings.count; j++) {
            const hbs_finding *f = &a.findings.item[j];
            if (strcmp(f->quantity, "collision_chi2") != 0) continue;
            looks++;
            CU_ASSERT_EQUAL(f->weight, of[i].weight);
            CU_ASSERT(of[i].weight == HBS_FINDING_NONE || strstr(f->sentence, "nothing can be seen") || strstr(f->sentence, "of one size"));
        }
        CU_ASSERT(looks > 0);
        audited_close(&a);
    }
}

/* A construction without a choice reaches one formula of its space. */
static void no_choice_no_support(void) {
    audited a;
    audited_one(&a, "bias", "sat/pigeonhole holes=3", 5, 1, false, NULL);
    const hbs_finding *s = wanted(&a.findings, "support_bits_missing", "");
    CU_ASSERT(s->weight == HBS_FINDING_BIAS && s->value.estimate > 50 && s->value.level == 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(s->sentence, "at most 2^-"));
    audited_close(&a);
}

/* The bound may not say that more is missing than is: of pairs, what enumeration finds; of formulas, what is no longer missing once the dataset's distinct ones have come. */
static void support_never_contradicts_what_comes(void) {
    static const struct {
        const char *spec;
        bool rename;
        hbs_as as;
        double low, high;
    } row[] = {{"cqc/shapes q1=chain size1=3 q2=chain size2=2 directions1=random directions2=random", false, HBS_AS_DRAWN, 0, .5444}, /* 24 of 35 */
               {"sat/coloring graph=cycle n=3 k=1", true, HBS_AS_DRAWN, 5, 9.13},                                                       /* 8 of 4480 came */
               {"sat/xor n=4 k=2 m=2", false, HBS_AS_SEQUENCES, 5, 9.88}};                                                              /* 353 of 24^4 came */
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        audited a;
        const hbs_make_options make = {.count = 200, .seed = 1, .threads = 2, .certify = HBS_CERTIFY_CHECK, .rename = row[i].rename};
        const hbs_measure_options options = {.as = row[i].as};
        audited_open(&a);
        a.dataset = make_ok(a.catalog, "d", row[i].spec, &make);
        a.findings = audited_measure(&a, "bias", &a.dataset, &options);
        const double missing = wanted(&a.findings, "support_bits_missing", "")->value.estimate;
        CU_ASSERT(missing >= row[i].low && missing <= row[i].high);
        audited_close(&a);
    }
}

/* Sequences that repeat clauses are expected as often as they have symmetries, which may be more than there are pairs: the sentence says that it counts so. */
static void expected_with_symmetries(void) {
    audited a;
    audited_one(&a, "bias", "sat/sr n=3..6", 300, 9, false, NULL);
    const hbs_finding *found = wanted(&a.findings, "collision_chi2", "label=1");
    CU_ASSERT_PTR_NOT_NULL(strstr(found->sentence, "as often as it has symmetries"));
    audited_close(&a);
    audited_one(&a, "bias", "sat/uniform n=3 k=2 m=4", 100, 9, false, NULL);
    CU_ASSERT_PTR_NULL(strstr(wanted(&a.findings, "collision_chi2", "label=1")->sentence, "symmetries"));
    audited_close(&a);
}

/* Shares of label 1 that are drawn, of several sizes: their mean is told, with how many were drawn, and what rests on them is not called exact. */
static void shares_of_several_sizes(void) {
    audited a;
    audited_one(&a, "bias", "sat/planted n=6..7 k=3 m=28", 60, 3, false, NULL);
    const hbs_finding *share = wanted(&a.findings, "uniform_label_share", "label=1"), *worth = audited_find(&a.findings, "bias", "effective_sample_size", NULL);
    CU_ASSERT(share->value.estimate > .3 && share->value.estimate < .9 && isnan(share->value.ci_low) && strstr(share->sentence, "4000 drawn") != NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(worth);
    CU_ASSERT(worth->value.level < .5 && isnan(worth->value.ci_low) && strcmp(worth->value.method, "exact") != 0);
    audited_close(&a);
    audited_one(&a, "bias", "sat/planted n=6 k=3 m=28", 60, 3, false, NULL);
    worth = audited_find(&a.findings, "bias", "effective_sample_size", NULL);
    CU_ASSERT(worth && worth->value.level == 1);   /* the one share cancels */
    audited_close(&a);
}

static void sizes_that_go_with_the_label(void) {
    audited a;
    audited_open(&a);
    hbs_dataset d = audited_make(&a, "d", "sat/uniform n=8 m=20..60", 300, 1, false, NULL), twins = audited_make(&a, "t", "sat/sr n=4..7", 60, 1, false, NULL);
    hbs_findings f = audited_measure(&a, "bias", &d, NULL), t = audited_measure(&a, "bias", &twins, NULL);
    const hbs_finding *clauses = wanted(&f, "size_difference", "size=clauses");
    CU_ASSERT(clauses->weight == HBS_FINDING_BIAS && clauses->value.ci_high < -5 && clauses->p_value <= .001 && hbs_is_of_sizes(clauses));
    CU_ASSERT(wanted(&f, "size_difference", "size=variables")->weight == HBS_FINDING_PLAIN); /* all alike */
    CU_ASSERT(wanted(&t, "size_difference", "size=clauses")->p_value == 1 && wanted(&t, "size_difference", "size=clauses")->weight == HBS_FINDING_NONE);
    CU_ASSERT(wanted(&t, "label_share", "label=1")->value.ci_low == .5);
    hbs_findings_free(&f);
    hbs_findings_free(&t);
    hbs_dataset_free(&d);
    hbs_dataset_free(&twins);
    audited_close(&a);
}

/* Both sizes are one family: the smaller p counts twice, and a p that would mark alone does not. */
static void sizes_are_one_family(void) {
    static const hbs_measure_options few = {0};
    unsigned withheld = 0;
    for (uint64_t seed = 1; seed <= 150 && !withheld; seed++) {
        audited a;
        audited_one(&a, "bias", "sat/uniform n=6..7 k=2 m=11..14", 40, seed, false, &few);
        const hbs_finding *x = wanted(&a.findings, "size_difference", "size=variables"), *y = wanted(&a.findings, "size_difference", "size=clauses");
        if (x->p_value > 0 && y->p_value > 0) {
            const hbs_finding *less = x->p_value <= y->p_value ? x : y, *more = less == x ? y : x;
            CU_ASSERT_DOUBLE_EQUAL(less->p_adjusted, fmin(1, 2 * less->p_value), 1e-12);
            CU_ASSERT_DOUBLE_EQUAL(more->p_adjusted, fmax(less->p_adjusted, more->p_value), 1e-12);
            CU_ASSERT(less->weight != HBS_FINDING_BIAS || less->p_adjusted <= .05);
            withheld += strstr(less->sentence, "(Holm)") != NULL && less->p_value <= .05 && less->weight == HBS_FINDING_NONE;
        }
        audited_close(&a);
    }
    CU_ASSERT_EQUAL(withheld, 1);
}

/* Uniform datasets are marked no more often than the level says. 200 looks at .95: 25 or more marks come less than once in a thousand. */
static void nothing_where_there_is_nothing(void) {
    static const char *const spec[] = {"sat/uniform n=4 k=2 m=5", "sat/uniform n=3 k=2 m=6", "sat/uniform n=6 k=2 m=4..5", "sat/uniform n=3 k=2 m=4 distinct=no", "cqc/uniform v1=3 m1=3 v2=3 m2=2 head=0..1"};
    static const hbs_measure_options few = {0};
    unsigned marks = 0, looks = 0;
    audited a;
    audited_open(&a);
    for (unsigned i = 0; i < 75; i++) {
        char name[16];
        snprintf(name, sizeof name, "d%u", i);
        hbs_dataset d = audited_make(&a, name, spec[i % 5], 150, i + 1, false, NULL);
        hbs_findings f = audited_measure(&a, "bias", &d, &few);
        for (size_t j = 0; j < f.count; j++) {
            if (strcmp(f.item[j].quantity, "collision_chi2") == 0) looks += f.item[j].weight != HBS_FINDING_NOT_APPLICABLE, marks += f.item[j].weight == HBS_FINDING_BIAS;
            CU_ASSERT(f.item[j].weight != HBS_FINDING_BIAS || hbs_is_of_sizes(&f.item[j]) || strcmp(f.item[j].quantity, "collision_chi2") == 0);
        }
        hbs_findings_free(&f);
        hbs_dataset_free(&d);
    }
    audited_close(&a);
    CU_ASSERT(looks >= 100 && marks * 8 <= looks);
}

static void threads_change_nothing(void) {
    audited a;
    audited_open(&a);
    const hbs_measure_options many = {.threads = 3};
    hbs_dataset d = audited_make(&a, "d", "sat/planted n=8 m=30 + sat/uniform n=8 m=30 label=0", 200, 1, false, NULL);
    hbs_findings f = audited_measure(&a, "bias", &d, NULL), g = audited_measure(&a, "bias", &d, &many);
    CU_ASSERT_EQUAL_FATAL(f.count, g.count);
    for (size_t i = 0; i < f.count; i++) CU_ASSERT_STRING_EQUAL(f.item[i].sentence, g.item[i].sentence);
    CU_ASSERT_PTR_NOT_NULL(audited_find(&f, "bias", "tv", "generator=sat/planted part=0"));
    CU_ASSERT(wanted(&f, "tv_given_label", "generator=sat/uniform part=1")->value.estimate == 0);
    hbs_findings_free(&f);
    hbs_findings_free(&g);
    hbs_dataset_free(&d);
    audited_close(&a);
}

static void descriptors(void) {
    size_t count = 0;
    for (const hbs_bias *const *b = hbs_biases(); *b; b++, count++) {
        CU_ASSERT((*b)->name[0] && (*b)->summary[0] && (*b)->source[0] && (*b)->run);
        for (const hbs_bias *const *c = hbs_biases(); c < b; c++) CU_ASSERT_STRING_NOT_EQUAL((*b)->name, (*c)->name);
    }
    CU_ASSERT(count >= 4);
}

const hbs_test hbs_tests[] = {
    {"bits of a space are those of its exact size", sizes_of_spaces},
    {"bits of spaces whose clauses cannot be numbered", lengths_that_cannot_be_numbered},
    {"mean numbers of models are those of the closed form", mean_numbers_of_models},
    {"planted formulas of 20 variables and 85 clauses have their published distances", planted_at_20_85},
    {"planted formulas on a space of 924 have their exact distances", planted_on_a_small_space},
    {"collisions of planted formulas", collisions_of_planted_formulas},
    {"sequences, and several sizes", sequences_and_several_sizes},
    {"sequences collide up to their order", sequences_collide_up_to_order},
    {"pairs collide up to names", pairs_collide_up_to_names},
    {"a dataset of one formula collides as often as it can", one_formula_alone},
    {"copies within a unit are no collisions", copies_within_units_do_not_collide},
    {"that nothing collides in large spaces says nothing", no_collisions_in_large_spaces},
    {"a construction without choices reaches one formula", no_choice_no_support},
    {"collisions of what has symmetries", expected_with_symmetries},
    {"label shares of several sizes", shares_of_several_sizes},
    {"the support never contradicts what comes", support_never_contradicts_what_comes},
    {"sizes that go with the label are told as sizes", sizes_that_go_with_the_label},
    {"sizes are one family", sizes_are_one_family},
    {"uniform datasets are not marked beyond the level", nothing_where_there_is_nothing},
    {"threads change nothing", threads_change_nothing},
    {"descriptors are complete", descriptors},
    {NULL, NULL},
};
