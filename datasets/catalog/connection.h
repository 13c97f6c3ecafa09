/* What the files of the catalog share: the connection itself. Other rooms use catalog.h. */
#ifndef HBS_DATASETS_CATALOG_CONNECTION_H
#define HBS_DATASETS_CATALOG_CONNECTION_H

#include <sqlite3.h>

#include "datasets/catalog/catalog.h"

struct hbs_catalog {
    sqlite3 *db;
    char *path;
    hbs_catalog_mode mode;
    bool wal;                      /* write-ahead log in use */
    bool created;                  /* the file was made by this connection */
    const hbs_listener *listener;
    int wait_ms, waited_ms;        /* for another writer: at most, and this time so far */
    bool asked_before, gave_up;    /* whether the listener wanted to stop before, and while it was waited */
};

/* What a test may turn: how long to wait for another writer, and a network file system where there is none. */
typedef struct hbs_catalog_tuning {
    int wait_ms;
    const char *network;           /* NULL: ask the system */
} hbs_catalog_tuning;
hbs_status hbs_catalog_open_tuned(hbs_catalog **out, const char *path, hbs_catalog_mode mode, const hbs_listener *listener, const hbs_catalog_tuning *tuning,
                                  hbs_error *error);

/* HBS_ERROR_USAGE when it was opened for reading. */
hbs_status hbs_catalog_needs_write(hbs_catalog *catalog, hbs_error *error);
/* HBS_ERROR_FAULT that names catalog and dataset, for values that no writer of ours stores. */
hbs_status hbs_catalog_damaged(const hbs_catalog *catalog, hbs_error *error, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* HBS_ERROR_NOT_FOUND for a dataset that somebody removed while rows were on their way into it. */
hbs_status hbs_catalog_removed(const hbs_catalog *catalog, const char *dataset, hbs_error *error);

/* The next instance of a dataset's digest. */
void hbs_digest_add(hbs_hash *digest, const hbs_row *row);
/* hbs_dataset_finish with a digest that is known already; "": it is read. */
hbs_status hbs_dataset_finish_with(hbs_catalog *catalog, hbs_dataset *dataset, const char *known, hbs_error *error);

/* Who holds a lock on the catalog, as text: "process 1234 (gen make data.db train)", or "another process" when it cannot be told. */
void hbs_catalog_holder(const char *path, char *out, size_t size);

/* Names of certificate kinds as stored; NULL for none. */
const char *hbs_catalog_kind_name(hbs_certificate_kind kind);
bool hbs_catalog_kind_parse(const char *name, hbs_certificate_kind *out);

#endif
