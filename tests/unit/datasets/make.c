/* Making datasets: the same bytes for any number of threads, shards, kills and resumes; what is refused, and full disks. */
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include "datasets/catalog/connection.h"
#include "datasets/make/plan.h"
#include "tests/unit/catalog_made.h"
#include "tests/unit/catalog_number.h"
#include "tests/unit/datasets/fixture.h"

static hbs_make_options defaults(uint64_t count) { return (hbs_make_options){.count = count, .seed = 7, .certify = HBS_CERTIFY_CHECK}; }

/* The digest of a fresh dataset in a catalog of its own. */
static void digest_of(const char *text, const hbs_make_options *options, char out[65]) {
    hbs_catalog *catalog = open_ok(fresh("one.db"), HBS_CATALOG_CREATE);
    hbs_dataset dataset = make_ok(catalog, "d", text, options);
    CU_ASSERT(dataset.complete);
    memcpy(out, dataset.digest, 65);
    hbs_dataset_free(&dataset);
    hbs_catalog_close(catalog);
}

/* Shards of many units of one part are found by arithmetic, as a walk finds them; more than a catalog can hold is refused at once. */
static void many_units_are_counted_not_walked(void) {
    static const char *const one_part[] = {"sat/sr n=5..12", "sat/uniform n=10 m=43"};
    hbs_error error = {0};
    for (size_t i = 0; i < 2; i++) {
        hbs_spec spec = {0};
        hbs_plan plan;
        hbs_schedule walk;
        uint64_t unit, idx;
        CHECK_OK(hbs_spec_parse_text(&spec, one_part[i], &error));
        CHECK_OK(hbs_plan_start(&plan, &spec, 1000, 2, 7, &error));
        CHECK_OK(hbs_schedule_start(&walk, &spec, 1000, &error));
        while (walk.unit < plan.start.unit) CU_ASSERT_EQUAL(hbs_schedule_next(&walk, &unit, &idx), 0);
        CU_ASSERT(walk.unit > 100);
        CU_ASSERT_EQUAL(walk.unit, plan.start.unit);
        CU_ASSERT_EQUAL(walk.idx, plan.start.idx);
        CU_ASSERT_EQUAL(walk.made[0], plan.start.made[0]);
        hbs_plan_free(&plan);
        CHECK_OK(hbs_plan_start(&plan, &spec, UINT64_C(1000000000000), 1, 2, &error));
        CU_ASSERT_EQUAL(plan.start.idx, UINT64_C(500000000000));
        hbs_plan_free(&plan);
        hbs_spec_free(&spec);
    }
    hbs_catalog *catalog = open_ok(fresh("many.db"), HBS_CATALOG_CREATE);
    static const uint64_t counts[] = {UINT64_C(1000000000002), INT64_MAX - 1, UINT64_MAX - 1};
    for (size_t i = 0; i < 3; i++) {
        const hbs_make_options options = defaults(counts[i]);
        hbs_dataset dataset = {0};
        CU_ASSERT_EQUAL(make_from(catalog, "d", "sat/sr n=5 + sat/uniform n=5 m=20", &options, &dataset, &error), HBS_ERROR_USAGE);
        CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "1000000000000"));
    }
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
            hbs_dataset dataset = make_ok(shard, "d", specs[i], &options);
            CU_ASSERT_FALSE(dataset.complete);
            hbs_dataset_free(&dataset);
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
    hbs_make_options options = killed_options();
    hbs_rng rng;
    const char *path = fresh("killed.db");
    unsigned partial = 0;
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    digest_of(killed_spec, &options, whole);
    clock_gettime(CLOCK_MONOTONIC, &end);
    const uint64_t length = 1 + (uint64_t)((end.tv_sec - start.tv_sec) * 1000000 + (end.tv_nsec - start.tv_nsec) / 1000);   /* of one go, in microseconds */
    hbs_rng_seed(&rng, 1, 0, HBS_LANE_ANALYSIS);
    for (unsigned kills = 0; kills < 20; kills++) {
        if (make_killed(path, (unsigned)hbs_rng_below(&rng, length))) path = fresh("killed.db");   /* it was done: once more */
        else if (count_rows(path) > 0) partial++;
    }
    CU_ASSERT(partial > 0);
    hbs_catalog *catalog = open_ok(path, HBS_CATALOG_CREATE);
    hbs_dataset dataset = make_ok(catalog, "d", killed_spec, &options);
    CU_ASSERT_STRING_EQUAL(dataset.digest, whole);
    hbs_dataset_free(&dataset);
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

static void bad_options_are_refused_before_anything_is_written(void) {
    hbs_error error = {0};
    hbs_dataset dataset = {0};
    hbs_catalog *catalog = open_ok(fresh("bad.db"), HBS_CATALOG_CREATE);
    static const struct {
        const char *spec, *word;
        hbs_make_options options;
    } bad[] = {
        {"sat/uniform n=5 m=9", "--count", {.count = 0}},
        {"sat/uniform n=5 m=9", "shards count from 0", {.count = 9, .shard = 3, .shards = 3}},
        {"sat/sr n=5", "--balance", {.count = 10, .balance = true}},
        {"sat/uniform n=9 m=30 + sat/planted n=9 m=30", "sat/planted makes one label only", {.count = 10, .balance = true}},
        {"sat/sr n=5", "ask for 10 or 12", {.count = 11}},
        {"sat/uniform n=5 m=9", "no solver", {.count = 9, .solver = "oracle"}},
        {"sat/uniform n=5 m=9", "make the dataset in one piece", {.count = 9, .distinct = true, .shards = 3}},
        {"sat/uniform n=4 k=2 m=4", "has 57 instances up to renaming, and 58", {.count = 58, .distinct = true}},
        {"sat/uniform n=3 k=3 m=8", "has 0 satisfiable instances", {.count = 2, .distinct = true, .balance = true}},
        {"sat/uniform n=7 k=1 m=1", "has 14 instances", {.count = 15, .distinct = true}},
        {"sat/uniform n=5 m=9", "add up to", {.count = 9, .split = "train=.5,test=.4"}},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CU_ASSERT_EQUAL(make_from(catalog, "d", bad[i].spec, &bad[i].options, &dataset, &error), HBS_ERROR_USAGE);
        if (!strstr(error.message, bad[i].word)) fprintf(stderr, "\n    %s\n", error.message);
        CU_ASSERT_PTR_NOT_NULL(strstr(error.message, bad[i].word));
    }
    const hbs_make_options options = defaults(4);
    CU_ASSERT_EQUAL(make_from(catalog, "a b", "sat/sr n=5", &options, &dataset, &error), HBS_ERROR_USAGE);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM dataset"), 0);
    hbs_catalog_close(catalog);
}

static void options_come_back(void) {
    hbs_error error = {0};
    const hbs_make_options options = {.balance = true, .solver = "picosat", .certify = HBS_CERTIFY_STORE, .budget = 12345678901, .tries = 7, .split = "a=.5,b=.5",
                                      .shard = 1, .shards = 3, .split_apart = true, .distinct = true, .keep_order = true, .rename = true, .trust_construction = true};
    hbs_make_options back = {0};
    hbs_bytes text = {0}, again = {0};
    CHECK_OK(hbs_make_options_print(&options, &text, &error));
    CHECK_OK(hbs_make_options_parse(&back, (const char *)text.data, &error));
    CHECK_OK(hbs_make_options_print(&back, &again, &error));
    CU_ASSERT_STRING_EQUAL((const char *)text.data, (const char *)again.data);
    CU_ASSERT(back.balance && back.keep_order && back.rename && back.trust_construction && back.budget == 12345678901 && back.tries == 7 && back.shard == 1 && back.split_apart && back.distinct);
    hbs_make_options_free(&back);
    static const char *const bad[] = {"", "[]", "{\"budget\":-1}", "{\"budget\":1.5}", "{\"who\":1}", "{\"certify\":\"maybe\"}", "{\"balance\":1}", "{\"solver\":null}", "{\"tries\":1,\"tries\":2}", "{"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) CU_ASSERT_EQUAL(hbs_make_options_parse(&back, bad[i], &error), HBS_ERROR_INPUT);
    hbs_bytes_free(&text);
    hbs_bytes_free(&again);
}

/* Two processes make two datasets in one catalog at once. */
static void two_writers_share_a_catalog(void) {
    const char *path = fresh("both.db");
    hbs_catalog_close(open_ok(path, HBS_CATALOG_CREATE));
    pid_t child[2];
    for (int i = 0; i < 2; i++) {
        child[i] = fork();
        if (child[i] == 0) {
            hbs_error error = {0};
            hbs_catalog *catalog = NULL;
            hbs_spec spec = {0};
            hbs_dataset dataset = {0};
            const hbs_make_options options = defaults(4000);
            const bool done = hbs_catalog_open(&catalog, path, HBS_CATALOG_WRITE, NULL, &error) == HBS_OK && hbs_spec_parse_text(&spec, "sat/sr n=5..9", &error) == HBS_OK &&
                              hbs_make(catalog, i ? "one" : "two", &spec, &options, NULL, &dataset, &error) == HBS_OK;
            if (!done) fprintf(stderr, "\n    %s\n", error.message);
            hbs_catalog_close(catalog);
            _exit(done ? 0 : 1);
        }
    }
    for (int i = 0; i < 2; i++) {
        int result = -1;
        waitpid(child[i], &result, 0);
        CU_ASSERT_EQUAL(result, 0);
    }
    hbs_catalog *catalog = open_ok(path, HBS_CATALOG_READ);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(DISTINCT digest) FROM dataset WHERE complete"), 1);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance"), 8000);
    hbs_catalog_close(catalog);
}

/* A disk that fills up: what is committed stays, and a resume with more room comes to the same end. */
static void a_full_disk_can_be_resumed(void) {
    char whole[65];
    hbs_make_options options = defaults(3000);
    const char *path = fresh("full.db");
    digest_of(specs[1], &options, whole);
    const pid_t child = fork();
    if (child == 0) {
        hbs_error error = {0};
        hbs_catalog *catalog = NULL;
        hbs_spec spec = {0};
        hbs_dataset dataset = {0};
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){500000, 500000});
        hbs_status status = hbs_catalog_open(&catalog, path, HBS_CATALOG_CREATE, NULL, &error);
        if (status == HBS_OK) status = hbs_spec_parse_text(&spec, specs[1], &error);
        if (status == HBS_OK) status = hbs_make(catalog, "d", &spec, &options, NULL, &dataset, &error);
        hbs_catalog_close(catalog);
        _exit(status == HBS_ERROR_IO && strstr(error.message, "--resume") ? 0 : 1);
    }
    int result = -1;
    waitpid(child, &result, 0);
    CU_ASSERT_EQUAL(result, 0);
    hbs_catalog *catalog = open_ok(path, HBS_CATALOG_CREATE);
    const long long kept = catalog_number(catalog, "SELECT count(*) FROM instance");
    CU_ASSERT(kept > 0 && kept < 3000);
    options.resume = true;
    hbs_dataset dataset = make_ok(catalog, "d", specs[1], &options);
    CU_ASSERT_STRING_EQUAL(dataset.digest, whole);
    hbs_dataset_free(&dataset);
    hbs_catalog_close(catalog);
}

const hbs_test hbs_tests[] = {
    {"many units are counted, not walked", many_units_are_counted_not_walked},
    {"threads change nothing", threads_change_nothing},
    {"shards merge to the whole", shards_merge_to_the_whole},
    {"kills and resumes change nothing", kills_and_resumes_change_nothing},
    {"stopping keeps and resume completes", stopping_keeps_and_resume_completes},
    {"bad options are refused before anything is written", bad_options_are_refused_before_anything_is_written},
    {"options come back", options_come_back},
    {"two writers share a catalog", two_writers_share_a_catalog},
    {"a full disk can be resumed", a_full_disk_can_be_resumed},
    {NULL, NULL},
};
