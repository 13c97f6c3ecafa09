/* Numbers in ascending order, in place, without a call for each comparison: for the many short lists of canonical labelling. Shell, Communications of the ACM 2, 1959;
 * gaps: Ciura 2001, then by 9/4. */
#ifndef HBS_CORE_SHELL_SORT_H
#define HBS_CORE_SHELL_SORT_H

#include <stddef.h>
#include <stdint.h>

#define HBS_SHELL_SORT(name, type)                                                                    \
    static inline void name(type *item, size_t count) {                                               \
        static const size_t small[] = {1, 4, 10, 23, 57, 132, 301, 701};                              \
        size_t gap[64], gaps = 0;                                                                     \
        for (; gaps < 8 && (!gaps || small[gaps] < count); gaps++) gap[gaps] = small[gaps];           \
        for (; gaps >= 8 && gaps < 64 && gap[gaps - 1] < count / 3; gaps++) gap[gaps] = gap[gaps - 1] / 4 * 9; \
        while (gaps--)                                                                                \
            for (size_t i = gap[gaps]; i < count; i++) {                                              \
                const type x = item[i];                                                               \
                size_t j = i;                                                                         \
                for (; j >= gap[gaps] && item[j - gap[gaps]] > x; j -= gap[gaps]) item[j] = item[j - gap[gaps]]; \
                item[j] = x;                                                                          \
            }                                                                                         \
    }
HBS_SHELL_SORT(hbs_sort_u32, uint32_t)
HBS_SHELL_SORT(hbs_sort_u64, uint64_t)
#undef HBS_SHELL_SORT

#endif
