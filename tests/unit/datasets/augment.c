/* Augmenting a dataset: parents and roots in the rows, families in splits, resuming, shards, other catalogs. */

#include "tests/unit/catalog_made.h"
#include "tests/unit/catalog_number.h"
#include "tests/unit/datasets/fixture.h"

static hbs_status make(hbs_catalog *catalog, const char *name, const char *text, hbs_make_options options, char digest[65], hbs_error *error) {
    hbs_dataset dataset = {0};
    const hbs_status status = make_from(catalog, name, text, &options, &dataset, error);
    if (digest) snprintf(digest, 65, "%s", dataset.digest);
    hbs_dataset_free(&dataset);
    return status;
}

static void make_seeds(hbs_catalog *catalog, const char *name, uint64_t seed) {
    hbs_error error = {0};
    CHECK_OK(make(catalog, name, "sat/sr n=5..9", (hbs_make_options){.count = 20, .seed = seed, .certify = HBS_CERTIFY_STORE, .split = "train=.5,test=.5"}, NULL, &error));
}

#define OF(name) "(SELECT id FROM dataset WHERE name = '" name "')"

static void rows_name_parent_and_root(void) {
    hbs_error error = {0};
    hbs_catalog *catalog = open_ok(fresh("rows.db"), HBS_CATALOG_CREATE);
    make_seeds(catalog, "seeds", 1);
    CHECK_OK(make(catalog, "copies", "sat/augment from=seeds edits=2", (hbs_make_options){.count = 60, .seed = 2, .certify = HBS_CERTIFY_STORE, .threads = 2}, NULL, &error));
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance c JOIN instance p ON p.dataset = " OF("seeds") " AND p.idx = c.parent WHERE c.dataset = " OF("copies")
                                 " AND c.parent_dataset = 'seeds' AND c.root_dataset = 'seeds' AND c.parent = c.idx % 20 AND c.root_unit = p.unit AND c.label = p.label AND c.split = p.split "
                                 "AND c.claim = c.label AND c.certificate IS NOT NULL"), 60);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance WHERE dataset = " OF("seeds") " AND (parent IS NOT NULL OR root_dataset IS NOT NULL)"), 0);
    /* a child of children goes back to the same roots; a split of its own keeps families whole */
    CHECK_OK(make(catalog, "more", "sat/augment from=copies parent_split=train pick=random + sat/uniform n=6 m=20", (hbs_make_options){.count = 200, .seed = 3, .split = "a=.5,b=.5"}, NULL, &error));
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance c JOIN instance p ON p.dataset = " OF("copies") " AND p.idx = c.parent WHERE c.dataset = " OF("more")
                                 " AND c.parent_dataset = 'copies' AND c.root_dataset = 'seeds' AND c.root_unit = p.root_unit AND p.split = 'train'"), 100);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT max(n) FROM (SELECT count(DISTINCT split) AS n FROM instance WHERE dataset = " OF("more") " AND root_unit IS NOT NULL GROUP BY root_unit)"), 1);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(DISTINCT split) FROM instance WHERE dataset = " OF("more") " AND root_unit IS NOT NULL"), 2);
    hbs_dataset dataset = {0};
    hbs_dataset_counts counts;
    CHECK_OK(hbs_dataset_find(catalog, "more", &dataset, &error));
    CHECK_OK(hbs_dataset_count(catalog, dataset.id, &counts, &error));
    CU_ASSERT_EQUAL(counts.augmented, 100);
    CU_ASSERT_EQUAL((long long)counts.families, 100 + catalog_number(catalog, "SELECT count(DISTINCT root_unit) FROM instance WHERE dataset = " OF("more")));
    CU_ASSERT_EQUAL(counts.split_families, 0);
    hbs_dataset_free(&dataset);
    CHECK_OK(hbs_catalog_verify(catalog, NULL, 0, true, NULL, NULL, NULL, NULL, &error));
    hbs_catalog_close(catalog);
}

static void labels_choose_among_the_parents(void) {
    hbs_error error = {0};
    hbs_catalog *catalog = open_ok(fresh("labels.db"), HBS_CATALOG_CREATE);
    make_seeds(catalog, "seeds", 1);
    CHECK_OK(make(catalog, "no", "sat/augment from=seeds parents=3 label=0", (hbs_make_options){.count = 30, .seed = 2}, NULL, &error));
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(DISTINCT parent) FROM instance WHERE dataset = " OF("no") " AND label = 0 AND tries = 1"), 3);
    CHECK_OK(make(catalog, "both", "sat/augment from=seeds", (hbs_make_options){.count = 40, .seed = 2, .balance = true}, NULL, &error));
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(DISTINCT parent) FROM instance WHERE dataset = " OF("both") " AND label = 1 - unit % 2 AND tries = 1"), 20);
    CU_ASSERT_EQUAL(make(catalog, "gone", "sat/augment from=nothing", (hbs_make_options){.count = 4}, NULL, &error), HBS_ERROR_NOT_FOUND);
    CU_ASSERT_EQUAL(make(catalog, "gone", "cqc/augment from=seeds", (hbs_make_options){.count = 4}, NULL, &error), HBS_ERROR_USAGE);
    CU_ASSERT_EQUAL(make(catalog, "gone", "sat/augment from=seeds parent_split=dev", (hbs_make_options){.count = 4}, NULL, &error), HBS_ERROR_USAGE);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM dataset WHERE name = 'gone'"), 0);
    hbs_catalog_close(catalog);
}

/* Threads, shards and another catalog change no byte; a parent that changed in between is told. */
static void bytes_depend_on_the_parents_alone(void) {
    hbs_error error = {0};
    char here[65], there[65], path[4200], text[4300];
    snprintf(path, sizeof path, "%s", fresh("parents.db"));
    hbs_catalog *catalog = open_ok(path, HBS_CATALOG_CREATE);
    make_seeds(catalog, "seeds", 1);
    CHECK_OK(make(catalog, "copies", "sat/augment from=seeds edits=2 replace=1/5", (hbs_make_options){.count = 40, .seed = 2, .threads = 2}, here, &error));
    hbs_catalog_close(catalog);
    snprintf(text, sizeof text, "sat/augment from=%s:seeds edits=2 replace=1/5", path);
    char shard[2][4200];
    for (uint64_t s = 0; s < 2; s++) {
        snprintf(shard[s], sizeof shard[s], "%s", fresh(s ? "one.db" : "zero.db"));
        catalog = open_ok(shard[s], HBS_CATALOG_CREATE);
        CHECK_OK(make(catalog, "copies", text, (hbs_make_options){.count = 40, .seed = 2, .shard = s, .shards = 2}, NULL, &error));
        hbs_catalog_close(catalog);
    }
    catalog = open_ok(fresh("merged.db"), HBS_CATALOG_CREATE);
    CHECK_OK(hbs_catalog_merge(catalog, (const char *const[]){shard[0], shard[1]}, 2, &error));
    hbs_dataset dataset = {0};
    CHECK_OK(hbs_dataset_find(catalog, "copies", &dataset, &error));
    snprintf(there, sizeof there, "%s", dataset.digest);
    hbs_dataset_free(&dataset);
    CU_ASSERT_STRING_EQUAL(here, there);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance WHERE root_dataset LIKE '%parents.db:seeds'"), 40);
    hbs_catalog_close(catalog);
    catalog = open_ok(path, HBS_CATALOG_CREATE);
    CHECK_OK(make(catalog, "copies", "sat/augment from=seeds edits=2 replace=1/5", (hbs_make_options){.count = 40, .seed = 2, .resume = true}, there, &error));
    CU_ASSERT_STRING_EQUAL(here, there);
    CHECK_OK(hbs_dataset_remove(catalog, "seeds", &error));
    make_seeds(catalog, "seeds", 5);
    CU_ASSERT_EQUAL(make(catalog, "copies", "sat/augment from=seeds edits=2 replace=1/5", (hbs_make_options){.count = 40, .seed = 2, .resume = true}, NULL, &error), HBS_ERROR_USAGE);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "another digest"));
    hbs_catalog_close(catalog);
}

static void hear(void *context, const char *message) {
    char *all = context;
    const size_t used = strlen(all);
    snprintf(all + used, 2000 - used, "%s\n", message);
}

static void verifying_asks_the_parents(void) {
    static const struct {
        const char *sql, *says;
    } changes[] = {
        {"UPDATE instance SET parent = 40 WHERE idx = 3 AND dataset = " OF("copies"), "copies, instance 3: its parent, seeds 40, is not there"},
        {"UPDATE instance SET root_unit = root_unit + 1 WHERE idx = 3 AND dataset = " OF("copies"), "copies, instance 3: its parent, seeds 3, has another root"},
        {"UPDATE instance SET root_dataset = 'x' WHERE idx = 3 AND dataset = " OF("copies"), "has another root"},
        {"UPDATE instance SET parent = 2 WHERE idx = 3 AND dataset = " OF("copies"), "copies, instance 3: its parent, seeds 2, has another label"},
    };
    hbs_error error = {0};
    hbs_catalog *catalog = open_ok(fresh("verify.db"), HBS_CATALOG_CREATE);
    make_seeds(catalog, "seeds", 1);
    CHECK_OK(make(catalog, "copies", "sat/augment from=seeds", (hbs_make_options){.count = 20, .seed = 2}, NULL, &error));
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        char all[2000] = "";
        CHECK_OK(hbs_catalog_execute(catalog, "BEGIN", "test", &error));
        CHECK_OK(hbs_catalog_execute(catalog, changes[i].sql, "test", &error));
        CU_ASSERT_EQUAL(hbs_catalog_verify(catalog, NULL, 0, false, hear, all, NULL, NULL, &error), HBS_ERROR_FAULT);
        CU_ASSERT_PTR_NOT_NULL(strstr(all, changes[i].says));
        if (!strstr(all, changes[i].says)) fprintf(stderr, "\n    %s: %s", changes[i].sql, all);
        CHECK_OK(hbs_catalog_execute(catalog, "ROLLBACK", "test", &error));
    }
    /* other parents of that name say nothing about these children */
    CHECK_OK(hbs_dataset_remove(catalog, "seeds", &error));
    make_seeds(catalog, "seeds", 9);
    CHECK_OK(hbs_catalog_verify(catalog, NULL, 0, true, NULL, NULL, NULL, NULL, &error));
    hbs_catalog_close(catalog);
}

const hbs_test hbs_tests[] = {
    {"verifying asks the parents", verifying_asks_the_parents},
    {"rows name parent and root", rows_name_parent_and_root},
    {"labels choose among the parents", labels_choose_among_the_parents},
    {"bytes depend on the parents alone", bytes_depend_on_the_parents_alone},
    {NULL, NULL},
};
