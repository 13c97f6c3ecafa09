/* One instance on its way into the catalog: its row, and the memory that the row points into. Made by workers, written by the caller of the library. */
#ifndef HBS_DATASETS_CATALOG_ITEM_H
#define HBS_DATASETS_CATALOG_ITEM_H

#include "datasets/catalog/catalog.h"
#include "datasets/make/make.h"
#include "solvers/solver.h"

typedef struct hbs_item {
    hbs_row row;             /* without pointers: hbs_item_row sets them */
    hbs_bytes payload;
    hbs_certificate certificate;
    bool stored;             /* the certificate goes into the catalog */
    bool infeasible;         /* no instance: row.unit, idx, tries, the wanted label (row.claim) and the reason */
    const char *solver, *source;
    char gbd[33], reason[400];
    uint8_t canonical[HBS_HASH_SIZE];
    bool has_canonical;
    uint64_t nth;            /* of its part: which unit */
} hbs_item;                  /* {0} is valid */

void hbs_item_free(hbs_item *item);
/* Forgets what it was, keeps the memory. */
void hbs_item_clear(hbs_item *item);
/* Sizes, payload and hashes of the instance. */
hbs_status hbs_item_fill(hbs_item *item, const hbs_instance *instance, hbs_error *error);
/* Takes label, effort and certificate from a solver's verdict; the verdict's certificate is taken over by swapping. Unknown: the reason names the budget. */
void hbs_item_take(hbs_item *item, const hbs_labeller *labeller, hbs_verdict *verdict, hbs_certify certify);
/* The row, complete with pointers into the item. Split and name are the caller's to add. */
hbs_row hbs_item_row(const hbs_item *item);

#endif
