/* Words that depend on a number or on the reference: "1 instance has", "2 instances have". */
#ifndef HBS_ANALYSIS_WORDING_H
#define HBS_ANALYSIS_WORDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "datasets/catalog/catalog.h"

#ifdef __cplusplus
extern "C" {
#endif

static inline const char *hbs_one_or(uint64_t count, const char *one, const char *several) { return count == 1 ? one : several; }
static inline const char *hbs_s(uint64_t count) { return count == 1 ? "" : "s"; }
/* What a dataset is compared with: a reference that is not matched has other sizes and need not be uniform, so it goes by its name. */
static inline const char *hbs_compared_with(bool matched, const char *reference) {
    return matched ? "uniform instances of the same sizes" : reference;
}
/* Whole numbers as they are, others in four digits, and without an exponent up to 10^15. */
void hbs_plain_number(double x, char *out, size_t room);
/* In four digits; from 10^6 on as a power of two. */
void hbs_large_number(double x, char *out, size_t room);
/* "+0.000" and "-0.00", as signed formats print them, lose their sign: nothing is on neither side. In place. */
void hbs_drop_signs_of_zero(char *text);
/* " 3 instances without a counterpart are left out.", or "" for none. */
void hbs_left_out(uint64_t count, const char *what, char *out, size_t room);
/* Why the law of a dataset is not known whose spec no built-in generator has. */
const char *hbs_unknown_law(const hbs_dataset *dataset);
/* "40 satisfiable, 20 unsatisfiable and 2 of unknown label"; what there is none of is left out, so "all unsatisfiable" for one label alone. */
void hbs_label_counts(const uint64_t label[2], uint64_t unknown, hbs_problem problem, char *out, size_t room);

#ifdef __cplusplus
}
#endif

#endif
