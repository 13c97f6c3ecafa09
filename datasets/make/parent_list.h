/* The instances of a dataset as parents for generators that augment it. */
#ifndef HBS_DATASETS_MAKE_PARENT_LIST_H
#define HBS_DATASETS_MAKE_PARENT_LIST_H

#include "datasets/catalog/catalog.h"
#include "generators/parents.h"
#include "generators/spec.h"

typedef struct hbs_parent_entry {
    uint64_t idx, root_unit;           /* unit of the root that it descends from, or is */
    size_t payload, payload_size, certificate, certificate_size, lemmas;   /* in the bytes of the list */
    size_t split, root_dataset;        /* in its texts; 0: no split, this dataset */
    int8_t label;
    uint8_t kind;                      /* of the certificate */
} hbs_parent_entry;

typedef struct hbs_parent_list {
    hbs_parents parents;               /* for hbs_drawing; reads the list only, from any thread */
    hbs_problem problem;
    char *from, digest[65];
    hbs_parent_entry *entry;           /* by idx; those with a known label */
    size_t count, capacity;
    size_t *of_label[2], label_capacity[2];
    hbs_bytes bytes, texts, name;      /* texts are 0-terminated; name: room for one */
} hbs_parent_list;

/* Reads what the part's parameters from, parents and parent_split, and its label=, leave of the dataset, which must be complete and of the part's problem. It is held in memory: HBS_ERROR_INPUT
 * beyond 256 MiB. */
hbs_status hbs_parent_list_read(hbs_parent_list **out, hbs_catalog *catalog, const hbs_part *part, const hbs_listener *listener, hbs_error *error);
void hbs_parent_list_free(hbs_parent_list *list);
/* Fills the parts of a row that tell its parent, which is the one with that idx, and its split, which is the parent's. The pointers are the list's. */
void hbs_parent_list_mark(const hbs_parent_list *list, uint64_t idx, hbs_row *row);

#endif
