/* The catalog between processes: one writes, others wait, read on, die, or are strangers; and on a network file system. */
#include <signal.h>
#include <sys/wait.h>

#include "datasets/catalog/connection.h"
#include "datasets/catalog/filesystem.h"
#include "tests/unit/catalog_made.h"
#include "tests/unit/catalog_number.h"
#include "tests/unit/datasets/fixture.h"

/* A child that holds the write lock until the pipe is closed. */
static pid_t hold(const char *path, int *release) {
    int ready[2], done[2];
    if (pipe(ready) || pipe(done)) abort();
    const pid_t child = fork();
    if (child == 0) {
        char byte;
        sqlite3 *db;
        close(done[1]);
        if (sqlite3_open(path, &db) == SQLITE_OK && sqlite3_exec(db, "BEGIN IMMEDIATE; UPDATE dataset SET count = count", NULL, NULL, NULL) == SQLITE_OK &&
            write(ready[1], "x", 1) == 1 && read(done[0], &byte, 1) == 0)
            sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
        _exit(0);
    }
    char byte;
    close(done[0]);
    close(ready[1]);
    if (read(ready[0], &byte, 1) != 1) abort();
    close(ready[0]);
    *release = done[1];
    return child;
}

static hbs_status write_one(const char *path, const char *network, hbs_error *error) {
    hbs_catalog *catalog = NULL;
    hbs_dataset dataset = {.name = (char *)"second"};
    hbs_status status = hbs_catalog_open_tuned(&catalog, path, HBS_CATALOG_WRITE, NULL, &(hbs_catalog_tuning){.wait_ms = 300, .network = network}, error);
    if (status == HBS_OK) status = hbs_dataset_create(catalog, &dataset, error);
    hbs_catalog_close(catalog);
    return status;
}

/* The same process has no catalog open while the child is made: SQLite connections must not cross a fork. */
static void a_second_writer_waits_and_is_told_who(void) {
    for (int network = 0; network < 2; network++) {
        const char *path = fresh("busy.db");
        hbs_error error = {0};
        char who[32];
        int release;
        hbs_catalog *catalog = open_ok(path, HBS_CATALOG_CREATE);
        random_dataset(catalog, "first", 3, NULL);
        if (!network) execute(catalog, "PRAGMA wal_checkpoint");
        hbs_catalog_close(catalog);
        const pid_t child = hold(path, &release);
        CU_ASSERT_EQUAL(write_one(path, network ? "NFS" : NULL, &error), HBS_ERROR_BUSY);
        snprintf(who, sizeof who, "process %d (", (int)child);
        CU_ASSERT_PTR_NOT_NULL(strstr(error.message, who));
        hbs_catalog *reader = open_ok(path, HBS_CATALOG_READ);   /* readers read on */
        CU_ASSERT_EQUAL(catalog_number(reader, "SELECT count(*) FROM instance"), 3);
        hbs_catalog_close(reader);
        close(release);
        waitpid(child, NULL, 0);
        CHECK_OK(write_one(path, NULL, &error));
    }
}

static void readers_read_on_while_one_writes(void) {
    hbs_error error = {0};
    const char *path = fresh("readers.db");
    hbs_catalog *writer = open_ok(path, HBS_CATALOG_CREATE), *reader;
    hbs_dataset dataset = {0};
    hbs_rows *rows = NULL;
    hbs_row row;
    bool more;
    random_dataset(writer, "a", 10, &dataset);
    reader = open_ok(path, HBS_CATALOG_READ);
    CHECK_OK(hbs_rows_open(&rows, reader, dataset.id, &error));
    CHECK_OK(hbs_rows_next(rows, &row, &more, &error));
    random_dataset(writer, "b", 2000, NULL);
    unsigned count = 1;
    for (;; count++) {
        CHECK_OK(hbs_rows_next(rows, &row, &more, &error));
        if (!more) break;
    }
    CU_ASSERT_EQUAL(count, 10);
    hbs_catalog_close(writer);   /* cannot become a plain file just now */
    hbs_rows_close(rows);
    hbs_catalog_close(reader);
    writer = open_ok(path, HBS_CATALOG_WRITE);
    CU_ASSERT_EQUAL(catalog_number(writer, "SELECT count(*) FROM instance"), 2010);
    hbs_catalog_close(writer);
    char *data = read_file(path, NULL);
    CU_ASSERT_EQUAL(data[18], 1);
    free(data);
    hbs_dataset_free(&dataset);
}

static bool is_plain(const char *path) {
    char name[4200];
    snprintf(name, sizeof name, "%s-wal", path);
    if (file_exists(name)) return false;
    snprintf(name, sizeof name, "%s-shm", path);
    if (file_exists(name)) return false;
    char *data = read_file(path, NULL);
    const bool plain = data[18] == 1;
    free(data);
    return plain;
}

static void the_last_reader_leaves_one_plain_file(void) {
    const char *path = fresh("last.db");
    hbs_catalog *writer = open_ok(path, HBS_CATALOG_CREATE);
    random_dataset(writer, "a", 10, NULL);
    hbs_catalog *reader = open_ok(path, HBS_CATALOG_READ), *other = open_ok(path, HBS_CATALOG_READ);
    CU_ASSERT_EQUAL(catalog_number(reader, "SELECT count(*) FROM instance"), 10);
    CU_ASSERT_EQUAL(catalog_number(other, "SELECT count(*) FROM instance"), 10);
    random_dataset(writer, "b", 10, NULL);
    hbs_catalog_close(writer);
    CU_ASSERT_FALSE(is_plain(path));
    hbs_catalog_close(reader);
    CU_ASSERT_EQUAL(catalog_number(other, "SELECT count(*) FROM instance"), 20);
    CU_ASSERT_EQUAL(sqlite3_exec(hbs_catalog_sqlite(other), "DELETE FROM dataset", NULL, NULL, NULL), SQLITE_READONLY);
    CU_ASSERT_FALSE(hbs_catalog_is_writable(other));
    hbs_catalog_close(other);
    CU_ASSERT(is_plain(path));
    other = open_ok(path, HBS_CATALOG_READ);
    CU_ASSERT_EQUAL(catalog_number(other, "SELECT count(*) FROM instance"), 20);
    hbs_catalog_close(other);
}

/* A writer with a rollback journal that dies when a part of its transaction is in the file: the next to come puts the old pages back, if it only reads. */
static void a_reader_rolls_back_what_a_killed_writer_left(void) {
    const char *path = fresh("killed.db");
    char journal[4200];
    hbs_catalog *catalog = open_ok(path, HBS_CATALOG_CREATE);
    random_dataset(catalog, "a", 200, NULL);
    hbs_catalog_close(catalog);
    const pid_t child = fork();
    if (child == 0) {
        hbs_catalog *dying = NULL;
        if (hbs_catalog_open_tuned(&dying, path, HBS_CATALOG_WRITE, NULL, &(hbs_catalog_tuning){.wait_ms = 300, .network = "NFS"}, NULL) != HBS_OK) _exit(1);
        if (sqlite3_exec(hbs_catalog_sqlite(dying), "PRAGMA cache_size = 1; BEGIN; UPDATE instance SET effort = 12345, payload = zeroblob(4000)", NULL, NULL, NULL) != SQLITE_OK) _exit(2);
        kill(getpid(), SIGKILL);
    }
    waitpid(child, NULL, 0);
    snprintf(journal, sizeof journal, "%s-journal", path);
    CU_ASSERT(file_exists(journal));
    catalog = open_ok(path, HBS_CATALOG_READ);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance WHERE effort = 12345"), 0);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance"), 200);
    hbs_catalog_close(catalog);
    CU_ASSERT_FALSE(file_exists(journal));
}

/* Another program's database whose log still holds something. */
static void a_strangers_log_is_left_alone(void) {
    for (int mode = HBS_CATALOG_READ; mode <= HBS_CATALOG_WRITE; mode++) {
        hbs_error error = {0};
        hbs_catalog *catalog = NULL;
        const char *path = fresh("stranger.db");
        char log[4200];
        const pid_t child = fork();
        if (child == 0) {
            sqlite3 *db;
            if (sqlite3_open(path, &db) != SQLITE_OK || sqlite3_exec(db, "PRAGMA journal_mode = WAL; CREATE TABLE t(x); INSERT INTO t VALUES(1)", NULL, NULL, NULL) != SQLITE_OK) _exit(1);
            kill(getpid(), SIGKILL);
        }
        waitpid(child, NULL, 0);
        snprintf(log, sizeof log, "%s-wal", path);
        size_t size[2], log_size[2];
        char *file[2] = {read_file(path, &size[0])}, *logged[2] = {read_file(log, &log_size[0])};
        CU_ASSERT_EQUAL(hbs_catalog_open(&catalog, path, (hbs_catalog_mode)mode, NULL, &error), HBS_ERROR_INPUT);
        file[1] = read_file(path, &size[1]);
        logged[1] = read_file(log, &log_size[1]);
        CU_ASSERT_FATAL(logged[0] && logged[1]);
        CU_ASSERT(log_size[0] > 0);
        CU_ASSERT(size[0] == size[1] && !memcmp(file[0], file[1], size[0]));
        CU_ASSERT(log_size[0] == log_size[1] && !memcmp(logged[0], logged[1], log_size[0]));
        for (int i = 0; i < 2; i++) {
            free(file[i]);
            free(logged[i]);
        }
    }
}

static void what_is_removed_meanwhile_is_not_written_into_another(void) {
    hbs_error error = {0};
    const char *path = fresh("meanwhile.db");
    hbs_catalog *catalog = open_ok(path, HBS_CATALOG_CREATE), *second = open_ok(path, HBS_CATALOG_WRITE);
    hbs_dataset dataset = {.name = (char *)"x", .problem = HBS_SAT, .count = 3}, other = {0};
    hbs_writer *writer = NULL;
    row_room room = {0};
    CHECK_OK(hbs_dataset_create(catalog, &dataset, &error));
    CHECK_OK(hbs_writer_open(&writer, catalog, dataset.id, &error));
    CHECK_OK(hbs_writer_add(writer, random_row(&room, 0), &error));
    CHECK_OK(hbs_dataset_remove(second, "x", &error));
    random_dataset(second, "other", 0, &other);
    CU_ASSERT_NOT_EQUAL(other.id, dataset.id);
    CU_ASSERT_EQUAL(hbs_writer_commit(writer, &error), HBS_ERROR_NOT_FOUND);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "dataset x was removed while it was being made"));
    CU_ASSERT_EQUAL(hbs_dataset_finish(catalog, &dataset, &error), HBS_ERROR_NOT_FOUND);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "dataset x was removed while it was being made"));
    CU_ASSERT_EQUAL(hbs_writer_finish(writer, &dataset, &error), HBS_ERROR_NOT_FOUND);
    CU_ASSERT_FALSE(dataset.complete);
    CU_ASSERT_EQUAL(catalog_number(second, "SELECT count(*) FROM instance"), 0);
    hbs_writer_close(writer);
    row_room_free(&room);
    hbs_dataset_free(&other);
    hbs_catalog_close(second);
    hbs_catalog_close(catalog);
}

static void count_warning(void *context, const char *message) {
    if (strstr(message, "NFS")) ++*(int *)context;
}

static void a_network_file_system_gets_a_rollback_journal(void) {
    hbs_error error = {0};
    int warnings = 0;
    const hbs_listener listener = {.context = &warnings, .warn = count_warning};
    hbs_catalog *catalog = NULL;
    CHECK_OK(hbs_catalog_open_tuned(&catalog, fresh("network.db"), HBS_CATALOG_CREATE, &listener, &(hbs_catalog_tuning){.wait_ms = 100, .network = "NFS"}, &error));
    CU_ASSERT_EQUAL(warnings, 1);
    CU_ASSERT_FALSE(catalog->wal);
    random_dataset(catalog, "a", 5000, NULL);
    CU_ASSERT_EQUAL(catalog_number(catalog, "SELECT count(*) FROM instance"), 5000);
    hbs_catalog_close(catalog);
    CU_ASSERT_STRING_EQUAL(hbs_network_filesystem(0x6969), "NFS");
    CU_ASSERT_STRING_EQUAL(hbs_network_filesystem(0xFFFFFFFFFF534D42ul), "CIFS");
    CU_ASSERT_PTR_NULL(hbs_network_filesystem(0xEF53));
}

const hbs_test hbs_tests[] = {
    {"a second writer waits and is told who", a_second_writer_waits_and_is_told_who},
    {"readers read on while one writes", readers_read_on_while_one_writes},
    {"the last reader leaves one plain file", the_last_reader_leaves_one_plain_file},
    {"a reader rolls back what a killed writer left", a_reader_rolls_back_what_a_killed_writer_left},
    {"a stranger's log is left alone", a_strangers_log_is_left_alone},
    {"what is removed meanwhile is not written into another", what_is_removed_meanwhile_is_not_written_into_another},
    {"a network file system gets a rollback journal", a_network_file_system_gets_a_rollback_journal},
    {NULL, NULL},
};
