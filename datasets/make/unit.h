/* Making one unit: draw, order, label, and again while a label is wanted that did not come. */
#ifndef HBS_DATASETS_MAKE_UNIT_H
#define HBS_DATASETS_MAKE_UNIT_H

#include "core/canonical.h"
#include "datasets/catalog/item.h"
#include "datasets/make/parent_list.h"
#include "generators/unit.h"
#include "solvers/cross_check.h"

/* What all workers share, read-only. */
typedef struct hbs_unit_job {
    const hbs_spec *spec;
    const hbs_make_options *options;
    hbs_split split[8];
    size_t splits;
    uint64_t split_denominator;   /* common to all */
    bool canonical;               /* are canonical hashes wanted? */
    hbs_parent_list *parents[HBS_PARTS_MAX];   /* of parts that augment a dataset, else NULL */
} hbs_unit_job;

/* One a thread. */
typedef struct hbs_unit_maker {
    hbs_drawing drawing;
    hbs_labeller labeller;
    hbs_verdict verdict;
    hbs_cross_check cross;
    const hbs_parent_list *parents;   /* of the part in hand, or NULL */
    int32_t *map;                 /* of a renaming */
    size_t map_capacity;
    hbs_canonizer *canonizer;     /* NULL until needed */
    /* Is one of these instances not to be kept? Then the unit is drawn again. NULL: all are kept. */
    bool (*refuses)(void *context, const hbs_item *item, size_t count);
    void *refuses_for;
} hbs_unit_maker;

/* Parses the split and finds its common denominator; reads the parents, from `catalog` or where the spec says. */
hbs_status hbs_unit_job_start(hbs_unit_job *job, const hbs_spec *spec, const hbs_make_options *options, hbs_catalog *catalog, const hbs_listener *listener, hbs_error *error);
void hbs_unit_job_end(hbs_unit_job *job);
void hbs_unit_maker_close(hbs_unit_maker *maker);
/* Fills item[0 .. instances of the part - 1] for the unit whose first instance has index idx; `nth` of its part. */
hbs_status hbs_unit_make(hbs_unit_maker *maker, const hbs_unit_job *job, uint32_t part, uint64_t unit, uint64_t idx, uint64_t nth, hbs_item *item, hbs_error *error);
/* The split that the row falls into, by its unit or by the unit that its ancestors go back to; NULL: none. */
const char *hbs_unit_split(const hbs_unit_job *job, const hbs_row *row);

#endif
