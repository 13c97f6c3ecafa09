/* The study against known answers (3-SAT, n = 20, m = 85, logistic regression): planted positives inflate accuracy by about .12, uniform instances by
 * nothing, a planted core by one half; SR twins are not inflated against uniform instances of their own sizes. And its bookkeeping: who is trained
 * on, who is tested. */
#include "analysis/gap/study.h"

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/audited.h"
#include "tests/unit/test.h"

/* Whatever other probes there are. */
static const char *const logistic[] = {"logistic"};

static hbs_study run(audited *a, const char *train, const char *test, unsigned repeats) {
    hbs_error error = {0};
    hbs_study study = {0};
    const hbs_study_options options = {
        .train = &train, .trains = 1, .test = &test, .tests = 1, .probe = logistic, .probes = 1, .repeats = repeats, .measure = {.seed = 1, .threads = 2}};
    CHECK_OK(hbs_study_run(&study, a->catalog, &options, &error));
    CU_ASSERT_EQUAL_FATAL(study.count, 1);
    return study;
}

static hbs_study_cell study_of(const char *spec, uint64_t count, bool balance) {
    audited a;
    audited_open(&a);
    hbs_dataset d = audited_make(&a, "d", spec, count, 1, balance, NULL);
    hbs_study study = run(&a, "d", "d", 1);
    const hbs_study_cell cell = study.cell[0];
    hbs_study_free(&study);
    hbs_dataset_free(&d);
    audited_close(&a);
    return cell;
}

static void planted_positives_inflate(void) {
    const hbs_study_cell c = study_of("sat/planted n=20 m=85 + sat/uniform n=20 m=85 label=0", 6000, false);
    CU_ASSERT(c.gap.estimate > .06 && c.gap.estimate < .18 && c.gap.ci_low > 0);
    CU_ASSERT_DOUBLE_EQUAL(c.own.estimate, .78, .05);
    CU_ASSERT_DOUBLE_EQUAL(c.gap.estimate, c.own.estimate - c.reference.estimate, 1e-12);
    CU_ASSERT(c.train_rows == 3000 && c.test_rows == 3000 && c.reference_rows == 3000 && !c.unknown && !c.infeasible);
}

static void uniform_instances_do_not(void) {
    const hbs_study_cell c = study_of("sat/uniform n=20 m=85", 6000, true);
    CU_ASSERT_DOUBLE_EQUAL(c.gap.estimate, 0, .045);
    CU_ASSERT(c.own.estimate > .6 && c.gap.ci_low < .02 && c.gap.ci_high > -.02);
}

static void a_core_inflates_by_one_half(void) {
    const hbs_study_cell c = study_of("sat/uniform n=20 m=85 label=1 + sat/core n=20 m=85", 600, false);
    CU_ASSERT(c.own.estimate > .99 && c.gap.ci_low > .4);
}

static void sr_twins_are_not_inflated(void) {
    const hbs_study_cell c = study_of("sat/sr n=10..40", 1000, false);
    CU_ASSERT(c.gap.ci_low < 0);
    CU_ASSERT_EQUAL(c.own.n, 250);
    CU_ASSERT_STRING_EQUAL(c.own.method, "jeffreys by label, over units");
}

/* Uniform against uniform at the nominal rate, over many small datasets. */
static void no_gap_is_found_where_there_is_none(void) {
    int found = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        audited a;
        audited_open(&a);
        hbs_dataset d = audited_make(&a, "d", "sat/uniform n=8 m=36", 160, seed, true, NULL);
        hbs_study study = run(&a, "d", "d", 1);
        found += study.cell[0].gap.ci_low > 0 || study.cell[0].gap.ci_high < 0;
        hbs_study_free(&study);
        hbs_dataset_free(&d);
        audited_close(&a);
    }
    CU_ASSERT(found <= 6); /* expectation 2; 7 or more has probability .004 */
}

static void splits_are_used_when_there_are(void) {
    audited a;
    audited_open(&a);
    hbs_dataset d = audited_make(&a, "d", "sat/uniform n=8 m=36", 300, 1, true, "train=.6,valid=.1,test=.3");
    hbs_study study = run(&a, "d", "d", 1);
    const hbs_study_cell *c = &study.cell[0];
    CU_ASSERT(c->train_part == HBS_STUDY_SPLIT && c->test_part == HBS_STUDY_SPLIT);
    CU_ASSERT(c->train_rows > 140 && c->train_rows < 220 && c->test_rows > 60 && c->test_rows < 120);
    CU_ASSERT(c->train_rows + c->test_rows < 300);
    hbs_study_free(&study);
    hbs_dataset_free(&d);
    audited_close(&a);
}

static void other_datasets_are_used_whole(void) {
    audited a;
    hbs_error error = {0};
    hbs_study study = {0};
    const char *const train[] = {"x", "y"}, *const test[] = {"y", "z"};
    const hbs_study_options options = {.train = train, .trains = 2, .test = test, .tests = 2, .probe = logistic, .probes = 1};
    audited_open(&a);
    for (int i = 0; i < 3; i++) {
        static const char *const name[] = {"x", "y", "z"};
        hbs_dataset d = audited_make(&a, name[i], "sat/uniform n=8 m=36", 100, (uint64_t)i + 1, true, NULL);
        hbs_dataset_free(&d);
    }
    CHECK_OK(hbs_study_run(&study, a.catalog, &options, &error));
    CU_ASSERT_EQUAL_FATAL(study.count, 4);
    CU_ASSERT(strcmp(study.cell[1].train, "x") == 0 && strcmp(study.cell[1].test, "z") == 0);
    CU_ASSERT(study.cell[0].train_rows == 100 && study.cell[0].test_rows == 50); /* y is trained on too: halved */
    CU_ASSERT(study.cell[1].train_rows == 100 && study.cell[1].test_rows == 100);
    CU_ASSERT(study.cell[3].train_rows == 50 && study.cell[3].test_rows == 100);
    CU_ASSERT(study.cell[0].train_part == HBS_STUDY_WHOLE && study.cell[0].test_part == HBS_STUDY_HALF && study.cell[3].train_part == HBS_STUDY_HALF);
    hbs_study_free(&study);
    audited_close(&a);
}

/* Of the study's own rows, by the columns of the catalog: how many instances of `test` have a relative in `train`, or are equal to an instance there. */
static uint64_t count_by_sql(audited *a, const char *condition, const char *test, const char *train) {
    hbs_error error = {0};
    sqlite3_stmt *ask = NULL;
    char sql[900];
    snprintf(sql, sizeof sql,
             "WITH row AS (SELECT d.name AS name, i.content_hash AS hash, ifnull(root_dataset, d.name) AS root, iif(root_dataset IS NULL, unit, root_unit) AS "
             "unit FROM instance AS i JOIN dataset AS d ON d.id = i.dataset) SELECT count(*) FROM row AS r WHERE name = ?1 AND EXISTS (SELECT 1 FROM row AS t "
             "WHERE t.name = ?2 AND %s)",
             condition);
    CHECK_OK(hbs_catalog_prepare(a->catalog, &ask, sql, &error));
    sqlite3_bind_text(ask, 1, test, -1, SQLITE_STATIC);
    sqlite3_bind_text(ask, 2, train, -1, SQLITE_STATIC);
    CU_ASSERT_EQUAL(sqlite3_step(ask), SQLITE_ROW);
    const uint64_t count = (uint64_t)sqlite3_column_int64(ask, 0);
    sqlite3_finalize(ask);
    return count;
}

/* A dataset tested on that was augmented from part of the one trained on, as it stands and renamed; one from elsewhere. */
static void relatives_of_what_is_trained_on_are_counted(void) {
    audited a;
    hbs_error error = {0};
    hbs_study study = {0};
    hbs_findings f = {0};
    const char *const train[] = {"seeds", "elsewhere"}, *const test[] = {"images", "same", "other"};
    const hbs_study_options options = {.train = train, .trains = 2, .test = test, .tests = 3, .probe = logistic, .probes = 1};
    const struct {
        const char *name, *spec;
    } made[] = {{"seeds", "sat/uniform n=8 m=36"}, {"elsewhere", "sat/uniform n=8 m=36"}, {"other", "sat/uniform n=8 m=36"},
                {"images", "sat/augment from=seeds parents=30 + sat/augment from=other"}, {"same", "sat/augment from=seeds rename=no flip=no"}};
    audited_open(&a);
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        hbs_dataset d = audited_make(&a, made[i].name, made[i].spec, 60, i + 1, i < 3, NULL);
        hbs_dataset_free(&d);
    }
    CHECK_OK(hbs_study_run(&study, a.catalog, &options, &error));
    CU_ASSERT_EQUAL_FATAL(study.count, 6);
    for (size_t i = 0; i < study.count; i++) {
        const hbs_study_cell *c = &study.cell[i];
        CU_ASSERT_EQUAL(c->held_out, 60);
        CU_ASSERT_EQUAL(c->copies, count_by_sql(&a, "t.hash = r.hash", c->test, c->train));
        CU_ASSERT_EQUAL(c->copies + c->relatives, count_by_sql(&a, "(t.hash = r.hash OR (t.root = r.root AND t.unit = r.unit))", c->test, c->train));
    }
    CU_ASSERT(study.cell[0].copies + study.cell[0].relatives == 30 && study.cell[1].copies == 60 && study.cell[2].relatives == 0);
    CHECK_OK(hbs_study_findings(&study, &f, &error));
    const hbs_finding *images = audited_find(&f, "study", "related_to_training", "train=seeds");
    CU_ASSERT_FATAL(images != NULL);
    CU_ASSERT(images->value.estimate == .5 && images->weight == HBS_FINDING_BIAS && strstr(images->sentence, "30 of the 60 test instances") != NULL);
    const hbs_finding *none = audited_find(&f, "study", "related_to_training", "train=elsewhere");
    CU_ASSERT(none != NULL && none->weight == HBS_FINDING_NONE && none->value.estimate == 0);
    hbs_findings_free(&f);
    hbs_study_free(&study);
    audited_close(&a);
}

/* Two datasets that are both trained and tested on, one augmented from the other: no family is on both sides, and nobody is left out. */
static void families_are_halved_alike(void) {
    audited a;
    hbs_error error = {0};
    hbs_study study = {0};
    const char *const name[] = {"seeds", "images"};
    const hbs_study_options options = {.train = name, .trains = 2, .test = name, .tests = 2, .probe = logistic, .probes = 1, .repeats = 3};
    audited_open(&a);
    hbs_dataset seeds = audited_make(&a, "seeds", "sat/uniform n=12 m=52", 80, 1, true, NULL),
                images = audited_make(&a, "images", "sat/augment from=seeds parents=40 + sat/uniform n=12 m=52", 160, 2, false, NULL);
    CHECK_OK(hbs_study_run(&study, a.catalog, &options, &error));
    CU_ASSERT_EQUAL_FATAL(study.count, 4);
    for (size_t i = 0; i < study.count; i++) CU_ASSERT(study.cell[i].relatives == 0 && study.cell[i].copies == 0);
    CU_ASSERT(study.cell[0].train_rows == 40 && study.cell[0].test_rows == 40);
    CU_ASSERT_EQUAL(study.cell[3].train_rows + study.cell[3].test_rows, 160);
    CU_ASSERT(study.cell[3].test_rows > 50 && study.cell[3].test_rows < 110);
    hbs_study_free(&study);
    hbs_dataset_free(&seeds);
    hbs_dataset_free(&images);
    audited_close(&a);
}

static hbs_estimate gap_to(audited *a, const char *reference, double *p) {
    hbs_error error = {0};
    hbs_study study = {0};
    const char *const test[] = {"images"}, *const train[] = {"train"};
    const hbs_study_options options = {.train = train, .trains = 1, .test = test, .tests = 1, .probe = logistic, .probes = 1, .measure = {.reference = reference, .unmatched_reference = true}};
    CHECK_OK(hbs_study_run(&study, a->catalog, &options, &error));
    const hbs_estimate gap = study.cell[0].gap;
    *p = study.cell[0].gap_p;
    hbs_study_free(&study);
    return gap;
}

/* A named reference that the test set was augmented from: a unit is resampled with its image, which the probe judges nearly alike, so the gap is nearer known
 * than against instances from elsewhere; and the two can be exchanged, as they have one label. */
static void relatives_in_a_named_reference_are_resampled_together(void) {
    audited a;
    double p[2];
    static const char *const made[][2] = {{"train", "sat/uniform n=8 m=36"}, {"seeds", "sat/uniform n=8 m=36"}, {"elsewhere", "sat/uniform n=8 m=36"},
                                          {"images", "sat/augment from=seeds"}};
    audited_open(&a);
    for (size_t i = 0; i < 4; i++) {
        hbs_dataset d = audited_make(&a, made[i][0], made[i][1], 300, i + 1, i < 3, NULL);
        hbs_dataset_free(&d);
    }
    const hbs_estimate own = gap_to(&a, "seeds", &p[0]), other = gap_to(&a, "elsewhere", &p[1]);
    CU_ASSERT(own.n == 300 && other.n == 300 && !isnan(p[0]) && isnan(p[1]));
    CU_ASSERT(own.ci_high - own.ci_low < .8 * (other.ci_high - other.ci_low));
    audited_close(&a);
}

/* More repeats: the point is their mean, the interval is for these, and all is the same twice. */
static void repeats_are_averaged_and_deterministic(void) {
    audited a;
    audited_open(&a);
    hbs_dataset d = audited_make(&a, "d", "sat/uniform n=8 m=36", 200, 1, true, NULL);
    hbs_study once = run(&a, "d", "d", 3), again = run(&a, "d", "d", 3);
    CU_ASSERT(once.cell[0].repeats > 1 && once.cell[0].gap.n > once.cell[0].test_rows);   /* any training's halves; the first one's */
    CU_ASSERT_STRING_EQUAL(once.cell[0].gap.method, "jeffreys by label, over units, these trainings");
    CU_ASSERT(!isnan(once.cell[0].own_trainings.spread) && !once.cell[0].own_trainings.others);
    CU_ASSERT_EQUAL(once.cell[0].gap.estimate, again.cell[0].gap.estimate);
    CU_ASSERT_EQUAL(once.cell[0].gap.ci_low, again.cell[0].gap.ci_low);
    CU_ASSERT(once.cell[0].own.n > 150 && once.cell[0].own.n <= 200);
    hbs_study_free(&once);
    hbs_study_free(&again);
    hbs_dataset_free(&d);
    audited_close(&a);
}

static void a_reference_may_be_named(void) {
    audited a;
    hbs_error error = {0};
    hbs_study study = {0};
    const char *const name[] = {"d"};
    const hbs_study_options options = {.train = name, .trains = 1, .test = name, .tests = 1, .probe = logistic, .probes = 1, .measure = {.reference = "other", .unmatched_reference = true}};
    audited_open(&a);
    hbs_dataset d = audited_make(&a, "d", "sat/uniform n=8 m=36", 100, 1, true, NULL),
                other = audited_make(&a, "other", "sat/uniform n=8 m=36", 140, 2, true, NULL);
    CHECK_OK(hbs_study_run(&study, a.catalog, &options, &error));
    CU_ASSERT(study.cell[0].reference_rows == 140 && study.cell[0].infeasible == 0 && !isnan(study.cell[0].gap.estimate));
    hbs_study_free(&study);
    hbs_dataset_free(&d);
    hbs_dataset_free(&other);
    audited_close(&a);
}

static void what_cannot_be_studied_is_said(void) {
    audited a;
    hbs_error error = {0};
    hbs_study study = {0};
    const char *const sat[] = {"sat"}, *const nowhere[] = {"nowhere"}, *const oracle[] = {"oracle"};
    audited_open(&a);
    hbs_dataset d = audited_make(&a, "sat", "sat/planted n=8 m=20", 10, 1, false, NULL);
    hbs_study_options options = {.train = sat, .trains = 1, .test = nowhere, .tests = 1};
    CU_ASSERT_EQUAL(hbs_study_run(&study, a.catalog, &options, &error), HBS_ERROR_NOT_FOUND);
    options.test = sat;
    CU_ASSERT_EQUAL(hbs_study_run(&study, a.catalog, &options, &error), HBS_ERROR_USAGE);
    CU_ASSERT(strstr(error.message, "training on 'sat'") != NULL && strstr(error.message, "both labels") != NULL);
    options.probe = oracle;
    options.probes = 1;
    CU_ASSERT_EQUAL(hbs_study_run(&study, a.catalog, &options, &error), HBS_ERROR_USAGE);
    options.trains = 0;
    CU_ASSERT_EQUAL(hbs_study_run(&study, a.catalog, &options, &error), HBS_ERROR_USAGE);
    CU_ASSERT(study.cell == NULL && study.count == 0);
    hbs_dataset_free(&d);
    audited_close(&a);
}

/* Test instances without a counterpart are counted, and left out of the gap alone. */
static void instances_without_a_counterpart_are_counted(void) {
    audited a;
    static const int32_t block[] = {1, 2, 0, 1, -2, 0, -1, 2, 0, -1, -2, 0, 0}, open[] = {1, 2, 0, 1, -2, 0, -1, 3, 0, -3, 2, 0, 0},
                         odd[] = {1, 2, 3, 0, 0};
    audited_open(&a);
    hbs_dataset d = audited_create(&a, "d", HBS_SAT);
    for (uint64_t i = 0; i < 40; i++) {
        const bool strange = i % 10 == 0; /* labelled unsatisfiable, which no formula of its signature is */
        const int label = strange || i % 2 ? HBS_LABEL_NO : HBS_LABEL_YES;
        audited_add(&a, &d, i, i, label, i < 20 ? "train" : "test", 3, strange ? odd : label == HBS_LABEL_NO ? block : open);
    }
    audited_add(&a, &d, 40, 40, HBS_LABEL_UNKNOWN, "test", 3, open);
    audited_finish(&a, &d);
    hbs_study study = run(&a, "d", "d", 1);
    const hbs_study_cell *c = &study.cell[0];
    CU_ASSERT(c->infeasible == 2 && c->unknown == 1 && c->test_rows == 20 && c->reference_rows == 18);
    hbs_findings f = {0};
    hbs_error error = {0};
    CHECK_OK(hbs_study_findings(&study, &f, &error));
    const hbs_finding *gap = audited_find(&f, "study", "gap", "train=d probe=logistic");
    CU_ASSERT(gap != NULL && strstr(gap->sentence, "2 test instances without a counterpart") != NULL);
    hbs_findings_free(&f);
    hbs_study_free(&study);
    hbs_dataset_free(&d);
    audited_close(&a);
}

/* The rows tested lack a label: no accuracy, no gap, and the reason is the rows and not the reference; never a number that is none. */
static void a_label_that_is_not_tested_is_said(void) {
    audited a;
    static const int32_t block[] = {1, 2, 0, 1, -2, 0, -1, 2, 0, -1, -2, 0, 0}, open[] = {1, 2, 0, 1, -2, 0, -1, 3, 0, -3, 2, 0, 0};
    audited_open(&a);
    hbs_dataset d = audited_create(&a, "d", HBS_SAT);
    for (uint64_t i = 0; i < 30; i++) {
        const int label = i < 20 && i % 2 ? HBS_LABEL_NO : HBS_LABEL_YES;
        audited_add(&a, &d, i, i, label, i < 20 ? "train" : "test", 3, label == HBS_LABEL_NO ? block : open);
    }
    audited_finish(&a, &d);
    hbs_study study = run(&a, "d", "d", 1);
    hbs_findings f = {0};
    hbs_error error = {0};
    CHECK_OK(hbs_study_findings(&study, &f, &error));
    CU_ASSERT_EQUAL_FATAL(f.count, 4);
    CU_ASSERT(strcmp(f.item[0].quantity, "related_to_training") == 0 && f.item[0].value.estimate == 1 && f.item[0].weight == HBS_FINDING_PLAIN); /* all tested are copies */
    for (size_t i = 1; i < f.count; i++) {
        CU_ASSERT_EQUAL(f.item[i].weight, HBS_FINDING_NOT_APPLICABLE);
        CU_ASSERT(isnan(f.item[i].value.estimate) && strstr(f.item[i].sentence, "nan") == NULL);
    }
    CU_ASSERT(strstr(f.item[3].sentence, "no held-out instance has one of the labels") != NULL);
    hbs_findings_free(&f);
    hbs_study_free(&study);
    hbs_dataset_free(&d);
    audited_close(&a);
}

/* Later halves have both labels on both sides where the first ones have, those that follow another dataset's too: no training is lost to the draw. */
static void later_halves_keep_both_labels(void) {
    audited a;
    hbs_error error = {0};
    hbs_study study = {0};
    const char *const name[] = {"seeds", "images"}, *const few[] = {"few"};
    hbs_study_options options = {.train = few, .trains = 1, .test = few, .tests = 1, .probe = logistic, .probes = 1, .repeats = 12, .measure = {.seed = 1}};
    audited_open(&a);
    hbs_dataset d = audited_make(&a, "few", "sat/uniform n=6 m=26", 5, 1, true, NULL),
                seeds = audited_make(&a, "seeds", "sat/uniform n=8 m=34 label=1 + sat/uniform n=8 m=34 label=1 + sat/uniform n=8 m=34 label=1 + sat/uniform n=8 m=34 label=0", 40, 3, false, NULL),
                images = audited_make(&a, "images", "sat/augment from=seeds", 15, 1, false, NULL);
    CHECK_OK(hbs_study_run(&study, a.catalog, &options, &error));
    CU_ASSERT_EQUAL_FATAL(study.count, 1);
    CU_ASSERT(!isnan(study.cell[0].own.estimate) && !isnan(study.cell[0].gap.estimate));
    hbs_study_free(&study);
    options.train = options.test = name;
    options.trains = options.tests = 2;
    CHECK_OK(hbs_study_run(&study, a.catalog, &options, &error));
    CU_ASSERT_EQUAL_FATAL(study.count, 4);
    for (size_t i = 0; i < study.count; i++)
        CU_ASSERT(!isnan(study.cell[i].own.estimate) && !isnan(study.cell[i].gap.estimate) && study.cell[i].relatives == 0 && study.cell[i].copies == 0);
    hbs_study_free(&study);
    hbs_dataset_free(&d);
    hbs_dataset_free(&seeds);
    hbs_dataset_free(&images);
    audited_close(&a);
}

/* One unsatisfiable instance is in one half: the message names the half, since the dataset has both labels. */
static void a_half_without_a_label_is_named(void) {
    audited a;
    static const int32_t block[] = {1, 2, 0, 1, -2, 0, -1, 2, 0, -1, -2, 0, 0}, open[] = {1, 2, 0, 1, -2, 0, -1, 3, 0, -3, 2, 0, 0};
    audited_open(&a);
    hbs_dataset d = audited_create(&a, "d", HBS_SAT);
    for (uint64_t i = 0; i < 8; i++) audited_add(&a, &d, i, i, i ? HBS_LABEL_YES : HBS_LABEL_NO, "", 3, i ? open : block);
    audited_finish(&a, &d);
    static const char *const name[] = {"d"};
    unsigned named = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        hbs_study study = {0};
        hbs_error error = {0};
        char half[80];
        const hbs_study_options options = {.train = name, .trains = 1, .test = name, .tests = 1, .probe = logistic, .probes = 1, .repeats = 3, .measure = {.seed = seed}};
        const hbs_status status = hbs_study_run(&study, a.catalog, &options, &error);
        if (status == HBS_OK) {
            CU_ASSERT(isnan(study.cell[0].gap.estimate));
        }
        else {
            snprintf(half, sizeof half, "the 4 in the half drawn for repeat 1 (seed %u) are all satisfiable", (unsigned)seed);
            CU_ASSERT(status == HBS_ERROR_USAGE && strstr(error.message, half) != NULL);
            named++;
        }
        hbs_study_free(&study);
    }
    CU_ASSERT(named > 3 && named < 17);
    hbs_dataset_free(&d);
    audited_close(&a);
}

const hbs_test hbs_tests[] = {
    {"planted positives inflate", planted_positives_inflate},
    {"uniform instances do not", uniform_instances_do_not},
    {"a core inflates by one half", a_core_inflates_by_one_half},
    {"SR twins are not inflated", sr_twins_are_not_inflated},
    {"no gap is found where there is none", no_gap_is_found_where_there_is_none},
    {"splits are used when there are", splits_are_used_when_there_are},
    {"other datasets are used whole", other_datasets_are_used_whole},
    {"relatives of what is trained on are counted", relatives_of_what_is_trained_on_are_counted},
    {"families are halved alike", families_are_halved_alike},
    {"relatives in a named reference are resampled together", relatives_in_a_named_reference_are_resampled_together},
    {"repeats are averaged and deterministic", repeats_are_averaged_and_deterministic},
    {"a reference may be named", a_reference_may_be_named},
    {"what cannot be studied is said", what_cannot_be_studied_is_said},
    {"instances without a counterpart are counted", instances_without_a_counterpart_are_counted},
    {"later halves keep both labels", later_halves_keep_both_labels},
    {"a half without a label is named", a_half_without_a_label_is_named},
    {"a label that is not tested is said", a_label_that_is_not_tested_is_said},
    {NULL, NULL},
};
