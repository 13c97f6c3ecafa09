/* Making datasets: the same rows for any number of threads, shards, kills and resumes; labels, splits, orders. */
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "datasets/catalog_connection.h"
#include "datasets/make.h"
#include "tests/unit/datasets/fixture.h"

typedef struct made {
    hbs_status status;
    hbs_error error;
    hbs_dataset dataset;
} made;

static hbs_make_options defaults(uint64_t count) { return (hbs_make_options){.count = count, .seed = 7, .certify = HBS_CERTIFY_CHECK}; }

static made make_in(hbs_catalog *catalog, const char *name, const char *text, const hbs_make_options *options) {
    made m = {0};
    hbs_error error = {0};
    hbs_spec spec = {0};
    CHECK_OK(hbs_spec_parse_text(&spec, text, &error));
    m.status = hbs_make(catalog, name, &spec, options, NULL, &m.dataset, &m.error);
    hbs_spec_free(&spec);
    return m;
}

static hbs_catalog *open_ok(const char *path, hbs_catalog_mode mode) {
    hbs_error error = {0};
    hbs_catalog *catalog = NULL;
    CHECK_OK(hbs_catalog_open(&catalog, path, mode, NULL, &error));
    return catalog;
}

/* The digest of a fresh dataset in a catalog of its own. */
static void digest_of(const char *text, const hbs_make_options *options, char out[65]) {
    hbs_error error = {0};
    hbs_catalog *catalog = open_ok(fresh("one.db"), HBS_CATALOG_CREATE);
    made m = make_in(catalog, "d", text, options);
    error = m.error;
    CHECK_OK(m.status);
    CU_ASSERT(m.dataset.complete);
    memcpy(out, m.dataset.digest, 65);
    hbs_dataset_free(&m.dataset);
    hbs_catalog_close(catalog);
}

static const char *const specs[] = {
    "sat/sr n=5..12",
    "sat/uniform n=10..14 m=55",
    "sat/planted n=10 m=43 + sat/uniform n=10 m=43 label=0",
    "sat/sr n=4..8 share=.5 + sat/uniform n=8 m=34 share=.3 + sat/core n=20 m=50",
    "cqc/uniform",
    "cqc/pullback",
};
#define SPECS (sizeof specs / sizeof *specs)

static void threads_change_nothing(void) {
    char one[65], many[65];
    for (size_t i = 0; i < SPECS; i++) {
        hbs_make_options options = defaults(i == 0 ? 400 : 120);
        digest_of(specs[i], &options, one);
        for (unsigned threads = 2; threads <= 5; threads += 3) {
            options.threads = threads;
            digest_of(specs[i], &options, many);
            CU_ASSERT_STRING_EQUAL(one, many);
        }
        options.seed++;
        digest_of(specs[i], &options, many);
        CU_ASSERT_STRING_NOT_EQUAL(one, many);
    }
}

static void shards_merge_to_the_whole(void) {
    hbs_error error = {0};
    for (size_t i = 0; i < SPECS; i++) {
        char whole[65];
        const char *path[3];
        hbs_make_options options = defaults(i == 0 ? 302 : 100);
        options.split = "train=.8,valid=.1,test=.1";
        digest_of(specs[i], &options, whole);
        options.shards = 3;
        for (uint64_t s = 0; s < 3; s++) {
            char name[16];
            snprintf(name, sizeof name, "shard%u.db", (unsigned)s);
            path[s] = fresh(name);
            hbs_catalog *shard = open_ok(path[s], HBS_CATALOG_CREATE);
            options.shard = s;
            made m = make_in(shard, "d", specs[i], &options);
            error = m.error;
            CHECK_OK(m.status);
            CU_ASSERT_FALSE(m.dataset.complete);
            hbs_dataset_free(&m.dataset);
            hbs_catalog_close(shard);
        }
        hbs_catalog *merged = open_ok(fresh("merged.db"), HBS_CATALOG_CREATE);
        hbs_dataset dataset = {0};
        CHECK_OK(hbs_catalog_merge(merged, (const char *const[]){path[2], path[0], path[1]}, 3, &error));
        CHECK_OK(hbs_dataset_find(merged, "d", &dataset, &error));
        CU_ASSERT(dataset.complete);
        CU_ASSERT_STRING_EQUAL(dataset.digest, whole);
        hbs_dataset_free(&dataset);
        hbs_catalog_close(merged);
    }
}

static const char killed_spec[] = "sat/uniform n=30 m=128 label=0 + sat/sr n=10..20";
static hbs_make_options killed_options(void) {
    hbs_make_options options = defaults(3000);
    options.resume = true;
    options.threads = 2;
    return options;
}

static long long count_rows(const char *path) {
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    long long count = -1;
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK && sqlite3_prepare_v2(db, "SELECT count(*) FROM instance", -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        count = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return count;
}

/* One try to make it, killed after a while. True when it came to its end first. */
static bool make_killed(const char *path, unsigned microseconds) {
    int result = 0;
    const pid_t child = fork();
    if (child == 0) {
        hbs_error error = {0};
        hbs_catalog *catalog = NULL;
        hbs_spec spec = {0};
        hbs_dataset dataset = {0};
        const hbs_make_options options = killed_options();
        const bool done = hbs_catalog_open(&catalog, path, HBS_CATALOG_CREATE, NULL, &error) == HBS_OK && hbs_spec_parse_text(&spec, killed_spec, &error) == HBS_OK &&
                          hbs_make(catalog, "d", &spec, &options, NULL, &dataset, &error) == HBS_OK;
        if (!done) fprintf(stderr, "\n    %s\n", error.message);
        hbs_catalog_close(catalog);
        _exit(done ? 0 : 1);
    }
    usleep(microseconds);
    kill(child, SIGKILL);
    waitpid(child, &result, 0);
    CU_ASSERT(WIFSIGNALED(result) || WEXITSTATUS(result) == 0);
    return WIFEXITED(result);
}

static void kills_and_resumes_change_nothing(void) {
    char whole[65];
    hbs_error error = {0};
    hbs_make_options options = killed_options();
    hbs_rng rng;
    const char *path = fresh("killed.db");
    unsigned partial = 0;
    digest_of(killed_spec, &options, whole);
    hbs_rng_seed(&rng, 1, 0, HBS_LANE_ANALYSIS);
    for (unsigned kills = 0; kills < 20; kills++) {
        if (make_killed(path, 1000 + (unsigned)hbs_rng_below(&rng, 150000))) path = fresh("killed.db");   /* it was done: once more */
        else if (count_rows(path) > 0) partial++;
    }
    CU_ASSERT(partial > 0);
    hbs_catalog *catalog = open_ok(path, HBS_CATALOG_CREATE);
    made m = make_in(catalog, "d", killed_spec, &options);
    error = m.error;
    CHECK_OK(m.status);
    CU_ASSERT_STRING_EQUAL(m.dataset.digest, whole);
    hbs_dataset_free(&m.dataset);
    hbs_catalog_close(catalog);
}

typedef struct watcher {
    uint64_t seen, after;
} watcher;
static void watch(void *context, const hbs_progress *progress) { ((watcher *)context)->seen = progress->done; }
static bool enough(void *context) { return ((watcher *)context)->seen >= ((watcher *)context)->after; }

static void stopping_keeps_and_resume_completes(void) {
    char whole[65];
    hbs_error error = {0};
    hbs_spec spec = {0};
    hbs_dataset dataset = {0};
    hbs_make_options options = defaults(600);
    watcher w = {.after = 100};
    const hbs_listener listener = {.context = &w, .progress = watch, .stop = enough};
    digest_of(specs[0], &options, whole);
    CHECK_OK(hbs_spec_parse_text(&spec, specs[0], &error));
    hbs_catalog *catalog = open_ok(fresh("stop.db"), HBS_CATALOG_CREATE);
    CU_ASSERT_EQUAL(hbs_make(catalog, "d", &spec, &options, &listener, &dataset, &error), HBS_ERROR_INTERRUPTED);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "--resume"));
    CU_ASSERT_PTR_NULL(dataset.name);
    CHECK_OK(hbs_dataset_find(catalog, "d", &dataset, &error));
    hbs_dataset_counts counts;
    CHECK_OK(hbs_dataset_count(catalog, dataset.id, &counts, &error));
    CU_ASSERT(counts.instances >= 100 && counts.instances < 600);
    CU_ASSERT_FALSE(dataset.complete);
    hbs_dataset_free(&dataset);
    /* what is stored must be what is asked for */
    CU_ASSERT_EQUAL(hbs_make(catalog, "d", &spec, &options, NULL, &dataset, &error), HBS_ERROR_EXISTS);
    options.resume = true;
    static const struct {
        size_t offset;
        const char *word;
    } change[] = {{offsetof(hbs_make_options, seed), "seed"}, {offsetof(hbs_make_options, count), "count"}, {offsetof(hbs_make_options, budget), "options"}};
    for (size_t i = 0; i < sizeof change / sizeof *change; i++) {
        hbs_make_options other = options;
        *(uint64_t *)(void *)((char *)&other + change[i].offset) += 2;
        CU_ASSERT_EQUAL(hbs_make(catalog, "d", &spec, &other, NULL, &dataset, &error), HBS_ERROR_USAGE);
        CU_ASSERT_PTR_NOT_NULL(strstr(error.message, change[i].word));
    }
    CHECK_OK(hbs_make(catalog, "d", &spec, &options, NULL, &dataset, &error));
    CU_ASSERT_STRING_EQUAL(dataset.digest, whole);
    hbs_dataset_free(&dataset);
    CHECK_OK(hbs_make(catalog, "d", &spec, &options, NULL, &dataset, &error));   /* done already */
    CU_ASSERT_STRING_EQUAL(dataset.digest, whole);
    hbs_dataset_free(&dataset);
    hbs_spec_free(&spec);
    hbs_catalog_close(catalog);
}

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

static bool brute_satisfiable(const hbs_cnf *cnf) {
    uint8_t model[32] = {0};
    for (uint32_t x = 0; x < UINT32_C(1) << cnf->variables; x++) {
        for (uint32_t v = 0; v < cnf->variables; v++) model[v + 1] = (uint8_t)(x >> v & 1);
        if (hbs_cnf_satisfied(cnf, model)) return true;
    }
    return false;
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
    CU_ASSERT_EQUAL(row->label, brute_satisfiable(&instance->cnf));
    CU_ASSERT_EQUAL(row->size_n, instance->cnf.variables);
    CU_ASSERT_EQUAL(row->size_m, instance->cnf.clauses);
    CU_ASSERT(row->tries >= 1);
    CU_ASSERT(row->choice_bits > 0);
    CHECK_OK(hbs_cnf_gbd_hash(&instance->cnf, gbd, &error));
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
    made m = make_in(catalog, "d", text, options);
    error = m.error;
    CHECK_OK(m.status);
    CHECK_OK(hbs_checker_new(&t.checker, &error));
    each_row(catalog, &m.dataset, check_row, &t);
    hbs_checker_free(t.checker);
    hbs_dataset_free(&m.dataset);
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

const hbs_test hbs_tests[] = {
    {"threads change nothing", threads_change_nothing},
    {"shards merge to the whole", shards_merge_to_the_whole},
    {"kills and resumes change nothing", kills_and_resumes_change_nothing},
    {"stopping keeps and resume completes", stopping_keeps_and_resume_completes},
    {"labels and certificates hold", labels_and_certificates_hold},
    {"balance alternates", balance_alternates},
    {NULL, NULL},
};
