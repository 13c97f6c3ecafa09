/* Which classes of isomorphic instances were seen: what `gen make --distinct` asks. */
#ifndef HBS_DATASETS_MAKE_CLASS_SET_H
#define HBS_DATASETS_MAKE_CLASS_SET_H

#include "datasets/catalog/catalog.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_class_set {
    uint8_t (*key)[16];      /* open addressing; all zero: free */
    size_t count, slots;
} hbs_class_set;             /* {0} is empty and valid; 32 bytes an instance at most */

void hbs_class_set_free(hbs_class_set *set);
/* By canonical hash, or by content hash where there is none. */
bool hbs_class_set_has(const hbs_class_set *set, const hbs_row *row);
hbs_status hbs_class_set_add(hbs_class_set *set, const hbs_row *row, hbs_error *error);
/* All that a dataset holds. */
hbs_status hbs_class_set_read(hbs_class_set *set, hbs_catalog *catalog, int64_t dataset, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
