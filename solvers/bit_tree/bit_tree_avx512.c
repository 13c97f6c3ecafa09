/* The kernel of solvers/bit_tree/bit_tree.h for x86-64 with AVX-512: a word is one register. Elsewhere it is not available. */
#include "solvers/bit_tree/bit_tree_table.h"

#ifdef __x86_64__
#include <immintrin.h>

#define KERNEL_TARGET __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx2,bmi2,popcnt")))
#define KERNEL_BYTES 64
#define KERNEL_FULL(part) (_mm512_cmpneq_epi64_mask((__m512i)part, _mm512_set1_epi64(-1)) == 0)
#include "solvers/bit_tree/bit_tree_kernel.h"

static bool available(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}

const hbs_bit_kernel hbs_bit_kernel_avx512 = {"avx512", available, kernel_gather, kernel_search, kernel_tabulate, kernel_scan};
#else
static bool available(void) { return false; }

const hbs_bit_kernel hbs_bit_kernel_avx512 = {"avx512", available, NULL, NULL, NULL, NULL};
#endif
