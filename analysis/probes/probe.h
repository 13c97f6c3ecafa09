/* Probes: small models trained on features to predict the label. */
#ifndef HBS_ANALYSIS_PROBES_PROBE_H
#define HBS_ANALYSIS_PROBES_PROBE_H

#include "core/status.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_probe {
    const char *name;       /* "logistic" */
    const char *summary;
    const char *source;
    /* Trains on `rows` rows of `columns` finite numbers (row-major), labels 0/1; both labels weigh the same, however rare. Deterministic. *model is owned by the caller: free_model. */
    hbs_status (*train)(const double *x, const int8_t *label, size_t rows, size_t columns, uint64_t seed, void **model, hbs_error *error);
    /* score[i] > 0 predicts label 1. */
    void (*predict)(const void *model, const double *x, size_t rows, size_t columns, double *score);
    void (*free_model)(void *model);
} hbs_probe;

const hbs_probe *const *hbs_probes(void);
hbs_status hbs_probe_find(const char *name, const hbs_probe **out, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
