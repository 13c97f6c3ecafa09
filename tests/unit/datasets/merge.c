/* Merging whole catalogs and shards; what does not fit is refused and leaves nothing. */
#include <sqlite3.h>

#include "tests/unit/catalog_made.h"
#include "tests/unit/catalog_number.h"
#include "tests/unit/datasets/fixture.h"

static void make_shard(const char *path, uint64_t shard, uint64_t seed, const char *text) {
    hbs_catalog *catalog = open_ok(path, HBS_CATALOG_CREATE);
    const hbs_make_options options = {.count = 60, .seed = seed, .certify = HBS_CERTIFY_STORE, .shards = 3, .shard = shard};
    hbs_dataset dataset = make_ok(catalog, "d", text, &options);
    hbs_dataset_free(&dataset);
    hbs_catalog_close(catalog);
}

static const char spec_text[] = "sat/sr n=4..8";

static void whole_datasets_are_copied(void) {
    hbs_error error = {0};
    const char *one = fresh("one.db"), *two = fresh("two.db");
    hbs_catalog *catalog = open_ok(one, HBS_CATALOG_CREATE);
    hbs_dataset made = {0}, found = {0};
    random_dataset(catalog, "a", 100, &made);
    hbs_catalog_close(catalog);
    catalog = open_ok(two, HBS_CATALOG_CREATE);
    random_dataset(catalog, "b", 50, NULL);
    random_dataset(catalog, "c", 20, NULL);
    hbs_catalog_close(catalog);
    catalog = open_ok(fresh("into.db"), HBS_CATALOG_CREATE);
    CHECK_OK(hbs_catalog_merge(catalog, (const char *const[]){one, two}, 2, &error));
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance"), 170);
    CHECK_OK(hbs_dataset_find(catalog, "a", &found, &error));
    CU_ASSERT(found.complete);
    CU_ASSERT_STRING_EQUAL(found.digest, made.digest);
    CU_ASSERT_EQUAL(found.seed, made.seed);
    /* a name that is taken: nothing of the other catalog comes in */
    const char *three = fresh("three.db");
    hbs_catalog *other = open_ok(three, HBS_CATALOG_CREATE);
    random_dataset(other, "A-before", 5, NULL);
    random_dataset(other, "c", 20, NULL);
    hbs_catalog_close(other);
    CU_ASSERT_EQUAL(hbs_catalog_merge(catalog, &three, 1, &error), HBS_ERROR_EXISTS);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "dataset c"));
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM dataset"), 3);
    hbs_dataset_free(&made);
    hbs_dataset_free(&found);
    hbs_catalog_close(catalog);
}

static void shards_in_steps(void) {
    hbs_error error = {0};
    const char *path[3] = {fresh("s0.db"), fresh("s1.db"), fresh("s2.db")};
    hbs_dataset dataset = {0};
    for (unsigned i = 0; i < 3; i++) make_shard(path[i], i, 5, spec_text);
    hbs_catalog *catalog = open_ok(fresh("into.db"), HBS_CATALOG_CREATE);
    CHECK_OK(hbs_catalog_merge(catalog, &path[2], 1, &error));
    CHECK_OK(hbs_catalog_merge(catalog, &path[0], 1, &error));
    CHECK_OK(hbs_dataset_find(catalog, "d", &dataset, &error));
    CU_ASSERT_FALSE(dataset.complete);
    CU_ASSERT_PTR_NULL(strstr(dataset.options, "shard"));
    hbs_dataset_free(&dataset);
    /* the hole is not papered over by a resume */
    hbs_spec spec = {0};
    const hbs_make_options options = {.count = 60, .seed = 5, .certify = HBS_CERTIFY_STORE, .resume = true};
    CHECK_OK(hbs_spec_parse_text(&spec, spec_text, &error));
    CU_ASSERT_EQUAL(hbs_make(catalog, "d", &spec, &options, NULL, &dataset, &error), HBS_ERROR_USAGE);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "missing"));
    CU_ASSERT_EQUAL(hbs_catalog_merge(catalog, &path[0], 1, &error), HBS_ERROR_EXISTS);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "merge each shard once"));
    CHECK_OK(hbs_catalog_merge(catalog, &path[1], 1, &error));
    CHECK_OK(hbs_dataset_find(catalog, "d", &dataset, &error));
    CU_ASSERT(dataset.complete);
    char digest[65];
    memcpy(digest, dataset.digest, 65);
    CHECK_OK(hbs_catalog_verify(catalog, NULL, 0, false, NULL, NULL, NULL, NULL, &error));
    hbs_dataset_free(&dataset);
    hbs_catalog_close(catalog);
    /* into the catalog of a shard */
    catalog = open_ok(path[0], HBS_CATALOG_CREATE);
    CHECK_OK(hbs_catalog_merge(catalog, &path[1], 2, &error));
    CHECK_OK(hbs_dataset_find(catalog, "d", &dataset, &error));
    CU_ASSERT_STRING_EQUAL(dataset.digest, digest);
    hbs_dataset_free(&dataset);
    hbs_catalog_close(catalog);
    hbs_spec_free(&spec);
}

static void shards_of_others_are_refused(void) {
    hbs_error error = {0};
    const char *path[3] = {fresh("s0.db"), fresh("s1.db"), fresh("s2.db")};
    make_shard(path[0], 0, 5, spec_text);
    make_shard(path[1], 1, 6, spec_text);
    make_shard(path[2], 2, 5, "sat/sr n=4..9");
    hbs_catalog *catalog = open_ok(fresh("into.db"), HBS_CATALOG_CREATE);
    CHECK_OK(hbs_catalog_merge(catalog, &path[0], 1, &error));
    for (int i = 1; i < 3; i++) {
        CU_ASSERT_EQUAL(hbs_catalog_merge(catalog, &path[i], 1, &error), HBS_ERROR_EXISTS);
        CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "its spec, seed, count or options are others"));
    }
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance"), 20);
    const char *missing = in_folder("missing.db");
    CU_ASSERT_EQUAL(hbs_catalog_merge(catalog, &missing, 1, &error), HBS_ERROR_NOT_FOUND);
    hbs_catalog_close(catalog);
}

static void changed_rows_do_not_come_in(void) {
    hbs_error error = {0};
    const char *path = fresh("changed.db");
    hbs_catalog *catalog = open_ok(path, HBS_CATALOG_CREATE);
    random_dataset(catalog, "a", 10, NULL);
    execute(catalog, "UPDATE instance SET label = 1 - label WHERE idx = 4");
    hbs_catalog_close(catalog);
    catalog = open_ok(fresh("into.db"), HBS_CATALOG_CREATE);
    CU_ASSERT_EQUAL(hbs_catalog_merge(catalog, &path, 1, &error), HBS_ERROR_FAULT);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM dataset"), 0);
    hbs_catalog_close(catalog);
}

const hbs_test hbs_tests[] = {
    {"whole datasets are copied", whole_datasets_are_copied},
    {"shards in steps", shards_in_steps},
    {"shards of others are refused", shards_of_others_are_refused},
    {"changed rows do not come in", changed_rows_do_not_come_in},
    {NULL, NULL},
};
