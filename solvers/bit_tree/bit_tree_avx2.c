/* The kernel of solvers/bit_tree/bit_tree.h for x86-64 with AVX2: a word is two registers. Elsewhere it is not available. */
#include "solvers/bit_tree/bit_tree_table.h"

#ifdef __x86_64__
#include <immintrin.h>

#define KERNEL_TARGET __attribute__((target("avx2,bmi2,popcnt")))
#define KERNEL_BYTES 32
#define KERNEL_FULL(part) _mm256_testc_si256((__m256i)part, _mm256_set1_epi64x(-1))
#include "solvers/bit_tree/bit_tree_kernel.h"

static bool available(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt"); }

const hbs_bit_kernel hbs_bit_kernel_avx2 = {"avx2", available, kernel_gather, kernel_search, kernel_tabulate, kernel_scan};
#else
static bool available(void) { return false; }

const hbs_bit_kernel hbs_bit_kernel_avx2 = {"avx2", available, NULL, NULL, NULL, NULL};
#endif
