/* Several DIMACS formulas in one text, one after the other, as `gen sample --count 3` prints them. */
#ifndef HBS_TOOLS_GEN_FORMULAS_H
#define HBS_TOOLS_GEN_FORMULAS_H

#include <stddef.h>

/* Where the formula that begins at `from` ends: before the next one's header line and the comments above it, or at `length`. O(what it passes). */
size_t formulas_end(const char *text, size_t length, size_t from);

#endif
