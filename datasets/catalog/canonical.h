/* instance.canonical_hash, filled in after the rows were written. */
#ifndef HBS_DATASETS_CATALOG_CANONICAL_H
#define HBS_DATASETS_CATALOG_CANONICAL_H

#include "datasets/catalog/catalog.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_canonical_column hbs_canonical_column;
/* The catalog must be open for writing. Hashes are collected and written in short transactions, where the column is NULL. That another process holds the catalog is no
 * failure: what cannot be written then stays NULL. */
hbs_status hbs_canonical_column_open(hbs_canonical_column **out, hbs_catalog *catalog, int64_t dataset, hbs_error *error);
hbs_status hbs_canonical_column_add(hbs_canonical_column *column, uint64_t idx, const uint8_t hash[HBS_HASH_SIZE], hbs_error *error);
hbs_status hbs_canonical_column_flush(hbs_canonical_column *column, hbs_error *error);
void hbs_canonical_column_close(hbs_canonical_column *column);   /* forgets what was not flushed; NULL is legal */

#ifdef __cplusplus
}
#endif
#endif
