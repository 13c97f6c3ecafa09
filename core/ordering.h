/* Orders of plain numbers, rising, for qsort() and bsearch(). */
#ifndef HBS_CORE_ORDERING_H
#define HBS_CORE_ORDERING_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

static inline int hbs_by_uint32(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static inline int hbs_by_uint64(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* None may be NAN. */
static inline int hbs_by_double(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

#ifdef __cplusplus
}
#endif

#endif
