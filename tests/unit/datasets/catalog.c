/* The catalog: round trips, what is refused, full disks. */
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "datasets/catalog/connection.h"
#include "tests/unit/catalog_made.h"
#include "tests/unit/catalog_number.h"
#include "tests/unit/datasets/fixture.h"

static int run_sql(hbs_catalog *catalog, const char *sql) { return sqlite3_exec(hbs_catalog_sqlite(catalog), sql, NULL, NULL, NULL); }

static void check_row(const hbs_row *found, const hbs_row *expected) {
    CU_ASSERT_EQUAL(found->idx, expected->idx);
    CU_ASSERT_EQUAL(found->unit, expected->unit);
    CU_ASSERT_EQUAL(found->label, expected->label);
    CU_ASSERT_EQUAL(found->claim, expected->claim);
    CU_ASSERT_STRING_EQUAL(found->split, expected->split);
    CU_ASSERT_PTR_NULL(found->name);
    CU_ASSERT_EQUAL(!found->reason, !expected->reason);
    CU_ASSERT_EQUAL(!found->label_source, !expected->label_source);
    CU_ASSERT_EQUAL(found->effort, expected->effort);
    CU_ASSERT_EQUAL(found->tries, expected->tries);
    CU_ASSERT_EQUAL(found->unknown_tries, expected->unknown_tries);
    CU_ASSERT(isnan(expected->choice_bits) ? isnan(found->choice_bits) : found->choice_bits == expected->choice_bits);
    CU_ASSERT_EQUAL_FATAL(found->payload_size, expected->payload_size);
    CU_ASSERT(!memcmp(found->payload, expected->payload, expected->payload_size));
    CU_ASSERT(!memcmp(found->content_hash, expected->content_hash, HBS_HASH_SIZE));
    CU_ASSERT_STRING_EQUAL(found->gbd_hash, expected->gbd_hash);
    CU_ASSERT_EQUAL(found->certificate_kind, HBS_CERTIFICATE_NONE);
    CU_ASSERT_PTR_NULL(found->certificate);
    CU_ASSERT_EQUAL(!found->parent_dataset, !expected->parent_dataset);
    if (expected->parent_dataset) {
        CU_ASSERT_STRING_EQUAL(found->parent_dataset, expected->parent_dataset);
        CU_ASSERT_STRING_EQUAL(found->root_dataset, expected->root_dataset);
    }
    CU_ASSERT_EQUAL(found->parent, expected->parent);
    CU_ASSERT_EQUAL(found->root_unit, expected->root_unit);
    CU_ASSERT_EQUAL(found->family, hbs_family(expected->root_dataset, expected->root_unit, expected->unit));
    CU_ASSERT_EQUAL(!found->canonical_hash, !expected->canonical_hash);
    if (expected->canonical_hash) CU_ASSERT(!memcmp(found->canonical_hash, expected->canonical_hash, HBS_HASH_SIZE));
}

static void families_go_by_their_root(void) {
    CU_ASSERT_EQUAL(hbs_family(NULL, 9, 4), 4);
    CU_ASSERT_EQUAL(hbs_family("a", 9, 4), hbs_family("a", 9, 5));
    CU_ASSERT_NOT_EQUAL(hbs_family("a", 9, 4), hbs_family("a", 8, 4));
    CU_ASSERT_NOT_EQUAL(hbs_family("a", 9, 4), hbs_family("b", 9, 4));
    CU_ASSERT(hbs_family("a", 0, 0) >> 62 == 1);
}

static void rows_come_back(void) {
    hbs_error error = {0};
    const char *path = fresh("rows.db");
    hbs_catalog *catalog = open_ok(path, HBS_CATALOG_CREATE);
    hbs_dataset made = {0}, found = {0};
    hbs_rows *rows = NULL;
    hbs_row row;
    bool more;
    row_room room = {0};
    hbs_instance instance = {0};
    random_dataset(catalog, "train", 1500, &made);
    hbs_catalog_close(catalog);
    catalog = open_ok(path, HBS_CATALOG_READ);
    CHECK_OK(hbs_dataset_find(catalog, "train", &found, &error));
    CU_ASSERT_EQUAL(found.seed, UINT64_MAX);
    CU_ASSERT_EQUAL(found.count, 1500);
    CU_ASSERT(found.complete);
    CU_ASSERT_STRING_EQUAL(found.digest, made.digest);
    CU_ASSERT_EQUAL(strlen(found.digest), 64);
    CHECK_OK(hbs_rows_open(&rows, catalog, found.id, &error));
    for (uint64_t i = 0; i < 1500; i++) {
        CHECK_OK(hbs_rows_next(rows, &row, &more, &error));
        CU_ASSERT_FATAL(more);
        check_row(&row, random_row(&room, i));
        CU_ASSERT_STRING_EQUAL(row.dataset, "train");
    }
    CHECK_OK(hbs_rows_next(rows, &row, &more, &error));
    CU_ASSERT_FALSE(more);
    hbs_rows_close(rows);
    hbs_dataset_counts counts;
    CHECK_OK(hbs_dataset_count(catalog, found.id, &counts, &error));
    CU_ASSERT_EQUAL(counts.instances, 1500);
    CU_ASSERT_EQUAL(counts.units, 750);
    CU_ASSERT_EQUAL(counts.unknown, 500);
    CU_ASSERT_EQUAL(counts.label[0], 500);
    CU_ASSERT_EQUAL(counts.label[1], 500);
    CU_ASSERT_EQUAL(counts.unknown_tries, 750);
    CU_ASSERT_EQUAL(counts.infeasible, 0);
    hbs_instance_free(&instance);
    hbs_dataset_free(&made);
    hbs_dataset_free(&found);
    row_room_free(&room);
    hbs_catalog_close(catalog);
}

/* The digest as documented, computed here from the rows by another hand. */
static void digest_is_as_documented(void) {
    hbs_error error = {0};
    hbs_catalog *catalog = open_ok(fresh("digest.db"), HBS_CATALOG_CREATE);
    hbs_dataset made = {0};
    row_room room = {0};
    hbs_bytes bytes = {0};
    uint8_t sum[32];
    char hex[65];
    random_dataset(catalog, "d", 9, &made);
    for (uint64_t i = 0; i < 9; i++) {
        const hbs_row *row = random_row(&room, i);
        const uint64_t size = row->payload_size;   /* less than 256 */
        const uint8_t head[9] = {(uint8_t)(row->label < 0 ? 2 : row->label), (uint8_t)size};
        CU_ASSERT_FATAL(size < 256);
        CHECK_OK(hbs_bytes_append(&bytes, head, 9, &error));
        CHECK_OK(hbs_bytes_append(&bytes, row->payload, row->payload_size, &error));
    }
    hbs_hash_of(bytes.data, bytes.size, sum);
    hbs_hex(sum, 32, hex);
    CU_ASSERT_STRING_EQUAL(hex, made.digest);
    hbs_bytes_free(&bytes);
    row_room_free(&room);
    hbs_dataset_free(&made);
    hbs_catalog_close(catalog);
}

static void closed_it_is_one_plain_file(void) {
    const char *path = fresh("plain.db");
    char name[4200];
    hbs_catalog *catalog = open_ok(path, HBS_CATALOG_CREATE);
    random_dataset(catalog, "train", 10, NULL);
    hbs_catalog_close(catalog);
    snprintf(name, sizeof name, "%s-wal", path);
    CU_ASSERT_FALSE(file_exists(name));
    snprintf(name, sizeof name, "%s-shm", path);
    CU_ASSERT_FALSE(file_exists(name));
    size_t size;
    char *data = read_file(path, &size);
    CU_ASSERT_EQUAL(data[18], 1);   /* rollback journal, not write-ahead */
    CU_ASSERT(!memcmp(data + 68, "HBS1", 4));
    free(data);
    chmod(path, 0444);
    catalog = open_ok(path, HBS_CATALOG_READ);
    hbs_catalog_close(catalog);
}

static void names_are_checked_and_unique(void) {
    hbs_error error = {0};
    hbs_catalog *catalog = open_ok(fresh("names.db"), HBS_CATALOG_CREATE);
    static const char *const bad[] = {"", ".x", "-x", "a b", "a'b", "a\nb", "\xc3\xa4"};
    hbs_dataset dataset = {.spec = NULL};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        dataset.name = (char *)bad[i];
        CU_ASSERT_EQUAL(hbs_dataset_create(catalog, &dataset, &error), HBS_ERROR_USAGE);
    }
    char longest[130];
    memset(longest, 'a', 129);
    longest[129] = 0;
    dataset.name = longest;
    CU_ASSERT_EQUAL(hbs_dataset_create(catalog, &dataset, &error), HBS_ERROR_USAGE);
    longest[128] = 0;
    CHECK_OK(hbs_dataset_create(catalog, &dataset, &error));
    random_dataset(catalog, "sr/10-40@v1+x_y.z", 2, NULL);
    dataset.name = (char *)"sr/10-40@v1+x_y.z";
    CU_ASSERT_EQUAL(hbs_dataset_create(catalog, &dataset, &error), HBS_ERROR_EXISTS);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "gen rm"));
    hbs_dataset out = {0};
    CU_ASSERT_EQUAL(hbs_dataset_find(catalog, "nope", &out, &error), HBS_ERROR_NOT_FOUND);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "sr/10-40@v1+x_y.z"));
    CU_ASSERT_PTR_NULL(out.name);
    hbs_catalog_close(catalog);
}

static void removing_takes_all_that_belongs(void) {
    hbs_error error = {0};
    hbs_catalog *catalog = open_ok(fresh("remove.db"), HBS_CATALOG_CREATE);
    random_dataset(catalog, "a", 50, NULL);
    random_dataset(catalog, "b", 50, NULL);
    execute(catalog, "INSERT INTO sat_features SELECT dataset, idx FROM instance");
    execute(catalog, "INSERT INTO finding(dataset, measure, quantity, subject, weight, sentence) SELECT id, 'm', 'q', '', 'plain', 's' FROM dataset");
    execute(catalog, "INSERT INTO probe(name, dataset, seed, options, rows) SELECT 'p', id, '1', '{}', 1 FROM dataset");
    execute(catalog, "INSERT INTO evaluation(probe, dataset, quantity) SELECT p.id, d.id, 'accuracy' FROM probe p, dataset d");
    execute(catalog, "INSERT INTO prediction SELECT e.id, i.dataset, i.idx, .5 FROM evaluation e JOIN instance i ON i.dataset = e.dataset");
    execute(catalog, "INSERT INTO infeasible SELECT id, 99, 99, 1, 5, 'r' FROM dataset");
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM prediction"), 200);
    CHECK_OK(hbs_dataset_remove(catalog, "a", &error));
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance"), 50);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM sat_features"), 50);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM finding"), 1);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM probe"), 1);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM evaluation"), 1);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM prediction"), 50);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM infeasible"), 1);
    CU_ASSERT_EQUAL(hbs_dataset_remove(catalog, "a", &error), HBS_ERROR_NOT_FOUND);
    hbs_catalog_close(catalog);
}

static void tables_are_strict(void) {
    hbs_catalog *catalog = open_ok(fresh("strict.db"), HBS_CATALOG_CREATE);
    random_dataset(catalog, "a", 3, NULL);
    CU_ASSERT_EQUAL(run_sql(catalog, "UPDATE instance SET label = 'yes'") & 0xFF, SQLITE_CONSTRAINT);
    CU_ASSERT_EQUAL(run_sql(catalog, "UPDATE instance SET label = 7") & 0xFF, SQLITE_CONSTRAINT);
    CU_ASSERT_EQUAL(run_sql(catalog, "UPDATE instance SET label = NULL, reason = NULL") & 0xFF, SQLITE_CONSTRAINT);
    CU_ASSERT_EQUAL(run_sql(catalog, "INSERT INTO sat_features VALUES(1, 77)") & 0xFF, SQLITE_CONSTRAINT);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'"), 0);
    hbs_catalog_close(catalog);
}

static void reading_only_refuses_writes(void) {
    hbs_error error = {0};
    const char *path = fresh("reading.db");
    hbs_catalog *catalog = open_ok(path, HBS_CATALOG_CREATE);
    random_dataset(catalog, "a", 3, NULL);
    hbs_catalog_close(catalog);
    catalog = open_ok(path, HBS_CATALOG_READ);
    hbs_writer *writer = NULL;
    hbs_dataset dataset = {.name = (char *)"b"};
    CU_ASSERT_EQUAL(hbs_writer_open(&writer, catalog, 1, &error), HBS_ERROR_USAGE);
    CU_ASSERT_EQUAL(hbs_dataset_create(catalog, &dataset, &error), HBS_ERROR_USAGE);
    CU_ASSERT_EQUAL(hbs_dataset_remove(catalog, "a", &error), HBS_ERROR_USAGE);
    hbs_catalog_close(catalog);
}

/* What the writer did not commit is gone, what it did is there; a taken idx is refused. */
static void batches_are_whole(void) {
    hbs_error error = {0};
    const char *path = fresh("batch.db");
    hbs_catalog *catalog = open_ok(path, HBS_CATALOG_CREATE);
    hbs_dataset dataset = {.name = (char *)"a", .problem = HBS_SAT, .count = 100};
    hbs_writer *writer = NULL;
    row_room room = {0};
    CHECK_OK(hbs_dataset_create(catalog, &dataset, &error));
    CHECK_OK(hbs_writer_open(&writer, catalog, dataset.id, &error));
    for (uint64_t i = 0; i < 6; i++) CHECK_OK(hbs_writer_add(writer, random_row(&room, i), &error));
    CHECK_OK(hbs_writer_infeasible(writer, 50, 100, 1, 10000, "not drawn in 10000 tries", &error));
    CHECK_OK(hbs_writer_commit(writer, &error));
    for (uint64_t i = 6; i < 9; i++) CHECK_OK(hbs_writer_add(writer, random_row(&room, i), &error));
    hbs_writer_close(writer);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance"), 6);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT tries FROM infeasible"), 10000);
    CHECK_OK(hbs_writer_open(&writer, catalog, dataset.id, &error));
    CHECK_OK(hbs_writer_add(writer, random_row(&room, 6), &error));
    CHECK_OK(hbs_writer_add(writer, random_row(&room, 5), &error));
    CU_ASSERT_EQUAL(hbs_writer_commit(writer, &error), HBS_ERROR_EXISTS);
    hbs_writer_close(writer);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance"), 6);
    row_room_free(&room);
    hbs_catalog_close(catalog);
}

static void full_batches_end_between_units(void) {
    hbs_error error = {0};
    hbs_catalog *catalog = open_ok(fresh("units.db"), HBS_CATALOG_CREATE);
    hbs_dataset dataset = {.name = (char *)"a", .problem = HBS_SAT, .count = 10000};
    hbs_writer *writer = NULL;
    row_room room = {0};
    CHECK_OK(hbs_dataset_create(catalog, &dataset, &error));
    CHECK_OK(hbs_writer_open(&writer, catalog, dataset.id, &error));
    for (uint64_t i = 0; i < 5000; i++) {
        hbs_row row = *random_row(&room, i);
        row.unit = i / 7;
        CHECK_OK(hbs_writer_add(writer, &row, &error));
        if (i % 7 == 3) {
            const long long there = catalog_number(catalog, "SELECT count(*) FROM instance");
            CU_ASSERT_EQUAL(there % 7, 0);
            CU_ASSERT((long long)i - there < 4096);
        }
    }
    hbs_writer_close(writer);
    row_room_free(&room);
    hbs_catalog_close(catalog);
}

static void rows_join_the_callers_transaction(void) {
    hbs_error error = {0};
    hbs_catalog *catalog = open_ok(fresh("outer.db"), HBS_CATALOG_CREATE);
    execute(catalog, "BEGIN IMMEDIATE");
    random_dataset(catalog, "a", 3000, NULL);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance"), 3000);
    execute(catalog, "ROLLBACK");
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance"), 0);
    hbs_dataset out = {0};
    CU_ASSERT_EQUAL(hbs_dataset_find(catalog, "a", &out, &error), HBS_ERROR_NOT_FOUND);
    hbs_catalog_close(catalog);
}

/* What the writer makes of the rows along the way, and what is read back: of all rows in order, out of order, and of those that go on where others ended. */
static void the_digest_of_a_writer_is_that_of_the_rows(void) {
    static const uint64_t order[][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {2, 3, 0, 1}, {1, 5, 700, 701}};
    for (size_t i = 0; i < 2 * sizeof order / sizeof *order; i++) {
        const uint64_t *const idx = order[i / 2];
        const size_t first = i % 2 ? 2 : 0; /* rows that another writer wrote */
        hbs_error error = {0};
        hbs_catalog *catalog = open_ok(fresh("writer.db"), HBS_CATALOG_CREATE);
        hbs_dataset dataset = {.name = (char *)"x", .problem = HBS_SAT, .count = 4};
        hbs_writer *writer = NULL;
        row_room room = {0};
        char digest[65];
        CHECK_OK(hbs_dataset_create(catalog, &dataset, &error));
        for (size_t k = 0; k < 4; k++) {
            if (k == 0 || k == first) {
                if (writer) CHECK_OK(hbs_writer_commit(writer, &error));
                hbs_writer_close(writer);
                CHECK_OK(hbs_writer_open(&writer, catalog, dataset.id, &error));
            }
            CHECK_OK(hbs_writer_add(writer, random_row(&room, idx[k]), &error));
        }
        CHECK_OK(hbs_writer_finish(writer, &dataset, &error));
        CHECK_OK(hbs_dataset_digest(catalog, dataset.id, digest, &error));
        CU_ASSERT_TRUE(dataset.complete);
        CU_ASSERT_STRING_EQUAL(dataset.digest, digest);
        CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM dataset WHERE complete AND length(digest) = 64"), 1);
        hbs_writer_close(writer);
        row_room_free(&room);
        hbs_catalog_close(catalog);
    }
}

static void no_row_is_behind_the_last_number(void) {
    hbs_error error = {0};
    hbs_catalog *catalog = open_ok(fresh("far.db"), HBS_CATALOG_CREATE);
    hbs_dataset dataset = {0};
    hbs_rows *rows = NULL;
    hbs_row row;
    random_dataset(catalog, "a", 3, &dataset);
    execute(catalog, "UPDATE instance SET idx = 9223372036854775807 WHERE idx = 2");
    for (uint64_t past = 0; past < 2; past++) {
        bool more = false;
        CHECK_OK(hbs_rows_open_from(&rows, catalog, dataset.id, (uint64_t)INT64_MAX + past, &error));
        CHECK_OK(hbs_rows_next(rows, &row, &more, &error));
        CU_ASSERT_EQUAL(more, past == 0);
        hbs_rows_close(rows);
    }
    hbs_dataset_free(&dataset);
    hbs_catalog_close(catalog);
}

/* A disk of 900 kB, or, without the right to mount one, a limit on the size of files. */
static void limit_disk(const char *folder) {
    if (mount("tmpfs", folder, "tmpfs", 0, "size=900k") == 0) return;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){900000, 900000});
}

/* Runs in a child, since limits and mounts are the process's. 0: as it should be. */
static int fill(const char *folder) {
    hbs_error error = {0};
    char path[4200];
    hbs_catalog *catalog = NULL;
    hbs_dataset dataset = {.name = (char *)"a", .problem = HBS_SAT, .count = 100000};
    hbs_writer *writer = NULL;
    row_room room = {0};
    hbs_status status = HBS_OK;
    long long kept = 0;
    snprintf(path, sizeof path, "%s/full.db", folder);
    limit_disk(folder);
    if (hbs_catalog_open(&catalog, path, HBS_CATALOG_CREATE, NULL, &error) != HBS_OK || hbs_dataset_create(catalog, &dataset, &error) != HBS_OK ||
        hbs_writer_open(&writer, catalog, dataset.id, &error) != HBS_OK)
        return 1;
    for (uint64_t i = 0; i < 20000 && status == HBS_OK; i++) {
        if (i % 100 == 0) kept = catalog_number(catalog, "SELECT count(*) FROM instance");
        status = hbs_writer_add(writer, random_row(&room, i), &error);
    }
    hbs_writer_close(writer);
    if (status != HBS_ERROR_IO || kept <= 0) return 2;
    if (catalog_number(catalog, "SELECT count(*) FROM instance") != kept) return 3;
    hbs_catalog_close(catalog);
    if (hbs_catalog_open(&catalog, path, HBS_CATALOG_READ, NULL, &error) != HBS_OK) return 4;
    if (catalog_number(catalog, "SELECT count(*) FROM instance") != kept) return 5;
    hbs_catalog_close(catalog);
    return 0;
}

static void a_full_disk_keeps_what_is_committed(void) {
    const char *folder = in_folder("disk");
    mkdir(folder, 0755);
    const pid_t child = fork();
    if (child == 0) _exit(fill(folder));
    int result = -1;
    waitpid(child, &result, 0);
    umount(folder);
    CU_ASSERT(WIFEXITED(result));
    CU_ASSERT_EQUAL(WEXITSTATUS(result), 0);
}

const hbs_test hbs_tests[] = {
    {"rows come back", rows_come_back},
    {"families go by their root", families_go_by_their_root},
    {"digest is as documented", digest_is_as_documented},
    {"closed it is one plain file", closed_it_is_one_plain_file},
    {"names are checked and unique", names_are_checked_and_unique},
    {"removing takes all that belongs", removing_takes_all_that_belongs},
    {"tables are strict", tables_are_strict},
    {"reading only refuses writes", reading_only_refuses_writes},
    {"batches are whole", batches_are_whole},
    {"full batches end between units", full_batches_end_between_units},
    {"rows join the caller's transaction", rows_join_the_callers_transaction},
    {"the digest of a writer is that of the rows", the_digest_of_a_writer_is_that_of_the_rows},
    {"no row is behind the last number", no_row_is_behind_the_last_number},
    {"a full disk keeps what is committed", a_full_disk_keeps_what_is_committed},
    {NULL, NULL},
};
