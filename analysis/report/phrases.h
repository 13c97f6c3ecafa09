/* How findings are put into the words of a report's paragraph. */
#ifndef HBS_ANALYSIS_REPORT_PHRASES_H
#define HBS_ANALYSIS_REPORT_PHRASES_H

#include "analysis/finding.h"
#include "core/memory.h"

/* How a value is written beside a phrase. COUNT stands before it; there `above` is the tail for several, `below` that for one. */
typedef enum hbs_phrase_style {
    HBS_PHRASE_COUNT,
    HBS_PHRASE_PERCENT,
    HBS_PHRASE_EXCESS,
    HBS_PHRASE_ACCURACY,
    HBS_PHRASE_GAP,
    HBS_PHRASE_KAPPA,
    HBS_PHRASE_NUMBER
} hbs_phrase_style;

/* How a quantity is told: `above` and `below` its null, when no difference is seen, and as a thing that was not computed. Each takes the subject in
 * words at most once, as %s; `below` may be NULL where the null is the least there is, and any where measures never weigh the quantity so. */
typedef struct hbs_phrase {
    const char *measure, *quantity;
    hbs_phrase_style style;
    const char *above, *below, *none, *thing;
} hbs_phrase;

/* All of them, in the order in which they are told. */
const hbs_phrase *hbs_phrases(size_t *count);
/* Where it stands in that order; the number of phrases: it has none. */
size_t hbs_phrase_place(const hbs_finding *finding);
const hbs_phrase *hbs_phrase_of(const hbs_finding *finding);
/* Is there one for it, given its weight? What has none is told by its sentence. */
bool hbs_phrase_fits(const hbs_finding *finding);
/* The subject of a finding in words. */
void hbs_phrase_subject(const hbs_finding *finding, hbs_problem problem, char *out, size_t room);
/* A text of the table, its %s replaced. */
hbs_status hbs_phrase_print(hbs_bytes *out, const char *text, const char *subject, hbs_error *error);
/* " (+0.217, N = 40)"; with_p: the p-value of its test as well. */
hbs_status hbs_phrase_value(hbs_bytes *out, hbs_phrase_style style, const hbs_finding *finding, bool with_p, hbs_error *error);

#endif
