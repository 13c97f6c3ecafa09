/* Opening and closing a catalog, transactions, and what SQLite's failures mean.
 *
 * A file is not trusted: its application_id and tables are checked before anything is written; triggers, views, unsafe functions in the schema and direct
 * writes to it are switched off (sqlite.org/security.html). While open for writing the journal is a write-ahead log, so that readers read on; when closed it goes
 * back to a rollback journal, so that one plain file is left that also opens from read-only media. The last step needs a moment without readers; when there is none
 * the last reader does it. So a reader opens the file for writing too where it may, and lets SQLite refuse all changes of data (query_only): it can then clear away what
 * a killed writer left, a rollback journal or a log, and `PRAGMA integrity_check` looks at constraints as well. On network file systems the log cannot work and a rollback journal is used throughout. */
#include "datasets/catalog/catalog.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "datasets/catalog/connection.h"
#include "datasets/catalog/schema.h"
#include "datasets/catalog/filesystem.h"

#define WAIT_MS 10000
#define PAGE_SIZE 16384

typedef struct identity {
    long long application, version, objects;
} identity;

static hbs_status fail_busy(const hbs_catalog *catalog, const char *doing, hbs_error *error) {
    char holder[300];
    if (catalog->gave_up) return hbs_raise(error, HBS_ERROR_INTERRUPTED, "%s: interrupted while another program was waited for, to %s", catalog->path, doing);
    hbs_catalog_holder(catalog->path, holder, sizeof holder);
    return hbs_raise(error, HBS_ERROR_BUSY, "%s: cannot %s: %s holds the catalog; try again when it is done", catalog->path, doing, holder);
}

static hbs_status fail_constraint(const hbs_catalog *catalog, const char *doing, hbs_error *error) {
    const int code = sqlite3_extended_errcode(catalog->db);
    const bool taken = code == SQLITE_CONSTRAINT_PRIMARYKEY || code == SQLITE_CONSTRAINT_UNIQUE;
    return hbs_raise(error, taken ? HBS_ERROR_EXISTS : HBS_ERROR_INPUT, "%s: cannot %s: %s", catalog->path, doing,
                     taken ? "it is there already" : sqlite3_errmsg(catalog->db));
}

/* SQLite forgets why a commit could not write: where files may not grow at will that is why. */
static int cause_of_write(const hbs_catalog *catalog) {
    struct rlimit limit;
    const int cause = sqlite3_system_errno(catalog->db);
    if (cause || sqlite3_extended_errcode(catalog->db) != SQLITE_IOERR_WRITE || getrlimit(RLIMIT_FSIZE, &limit) != 0) return cause;
    return limit.rlim_cur == RLIM_INFINITY ? 0 : EFBIG;
}

static hbs_status fail_io(const hbs_catalog *catalog, const char *doing, hbs_error *error) {
    const int cause = cause_of_write(catalog);
    if (cause == EFBIG)
        return hbs_raise(error, HBS_ERROR_IO, "%s: cannot %s: %s: raise the limit on the size of files (ulimit -f), or use another file system; what was committed is kept", catalog->path, doing,
                         strerror(cause));
    return hbs_raise(error, HBS_ERROR_IO, "%s: cannot %s: %s%s%s; what was committed is kept", catalog->path, doing, sqlite3_errmsg(catalog->db), cause ? ": " : "",
                     cause ? strerror(cause) : "");
}

hbs_status hbs_catalog_fail(hbs_catalog *catalog, const char *doing, hbs_error *error) {
    switch (sqlite3_extended_errcode(catalog->db) & 0xFF) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return fail_busy(catalog, doing, error);
    case SQLITE_CONSTRAINT: return fail_constraint(catalog, doing, error);
    case SQLITE_FULL:
        return hbs_raise(error, HBS_ERROR_IO, "%s: cannot %s: the disk is full: free some space by other means, since removing a dataset takes some first; what was committed is kept", catalog->path, doing);
    case SQLITE_IOERR: return fail_io(catalog, doing, error);
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
    case SQLITE_CANTOPEN:
        return hbs_raise(error, HBS_ERROR_IO, "%s: cannot %s: %s; the file and its folder must be writable", catalog->path, doing, sqlite3_errmsg(catalog->db));
    case SQLITE_NOMEM: return hbs_raise(error, HBS_ERROR_MEMORY, "%s: cannot %s: out of memory", catalog->path, doing);
    case SQLITE_TOOBIG: return hbs_raise(error, HBS_ERROR_MEMORY, "%s: cannot %s: an instance is larger than the 1000000000 bytes that a row can hold", catalog->path, doing);
    case SQLITE_INTERRUPT: return hbs_raise(error, HBS_ERROR_INTERRUPTED, "%s: interrupted while trying to %s", catalog->path, doing);
    default:
        return hbs_raise(error, HBS_ERROR_FAULT, "%s: damaged catalog: cannot %s: %s; copy it again from where it is from, or make it again", catalog->path, doing, sqlite3_errmsg(catalog->db));
    }
}

hbs_status hbs_catalog_damaged(const hbs_catalog *catalog, hbs_error *error, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return hbs_raise(error, HBS_ERROR_FAULT, "%s: damaged catalog: %s", catalog->path, text);
}

hbs_status hbs_catalog_removed(const hbs_catalog *catalog, const char *dataset, hbs_error *error) {
    return hbs_raise(error, HBS_ERROR_NOT_FOUND, "%s: dataset %.140s was removed while it was being made; make it again", catalog->path, dataset);
}

hbs_status hbs_catalog_execute(hbs_catalog *catalog, const char *sql, const char *doing, hbs_error *error) {
    return sqlite3_exec(catalog->db, sql, NULL, NULL, NULL) == SQLITE_OK ? HBS_OK : hbs_catalog_fail(catalog, doing, error);
}

hbs_status hbs_catalog_prepare(hbs_catalog *catalog, sqlite3_stmt **out, const char *sql, hbs_error *error) {
    return sqlite3_prepare_v2(catalog->db, sql, -1, out, NULL) == SQLITE_OK ? HBS_OK : hbs_catalog_fail(catalog, "read its tables", error);
}

hbs_status hbs_catalog_number(hbs_catalog *catalog, int64_t dataset, const char *sql, uint64_t *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    sqlite3_stmt *statement = NULL;
    HBS_TRY(hbs_catalog_prepare(catalog, &statement, sql, error));
    sqlite3_bind_int64(statement, 1, dataset);
    if (sqlite3_step(statement) != SQLITE_ROW) HBS_TRY(hbs_catalog_fail(catalog, "read its tables", error));
    *out = (uint64_t)sqlite3_column_int64(statement, 0);
done:
    sqlite3_finalize(statement);
    return status;
}

hbs_status hbs_catalog_needs_write(hbs_catalog *catalog, hbs_error *error) {
    if (catalog->mode != HBS_CATALOG_READ) return HBS_OK;
    return hbs_raise(error, HBS_ERROR_USAGE, "%s: opened for reading only; open it for writing", catalog->path);
}

hbs_status hbs_catalog_begin(hbs_catalog *catalog, bool *mine, hbs_error *error) {
    hbs_status status = HBS_OK;
    *mine = false;
    HBS_TRY(hbs_catalog_needs_write(catalog, error));
    if (!sqlite3_get_autocommit(catalog->db)) return HBS_OK;
    HBS_TRY(hbs_catalog_execute(catalog, "BEGIN IMMEDIATE", "write", error));
    *mine = true;
done:
    return status;
}

hbs_status hbs_catalog_end(hbs_catalog *catalog, bool mine, hbs_status status, hbs_error *error) {
    if (!mine) return status;
    if (status == HBS_OK) status = hbs_catalog_execute(catalog, "COMMIT", "commit", error);
    /* Some failures (a full disk) have rolled back already. */
    if (status != HBS_OK && !sqlite3_get_autocommit(catalog->db)) sqlite3_exec(catalog->db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

static int number(void *out, int count, char **values, char **names) {
    (void)names;
    *(long long *)out = count == 1 && values[0] ? strtoll(values[0], NULL, 10) : 0;
    return 0;
}

static hbs_status ask(hbs_catalog *catalog, const char *sql, long long *out, hbs_error *error) {
    *out = 0;
    const int code = sqlite3_exec(catalog->db, sql, number, out, NULL) == SQLITE_OK ? SQLITE_OK : sqlite3_extended_errcode(catalog->db);
    if (code == SQLITE_OK) return HBS_OK;
    if ((code & 0xFF) == SQLITE_NOTADB)
        return hbs_raise(error, HBS_ERROR_INPUT, "%s: not a catalog, nor any SQLite file; nothing was written", catalog->path);
    return hbs_catalog_fail(catalog, "read it", error);
}

static hbs_status identify(hbs_catalog *catalog, identity *out, hbs_error *error) {
    hbs_status status = HBS_OK;
    HBS_TRY(ask(catalog, "PRAGMA application_id", &out->application, error));
    HBS_TRY(ask(catalog, "PRAGMA user_version", &out->version, error));
    HBS_TRY(ask(catalog, "SELECT count(*) FROM sqlite_schema", &out->objects, error));
done:
    return status;
}

static hbs_status create_tables(hbs_catalog *catalog, hbs_error *error) {
    hbs_status status = HBS_OK;
    bool mine = false;
    identity now;
    char page[64];
    bool fresh = false;
    snprintf(page, sizeof page, "PRAGMA page_size = %d", PAGE_SIZE);
    HBS_TRY(hbs_catalog_execute(catalog, page, "create it", error));
    HBS_TRY(hbs_catalog_begin(catalog, &mine, error));
    HBS_TRY(identify(catalog, &now, error));   /* somebody may have created it in the meantime */
    fresh = !now.objects;
    if (fresh && hbs_schema_create(catalog->db) != SQLITE_OK) HBS_TRY(hbs_catalog_fail(catalog, "create its tables", error));
done:
    status = hbs_catalog_end(catalog, mine, status, error);
    catalog->created = fresh && status == HBS_OK;
    return status;
}

static hbs_status migrate(hbs_catalog *catalog, int version, hbs_error *error) {
    hbs_status status = HBS_OK;
    bool mine = false;
    long long now;
    HBS_TRY(hbs_catalog_begin(catalog, &mine, error));
    HBS_TRY(ask(catalog, "PRAGMA user_version", &now, error));   /* somebody may have done it in the meantime */
    if (now == version && hbs_schema_migrate(catalog->db, version) != SQLITE_OK) HBS_TRY(hbs_catalog_fail(catalog, "bring it up to date", error));
done:
    return hbs_catalog_end(catalog, mine, status, error);
}

/* SQLite notices missing pages only when it comes to them; this finds a copy that was cut short before anything is done with it. Pages may be in the log. */
static hbs_status whole(hbs_catalog *catalog, hbs_error *error) {
    hbs_status status = HBS_OK;
    long long pages, page;
    struct stat info;
    char log[4096];
    HBS_TRY(ask(catalog, "PRAGMA page_count", &pages, error));
    HBS_TRY(ask(catalog, "PRAGMA page_size", &page, error));
    snprintf(log, sizeof log, "%s-wal", catalog->path);
    if (stat(log, &info) == 0 && info.st_size > 0) return HBS_OK;
    if (stat(catalog->path, &info) == 0 && pages > (long long)info.st_size / page)
        HBS_FAIL(error, HBS_ERROR_FAULT, "%s: damaged catalog: cut short, it has %lld of %lld bytes; copy it again", catalog->path, (long long)info.st_size, pages * page);
done:
    return status;
}

static hbs_status accept(hbs_catalog *catalog, hbs_error *error) {
    hbs_status status = HBS_OK;
    identity who;
    HBS_TRY(identify(catalog, &who, error));
    if (!who.application && !who.version && !who.objects) {
        if (catalog->mode != HBS_CATALOG_CREATE) HBS_FAIL(error, HBS_ERROR_INPUT, "%s: an empty file, not a catalog; `gen make` or `gen import` makes one", catalog->path);
        HBS_TRY(create_tables(catalog, error));
        HBS_TRY(identify(catalog, &who, error));
    }
    if (who.application != HBS_CATALOG_APPLICATION_ID)
        HBS_FAIL(error, HBS_ERROR_INPUT, "%s: an SQLite database, but not a catalog (application_id %lld); nothing was written, give another file name", catalog->path,
                 who.application);
    if (who.version > HBS_CATALOG_VERSION)
        HBS_FAIL(error, HBS_ERROR_INPUT, "%s: a catalog of version %lld, and this program knows up to %d; use a newer hardbias", catalog->path, who.version,
                 HBS_CATALOG_VERSION);
    if (who.version < 1) HBS_FAIL(error, HBS_ERROR_FAULT, "%s: damaged catalog: it says version %lld", catalog->path, who.version);
    const bool older = who.version < HBS_CATALOG_VERSION, reading = catalog->mode == HBS_CATALOG_READ;
    if (older && !reading) HBS_TRY(migrate(catalog, (int)who.version, error));
    HBS_TRY(whole(catalog, error));
    HBS_TRY(hbs_schema_check(catalog->db, reading ? (int)who.version : HBS_CATALOG_VERSION, catalog->path, error));
    if (older && reading && hbs_schema_complete(catalog->db, (int)who.version) != SQLITE_OK) HBS_TRY(hbs_catalog_fail(catalog, "read a file of an older version", error));
done:
    return status;
}

/* The folder of a file, to be freed. */
static char *folder_of(const char *path) {
    const char *const slash = strrchr(path, '/');
    return strndup(slash ? path : ".", !slash || slash == path ? 1 : (size_t)(slash - path));
}

/* A catalog that is to be made needs a folder to be made in. */
static hbs_status look_for_folder(const char *path, hbs_error *error) {
    hbs_status status = HBS_OK;
    struct stat info;
    char *const folder = folder_of(path);
    if (!folder) return hbs_raise(error, HBS_ERROR_MEMORY, "out of memory");
    if (stat(folder, &info) != 0) HBS_FAIL(error, HBS_ERROR_IO, "%s: there is no folder %s; make it, or give another file name", path, folder);
done:
    free(folder);
    return status;
}

static hbs_status look(const char *path, hbs_catalog_mode mode, hbs_error *error) {
    struct stat info;
    if (!path[0]) return hbs_raise(error, HBS_ERROR_USAGE, "the name of the catalog is empty; give a file");
    if (stat(path, &info) != 0) {
        if (errno == ENOENT && mode == HBS_CATALOG_CREATE) return look_for_folder(path, error);
        if (errno == ENOENT) return hbs_raise(error, HBS_ERROR_NOT_FOUND, "%s: no such catalog; `gen make` or `gen import` makes one", path);
        return hbs_raise(error, HBS_ERROR_IO, "%s: %s", path, strerror(errno));
    }
    if (S_ISDIR(info.st_mode)) return hbs_raise(error, HBS_ERROR_INPUT, "%s: a folder, not a catalog; give a file", path);
    if (!S_ISREG(info.st_mode)) return hbs_raise(error, HBS_ERROR_INPUT, "%s: not a regular file", path);
    /* SQLite takes a file of one byte for an empty one, and would write over it */
    if (info.st_size == 1) return hbs_raise(error, HBS_ERROR_INPUT, "%s: not a catalog, nor any SQLite file; nothing was written", path);
    if (info.st_size == 0 && mode != HBS_CATALOG_CREATE)
        return hbs_raise(error, HBS_ERROR_INPUT, "%s: an empty file, not a catalog; `gen make` or `gen import` makes one", path);
    return HBS_OK;
}

/* What SQLite advises for files from strangers. None of these can fail on an open connection but for being left out of a build. */
static void defend(sqlite3 *db) {
    sqlite3_extended_result_codes(db, 1);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_FKEY, 1, NULL);
    sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(db, SQLITE_LIMIT_SQL_LENGTH, 1 << 20);
}

/* Journals lie beside the file, so its folder counts too. */
static bool may_write(const char *path) {
    char *const folder = folder_of(path);
    const bool may = folder && access(path, W_OK) == 0 && access(folder, W_OK) == 0;
    free(folder);
    return may;
}

/* SQLite's handler of locks. Who wanted to stop before it waited is given the time all the same: what is in hand may be kept yet. */
static int wait_a_little(void *context, int times) {
    hbs_catalog *const catalog = context;
    const int pause = times < 5 ? 2 : 20;
    if (!times) catalog->waited_ms = 0, catalog->asked_before = hbs_should_stop(catalog->listener);
    catalog->gave_up = !catalog->asked_before && hbs_should_stop(catalog->listener);
    if (catalog->gave_up || catalog->waited_ms >= catalog->wait_ms) return 0;
    nanosleep(&(struct timespec){.tv_nsec = pause * 1000000L}, NULL);
    catalog->waited_ms += pause;
    return 1;
}

static void wait_for_others(hbs_catalog *catalog, int most_ms) {
    catalog->wait_ms = most_ms;
    sqlite3_busy_handler(catalog->db, wait_a_little, catalog);
}

static int open_flags(const hbs_catalog *catalog) {
    switch (catalog->mode) {
    case HBS_CATALOG_READ: return may_write(catalog->path) ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
    case HBS_CATALOG_WRITE: return SQLITE_OPEN_READWRITE;
    default: return SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    }
}

static hbs_status open_file(hbs_catalog *catalog, hbs_error *error) {
    const char *path = catalog->path;
    char *plain = NULL;
    /* ":memory:" and the like mean something to SQLite */
    if (path[0] == ':') {
        plain = malloc(strlen(path) + 3);
        if (!plain) return hbs_raise(error, HBS_ERROR_MEMORY, "out of memory");
        snprintf(plain, strlen(path) + 3, "./%s", path);
        path = plain;
    }
    const int code = sqlite3_open_v2(path, &catalog->db, open_flags(catalog) | SQLITE_OPEN_FULLMUTEX, NULL);
    free(plain);
    if (code == SQLITE_OK) return HBS_OK;
    if (!catalog->db) return hbs_raise(error, HBS_ERROR_MEMORY, "%s: out of memory", catalog->path);
    return hbs_catalog_fail(catalog, "open it", error);
}

/* A read-only file opened for writing is silently opened for reading by SQLite. */
static hbs_status writable(hbs_catalog *catalog, hbs_error *error) {
    if (catalog->mode == HBS_CATALOG_READ || sqlite3_db_readonly(catalog->db, "main") == 0) return HBS_OK;
    return hbs_raise(error, HBS_ERROR_IO, "%s: no permission to write to it, and results are stored there; copy the file to where you may write, or change its permissions", catalog->path);
}

static int journal_mode(void *out, int count, char **values, char **names) {
    (void)names;
    *(bool *)out = count == 1 && values[0] && strcmp(values[0], "wal") == 0;
    return 0;
}

/* Readers of the plain file may keep the log from being switched on just now: then the rollback journal does. What is in the log goes into the file every 2 MiB: that is done while
 * workers make the next instances, where a long log would be waited for at the end. */
static void start_log(hbs_catalog *catalog) {
    sqlite3_busy_timeout(catalog->db, 100);
    sqlite3_exec(catalog->db, "PRAGMA journal_mode = WAL", journal_mode, &catalog->wal, NULL);
    sqlite3_exec(catalog->db, catalog->wal ? "PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 128" : "PRAGMA synchronous = FULL", NULL, NULL, NULL);
}

static hbs_status start_writing(hbs_catalog *catalog, const hbs_catalog_tuning *tuning, hbs_error *error) {
    hbs_status status = HBS_OK;
    const char *network = tuning->network ? tuning->network : hbs_network_filesystem_of(catalog->path);
    HBS_TRY(writable(catalog, error));
    if (!network) {
        start_log(catalog);
    } else {
        HBS_TRY(hbs_catalog_execute(catalog, "PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL", "switch to a rollback journal", error));
        hbs_warn(catalog->listener, "%s: on a %s file system: a rollback journal is used, which is slower, and readers wait while a batch is written; "
                 "let one machine at a time write, or make the dataset on a local disk and copy it", catalog->path, network);
    }
    wait_for_others(catalog, tuning->wait_ms);
done:
    return status;
}

hbs_status hbs_catalog_open_tuned(hbs_catalog **out, const char *path, hbs_catalog_mode mode, const hbs_listener *listener, const hbs_catalog_tuning *tuning,
                                  hbs_error *error) {
    hbs_status status = HBS_OK;
    hbs_catalog *catalog = NULL;
    const bool missing = access(path, F_OK) != 0;
    HBS_TRY(look(path, mode, error));
    HBS_TRY(hbs_allocate(&catalog, 1, sizeof *catalog, error));
    catalog->mode = mode;
    catalog->listener = listener;
    HBS_TRY(hbs_copy_text(&catalog->path, path, error));
    HBS_TRY(open_file(catalog, error));
    defend(catalog->db);
    wait_for_others(catalog, tuning->wait_ms);
    HBS_TRY(hbs_catalog_execute(catalog, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0", "open it", error));
    HBS_TRY(accept(catalog, error));
    if (mode == HBS_CATALOG_READ) HBS_TRY(hbs_catalog_execute(catalog, "PRAGMA query_only = ON", "open it", error));
    catalog->created = catalog->created && missing;
    if (mode != HBS_CATALOG_READ) HBS_TRY(start_writing(catalog, tuning, error));
    *out = catalog;
    catalog = NULL;
done:
    if (catalog) {
        /* whatever file it is, its log is not ours to put away */
        if (catalog->db) sqlite3_db_config(catalog->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
        sqlite3_close(catalog->db);
        free(catalog->path);
        free(catalog);
    }
    return status;
}

hbs_status hbs_catalog_open(hbs_catalog **out, const char *path, hbs_catalog_mode mode, const hbs_listener *listener, hbs_error *error) {
    return hbs_catalog_open_tuned(out, path, mode, listener, &(hbs_catalog_tuning){.wait_ms = WAIT_MS}, error);
}

void hbs_catalog_close(hbs_catalog *catalog) {
    if (!catalog) return;
    if (!hbs_catalog_is_writable(catalog) && sqlite3_db_readonly(catalog->db, "main") == 0) sqlite3_exec(catalog->db, "PRAGMA journal_mode", journal_mode, &catalog->wal, NULL);
    if (catalog->wal) {
        /* Others may be at it; then the last of them does this, or the next writer. */
        sqlite3_busy_timeout(catalog->db, 0);
        /* a reader holds up no writer for it: the next step does it too when nobody else is there */
        if (hbs_catalog_is_writable(catalog)) sqlite3_exec(catalog->db, "PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL);
        sqlite3_exec(catalog->db, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
    }
    sqlite3_close_v2(catalog->db);
    free(catalog->path);
    free(catalog);
}

/* Leaving the write-ahead log needs the file for oneself: when that succeeds, nobody else has it open. */
static bool is_ours_and_empty(hbs_catalog *catalog) {
    long long datasets = 1;
    bool logged = true;
    if (!catalog->created || !catalog->wal || ask(catalog, "SELECT count(*) FROM dataset", &datasets, NULL) != HBS_OK || datasets) return false;
    sqlite3_busy_timeout(catalog->db, 0);
    return sqlite3_exec(catalog->db, "PRAGMA journal_mode = DELETE", journal_mode, &logged, NULL) == SQLITE_OK && !logged;
}

void hbs_catalog_abandon(hbs_catalog *catalog) {
    if (catalog && is_ours_and_empty(catalog)) unlink(catalog->path);
    hbs_catalog_close(catalog);
}

sqlite3 *hbs_catalog_sqlite(hbs_catalog *catalog) { return catalog->db; }

const char *hbs_catalog_path(const hbs_catalog *catalog) { return catalog->path; }

bool hbs_catalog_is_writable(const hbs_catalog *catalog) { return catalog->mode != HBS_CATALOG_READ; }
