/* Edit distance row by row (Wagner and Fischer 1974, with swaps of neighbours as in Damerau 1964). Three rows on the stack: names are short. */
#include "generators/closest.h"

#include <string.h>

#define NAME_MAX_LENGTH 63u

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

unsigned hbs_name_distance(const char *a, size_t length_a, const char *b) {
    size_t length_b = strlen(b);
    if (length_a > NAME_MAX_LENGTH) length_a = NAME_MAX_LENGTH;
    if (length_b > NAME_MAX_LENGTH) length_b = NAME_MAX_LENGTH;
    unsigned rows[3][NAME_MAX_LENGTH + 1], *above = rows[0], *row = rows[1], *two_above = rows[2];
    for (size_t j = 0; j <= length_b; j++) above[j] = (unsigned)j;
    for (size_t i = 1; i <= length_a; i++) {
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= length_b; j++) {
            row[j] = least(least(above[j], row[j - 1]) + 1, above[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = least(row[j], two_above[j - 2] + 1);
        }
        unsigned *const free_row = two_above;
        two_above = above;
        above = row;
        row = free_row;
    }
    return above[length_b];
}

unsigned hbs_path_distance(const char *given, size_t length, const char *known) {
    unsigned distance = hbs_name_distance(given, length, known);
    while ((known = strchr(known, '/')) != NULL) distance = least(distance, hbs_name_distance(given, length, ++known));
    return distance;
}

bool hbs_is_close(unsigned distance, size_t length) { return distance < length && distance <= (length + 2) / 3; }

bool hbs_path_is_close(const char *given, size_t length, const char *known) {
    size_t folder = 0;
    for (size_t i = 0; i < length && given[i] == known[i]; i++)
        if (given[i] == '/') folder = i + 1;
    return hbs_is_close(hbs_path_distance(given, length, known), length - folder);
}
