/* The known name that a mistyped one was meant to be. */
#ifndef HBS_GENERATORS_CLOSEST_H
#define HBS_GENERATORS_CLOSEST_H

#include <stddef.h>

/* Edit distance with swaps of neighbours (restricted Damerau-Levenshtein), both names cut to 63 bytes. O(product of lengths). */
unsigned hbs_name_distance(const char *a, size_t length_a, const char *b);

#endif
