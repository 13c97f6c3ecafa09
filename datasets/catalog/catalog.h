/* A catalog: one SQLite file that holds datasets, their instances, features and findings. docs/catalog.md documents the tables.
 *
 * application_id 0x48425331 ("HBS1"), user_version = schema version. STRICT tables, foreign keys, defensive mode; every blob is bounds-checked when read.
 * One writer at a time: a second waits up to `wait_ms`, then HBS_ERROR_BUSY says who holds the file. Readers read on (WAL); on a network file system a rollback
 * journal is used and said. Closed, it is a single plain file. */
#ifndef HBS_DATASETS_CATALOG_CATALOG_H
#define HBS_DATASETS_CATALOG_CATALOG_H

#include <stdbool.h>

#include "core/instance.h"
#include "core/listener.h"
#include "core/statistics.h"
#include "solvers/checking/certificate.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HBS_CATALOG_VERSION 2

typedef struct hbs_catalog hbs_catalog;
typedef enum hbs_catalog_mode { HBS_CATALOG_READ, HBS_CATALOG_WRITE, HBS_CATALOG_CREATE /* write, made when missing */ } hbs_catalog_mode;

/* HBS_ERROR_NOT_FOUND: no such file. HBS_ERROR_INPUT: not a catalog (says what it is), or of a newer version. HBS_ERROR_FAULT: damaged. Older versions are migrated when
 * opened for writing, and read as they are. `listener` is kept for later warnings. */
hbs_status hbs_catalog_open(hbs_catalog **out, const char *path, hbs_catalog_mode mode, const hbs_listener *listener, hbs_error *error);
/* Checkpoints and closes; NULL is legal. */
void hbs_catalog_close(hbs_catalog *catalog);
/* After a failure: closes, and removes the file if this connection made it, no dataset is in it and nobody else has it open. NULL is legal. */
void hbs_catalog_abandon(hbs_catalog *catalog);
/* For rooms that own tables of their own and for SQL users. */
struct sqlite3;
struct sqlite3 *hbs_catalog_sqlite(hbs_catalog *catalog);
const char *hbs_catalog_path(const hbs_catalog *catalog);
bool hbs_catalog_is_writable(const hbs_catalog *catalog);   /* was it opened for writing? */
/* Turns the last SQLite failure into a status: full disk and I/O to HBS_ERROR_IO, corruption to HBS_ERROR_FAULT, busy to HBS_ERROR_BUSY, .. `doing` says what was tried. */
hbs_status hbs_catalog_fail(hbs_catalog *catalog, const char *doing, hbs_error *error);
struct sqlite3_stmt;
hbs_status hbs_catalog_execute(hbs_catalog *catalog, const char *sql, const char *doing, hbs_error *error);
hbs_status hbs_catalog_prepare(hbs_catalog *catalog, struct sqlite3_stmt **out, const char *sql, hbs_error *error);
/* The one number that a query about a dataset, ?1, gives: a count, a sum. */
hbs_status hbs_catalog_number(hbs_catalog *catalog, int64_t dataset, const char *sql, uint64_t *out, hbs_error *error);
/* Begins a write transaction unless the caller has one open already; *mine tells. hbs_catalog_end commits or, when `status` is a failure, rolls back what is *mine*,
 * and returns `status` or the failure of the commit. */
hbs_status hbs_catalog_begin(hbs_catalog *catalog, bool *mine, hbs_error *error);
hbs_status hbs_catalog_end(hbs_catalog *catalog, bool mine, hbs_status status, hbs_error *error);

/* A dataset's own row. Texts are owned: hbs_dataset_free. */
typedef struct hbs_dataset {
    int64_t id;
    char *name;
    hbs_problem problem;
    char *spec;              /* canonical; "import: PATH .." for imports; "reference of NAME" for references */
    char *options;           /* JSON text of what else made it: balance, solver, budget, certify, split, trust, rename, keep_order, shard */
    uint64_t seed;
    uint64_t count;          /* instances it is to have; 0 = not known before the end (imports) */
    bool shuffled;           /* clause and literal order shuffled after labelling */
    bool complete;           /* false while being made */
    char digest[65];         /* hex SHA-256, "" while not complete */
    char *tool_version;
    char *reference_of;      /* name of the dataset it is the reference of, or NULL */
} hbs_dataset;
/* Files have no seed, and nobody drew them. */
bool hbs_is_imported(const hbs_dataset *dataset);
/* Is it what a reference of the dataset `name` is stored as: NAME@uniform, "reference of NAME"? A row that says no more than that it is one may be anybody's. */
bool hbs_is_reference_of(const hbs_dataset *stored, const char *name);
void hbs_dataset_free(hbs_dataset *dataset);

/* Inserts a row; sets dataset->id. HBS_ERROR_EXISTS when the name is taken. Names: 1 to 128 bytes of letters, digits, and . _ - / @ + (first not a dot or a dash). */
hbs_status hbs_dataset_create(hbs_catalog *catalog, hbs_dataset *dataset, hbs_error *error);
/* HBS_ERROR_NOT_FOUND lists the names there are. */
hbs_status hbs_dataset_find(hbs_catalog *catalog, const char *name, hbs_dataset *out, hbs_error *error);
/* All, by name; free each and the array. */
hbs_status hbs_dataset_list(hbs_catalog *catalog, hbs_dataset **out, size_t *count, hbs_error *error);
/* Removes it and all that belongs to it. */
hbs_status hbs_dataset_remove(hbs_catalog *catalog, const char *name, hbs_error *error);
/* The same with the reference that was made for it; once all are removed `told` (may be NULL) gets the name of each dataset that says it is one: removed, or left because it is none
 * (hbs_is_reference_of). */
hbs_status hbs_dataset_remove_all(hbs_catalog *catalog, const char *name, void (*told)(void *context, const char *reference, bool removed), void *context, hbs_error *error);
/* Streams over the instances, computes the digest over (label, payload) in order, marks the dataset complete. */
hbs_status hbs_dataset_finish(hbs_catalog *catalog, hbs_dataset *dataset, hbs_error *error);
/* The digest as the instances stand now. */
hbs_status hbs_dataset_digest(hbs_catalog *catalog, int64_t dataset, char out[65], hbs_error *error);

#define HBS_FEATURE_LARGEST 1e100 /* far beyond what any stored feature can be, and its square times any number of rows still a number */

/* One instance's row. When read, pointers are valid until the next row; when written, they are the caller's. */
typedef struct hbs_row {
    uint64_t idx, unit;
    uint32_t part;
    const char *split;             /* NULL: none */
    const char *name;              /* path it was imported from, or NULL */
    int label;                     /* HBS_LABEL_UNKNOWN is stored as NULL with `reason` */
    int claim;                     /* label claimed by construction or by a label file; HBS_LABEL_UNKNOWN: none */
    const char *label_source;      /* "solver", "construction" (trusted), "file" (trusted) */
    const char *reason;            /* why the label is unknown */
    uint64_t size_n, size_m;       /* SAT: variables, clauses. CQC: atoms of q1, atoms of q2 */
    const uint8_t *payload;
    size_t payload_size;
    hbs_certificate_kind certificate_kind;
    const uint8_t *certificate;    /* NULL unless stored */
    size_t certificate_bytes;
    uint64_t certificate_size;     /* lemmas, leaves, ..: kept in any case */
    const char *solver;
    uint64_t effort;
    uint64_t tries;                /* draws for this row, the kept one included */
    uint64_t unknown_tries;        /* those of them that were dropped because their own label was not reached within the budget */
    double choice_bits;            /* NAN: not known */
    uint8_t content_hash[HBS_HASH_SIZE];
    const char *gbd_hash;          /* SAT: 32 hex digits; else NULL */
    const char *parent_dataset;    /* what it was augmented from: "NAME", or "FILE:NAME" of another catalog; NULL: it has no parent, and the next three say nothing */
    uint64_t parent;               /* idx there */
    const char *root_dataset;      /* where the chain of parents ends: an instance without a parent, */
    uint64_t root_unit;            /* of this unit there */
    const uint8_t *canonical_hash; /* HBS_HASH_SIZE bytes, equal for isomorphic instances; NULL: not known */
    uint64_t family;               /* set when read: instances of one dataset with equal numbers are not independent (twins, augmented copies of one root unit, ..) */
    const char *dataset;           /* name of the dataset, for messages; set when read, ignored when written */
} hbs_row;

/* Writing in batches: rows are collected and written in short transactions, at the latest every 512 rows (4096 with a rollback journal), 16 MiB or 2 seconds, never in the middle of a
 * unit (hbs_writer_commit for earlier). A crash loses at most the open batch, and others can write in between. When the caller has a transaction of its own open
 * (BEGIN through hbs_catalog_sqlite), rows go into that one and the caller commits. Foreign threads must not touch the catalog meanwhile. */
typedef struct hbs_writer hbs_writer;
hbs_status hbs_writer_open(hbs_writer **out, hbs_catalog *catalog, int64_t dataset, hbs_error *error);
hbs_status hbs_writer_add(hbs_writer *writer, const hbs_row *row, hbs_error *error);
/* A unit that could not be made within its tries: recorded, not skipped. */
hbs_status hbs_writer_infeasible(hbs_writer *writer, uint64_t unit, uint64_t idx, int wanted_label, uint64_t tries, const char *reason, hbs_error *error);
hbs_status hbs_writer_commit(hbs_writer *writer, hbs_error *error);
/* Commits, and does what hbs_dataset_finish does; what this writer wrote in order into an empty dataset is not read again for it. */
hbs_status hbs_writer_finish(hbs_writer *writer, hbs_dataset *dataset, hbs_error *error);
void hbs_writer_close(hbs_writer *writer);   /* rolls back what is not committed */

/* Reading in order of idx, streaming. */
typedef struct hbs_rows hbs_rows;
hbs_status hbs_rows_open(hbs_rows **out, hbs_catalog *catalog, int64_t dataset, hbs_error *error);
/* From the first row with idx >= from: for passes that write in between and must not hold a read snapshot while they do. */
hbs_status hbs_rows_open_from(hbs_rows **out, hbs_catalog *catalog, int64_t dataset, uint64_t from, hbs_error *error);
/* *more is false at the end. Sizes, kinds and labels of the row are checked: HBS_ERROR_FAULT names the row. */
hbs_status hbs_rows_next(hbs_rows *rows, hbs_row *row, bool *more, hbs_error *error);
void hbs_rows_close(hbs_rows *rows);
/* The row's payload as an instance; HBS_ERROR_FAULT naming dataset and idx when the bytes do not decode. */
hbs_status hbs_row_instance(const hbs_row *row, hbs_problem problem, hbs_instance *out, hbs_error *error);

/* hbs_row.family from the columns: the unit where there is no root, else a number from 2^62 to 2^63 made of the root's dataset and unit. Units of a dataset are below
 * 2^40 (more no catalog holds); two roots from different datasets get one number with probability 2^-22 for each pair of datasets. */
#define HBS_FAMILY_ROOTED (UINT64_C(1) << 62)
uint64_t hbs_family(const char *root_dataset, uint64_t root_unit, uint64_t unit);
/* The same across datasets: equal for a unit of `dataset` without a root and for all that descends from it, in whatever dataset. */
static inline uint64_t hbs_lineage(const char *dataset, const char *root_dataset, uint64_t root_unit, uint64_t unit)
{
    return hbs_family(root_dataset ? root_dataset : dataset, root_dataset ? root_unit : unit, unit);
}

/* What reasons for infeasible units say of draws that were dropped because their label was not reached. */
#define HBS_OUT_OF_BUDGET "without a label within the budget"

/* Counts for headlines. */
typedef struct hbs_dataset_counts {
    uint64_t instances, units, label[2], unknown, infeasible, claimed, claims_refuted, unknown_tries, proved_by_file;
    uint64_t unknown_units;                         /* infeasible units of which some draw was dropped for an unknown label; unknown_tries is of the instances that are there */
    uint64_t believed, claims_checked;              /* labels that rest on a claim alone: no solver found them, no certificate was checked; claims that a solver or a certificate decided on */
    uint64_t augmented, families, split_families;   /* instances with a parent; families (hbs_row.family) that all instances fall into, and those of them in several splits */
} hbs_dataset_counts;
hbs_status hbs_dataset_count(hbs_catalog *catalog, int64_t dataset, hbs_dataset_counts *out, hbs_error *error);
/* How many units could not be made, and why the first of them was not, cut to fit; "" where there is none. */
hbs_status hbs_dataset_infeasible(hbs_catalog *catalog, int64_t dataset, uint64_t *units, char reason[256], hbs_error *error);

/* Moves the datasets of other catalogs (shards, or whole ones) into this one. Shards of one dataset (same name, spec, seed, count, options) are put together;
 * when all instances are there the digest is computed and the dataset is complete. HBS_ERROR_EXISTS on an overlap. */
hbs_status hbs_catalog_merge(hbs_catalog *into, const char *const *paths, size_t count, hbs_error *error);

/* Re-checks: SQLite integrity, foreign keys, every payload decodes, content hash and canonical hash, sizes, digest; every stored certificate by the independent checker, and its size; what is
 * said of infeasible instances, and of parents that are still there; labels without a stored certificate are re-solved when `resolve`, else counted as not checked. names NULL: all datasets. Each fault is told to `fault`; the result is HBS_ERROR_FAULT when there was any. */
typedef struct hbs_verify_counts {
    uint64_t datasets, instances, certificates, resolved, unknown, unchecked, faults;
    uint64_t features, references; /* not checked: instances with stored features, and whether references are what is drawn (hbs_hold_anew does) */
} hbs_verify_counts;
hbs_status hbs_catalog_verify(hbs_catalog *catalog, const char *const *names, size_t count, bool resolve, void (*fault)(void *context, const char *message),
                              void *context, const hbs_listener *listener, hbs_verify_counts *out, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
