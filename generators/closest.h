/* The known name that a mistyped one was meant to be. */
#ifndef HBS_GENERATORS_CLOSEST_H
#define HBS_GENERATORS_CLOSEST_H

#include <stdbool.h>
#include <stddef.h>

/* Edit distance with swaps of neighbours (restricted Damerau-Levenshtein), both names cut to 63 bytes. O(product of lengths). */
unsigned hbs_name_distance(const char *a, size_t length_a, const char *b);
/* The least distance to the whole of `known`, or to what follows one of its slashes, for names whose beginning was left out. */
unsigned hbs_path_distance(const char *given, size_t length, const char *known);
/* Worth asking "did you mean": at most one letter in three, rounded up, is wrong, and one is right. Of paths, the folder that both name does not count: sat/foo is not close to sat/xor. */
bool hbs_is_close(unsigned distance, size_t length);
bool hbs_path_is_close(const char *given, size_t length, const char *known);

#endif
