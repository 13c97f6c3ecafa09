/* How many instances of a whole space have which label: what "uniform given the label" is over. */
#ifndef HBS_ANALYSIS_EXACT_SPACE_LABELS_H
#define HBS_ANALYSIS_EXACT_SPACE_LABELS_H

#include "core/listener.h"
#include "generators/spaces/small_space.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Keeps what was counted for one set of clause lengths for the next signature with the same. */
typedef struct hbs_space_labels hbs_space_labels;
hbs_status hbs_space_labels_new(hbs_space_labels **out, const hbs_listener *listener, hbs_error *error);
void hbs_space_labels_free(hbs_space_labels *labels);
const hbs_listener *hbs_space_labels_listener(const hbs_space_labels *labels);   /* the one that it was made with */

/* count[label] gets the instances of the signature's space with that label. SAT: by formula, n <= HBS_SMALL_VARIABLES_MAX. CQC: by deciding every pair, at most
 * HBS_SPACE_PAIRS_MAX of them. Where that is not possible *known is false and error->message says why; the status is then HBS_OK. */
#define HBS_SPACE_PAIRS_MAX 400000u
hbs_status hbs_space_labels_count(hbs_space_labels *labels, const hbs_signature *signature, hbs_collection of, mpz_t count[2], bool *known, hbs_error *error);
/* The same over a looser space (hbs_space_new_loose); CQC. */
hbs_status hbs_space_labels_count_loose(hbs_space_labels *labels, const hbs_signature *signature, mpz_t count[2], bool *known, hbs_error *error);

/* The small space of a SAT signature's lengths and its counts in the order of those lengths; valid until the next call. NULL, and a message, when n or the number of lengths is too
 * large. */
hbs_status hbs_space_labels_small(hbs_space_labels *labels, const hbs_signature *signature, hbs_small_space **out, const size_t **count, hbs_error *error);

#ifdef __cplusplus
}
#endif
#endif
