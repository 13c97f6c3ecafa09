/* The rows of datasets that are made: labels and certificates, copies, splits, orders. */

#include "tests/unit/brute_sat.h"
#include "tests/unit/catalog_made.h"
#include "tests/unit/catalog_number.h"
#include "tests/unit/datasets/fixture.h"

static hbs_make_options defaults(uint64_t count) { return (hbs_make_options){.count = count, .seed = 7, .certify = HBS_CERTIFY_CHECK}; }

/* Visits every row of the only dataset. */
static void each_row(hbs_catalog *catalog, const hbs_dataset *dataset, void (*visit)(const hbs_row *, const hbs_instance *, void *), void *context) {
    hbs_error error = {0};
    hbs_rows *rows = NULL;
    hbs_row row;
    bool more;
    hbs_instance instance = {0};
    CHECK_OK(hbs_rows_open(&rows, catalog, dataset->id, &error));
    for (;;) {
        CHECK_OK(hbs_rows_next(rows, &row, &more, &error));
        if (!more) break;
        CHECK_OK(hbs_row_instance(&row, dataset->problem, &instance, &error));
        visit(&row, &instance, context);
    }
    hbs_rows_close(rows);
    hbs_instance_free(&instance);
}

typedef struct tally {
    hbs_checker *checker;
    uint64_t rows, label[2], alternates, certificates;
} tally;

static void check_row(const hbs_row *row, const hbs_instance *instance, void *context) {
    tally *t = context;
    hbs_error error = {0};
    char gbd[33];
    uint8_t hash[HBS_HASH_SIZE];
    CU_ASSERT_EQUAL(row->idx, t->rows);
    CU_ASSERT_FATAL(row->label == 0 || row->label == 1);
    CU_ASSERT_EQUAL(row->label, hbs_brute_sat_label(&instance->cnf));
    CU_ASSERT_EQUAL(row->size_n, instance->cnf.variables);
    CU_ASSERT_EQUAL(row->size_m, instance->cnf.clauses);
    CU_ASSERT(row->tries >= 1);
    CU_ASSERT(row->choice_bits > 0);
    hbs_cnf_gbd_hash(&instance->cnf, gbd);
    CU_ASSERT_STRING_EQUAL(gbd, row->gbd_hash);
    CHECK_OK(hbs_instance_content_hash(instance, hash, &error));
    CU_ASSERT(!memcmp(hash, row->content_hash, sizeof hash));
    t->alternates += row->label == (int)(row->idx % 2 ? 0 : 1);
    t->label[row->label]++;
    t->rows++;
    if (!row->certificate) return;
    const hbs_certificate certificate = {.kind = row->certificate_kind, .size = row->certificate_size, .bytes = {(uint8_t *)(uintptr_t)row->certificate, row->certificate_bytes, 0}};
    CHECK_OK(hbs_certificate_check(t->checker, instance, row->label, &certificate, &error));
    t->certificates++;
}

static tally make_and_check(const char *text, const hbs_make_options *options) {
    hbs_error error = {0};
    tally t = {0};
    hbs_catalog *catalog = open_ok(fresh("check.db"), HBS_CATALOG_CREATE);
    hbs_dataset dataset = make_ok(catalog, "d", text, options);
    CHECK_OK(hbs_checker_new(&t.checker, &error));
    each_row(catalog, &dataset, check_row, &t);
    hbs_checker_free(t.checker);
    hbs_dataset_free(&dataset);
    hbs_catalog_close(catalog);
    return t;
}

/* Labels by brute force, certificates by the checker on what is stored: renamed, shuffled, twins, constructions. */
static void labels_and_certificates_hold(void) {
    static const char *const small[] = {"sat/sr n=3..9", "sat/uniform n=8 m=34", "sat/planted n=9 m=38", "sat/core n=12 m=40"};
    for (size_t i = 0; i < sizeof small / sizeof *small; i++)
        for (int way = 0; way < 4; way++) {
            hbs_make_options options = defaults(60);
            options.certify = HBS_CERTIFY_STORE;
            options.rename = way & 1;
            options.keep_order = way & 2;
            options.trust_construction = way == 3;
            const tally t = make_and_check(small[i], &options);
            CU_ASSERT_EQUAL(t.rows, 60);
            if (way != 3) CU_ASSERT_EQUAL(t.certificates, 60);
            if (i == 0) CU_ASSERT_EQUAL(t.label[1], 30);
            if (i == 2) CU_ASSERT_EQUAL(t.label[1], 60);
        }
}

static void balance_alternates(void) {
    hbs_make_options options = defaults(80);
    options.balance = true;
    const tally t = make_and_check("sat/uniform n=8 m=34", &options);
    CU_ASSERT_EQUAL(t.alternates, 80);
    CU_ASSERT_EQUAL(t.label[0], 40);
}

/* ---- what is not as usual ---- */

static void infeasible_units_are_reported(void) {
    hbs_error error = {0};
    hbs_make_options options = defaults(10);
    options.tries = 5;
    options.balance = true;
    hbs_catalog *catalog = open_ok(fresh("infeasible.db"), HBS_CATALOG_CREATE);
    hbs_dataset dataset = make_ok(catalog, "d", "sat/uniform n=10 m=3", &options);   /* three clauses of three literals are never unsatisfiable */
    CU_ASSERT(dataset.complete);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance WHERE label = 1 AND tries = 1"), 5);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM infeasible WHERE label = 0 AND tries = 5 AND unit = idx AND reason LIKE 'label 0 did not come in 5 tries'"), 5);
    hbs_dataset_counts counts;
    CHECK_OK(hbs_dataset_count(catalog, dataset.id, &counts, &error));
    CU_ASSERT_EQUAL(counts.infeasible, 5);
    CHECK_OK(hbs_catalog_verify(catalog, NULL, 0, true, NULL, NULL, NULL, NULL, &error));
    hbs_dataset_free(&dataset);
    hbs_catalog_close(catalog);
}

/* Thirty distinct clauses of length 2 over 6 variables are as good as never satisfiable, three always: a unit that keeps its m never gets the label, one that
 * draws m anew does, and so both the label and the number of tries depend on m. */
static void redraws_of_parameters(void) {
    hbs_error error = {0};
    hbs_make_options options = defaults(200);
    options.tries = 20;
    hbs_catalog *catalog = open_ok(fresh("redraw.db"), HBS_CATALOG_CREATE);
    hbs_dataset kept = make_ok(catalog, "kept", "sat/uniform n=6 k=2 m=3..60 label=1", &options);
    hbs_dataset anew = make_ok(catalog, "anew", "sat/uniform n=6 k=2 m=3..60 label=1 redraw=all", &options);
    CU_ASSERT_STRING_EQUAL(anew.spec, "sat/uniform n=6 k=2 m=3..60 label=1 redraw=all");
    CU_ASSERT(catalog_number(catalog, "SELECT count(*) FROM infeasible WHERE dataset = (SELECT id FROM dataset WHERE name = 'kept')") > 90);
    CU_ASSERT(catalog_number(catalog, "SELECT count(*) FROM infeasible WHERE dataset = (SELECT id FROM dataset WHERE name = 'anew')") < 30);
    CU_ASSERT(catalog_number(catalog, "SELECT count(*) FROM instance WHERE dataset = (SELECT id FROM dataset WHERE name = 'anew') AND tries > 1") > 100);
    /* the choices of m and of the accepted formula alone */
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance WHERE choice_bits > 5.86 + size_m * 5.91"), 0);
    CHECK_OK(hbs_catalog_verify(catalog, NULL, 0, true, NULL, NULL, NULL, NULL, &error));
    hbs_dataset_free(&kept);
    hbs_dataset_free(&anew);
    hbs_catalog_close(catalog);
}

/* Under a budget: unknown labels are kept where any label would do, and counted where one is wanted. */
static void unknown_labels_are_kept_or_counted(void) {
    hbs_make_options options = defaults(60);
    options.budget = 60;
    hbs_catalog *catalog = open_ok(fresh("budget.db"), HBS_CATALOG_CREATE);
    hbs_dataset dataset = make_ok(catalog, "d", "sat/uniform n=40 m=170", &options);
    CU_ASSERT(catalog_number(catalog, "SELECT count(*) FROM instance WHERE label IS NULL AND reason LIKE 'the budget of 60 %' AND effort > 0 AND certificate_kind IS NULL") > 0);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance"), 60);
    hbs_dataset_free(&dataset);
    dataset = make_ok(catalog, "wanted", "sat/uniform n=40 m=170 label=1", &options);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance i JOIN dataset d ON d.id = i.dataset WHERE d.name = 'wanted' AND label IS NOT 1"), 0);
    CU_ASSERT(catalog_number(catalog, "SELECT sum(unknown_tries) FROM instance i JOIN dataset d ON d.id = i.dataset WHERE d.name = 'wanted'") > 0);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance WHERE unknown_tries >= tries"), 0);
    hbs_dataset_free(&dataset);
    /* a planted model proves its label where the budget does not reach */
    options.budget = 1;
    dataset = make_ok(catalog, "planted", "sat/planted n=40 m=170", &options);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance i JOIN dataset d ON d.id = i.dataset WHERE d.name = 'planted' AND label IS NOT 1"), 0);
    CU_ASSERT(catalog_number(catalog, "SELECT count(*) FROM instance i JOIN dataset d ON d.id = i.dataset WHERE d.name = 'planted' AND label_source = 'construction' AND certificate_kind = 'model'") > 0);
    hbs_dataset_free(&dataset);
    hbs_catalog_close(catalog);
}

static int lie(hbs_unit *unit) {
    const int32_t one = 1;
    hbs_unit_begin_cnf(unit, 1);
    hbs_unit_clause(unit, &one, 1);
    hbs_unit_claim(unit, hbs_unit_below(unit, 8) ? 1 : 0);
    return 0;
}

static const hbs_generator liar = {HBS_PLUGIN_ABI, sizeof(hbs_generator), "sat/liar", "s", "d", "u", "r", "c", "s", HBS_GENERATES_SAT, HBS_LABELS_BY_CONSTRUCTION, 1, 0, NULL, NULL, lie, "test", NULL, HBS_DENSITY_UNKNOWN};

static void refuted_claims_name_the_generator(void) {
    hbs_catalog *catalog = open_ok(fresh("liar.db"), HBS_CATALOG_CREATE);
    hbs_spec spec = {.parts = 1, .problem = HBS_SAT};
    hbs_dataset dataset = {0};
    hbs_make_options options = defaults(200);
    spec.part[0] = (hbs_part){.generator = &liar, .label = HBS_LABEL_UNKNOWN, .share_numerator = 1, .share_denominator = 1};
    char first[1024] = "";
    for (options.threads = 1; options.threads < 4; options.threads++) {
        hbs_error error = {0};
        char name[8];
        snprintf(name, sizeof name, "d%u", options.threads);
        CU_ASSERT_EQUAL(hbs_make(catalog, name, &spec, &options, NULL, &dataset, &error), HBS_ERROR_FAULT);
        CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "sat/liar: unit "));
        CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "unsatisfiable, but solver"));
        if (!first[0]) snprintf(first, sizeof first, "%.60s", error.message);
        CU_ASSERT(!strncmp(first, error.message, strlen(first)));   /* the same unit, whatever the threads */
    }
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance WHERE label IS NOT 1 OR claim IS NOT 1"), 0);
    hbs_catalog_close(catalog);
}

/* All classes of a small space, each once, on any number of threads and after an interruption; what the space cannot give is infeasible. */
static void distinct_instances(void) {
    hbs_error error = {0};
    char digest[2][65];
    hbs_make_options options = defaults(57);
    options.distinct = true;
    for (unsigned t = 0; t < 2; t++) {
        options.threads = 1 + 2 * t;
        hbs_catalog *catalog = open_ok(fresh("distinct.db"), HBS_CATALOG_CREATE);
        hbs_dataset dataset = make_ok(catalog, "d", "sat/uniform n=4 k=2 m=4", &options);   /* 57 classes: tests/data/exact/sat_counts_n4_k2.json */
        CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(DISTINCT canonical_hash) FROM instance"), 57);
        CU_ASSERT(catalog_number(catalog, "SELECT max(tries) FROM instance") > 1);
        memcpy(digest[t], dataset.digest, 65);
        hbs_dataset_free(&dataset);
        CHECK_OK(hbs_catalog_execute(catalog, "DELETE FROM instance WHERE idx >= 30; UPDATE dataset SET complete = 0, digest = NULL", "interrupt", &error));
        options.resume = true;
        dataset = make_ok(catalog, "d", "sat/uniform n=4 k=2 m=4", &options);
        CU_ASSERT_STRING_EQUAL(dataset.digest, digest[t]);
        options.resume = false;
        hbs_dataset_free(&dataset);
        hbs_catalog_close(catalog);
    }
    CU_ASSERT_STRING_EQUAL(digest[0], digest[1]);
    hbs_catalog *catalog = open_ok(fresh("distinct.db"), HBS_CATALOG_CREATE);
    options = defaults(20);
    options.distinct = true;
    options.tries = 300;
    hbs_dataset dataset = make_ok(catalog, "d", "sat/uniform n=2 k=2 m=1..3", &options);   /* 1 + 2 + 1 classes */
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance"), 4);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM infeasible WHERE reason LIKE '%300 repeated an instance up to renaming'"), 16);
    hbs_dataset_free(&dataset);
    hbs_catalog_close(catalog);
}

/* 200 formulas of 57 classes: no class is in two splits, whatever the threads and shards; told to, some are. */
static void splits_keep_copies_together(void) {
    static const char parted[] = "SELECT count(*) FROM (SELECT 1 FROM instance GROUP BY canonical_hash HAVING count(DISTINCT split) > 1)";
    static const char checksum[] = "SELECT sum((idx + 1) * (1 + (split = 'test') + 7 * (split = 'valid'))) FROM instance";
    hbs_error error = {0};
    hbs_make_options options = defaults(200);
    long long sum[3] = {0, 0, 0};
    options.split = "train=.5,valid=.25,test=.25";
    for (unsigned t = 0; t < 3; t++) {
        hbs_catalog *catalog = open_ok(fresh(t < 2 ? "together.db" : "merged.db"), HBS_CATALOG_CREATE);
        options.threads = 1 + t;
        if (t < 2) {
            hbs_dataset dataset = make_ok(catalog, "d", "sat/uniform n=4 k=2 m=4", &options);
            hbs_dataset_free(&dataset);
        }
        for (uint64_t shard = 0; t == 2 && shard < 2; shard++) {
            const char *const path = fresh(shard ? "second.db" : "first.db");
            hbs_catalog *part = open_ok(path, HBS_CATALOG_CREATE);
            options.shard = shard, options.shards = 2;
            hbs_dataset dataset = make_ok(part, "d", "sat/uniform n=4 k=2 m=4", &options);
            hbs_dataset_free(&dataset);
            hbs_catalog_close(part);
            CHECK_OK(hbs_catalog_merge(catalog, &path, 1, &error));
        }
        CU_ASSERT(catalog_number(catalog, "SELECT count(DISTINCT canonical_hash) FROM instance") > 40);
        CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(DISTINCT split) FROM instance"), 3);
        CU_ASSERT_EQUAL(catalog_number(catalog, parted), 0);
        sum[t] = catalog_number(catalog, checksum);
        hbs_catalog_close(catalog);
    }
    CU_ASSERT(sum[0] == sum[1] && sum[1] == sum[2]);
    hbs_catalog *catalog = open_ok(fresh("apart.db"), HBS_CATALOG_CREATE);
    options = defaults(200);
    options.split = "train=.5,test=.5";
    options.split_apart = true;
    hbs_dataset dataset = make_ok(catalog, "d", "sat/uniform n=4 k=2 m=4", &options);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(canonical_hash) FROM instance"), 0);   /* not asked for, not paid for */
    CU_ASSERT(catalog_number(catalog, "SELECT count(*) FROM (SELECT 1 FROM instance GROUP BY content_hash HAVING count(DISTINCT split) > 1)") > 0);
    hbs_dataset_free(&dataset);
    hbs_catalog_close(catalog);
}

static void splits_are_exact_and_by_unit(void) {
    hbs_error error = {0};
    hbs_split split[8];
    size_t count = 0;
    CHECK_OK(hbs_split_parse("train=.8,valid=0.1,test=1/10", split, &count, &error));
    CU_ASSERT_EQUAL(count, 3);
    CU_ASSERT_EQUAL(split[0].numerator * 10, 8 * split[0].denominator);
    CHECK_OK(hbs_split_parse("a=1/3,b=2/3", split, &count, &error));
    static const char *const bad[] = {"", "train", "train=", "=1", "train=.8,test=.1", "train=.5,train=.5", "train=1,", "train=2", "train=-1", "tr ain=1", "train=.8,test=.3", "train=0,test=1",
                                      "a=.1,b=.1,c=.1,d=.1,e=.1,f=.1,g=.1,h=.1,i=.2", "a=1/7,b=1/11,c=1/13,d=1/999999937,e=.1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) CU_ASSERT_EQUAL(hbs_split_parse(bad[i], split, &count, &error), HBS_ERROR_USAGE);
    hbs_make_options options = defaults(4000);
    options.split = "train=.8,valid=.1,test=.1";
    options.split_apart = true;   /* pairs of so few variables are mostly copies of each other */
    hbs_catalog *catalog = open_ok(fresh("split.db"), HBS_CATALOG_CREATE);
    hbs_dataset dataset = make_ok(catalog, "d", "sat/sr n=3", &options);
    const long long train = catalog_number(catalog, "SELECT count(*) FROM instance WHERE split = 'train'"), valid = catalog_number(catalog, "SELECT count(*) FROM instance WHERE split = 'valid'");
    CU_ASSERT(train > 3060 && train < 3340);   /* 3200, 5.5 standard deviations of 2000 units each way */
    CU_ASSERT(valid > 250 && valid < 550);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM (SELECT 1 FROM instance GROUP BY unit HAVING count(DISTINCT split) > 1)"), 0);
    hbs_dataset_free(&dataset);
    hbs_catalog_close(catalog);
}

/* Twins are ordered alike: after the shuffle they still differ in one literal, at one place. */
static void count_differences(const hbs_row *row, const hbs_instance *instance, void *context) {
    static hbs_cnf first;
    hbs_error error = {0};
    if (row->idx % 2 == 0) {
        CHECK_OK(hbs_cnf_copy(&first, &instance->cnf, &error));
        return;
    }
    unsigned differences = 0;
    CU_ASSERT_EQUAL_FATAL(hbs_cnf_literals(&first), hbs_cnf_literals(&instance->cnf));
    for (size_t i = 0; i < hbs_cnf_literals(&first); i++) differences += first.literal[i] != instance->cnf.literal[i];
    CU_ASSERT_EQUAL(differences, 1);
    ++*(unsigned *)context;
    hbs_cnf_free(&first);
}

static void twins_are_arranged_alike(void) {
    for (int way = 0; way < 4; way++) {
        hbs_make_options options = defaults(40);
        options.rename = way & 1;
        options.keep_order = way & 2;
        unsigned pairs = 0;
        hbs_catalog *catalog = open_ok(fresh("twins.db"), HBS_CATALOG_CREATE);
        hbs_dataset dataset = make_ok(catalog, "d", "sat/sr n=5..12", &options);
        CU_ASSERT_EQUAL(dataset.shuffled, !options.keep_order);
        each_row(catalog, &dataset, count_differences, &pairs);
        CU_ASSERT_EQUAL(pairs, 20);
        hbs_dataset_free(&dataset);
        hbs_catalog_close(catalog);
    }
}

const hbs_test hbs_tests[] = {
    {"labels and certificates hold", labels_and_certificates_hold},
    {"balance alternates", balance_alternates},
    {"infeasible units are reported", infeasible_units_are_reported},
    {"redraws of parameters", redraws_of_parameters},
    {"unknown labels are kept or counted", unknown_labels_are_kept_or_counted},
    {"refuted claims name the generator", refuted_claims_name_the_generator},
    {"distinct instances", distinct_instances},
    {"splits keep copies together", splits_keep_copies_together},
    {"splits are exact and by unit", splits_are_exact_and_by_unit},
    {"twins are arranged alike", twins_are_arranged_alike},
    {NULL, NULL},
};
