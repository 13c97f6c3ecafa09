/* What formulas of uniform clauses are made of: lengths and how many of each. */
#ifndef HBS_GENERATORS_SAT_PROFILE_H
#define HBS_GENERATORS_SAT_PROFILE_H

#include "generators/signature.h"

#define HBS_PROFILE_MAX 128u

typedef struct hbs_profile {
    hbs_length_count item[HBS_PROFILE_MAX];
    size_t lengths;
} hbs_profile;

/* "2:10,3:80": ten clauses of length 2 and eighty of length 3. HBS_ERROR_USAGE says what is wrong with the text. */
hbs_status hbs_profile_read(const char *text, hbs_profile *out, hbs_error *error);
/* round(p/q * n), halves up; false when it passes HBS_CLAUSES_MAX. */
#define HBS_CLAUSES_MAX INT64_C(1000000000)
bool hbs_clauses_at_ratio(int64_t p, int64_t q, int64_t n, int64_t *out);
/* The same with floor(p/q * n), for families whose published programs cut. */
bool hbs_clauses_below_ratio(int64_t p, int64_t q, int64_t n, int64_t *out);

#endif
