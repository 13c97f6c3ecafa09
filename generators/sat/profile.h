/* What formulas of uniform clauses are made of: lengths and how many of each. */
#ifndef HBS_GENERATORS_SAT_PROFILE_H
#define HBS_GENERATORS_SAT_PROFILE_H

#include "generators/spaces/signature.h"
#include "generators/unit.h"

#define HBS_PROFILE_MAX 128u

typedef struct hbs_profile {
    hbs_length_count item[HBS_PROFILE_MAX];
    size_t lengths;
} hbs_profile;

/* "2:10,3:80": ten clauses of length 2 and eighty of length 3. HBS_ERROR_USAGE says what is wrong with the text. */
hbs_status hbs_profile_read(const char *text, hbs_profile *out, hbs_error *error);
/* Two parameters for the number of clauses. */
#define HBS_CLAUSES_MAX INT64_C(1000000000)
#define HBS_CLAUSES_TABLE(ratio)                                                    \
    {"m", HBS_INTEGER, 0, HBS_CLAUSES_MAX, "0", "clauses; 0: round(ratio * n)"},    \
    {"ratio", HBS_RATIONAL, 0, 1000000, (ratio), "clauses a variable, when m is 0"}
/* What they ask for: m, or where that is 0 round(ratio * n), halves up. HBS_ERROR_USAGE when this is more than HBS_CLAUSES_MAX. */
hbs_status hbs_read_clauses(hbs_unit *unit, uint32_t m, uint32_t ratio, int64_t n, int64_t *out);
/* The same with floor(ratio * n), for families whose published programs cut. */
hbs_status hbs_read_clauses_cut(hbs_unit *unit, uint32_t m, uint32_t ratio, int64_t n, int64_t *out);

#endif
