/* Logarithms and powers to base 2 in integers: the same bits on every machine, which libm's log and pow do not promise. For what decides an instance. */
#ifndef HBS_CORE_FIXED_POINT_H
#define HBS_CORE_FIXED_POINT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Logarithms have this many binary places. */
#define HBS_LOG2_PLACES 56

/* log2(x) * 2^56, x >= 1, cut; at most 2 too small. */
int64_t hbs_log2(uint64_t x);
/* 2^(fraction / 2^56) * 2^62 for fraction < 2^56: in 2^62 .. 2^63 - 1, at most 2^7 too small. */
uint64_t hbs_exp2(uint64_t fraction);

#ifdef __cplusplus
}
#endif
#endif
