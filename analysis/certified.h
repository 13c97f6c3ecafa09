/* Does a dataset's generator give certificates by construction? */
#ifndef HBS_ANALYSIS_CERTIFIED_H
#define HBS_ANALYSIS_CERTIFIED_H

#include "datasets/catalog/catalog.h"
#include "generators/spec.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What became of instances drawn again from the dataset's own spec and seed. */
typedef struct hbs_certified {
    const hbs_generator *solved;   /* the first generator whose labels need a solver, or are those of parents, or NULL; then nothing was drawn */
    uint64_t instances;            /* drawn */
    uint64_t accepted[2];          /* by label: certified by construction, and an independent checker accepts it */
} hbs_certified;

/* Draws the first `units` units again, whatever label was wanted of them. HBS_ERROR_USAGE when the spec is none of a known generator (imports, references, plugins that
 * are not loaded). */
hbs_status hbs_certified_count(const hbs_dataset *dataset, uint64_t units, hbs_certified *out, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
