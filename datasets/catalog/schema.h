/* The tables of a catalog, how older ones are brought up to date, and whether a stranger's file has them as they should be. */
#ifndef HBS_DATASETS_CATALOG_SCHEMA_H
#define HBS_DATASETS_CATALOG_SCHEMA_H

#include "core/status.h"

#define HBS_CATALOG_APPLICATION_ID 0x48425331   /* "HBS1" */

struct sqlite3;

/* Creates all tables in an empty database and sets application_id and user_version. The caller holds the transaction. Returns an SQLite code. */
int hbs_schema_create(struct sqlite3 *db);
/* Runs the steps from `version` up to HBS_CATALOG_VERSION. The caller holds the transaction. Returns an SQLite code. */
int hbs_schema_migrate(struct sqlite3 *db, int version);
/* The mechanism, for steps of any schema: steps[i] brings version i+1 to i+2; version `from` is brought to `to`, and user_version says so. */
int hbs_schema_run_steps(struct sqlite3 *db, const char *const *steps, int from, int to);
/* Compares the tables of the file with those that hbs_schema_create makes: each must be an ordinary STRICT table with the same columns, types and keys; columns
 * that were added are legal, and so is the want of those that came after `version`. HBS_ERROR_FAULT names the first that is not so. `path` goes into the message. */
hbs_status hbs_schema_check(struct sqlite3 *db, int version, const char *path, hbs_error *error);
/* A column that only a version later than the file's has, or NULL. */
const char *hbs_schema_ahead(struct sqlite3 *db, int version);
/* For a file of an older version that is to be read and left as it is: the columns that came after it are there for this connection, and NULL. To be called once
 * hbs_schema_check has passed. Returns an SQLite code. */
int hbs_schema_complete(struct sqlite3 *db, int version);

#endif
