/* Whether the relatives that a catalog gives a dataset can be its relatives: parents of its instances, and what it is the reference of. */
#ifndef HBS_DATASETS_CATALOG_KINSHIP_H
#define HBS_DATASETS_CATALOG_KINSHIP_H

#include "datasets/catalog/catalog.h"

/* Where the faults of a catalog are told, one line each, and counted. */
typedef struct hbs_faults {
    void (*tell)(void *context, const char *message); /* NULL: only counted */
    void *context;
    uint64_t count;
} hbs_faults;
void __attribute__((format(printf, 2, 3))) hbs_tell_fault(hbs_faults *faults, const char *format, ...);

/* Nothing descends from itself; no dataset is a reference of itself; an instance has the label and the root of the parent that it names, if that is still what it was made from. O(D^2) for D
 * datasets, and one look at the instances for each that may descend from another. */
hbs_status hbs_verify_kinship(hbs_catalog *catalog, const hbs_dataset *dataset, hbs_faults *faults, hbs_error *error);

#endif
