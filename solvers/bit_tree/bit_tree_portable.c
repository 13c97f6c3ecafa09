/* The kernel of solvers/bit_tree/bit_tree.h in what every machine of the architecture has. */
#include "solvers/bit_tree/bit_tree_table.h"

#define KERNEL_TARGET
#define KERNEL_BYTES 16
#define KERNEL_FULL(part) ((part[0] & part[1]) == UINT64_MAX)
#include "solvers/bit_tree/bit_tree_kernel.h"

static bool available(void) { return true; }

const hbs_bit_kernel hbs_bit_kernel_portable = {"portable", available, kernel_gather, kernel_search, kernel_tabulate, kernel_scan};
