/* What a catalog stores beside a dataset's instances, held against what is computed again: for whoever does not trust the file. */
#ifndef HBS_ANALYSIS_ANEW_H
#define HBS_ANALYSIS_ANEW_H

#include "analysis/measure.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hbs_anew {
    uint64_t faults;
    void (*fault)(void *context, const char *message); /* one line */
    void *context;
} hbs_anew;

/* Computes again the stored features of the datasets of these names and of their references (options->reference, or NAME@uniform of each), and draws a reference that was made here again, whichever dataset it
 * belongs to, with options->seed and the budget of the options; all once, whether or not names repeat. What differs is told and counted. Where the catalog is open for writing, features that differ are dropped and a
 * reference that differs is removed, so that whoever asks next has them made; one that was named is drawn at once. HBS_ERROR_USAGE: a named one belongs to a dataset that is not there. What is not stored is not
 * looked at; labels, hashes and digests are hbs_catalog_verify's. Costs what making all of it costs. */
hbs_status hbs_hold_anew(hbs_anew *anew, hbs_catalog *catalog, const char *const *names, size_t count, const hbs_measure_options *options, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
