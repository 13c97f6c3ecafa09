/* Splits that part no copies: isomorphic instances, twins and families fall into one split together. */
#ifndef HBS_DATASETS_JOINED_SPLITS_H
#define HBS_DATASETS_JOINED_SPLITS_H

#include "datasets/catalog/catalog.h"

#ifdef __cplusplus
extern "C" {
#endif

/* All instances that are joined by canonical hashes and families, directly or through others, get the split of the first of them. Doing it again changes nothing. *moved
 * counts instances that got another split, *unknown those without a canonical hash, which only families join. 48 bytes an instance. */
hbs_status hbs_join_splits(hbs_catalog *catalog, int64_t dataset, uint64_t *moved, uint64_t *unknown, hbs_error *error);
/* The same for a dataset that is complete but for this, if its options ask for it; tells the listener what was moved. */
hbs_status hbs_join_splits_as_asked(hbs_catalog *catalog, const hbs_dataset *dataset, const hbs_listener *listener, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
